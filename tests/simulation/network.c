/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "network.h"

#include <libsoup/soup.h>

#define SIM_TYPE_BODY (sim_body_get_type ())
G_DECLARE_FINAL_TYPE (SimBody, sim_body, SIM, BODY, GInputStream)

/* One request: first its sending is waited for, then each piece of the answer. */
struct _SimBody
{
  GInputStream parent_instance;

  SimNetwork *network;
  SimAnswer *answer;
  gsize at;          /* in the answer's body */
  ParleyTimer *due;  /* of what is waited for */
  GTask *waiting;    /* NULL: nobody waits */
  gulong handler;    /* of its cancellable */
  SoupMessage *sent; /* while its status is waited for */
  gboolean connected;
  guint8 *room; /* of who reads */
  gsize size;
};

G_DEFINE_FINAL_TYPE (SimBody, sim_body, G_TYPE_INPUT_STREAM)

static const char place = 0;

static SimNetwork *
get_network (void)
{
  return g_dataset_get_data (&place, "network");
}

void
sim_network_begin (SimNetwork *network)
{
  g_dataset_set_data (&place, "network", network);
}

void
sim_network_end (void)
{
  g_dataset_destroy (&place);
}

SimAnswer *
sim_answer_new (void)
{
  SimAnswer *answer = g_new0 (SimAnswer, 1);

  answer->connect_ms = 20;
  answer->first_ms = 200;
  answer->status = 200;
  answer->piece = 64;
  answer->piece_ms = 30;
  answer->body = g_string_new (NULL);
  return answer;
}

void
sim_answer_free (SimAnswer *answer)
{
  g_string_free (answer->body, TRUE);
  g_free (answer);
}

/* --- waiting --- */

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  SimBody *self = data;

  parley_timer_arm (self->due, parley_timers_now (self->network->timers));
}

/* @task: (transfer full). @ms: G_MAXUINT: for ever. */
static void
wait_for (SimBody *self, GTask *task, guint ms)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_assert_null (self->waiting);
  self->waiting = task;
  if (ms != G_MAXUINT)
    parley_timer_arm (self->due, parley_timers_now (self->network->timers) + ms);
  if (cancellable != NULL)
    self->handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), self, NULL);
}

/* Returns: (transfer full). */
static GTask *
stop_waiting (SimBody *self)
{
  GTask *task = g_steal_pointer (&self->waiting);

  parley_timer_disarm (self->due);
  if (self->handler != 0)
    g_cancellable_disconnect (g_task_get_cancellable (task), self->handler);
  self->handler = 0;
  return task;
}

static gboolean
is_cut (SimBody *self)
{
  return self->answer->end == SIM_ANSWER_CUT && self->at == self->answer->body->len;
}

static void
give_piece (SimBody *self, GTask *task)
{
  gsize n = MIN (MIN (self->size, self->answer->piece), self->answer->body->len - self->at);

  if (is_cut (self) || sim_faults_strike (self->network->faults, SIM_CALL_PIECE))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "Cut");
      return;
    }
  memcpy (self->room, self->answer->body->str + self->at, n);
  self->at += n;
  g_task_return_int (task, (gssize) n);
}

static void
set_status (SimBody *self)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->sent);

  soup_message_headers_replace (headers, "Content-Type", "text/event-stream");
  g_object_set_data (G_OBJECT (self->sent), "sim-status", GUINT_TO_POINTER (self->answer->status));
}

static void
go_on_sending (SimBody *self)
{
  g_autoptr (GTask) task = NULL;

  if (!self->connected && self->answer->end != SIM_ANSWER_NOBODY)
    {
      self->connected = TRUE;
      parley_timer_arm (self->due,
                        parley_timers_now (self->network->timers) + self->answer->first_ms);
      g_signal_emit_by_name (self->sent, "starting");
      return;
    }
  task = stop_waiting (self);
  if (self->answer->end == SIM_ANSWER_NOBODY)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, "Refused");
  else
    {
      set_status (self);
      g_task_return_pointer (task, g_object_ref (self), g_object_unref);
    }
  g_clear_object (&self->sent);
}

