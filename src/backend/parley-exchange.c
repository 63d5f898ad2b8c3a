/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-exchange.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "backend/parley-url.h"
#include "backend/parley-key.h"
#include "backend/parley-listener.h"
#include "base/parley-error.h"

#define READ_SIZE (16 * 1024)
/* Of an error's text; what is behind it is not read. */
#define MAX_REFUSAL (64 * 1024)
/* Of a whole answer: far above what the longest reply needs, to bound a server gone mad. */
#define MAX_BODY (64 * 1024 * 1024)

struct _ParleyExchange
{
  SoupSession *session;
  SoupMessage *message;
  ParleyDeadlines *deadlines;
  gboolean told_progress;
  char *key;
  const ParleyExchangeFuncs *funcs;
  gpointer data;

  GCancellable *outer; /* (nullable): the caller's */
  GSource *outer_source;
  GCancellable *inner; /* what the network calls see; cancelled by a timer too */
  GInputStream *stream;
  GByteArray *refusal; /* body of an answer that is no success */
  gsize received;
  GError *error; /* why it was stopped from our side */
  gboolean ended;

  gulong starting;
};

/* Whatever waits for the network comes back with an error and ends the exchange; that may happen
 * inside of g_cancellable_cancel (), so nothing of the exchange is touched after it. */
static void
stop (ParleyExchange *exchange, GError *error)
{
  g_autoptr (GCancellable) inner = g_object_ref (exchange->inner);

  if (exchange->error == NULL)
    exchange->error = error;
  else
    g_error_free (error);
  g_cancellable_cancel (inner);
}

static void
on_deadline (GError *error, gpointer data)
{
  stop (data, error);
}

/* There is a connection, and the request goes out on it. */
static void
on_starting (SoupMessage *message, gpointer data)
{
  ParleyExchange *exchange = data;

  parley_deadlines_note_connected (exchange->deadlines);
}

/* A source instead of a handler: a handler must not disconnect itself while it runs, and an
 * exchange may end there. */
static gboolean
on_outer_cancelled (GCancellable *cancellable, gpointer data)
{
  stop (data, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Cancelled.")));
  return G_SOURCE_REMOVE;
}

ParleyExchange *
parley_exchange_new (const ParleyExchangeSetup *setup,
                     const ParleyExchangeFuncs *funcs,
                     gpointer data)
{
  ParleyExchange *exchange = g_new0 (ParleyExchange, 1);

  exchange->session = g_object_ref (setup->session);
  exchange->message = g_object_ref (setup->message);
  exchange->deadlines
      = parley_deadlines_new (setup->timers, &setup->timeouts, on_deadline, exchange);
  exchange->told_progress = setup->told_progress;
  exchange->key = g_strdup (setup->key);
  exchange->funcs = funcs;
  exchange->data = data;
  g_set_object (&exchange->outer, setup->cancellable);
  exchange->inner = g_cancellable_new ();
  soup_message_add_flags (exchange->message, SOUP_MESSAGE_NO_REDIRECT);
  /* Nobody to ask for a password. Disabled here and not taken from the session, because without it
   * libsoup 3.2 reads the whole body of a 401 into memory before it tells us of the answer. */
  soup_message_disable_feature (exchange->message, SOUP_TYPE_AUTH_MANAGER);
  return exchange;
}

void
parley_exchange_free (ParleyExchange *exchange)
{
  if (exchange->outer_source != NULL)
    g_source_destroy (exchange->outer_source);
  g_clear_pointer (&exchange->outer_source, g_source_unref);
  parley_deadlines_free (exchange->deadlines);
  g_clear_object (&exchange->stream);
  g_clear_object (&exchange->inner);
  g_clear_object (&exchange->outer);
  g_clear_signal_handler (&exchange->starting, exchange->message);
  g_clear_object (&exchange->message);
  g_clear_object (&exchange->session);
  g_clear_pointer (&exchange->refusal, g_byte_array_unref);
  g_clear_error (&exchange->error);
  parley_key_free (exchange->key);
  g_free (exchange);
}

static gboolean
is_stopped (ParleyExchange *exchange)
{
  return exchange->error != NULL || g_cancellable_is_cancelled (exchange->outer);
}

/* The error that counts: the user's cancellation before all, then what the server said, then our
 * own clock, then the network. */
static GError *
choose_error (ParleyExchange *exchange, const GError *transport)
{
  GError *cancelled = NULL;

  if (g_cancellable_set_error_if_cancelled (exchange->outer, &cancelled))
    return cancelled;
  if (exchange->refusal != NULL)
    return parley_http_error_from_status (soup_message_get_status (exchange->message),
                                          (const char *) exchange->refusal->data,
                                          exchange->refusal->len, exchange->key);
  if (exchange->error != NULL)
    return g_error_copy (exchange->error);
  if (transport == NULL || transport->domain == PARLEY_ERROR)
    return transport != NULL ? g_error_copy (transport) : NULL;
  return parley_http_error_from_transport (transport, exchange->stream != NULL);
}

/* An unclosed body keeps its connection for ever, and the next request would wait for it. */
static void
end (ParleyExchange *exchange, const GError *transport)
{
  g_autoptr (GError) error = choose_error (exchange, transport);

  g_return_if_fail (!exchange->ended);

  exchange->ended = TRUE;
  parley_deadlines_stop (exchange->deadlines);
  if (exchange->outer_source != NULL)
    g_source_destroy (exchange->outer_source);
  if (exchange->stream != NULL)
    g_input_stream_close_async (exchange->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  exchange->funcs->on_end (error, exchange->data);
}

static void read_more (ParleyExchange *exchange);

static void
go_on (ParleyExchange *exchange, ParleyExchangeNext next)
{
  switch (next)
    {
    case PARLEY_EXCHANGE_MORE:
      read_more (exchange);
      break;
    case PARLEY_EXCHANGE_HOLD:
      break;
    case PARLEY_EXCHANGE_ENOUGH:
      end (exchange, NULL);
      break;
    }
}

static ParleyExchangeNext
take_bytes (ParleyExchange *exchange, GBytes *bytes)
{
  gsize size = g_bytes_get_size (bytes);

  if (exchange->refusal == NULL)
    return exchange->funcs->on_bytes (bytes, exchange->data);
  g_byte_array_append (exchange->refusal, g_bytes_get_data (bytes, NULL), size);
  return exchange->refusal->len < MAX_REFUSAL ? PARLEY_EXCHANGE_MORE : PARLEY_EXCHANGE_ENOUGH;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyExchange *exchange = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes
      = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &error);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0 || is_stopped (exchange))
    {
      end (exchange, error);
      return;
    }

  if (!exchange->told_progress || exchange->refusal != NULL)
    parley_exchange_note_progress (exchange);
  exchange->received += g_bytes_get_size (bytes);
  if (exchange->received > MAX_BODY)
    {
      g_set_error_literal (&error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                           _ ("The server's answer is too long."));
      end (exchange, error);
      return;
    }
  go_on (exchange, take_bytes (exchange, bytes));
}

