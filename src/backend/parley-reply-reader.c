/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-reply-reader.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-completion.h"
#include "backend/parley-http-error.h"
#include "backend/parley-sse.h"
#include "backend/parley-think-filter.h"
#include "base/parley-error.h"
#include "base/parley-json.h"

/* max_tokens bounds a reply only if the server keeps to it. */
#define MAX_TEXT (256 * 1024)

/* What the body turned out to be. A proxy may ignore "stream", whatever type it declares, so the
 * first byte that is no blank decides. */
typedef enum
{
  BODY_UNKNOWN,
  BODY_STREAM,
  BODY_OBJECT,
} BodyForm;

struct _ParleyReplyReader
{
  const ParleyReplyReaderFuncs *funcs;
  gpointer data;
  gboolean has_tools; /* some were offered */

  BodyForm form;
  ParleySse *sse;
  GByteArray *object;
  gboolean body_over;    /* no more bytes come */
  gboolean object_given; /* for parsing */

  ParleyThinkFilter *filter;
  gboolean doubted; /* and told */
  GString *text;
  ParleyChunkFinish finish;
  ParleyCallBuilder *calls;
  gboolean has_done;    /* the dialect's last word was seen */
  gboolean has_content; /* of the reply, shown or not */
  gint64 prompt_tokens;
  gint64 cached_tokens;
  gint64 reply_tokens;
  GError *error;
};

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

ParleyReplyReader *
parley_reply_reader_new (const ParleyThinkMarks *marks,
                         ParleyRequest *request,
                         const ParleyReplyReaderFuncs *funcs,
                         gpointer data)
{
  ParleyReplyReader *self = g_new0 (ParleyReplyReader, 1);

  self->funcs = funcs;
  self->data = data;
  self->has_tools = request->tools->len > 0;
  self->sse = parley_sse_new (PARLEY_JSON_MAX_BYTES, PARLEY_JSON_MAX_BYTES);
  self->object = g_byte_array_new ();
  self->filter = parley_think_filter_new (marks, request);
  self->text = g_string_new (NULL);
  self->calls = parley_call_builder_new (count_calls (request));
  self->prompt_tokens = -1;
  self->cached_tokens = -1;
  self->reply_tokens = -1;
  return self;
}

void
parley_reply_reader_free (ParleyReplyReader *self)
{
  parley_sse_free (self->sse);
  g_byte_array_unref (self->object);
  parley_think_filter_free (self->filter);
  parley_call_builder_free (self->calls);
  g_string_free (self->text, TRUE);
  g_clear_error (&self->error);
  g_free (self);
}

static void
fail (ParleyReplyReader *self, const char *sentence)
{
  if (self->error == NULL)
    self->error = g_error_new_literal (PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, sentence);
}

/* What it says */

static void
deliver (ParleyReplyReader *self, const GString *text)
{
  if (text->len == 0)
    return;
  if (self->text->len + text->len > MAX_TEXT)
    {
      fail (self, _ ("The answer is far longer than Parley asked for."));
      return;
    }
  g_string_append_len (self->text, text->str, text->len);
  self->funcs->on_text (text->str, self->data);
}

static void
note_reasoning (ParleyReplyReader *self, gsize bytes)
{
  if (bytes > 0)
    self->funcs->on_reasoning (bytes, self->data);
}

/* What the filter says of what came up to now. */
static void
note_result (ParleyReplyReader *self, ParleyThinkResult result)
{
  const char *mark = parley_think_filter_get_doubt (self->filter);

  if (result != PARLEY_THINK_KEPT)
    {
      g_string_truncate (self->text, 0);
      self->funcs->on_taken_back (result == PARLEY_THINK_QUOTED, self->data);
    }
  if (mark != NULL && !self->doubted)
    {
      self->doubted = TRUE;
      self->funcs->on_doubted (mark, self->data);
    }
}

/* What the filter holds back counts as reasoning; if it is none, so little does no harm. */
static void
take_text (ParleyReplyReader *self, const char *text)
{
  g_autoptr (GString) shown = g_string_new (NULL);
  gsize length = strlen (text);

  note_result (self, parley_think_filter_feed (self->filter, text, shown));
  note_reasoning (self, length - MIN (shown->len, length));
  deliver (self, shown);
}

static void
take_parts (ParleyReplyReader *self, const GPtrArray *parts)
{
  for (guint i = 0; self->error == NULL && i < parts->len; i++)
    parley_call_builder_add (self->calls, g_ptr_array_index (parts, i), &self->error);
}

static void
take_content (ParleyReplyReader *self, const ParleyChunk *chunk)
{
  if (chunk->reasoning > 0 || chunk->parts != NULL || chunk->finish != PARLEY_CHUNK_GOES_ON
      || (chunk->text != NULL && *chunk->text != '\0'))
    self->funcs->on_progress (self->data);
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

void
parley_reply_reader_take (ParleyReplyReader *self, ParleyChunk *chunk)
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
  if (chunk->cached_tokens >= 0)
    self->cached_tokens = chunk->cached_tokens;
  if (chunk->reply_tokens >= 0)
    self->reply_tokens = chunk->reply_tokens;
  self->has_done |= chunk->is_last;
  if (self->finish == PARLEY_CHUNK_GOES_ON)
    take_content (self, chunk);
  if (chunk->finish == PARLEY_CHUNK_GOES_ON || self->finish != PARLEY_CHUNK_GOES_ON)
    return;
  self->finish = chunk->finish;
  self->funcs->on_finish (self->data);
}

