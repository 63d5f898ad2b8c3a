/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* Who listens on a port of this machine. Whoever is logged in can listen where a model server does
 * while it is down; so before anything is sent it is made sure that it is the user's own program,
 * or the system's. */

typedef enum
{
  PARLEY_LISTENER_NONE,
  PARLEY_LISTENER_TRUSTED, /* of the user, of root, of a system account */
  PARLEY_LISTENER_FOREIGN,
} ParleyListener;

/* Reads the kernel's table of sockets. @table: as in /proc/net/tcp, /proc/net/tcp6, or both one
 * after the other. @address: that will be connected to. @user: who runs this program. One foreign
 * listener is enough, as it can't be told which of several would be reached. */
ParleyListener
parley_listener_find (const char *table, GInetAddress *address, guint16 port, uid_t user);

/* Looks up the host and port of @server, which is this machine. The tables are read in a worker.
 * Between this look and the connection another program may take the port: nobody but the same user
 * can do that while the first one listens. */
void parley_listener_check_async (GUri *server,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);

/* Returns: FALSE with %PARLEY_ERROR_CONFIGURATION when somebody else listens; TRUE too when nobody
 * does, or the system does not tell. */
gboolean parley_listener_check_finish (GAsyncResult *result, GError **error);

G_END_DECLS
