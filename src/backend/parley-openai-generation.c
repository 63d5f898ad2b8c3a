/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai-generation.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "backend/parley-openai-chunk.h"
#include "backend/parley-sse.h"
#include "backend/parley-think-filter.h"
#include "base/parley-error.h"
#include "base/parley-json.h"

/* Larger ones are parsed in a worker: a full line takes json-glib about 26 ms (measured). */
#define MAX_INLINE (64 * 1024)
/* max_tokens bounds a reply only if the server keeps to it. */
#define MAX_TEXT (256 * 1024)
/* The usage may come behind the finish reason; a server that then leaves the stream open must not
 * hold up the reply. */
#define TAIL_MS 2000

/* What the body turned out to be. A proxy may ignore "stream", whatever type it declares, so the
 * first byte that is no blank decides. */
typedef enum
{
  BODY_UNKNOWN,
  BODY_STREAM,
  BODY_OBJECT,
} BodyForm;

typedef struct
{
  GTask *task;
  ParleyExchange *exchange;
  const ParleyBackendFuncs *funcs;
  gpointer funcs_data;
  char *key;

  BodyForm form;
  ParleySse *sse;
  GByteArray *object;
  gboolean body_over; /* the exchange has ended */

  ParleyThinkFilter *filter;
  GString *text;
  ParleyChunkFinish finish;
  gboolean has_done; /* [DONE] was seen */
  gint64 prompt_tokens;
  gint64 reply_tokens;
  GError *error;
} Generation;

/* What a worker gets and gives. */
typedef struct
{
  GBytes *bytes;
  ParleyChunkForm form;
  char *key;
} ParseJob;

static void
generation_free (Generation *self)
{
  parley_exchange_free (self->exchange);
  parley_sse_free (self->sse);
  g_byte_array_unref (self->object);
  parley_think_filter_free (self->filter);
  g_string_free (self->text, TRUE);
  g_clear_error (&self->error);
  g_free (self->key);
  g_object_unref (self->task);
  g_free (self);
}

static void
fail (Generation *self, const char *sentence)
{
  if (self->error == NULL)
    self->error = g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, sentence);
}

static gboolean
is_cancelled (Generation *self)
{
  return g_cancellable_is_cancelled (g_task_get_cancellable (self->task));
}

static void
deliver (Generation *self, const GString *text)
{
  if (text->len == 0 || is_cancelled (self))
    return;
  if (self->text->len + text->len > MAX_TEXT)
    {
      fail (self, _ ("The reply is far longer than was asked for."));
      return;
    }
  g_string_append_len (self->text, text->str, text->len);
  if (self->funcs != NULL && self->funcs->delta != NULL)
    self->funcs->delta (text->str, self->funcs_data);
}

static void
take_text (Generation *self, const char *text)
{
  g_autoptr (GString) shown = g_string_new (NULL);

  parley_think_filter_feed (self->filter, text, shown);
  deliver (self, shown);
}

static void
take_chunk (Generation *self, ParleyOpenaiChunk *chunk)
{
  if (chunk->error != NULL)
    {
      /* Behind a finish reason the reply is whole, whatever breaks then. */
      if (self->error == NULL && self->finish == PARLEY_CHUNK_GOES_ON)
        self->error = g_steal_pointer (&chunk->error);
      return;
    }
  if (chunk->prompt_tokens >= 0)
    self->prompt_tokens = chunk->prompt_tokens;
  if (chunk->reply_tokens >= 0)
    self->reply_tokens = chunk->reply_tokens;
  if (chunk->text != NULL && self->finish == PARLEY_CHUNK_GOES_ON)
    take_text (self, chunk->text);
  if (chunk->finish == PARLEY_CHUNK_GOES_ON || self->finish != PARLEY_CHUNK_GOES_ON)
    return;
  self->finish = chunk->finish;
  parley_exchange_hurry (self->exchange, TAIL_MS);
}

