/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* Who listens on a port of this machine. Whoever is logged in can listen where a model server does
 * while it is down; so nothing is sent before it is made sure that it is the user's own program, or
 * the system's: once before connecting, and once more of the connection that was made. What can't
 * be told is refused. */

/* The later, the worse. */
typedef enum
{
  PARLEY_LISTENER_NONE,
  PARLEY_LISTENER_TRUSTED, /* of the user, of root, of a system account */
  PARLEY_LISTENER_WAITING, /* a connection that no program has taken yet: the row says nothing */
  PARLEY_LISTENER_UNCLEAR, /* no table, or a connection that is over */
  PARLEY_LISTENER_FOREIGN,
} ParleyListener;

/* Reads the kernel's table of sockets. @table: as in /proc/net/tcp, /proc/net/tcp6, or both one
 * after the other. @address: that will be connected to. @user: who runs this program. One foreign
 * listener is enough, as it can't be told which of several would be reached. */
ParleyListener
parley_listener_find (const char *table, GInetAddress *address, guint16 port, uid_t user);

/* The same of the other end of a connection from @ours to @theirs; NONE: it is not there. */
ParleyListener parley_listener_find_peer (const char *table,
                                          GInetSocketAddress *theirs,
                                          GInetSocketAddress *ours,
                                          uid_t user);

/* Looks up the host and port of @server, which is this machine. The tables are read in a worker. */
void parley_listener_check_async (GUri *server,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);

/* Returns: FALSE with %PARLEY_ERROR_CONFIGURATION when somebody else listens or it can't be told,
 * %PARLEY_ERROR_UNREACHABLE when nobody does. */
gboolean parley_listener_check_finish (GAsyncResult *result, GError **error);

/* Looks up who has the other end of @connection, on which nothing was sent yet. @origin: for
 * people. What it finds holds for as long as the connection does. */
void parley_listener_check_peer_async (GSocketConnection *connection,
                                       const char *origin,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);

/* Returns: FALSE with %PARLEY_ERROR_CONFIGURATION as above, with %PARLEY_ERROR_UNREACHABLE when the
 * program went away meanwhile. */
gboolean parley_listener_check_peer_finish (GAsyncResult *result, GError **error);

G_END_DECLS
