/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli-fixture.h"

#include <signal.h>
#include <string.h>
#include <glib/gstdio.h>

#include "base/parley-json.h"
#include "test-server.h"

#define SSE "text/event-stream"
#define SAY(t)                                                                                     \
  "data: {\"choices\":[{\"delta\":{\"content\":\"" t "\"},\"finish_reason\":null}]}\n\n"
#define END(r)                                                                                     \
  "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" r "\"}]}\n\n"                           \
  "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3}}\n\n"             \
  "data: [DONE]\n\n"

#define CALL(name, arguments)                                                                      \
  "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\","                     \
  "\"function\":{\"name\":\"" name "\",\"arguments\":\"" arguments "\"}}]}}]}\n\n"

/* The program at work, and what it printed so far. */
typedef struct
{
  ParleyTestServer *server;
  GSubprocess *process;
  GDataInputStream *output;
  GString *out;
  gboolean is_done;
  char *err; /* when it is done */
} Run;

static void read_line (Run *run);

static void
on_line (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *line
      = g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (source), result, NULL, &error);

  g_assert_no_error (error);
  run->is_done = line == NULL;
  if (run->is_done)
    return;
  g_string_append_printf (run->out, "%s\n", line);
  read_line (run);
}

static void
read_line (Run *run)
{
  g_data_input_stream_read_line_async (run->output, G_PRIORITY_DEFAULT, NULL, on_line, run);
}

/* @options: before the text, each with "|" behind it. */
static void
start (Run *run, const char *program, const char *options)
{
  g_autofree char *url = NULL;
  g_autofree char *arguments = NULL;

  *run = (Run){ .server = parley_test_server_new (), .out = g_string_new (NULL) };
  url = parley_test_server_dup_url (run->server);
  arguments = g_strdup_printf ("ask|--url|%s|%shello there", url, options);
  run->process = cli_spawn (program, arguments, FALSE);
  run->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (run->process));
  read_line (run);
}

/* Begins an answer that goes on until parley_test_peer_end (). */
static ParleyTestPeer *
begin_answer (Run *run, guint index, guint status, const char *headers, const char *body)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (run->server, index);
  g_autofree char *all = g_strconcat ("Connection: close\r\n", headers, NULL);

  parley_test_peer_head (peer, status, status == 200 ? SSE : "application/json", all);
  parley_test_peer_chunk (peer, body, -1);
  return peer;
}

static ParleyTestPeer *
answer (Run *run, guint index, guint status, const char *headers, const char *body)
{
  ParleyTestPeer *peer = begin_answer (run, index, status, headers, body);

  parley_test_peer_end (peer);
  return peer;
}

static gboolean
has_printed (gpointer data)
{
  const gpointer *run_and_text = data;

  return strstr (((Run *) run_and_text[0])->out->str, run_and_text[1]) != NULL;
}

/* Waits until the program has printed @text, while it goes on. */
static void
wait_for (Run *run, const char *text)
{
  gpointer run_and_text[] = { run, (gpointer) text };

  parley_test_wait (has_printed, run_and_text);
  g_assert_false (run->is_done);
}

static gboolean
is_done (gpointer data)
{
  return ((Run *) data)->is_done;
}

static void
finish (Run *run, int status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) trouble
      = g_data_input_stream_new (g_subprocess_get_stderr_pipe (run->process));

  parley_test_wait (is_done, run);
  run->err = g_data_input_stream_read_upto (trouble, "", 1, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait (run->process, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (run->process));
  g_assert_cmpint (g_subprocess_get_exit_status (run->process), ==, status);
}

static void
clear (Run *run)
{
  parley_test_server_free (run->server);
  g_object_unref (run->output);
  g_object_unref (run->process);
  g_string_free (run->out, TRUE);
  g_free (run->err);
}

/* That the program printed these events, and no others; @wanted: separated by blanks.
 * Returns: (transfer full): the last of them. */
