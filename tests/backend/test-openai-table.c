/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json.h"
#include "openai-fixture.h"

/* What a server says, and what must come of it. */

#define SSE  "text/event-stream"
#define JSON "application/json"
#define HTML "text/html; charset=utf-8"

#define TEXT(t)                                                                                    \
  "data: {\"choices\":[{\"delta\":{\"content\":\"" t "\"},\"finish_reason\":null}]}\n\n"
#define FINISH(r)   "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" r "\"}]}\n\n"
#define DONE        "data: [DONE]\n\n"
#define WHOLE(m, r) "{\"choices\":[{\"message\":" m ",\"finish_reason\":" r "}]}"

typedef enum
{
  END,        /* the proper end of the body */
  CUT,        /* the connection is closed between two chunks: to libsoup a clean end */
  CUT_INSIDE, /* and inside of a chunk */
} Ending;

typedef enum
{
  STOP,
  LENGTH,
  AUTH,
  LIMITED,
  OVERLOADED,
  TOO_LONG,
  BAD,
  BROKEN,
  REFUSED,
  CONFIGURATION,
} Outcome;

typedef struct
{
  const char *name;
  guint status;
  const char *type;
  const char *body;
  Ending ending;
  Outcome outcome;
  const char *text; /* of the reply, or a word of the error */
} Row;