static void
read_more (ParleyExchange *exchange)
{
  g_input_stream_read_bytes_async (exchange->stream, READ_SIZE, G_PRIORITY_DEFAULT, exchange->inner,
                                   on_read, exchange);
}

static gboolean
is_html (SoupMessage *message)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  return g_strcmp0 (soup_message_headers_get_content_type (headers, NULL), "text/html") == 0;
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyExchange *exchange = data;
  g_autoptr (GError) error = NULL;

  exchange->stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);
  if (exchange->stream == NULL || is_stopped (exchange))
    {
      end (exchange, error);
      return;
    }

  if (!SOUP_STATUS_IS_SUCCESSFUL (soup_message_get_status (exchange->message)))
    exchange->refusal = g_byte_array_new ();
  else if (is_html (exchange->message))
    {
      error = parley_http_error_new_login_page ();
      end (exchange, error);
      return;
    }
  read_more (exchange);
}

static void
send_request (ParleyExchange *exchange)
{
  soup_session_send_async (exchange->session, exchange->message, G_PRIORITY_DEFAULT,
                           exchange->inner, on_sent, exchange);
}

static void
on_listener_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyExchange *exchange = data;
  g_autoptr (GError) error = NULL;

  if (parley_listener_check_finish (result, &error) && !is_stopped (exchange))
    send_request (exchange);
  else
    end (exchange, error);
}

void
parley_exchange_start (ParleyExchange *exchange)
{
  GUri *uri = soup_message_get_uri (exchange->message);

  exchange->starting
      = g_signal_connect (exchange->message, "starting", G_CALLBACK (on_starting), exchange);
  parley_deadlines_start (exchange->deadlines);
  if (exchange->outer != NULL)
    {
      exchange->outer_source = g_cancellable_source_new (exchange->outer);
      g_source_set_priority (exchange->outer_source, G_PRIORITY_HIGH);
      g_source_set_callback (exchange->outer_source, G_SOURCE_FUNC (on_outer_cancelled), exchange,
                             NULL);
      g_source_attach (exchange->outer_source, g_main_context_get_thread_default ());
    }
  if (parley_url_is_loopback (uri))
    parley_listener_check_async (uri, exchange->inner, on_listener_checked, exchange);
  else
    send_request (exchange);
}

void
parley_exchange_resume (ParleyExchange *exchange, ParleyExchangeNext next)
{
  go_on (exchange, is_stopped (exchange) ? PARLEY_EXCHANGE_ENOUGH : next);
}

void
parley_exchange_note_progress (ParleyExchange *exchange)
{
  if (exchange->ended)
    return;
  parley_deadlines_note_progress (exchange->deadlines);
}

void
parley_exchange_hurry (ParleyExchange *exchange, int ms)
{
  if (!exchange->ended)
    parley_deadlines_hurry (exchange->deadlines, ms);
}
