/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-listener.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/parley-url.h"
#include "backend/parley-socket-diag.h"
#include "base/parley-error.h"

/* The accounts that Debian and systemd give to services and never to people: login.defs,
 * SYS_UID_MAX; systemd's DynamicUser=. 65534 is not among them: besides nobody's programs it stands
 * for whoever has no name in this user namespace. */
#define LAST_SYSTEM_USER   999
#define FIRST_DYNAMIC_USER 61184
#define LAST_DYNAMIC_USER  65519

/* TCP's, as the kernel numbers them. */
#define STATE_ESTABLISHED 0x01
#define STATE_RECEIVED    0x03
#define STATE_LISTEN      0x0a
/* Of an IPv6 address: how many hex digits, and how many 32-bit words. */
#define MAX_DIGITS 32
/* Of a line: all that is looked at, and more. */
#define MAX_LINE  224
#define MAX_WORDS 4

typedef struct
{
  guint32 words[MAX_WORDS]; /* as the kernel prints them: bytes as they are in memory */
  guint n_words;
  guint port;
} End;

typedef struct
{
  End here;
  End there;
  guint state;
  guint user;
  gulong inode; /* 0: no program has it yet, or none any more */
} Socket;

static gboolean
parse_address (const char *digits, End *end)
{
  gsize length = strlen (digits);

  end->n_words = length / 8;
  for (guint i = 0; i < end->n_words && i < MAX_WORDS; i++)
    {
      char word[9] = { 0 };

      memcpy (word, digits + 8 * i, 8);
      end->words[i] = (guint32) g_ascii_strtoull (word, NULL, 16);
    }
  return length == 8 || length == MAX_DIGITS;
}

/* "  0: 0100007F:2CAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000 0 24713 …" */
static gboolean
parse_socket (const char *text, Socket *found)
{
  char line[MAX_LINE] = { 0 };
  char here[MAX_DIGITS + 1];
  char there[MAX_DIGITS + 1];

  /* Its own copy, because sscanf () looks for the end of the whole text first. */
  memcpy (line, text, MIN (strcspn (text, "\n"), sizeof line - 1));
  return sscanf (line,
                 " %*u: %32[0-9A-Fa-f]:%x %32[0-9A-Fa-f]:%x %x %*x:%*x %*x:%*x %*x %u %*d %lu",
                 here, &found->here.port, there, &found->there.port, &found->state, &found->user,
                 &found->inode)
             == 7
         && parse_address (here, &found->here) && parse_address (there, &found->there);
}

/* Returns: @address as a socket with @n_words words has it: those of IPv6 take IPv4 as well. */
static gboolean
get_words (GInetAddress *address, guint n_words, guint32 *words)
{
  const guint32 mapped[MAX_WORDS] = { 0, 0, GUINT32_TO_BE (0xffff), 0 };
  gsize size = g_inet_address_get_native_size (address);

  if (size == n_words * sizeof (guint32))
    memcpy (words, g_inet_address_to_bytes (address), size);
  else if (size == sizeof (guint32) && n_words == MAX_WORDS)
    {
      memcpy (words, mapped, sizeof mapped);
      memcpy (&words[3], g_inet_address_to_bytes (address), size);
    }
  else
    return FALSE;
  return TRUE;
}

/* Whether a connection to @address can reach the socket: it is bound to it or to all. A socket of
 * IPv6 that is bound to all takes IPv4 too, unless it was told not to, which the table hides. */
static gboolean
takes (const End *listener, GInetAddress *address)
{
  const guint32 any[MAX_WORDS] = { 0 };
  const guint32 any_mapped[MAX_WORDS] = { 0, 0, GUINT32_TO_BE (0xffff), 0 };
  gsize size = listener->n_words * sizeof (guint32);
  gboolean is_v4 = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4;
  guint32 own[MAX_WORDS];

  if (memcmp (listener->words, any, size) == 0)
    return is_v4 || listener->n_words == MAX_WORDS;
  if (is_v4 && listener->n_words == MAX_WORDS && memcmp (listener->words, any_mapped, size) == 0)
    return TRUE;
  return get_words (address, listener->n_words, own) && memcmp (listener->words, own, size) == 0;
}

static gboolean
is_at (const End *end, GInetSocketAddress *address)
{
  guint32 words[MAX_WORDS];

  return end->port == g_inet_socket_address_get_port (address)
         && get_words (g_inet_socket_address_get_address (address), end->n_words, words)
         && memcmp (end->words, words, end->n_words * sizeof (guint32)) == 0;
}

