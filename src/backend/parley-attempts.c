/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-attempts.h"

#include <libsoup/soup.h>
#include <math.h>

#include "backend/parley-stream.h"
#include "base/parley-error.h"

typedef struct
{
  GTask *task;
  const ParleyEndpoint *endpoint;
  ParleyRequest *request;
  GBytes *body;
  const ParleyBackendFuncs *funcs;
  gpointer funcs_data;

  SoupMessage *message; /* of the latest try */
  guint n;              /* tries that were repeated */
  gint64 due;           /* of the whole; 0 is none */
  ParleyTimer *pause;
  GSource *cancelled; /* (nullable): while it pauses */
} Attempts;

static void
attempts_free (Attempts *self)
{
  if (self->cancelled != NULL)
    g_source_destroy (self->cancelled);
  g_clear_pointer (&self->cancelled, g_source_unref);
  parley_timer_free (self->pause);
  g_clear_object (&self->message);
  g_bytes_unref (self->body);
  parley_request_unref (self->request);
  g_object_unref (self->task);
  g_free (self);
}

static void
on_text (const char *text, gpointer data)
{
  Attempts *self = data;

  if (self->funcs != NULL && self->funcs->delta != NULL)
    self->funcs->delta (text, self->funcs_data);
}

static void
on_reasoning (gsize bytes, gpointer data)
{
  Attempts *self = data;

  if (self->funcs != NULL && self->funcs->reasoning != NULL)
    self->funcs->reasoning (bytes, self->funcs_data);
}

static void
on_taken_back (gboolean quoted, gpointer data)
{
  Attempts *self = data;

  if (self->funcs != NULL && self->funcs->taken_back != NULL)
    self->funcs->taken_back (quoted, self->funcs_data);
}

static void
on_doubted (const char *mark, gpointer data)
{
  Attempts *self = data;

  if (self->funcs != NULL && self->funcs->doubted != NULL)
    self->funcs->doubted (mark, self->funcs_data);
}

/* Whether the same request may do better a little later. */
static gboolean
may_pass (const ParleyStreamEnd *end, guint status)
{
  if (end->error->domain != PARLEY_ERROR || !end->is_untouched)
    return FALSE;
  switch ((ParleyError) end->error->code)
    {
    case PARLEY_ERROR_RATE_LIMITED:
    case PARLEY_ERROR_OVERLOADED:
    case PARLEY_ERROR_UNREACHABLE:
    case PARLEY_ERROR_CUT:
      return TRUE;
    case PARLEY_ERROR_TIMEOUT:
      return status == SOUP_STATUS_REQUEST_TIMEOUT;
    case PARLEY_ERROR_BAD_RESPONSE:
    case PARLEY_ERROR_AUTH:
    case PARLEY_ERROR_CONTEXT_TOO_LONG:
    case PARLEY_ERROR_REFUSED:
    case PARLEY_ERROR_CONFIGURATION:
    case PARLEY_ERROR_NO_TOOLS:
      break;
    }
  return FALSE;
}

/* Returns: how long the server wants to be left alone, in ms; -1: it does not say. */
static gint64
get_after (Attempts *self)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (self->message);

  return parley_backoff_parse_after (soup_message_headers_get_one (headers, "retry-after-ms"),
                                     soup_message_headers_get_one (headers, "Retry-After"),
                                     parley_timers_wall (self->endpoint->timers));
}

/* Returns: ms until the next try, or -1 when there is none: a server that wants to be left alone
 * for longer than a person waits for an answer is left alone. */
static gint64
find_pause (Attempts *self)
{
  const ParleyEndpoint *endpoint = self->endpoint;
  gint64 after = get_after (self);
  gint64 now = parley_timers_now (endpoint->timers);

  if (after > PARLEY_BACKOFF_MAX_AFTER_MS)
    return -1;
  if (after < 0)
    after = parley_backoff_get_ms (self->n, endpoint->random (endpoint->random_data));
  return self->due > 0 && now + after >= self->due ? -1 : after;
}

static void start_try (Attempts *self);

static void
on_pause_over (gpointer data)
{
  Attempts *self = data;

  g_source_destroy (self->cancelled);
  g_clear_pointer (&self->cancelled, g_source_unref);
  start_try (self);
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Attempts *self = data;

  g_task_return_error_if_cancelled (self->task);
  attempts_free (self);
  return G_SOURCE_REMOVE;
}