static const Row rows[] = {
  /* Streams that are whole. */
  { "stop-and-done", 200, SSE, TEXT ("a") TEXT ("b") FINISH ("stop") DONE, END, STOP, "ab" },
  { "stop-without-done", 200, SSE, TEXT ("a") FINISH ("stop"), END, STOP, "a" },
  { "done-without-stop", 200, SSE, TEXT ("a") DONE, END, STOP, "a" },
  { "done-without-blank-line", 200, SSE, TEXT ("a") "data: [DONE]", END, STOP, "a" },
  { "stop-then-cut", 200, SSE, TEXT ("a") FINISH ("stop"), CUT, STOP, "a" },
  { "stop-then-cut-inside", 200, SSE, TEXT ("a") FINISH ("stop"), CUT_INSIDE, STOP, "a" },
  { "stop-then-half-an-event", 200, SSE, TEXT ("a") FINISH ("stop") "data: {\"usa", CUT, STOP,
    "a" },
  { "length", 200, SSE, TEXT ("a") FINISH ("length") DONE, END, LENGTH, "a" },
  { "silence", 200, SSE, FINISH ("stop") DONE, END, STOP, "" },
  { "blanks-are-text", 200, SSE, TEXT (" ") TEXT ("\\n") FINISH ("stop"), END, STOP, " \n" },
  { "unknown-reason", 200, SSE, TEXT ("a") FINISH ("eos"), END, STOP, "a" },
  { "wrong-type", 200, JSON, TEXT ("a") DONE, END, STOP, "a" },
  { "no-choices", 200, SSE,
    "data: {}\n\ndata: {\"choices\":[]}\n\ndata: {\"choices\":null}\n\n"
    "data: {\"choices\":[null]}\n\ndata: {\"choices\":7}\n\n" TEXT ("a") DONE,
    END, STOP, "a" },
  { "no-content", 200, SSE,
    "data: {\"choices\":[{}]}\n\ndata: {\"choices\":[{\"delta\":null}]}\n\n"
    "data: {\"choices\":[{\"delta\":{\"content\":null}}]}\n\n"
    "data: {\"choices\":[{\"delta\":{\"content\":7}}]}\n\n" TEXT ("a") DONE,
    END, STOP, "a" },
  { "reasoning-is-hidden", 200, SSE,
    "data: {\"choices\":[{\"delta\":{\"reasoning\":\"r\",\"reasoning_content\":\"r\"}}]}\n\n" TEXT (
        "<think>r") TEXT ("r</think>a") FINISH ("stop"),
    END, STOP, "a" },
  { "unended-thinking-is-hidden", 200, SSE, TEXT ("a<think>r") FINISH ("stop"), END, STOP, "a" },
  { "half-a-tag-is-text", 200, SSE, TEXT ("a <thi") FINISH ("stop"), END, STOP, "a <thi" },
  { "parts", 200, SSE,
    "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"thinking\",\"text\":\"r\"},"
    "{\"type\":\"text\",\"text\":\"a\"}]}}]}\n\n" DONE,
    END, STOP, "a" },
  { "empty-tool-list", 200, SSE,
    "data: {\"choices\":[{\"delta\":{\"content\":\"a\",\"tool_calls\":[]}}]}\n\n" DONE, END, STOP,
    "a" },
  { "null-error", 200, SSE,
    "data: {\"error\":null,\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n" DONE, END, STOP,
    "a" },
  { "empty-events", 200, SSE, "data\n\ndata: \n\n" TEXT ("a") DONE, END, STOP, "a" },

  /* Answers that are no streams. */
  { "whole", 200, JSON, WHOLE ("{\"content\":\"<think>r</think>ab\"}", "\"stop\""), END, STOP,
    "ab" },
  { "whole-behind-blanks", 200, SSE, " \r\n" WHOLE ("{\"content\":\"ab\"}", "\"stop\""), END, STOP,
    "ab" },
  { "whole-length", 200, JSON, WHOLE ("{\"content\":\"ab\"}", "\"length\""), END, LENGTH, "ab" },
  { "whole-silence", 200, JSON, WHOLE ("{\"content\":null}", "\"stop\""), END, STOP, "" },
  { "whole-without-reason", 200, JSON, WHOLE ("{\"content\":\"ab\"}", "null"), END, BROKEN,
    "cut off" },
  { "whole-cut", 200, JSON, "{\"choices\":[{\"message\":{\"content\":\"ab\"}", CUT, BAD, "JSON" },
  { "whole-cut-inside", 200, JSON, "{\"choices\":", CUT_INSIDE, BROKEN, "cut off" },
  { "whole-tool", 200, JSON, WHOLE ("{\"tool_calls\":[{}]}", "\"stop\""), END, BAD, "tool" },
  { "whole-error", 200, JSON, "{\"error\":{\"message\":\"no luck\"}}", END, BAD, "no luck" },
  { "other-object", 200, JSON, "{\"hello\":1}", END, BROKEN, "cut off" },
  { "html", 200, HTML, "<html>Log in</html>", END, BAD, "login page or proxy" },
  { "html-as-stream", 200, SSE, "\n <!DOCTYPE html>", END, BAD, "login page or proxy" },
  { "redirect", 302, HTML, "", END, BAD, "login page or proxy" },
  { "permanent-redirect", 308, JSON, "", END, BAD, "login page or proxy" },

  /* Streams that are not whole. */
  { "nothing", 200, SSE, "", END, BROKEN, "cut off" },
  { "only-done", 200, SSE, DONE, END, BAD, "ended its answer without a word" },
  { "only-comments", 200, SSE, ": hello\n\n", END, BROKEN, "cut off" },
  { "end-without-reason", 200, SSE, TEXT ("a"), END, BROKEN, "cut off" },
  { "cut-between-chunks", 200, SSE, TEXT ("a") TEXT ("b"), CUT, BROKEN, "cut off" },
  { "cut-inside-a-chunk", 200, SSE, TEXT ("a") TEXT ("b"), CUT_INSIDE, BROKEN, "cut off" },
  { "thought-only-done", 200, SSE, TEXT ("<think>r</think>") DONE, END, BAD,
    "ended its answer without a word" },
  { "length-without-text", 200, SSE, TEXT ("<think>r") FINISH ("length"), END, BAD,
    "length limit" },

  /* Errors at status 200. */
  { "error-object", 200, SSE, TEXT ("a") "data: {\"error\":{\"message\":\"no luck\"}}\n\n" DONE,
    END, BAD, "no luck" },
  { "error-coded", 200, SSE,
    "data: {\"error\":{\"code\":429,\"message\":\"no luck\"},\"choices\":[{\"delta\":{},"
    "\"finish_reason\":\"error\"}]}\n\n",
    END, LIMITED, "no luck" },
  { "error-vllm", 200, SSE,
    "data: {\"object\":\"error\",\"message\":\"no luck\",\"code\":400,"
    "\"type\":\"BadRequestError\"}\n\n" DONE,
    END, CONFIGURATION, "no luck" },
  { "error-field", 200, SSE,
    TEXT ("a") "error: {\"code\":500,\"message\":\"no luck\",\"type\":\"server_error\"}\n\n", END,
    OVERLOADED, "no luck" },
  { "error-text", 200, SSE, "data: {\"error\":\"no luck\"}\n\n" DONE, END, BAD, "no luck" },
  { "error-context", 200, SSE,
    "data: {\"error\":{\"code\":400,\"message\":\"exceeds the context size\"}}\n\n", END, TOO_LONG,
    "too long" },
  { "error-reason", 200, SSE, TEXT ("a") FINISH ("error"), END, OVERLOADED, "has a problem" },
  { "filtered", 200, SSE, TEXT ("a") FINISH ("content_filter") DONE, END, REFUSED, "filter" },
  { "declined", 200, SSE, "data: {\"choices\":[{\"delta\":{\"refusal\":\"I can't\"}}]}\n\n" DONE,
    END, REFUSED, "declined" },
  { "tool-call", 200, SSE,
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}\n\n" FINISH ("stop"), END,
    BAD, "tool" },
  { "tool-reason", 200, SSE, FINISH ("tool_calls") DONE, END, BAD, "tool" },

  /* Other statuses. */
  { "401", 401, JSON, "{\"error\":{\"message\":\"Incorrect key " KEY " given\"}}", END, AUTH,
    "Incorrect key … given" },
  { "402", 402, JSON, "", END, CONFIGURATION, "credit" },
  { "404", 404, JSON, "{\"error\":\"no\"}", END, CONFIGURATION, "no such model or address" },
  { "413", 413, HTML, "<html>", END, TOO_LONG, "too long" },
  { "429", 429, JSON, "{}", END, LIMITED, "too many requests" },
  { "500", 500, "text/plain", "Internal Server Error", END, OVERLOADED, "has a problem" },
  { "500-cut", 500, JSON, "{\"error\":", CUT_INSIDE, OVERLOADED, "has a problem" },
  { "529", 529, JSON, "{}", END, OVERLOADED, "has a problem" },

  /* Broken and hostile ones. */
  { "no-json", 200, SSE, "data: hello\n\n" DONE, END, BAD, "JSON" },
  { "no-object", 200, SSE, "data: [1]\n\n" DONE, END, BAD, "JSON" },
  { "invalid-utf8", 200, SSE, TEXT ("a\xff"), END, BAD, "UTF-8" },
  { "half-a-surrogate-pair", 200, SSE, TEXT ("a\\ud83d"), END, BAD, "damaged" },
};