static gboolean
is_trusted (uid_t listener, uid_t user)
{
  return listener == user || listener <= LAST_SYSTEM_USER
         || (listener >= FIRST_DYNAMIC_USER && listener <= LAST_DYNAMIC_USER);
}

ParleyListener
parley_listener_find (const char *table, GInetAddress *address, guint16 port, uid_t user)
{
  ParleyListener found = PARLEY_LISTENER_NONE;

  for (const char *line = table; line != NULL; line = strchr (line, '\n'))
    {
      Socket listener = { 0 };

      line += *line == '\n';
      if (!parse_socket (line, &listener) || listener.state != STATE_LISTEN
          || listener.here.port != port || !takes (&listener.here, address))
        continue;
      if (!is_trusted (listener.user, user))
        return PARLEY_LISTENER_FOREIGN;
      found = PARLEY_LISTENER_TRUSTED;
    }
  return found;
}

static ParleyListener
judge_peer (guint state, uid_t owner, gulong inode, uid_t user)
{
  if (state != STATE_ESTABLISHED && state != STATE_RECEIVED)
    return PARLEY_LISTENER_UNCLEAR;
  if (inode == 0)
    return PARLEY_LISTENER_WAITING;
  return is_trusted (owner, user) ? PARLEY_LISTENER_TRUSTED : PARLEY_LISTENER_FOREIGN;
}

ParleyListener
parley_listener_find_peer (const char *table,
                           GInetSocketAddress *theirs,
                           GInetSocketAddress *ours,
                           uid_t user)
{
  for (const char *line = table; line != NULL; line = strchr (line, '\n'))
    {
      Socket peer = { 0 };

      line += *line == '\n';
      if (!parse_socket (line, &peer) || !is_at (&peer.here, theirs) || !is_at (&peer.there, ours))
        continue;
      return judge_peer (peer.state, peer.user, peer.inode, user);
    }
  return PARLEY_LISTENER_NONE;
}

/* What is looked for: whoever listens at @theirs or, with @ours, its end of the connection. */
typedef struct
{
  GInetSocketAddress *theirs;
  GInetSocketAddress *ours; /* (nullable) */
} Query;

/* Of thousands of lines only those with the port in them are taken apart. */
static ParleyListener
find_in_line (const char *line, const Query *query)
{
  char port[sizeof ":FFFF "];

  g_snprintf (port, sizeof port, ":%04X ", g_inet_socket_address_get_port (query->theirs));
  if (strstr (line, port) == NULL)
    return PARLEY_LISTENER_NONE;
  if (query->ours != NULL)
    return parley_listener_find_peer (line, query->theirs, query->ours, getuid ());
  return parley_listener_find (line, g_inet_socket_address_get_address (query->theirs),
                               g_inet_socket_address_get_port (query->theirs), getuid ());
}

/* The kernel walks through those that listen first, which are few. */
static gboolean
is_behind_listeners (const char *line)
{
  Socket socket;

  return parse_socket (line, &socket) && socket.state != STATE_LISTEN;
}

/* Line by line until it is decided, for the kernel lets only one user listen where a connection
 * could reach either of two. */
static ParleyListener
look_into (const char *table, const Query *query)
{
  g_autofree char *path = g_build_filename ("/proc/self/net", table, NULL);
  FILE *file = fopen (path, "re");
  ParleyListener found = PARLEY_LISTENER_NONE;
  char *line = NULL;
  size_t size = 0;

  if (file == NULL)
    return PARLEY_LISTENER_UNCLEAR;
  while (found == PARLEY_LISTENER_NONE && getline (&line, &size, file) > 0
         && (query->ours != NULL || !is_behind_listeners (line)))
    found = find_in_line (line, query);
  if (ferror (file))
    found = PARLEY_LISTENER_UNCLEAR;
  fclose (file);
  free (line); /* allowed: what getline () took */
  return found;
}

/* A machine without IPv6 has no table of it, and nothing that could stand in one. */
static ParleyListener
look (const Query *query)
{
  ParleyListener found = look_into ("tcp", query);

  if (found == PARLEY_LISTENER_NONE && g_file_test ("/proc/self/net/tcp6", G_FILE_TEST_EXISTS))
    found = look_into ("tcp6", query);
  return found;
}

/* The table has all connections of the machine, and takes milliseconds where there are thousands.
 */
