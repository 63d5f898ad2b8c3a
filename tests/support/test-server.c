/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-server.h"

#include <string.h>
#include <libsoup/soup.h>

#define FAIL_SAFE_S 60

/* Key of the socket behind an address that libsoup hands through. */
#define SOCKET_KEY "parley-test-socket"

struct _ParleyTestServer
{
  SoupServer *soup;
  GSocketService *listener; /* ours, because libsoup 3.2 leaks the sockets of its own */
  guint16 port;
  GPtrArray *peers;
};

struct _ParleyTestPeer
{
  char *method;
  char *path;
  char *body;
  SoupMessageHeaders *headers;
  GIOStream *stream;
  GSocket *socket;
  GCancellable *cancellable;
  GByteArray *queue; /* not yet handed to the stream */
  GBytes *writing;   /* (nullable): on its way */
  gboolean cut;
  gboolean closed; /* by the client */
  gsize sent;
  guint n_pending; /* calls that still come back */
  char drop[256];
};

typedef struct
{
  ParleyTestServer *server;
  guint index;
} RequestWait;

static gboolean
on_fail_safe (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
parley_test_wait (ParleyTestCondition condition, gpointer data)
{
  gboolean late = FALSE;
  g_autoptr (GSource) source = g_timeout_source_new_seconds (FAIL_SAFE_S);

  g_source_set_callback (source, on_fail_safe, &late, NULL);
  g_source_attach (source, NULL);
  while (!condition (data) && !late)
    g_main_context_iteration (NULL, TRUE);
  g_source_destroy (source);
  g_assert_false (late);
}

static void
on_dropped (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyTestPeer *peer = data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  peer->n_pending--;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* A client sends nothing behind its request, so this is the end of the connection. */
  g_assert_cmpint (n, <=, 0);
  peer->closed = TRUE;
}

static void
watch (ParleyTestPeer *peer)
{
  peer->n_pending++;
  g_input_stream_read_async (g_io_stream_get_input_stream (peer->stream), peer->drop,
                             sizeof peer->drop, G_PRIORITY_DEFAULT, peer->cancellable, on_dropped,
                             peer);
}

static void flush (ParleyTestPeer *peer);

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyTestPeer *peer = data;
  gssize n = g_output_stream_write_bytes_finish (G_OUTPUT_STREAM (source), result, NULL);
  g_autoptr (GBytes) written = g_steal_pointer (&peer->writing);

  peer->n_pending--;
  if (n < 0)
    {
      g_byte_array_set_size (peer->queue, 0);
      return;
    }
  peer->sent += n;
  if ((gsize) n < g_bytes_get_size (written))
    {
      GByteArray *rest = g_byte_array_new ();

      g_byte_array_append (rest, (const guint8 *) g_bytes_get_data (written, NULL) + n,
                           g_bytes_get_size (written) - n);
      g_byte_array_append (rest, peer->queue->data, peer->queue->len);
      g_byte_array_unref (peer->queue);
      peer->queue = rest;
    }
  flush (peer);
}

static void
flush (ParleyTestPeer *peer)
{
  if (peer->writing != NULL)
    return;
  if (peer->queue->len > 0)
    {
      peer->writing = g_byte_array_free_to_bytes (peer->queue);
      peer->queue = g_byte_array_new ();
      peer->n_pending++;
      g_output_stream_write_bytes_async (g_io_stream_get_output_stream (peer->stream),
                                         peer->writing, G_PRIORITY_DEFAULT, peer->cancellable,
                                         on_written, peer);
    }
  else if (peer->cut)
    g_socket_shutdown (peer->socket, TRUE, TRUE, NULL);
}

static void
on_request (SoupServer *soup,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  ParleyTestServer *server = data;
  ParleyTestPeer *peer = g_new0 (ParleyTestPeer, 1);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);

  peer->method = g_strdup (soup_server_message_get_method (message));
  peer->path = g_strdup (path);
  peer->headers = soup_message_headers_ref (headers);
  peer->body = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  peer->cancellable = g_cancellable_new ();
  peer->queue = g_byte_array_new ();
  peer->socket = g_object_ref (
      g_object_get_data (G_OBJECT (soup_server_message_get_remote_address (message)), SOCKET_KEY));
  peer->stream = soup_server_message_steal_connection (message);
  g_ptr_array_add (server->peers, peer);
  watch (peer);
}

static gboolean
is_idle (gpointer data)
{
  return ((ParleyTestPeer *) data)->n_pending == 0;
}

static void
peer_free (gpointer data)
{
  ParleyTestPeer *peer = data;

  g_cancellable_cancel (peer->cancellable);
  parley_test_wait (is_idle, peer);
  g_io_stream_close (peer->stream, NULL, NULL);
  g_object_unref (peer->stream);
  g_object_unref (peer->socket);
  g_object_unref (peer->cancellable);
  g_byte_array_unref (peer->queue);
  g_free (peer->method);
  g_free (peer->path);
  g_free (peer->body);
  soup_message_headers_unref (peer->headers);
  g_free (peer);
}

