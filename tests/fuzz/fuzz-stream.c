/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a model's server sends, of any kind, in pieces of any length: the same is said, called and
 * taken back as of the whole at once, all of it valid, and the key is in none of it. */
#include "fuzz.h"

#include <string.h>

#include "backend/parley-anthropic.h"
#include "backend/parley-openai.h"
#include "backend/parley-reply-reader.h"

#define KEY "sk-Secret12345678"

typedef ParleyChunk *(*ParseFunc) (const char *data,
                                   gsize length,
                                   ParleyChunkForm form,
                                   const char *key);

/* What one reply came to. */
typedef struct
{
  ParseFunc parse;
  ParleyReplyReader *reader;
  GString *shown; /* what is not taken back */
  GString *story;
  gboolean over;
} Reply;

static const ParleyThinkMarks *
get_marks (void)
{
  static ParleyThinkMarks *marks = NULL; /* libFuzzer: calls a target again and again */

  if (marks == NULL)
    marks = parley_think_marks_load (NULL, NULL);
  g_assert_nonnull (marks);
  return marks;
}

static void
on_text (const char *text, gpointer data)
{
  Reply *reply = data;

  g_assert_cmpint (*text, !=, '\0');
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_string_append (reply->shown, text);
}

static void
on_taken_back (gboolean quoted, gpointer data)
{
  Reply *reply = data;

  g_string_append_printf (reply->story, "taken back %d\n", quoted);
  g_string_truncate (reply->shown, 0);
}

static void
on_doubted (const char *mark, gpointer data)
{
  g_string_append_printf (((Reply *) data)->story, "doubted %s\n", mark);
}

static void
on_reasoning (gsize bytes, gpointer data)
{
  g_assert_cmpuint (bytes, >, 0);
}

static void
on_progress (gpointer data)
{
}

static void
on_finish (gpointer data)
{
  g_string_append (((Reply *) data)->story, "finish\n");
}

static void
read_on (Reply *reply)
{
  ParleyReplyPart part;
  ParleyRead next;

  while ((next = parley_reply_reader_next (reply->reader, &part)) == PARLEY_READ_PART)
    {
      g_autoptr (ParleyChunk) chunk = reply->parse (part.data, part.length, part.form, KEY);

      parley_reply_reader_take (reply->reader, chunk);
    }
  reply->over = next == PARLEY_READ_OVER;
}

static void
tell_calls (const ParleyCompletion *completion, GString *story)
{
  for (guint i = 0; i < completion->calls->len; i++)
    {
      const ParleyToolCall *call = completion->calls->pdata[i];

      g_assert_true (g_utf8_validate (call->name, -1, NULL));
      g_assert_true (g_utf8_validate (call->arguments, -1, NULL));
      g_string_append_printf (story, "%s %s %s\n", call->id, call->name, call->arguments);
    }
}

static void
conclude (Reply *reply)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyCompletion) completion
      = parley_reply_reader_conclude (reply->reader, NULL, &error);

  g_assert_true ((completion == NULL) == (error != NULL));
  if (completion == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (strstr (error->message, KEY));
      g_string_append (reply->story, error->message);
      return;
    }
  g_assert_cmpstr (completion->text, ==, reply->shown->str);
  tell_calls (completion, reply->story);
  g_string_append_printf (reply->story, "%d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n%s",
                          completion->finish, completion->prompt_tokens, completion->reply_tokens,
                          completion->text);
}

/* @step: bytes in a piece. Returns: (transfer full): all that came of it. */
static char *
read_reply (const FuzzInput *input, gsize step, ParseFunc parse, ParleyRequest *request)
{
  static const ParleyReplyReaderFuncs funcs = { .on_text = on_text,
                                                .on_taken_back = on_taken_back,
                                                .on_doubted = on_doubted,
                                                .on_reasoning = on_reasoning,
                                                .on_progress = on_progress,
                                                .on_finish = on_finish };
  Reply reply = { .parse = parse, .shown = g_string_new (NULL), .story = g_string_new (NULL) };

  reply.reader = parley_reply_reader_new (get_marks (), request, &funcs, &reply);
  for (gsize at = 0; at < input->left && !reply.over; at += step)
    {
      parley_reply_reader_push (reply.reader, input->data + at, MIN (step, input->left - at));
      read_on (&reply);
    }
  parley_reply_reader_end (reply.reader);
  read_on (&reply);
  conclude (&reply);
  parley_reply_reader_free (reply.reader);
  g_string_free (reply.shown, TRUE);
  return g_string_free (reply.story, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const ParleyToolSpec tool = { .name = "recall", .description = "x", .schema = "{}" };
  FuzzInput input = { data, size };
  ParseFunc parse
      = fuzz_take (&input, 2) == 0 ? parley_openai_chunk_parse : parley_anthropic_chunk_parse;
  guint step = 1 + fuzz_take (&input, 40);
  g_autoptr (ParleyRequest) request = parley_request_new (100);
  g_autofree char *whole = NULL;
  g_autofree char *pieces = NULL;

  request->manner = fuzz_take (&input, 3);
  g_ptr_array_add (request->tools, (gpointer) &tool);
  parley_request_add (request, PARLEY_ROLE_USER, "say </think> please");
  whole = read_reply (&input, MAX (input.left, 1), parse, request);
  pieces = read_reply (&input, step, parse, request);
  g_assert_cmpstr (pieces, ==, whole);
  return 0;
}