static void
assert_outcome (Call *call, Outcome outcome, const char *text)
{
  static const ParleyError codes[] = {
    [AUTH] = PARLEY_ERROR_AUTH,
    [LIMITED] = PARLEY_ERROR_RATE_LIMITED,
    [OVERLOADED] = PARLEY_ERROR_OVERLOADED,
    [TOO_LONG] = PARLEY_ERROR_CONTEXT_TOO_LONG,
    [BAD] = PARLEY_ERROR_BAD_RESPONSE,
    [BROKEN] = PARLEY_ERROR_CUT,
    [REFUSED] = PARLEY_ERROR_REFUSED,
    [CONFIGURATION] = PARLEY_ERROR_CONFIGURATION,
  };

  if (outcome == STOP || outcome == LENGTH)
    {
      g_assert_no_error (call->error);
      g_assert_cmpstr (call->completion->text, ==, text);
      g_assert_cmpint (call->completion->finish, ==,
                       outcome == STOP ? PARLEY_FINISH_STOP : PARLEY_FINISH_LENGTH);
      return;
    }
  g_assert_error (call->error, PARLEY_ERROR, (int) codes[outcome]);
  if (strstr (call->error->message, text) == NULL)
    g_error ("“%s” is not in “%s”", text, call->error->message);
}

/* @piece: bytes of the body that go into one chunk. */
static void
send_body (ParleyTestPeer *peer, const char *body, gsize length, gsize piece)
{
  for (gsize i = 0; i < length; i += piece)
    parley_test_peer_chunk (peer, body + i, MIN (piece, length - i));
}

static void
play (Fixture *fixture, const Row *row, gsize piece, guint index)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, index);

  parley_test_peer_head (peer, row->status, row->type,
                         row->status / 100 == 3 ? "Location: http://127.0.0.1:1/login\r\n" : NULL);
  send_body (peer, row->body, strlen (row->body), piece);
  switch (row->ending)
    {
    case END:
      parley_test_peer_end (peer);
      break;
    case CUT:
      parley_test_peer_cut (peer);
      break;
    case CUT_INSIDE:
      parley_test_peer_raw (peer, "ff\r\ndata: {\"cho", 15);
      parley_test_peer_cut (peer);
      break;
    }
  call_wait (call);
  assert_outcome (call, row->outcome, row->text);
}

static void
test_row (Fixture *fixture, gconstpointer data)
{
  const Row *row = data;

  play (fixture, row, 100000, 0);
  play (fixture, row, 1, 1);
  play (fixture, row, 7, 2);
}

/* Recorded streams of the dialects. */
typedef struct
{
  const char *name;
  Outcome outcome;
  const char *text;
  gint64 prompt_tokens;
  gint64 reply_tokens;
} Dialect;