static JsonNode *
read_events (Run *run, const char *wanted)
{
  g_auto (GStrv) lines = g_strsplit (run->out->str, "\n", -1);
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (JsonNode) last = NULL;

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_clear_pointer (&last, json_node_unref);
      last = parley_json_parse_line (lines[i], strlen (lines[i]));
      g_assert_nonnull (last);
      g_string_append_printf (seen, "%s%s", i > 0 ? " " : "",
                              parley_json_get_string (json_node_get_object (last), "ev"));
      g_assert_cmpint (parley_json_get_int (json_node_get_object (last), "t", -1), >=, 0);
    }
  g_assert_cmpstr (seen->str, ==, wanted);
  return g_steal_pointer (&last);
}

static void
assert_done (JsonNode *last, const char *status, const char *text, gint64 bubbles)
{
  JsonObject *done = json_node_get_object (last);

  g_assert_cmpstr (parley_json_get_string (done, "status"), ==, status);
  g_assert_cmpstr (parley_json_get_string (done, "text"), ==, text);
  g_assert_cmpint (parley_json_get_int (done, "bubbles", -1), ==, bubbles);
  g_assert_cmpint (parley_json_get_int (done, "total_ms", -1), >=, 0);
  g_assert_cmpint (g_str_equal (status, "error"), ==,
                   parley_json_get_string (done, "error") != NULL);
}

static void
test_a_reply_is_told_as_it_comes (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  JsonObject *usage;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 200, NULL, SAY ("Hi. ") SAY ("\\n\\nWell?") END ("stop"));
  finish (&run, 0);
  g_assert_null (run.err);
  last = read_events (&run, "delta delta bubble bubble done");
  assert_done (last, "complete", "Hi. \n\nWell?", 2);
  usage = parley_json_get_object (json_node_get_object (last), "usage");
  g_assert_cmpint (parley_json_get_int (usage, "prompt_tokens", -1), ==, 9);
  g_assert_cmpint (parley_json_get_int (usage, "completion_tokens", -1), ==, 3);
  clear (&run);
}

/* The server has still more to say when the first bubble is told. */
static void
test_bubbles_are_told_before_the_end (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  ParleyTestPeer *peer;
  JsonObject *done;
  Run run;

  start (&run, program, "");
  peer = begin_answer (&run, 0, 200, NULL, SAY ("**One.**\\n\\nTw"));
  wait_for (&run, "\"bubble\"");
  g_assert_nonnull (strstr (run.out->str, "\"One.\""));
  g_assert_null (strstr (run.out->str, "\"Two.\""));
  parley_test_peer_chunk (peer, SAY ("o.") END ("stop"), -1);
  parley_test_peer_end (peer);
  finish (&run, 0);
  last = read_events (&run, "delta bubble delta bubble done");
  assert_done (last, "complete", "**One.**\n\nTwo.", 2);
  done = json_node_get_object (last);
  g_assert_cmpint (parley_json_get_int (done, "first_delta_ms", -1), >=, 0);
  g_assert_cmpint (parley_json_get_int (done, "first_bubble_ms", -1), >=,
                   parley_json_get_int (done, "first_delta_ms", -1));
  clear (&run);
}

/* @note: (nullable). */
static void
assert_silent (gconstpointer program, const char *body, const char *note)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 200, NULL, body);
  finish (&run, 0);
  last = read_events (&run, "done");
  assert_done (last, "silent", NULL, 0);
  g_assert_nonnull (strstr (parley_json_get_string (json_node_get_object (last), "note"), note));
  clear (&run);
}

static void
test_silence_is_a_success (gconstpointer program)
{
  assert_silent (program, END ("stop"), "says nothing");
  assert_silent (program, SAY ("[sil") SAY ("ence]") END ("stop"), "says nothing");
  assert_silent (program, SAY ("[wait]") END ("stop"), "waits for more, at most 15 s");
}