static void
on_due (gpointer data)
{
  g_autoptr (SimBody) self = g_object_ref (SIM_BODY (data));
  g_autoptr (GTask) task = NULL;

  if (!g_cancellable_is_cancelled (g_task_get_cancellable (self->waiting)) && self->sent != NULL)
    {
      go_on_sending (self);
      return;
    }
  task = stop_waiting (self);
  g_clear_object (&self->sent);
  if (!g_task_return_error_if_cancelled (task))
    give_piece (self, task);
}

/* --- the stream --- */

static void
sim_body_read_async (GInputStream *stream,
                     void *buffer,
                     gsize count,
                     int priority,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  SimBody *self = SIM_BODY (stream);
  gboolean stalls = self->answer->end == SIM_ANSWER_STALLS && self->at == self->answer->body->len;

  self->room = buffer;
  self->size = count;
  wait_for (self, g_task_new (stream, cancellable, callback, user_data),
            stalls ? G_MAXUINT : self->answer->piece_ms);
}

static gssize
sim_body_read_finish (GInputStream *stream, GAsyncResult *result, GError **error)
{
  return g_task_propagate_int (G_TASK (result), error);
}

static void
sim_body_close_async (GInputStream *stream,
                      int priority,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (stream, cancellable, callback, user_data);

  g_task_return_boolean (task, TRUE);
}

static gboolean
sim_body_close_finish (GInputStream *stream, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
sim_body_finalize (GObject *object)
{
  SimBody *self = SIM_BODY (object);

  self->network->n_open--;
  parley_timer_free (self->due);
  sim_answer_free (self->answer);
  G_OBJECT_CLASS (sim_body_parent_class)->finalize (object);
}

static void
sim_body_class_init (SimBodyClass *class)
{
  GInputStreamClass *stream_class = G_INPUT_STREAM_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = sim_body_finalize;
  stream_class->read_async = sim_body_read_async;
  stream_class->read_finish = sim_body_read_finish;
  stream_class->close_async = sim_body_close_async;
  stream_class->close_finish = sim_body_close_finish;
}

static void
sim_body_init (SimBody *self)
{
}

/* --- in the place of libsoup's --- */

#define INSTEAD __attribute__ ((visibility ("default")))

INSTEAD void
soup_message_set_request_body_from_bytes (SoupMessage *message, const char *type, GBytes *bytes)
{
  g_object_set_data_full (G_OBJECT (message), "sim-body",
                          bytes != NULL ? g_bytes_ref (bytes) : NULL,
                          (GDestroyNotify) g_bytes_unref);
}

INSTEAD SoupStatus
soup_message_get_status (SoupMessage *message)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (message), "sim-status"));
}

static SimAnswer *
ask (SimNetwork *network, SoupMessage *message)
{
  GBytes *bytes = g_object_get_data (G_OBJECT (message), "sim-body");
  g_autofree char *body
      = bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;

  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  const char *key = soup_message_headers_get_one (headers, "Authorization");
  const SimAsked asked = {
    .host = g_uri_get_host (soup_message_get_uri (message)),
    .path = g_uri_get_path (soup_message_get_uri (message)),
    .key = key != NULL ? key : soup_message_headers_get_one (headers, "x-api-key"),
    .body = body,
  };

  return network->ask (network->data, &asked);
}

INSTEAD void
soup_session_send_async (SoupSession *session,
                         SoupMessage *message,
                         int priority,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (SimBody) self = g_object_new (SIM_TYPE_BODY, NULL);
  GTask *task = g_task_new (session, cancellable, callback, user_data);

  self->network = get_network ();
  self->network->n_open++;
  self->answer = ask (self->network, message);
  if (sim_faults_strike (self->network->faults, SIM_CALL_REQUEST))
    self->answer->end = SIM_ANSWER_NOBODY;
  self->due = parley_timer_new (self->network->timers, on_due, self);
  self->sent = g_object_ref (message);
  /* It lives as long as it is waited for. */
  g_task_set_task_data (task, g_object_ref (self), g_object_unref);
  wait_for (self, task, self->answer->connect_ms);
}

INSTEAD GInputStream *
soup_session_send_finish (SoupSession *session, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
