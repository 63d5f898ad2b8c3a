/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli-fixture.h"

#include <string.h>

#include "base/parley-json.h"
#include "test-server.h"

#define SSE "text/event-stream"
#define SAY(t)                                                                                     \
  "data: {\"choices\":[{\"delta\":{\"content\":\"" t "\"},\"finish_reason\":null}]}\n\n"
#define END(r)                                                                                     \
  "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" r "\"}]}\n\n"                           \
  "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3}}\n\n"             \
  "data: [DONE]\n\n"

/* The program runs in a thread, the server in this one. */
typedef struct
{
  ParleyTestServer *server;
  const char *program;
  char *arguments;
  CliResult result;
  GThread *thread;
  int is_done; /* atomic */
} Run;

static gpointer
run_program (gpointer data)
{
  Run *run = data;

  run->result = cli_run (run->program, run->arguments, NULL, 0);
  g_atomic_int_set (&run->is_done, TRUE);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* @options: before the text, each with "|" behind it. */
static void
start (Run *run, const char *program, const char *options)
{
  g_autofree char *url = NULL;

  *run = (Run){ .server = parley_test_server_new (), .program = program };
  url = parley_test_server_dup_url (run->server);
  run->arguments = g_strdup_printf ("ask|--url|%s|%shello there", url, options);
  run->thread = g_thread_new ("program", run_program, run);
}

static ParleyTestPeer *
answer (Run *run, guint index, guint status, const char *headers, const char *body)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (run->server, index);
  g_autofree char *all = g_strconcat ("Connection: close\r\n", headers, NULL);

  parley_test_peer_head (peer, status, status == 200 ? SSE : "application/json", all);
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
  return peer;
}

static gboolean
is_done (gpointer data)
{
  return g_atomic_int_get (&((Run *) data)->is_done);
}

static void
finish (Run *run, int status)
{
  parley_test_wait (is_done, run);
  g_thread_join (run->thread);
  g_assert_cmpint (run->result.status, ==, status);
}

static void
clear (Run *run)
{
  parley_test_server_free (run->server);
  cli_result_clear (&run->result);
  g_free (run->arguments);
}

/* That the program printed these events, and no others; @wanted: separated by blanks.
 * Returns: (transfer full): the last of them. */
static JsonNode *
read_events (Run *run, const char *wanted)
{
  g_auto (GStrv) lines = g_strsplit (run->result.out, "\n", -1);
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
  g_assert_cmpstr (run.result.err, ==, "");
  last = read_events (&run, "delta delta bubble bubble done");
  assert_done (last, "complete", "Hi. \n\nWell?", 2);
  usage = parley_json_get_object (json_node_get_object (last), "usage");
  g_assert_cmpint (parley_json_get_int (usage, "prompt_tokens", -1), ==, 9);
  g_assert_cmpint (parley_json_get_int (usage, "completion_tokens", -1), ==, 3);
  clear (&run);
}

static void
test_silence_is_a_success (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 200, NULL, END ("stop"));
  finish (&run, 0);
  last = read_events (&run, "done");
  assert_done (last, "silent", NULL, 0);
  clear (&run);
}

static void
test_a_reply_that_ran_out_is_not (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  Run run;

  start (&run, program, "");
  answer (&run, 0, 200, NULL, SAY ("Hi") END ("length"));
  finish (&run, 1);
  last = read_events (&run, "delta bubble done");
  assert_done (last, "stopped", "Hi", 1);
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

static void
test_tools_are_offered (gconstpointer program)
{
  g_autoptr (JsonNode) last = NULL;
  ParleyTestPeer *peer;
  Run run;

  start (&run, program, "--tools|");
  peer = answer (
      &run, 0, 200, NULL,
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\","
      "\"function\":{\"name\":\"local_time\",\"arguments\":\"{}\"}}]}}]}\n\n" END ("tool_calls"));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "\"tools\":["));
  finish (&run, 0);
  last = read_events (&run, "tool done");
  assert_done (last, "complete", NULL, 0);
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
  g_assert_cmpstr (run.result.out, ==, "Hi\n");
  g_assert_cmpstr (run.result.err, ==, "");
  clear (&run);
}

static void
test_without_a_server_there_is_the_note (gconstpointer program)
{
  g_autofree char *out = cli_run_ok (program, "ask|--text|hello", NULL);

  g_assert_true (g_str_has_prefix (out, "I'm away"));
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
  ADD ("as-it-comes", test_a_reply_is_told_as_it_comes);
  ADD ("silence", test_silence_is_a_success);
  ADD ("length", test_a_reply_that_ran_out_is_not);
  ADD ("retry", test_trouble_that_passes);
  ADD ("error", test_trouble_that_stays);
  ADD ("cut", test_a_cut_reply_is_no_reply);
  ADD ("tools", test_tools_are_offered);
  ADD ("options", test_options_go_before_settings);
  ADD ("no-server", test_without_a_server_there_is_the_note);
  ADD ("refused", test_arguments_are_refused);
  return g_test_run ();
}