static const Dialect dialects[] = {
  { "openai", STOP, "Hello, wörld \xf0\x9f\x98\x80", 12, 5 },
  { "llamacpp-old", OVERLOADED, "slot unavailable" },
  { "llamacpp-new", LENGTH, "Good evening", 30, 2 },
  { "vllm", OVERLOADED, "Internal engine failure" },
  { "lmstudio", STOP, "Hi 1 < 2", -1, -1 },
  { "openrouter", STOP, "Sure.", 9, 3 },
  { "ollama", STOP, "Line one\n  line two", -1, -1 },
  { "deepseek", STOP, "Ja", 4, 8 },
  { "gemini", STOP, "Bonjour", 7, 2 },
};

static void
test_dialect (Fixture *fixture, gconstpointer data)
{
  const Dialect *dialect = data;
  const gsize pieces[] = { 100000, 1, 13 };
  g_autofree char *name = g_strconcat (dialect->name, ".sse", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "backend", "streams", name, NULL);
  g_autofree char *body = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &body, &length, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (Call) call = call_new (fixture);
      ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, i);

      parley_test_peer_head (peer, 200, SSE, NULL);
      send_body (peer, body, length, pieces[i]);
      parley_test_peer_end (peer);
      call_wait (call);
      assert_outcome (call, dialect->outcome, dialect->text);
      if (call->completion == NULL)
        continue;
      g_assert_cmpint (call->completion->prompt_tokens, ==, dialect->prompt_tokens);
      g_assert_cmpint (call->completion->reply_tokens, ==, dialect->reply_tokens);
    }
}

/* Answers one call with @body, in one piece. */
static void
answer (Fixture *fixture, const char *body, Outcome outcome, const char *text)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, 0);

  parley_test_peer_head (peer, 200, SSE, NULL);
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
  call_wait (call);
  assert_outcome (call, outcome, text);
}

static void
test_a_bomb_of_brackets_is_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *body = g_strconcat ("data: {\"choices\":", brackets, "\n\n", NULL);

  answer (fixture, body, BAD, "nested too deeply");
}

/* Large enough for the worker, in front of and behind small ones: their order must hold. */
static void
test_large_events_keep_their_place (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fill = g_strnfill (70000, 'x');
  g_autofree char *body
      = g_strconcat (TEXT ("a"), "data: {\"choices\":[{\"delta\":{\"content\":\"", fill,
                     "\"}}]}\n\n", TEXT ("b"), "data: {\"choices\":[{\"delta\":{\"content\":\"",
                     fill, "\"},\"finish_reason\":\"stop\"}]}", NULL);
  g_autofree char *wanted = g_strconcat ("a", fill, "b", fill, NULL);

  answer (fixture, body, STOP, wanted);
}

static void
test_a_large_whole_reply_is_read (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fill = g_strnfill (70000, 'x');
  g_autofree char *body = g_strconcat ("{\"choices\":[{\"message\":{\"content\":\"", fill,
                                       "\"},\"finish_reason\":\"stop\"}]}", NULL);

  answer (fixture, body, STOP, fill);
}

/* Cancels at one turn of the loop after another, so also while a worker parses. That no delta comes
 * afterwards is proved where deltas are counted. */
static void
test_cancel_at_every_turn_of_the_loop (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fill = g_strnfill (70000, 'x');
  g_autofree char *body = g_strconcat (TEXT ("a"), "data: {\"choices\":[{\"delta\":{\"content\":\"",
                                       fill, "\"}}]}\n\n", TEXT ("b"), FINISH ("stop"), DONE, NULL);
  gboolean finished = FALSE;
  guint n_answered = 0;

  for (guint turns = 0; !finished; turns++)
    {
      g_autoptr (Call) call = call_new (fixture);

      g_assert_cmpuint (turns, <, 10000);
      for (guint i = 0; i < turns && call->n_callbacks == 0; i++)
        {
          g_main_context_iteration (NULL, TRUE);
          for (; n_answered < parley_test_server_count (fixture->server); n_answered++)
            {
              ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, n_answered);

              parley_test_peer_head (peer, 200, SSE, NULL);
              parley_test_peer_chunk (peer, body, -1);
            }
        }
      finished = call->n_callbacks > 0;
      g_cancellable_cancel (call->cancellable);
      call_wait (call);
      g_assert_cmpint (call->error == NULL, ==, finished);
      if (!finished)
        g_assert_error (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

/* 20 MiB wait behind the bound: most of them must never be taken off the connection. */
static void
test_a_line_without_end_stops_the_stream_at_once (Fixture *fixture, gconstpointer data)
{
  const gsize size = 20 * PARLEY_JSON_MAX_BYTES;
  g_autofree char *fill = g_strnfill (size, 'x');
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, 0);

  parley_test_peer_head (peer, 200, SSE, NULL);
  parley_test_peer_chunk (peer, "data: ", -1);
  parley_test_peer_chunk (peer, fill, size);
  call_wait (call);
  assert_outcome (call, BAD, "far too long");
  wait_closed (peer);
  g_assert_cmpuint (parley_test_peer_get_sent (peer), <, size);
}

/* 401 and 302 are those that libsoup itself would answer. */
static void
test_the_text_of_an_error_is_not_read_without_end (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    guint status;
    Outcome outcome;
    const char *word;
  } errors[]
      = { { 429, LIMITED, "too many requests" }, { 401, AUTH, "API key" }, { 302, BAD, "login" } };
  const gsize size = 20 * PARLEY_JSON_MAX_BYTES;
  g_autofree char *fill = g_strnfill (size, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (Call) call = call_new (fixture);
      ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, i);

      parley_test_peer_head (peer, errors[i].status, JSON,
                             "Location: http://127.0.0.1:1/\r\nWWW-Authenticate: Basic\r\n");
      parley_test_peer_chunk (peer, fill, size);
      call_wait (call);
      assert_outcome (call, errors[i].outcome, errors[i].word);
      wait_closed (peer);
      g_assert_cmpuint (parley_test_peer_get_sent (peer), <, size);
    }
}