static void
test_silence_is_told_to_people (gconstpointer program)
{
  Run run;

  start (&run, program, "--text|");
  answer (&run, 0, 200, NULL, SAY ("[silence]") END ("stop"));
  finish (&run, 0);
  g_assert_cmpstr (run.out->str, ==, "");
  g_assert_cmpstr (run.err, ==, "The model says nothing.\n");
  clear (&run);
}

/* It is taken up again twice, as in a chat. */
static void
test_a_reply_that_ran_out_is_not (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 200, NULL, SAY ("One") END ("length"));
  answer (&run, 1, 200, NULL, SAY (" two") END ("length"));
  answer (&run, 2, 200, NULL, SAY (" three") END ("length"));
  finish (&run, 1);
  last = read_events (&run, "delta delta delta bubble done");
  assert_done (last, "stopped", "One two three", 1);
  clear (&run);
}

static void
test_an_interrupt_stops_it (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  begin_answer (&run, 0, 200, NULL, SAY ("One.\\n\\nTw"));
  wait_for (&run, "\"bubble\"");
  g_subprocess_send_signal (run.process, SIGINT);
  finish (&run, 1);
  last = read_events (&run, "delta bubble done");
  assert_done (last, "stopped", NULL, 1);
  clear (&run);
}

/* What a server sent as text before its mark is told as it comes, and then told to be void. */
static void
test_reasoning_is_taken_back (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  ParleyTestPeer *peer;
  Run run;

  start (&run, program, "");
  peer = begin_answer (&run, 0, 200, NULL, SAY ("They want pizza.\\n\\nHm"));
  wait_for (&run, "\"bubble\"");
  parley_test_peer_chunk (peer, SAY ("</think>Pizza!\\n\\nAt") SAY (" eight.") END ("stop"), -1);
  parley_test_peer_end (peer);
  finish (&run, 0);
  last = read_events (&run, "delta bubble taken_back delta delta bubble bubble done");
  assert_done (last, "complete", "Pizza!\n\nAt eight.", 2);
  clear (&run);
}

static void
test_reasoning_is_told_apart_to_people (gconstpointer program)
{
  Run run;

  start (&run, program, "--text|");
  answer (&run, 0, 200, NULL,
          SAY ("They want pizza.\\n\\nHm") SAY ("</think>Pizza!\\n\\nAt eight.") END ("stop"));
  finish (&run, 0);
  g_assert_cmpstr (run.out->str, ==, "They want pizza.\nPizza!\n\nAt eight.\n");
  g_assert_nonnull (strstr (run.err, "reasoning"));
  clear (&run);
}

static void
test_trouble_that_passes (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 429, "retry-after-ms: 1\r\n", "{}");
  answer (&run, 1, 200, NULL, SAY ("Hi") END ("stop"));
  finish (&run, 0);
  last = read_events (&run, "retry delta bubble done");
  assert_done (last, "complete", "Hi", 1);
  clear (&run);
}

static void
test_trouble_that_stays (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 401, NULL, "{}");
  finish (&run, 1);
  last = read_events (&run, "done");
  assert_done (last, "error", NULL, 0);
  g_assert_cmpstr (parley_json_get_string (json_node_get_object (last), "code"), ==, "auth");
  clear (&run);
}

static void
test_a_cut_reply_is_no_reply (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 200, NULL, SAY ("Hi"));
  finish (&run, 1);
  last = read_events (&run, "delta done");
  assert_done (last, "error", NULL, 0);
  clear (&run);
}

static gboolean
offers_tools (ParleyTestPeer *peer)
{
  return strstr (parley_test_peer_get_body (peer), "\"tools\":[") != NULL;
}