static gboolean
on_incoming (GSocketService *listener,
             GSocketConnection *connection,
             GObject *source,
             gpointer data)
{
  ParleyTestServer *server = data;
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);
  g_autoptr (GError) error = NULL;

  g_object_set_data_full (G_OBJECT (remote), SOCKET_KEY,
                          g_object_ref (g_socket_connection_get_socket (connection)),
                          g_object_unref);
  soup_server_accept_iostream (server->soup, G_IO_STREAM (connection), local, remote, &error);
  g_assert_no_error (error);
  return TRUE;
}

static guint16
listen_on_loopback (GSocketService *listener)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) got = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_listener_add_address (G_SOCKET_LISTENER (listener), wanted, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &got, &error);
  g_assert_no_error (error);
  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
}

ParleyTestServer *
parley_test_server_new (void)
{
  ParleyTestServer *server = g_new0 (ParleyTestServer, 1);

  server->peers = g_ptr_array_new_with_free_func (peer_free);
  server->soup = soup_server_new (NULL, NULL);
  soup_server_add_handler (server->soup, NULL, on_request, server, NULL);
  server->listener = g_socket_service_new ();
  g_signal_connect (server->listener, "incoming", G_CALLBACK (on_incoming), server);
  server->port = listen_on_loopback (server->listener);
  return server;
}

void
parley_test_server_free (ParleyTestServer *server)
{
  g_ptr_array_unref (server->peers);
  g_socket_service_stop (server->listener);
  g_socket_listener_close (G_SOCKET_LISTENER (server->listener));
  g_object_unref (server->listener);
  soup_server_disconnect (server->soup);
  g_object_unref (server->soup);
  g_free (server);
}

guint16
parley_test_server_get_port (ParleyTestServer *server)
{
  return server->port;
}

char *
parley_test_server_dup_url (ParleyTestServer *server)
{
  return g_strdup_printf ("http://127.0.0.1:%u/v1", server->port);
}

guint
parley_test_server_count (ParleyTestServer *server)
{
  return server->peers->len;
}

static gboolean
has_request (gpointer data)
{
  const RequestWait *wait = data;

  return wait->server->peers->len > wait->index;
}

ParleyTestPeer *
parley_test_server_wait_for (ParleyTestServer *server, guint index)
{
  RequestWait wait = { server, index };

  parley_test_wait (has_request, &wait);
  return g_ptr_array_index (server->peers, index);
}

const char *
parley_test_peer_get_method (ParleyTestPeer *peer)
{
  return peer->method;
}

const char *
parley_test_peer_get_path (ParleyTestPeer *peer)
{
  return peer->path;
}

const char *
parley_test_peer_get_body (ParleyTestPeer *peer)
{
  return peer->body;
}

const char *
parley_test_peer_get_authorization (ParleyTestPeer *peer)
{
  return parley_test_peer_get_header (peer, "Authorization");
}

const char *
parley_test_peer_get_header (ParleyTestPeer *peer, const char *name)
{
  return soup_message_headers_get_one (peer->headers, name);
}

void
parley_test_peer_raw (ParleyTestPeer *peer, const void *data, gsize length)
{
  g_byte_array_append (peer->queue, data, length);
  flush (peer);
}

void
parley_test_peer_head (ParleyTestPeer *peer, guint status, const char *type, const char *headers)
{
  g_autofree char *head = g_strdup_printf ("HTTP/1.1 %u Status\r\nContent-Type: %s\r\n%s"
                                           "Transfer-Encoding: chunked\r\n\r\n",
                                           status, type, headers != NULL ? headers : "");

  parley_test_peer_raw (peer, head, strlen (head));
}

void
parley_test_peer_chunk (ParleyTestPeer *peer, const char *data, gssize length)
{
  gsize size = length < 0 ? strlen (data) : (gsize) length;
  g_autofree char *head = g_strdup_printf ("%" G_GSIZE_MODIFIER "x\r\n", size);

  if (size == 0)
    return;
  parley_test_peer_raw (peer, head, strlen (head));
  parley_test_peer_raw (peer, data, size);
  parley_test_peer_raw (peer, "\r\n", 2);
}

void
parley_test_peer_end (ParleyTestPeer *peer)
{
  parley_test_peer_raw (peer, "0\r\n\r\n", 5);
}

void
parley_test_peer_cut (ParleyTestPeer *peer)
{
  peer->cut = TRUE;
  flush (peer);
}

gboolean
parley_test_peer_is_closed (ParleyTestPeer *peer)
{
  return peer->closed;
}

gsize
parley_test_peer_get_sent (ParleyTestPeer *peer)
{
  return peer->sent;
}
