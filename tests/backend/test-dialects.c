/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json.h"
#include "openai-fixture.h"

/* Recorded forms of every dialect, and what must come of each, however its bytes are cut. */

#define SSE "text/event-stream"

#ifdef __SANITIZE_ADDRESS__
#define STRIDE 11 /* each exchange takes ten times as long */
#else
#define STRIDE 1
#endif

/* Outcomes that are no %PARLEY_ERROR. */
enum
{
  STOP = -1,
  LENGTH = -2,
  WINDOW = -3,
};

typedef struct
{
  const char *name; /* of the file; one that begins with "anthropic" is in that dialect */
  int outcome;      /* or the %PARLEY_ERROR */
  const char *text; /* of the reply, or a word of the error */
  const char *calls;
  gint64 prompt_tokens;
  gint64 reply_tokens;
} Row;

#define A      "{\"words\":\"a\"}"
#define B      "{\"words\":\"b\"}"
#define NO_USE -1, -1

static const Row rows[] = {
  { "openai", STOP, "Hello, wörld \xf0\x9f\x98\x80", "", 12, 5 },
  { "openai-tool", STOP, "", "call_a:recall{\"words\":\"café\"} call_b:remember{\"fact\":\"x\"}",
    20, 9 },
  { "openai-error", PARLEY_ERROR_OVERLOADED, "The server had an error", "", NO_USE },
  { "openai-refusal", PARLEY_ERROR_REFUSED, "declined", "", NO_USE },
  { "llamacpp-old", PARLEY_ERROR_OVERLOADED, "slot unavailable", "", NO_USE },
  { "llamacpp-old-turn", STOP, "Good day", "", 5, 2 },
  { "llamacpp-old-tool", STOP, "", "call_1:recall" A " call_2:recall" B, NO_USE },
  { "llamacpp-old-thinking", STOP, "Fine", "", NO_USE },
  { "llamacpp-new", LENGTH, "Good evening", "", 30, 2 },
  { "llamacpp-new-tool", STOP, "", "Xy12:recall" A, NO_USE },
  { "llamacpp-new-thinking", STOP, "Fine", "", NO_USE },
  { "llamacpp-new-error", PARLEY_ERROR_CONTEXT_TOO_LONG, "too long", "", NO_USE },
  { "vllm", PARLEY_ERROR_OVERLOADED, "Internal engine failure", "", NO_USE },
  { "vllm-turn", STOP, "One two", "", 6, 3 },
  { "vllm-tool", STOP, "", "chatcmpl-tool-1:recall{\"words\": \"a\"}", 7, 8 },
  { "vllm-thinking", STOP, "Fine", "", NO_USE },
  { "lmstudio", STOP, "Hi 1 < 2", "", NO_USE },
  { "lmstudio-tool", STOP, "", "365:recall" A " 366:remember{}", NO_USE },
  { "lmstudio-thinking", STOP, "Fine", "", NO_USE },
  { "lmstudio-error", PARLEY_ERROR_BAD_RESPONSE, "Model crashed", "", NO_USE },
  { "openrouter", STOP, "Sure.", "", 9, 3 },
  { "openrouter-tool", STOP, "Let me see.", "toolu_1:recall" A, 9, 9 },
  { "openrouter-thinking", STOP, "Fine", "", NO_USE },
  { "openrouter-error", PARLEY_ERROR_OVERLOADED, "Provider disconnected", "", NO_USE },
  { "ollama", STOP, "Line one\n  line two", "", NO_USE },
  { "ollama-tool", STOP, "", "call_1x:recall" A " call_2x:remember{\"fact\":\"b\"}", NO_USE },
  { "ollama-thinking", STOP, "Fine", "", NO_USE },
  { "ollama-error", PARLEY_ERROR_BAD_RESPONSE, "while running the model", "", NO_USE },
  { "deepseek", STOP, "Ja", "", 4, 8 },
  { "deepseek-tool", STOP, "", "call_00_z:recall{\"words\": \"a\"}", 3, 4 },
  { "deepseek-error", PARLEY_ERROR_OVERLOADED, "has a problem", "", NO_USE },
  { "gemini", STOP, "Bonjour", "", 7, 2 },
  { "gemini-tool", STOP, "", "call_1:recall" A " call_2:recall" B, NO_USE },
  { "gemini-tool-ids", STOP, "", "f1:recall" A " f2:recall" B, NO_USE },
  { "gemini-error", PARLEY_ERROR_OVERLOADED, "overloaded", "", NO_USE },
  { "anthropic", STOP, "Hello, wörld", "", 100, 7 },
  { "anthropic-tool", STOP, "Let me see.", "toolu_1:recall{\"words\": \"café\"} toolu_2:list{}", 10,
    30 },
  { "anthropic-thinking", STOP, "Fine", "", 10, 7 },
  { "anthropic-error", PARLEY_ERROR_OVERLOADED, "Overloaded", "", NO_USE },
  { "anthropic-length", LENGTH, "Well", "", 10, 7 },
  { "anthropic-sequence", STOP, "Well", "", 10, 7 },
  { "anthropic-pause", LENGTH, "Well", "", 10, 7 },
  { "anthropic-refusal", PARLEY_ERROR_REFUSED, "declined", "", NO_USE },
  { "anthropic-window", WINDOW, "Well", "", 10, 7 },
};

