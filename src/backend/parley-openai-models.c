/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai-models.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "backend/parley-openai-chunk.h"
#include "base/parley-error.h"
#include "base/parley-json.h"

typedef struct
{
  GTask *task;
  ParleyExchange *exchange;
  GByteArray *body;
  char *key;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *self = data;

  g_clear_pointer (&self->exchange, parley_exchange_free);
  g_byte_array_unref (self->body);
  g_free (self->key);
  g_free (self);
}

/* One byte too many is kept, so that the parser refuses the whole. */
static ParleyExchangeNext
on_bytes (GBytes *bytes, gpointer data)
{
  Listing *self = data;
  gsize length;
  const guint8 *piece = g_bytes_get_data (bytes, &length);
  gsize room = PARLEY_JSON_MAX_BYTES + 1 - self->body->len;

  g_byte_array_append (self->body, piece, MIN (length, room));
  return length < room ? PARLEY_EXCHANGE_MORE : PARLEY_EXCHANGE_ENOUGH;
}

/* A router lists hundreds of models in half a megabyte: too much for the main loop. */
static void
run_parse (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Listing *self = data;
  const char *body = (const char *) self->body->data;
  GError *error = NULL;
  GStrv names = NULL;
  gsize start = 0;

  while (start < self->body->len && g_ascii_isspace (body[start]))
    start++;
  if (start < self->body->len && body[start] == '<')
    error = parley_http_error_new_login_page ();
  else
    names = parley_openai_parse_models (body, self->body->len, self->key, &error);

  if (names != NULL)
    g_task_return_pointer (task, names, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

static void
on_end (const GError *error, gpointer data)
{
  Listing *self = data;
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_clear_pointer (&self->exchange, parley_exchange_free);
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_run_in_thread (task, run_parse);
}

void
parley_openai_models_start (GTask *task, const ParleyExchangeSetup *setup)
{
  static const ParleyExchangeFuncs funcs = { .on_bytes = on_bytes, .on_end = on_end };
  Listing *self = g_new0 (Listing, 1);

  self->task = task;
  self->body = g_byte_array_new ();
  self->key = g_strdup (setup->key);
  g_task_set_task_data (task, self, listing_free);
  self->exchange = parley_exchange_new (setup, &funcs, self);
  parley_exchange_start (self->exchange);
}
