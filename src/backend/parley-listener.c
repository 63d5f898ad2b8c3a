/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-listener.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/parley-http.h"
#include "base/parley-error.h"

/* The accounts that Debian and systemd give to services and never to people: login.defs,
 * SYS_UID_MAX; systemd's DynamicUser=. 65534 is not among them: besides nobody's programs it stands
 * for whoever has no name in this user namespace. */
#define LAST_SYSTEM_USER   999
#define FIRST_DYNAMIC_USER 61184
#define LAST_DYNAMIC_USER  65519

#define STATE_LISTEN       0x0a
/* Of an IPv6 address: how many hex digits, and how many 32-bit words. */
#define MAX_DIGITS 32
/* Of a line: all that is looked at, and more. */
#define MAX_LINE  160
#define MAX_WORDS 4

typedef struct
{
  guint32 words[MAX_WORDS]; /* as the kernel prints them: bytes as they are in memory */
  guint n_words;
  guint port;
  guint state;
  guint user;
} Socket;

/* "  0: 0100007F:2CAA 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000 …" */
static gboolean
parse_socket (const char *text, Socket *found)
{
  char line[MAX_LINE] = { 0 };
  char address[MAX_DIGITS + 1];
  gsize length;

  /* Its own copy, because sscanf () looks for the end of the whole text first. */
  memcpy (line, text, MIN (strcspn (text, "\n"), sizeof line - 1));
  if (sscanf (line, " %*u: %32[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x %*x:%*x %*x:%*x %*x %u", address,
              &found->port, &found->state, &found->user)
      != 4)
    return FALSE;
  length = strlen (address);
  found->n_words = length / 8;
  if (length != 8 && length != MAX_DIGITS)
    return FALSE;
  for (guint i = 0; i < found->n_words; i++)
    {
      char word[9] = { 0 };

      memcpy (word, address + 8 * i, 8);
      found->words[i] = (guint32) g_ascii_strtoull (word, NULL, 16);
    }
  return TRUE;
}

/* Whether a connection to @address can reach the socket: it is bound to it or to all. A socket of
 * IPv6 that is bound to all takes IPv4 too, unless it was told not to, which the table hides. */
static gboolean
takes (const Socket *listener, GInetAddress *address)
{
  const guint32 any[MAX_WORDS] = { 0 };
  const guint32 any_mapped[MAX_WORDS] = { 0, 0, GUINT32_TO_BE (0xffff), 0 };
  gsize size = listener->n_words * sizeof (guint32);
  guint32 own[MAX_WORDS] = { 0, 0, GUINT32_TO_BE (0xffff), 0 };
  gboolean is_v4 = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4;

  if (memcmp (listener->words, any, size) == 0)
    return is_v4 || listener->n_words == MAX_WORDS;
  if (is_v4 && listener->n_words == MAX_WORDS && memcmp (listener->words, any_mapped, size) == 0)
    return TRUE;
  if (is_v4 && listener->n_words == MAX_WORDS)
    memcpy (&own[3], g_inet_address_to_bytes (address), sizeof own[3]);
  else if (g_inet_address_get_native_size (address) == size)
    memcpy (own, g_inet_address_to_bytes (address), size);
  else
    return FALSE;
  return memcmp (listener->words, own, size) == 0;
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
      if (!parse_socket (line, &listener) || listener.state != STATE_LISTEN || listener.port != port
          || !takes (&listener, address))
        continue;
      if (!is_trusted (listener.user, user))
        return PARLEY_LISTENER_FOREIGN;
      found = PARLEY_LISTENER_TRUSTED;
    }
  return found;
}

/* Line by line until it is decided, for the kernel lets only one user listen where a connection
 * could reach either of two: as it walks through all connections to print them, the rest would cost
 * milliseconds. A table may be missing: without IPv6, or where no /proc is. */
static ParleyListener
look_into (const char *path, GInetAddress *address, guint16 port)
{
  FILE *file = fopen (path, "re");
  ParleyListener found = PARLEY_LISTENER_NONE;
  char *line = NULL;
  size_t size = 0;

  while (file != NULL && found == PARLEY_LISTENER_NONE && getline (&line, &size, file) > 0)
    found = parley_listener_find (line, address, port, getuid ());
  if (file != NULL)
    fclose (file);
  free (line); /* allowed: what getline () took */
  return found;
}

static gboolean
is_foreign (GInetAddress *address, guint16 port)
{
  ParleyListener found = PARLEY_LISTENER_NONE;

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4)
    found = look_into ("/proc/self/net/tcp", address, port);
  if (found == PARLEY_LISTENER_NONE)
    found = look_into ("/proc/self/net/tcp6", address, port);
  return found == PARLEY_LISTENER_FOREIGN;
}

static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GUri *server = data;
  guint16 port = (guint16) g_uri_get_port (server);
  g_autoptr (GInetAddress) v4 = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GInetAddress) v6 = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV6);
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (g_uri_get_host (server));
  g_autofree char *origin = parley_http_dup_origin (server);
  /* "localhost" is either of the two. */
  gboolean foreign = address != NULL ? is_foreign (address, port)
                                     : is_foreign (v4, port) || is_foreign (v6, port);

  if (!foreign)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_new_error (task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                             _ ("Nothing is sent to %s, because a program of another user of this "
                                "computer answers there. Have the server started under your own "
                                "account or as a service of the system."),
                             origin);
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