static char *
load (const Row *row, gsize *length)
{
  g_autofree char *name = g_strconcat (row->name, ".sse", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "backend", "streams", name, NULL);
  char *body = NULL;

  g_assert_true (g_file_get_contents (path, &body, length, NULL));
  return body;
}

static void
speak (Fixture *fixture, const Row *row)
{
  fixture_speak (
      fixture, g_str_has_prefix (row->name, "anthropic") ? parley_anthropic_new : parley_openai_new,
      0);
}

static Call *
call_with_tools (Fixture *fixture)
{
  g_autoptr (ParleyRequest) request = request_new ();

  request_offer_tools (request);
  return call_new_with (fixture, request);
}

static char *
dup_calls (const GPtrArray *calls)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < calls->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (calls, i);

      g_string_append_printf (all, "%s%s:%s%s", i > 0 ? " " : "", call->id, call->name,
                              call->arguments);
    }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
assert_reply (Call *call, const Row *row)
{
  g_autofree char *calls = NULL;
  const ParleyFinish finishes[]
      = { 0, PARLEY_FINISH_STOP, PARLEY_FINISH_LENGTH, PARLEY_FINISH_WINDOW };

  g_assert_no_error (call->error);
  g_assert_cmpstr (call->completion->text, ==, row->text);
  calls = dup_calls (call->completion->calls);
  g_assert_cmpstr (calls, ==, row->calls);
  g_assert_cmpint (call->completion->finish, ==, finishes[-row->outcome]);
}

static void
assert_outcome (Call *call, const Row *row)
{
  if (row->outcome < 0)
    {
      assert_reply (call, row);
      g_assert_cmpint (call->completion->prompt_tokens, ==, row->prompt_tokens);
      g_assert_cmpint (call->completion->reply_tokens, ==, row->reply_tokens);
      return;
    }
  g_assert_error (call->error, PARLEY_ERROR, row->outcome);
  if (strstr (call->error->message, row->text) == NULL)
    g_error ("“%s” is not in “%s”", row->text, call->error->message);
}

/* Answers the latest request with @body in pieces that end at @first and then every @step bytes. */
static void
answer (Fixture *fixture, guint index, const char *body, gsize length, gsize first, gsize step)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, index);

  parley_test_peer_head (peer, 200, SSE, NULL);
  parley_test_peer_chunk (peer, body, first);
  for (gsize i = first; i < length; i += step)
    parley_test_peer_chunk (peer, body + i, MIN (step, length - i));
}

static void
test_row (Fixture *fixture, gconstpointer data)
{
  const Row *row = data;
  const gsize steps[] = { 100000, 1, 2, 3, 13 };
  gsize length;
  g_autofree char *body = load (row, &length);

  speak (fixture, row);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (Call) call = call_with_tools (fixture);

      answer (fixture, i, body, length, 0, steps[i]);
      parley_test_peer_end (parley_test_server_wait_for (fixture->server, i));
      call_wait (call);
      assert_outcome (call, row);
    }
}

static void
test_split_at_every_byte (Fixture *fixture, gconstpointer data)
{
  const Row *row = data;
  gsize length;
  g_autofree char *body = load (row, &length);

  speak (fixture, row);
  for (gsize at = 0, n = 0; at < length; at += STRIDE, n++)
    {
      g_autoptr (Call) call = call_with_tools (fixture);

      answer (fixture, n, body, length, at, length);
      parley_test_peer_end (parley_test_server_wait_for (fixture->server, n));
      call_wait (call);
      assert_outcome (call, row);
    }
}

