/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-fetch.h"

#include "backend/parley-http-error.h"
#include "backend/parley-key.h"
#include "base/parley-json.h"

typedef struct
{
  GTask *task;
  ParleyExchange *exchange;
  GByteArray *body;
  char *key;
  ParleyFetchParse parse;
  GDestroyNotify free;
} Fetch;

/* What a worker gets. */
typedef struct
{
  GBytes *body;
  char *key;
  ParleyFetchParse parse;
  GDestroyNotify free;
} ParseJob;

static void
fetch_free (Fetch *self)
{
  parley_exchange_free (self->exchange);
  g_clear_pointer (&self->body, g_byte_array_unref);
  parley_key_free (self->key);
  g_object_unref (self->task);
  g_free (self);
}

static void
parse_job_free (gpointer data)
{
  ParseJob *job = data;

  g_bytes_unref (job->body);
  parley_key_free (job->key);
  g_free (job);
}

/* One byte too many is kept, so that the parser refuses the whole. */
static ParleyExchangeNext
on_bytes (GBytes *bytes, gpointer data)
{
  Fetch *self = data;
  gsize length;
  const guint8 *piece = g_bytes_get_data (bytes, &length);
  gsize room = PARLEY_JSON_MAX_BYTES + 1 - self->body->len;

  g_byte_array_append (self->body, piece, MIN (length, room));
  return length < room ? PARLEY_EXCHANGE_MORE : PARLEY_EXCHANGE_ENOUGH;
}

static void
run_parse_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ParseJob *job = data;
  gsize length;
  const char *body = g_bytes_get_data (job->body, &length);
  GError *error = NULL;
  gpointer found = NULL;
  gsize start = 0;

  while (start < length && g_ascii_isspace (body[start]))
    start++;
  if (start < length && body[start] == '<')
    error = parley_http_error_new_login_page ();
  else
    found = job->parse (body, length, job->key, &error);

  if (found != NULL)
    g_task_return_pointer (task, found, job->free);
  else
    g_task_return_error (task, error);
}

static void
on_parsed (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *self = data;
  GError *error = NULL;
  gpointer found = g_task_propagate_pointer (G_TASK (result), &error);

  if (found != NULL)
    g_task_return_pointer (self->task, found, self->free);
  else
    g_task_return_error (self->task, error);
  fetch_free (self);
}

/* A router lists hundreds of models in half a megabyte: too much for the main loop. The worker has
 * a task of its own, because a thread lets go of its task late, and the last reference to a backend
 * must not be dropped in a thread. */
static void
on_end (const GError *error, gpointer data)
{
  Fetch *self = data;
  g_autoptr (GTask) worker = NULL;
  ParseJob *job;

  if (error != NULL)
    {
      g_task_return_error (self->task, g_error_copy (error));
      fetch_free (self);
      return;
    }
  job = g_new0 (ParseJob, 1);
  job->body = g_byte_array_free_to_bytes (g_steal_pointer (&self->body));
  job->key = g_strdup (self->key);
  job->parse = self->parse;
  job->free = self->free;
  worker = g_task_new (NULL, NULL, on_parsed, self);
  g_task_set_task_data (worker, job, parse_job_free);
  g_task_run_in_thread (worker, run_parse_job);
}

void
parley_fetch_start (GTask *task,
                    const ParleyExchangeSetup *setup,
                    ParleyFetchParse parse,
                    GDestroyNotify free)
{
  static const ParleyExchangeFuncs funcs = { .on_bytes = on_bytes, .on_end = on_end };
  Fetch *self = g_new0 (Fetch, 1);

  self->task = task;
  self->body = g_byte_array_new ();
  self->key = g_strdup (setup->key);
  self->parse = parse;
  self->free = free;
  self->exchange = parley_exchange_new (setup, &funcs, self);
  parley_exchange_start (self->exchange);
}