static void
return_completion (Generation *self)
{
  ParleyFinish finish
      = self->finish == PARLEY_CHUNK_LENGTH ? PARLEY_FINISH_LENGTH : PARLEY_FINISH_STOP;
  ParleyCompletion *completion = parley_completion_new_take (g_strdup (self->text->str), finish);

  completion->prompt_tokens = self->prompt_tokens;
  completion->reply_tokens = self->reply_tokens;
  g_task_return_pointer (self->task, completion, (GDestroyNotify) parley_completion_free);
}

/* Returns: (transfer full) (nullable): why what was said is no whole reply. What happens to the
 * connection behind a finish reason is of no interest. */
static GError *
find_flaw (Generation *self, const GError *transport)
{
  const char *sentence = _ ("The server ended its reply without saying anything.");

  if (self->finish == PARLEY_CHUNK_GOES_ON && transport != NULL)
    return g_error_copy (transport);
  if (self->finish == PARLEY_CHUNK_GOES_ON && !self->has_done)
    return parley_http_error_new_cut ();
  if (self->finish == PARLEY_CHUNK_STOP || self->text->len > 0)
    return NULL;
  if (self->finish == PARLEY_CHUNK_LENGTH)
    sentence
        = _ ("The model reached its length limit before it said anything: allow longer replies, "
             "or choose a model that thinks less.");
  return g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, sentence);
}

/* The callback of the task may run inside of here, and the generation is gone afterwards. */
static void
conclude (Generation *self, const GError *transport)
{
  g_autoptr (GString) rest = g_string_new (NULL);

  if (self->error == NULL)
    self->error = find_flaw (self, transport);
  if (self->error == NULL)
    {
      parley_think_filter_end (self->filter, rest);
      deliver (self, rest);
    }

  if (!g_task_return_error_if_cancelled (self->task))
    {
      if (self->error != NULL)
        g_task_return_error (self->task, g_steal_pointer (&self->error));
      else
        return_completion (self);
    }
  generation_free (self);
}

static void
parse_job_free (gpointer data)
{
  ParseJob *job = data;

  g_bytes_unref (job->bytes);
  g_free (job->key);
  g_free (job);
}

static void
run_parse_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ParseJob *job = data;
  gsize length;
  const char *text = g_bytes_get_data (job->bytes, &length);

  g_task_return_pointer (task, parley_openai_chunk_parse (text, length, job->form, job->key),
                         (GDestroyNotify) parley_openai_chunk_free);
}

static ParleyExchangeNext advance (Generation *self);

static void
on_parsed (GObject *source, GAsyncResult *result, gpointer data)
{
  Generation *self = data;
  g_autoptr (ParleyOpenaiChunk) chunk = g_task_propagate_pointer (G_TASK (result), NULL);
  ParleyExchangeNext next;

  take_chunk (self, chunk);
  next = advance (self);
  if (next == PARLEY_EXCHANGE_HOLD)
    return;
  if (self->body_over)
    conclude (self, NULL);
  else
    parley_exchange_resume (self->exchange, next);
}

/* Returns: whether it was done at once; if not, on_parsed () goes on. */
static gboolean
parse (Generation *self, const char *data, gsize length, ParleyChunkForm form)
{
  if (length <= MAX_INLINE)
    {
      g_autoptr (ParleyOpenaiChunk) chunk
          = parley_openai_chunk_parse (data, length, form, self->key);

      take_chunk (self, chunk);
      return TRUE;
    }
  else
    {
      g_autoptr (GTask) worker = g_task_new (NULL, NULL, on_parsed, self);
      ParseJob *job = g_new0 (ParseJob, 1);

      job->bytes = g_bytes_new (data, length);
      job->form = form;
      job->key = g_strdup (self->key);
      g_task_set_task_data (worker, job, parse_job_free);
      g_task_run_in_thread (worker, run_parse_job);
      return FALSE;
    }
}

/* Returns: whether it was done at once. */
static gboolean
take_event (Generation *self, const ParleySseEvent *event)
{
  g_autofree char *word = NULL;

  if (event->is_error)
    return parse (self, event->data, event->length, PARLEY_CHUNK_REPORT);
  if (event->length < 32)
    {
      word = g_strstrip (g_strndup (event->data, event->length));
      if (strcmp (word, "[DONE]") == 0)
        self->has_done = TRUE;
      if (self->has_done || *word == '\0')
        return TRUE;
    }
  return parse (self, event->data, event->length, PARLEY_CHUNK_EVENT);
}