static void
pause_for (Attempts *self, gint64 ms, const GError *why)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);

  self->n++;
  self->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (self->cancelled, G_SOURCE_FUNC (on_cancelled), self, NULL);
  g_source_attach (self->cancelled, g_main_context_get_thread_default ());
  parley_timer_arm (self->pause, parley_timers_now (self->endpoint->timers) + ms);
  if (self->funcs != NULL && self->funcs->retry != NULL)
    self->funcs->retry ((int) ms, why, self->funcs_data);
}

static void
conclude (Attempts *self, ParleyStreamEnd *end)
{
  if (!g_task_return_error_if_cancelled (self->task))
    {
      if (end->error != NULL && end->error->domain == PARLEY_ERROR)
        parley_error_set_after (end->error, MAX (get_after (self), 0));
      if (end->error != NULL)
        g_task_return_error (self->task, g_steal_pointer (&end->error));
      else
        g_task_return_pointer (self->task, g_steal_pointer (&end->completion),
                               (GDestroyNotify) parley_completion_free);
    }
  attempts_free (self);
}

static void
on_end (ParleyStreamEnd *end, gpointer data)
{
  Attempts *self = data;
  gint64 ms = -1;

  if (end->error != NULL && !self->request->once && self->n < self->endpoint->retries
      && may_pass (end, soup_message_get_status (self->message)))
    ms = find_pause (self);
  if (ms >= 0)
    pause_for (self, ms, end->error);
  else
    conclude (self, end);
}

static void
start_try (Attempts *self)
{
  static const ParleyStreamFuncs funcs
      = { on_text, on_taken_back, on_doubted, on_reasoning, on_end };
  const ParleyEndpoint *endpoint = self->endpoint;
  ParleyExchangeSetup setup;

  g_clear_object (&self->message);
  self->message
      = parley_endpoint_new_message (endpoint, SOUP_METHOD_POST, endpoint->dialect->path, NULL);
  soup_message_set_request_body_from_bytes (self->message, "application/json", self->body);
  soup_message_headers_replace (soup_message_get_request_headers (self->message), "Accept",
                                "text/event-stream");
  setup = parley_endpoint_get_setup (endpoint, self->message, g_task_get_cancellable (self->task));
  if (self->due > 0)
    setup.timeouts.total = (int) MAX (self->due - parley_timers_now (endpoint->timers), 1);
  parley_stream_start (endpoint->dialect, endpoint->marks, self->request, &setup, &funcs, self);
}

void
parley_attempts_start (GTask *task,
                       const ParleyEndpoint *endpoint,
                       ParleyRequest *request,
                       const ParleyBackendFuncs *funcs,
                       gpointer funcs_data)
{
  Attempts *self = g_new0 (Attempts, 1);

  self->task = task;
  self->endpoint = endpoint;
  self->request = parley_request_ref (request);
  self->body = endpoint->dialect->new_body (
      request, endpoint->model,
      parley_endpoint_takes_cache_key (endpoint) ? request->cache_key : NULL);
  self->funcs = funcs;
  self->funcs_data = funcs_data;
  self->pause = parley_timer_new (endpoint->timers, on_pause_over, self);
  if (endpoint->timeouts.total > 0)
    self->due = parley_timers_now (endpoint->timers) + endpoint->timeouts.total;
  start_try (self);
}

#define FIRST_MS   500
#define LONGEST_MS 8000
#define JITTER     0.25

int
parley_backoff_get_ms (guint n, double random)
{
  int ms = FIRST_MS;

  while (n-- > 0 && ms < LONGEST_MS)
    ms *= 2;
  return (int) (MIN (ms, LONGEST_MS) * (1 - JITTER * random));
}

/* Returns: -1 when @text is no number above 0. */
static gint64
parse_number (const char *text, int unit_ms)
{
  char *end = NULL;
  double number = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  if (end == NULL || end == text || *end != '\0' || !(number > 0))
    return -1;
  return (gint64) ceil (fmin (number, G_MAXINT) * unit_ms);
}

static gint64
parse_date (const char *text, gint64 wall_s)
{
  g_autoptr (GDateTime) date = text != NULL ? soup_date_time_new_from_http_string (text) : NULL;
  gint64 left_s = date != NULL ? g_date_time_to_unix (date) - wall_s : -1;

  return left_s > 0 ? left_s * 1000 : -1;
}

gint64
parley_backoff_parse_after (const char *after_ms, const char *after, gint64 wall_s)
{
  gint64 ms = parse_number (after_ms, 1);

  if (ms < 0)
    ms = parse_number (after, 1000);
  return ms < 0 ? parse_date (after, wall_s) : ms;
}
