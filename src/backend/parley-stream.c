/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-stream.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-call-builder.h"
#include "backend/parley-http-error.h"
#include "backend/parley-key.h"
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
  const ParleyDialect *dialect;
  ParleyExchange *exchange;
  GCancellable *cancellable; /* (nullable) */
  const ParleyStreamFuncs *funcs;
  gpointer data;
  char *key;
  gboolean has_tools; /* some were offered */

  BodyForm form;
  ParleySse *sse;
  GByteArray *object;
  gboolean body_over; /* the exchange has ended */

  ParleyThinkFilter *filter;
  gboolean doubted; /* and told */
  GString *text;
  ParleyChunkFinish finish;
  ParleyCallBuilder *calls;
  gboolean has_done;    /* the dialect's last word was seen */
  gboolean has_content; /* of the reply, shown or not */
  gint64 prompt_tokens;
  gint64 reply_tokens;
  GError *error;
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
  parley_sse_free (self->sse);
  g_byte_array_unref (self->object);
  parley_think_filter_free (self->filter);
  parley_call_builder_free (self->calls);
  g_string_free (self->text, TRUE);
  g_clear_error (&self->error);
  parley_key_free (self->key);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static void
fail (ParleyStream *self, const char *sentence)
{
  if (self->error == NULL)
    self->error = g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, sentence);
}

static gboolean
is_cancelled (ParleyStream *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

static void
deliver (ParleyStream *self, const GString *text)
{
  if (text->len == 0 || is_cancelled (self))
    return;
  if (self->text->len + text->len > MAX_TEXT)
    {
      fail (self, _ ("The reply is far longer than was asked for."));
      return;
    }
  g_string_append_len (self->text, text->str, text->len);
  self->funcs->on_text (text->str, self->data);
}

static void
note_reasoning (ParleyStream *self, gsize bytes)
{
  if (bytes > 0 && !is_cancelled (self))
    self->funcs->on_reasoning (bytes, self->data);
}

/* What the filter says of what came up to now. */
static void
note_result (ParleyStream *self, ParleyThinkResult result)
{
  const char *mark = parley_think_filter_get_doubt (self->filter);

  if (result != PARLEY_THINK_KEPT && !is_cancelled (self))
    {
      g_string_truncate (self->text, 0);
      self->funcs->on_taken_back (result == PARLEY_THINK_QUOTED, self->data);
    }
  if (mark != NULL && !self->doubted && !is_cancelled (self))
    {
      self->doubted = TRUE;
      self->funcs->on_doubted (mark, self->data);
    }
}

/* What the filter holds back counts as reasoning; if it is none, so little does no harm. */
static void
take_text (ParleyStream *self, const char *text)
{
  g_autoptr (GString) shown = g_string_new (NULL);
  gsize length = strlen (text);

  note_result (self, parley_think_filter_feed (self->filter, text, shown));
  note_reasoning (self, length - MIN (shown->len, length));
  deliver (self, shown);
}

static void
take_parts (ParleyStream *self, const GPtrArray *parts)
{
  for (guint i = 0; self->error == NULL && i < parts->len; i++)
    parley_call_builder_add (self->calls, g_ptr_array_index (parts, i), &self->error);
}

static void
take_content (ParleyStream *self, const ParleyChunk *chunk)
{
  if (chunk->reasoning > 0 || chunk->parts != NULL || chunk->finish != PARLEY_CHUNK_GOES_ON
      || (chunk->text != NULL && *chunk->text != '\0'))
    parley_exchange_note_progress (self->exchange);
  note_reasoning (self, chunk->reasoning);
  if (chunk->text != NULL && *chunk->text != '\0')
    {
      self->has_content = TRUE;
      take_text (self, chunk->text);
    }
  if (chunk->parts != NULL)
    {
      self->has_content = TRUE;
      take_parts (self, chunk->parts);
    }
}

static void
take_chunk (ParleyStream *self, ParleyChunk *chunk)
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
  self->has_done |= chunk->is_last;
  if (self->finish == PARLEY_CHUNK_GOES_ON)
    take_content (self, chunk);
  if (chunk->finish == PARLEY_CHUNK_GOES_ON || self->finish != PARLEY_CHUNK_GOES_ON)
    return;
  self->finish = chunk->finish;
  parley_exchange_hurry (self->exchange, TAIL_MS);
}

