/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "control/parley-control-server.h"

#include <errno.h>
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "base/parley-json.h"

#define PIECE 4096

struct _ParleyControlServer
{
  ParleyControlFunc func;
  gpointer data;
  char *path;
  GSocketService *service;
  GPtrArray *clients; /* of ParleyControlClient */
};

struct _ParleyControlClient
{
  gatomicrefcount references;
  ParleyControlServer *server; /* NULL: disconnected */
  GSocketConnection *connection;
  GCancellable *cancellable;
  GString *heard;   /* what is not a whole line yet, or waits for an answer before it */
  GString *unsaid;  /* what is not on its way yet */
  GString *on_way;  /* what is being written; empty: nothing is */
  gboolean hearing; /* a piece is being read */
  gboolean deaf;    /* nothing more is read; disconnected when all is answered and said */
  gboolean asking;  /* a request is not answered yet */
  gboolean in_loop; /* the next request is looked for when the call that is running is over */
  gboolean watching;
  char piece[PIECE];
};

ParleyControlClient *
parley_control_client_ref (ParleyControlClient *client)
{
  g_atomic_ref_count_inc (&client->references);
  return client;
}

void
parley_control_client_unref (ParleyControlClient *client)
{
  if (!g_atomic_ref_count_dec (&client->references))
    return;
  g_object_unref (client->connection);
  g_object_unref (client->cancellable);
  g_string_free (client->heard, TRUE);
  g_string_free (client->unsaid, TRUE);
  g_string_free (client->on_way, TRUE);
  g_free (client);
}

/* Both ends may be at work: what they hold of the client goes when they are cancelled. */
static void
disconnect (ParleyControlClient *client)
{
  ParleyControlServer *server = g_steal_pointer (&client->server);

  if (server == NULL)
    return;
  g_cancellable_cancel (client->cancellable);
  g_socket_shutdown (g_socket_connection_get_socket (client->connection), TRUE, TRUE, NULL);
  g_ptr_array_remove (server->clients, client);
}

/* --- what is said --- */

static gboolean
has_request (const ParleyControlClient *client)
{
  return client->asking || memchr (client->heard->str, '\n', client->heard->len) != NULL;
}

static void speak (ParleyControlClient *client);

static void
on_written (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr (ParleyControlClient) client = data;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, NULL))
    disconnect (client);
  g_string_truncate (client->on_way, 0);
  if (client->server != NULL)
    speak (client);
}

static void
speak (ParleyControlClient *client)
{
  GString *next = client->unsaid;

  if (client->on_way->len > 0)
    return;
  if (next->len == 0)
    {
      if (client->deaf && !has_request (client))
        disconnect (client);
      return;
    }
  client->unsaid = client->on_way;
  client->on_way = next;
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (client->connection)),
                                   next->str, next->len, G_PRIORITY_DEFAULT, client->cancellable,
                                   on_written, parley_control_client_ref (client));
}

static void
say (ParleyControlClient *client, const char *line)
{
  if (client->server == NULL)
    return;
  g_string_append (client->unsaid, line);
  g_string_append_c (client->unsaid, '\n');
  if (client->unsaid->len > PARLEY_CONTROL_MAX_UNREAD)
    disconnect (client);
  else
    speak (client);
}

static char *
dup_refusal (const char *sentence)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_boolean (line, "ok", FALSE);
  parley_json_line_add_string (line, "error", sentence);
  return parley_json_line_end (line);
}

/* --- what is heard --- */

static void
ask (ParleyControlClient *client, const char *line, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = parley_json_parse (line, length, &error);

  client->asking = TRUE;
  if (node == NULL)
    parley_control_client_refuse (client, _ ("A request is a JSON object on one line."));
  else
    client->server->func (client, json_node_get_object (node), client->server->data);
}

/* Returns: FALSE if no whole line is there. */
static gboolean
ask_next (ParleyControlClient *client)
{
  const char *end = memchr (client->heard->str, '\n', client->heard->len);
  gsize length = end != NULL ? (gsize) (end - client->heard->str) : client->heard->len;
  g_autofree char *line = NULL;

  if (length > PARLEY_CONTROL_MAX_LINE)
    {
      g_autofree char *refusal = dup_refusal (_ ("The request is too long."));

      g_string_truncate (client->heard, 0);
      client->deaf = TRUE;
      say (client, refusal);
      return FALSE;
    }
  if (end == NULL)
    return FALSE;
  /* It is taken out first: its answer may come within the call. */
  line = g_strndup (client->heard->str, length);
  g_string_erase (client->heard, 0, (gssize) length + 1);
  ask (client, line, length);
  return TRUE;
}

static void hear (ParleyControlClient *client);

/* The client goes on: what it said is looked at, and then it is listened to. */
static void
go_on (ParleyControlClient *client)
{
  client->in_loop = TRUE;
  while (client->server != NULL && !client->asking && ask_next (client))
    ;
  client->in_loop = FALSE;
  if (client->server == NULL)
    return;
  hear (client);
  speak (client);
}

/* Who has no more to say may still read: what they asked is answered. */
static void
on_heard (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr (ParleyControlClient) client = data;
  gssize length = g_input_stream_read_finish (G_INPUT_STREAM (stream), result, NULL);

  client->hearing = FALSE;
  if (client->server == NULL)
    return;
  if (length > 0)
    g_string_append_len (client->heard, client->piece, length);
  else
    client->deaf = TRUE;
  go_on (client);
}