/* What is cut is the whole reply if all that counts had come, and an error else: never a part. */
static void
test_cut_at_every_byte (Fixture *fixture, gconstpointer data)
{
  const Row *row = data;
  gboolean was_whole = FALSE;
  gsize length;
  g_autofree char *body = load (row, &length);

  speak (fixture, row);
  for (gsize at = length % STRIDE, n = 0; at <= length; at += STRIDE, n++)
    {
      g_autoptr (Call) call = call_with_tools (fixture);

      answer (fixture, n, body, at, at, 1);
      parley_test_peer_cut (parley_test_server_wait_for (fixture->server, n));
      call_wait (call);
      g_assert_false (was_whole && call->error != NULL);
      was_whole = call->error == NULL;
      if (was_whole)
        assert_reply (call, row);
      else if (row->outcome < 0)
        g_assert_true (g_str_has_prefix (row->text, call->deltas->str));
    }
  g_assert_cmpint (was_whole, ==, row->outcome < 0);
}

static const NewBackend kinds[] = { parley_openai_new, parley_anthropic_new };

/* They are no reply. */
static void
test_keep_alives_only (Fixture *fixture, gconstpointer data)
{
  const char *const bodies[] = { ": keep-alive\n\n: OPENROUTER PROCESSING\n\n",
                                 "event: ping\ndata: {\"type\":\"ping\"}\n\n: x\n\n" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (Call) call = NULL;

      fixture_speak (fixture, kinds[i], 0);
      call = call_with_tools (fixture);
      answer (fixture, i, bodies[i], strlen (bodies[i]), 0, 100);
      parley_test_peer_end (parley_test_server_wait_for (fixture->server, i));
      call_wait (call);
      g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_CUT);
      g_assert_cmpuint (call->n_deltas, ==, 0);
    }
}

static void
test_a_line_of_20_mb_is_not_read (Fixture *fixture, gconstpointer data)
{
  const gsize size = 20 * 1000 * 1000;
  g_autofree char *fill = g_strnfill (size, 'x');

  memcpy (fill, "data: ", 6);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (Call) call = NULL;
      ParleyTestPeer *peer;

      fixture_speak (fixture, kinds[i], 0);
      call = call_with_tools (fixture);
      answer (fixture, i, fill, size, 0, size);
      call_wait (call);
      g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE);
      peer = parley_test_server_wait_for (fixture->server, i);
      wait_closed (peer);
      g_assert_cmpuint (parley_test_peer_get_sent (peer), <, size);
    }
}

/* Nobody sees it, but it is paid for, also when the server never comes to count it. */
static void
test_reasoning_is_measured (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    NewBackend kind;
    const char *body;
  } answers[] = {
    { parley_openai_new, "data: {\"choices\":[{\"delta\":{\"reasoning\":\"12345\"}}]}\n\n" },
    { parley_openai_new, "data: {\"choices\":[{\"delta\":{\"reasoning\":\"12345\","
                         "\"reasoning_content\":\"12345\"}}]}\n\n" },
    { parley_openai_new, "data: {\"choices\":[{\"delta\":{\"content\":\"<think>12345\"}}]}\n\n" },
    { parley_anthropic_new, "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
                            "{\"type\":\"thinking_delta\",\"thinking\":\"12345\"}}\n\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      const char *body = answers[i].body;
      g_autoptr (Call) call = NULL;

      fixture_speak (fixture, answers[i].kind, 0);
      call = call_with_tools (fixture);
      answer (fixture, i, body, strlen (body), 0, strlen (body));
      parley_test_peer_end (parley_test_server_wait_for (fixture->server, i));
      call_wait (call);
      g_assert_nonnull (call->error);
      g_assert_cmpuint (call->n_deltas, ==, 0);
      g_assert_cmpuint (call->reasoning, >=, 5);
      g_assert_cmpuint (call->reasoning, <, 20);
    }
}

/* A proxy that does not stream. */
static void
test_a_whole_answer_of_anthropic (Fixture *fixture, gconstpointer data)
{
  const Row row = { "anthropic-whole", STOP, "Well", "t1:recall" A, 3, 4 };
  const char *body
      = "{\"type\":\"message\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"secret\"},"
        "{\"type\":\"text\",\"text\":\"Well\"},{\"type\":\"tool_use\",\"id\":\"t1\","
        "\"name\":\"recall\",\"input\":" A "}],\"stop_reason\":\"tool_use\","
        "\"usage\":{\"input_tokens\":3,\"output_tokens\":4}}";
  g_autoptr (Call) call = NULL;

  speak (fixture, &row);
  call = call_with_tools (fixture);
  answer (fixture, 0, body, strlen (body), 0, 7);
  parley_test_peer_end (parley_test_server_wait_for (fixture->server, 0));
  call_wait (call);
  assert_outcome (call, &row);
}