static ParleyFinish
get_finish (ParleyStream *self)
{
  switch (self->finish)
    {
    case PARLEY_CHUNK_LENGTH:
      return PARLEY_FINISH_LENGTH;
    case PARLEY_CHUNK_WINDOW:
      return PARLEY_FINISH_WINDOW;
    case PARLEY_CHUNK_GOES_ON:
    case PARLEY_CHUNK_STOP:
    case PARLEY_CHUNK_CALLS:
      break;
    }
  return PARLEY_FINISH_STOP;
}

/* Calls that nobody offered are dropped when there is something to say.
 * Returns: (transfer full): NULL, with the error set, when the calls are of no use. */
static ParleyCompletion *
new_completion (ParleyStream *self)
{
  g_autoptr (ParleyCompletion) completion
      = parley_completion_new_take (g_strdup (self->text->str), get_finish (self));
  g_autoptr (GPtrArray) calls = NULL;

  completion->prompt_tokens = self->prompt_tokens;
  completion->reply_tokens = self->reply_tokens;
  if (!self->has_tools)
    return g_steal_pointer (&completion);
  calls = parley_call_builder_end (self->calls, &self->error);
  if (calls == NULL)
    return NULL;
  g_ptr_array_extend_and_steal (completion->calls, g_steal_pointer (&calls));
  return g_steal_pointer (&completion);
}

/* Why a reply that has ended with a reason has nothing in it, though silence was not meant.
 * Returns: (nullable): NULL when it was. */
static const char *
explain_emptiness (ParleyStream *self)
{
  gboolean has_calls = parley_call_builder_count (self->calls) > 0;

  if (self->text->len > 0 || (has_calls && self->has_tools))
    return NULL;
  if (has_calls || self->finish == PARLEY_CHUNK_CALLS)
    return self->has_tools ? _ ("The model wanted to use a tool, but did not say which.")
                           : _ ("The model wanted to use a tool, but has none.");
  switch (self->finish)
    {
    case PARLEY_CHUNK_STOP:
      return NULL;
    case PARLEY_CHUNK_LENGTH:
      return _ ("The model reached its length limit before it said anything: allow longer replies, "
                "or choose a model that thinks less.");
    case PARLEY_CHUNK_WINDOW:
      return _ ("The conversation is too long for this model.");
    case PARLEY_CHUNK_GOES_ON:
    case PARLEY_CHUNK_CALLS:
      break;
    }
  return _ ("The server ended its reply without saying anything.");
}

/* Returns: (transfer full) (nullable): why what was said is no whole reply. What happens to the
 * connection behind a finish reason is of no interest. */
static GError *
find_flaw (ParleyStream *self, const GError *transport)
{
  const char *sentence;

  if (self->finish == PARLEY_CHUNK_GOES_ON && transport != NULL)
    return g_error_copy (transport);
  if (self->finish == PARLEY_CHUNK_GOES_ON && !self->has_done)
    return parley_http_error_new_cut ();
  sentence = explain_emptiness (self);
  if (sentence == NULL)
    return NULL;
  return g_error_new_literal (PARLEY_ERROR,
                              self->finish == PARLEY_CHUNK_WINDOW ? PARLEY_ERROR_CONTEXT_TOO_LONG
                                                                  : PARLEY_ERROR_BAD_RESPONSE,
                              sentence);
}

