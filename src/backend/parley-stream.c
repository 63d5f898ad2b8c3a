/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-stream.h"

#include "backend/parley-key.h"
#include "backend/parley-reply-reader.h"

/* Larger ones are parsed in a worker: a full line takes json-glib about 26 ms (measured). */
#define MAX_INLINE (64 * 1024)
/* The usage may come behind the finish reason; a server that then leaves the stream open must not
 * hold up the reply. */
#define TAIL_MS 2000

typedef struct
{
  const ParleyDialect *dialect;
  ParleyExchange *exchange;
  ParleyReplyReader *reader;
  GCancellable *cancellable; /* (nullable) */
  const ParleyStreamFuncs *funcs;
  gpointer data;
  char *key;
  gboolean body_over; /* the exchange has ended */
} ParleyStream;

/* What a worker gets and gives. */
typedef struct
{
  const ParleyDialect *dialect;
  GBytes *bytes;
  ParleyChunkForm form;
  char *key;
} ParseJob;

static void
stream_free (ParleyStream *self)
{
  parley_exchange_free (self->exchange);
  parley_reply_reader_free (self->reader);
  parley_key_free (self->key);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static gboolean
is_cancelled (ParleyStream *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/* What the reader tells; nobody hears of it after a cancellation */

static void
on_text (const char *text, gpointer data)
{
  ParleyStream *self = data;

  if (!is_cancelled (self))
    self->funcs->on_text (text, self->data);
}

static void
on_taken_back (gboolean quoted, gpointer data)
{
  ParleyStream *self = data;

  if (!is_cancelled (self))
    self->funcs->on_taken_back (quoted, self->data);
}

static void
on_doubted (const char *mark, gpointer data)
{
  ParleyStream *self = data;

  if (!is_cancelled (self))
    self->funcs->on_doubted (mark, self->data);
}

static void
on_reasoning (gsize bytes, gpointer data)
{
  ParleyStream *self = data;

  if (!is_cancelled (self))
    self->funcs->on_reasoning (bytes, self->data);
}

static void
on_progress (gpointer data)
{
  ParleyStream *self = data;

  parley_exchange_note_progress (self->exchange);
}

static void
on_finish (gpointer data)
{
  ParleyStream *self = data;

  parley_exchange_hurry (self->exchange, TAIL_MS);
}

/* The stream is gone afterwards. The caller may free what its data is, too. */
static void
conclude (ParleyStream *self, const GError *transport)
{
  ParleyStreamEnd end = { 0 };

  end.completion = parley_reply_reader_conclude (self->reader, transport, &end.error);
  end.is_untouched = parley_reply_reader_is_untouched (self->reader);
  self->funcs->on_end (&end, self->data);
  g_clear_pointer (&end.completion, parley_completion_free);
  g_clear_error (&end.error);
  stream_free (self);
}

static void
parse_job_free (gpointer data)
{
  ParseJob *job = data;

  g_bytes_unref (job->bytes);
  parley_key_free (job->key);
  g_free (job);
}

static void
run_parse_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ParseJob *job = data;
  gsize length;
  const char *text = g_bytes_get_data (job->bytes, &length);

  g_task_return_pointer (task, job->dialect->parse (text, length, job->form, job->key),
                         (GDestroyNotify) parley_chunk_free);
}

static ParleyExchangeNext advance (ParleyStream *self);

static void
on_parsed (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyStream *self = data;
  g_autoptr (ParleyChunk) chunk = g_task_propagate_pointer (G_TASK (result), NULL);
  ParleyExchangeNext next;

  parley_reply_reader_take (self->reader, chunk);
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
parse (ParleyStream *self, const ParleyReplyPart *part)
{
  if (part->length <= MAX_INLINE)
    {
      g_autoptr (ParleyChunk) chunk
          = self->dialect->parse (part->data, part->length, part->form, self->key);

      parley_reply_reader_take (self->reader, chunk);
      return TRUE;
    }
  else
    {
      g_autoptr (GTask) worker = g_task_new (NULL, NULL, on_parsed, self);
      ParseJob *job = g_new0 (ParseJob, 1);

      job->dialect = self->dialect;
      job->bytes = g_bytes_new (part->data, part->length);
      job->form = part->form;
      job->key = g_strdup (self->key);
      g_task_set_task_data (worker, job, parse_job_free);
      g_task_run_in_thread (worker, run_parse_job);
      return FALSE;
    }
}

static ParleyExchangeNext
advance (ParleyStream *self)
{
  ParleyReplyPart part;

  while (!is_cancelled (self))
    {
      switch (parley_reply_reader_next (self->reader, &part))
        {
        case PARLEY_READ_MORE:
          return PARLEY_EXCHANGE_MORE;
        case PARLEY_READ_OVER:
          return PARLEY_EXCHANGE_ENOUGH;
        case PARLEY_READ_PART:
          if (!parse (self, &part))
            return PARLEY_EXCHANGE_HOLD;
          break;
        }
    }
  return PARLEY_EXCHANGE_ENOUGH;
}

static ParleyExchangeNext
on_bytes (GBytes *bytes, gpointer data)
{
  ParleyStream *self = data;
  gsize length;
  const guint8 *piece = g_bytes_get_data (bytes, &length);

  parley_reply_reader_push (self->reader, piece, length);
  return advance (self);
}

static void
on_end (const GError *error, gpointer data)
{
  ParleyStream *self = data;

  self->body_over = TRUE;
  if (error == NULL)
    {
      parley_reply_reader_end (self->reader);
      if (advance (self) == PARLEY_EXCHANGE_HOLD)
        return;
    }
  conclude (self, error);
}

void
parley_stream_start (const ParleyDialect *dialect,
                     const ParleyThinkMarks *marks,
                     ParleyRequest *request,
                     const ParleyExchangeSetup *setup,
                     const ParleyStreamFuncs *funcs,
                     gpointer data)
{
  static const ParleyExchangeFuncs exchange_funcs = { .on_bytes = on_bytes, .on_end = on_end };
  static const ParleyReplyReaderFuncs reader_funcs = { .on_text = on_text,
                                                       .on_taken_back = on_taken_back,
                                                       .on_doubted = on_doubted,
                                                       .on_reasoning = on_reasoning,
                                                       .on_progress = on_progress,
                                                       .on_finish = on_finish };
  ParleyStream *self = g_new0 (ParleyStream, 1);
  ParleyExchangeSetup told = *setup;

  told.told_progress = TRUE;
  self->dialect = dialect;
  self->funcs = funcs;
  self->data = data;
  self->key = g_strdup (setup->key);
  g_set_object (&self->cancellable, setup->cancellable);
  self->reader = parley_reply_reader_new (marks, request, &reader_funcs, self);
  self->exchange = parley_exchange_new (&told, &exchange_funcs, self);
  parley_exchange_start (self->exchange);
}