static ParleyExchangeNext
advance_stream (Generation *self)
{
  ParleySseEvent event;
  g_autoptr (GError) error = NULL;

  while (self->error == NULL && !self->has_done && !is_cancelled (self))
    {
      switch (parley_sse_next (self->sse, &event, &error))
        {
        case PARLEY_SSE_MORE:
          return PARLEY_EXCHANGE_MORE;
        case PARLEY_SSE_FAILED:
          if (self->finish == PARLEY_CHUNK_GOES_ON)
            self->error = g_steal_pointer (&error);
          return PARLEY_EXCHANGE_ENOUGH;
        case PARLEY_SSE_EVENT:
          if (!take_event (self, &event))
            return PARLEY_EXCHANGE_HOLD;
          break;
        }
    }
  return PARLEY_EXCHANGE_ENOUGH;
}

static ParleyExchangeNext
advance (Generation *self)
{
  if (self->form != BODY_OBJECT)
    return advance_stream (self);
  return self->error == NULL ? PARLEY_EXCHANGE_MORE : PARLEY_EXCHANGE_ENOUGH;
}

static void
detect_form (Generation *self, const guint8 *data, gsize length)
{
  gsize i = 0;

  while (i < length && g_ascii_isspace (data[i]))
    i++;
  if (i == length)
    return;
  if (data[i] == '<')
    self->error = parley_http_error_new_login_page ();
  self->form = data[i] == '{' ? BODY_OBJECT : BODY_STREAM;
}

static ParleyExchangeNext
on_bytes (GBytes *bytes, gpointer data)
{
  Generation *self = data;
  gsize length;
  const guint8 *piece = g_bytes_get_data (bytes, &length);

  if (self->form == BODY_UNKNOWN)
    detect_form (self, piece, length);
  if (self->form != BODY_OBJECT)
    parley_sse_push (self->sse, piece, length);
  else if (self->object->len + length > PARLEY_JSON_MAX_BYTES)
    fail (self, _ ("The server's answer is too long."));
  else
    g_byte_array_append (self->object, piece, length);
  return advance (self);
}

/* Returns: whether all is taken in; if not, on_parsed () goes on. */
static gboolean
take_rest (Generation *self)
{
  if (self->form != BODY_OBJECT)
    {
      parley_sse_end (self->sse);
      return advance (self) != PARLEY_EXCHANGE_HOLD;
    }
  /* One object is a whole reply only with a finish reason, as a stream is. */
  return parse (self, (const char *) self->object->data, self->object->len, PARLEY_CHUNK_WHOLE);
}

static void
on_end (const GError *error, gpointer data)
{
  Generation *self = data;

  self->body_over = TRUE;
  if (error == NULL && self->error == NULL && !self->has_done && !take_rest (self))
    return;
  conclude (self, error);
}

void
parley_openai_generation_start (GTask *task,
                                const ParleyExchangeSetup *setup,
                                const ParleyBackendFuncs *funcs,
                                gpointer funcs_data)
{
  static const ParleyExchangeFuncs exchange_funcs = { .on_bytes = on_bytes, .on_end = on_end };
  Generation *self = g_new0 (Generation, 1);

  self->task = task;
  self->funcs = funcs;
  self->funcs_data = funcs_data;
  self->key = g_strdup (setup->key);
  self->sse = parley_sse_new (PARLEY_JSON_MAX_BYTES, PARLEY_JSON_MAX_BYTES);
  self->object = g_byte_array_new ();
  self->filter = parley_think_filter_new ();
  self->text = g_string_new (NULL);
  self->prompt_tokens = -1;
  self->reply_tokens = -1;
  self->exchange = parley_exchange_new (setup, &exchange_funcs, self);
  parley_exchange_start (self->exchange);
}