static gboolean
is_idle_armed (gpointer data)
{
  const Fixture *fixture = data;

  return parley_timers_get_next (fixture->timers) == fixture->clock.ms + IDLE_MS;
}

/* What the status says is known, and is worth more than that its text did not come. */
static void
test_an_error_that_stands_still_is_still_that_error (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, 0);

  parley_test_peer_head (peer, 401, JSON, NULL);
  parley_test_peer_chunk (peer, "{\"error", -1);
  parley_test_wait (is_idle_armed, fixture);
  fixture_pass (fixture, IDLE_MS);
  call_wait (call);
  assert_outcome (call, AUTH, "API key");
  wait_closed (peer);
}

static void
test_a_line_of_2_mib_is_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fill = g_strnfill (2 * PARLEY_JSON_MAX_BYTES, 'x');
  g_autofree char *body = g_strconcat (TEXT ("a"), "data: \"", fill, "\"\n\n", DONE, NULL);

  answer (fixture, body, BAD, "far too long");
}

static void
test_a_whole_reply_over_the_bound_is_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fill = g_strnfill (PARLEY_JSON_MAX_BYTES, ' ');
  g_autofree char *body = g_strconcat ("{", fill, "}", NULL);

  answer (fixture, body, BAD, "too long");
}

/* A server that does not keep to max_tokens. */
static void
test_a_reply_without_end_is_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fill = g_strnfill (60000, 'x');
  g_autoptr (GString) body = g_string_new (NULL);

  for (int i = 0; i < 5; i++)
    g_string_append_printf (body, TEXT ("%s"), fill);
  g_string_append (body, DONE);
  answer (fixture, body->str, BAD, "longer than Parley asked for");
}

#define ADD(name, data, func)                                                                      \
  g_test_add (name, Fixture, data, fixture_set_up, func, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = g_strconcat ("/openai-table/row/", rows[i].name, NULL);

      ADD (name, &rows[i], test_row);
    }
  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      g_autofree char *name = g_strconcat ("/openai-table/dialect/", dialects[i].name, NULL);

      ADD (name, &dialects[i], test_dialect);
    }
  ADD ("/openai-table/bomb-of-brackets", NULL, test_a_bomb_of_brackets_is_refused);
  ADD ("/openai-table/large-events-keep-their-place", NULL, test_large_events_keep_their_place);
  ADD ("/openai-table/large-whole-reply", NULL, test_a_large_whole_reply_is_read);
  ADD ("/openai-table/cancel-at-every-turn", NULL, test_cancel_at_every_turn_of_the_loop);
  ADD ("/openai-table/line-without-end", NULL, test_a_line_without_end_stops_the_stream_at_once);
  ADD ("/openai-table/error-without-end", NULL, test_the_text_of_an_error_is_not_read_without_end);
  ADD ("/openai-table/error-that-stands-still", NULL,
       test_an_error_that_stands_still_is_still_that_error);
  ADD ("/openai-table/line-of-2-mib", NULL, test_a_line_of_2_mib_is_refused);
  ADD ("/openai-table/whole-reply-over-the-bound", NULL,
       test_a_whole_reply_over_the_bound_is_refused);
  ADD ("/openai-table/reply-without-end", NULL, test_a_reply_without_end_is_refused);
  return g_test_run ();
}