/* Who asks on and on while the first request is not answered waits in the kernel's buffer. */
static void
hear (ParleyControlClient *client)
{
  if (client->deaf || client->hearing || client->heard->len > PARLEY_CONTROL_MAX_LINE)
    return;
  client->hearing = TRUE;
  g_input_stream_read_async (g_io_stream_get_input_stream (G_IO_STREAM (client->connection)),
                             client->piece, sizeof client->piece, G_PRIORITY_DEFAULT,
                             client->cancellable, on_heard, parley_control_client_ref (client));
}

void
parley_control_client_answer (ParleyControlClient *client, char *line)
{
  g_autofree char *answer = line;

  say (client, answer);
  client->asking = FALSE;
  if (client->server != NULL && !client->in_loop)
    go_on (client);
}

void
parley_control_client_refuse (ParleyControlClient *client, const char *sentence)
{
  parley_control_client_answer (client, dup_refusal (sentence));
}

void
parley_control_client_watch (ParleyControlClient *client)
{
  client->watching = TRUE;
}

/* --- who comes --- */

/* The socket's mode lets nobody else in; this holds where a file system has no modes. */
static gboolean
is_user (GSocketConnection *connection)
{
  g_autoptr (GCredentials) credentials
      = g_socket_get_credentials (g_socket_connection_get_socket (connection), NULL);

  return credentials != NULL && g_credentials_get_unix_user (credentials, NULL) == geteuid ();
}

static ParleyControlClient *
client_new (ParleyControlServer *server, GSocketConnection *connection)
{
  ParleyControlClient *client = g_new0 (ParleyControlClient, 1);

  g_atomic_ref_count_init (&client->references);
  client->server = server;
  client->connection = g_object_ref (connection);
  client->cancellable = g_cancellable_new ();
  client->heard = g_string_new (NULL);
  client->unsaid = g_string_new (NULL);
  client->on_way = g_string_new (NULL);
  g_ptr_array_add (server->clients, client);
  return client;
}

/* One too many is told so, and not heard. */
static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  ParleyControlServer *server = data;
  ParleyControlClient *client;

  if (!is_user (connection) || server->clients->len > PARLEY_CONTROL_MAX_CLIENTS)
    return TRUE;
  client = client_new (server, connection);
  if (server->clients->len <= PARLEY_CONTROL_MAX_CLIENTS)
    {
      hear (client);
      return TRUE;
    }
  client->deaf = TRUE;
  parley_control_client_refuse (client, _ ("Too many programs are connected to Parley."));
  return TRUE;
}

/* --- the socket --- */

static void
set_error (GError **error, const char *path, int code)
{
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("Parley can't be controlled at %s: %s"), path, g_strerror (code));
}

/* Returns: whether a program listens there, for all that can be known without waiting. */
static gboolean
is_listened_to (GSocketAddress *address)
{
  g_autoptr (GSocket) socket
      = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GError) error = NULL;

  if (socket == NULL)
    return TRUE;
  g_socket_set_blocking (socket, FALSE);
  return g_socket_connect (socket, address, NULL, &error)
         || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
}

/* Returns: FALSE with a sentence if something stands there that is to stay. */
static gboolean
clear_place (const char *path, GSocketAddress *address, GError **error)
{
  GStatBuf there;

  if (strlen (path) >= sizeof ((struct sockaddr_un *) NULL)->sun_path)
    {
      set_error (error, path, ENAMETOOLONG);
      return FALSE;
    }
  if (g_lstat (path, &there) != 0)
    return TRUE;
  if (!S_ISSOCK (there.st_mode) || there.st_uid != geteuid ())
    {
      set_error (error, path, EEXIST);
      return FALSE;
    }
  if (is_listened_to (address))
    {
      set_error (error, path, EADDRINUSE);
      return FALSE;
    }
  g_unlink (path);
  return TRUE;
}

/* The mode is that of the socket before it has a name: nobody else can be quicker. */
static GSocket *
listen_at (GSocketAddress *address, GError **error)
{
  g_autoptr (GSocket) socket
      = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);

  if (socket == NULL)
    return NULL;
  g_socket_set_blocking (socket, FALSE);
  if (fchmod (g_socket_get_fd (socket), 0600) != 0 || !g_socket_bind (socket, address, TRUE, error)
      || !g_socket_listen (socket, error))
    return NULL;
  return g_steal_pointer (&socket);
}

ParleyControlServer *
parley_control_server_new (const char *path, ParleyControlFunc func, gpointer data, GError **error)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) socket = NULL;
  ParleyControlServer *server;

  if (!clear_place (path, address, error))
    return NULL;
  socket = listen_at (address, error);
  if (socket == NULL)
    {
      g_prefix_error (error, _ ("Parley can't be controlled: "));
      return NULL;
    }
  server = g_new0 (ParleyControlServer, 1);
  server->func = func;
  server->data = data;
  server->path = g_strdup (path);
  server->clients = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_control_client_unref);
  server->service = g_socket_service_new ();
  g_socket_listener_add_socket (G_SOCKET_LISTENER (server->service), socket, NULL, NULL);
  g_signal_connect (server->service, "incoming", G_CALLBACK (on_incoming), server);
  return server;
}

void
parley_control_server_free (ParleyControlServer *server)
{
  g_signal_handlers_disconnect_by_data (server->service, server);
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  while (server->clients->len > 0)
    disconnect (g_ptr_array_index (server->clients, 0));
  g_ptr_array_unref (server->clients);
  g_object_unref (server->service);
  g_unlink (server->path);
  g_free (server->path);
  g_free (server);
}

/* Who does not read goes while all are told. */
void
parley_control_server_publish (ParleyControlServer *server, const char *line)
{
  for (guint i = server->clients->len; i > 0; i--)
    {
      ParleyControlClient *client = g_ptr_array_index (server->clients, i - 1);

      if (client->watching)
        say (client, line);
    }
}
