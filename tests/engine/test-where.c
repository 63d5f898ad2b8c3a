/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A server on this machine whose model may run elsewhere, and what a try costs that it refuses. The
 * clock is the test's, the network is real. */
#include "engine-fixture.h"

#include <string.h>

#include "test-server.h"

#define OLLAMA "{\"data\":[{\"id\":\"m\",\"owned_by\":\"library\"}]}"
#define SECRET "the key is under the third flowerpot, ok?"

typedef struct
{
  Fixture base;
  ParleyTestServer *server;
  char *url;
} World;

static void
set_text (World *w, ParleySetting setting, const char *value)
{
  g_assert_true (parley_settings_set_string (w->base.settings, setting, value, NULL));
}

static void
set_up (World *w, gconstpointer data)
{
  fixture_setup (&w->base, NULL);
  w->server = parley_test_server_new ();
  w->url = parley_test_server_dup_url (w->server);
  set_text (w, PARLEY_SETTING_BACKEND_KIND, "openai");
  set_text (w, PARLEY_SETTING_BACKEND_BASE_URL, w->url);
  set_text (w, PARLEY_SETTING_BACKEND_MODEL, "m");
  g_assert_true (
      parley_settings_set_int (w->base.settings, PARLEY_SETTING_BRAIN_WINDOW, 16384, NULL));
  g_assert_true (
      parley_settings_set_int (w->base.settings, PARLEY_SETTING_BACKEND_RETRIES, 0, NULL));
}

static void
tear_down (World *w, gconstpointer data)
{
  fixture_teardown (&w->base, NULL);
  parley_test_server_free (w->server);
  g_free (w->url);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
leap (World *w, gint64 ms)
{
  for (; ms > 0; ms -= 250)
    {
      parley_test_clock_advance (&w->base.clock, MIN (ms, 250));
      parley_timers_dispatch (w->base.timers);
      fixture_settle (&w->base);
    }
}

static void
serve (World *w, guint index, const char *path, guint status, const char *body)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (w->server, index);

  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, path);
  parley_test_peer_head (peer, status, "application/json", "Connection: close\r\n");
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
}

static gboolean
is_known (gpointer data)
{
  World *w = data;

  return parley_backend_get_where (parley_engine_get_backend (w->base.engine, NULL))
         != PARLEY_WHERE_UNKNOWN;
}

static void
expect_nothing_is_asked (World *w, guint n)
{
  write_line (&w->base, w->base.alice, SECRET);
  leap (w, 60000);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, n);
  expect_log (&w->base, "");
}

static void
test_what_may_be_passed_on_reads_nothing_encrypted (World *w, gconstpointer data)
{
  w->base.host->facts.secrecy.encrypted = TRUE;
  write_line (&w->base, w->base.alice, SECRET);
  serve (w, 0, "/v1/models", 200, "{\"data\":[{\"id\":\"m\"}]}");
  expect_nothing_is_asked (w, 1);
}

static void
test_what_is_passed_on_reads_nothing_encrypted (World *w, gconstpointer data)
{
  w->base.host->facts.secrecy.encrypted = TRUE;
  write_line (&w->base, w->base.alice, SECRET);
  serve (w, 0, "/v1/models", 200, OLLAMA);
  serve (w, 1, "/api/tags", 200, "{\"models\":[{\"name\":\"m\",\"remote_host\":\"h\"}]}");
  serve (w, 2, "/api/show", 200, "{}");
  parley_test_wait (is_known, w);
  expect_nothing_is_asked (w, 3);
}

/* The last request was for an answer. */
static void
expect_answer_is_asked (World *w, guint index)
{
  ParleyTestPeer *peer;

  write_line (&w->base, w->base.alice, SECRET);
  leap (w, 2000);
  peer = parley_test_server_wait_for (w->server, index);
  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/chat/completions");
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "flowerpot"));
}

static void
test_what_a_server_tells_to_run_here_may_read (World *w, gconstpointer data)
{
  w->base.host->facts.secrecy.encrypted = TRUE;
  write_line (&w->base, w->base.alice, "hello?");
  serve (w, 0, "/v1/models", 200, OLLAMA);
  serve (w, 1, "/api/tags", 200, "{\"models\":[{\"name\":\"m\"}]}");
  serve (w, 2, "/api/show", 200, "{}");
  parley_test_wait (is_known, w);
  expect_answer_is_asked (w, 3);
}

static void
test_what_the_user_says_to_run_here_may_read (World *w, gconstpointer data)
{
  w->base.host->facts.secrecy.encrypted = TRUE;
  set_text (w, PARLEY_SETTING_BACKEND_RUNS_HERE, w->url);
  expect_answer_is_asked (w, 0);
}

static gboolean
has_failed (gpointer data)
{
  World *w = data;

  return parley_test_host_count (w->base.host, "usage") > 0;
}

/* Nobody charges for a no. */
static void
test_a_refusal_costs_no_tokens (gconstpointer data)
{
  World w = { 0 };
  g_autofree char *status = NULL;

  set_up (&w, NULL);
  set_text (&w, PARLEY_SETTING_BACKEND_RUNS_HERE, w.url);
  write_line (&w.base, w.base.alice, "shall we sing?");
  leap (&w, 2000);
  serve (&w, 0, "/v1/chat/completions", GPOINTER_TO_UINT (data), "{}");
  parley_test_wait (has_failed, &w);
  fixture_settle (&w.base);
  g_test_message ("%s", parley_test_host_get_last (w.base.host, "usage"));
  status = parley_engine_dup_status (w.base.engine, w.base.alice);
  g_assert_null (strstr (status, "Tokens"));
  tear_down (&w, NULL);
}

#define ADD(name, func) g_test_add ("/where/" name, World, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("unknown", test_what_may_be_passed_on_reads_nothing_encrypted);
  ADD ("passed-on", test_what_is_passed_on_reads_nothing_encrypted);
  ADD ("told", test_what_a_server_tells_to_run_here_may_read);
  ADD ("said", test_what_the_user_says_to_run_here_may_read);
  g_test_add_data_func ("/where/refused-401", GUINT_TO_POINTER (401),
                        test_a_refusal_costs_no_tokens);
  g_test_add_data_func ("/where/refused-429", GUINT_TO_POINTER (429),
                        test_a_refusal_costs_no_tokens);
  g_test_add_data_func ("/where/refused-500", GUINT_TO_POINTER (500),
                        test_a_refusal_costs_no_tokens);
  return g_test_run ();
}