/* The stream is gone afterwards. The caller may free what its data is, too. */
static void
conclude (ParleyStream *self, const GError *transport)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  ParleyStreamEnd end = { 0 };

  /* What was held back as the beginning of a tag is text after all. */
  if (self->error == NULL && (self->finish != PARLEY_CHUNK_GOES_ON || self->has_done))
    {
      note_result (self,
                   parley_think_filter_end (self->filter, self->finish == PARLEY_CHUNK_STOP, rest));
      deliver (self, rest);
    }
  if (self->error == NULL)
    self->error = find_flaw (self, transport);
  if (self->error == NULL)
    end.completion = new_completion (self);
  end.error = g_steal_pointer (&self->error);
  end.is_untouched = !self->has_content;
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
parse (ParleyStream *self, const char *data, gsize length, ParleyChunkForm form)
{
  if (length <= MAX_INLINE)
    {
      g_autoptr (ParleyChunk) chunk = self->dialect->parse (data, length, form, self->key);

      take_chunk (self, chunk);
      return TRUE;
    }
  else
    {
      g_autoptr (GTask) worker = g_task_new (NULL, NULL, on_parsed, self);
      ParseJob *job = g_new0 (ParseJob, 1);

      job->dialect = self->dialect;
      job->bytes = g_bytes_new (data, length);
      job->form = form;
      job->key = g_strdup (self->key);
      g_task_set_task_data (worker, job, parse_job_free);
      g_task_run_in_thread (worker, run_parse_job);
      return FALSE;
    }
}

static gboolean
is_blank (const char *data, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (data[i]))
      return FALSE;
  return TRUE;
}

/* Returns: whether it was done at once. */
static gboolean
take_event (ParleyStream *self, const ParleySseEvent *event)
{
  if (is_blank (event->data, event->length))
    return TRUE;
  return parse (self, event->data, event->length,
                event->is_error ? PARLEY_CHUNK_REPORT : PARLEY_CHUNK_EVENT);
}

static ParleyExchangeNext
advance_stream (ParleyStream *self)
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
advance (ParleyStream *self)
{
  if (self->form != BODY_OBJECT)
    return advance_stream (self);
  return self->error == NULL ? PARLEY_EXCHANGE_MORE : PARLEY_EXCHANGE_ENOUGH;
}

static void
detect_form (ParleyStream *self, const guint8 *data, gsize length)
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
  ParleyStream *self = data;
  gsize length;
  const guint8 *piece = g_bytes_get_data (bytes, &length);

  if (self->form == BODY_UNKNOWN)
    detect_form (self, piece, length);
  if (self->form != BODY_OBJECT)
    parley_sse_push (self->sse, piece, length);
  else if (self->object->len + length > PARLEY_JSON_MAX_BYTES)
    fail (self, _ ("The server's answer is too long."));
  else
    {
      parley_exchange_note_progress (self->exchange);
      g_byte_array_append (self->object, piece, length);
    }
  return advance (self);
}

/* Returns: whether all is taken in; if not, on_parsed () goes on. */
static gboolean
take_rest (ParleyStream *self)
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
  ParleyStream *self = data;

  self->body_over = TRUE;
  if (error == NULL && self->error == NULL && !self->has_done && !take_rest (self))
    return;
  conclude (self, error);
}

/* Returns: how many calls the conversation has in it. */
static guint
count_calls (const ParleyRequest *request)
{
  guint n = 0;

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      n += message->calls != NULL ? message->calls->len : 0;
    }
  return n;
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
  ParleyStream *self = g_new0 (ParleyStream, 1);
  ParleyExchangeSetup told = *setup;

  told.told_progress = TRUE;
  self->dialect = dialect;
  self->funcs = funcs;
  self->data = data;
  self->key = g_strdup (setup->key);
  self->has_tools = request->tools->len > 0;
  g_set_object (&self->cancellable, setup->cancellable);
  self->sse = parley_sse_new (PARLEY_JSON_MAX_BYTES, PARLEY_JSON_MAX_BYTES);
  self->object = g_byte_array_new ();
  self->filter = parley_think_filter_new (marks, request);
  self->text = g_string_new (NULL);
  self->calls = parley_call_builder_new (count_calls (request));
  self->prompt_tokens = -1;
  self->reply_tokens = -1;
  self->exchange = parley_exchange_new (&told, &exchange_funcs, self);
  parley_exchange_start (self->exchange);
}