static ParleyListener
look_for_peer (GInetSocketAddress *theirs, GInetSocketAddress *ours)
{
  ParleySocketFacts facts;

  if (!parley_socket_diag_find (theirs, ours, &facts))
    return look (&(Query){ .theirs = theirs, .ours = ours });
  return facts.state == 0 ? PARLEY_LISTENER_NONE
                          : judge_peer (facts.state, facts.user, facts.inode, getuid ());
}

static ParleyListener
look_for_listener (GInetAddress *address, guint16 port)
{
  g_autoptr (GSocketAddress) theirs = g_inet_socket_address_new (address, port);

  return look (&(Query){ .theirs = G_INET_SOCKET_ADDRESS (theirs) });
}

/* @passing: whether it may be otherwise the next time. */
static GError *
new_error (ParleyListener found, const char *origin, gboolean passing)
{
  switch (found)
    {
    case PARLEY_LISTENER_FOREIGN:
      return g_error_new (
          PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
          _ ("Parley sends nothing to %s, because a program of another user of this computer "
             "answers there. Start the server yourself, or as a system service."),
          origin);
    case PARLEY_LISTENER_NONE:
    case PARLEY_LISTENER_UNCLEAR:
    case PARLEY_LISTENER_WAITING:
    case PARLEY_LISTENER_TRUSTED:
      break;
    }
  return g_error_new (
      PARLEY_ERROR, passing ? PARLEY_ERROR_UNREACHABLE : PARLEY_ERROR_CONFIGURATION,
      _ ("Parley sends nothing to %s, because it can't tell whose program answers there."), origin);
}

/* Of the two addresses of "localhost", what is worse counts. */
static ParleyListener
look_for_localhost (guint16 port)
{
  g_autoptr (GInetAddress) v4 = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GInetAddress) v6 = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV6);
  ParleyListener first = look_for_listener (v4, port);
  ParleyListener second = look_for_listener (v6, port);

  return MAX (first, second);
}

static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GUri *server = data;
  guint16 port = (guint16) g_uri_get_port (server);
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (g_uri_get_host (server));
  g_autofree char *origin = parley_url_dup_origin (server);
  ParleyListener found
      = address != NULL ? look_for_listener (address, port) : look_for_localhost (port);

  if (found == PARLEY_LISTENER_TRUSTED)
    g_task_return_boolean (task, TRUE);
  else if (found == PARLEY_LISTENER_NONE)
    g_task_return_new_error (task, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE, "%s",
                             _ ("Nothing answers at the server's address: is the server running?"));
  else
    g_task_return_error (task, new_error (found, origin, FALSE));
}

void
parley_listener_check_async (GUri *server,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, parley_listener_check_async);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_set_task_data (task, g_uri_ref (server), (GDestroyNotify) g_uri_unref);
  g_task_run_in_thread (task, run_check);
}

gboolean
parley_listener_check_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* First who listens, then whose the other end is. If nobody has taken the connection by then, it
 * waited with the same listener all the time: what waits with one ends with it. And once another
 * program has taken it, it stands there as that one's. */
static ParleyListener
look_at_connection (GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);
  g_autoptr (GSocketAddress) theirs = g_socket_get_remote_address (socket, NULL);
  g_autoptr (GSocketAddress) ours = g_socket_get_local_address (socket, NULL);
  ParleyListener listener;
  ParleyListener peer;

  if (!G_IS_INET_SOCKET_ADDRESS (theirs) || !G_IS_INET_SOCKET_ADDRESS (ours))
    return PARLEY_LISTENER_UNCLEAR;
  listener = look (&(Query){ .theirs = G_INET_SOCKET_ADDRESS (theirs) });
  if (listener != PARLEY_LISTENER_TRUSTED)
    return listener;
  peer = look_for_peer (G_INET_SOCKET_ADDRESS (theirs), G_INET_SOCKET_ADDRESS (ours));
  return peer == PARLEY_LISTENER_WAITING ? PARLEY_LISTENER_TRUSTED : peer;
}

static void
run_peer_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ParleyListener found = look_at_connection (source);

  if (found == PARLEY_LISTENER_TRUSTED)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, new_error (found, data, found == PARLEY_LISTENER_NONE));
}

void
parley_listener_check_peer_async (GSocketConnection *connection,
                                  const char *origin,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (connection, cancellable, callback, user_data);

  g_task_set_source_tag (task, parley_listener_check_peer_async);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_set_task_data (task, g_strdup (origin), g_free);
  g_task_run_in_thread (task, run_peer_check);
}

gboolean
parley_listener_check_peer_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