/* Bytes */

static void
detect_form (ParleyReplyReader *self, const guint8 *data, gsize length)
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

void
parley_reply_reader_push (ParleyReplyReader *self, const guint8 *data, gsize length)
{
  if (self->form == BODY_UNKNOWN)
    detect_form (self, data, length);
  if (self->form != BODY_OBJECT)
    parley_sse_push (self->sse, data, length);
  else if (self->object->len + length > PARLEY_JSON_MAX_BYTES)
    fail (self, _ ("The server's answer is too long."));
  else
    {
      self->funcs->on_progress (self->data);
      g_byte_array_append (self->object, data, length);
    }
}

void
parley_reply_reader_end (ParleyReplyReader *self)
{
  self->body_over = TRUE;
  if (self->form != BODY_OBJECT)
    parley_sse_end (self->sse);
}

static gboolean
is_blank (const char *data, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (data[i]))
      return FALSE;
  return TRUE;
}

static ParleyRead
next_event (ParleyReplyReader *self, ParleyReplyPart *part)
{
  ParleySseEvent event;
  g_autoptr (GError) error = NULL;

  while (self->error == NULL && !self->has_done)
    {
      switch (parley_sse_next (self->sse, &event, &error))
        {
        case PARLEY_SSE_MORE:
          return self->body_over ? PARLEY_READ_OVER : PARLEY_READ_MORE;
        case PARLEY_SSE_FAILED:
          if (self->finish == PARLEY_CHUNK_GOES_ON)
            self->error = g_steal_pointer (&error);
          return PARLEY_READ_OVER;
        case PARLEY_SSE_EVENT:
          if (is_blank (event.data, event.length))
            break;
          *part = (ParleyReplyPart){ event.data, event.length,
                                     event.is_error ? PARLEY_CHUNK_REPORT : PARLEY_CHUNK_EVENT };
          return PARLEY_READ_PART;
        }
    }
  return PARLEY_READ_OVER;
}

/* One object is a whole reply only with a finish reason, as a stream is. */
static ParleyRead
next_object (ParleyReplyReader *self, ParleyReplyPart *part)
{
  if (self->error != NULL || self->object_given)
    return PARLEY_READ_OVER;
  if (!self->body_over)
    return PARLEY_READ_MORE;
  self->object_given = TRUE;
  *part = (ParleyReplyPart){ (const char *) self->object->data, self->object->len,
                             PARLEY_CHUNK_WHOLE };
  return PARLEY_READ_PART;
}

ParleyRead
parley_reply_reader_next (ParleyReplyReader *self, ParleyReplyPart *part)
{
  return self->form == BODY_OBJECT ? next_object (self, part) : next_event (self, part);
}

/* The end */

static ParleyFinish
get_finish (ParleyReplyReader *self)
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
new_completion (ParleyReplyReader *self)
{
  g_autoptr (ParleyCompletion) completion
      = parley_completion_new_take (g_strdup (self->text->str), get_finish (self));
  g_autoptr (GPtrArray) calls = NULL;

  completion->prompt_tokens = self->prompt_tokens;
  /* More than there were is no number to believe. */
  completion->cached_tokens = self->cached_tokens <= self->prompt_tokens ? self->cached_tokens : -1;
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
explain_emptiness (ParleyReplyReader *self)
{
  gboolean has_calls = parley_call_builder_count (self->calls) > 0;

  if (self->text->len > 0 || (has_calls && self->has_tools))
    return NULL;
  if (has_calls || self->finish == PARLEY_CHUNK_CALLS)
    return self->has_tools ? _ ("The model wanted to use a tool, but didn't say which.")
                           : _ ("The model wanted to use a tool, but has none.");
  switch (self->finish)
    {
    case PARLEY_CHUNK_STOP:
      return NULL;
    case PARLEY_CHUNK_LENGTH:
      return _ ("The model reached its length limit before it said anything: allow longer answers, "
                "or choose a model that thinks less.");
    case PARLEY_CHUNK_WINDOW:
      return _ ("The conversation is too long for this model.");
    case PARLEY_CHUNK_GOES_ON:
    case PARLEY_CHUNK_CALLS:
      break;
    }
  return _ ("The server ended its answer without a word.");
}

/* Returns: (transfer full) (nullable): why what was said is no whole reply. What happens to the
 * connection behind a finish reason is of no interest. */
static GError *
find_flaw (ParleyReplyReader *self, const GError *transport)
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

ParleyCompletion *
parley_reply_reader_conclude (ParleyReplyReader *self, const GError *transport, GError **error)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  ParleyCompletion *completion = NULL;

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
    completion = new_completion (self);
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return completion;
}

gboolean
parley_reply_reader_is_untouched (const ParleyReplyReader *self)
{
  return !self->has_content;
}