/* What is remembered in one call is there for the next one, and nothing else is. */
static void
test_tools_are_used (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  ParleyTestPeer *peer;
  Run run;

  start (&run, program, "--tools|");
  peer = answer (&run, 0, 200, NULL,
                 SAY ("One moment.") CALL ("remember", "{\\\"text\\\":\\\"likes tea\\\"}")
                     END ("tool_calls"));
  g_assert_true (offers_tools (peer));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "\"search_history\""));
  answer (&run, 1, 200, NULL, CALL ("recall", "{\\\"about\\\":\\\"tea\\\"}") END ("tool_calls"));
  peer = answer (&run, 2, 200, NULL, SAY ("Tea!") END ("stop"));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "likes tea"));
  finish (&run, 0);
  last = read_events (&run, "delta tool tool delta bubble bubble done");
  g_assert_nonnull (strstr (run.out->str, "\"name\":\"recall\""));
  g_assert_nonnull (strstr (run.out->str, "\"end\":\"done\""));
  assert_done (last, "complete", "One moment.\n\nTea!", 2);
  clear (&run);
}

static void
test_a_decision_is_told (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "--tools|");
  answer (&run, 0, 200, NULL,
          CALL ("hand_over", "{\\\"reason\\\":\\\"money\\\"}") END ("tool_calls"));
  finish (&run, 0);
  last = read_events (&run, "tool done");
  assert_done (last, "silent", NULL, 0);
  g_assert_nonnull (strstr (parley_json_get_string (json_node_get_object (last), "note"), "money"));
  clear (&run);
}

typedef struct
{
  guint status;
  const char *body;
} Refusal;

#define REFUSED(message) "{\"error\":{\"message\":\"" message "\"}}"

/* Once, whatever the server says next: as Ollama and llama.cpp of early 2025 do it. */
static void
test_tools_are_refused (gconstpointer program)
{
  static const Refusal refusals[] = {
    { 400, REFUSED ("registry.ollama.ai/library/gemma:2b does not support tools") },
    { 500, REFUSED ("Cannot use tools with stream") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (JsonNode) last = NULL;
      ParleyTestPeer *peer;
      Run run;

      start (&run, program, "--tools|");
      g_assert_true (offers_tools (answer (&run, 0, refusals[i].status, NULL, refusals[i].body)));
      peer = answer (&run, 1, 200, NULL, SAY ("Hi") END ("stop"));
      g_assert_false (offers_tools (peer));
      g_assert_null (strstr (parley_test_peer_get_body (peer), "stay_silent"));
      g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "[silence]"));
      finish (&run, 0);
      last = read_events (&run, "retry delta bubble done");
      assert_done (last, "complete", "Hi", 1);
      clear (&run);
    }
}

static void
test_tools_are_refused_for_ever (gconstpointer program)
{
  static const char refusal[] = REFUSED ("this model does not support tools");
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "--tools|");
  answer (&run, 0, 400, NULL, refusal);
  answer (&run, 1, 400, NULL, refusal);
  finish (&run, 1);
  last = read_events (&run, "retry done");
  assert_done (last, "error", NULL, 0);
  g_assert_cmpuint (parley_test_server_count (run.server), ==, 2);
  clear (&run);
}

static void
test_tools_are_not_offered_unasked (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  g_assert_false (
      offers_tools (answer (&run, 0, 200, NULL, CALL ("recall", "{}") END ("tool_calls"))));
  finish (&run, 1);
  last = read_events (&run, "done");
  assert_done (last, "error", NULL, 0);
  clear (&run);
}

/* In full, and nobody is asked. */
static void
test_what_would_be_told_is_shown (gconstpointer program)
{
  Run run;

  start (&run, program, "--show-request|");
  finish (&run, 0);
  g_assert_true (g_str_has_prefix (run.out->str, "=== system\nYou text one person"));
  g_assert_nonnull (strstr (run.out->str, "How the owner sounds:\n"));
  g_assert_nonnull (strstr (run.out->str, ">\nhello there\n</they-"));
  g_assert_true (g_str_has_suffix (run.out->str, "=== tools\n[none]\n"));
  g_assert_cmpuint (parley_test_server_count (run.server), ==, 0);
  clear (&run);
}