/* Where each server tells what it had read before. @cached: -1: it does not. */
static void
test_cached_tokens (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *usage;
    gint64 cached;
  } answers[] = {
    { "\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":8}}", 8 },
    { "\"usage\":{\"prompt_tokens\":9,\"prompt_cache_hit_tokens\":7}", 7 },
    { "\"usage\":{\"prompt_tokens\":9},\"timings\":{\"cache_n\":6,\"prompt_n\":3}", 6 },
    { "\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":0}}", 0 },
    { "\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":1000}}", -1 },
    { "\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":-4}}", -1 },
    { "\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":\"many\"}", -1 },
    { "\"usage\":{\"prompt_tokens\":9}", -1 },
    { "\"timings\":{\"cache_n\":6}", -1 },
  };
  const Row row = { "openai", STOP, "Well", "", 9, -1 };

  speak (fixture, &row);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *body = g_strdup_printf (
          "{\"choices\":[{\"message\":{\"content\":\"Well\"},\"finish_reason\":\"stop\"}],%s}",
          answers[i].usage);
      g_autoptr (Call) call = call_with_tools (fixture);

      answer (fixture, i, body, strlen (body), 0, strlen (body));
      parley_test_peer_end (parley_test_server_wait_for (fixture->server, i));
      call_wait (call);
      g_assert_cmpint (call->completion->cached_tokens, ==, answers[i].cached);
    }
}

static void
test_cached_tokens_of_anthropic (Fixture *fixture, gconstpointer data)
{
  const Row row = { "anthropic-whole", STOP, "Well", "", 10, 4 };
  const char *body = "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"Well\"}],"
                     "\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":3,"
                     "\"cache_read_input_tokens\":5,\"cache_creation_input_tokens\":2,"
                     "\"output_tokens\":4}}";
  g_autoptr (Call) call = NULL;

  speak (fixture, &row);
  call = call_with_tools (fixture);
  answer (fixture, 0, body, strlen (body), 0, strlen (body));
  parley_test_peer_end (parley_test_server_wait_for (fixture->server, 0));
  call_wait (call);
  assert_outcome (call, &row);
  g_assert_cmpint (call->completion->cached_tokens, ==, 5);
}

/* A model may write what it likes between its calls and the end; those who were offered nothing are
 * answered with the text alone. */
static void
test_calls_that_nobody_offered_are_dropped (Fixture *fixture, gconstpointer data)
{
  const Row row = { "openrouter-tool", STOP, "Let me see.", "", 9, 9 };
  gsize length;
  g_autofree char *body = load (&row, &length);
  g_autoptr (Call) call = call_new (fixture);

  answer (fixture, 0, body, length, 0, length);
  parley_test_peer_end (parley_test_server_wait_for (fixture->server, 0));
  call_wait (call);
  assert_outcome (call, &row);
}

/* The rest is cut into single bytes, which are all places at once. */
static gboolean
is_worth_every_split (const Row *row)
{
  const char *const names[] = { "openai",        "openai-tool",    "llamacpp-old-thinking",
                                "lmstudio-tool", "anthropic-tool", NULL };

  return g_strv_contains (names, row->name);
}

static void
add (const char *kind, const Row *row, void (*func) (Fixture *, gconstpointer))
{
  g_autofree char *name = g_strconcat ("/dialects/", kind, "/", row->name, NULL);

  g_test_add (name, Fixture, row, fixture_set_up, func, fixture_tear_down);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/dialects/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      add ("row", &rows[i], test_row);
      add ("cut-at-every-byte", &rows[i], test_cut_at_every_byte);
      if (is_worth_every_split (&rows[i]))
        add ("split-at-every-byte", &rows[i], test_split_at_every_byte);
    }
  ADD ("reasoning", test_reasoning_is_measured);
  ADD ("keep-alives-only", test_keep_alives_only);
  ADD ("line-of-20-mb", test_a_line_of_20_mb_is_not_read);
  ADD ("whole-answer-of-anthropic", test_a_whole_answer_of_anthropic);
  ADD ("cached", test_cached_tokens);
  ADD ("cached-of-anthropic", test_cached_tokens_of_anthropic);
  ADD ("calls-that-nobody-offered", test_calls_that_nobody_offered_are_dropped);
  return g_test_run ();
}
