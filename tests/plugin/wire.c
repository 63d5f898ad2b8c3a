/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "wire.h"

#include <string.h>

#include "test-server.h"

struct _Wire
{
  WireMeasure measure;
  WireAnswer answer;
  gpointer state;
  GDestroyNotify free_state;
  GSocketService *service;
  guint16 port;
  GSocketConnection *connection; /* NULL: none */
  GSource *source;               /* of what comes in on it */
  GString *in;                   /* what is not a whole unit yet */
  GString *out;                  /* what is held */
  GPtrArray *units;
  gboolean held;
  gboolean refusing;
};

void
wire_cut (Wire *wire)
{
  if (wire->source != NULL)
    g_source_destroy (wire->source);
  g_clear_pointer (&wire->source, g_source_unref);
  if (wire->connection != NULL)
    g_io_stream_close (G_IO_STREAM (wire->connection), NULL, NULL);
  g_clear_object (&wire->connection);
  g_string_truncate (wire->in, 0);
  g_string_truncate (wire->out, 0);
}

static void
take_units (Wire *wire)
{
  gsize length;

  while ((length = wire->measure (wire->in->str)) > 0)
    {
      char *unit = g_strndup (wire->in->str, length);

      g_string_erase (wire->in, 0, (gssize) length);
      g_ptr_array_add (wire->units, unit);
      wire->answer (wire, unit);
    }
}

static gboolean
on_readable (GSocket *socket, GIOCondition condition, gpointer data)
{
  Wire *wire = data;
  char buffer[4096];
  gssize n = g_socket_receive (socket, buffer, sizeof buffer, NULL, NULL);

  if (n <= 0)
    {
      wire_cut (wire);
      return G_SOURCE_REMOVE;
    }
  g_string_append_len (wire->in, buffer, n);
  take_units (wire);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  Wire *wire = data;

  wire_cut (wire);
  if (wire->refusing)
    {
      g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
      return TRUE;
    }
  wire->connection = g_object_ref (connection);
  wire->source
      = g_socket_create_source (g_socket_connection_get_socket (connection), G_IO_IN, NULL);
  g_source_set_callback (wire->source, G_SOURCE_FUNC (on_readable), wire, NULL);
  g_source_attach (wire->source, NULL);
  wire->answer (wire, NULL);
  return TRUE;
}

Wire *
wire_new (WireMeasure measure, WireAnswer answer, gpointer state, GDestroyNotify free_state)
{
  Wire *wire = g_new0 (Wire, 1);
  g_autoptr (GInetAddress) address = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (address, 0);
  g_autoptr (GSocketAddress) bound = NULL;

  wire->measure = measure;
  wire->answer = answer;
  wire->state = state;
  wire->free_state = free_state;
  wire->in = g_string_new (NULL);
  wire->out = g_string_new (NULL);
  wire->units = g_ptr_array_new_with_free_func (g_free);
  wire->service = g_socket_service_new ();
  g_assert_true (g_socket_listener_add_address (G_SOCKET_LISTENER (wire->service), any,
                                                G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                                &bound, NULL));
  wire->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  g_signal_connect (wire->service, "incoming", G_CALLBACK (on_incoming), wire);
  return wire;
}

void
wire_free (Wire *wire)
{
  wire_cut (wire);
  g_signal_handlers_disconnect_by_data (wire->service, wire);
  g_socket_service_stop (wire->service);
  g_socket_listener_close (G_SOCKET_LISTENER (wire->service));
  g_object_unref (wire->service);
  g_string_free (wire->in, TRUE);
  g_string_free (wire->out, TRUE);
  g_ptr_array_unref (wire->units);
  if (wire->free_state != NULL)
    wire->free_state (wire->state);
  g_free (wire);
}

gpointer
wire_get_state (Wire *wire)
{
  return wire->state;
}

guint16
wire_get_port (Wire *wire)
{
  return wire->port;
}

gboolean
wire_is_connected (Wire *wire)
{
  return wire->connection != NULL;
}

static void
flush (Wire *wire)
{
  GOutputStream *stream;

  if (wire->held || wire->out->len == 0)
    return;
  g_assert_nonnull (wire->connection);
  stream = g_io_stream_get_output_stream (G_IO_STREAM (wire->connection));
  if (g_output_stream_write_all (stream, wire->out->str, wire->out->len, NULL, NULL, NULL))
    g_string_truncate (wire->out, 0);
  else
    wire_cut (wire); /* they have hung up */
}

void
wire_push (Wire *wire, const char *text)
{
  g_string_append (wire->out, text);
  flush (wire);
}

void
wire_pushf (Wire *wire, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (wire->out, format, arguments);
  va_end (arguments);
  flush (wire);
}

void
wire_hold (Wire *wire, gboolean hold)
{
  wire->held = hold;
  flush (wire);
}

void
wire_refuse (Wire *wire, gboolean refuse)
{
  wire->refusing = refuse;
}

/* Returns: (transfer none) (nullable). */
static const char *
find_unit (Wire *wire, const char *part, guint index)
{
  for (guint i = 0; i < wire->units->len; i++)
    {
      const char *unit = g_ptr_array_index (wire->units, i);

      if (strstr (unit, part) != NULL && index-- == 0)
        return unit;
    }
  return NULL;
}

guint
wire_count (Wire *wire, const char *part)
{
  guint n = 0;

  while (find_unit (wire, part, n) != NULL)
    n++;
  return n;
}

typedef struct
{
  Wire *wire;
  const char *part;
  guint index;
} Wanted;

static gboolean
has_come (gpointer data)
{
  const Wanted *wanted = data;

  return find_unit (wanted->wire, wanted->part, wanted->index) != NULL;
}

const char *
wire_wait_for (Wire *wire, const char *part, guint index)
{
  Wanted wanted = { wire, part, index };

  parley_test_wait (has_come, &wanted);
  return find_unit (wire, part, index);
}

void
wire_forget (Wire *wire)
{
  g_ptr_array_set_size (wire->units, 0);
}