/* A new chat: the rules, how the user sounds, and the text as somebody's words. */
static void
test_the_prompt_is_that_of_a_chat (gconstpointer program)
{
  const char *body;
  Run run;

  start (&run, program, "");
  body = parley_test_peer_get_body (answer (&run, 0, 200, NULL, SAY ("Hi") END ("stop")));
  g_assert_nonnull (strstr (body, "How the owner sounds:"));
  g_assert_nonnull (strstr (body, "<they-"));
  g_assert_nonnull (strstr (body, "[It is "));
  finish (&run, 0);
  clear (&run);
}

static void
test_options_go_before_settings (gconstpointer program)
{
  ParleyTestPeer *peer;
  Run run;

  start (&run, program, "--backend|anthropic|--model|big|--max-tokens|77|--text|");
  peer = answer (&run, 0, 200, NULL,
                 "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\","
                 "\"text\":\"Hi\"}}\n\n"
                 "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n"
                 "data: {\"type\":\"message_stop\"}\n\n");
  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/messages");
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "\"model\":\"big\""));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "\"max_tokens\":77"));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "hello there"));
  finish (&run, 0);
  g_assert_cmpstr (run.out->str, ==, "Hi\n");
  g_assert_null (run.err);
  clear (&run);
}

/* A key and a server that are named in one command belong together. */
static void
test_a_key_goes_with_the_named_server (gconstpointer program)
{
  char *folder = cli_make_folder ();
  g_autofree char *key = cli_write (folder, "key", "sk-1\n");
  g_autofree char *options = g_strdup_printf ("--key-file|%s|--user-dir|%s|", key, folder);
  ParleyTestPeer *peer;
  Run run;

  g_assert_cmpint (g_chmod (key, 0600), ==, 0);
  start (&run, program, options);
  peer = answer (&run, 0, 200, NULL, SAY ("Hi") END ("stop"));
  g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer sk-1");
  finish (&run, 0);
  clear (&run);
  cli_remove_folder (folder);
}

/* A settings file may come from anybody. */
static void
test_a_settings_file_gets_no_key (gconstpointer program)
{
  char *folder = cli_make_folder ();
  g_autofree char *settings = cli_write (
      folder, "settings", "[backend]\nkind=openai\nbase_url=https://evil.example/v1\nmodel=m\n");
  g_autofree char *arguments
      = g_strdup_printf ("ask|--settings|%s|--user-dir|%s|a", settings, folder);

  g_setenv ("PARLEY_API_KEY", "sk-1", TRUE);
  cli_assert_refused (program, arguments, NULL, "Parley sends nothing to https://evil.example");
  g_setenv ("PARLEY_API_KEY_ORIGIN", "https://api.example.org", TRUE);
  cli_assert_refused (program, arguments, NULL,
                      "Parley sends nothing to https://evil.example|https://api.example.org");
  g_unsetenv ("PARLEY_API_KEY");
  g_unsetenv ("PARLEY_API_KEY_ORIGIN");
  cli_remove_folder (folder);
}

static void
test_without_a_server_there_is_the_note (gconstpointer program)
{
  g_autofree char *out = cli_run_ok (program, "ask|--text|hello", NULL);

  g_assert_true (g_str_has_prefix (out, "I'm away"));
}

/* Only root can hide /proc. */
static gboolean
may_hide_proc (void)
{
  g_autoptr (GSubprocess) process
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL, "unshare", "-m", "mount", "-t",
                          "tmpfs", "none", "/proc", NULL);

  return process != NULL && g_subprocess_wait_check (process, NULL, NULL);
}

/* Without /proc a sanitizer complains for itself. Returns: how many other lines there are; @first:
 * (out) (transfer none): the first. */
static guint
count_lines (char **lines, const char **first)
{
  guint n = 0;

  for (; *lines != NULL; lines++)
    {
      if (g_str_has_prefix (*lines, "=="))
        continue;
      if (n++ == 0)
        *first = *lines;
    }
  return n;
}

/* Whose server it is can't be told. */
static void
test_without_proc_nothing_is_sent (gconstpointer program)
{
  ParleyTestServer *server = parley_test_server_new ();
  g_autofree char *url = parley_test_server_dup_url (server);
  g_autofree char *arguments
      = g_strdup_printf ("-m|sh|-c|export ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" && mount "
                         "-t tmpfs none /proc && "
                         "exec \"$@\"|sh|%s|ask|--text|--url|%s|hello there",
                         (const char *) program, url);

  if (may_hide_proc ())
    {
      g_auto (CliResult) result = cli_run ("unshare", arguments, NULL, -1);
      g_auto (GStrv) lines = g_strsplit (g_strchomp (result.err), "\n", -1);
      const char *sentence = "";

      g_assert_cmpint (result.status, ==, 1);
      g_assert_cmpstr (result.out, ==, "");
      g_assert_cmpuint (count_lines (lines, &sentence), ==, 1);
      g_assert_nonnull (strstr (sentence, "it can't tell whose program answers there."));
      g_assert_cmpuint (parley_test_server_count (server), ==, 0);
    }
  else
    g_test_skip ("only root can hide /proc");
  parley_test_server_free (server);
}

static void
test_arguments_are_refused (gconstpointer program)
{
  static const char *const rows[][2] = {
    { "ask", "parley ask:|one text" },
    { "ask|a|b", "one text" },
    { "ask|\xff", "UTF-8" },
    { "ask|--backend|magic|a", "magic" },
    { "ask|--url|nowhere|a", "address" },
    { "ask|--url|http://example.org/v1|a", "encrypted" },
    { "ask|--max-tokens|1|a", "16" },
    { "ask|--timeout-first|-5|a", "100" },
    { "ask|--url|http://127.0.0.1:1/v1|--key-file|/nonexistent/key|a", "key" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    cli_assert_refused (program, rows[i][0], NULL, rows[i][1]);
}

#define ADD(name, func) g_test_add_data_func ("/cli/ask/" name, argv[1], func)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("PARLEY_URL");
  g_unsetenv ("PARLEY_API_KEY");
  g_unsetenv ("PARLEY_API_KEY_ORIGIN");
  ADD ("as-it-comes", test_a_reply_is_told_as_it_comes);
  ADD ("bubbles", test_bubbles_are_told_before_the_end);
  ADD ("silence", test_silence_is_a_success);
  ADD ("silence-text", test_silence_is_told_to_people);
  ADD ("length", test_a_reply_that_ran_out_is_not);
  ADD ("interrupt", test_an_interrupt_stops_it);
  ADD ("taken-back", test_reasoning_is_taken_back);
  ADD ("taken-back-text", test_reasoning_is_told_apart_to_people);
  ADD ("retry", test_trouble_that_passes);
  ADD ("error", test_trouble_that_stays);
  ADD ("cut", test_a_cut_reply_is_no_reply);
  ADD ("tools", test_tools_are_used);
  ADD ("decision", test_a_decision_is_told);
  ADD ("tools-refused", test_tools_are_refused);
  ADD ("tools-refused-twice", test_tools_are_refused_for_ever);
  ADD ("no-tools", test_tools_are_not_offered_unasked);
  ADD ("prompt", test_the_prompt_is_that_of_a_chat);
  ADD ("show-request", test_what_would_be_told_is_shown);
  ADD ("options", test_options_go_before_settings);
  ADD ("key", test_a_key_goes_with_the_named_server);
  ADD ("settings", test_a_settings_file_gets_no_key);
  ADD ("no-proc", test_without_proc_nothing_is_sent);
  ADD ("no-server", test_without_a_server_there_is_the_note);
  ADD ("refused", test_arguments_are_refused);
  return g_test_run ();
}
