/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-model.h"

#include <string.h>

#include "base/parley-error.h"
#include "openai-fixture.h"

#define LIST(members) "{\"data\":[{\"id\":\"a-model\"" members "}]}"

typedef struct
{
  const char *server;
  const char *list;
  int window;
  const char *props; /* (nullable): asked for, too */
} Row;

#define ODD PARLEY_WINDOW_ODD

static const Row rows[] = {
  { "silent", LIST (""), 0, NULL },
  { "vllm", LIST (",\"max_model_len\":4096"), 4096, NULL },
  { "lmstudio", LIST (",\"max_context_length\":32768,\"loaded_context_length\":8192"), 8192, NULL },
  { "openrouter", LIST (",\"context_length\":200000"), 200000, NULL },
  { "anthropic", LIST (",\"max_input_tokens\":200000"), 200000, NULL },
  { "llamacpp", LIST (",\"meta\":{\"n_ctx_train\":131072}"), 2048,
    "{\"default_generation_settings\":{\"n_ctx\":2048}}" },
  { "llamacpp-hidden", LIST (",\"meta\":{\"n_ctx_train\":131072}"), 0, "{\"error\":\"no\"}" },
  { "llamacpp-zero", LIST (",\"meta\":{\"n_ctx_train\":131072}"), ODD,
    "{\"default_generation_settings\":{\"n_ctx\":0}}" },
  { "null", LIST (",\"context_length\":null"), 0, NULL },
  { "nonsense", LIST (",\"context_length\":-5,\"max_model_len\":\"many\""), ODD, NULL },
  { "nonsense-and-sense", LIST (",\"context_length\":-5,\"max_model_len\":4096"), 4096, NULL },
  { "zero", LIST (",\"max_model_len\":0"), ODD, NULL },
  { "minus", LIST (",\"max_model_len\":-1"), ODD, NULL },
  { "huge", LIST (",\"max_model_len\":1000000000"), ODD, NULL },
  { "text", LIST (",\"max_model_len\":\"8192\""), ODD, NULL },
  { "tiny", LIST (",\"max_model_len\":7"), ODD, NULL },
  { "another", "{\"data\":[{\"id\":\"b\",\"max_model_len\":4096}]}", 0, NULL },
};

typedef struct
{
  int window;
  gboolean known;
} Answer;

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->window = parley_backend_find_window_finish (PARLEY_BACKEND (source), result);
  answer->known = TRUE;
}

static gboolean
is_found (gpointer data)
{
  return ((Answer *) data)->known;
}

static int
wait_for_window (Answer *answer)
{
  parley_test_wait (is_found, answer);
  return answer->window;
}

static void
serve (Fixture *fixture, guint index, const char *path, guint status, const char *body)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, index);

  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, path);
  parley_test_peer_head (peer, status, "application/json", "Connection: close\r\n");
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
}

static void
test_the_window_is_asked_for_once (Fixture *fixture, gconstpointer data)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Answer answer = { 0 };
      Answer again = { 0 };

      fixture_speak (fixture, parley_openai_new, 0);
      parley_backend_find_window_async (fixture->backend, NULL, on_found, &answer);
      serve (fixture, n++, "/v1/models", 200, rows[i].list);
      if (rows[i].props != NULL)
        serve (fixture, n++, "/props", 200, rows[i].props);
      g_assert_cmpint (wait_for_window (&answer), ==, rows[i].window);
      parley_backend_find_window_async (fixture->backend, NULL, on_found, &again);
      g_assert_cmpint (wait_for_window (&again), ==, rows[i].window);
      g_assert_cmpuint (parley_test_server_count (fixture->server), ==, n);
    }
}

#define OLLAMA                                                                                     \
  "{\"data\":[{\"id\":\"a-model\",\"owned_by\":\"library\"},"                                      \
  "{\"id\":\"b\",\"owned_by\":\"library\"}]}"

typedef struct
{
  const char *server;
  const char *list;
  const char *tags; /* (nullable): asked for, too */
  ParleyWhere where;
} WhereRow;

static const WhereRow where_rows[] = {
  { "silent", LIST (""), NULL, PARLEY_WHERE_UNKNOWN },
  { "vllm", LIST (",\"owned_by\":\"vllm\""), NULL, PARLEY_WHERE_UNKNOWN },
  { "lmstudio", LIST (",\"owned_by\":\"organization_owner\""), NULL, PARLEY_WHERE_UNKNOWN },
  { "litellm", LIST (",\"owned_by\":\"openai\""), NULL, PARLEY_WHERE_PASSED_ON },
  { "openrouter", LIST (",\"owned_by\":\"openrouter\""), NULL, PARLEY_WHERE_PASSED_ON },
  { "ollama", OLLAMA,
    "{\"models\":[{\"name\":\"a-model\"},{\"name\":\"b\",\"remote_host\":\"h\"}]}",
    PARLEY_WHERE_HERE },
  { "ollama-remote", OLLAMA,
    "{\"models\":[{\"name\":\"b\"},{\"name\":\"a-model\",\"remote_model\":\"m\"}]}",
    PARLEY_WHERE_PASSED_ON },
  { "ollama-null", OLLAMA, "{\"models\":[{\"name\":\"a-model\",\"remote_host\":null}]}",
    PARLEY_WHERE_PASSED_ON },
  { "ollama-other", OLLAMA, "{\"models\":[{\"name\":\"b\"}]}", PARLEY_WHERE_UNKNOWN },
  { "ollama-odd", OLLAMA, "{\"models\":7}", PARLEY_WHERE_UNKNOWN },
  { "ollama-hidden", OLLAMA, "{\"error\":\"no\"}", PARLEY_WHERE_UNKNOWN },
};

static void
test_a_server_tells_where_its_model_runs (Fixture *fixture, gconstpointer data)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (where_rows); i++)
    {
      Answer answer = { 0 };

      g_test_message ("%s", where_rows[i].server);
      fixture_speak (fixture, parley_openai_new, 0);
      g_assert_cmpint (parley_backend_get_where (fixture->backend), ==, PARLEY_WHERE_UNKNOWN);
      parley_backend_find_window_async (fixture->backend, NULL, on_found, &answer);
      serve (fixture, n++, "/v1/models", 200, where_rows[i].list);
      if (where_rows[i].tags != NULL)
        {
          serve (fixture, n++, "/api/tags", 200, where_rows[i].tags);
          serve (fixture, n++, "/api/show", 200, "{}");
        }
      wait_for_window (&answer);
      g_assert_cmpint (parley_backend_get_where (fixture->backend), ==, where_rows[i].where);
      g_assert_cmpint (parley_backend_is_remote (fixture->backend), ==,
                       where_rows[i].where != PARLEY_WHERE_HERE);
      g_assert_cmpuint (parley_test_server_count (fixture->server), ==, n);
    }
}

typedef struct
{
  const char *show; /* what Ollama says of the model */
  int window;
} ShowRow;

#define TRAINED(n)                                                                                 \
  "\"model_info\":{\"general.architecture\":\"gemma3\",\"gemma3.context_length\":" n "}"

/* Nobody gets the window that a model was trained for unless it is asked for: with nothing said it
 * is the server's own setting, which it does not tell. */
static const ShowRow show_rows[] = {
  { "{\"parameters\":\"stop \\\"<x>\\\"\\nnum_ctx                        8192\"," TRAINED (
        "131072") "}",
    8192 },
  { "{\"parameters\":\"num_ctx 8192\"," TRAINED ("2048") "}", 2048 },
  { "{\"parameters\":\"num_ctx 8192\"}", 8192 },
  { "{\"parameters\":\"\"," TRAINED ("131072") "}", 0 },
  { "{" TRAINED ("2048") "}", 2048 },
  { "{\"parameters\":\"num_ctx -1\"}", ODD },
  { "{\"parameters\":\"num_ctx 0\"," TRAINED ("8192") "}", ODD },
  { "{\"parameters\":\"num_ctx 1000000000\"}", ODD },
  { "{\"parameters\":\"num_ctx many\"}", ODD },
  { "{" TRAINED ("\"many\"") "}", ODD },
  { "{\"parameters\":7,\"model_info\":[]}", 0 },
  { "{\"error\":\"no such model\"}", 0 },
};

static void
test_ollama_is_asked_in_its_own_way (Fixture *fixture, gconstpointer data)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (show_rows); i++)
    {
      Answer answer = { 0 };
      ParleyTestPeer *peer;

      g_test_message ("%s", show_rows[i].show);
      fixture_speak (fixture, parley_openai_new, 0);
      parley_backend_find_window_async (fixture->backend, NULL, on_found, &answer);
      serve (fixture, n++, "/v1/models", 200, OLLAMA);
      serve (fixture, n++, "/api/tags", 200, "{}");
      serve (fixture, n, "/api/show", 200, show_rows[i].show);
      peer = parley_test_server_wait_for (fixture->server, n++);
      g_assert_cmpstr (parley_test_peer_get_method (peer), ==, "POST");
      g_assert_cmpstr (parley_test_peer_get_body (peer), ==, "{\"model\":\"a-model\"}");
      g_assert_cmpint (wait_for_window (&answer), ==, show_rows[i].window);
    }
}

typedef struct
{
  const char *url;
  const char *model;
  const char *said; /* of which server the user said that it is here */
  ParleyWhere told;
  ParleyWhere where;
} JudgeRow;

#define HERE      "http://127.0.0.1:11434/v1"
#define UNKNOWN   PARLEY_WHERE_UNKNOWN
#define PASSED_ON PARLEY_WHERE_PASSED_ON

static const JudgeRow judge_rows[] = {
  { HERE, "m", "", UNKNOWN, UNKNOWN },
  { HERE, "m", "", PARLEY_WHERE_HERE, PARLEY_WHERE_HERE },
  { HERE, "m", HERE, UNKNOWN, PARLEY_WHERE_HERE },
  { HERE, "m", "http://127.0.0.1:11434", UNKNOWN, PARLEY_WHERE_HERE },
  { HERE, "m", "127.0.0.1:11434", UNKNOWN, UNKNOWN },
  { HERE, "m", "yes", UNKNOWN, UNKNOWN },
  { HERE, "m", HERE, PASSED_ON, PASSED_ON },
  { HERE, "gpt-oss:120b-cloud", HERE, PARLEY_WHERE_HERE, PASSED_ON },
  { HERE, "glm-4.6:Cloud", "", UNKNOWN, PASSED_ON },
  { HERE, "cloudy", HERE, UNKNOWN, PARLEY_WHERE_HERE },
  { "http://127.0.0.1:4000/v1", "m", HERE, UNKNOWN, UNKNOWN },
  { "http://192.168.0.2:11434/v1", "m", "http://192.168.0.2:11434/v1", PARLEY_WHERE_HERE,
    PASSED_ON },
  { "https://example.org/v1", "m", "", UNKNOWN, PASSED_ON },
};

static void
test_what_is_not_known_to_run_here_does_not (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  g_assert_cmpint (parley_where_find (settings, UNKNOWN), ==, PARLEY_WHERE_HERE);
  g_assert_true (
      parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (judge_rows); i++)
    {
      const JudgeRow *row = &judge_rows[i];

      parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_BASE_URL, row->url, NULL);
      parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_MODEL, row->model, NULL);
      parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_RUNS_HERE, row->said, NULL);
      g_test_message ("row %u", i);
      g_assert_cmpint (parley_where_find (settings, row->told), ==, row->where);
    }
}

/* A server that is away now may tell later. */
static void
test_a_failure_is_not_kept (Fixture *fixture, gconstpointer data)
{
  Answer answer = { 0 };
  Answer again = { 0 };

  parley_backend_find_window_async (fixture->backend, NULL, on_found, &answer);
  serve (fixture, 0, "/v1/models", 503, "{}");
  g_assert_cmpint (wait_for_window (&answer), ==, 0);
  parley_backend_find_window_async (fixture->backend, NULL, on_found, &again);
  serve (fixture, 1, "/v1/models", 200, LIST (",\"max_model_len\":4096"));
  g_assert_cmpint (wait_for_window (&again), ==, 4096);
}

/* The address may end in "/v1" or not. */
static void
test_anthropic_is_asked_in_its_own_way (Fixture *fixture, gconstpointer data)
{
  g_autofree char *with = parley_test_server_dup_url (fixture->server);
  g_autofree char *without = g_strndup (with, strlen (with) - strlen ("/v1"));
  const char *const urls[] = { with, without };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      const ParleyServerConfig config = { .base_url = urls[i], .model = "m", .key = KEY };
      g_autoptr (Call) call = NULL;
      ParleyTestPeer *peer;

      g_clear_object (&fixture->backend);
      fixture->backend = parley_anthropic_new (&config, fixture->timers, NULL);
      call = call_new (fixture);
      peer = parley_test_server_wait_for (fixture->server, i);
      g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/messages");
      g_assert_null (parley_test_peer_get_authorization (peer));
      g_assert_cmpstr (parley_test_peer_get_header (peer, "x-api-key"), ==, KEY);
      g_assert_cmpstr (parley_test_peer_get_header (peer, "anthropic-version"), ==, "2023-06-01");
      g_cancellable_cancel (call->cancellable);
      call_wait (call);
    }
  g_assert_cmpstr (parley_backend_get_name (fixture->backend), ==, "anthropic");
}

/* "0.0.0.0" gets to this machine, but nothing says so. */
static void
test_a_key_does_not_travel_in_the_clear (Fixture *fixture, gconstpointer data)
{
  g_autofree char *here = parley_test_server_dup_url (fixture->server);
  g_autofree char *url = g_strdup_printf ("http://0.0.0.0%s", strrchr (here, ':'));
  const ParleyServerConfig config
      = { .base_url = url, .model = "m", .key = KEY, .allow_plain_http = TRUE };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (Call) call = NULL;
      ParleyTestPeer *peer;

      g_clear_object (&fixture->backend);
      fixture->backend
          = (i == 0 ? parley_anthropic_new : parley_openai_new) (&config, fixture->timers, NULL);
      call = call_new (fixture);
      peer = parley_test_server_wait_for (fixture->server, i);
      g_assert_null (parley_test_peer_get_authorization (peer));
      g_assert_null (parley_test_peer_get_header (peer, "x-api-key"));
      g_cancellable_cancel (call->cancellable);
      call_wait (call);
    }
}

/* On every request to it, and never in the place of what is Parley's to say. */
static void
test_a_gateway_gets_its_headers (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (fixture->server);
  const ParleyServerConfig config
      = { .base_url = url,
          .model = "a-model",
          .key = KEY,
          .headers = "X-Title: Parley; X-Team: chat; anthropic-version: 1999-01-01" };
  Answer answer = { 0 };
  ParleyTestPeer *peer;
  g_autoptr (Call) call = NULL;

  g_clear_object (&fixture->backend);
  fixture->backend = parley_anthropic_new (&config, fixture->timers, NULL);
  parley_backend_find_window_async (fixture->backend, NULL, on_found, &answer);
  peer = parley_test_server_wait_for (fixture->server, 0);
  g_assert_cmpstr (parley_test_peer_get_header (peer, "X-Title"), ==, "Parley");
  serve (fixture, 0, "/v1/models", 200, LIST (""));
  wait_for_window (&answer);
  call = call_new (fixture);
  peer = parley_test_server_wait_for (fixture->server, 1);
  g_assert_cmpstr (parley_test_peer_get_header (peer, "X-Title"), ==, "Parley");
  g_assert_cmpstr (parley_test_peer_get_header (peer, "X-Team"), ==, "chat");
  g_assert_cmpstr (parley_test_peer_get_header (peer, "anthropic-version"), ==, "2023-06-01");
  g_assert_cmpstr (parley_test_peer_get_header (peer, "x-api-key"), ==, KEY);
  g_cancellable_cancel (call->cancellable);
  call_wait (call);
}

/* By its name and by nothing else: the stand-in is its proxy here. */
static void
test_only_openai_gets_the_key_of_the_cache (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *url;
    gboolean gets;
  } hosts[] = {
    { "http://api.openai.com/v1", TRUE },
    { "http://api.openai.com.example.org/v1", FALSE },
    { "http://example.org/v1", FALSE },
  };
  g_autofree char *proxy
      = g_strdup_printf ("http://127.0.0.1:%u", parley_test_server_get_port (fixture->server));
  g_autoptr (GProxyResolver) resolver = g_simple_proxy_resolver_new (proxy, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      const ParleyServerConfig config
          = { .base_url = hosts[i].url, .model = "m", .allow_plain_http = TRUE, .proxy = resolver };
      g_autoptr (ParleyRequest) request = request_new ();
      g_autoptr (Call) call = NULL;
      ParleyTestPeer *peer;

      g_clear_object (&fixture->backend);
      fixture->backend = parley_openai_new (&config, fixture->timers, NULL);
      request->cache_key = g_strdup ("k1");
      call = call_new_with (fixture, request);
      peer = parley_test_server_wait_for (fixture->server, i);
      g_assert_cmpint (strstr (parley_test_peer_get_body (peer), "\"prompt_cache_key\":\"k1\"")
                           != NULL,
                       ==, hosts[i].gets);
      g_cancellable_cancel (call->cancellable);
      call_wait (call);
    }
}

static void
test_anthropic_has_an_address_of_its_own (void)
{
  ParleyTestClock clock;
  const ParleyServerConfig config = { .model = "m" };
  g_autoptr (ParleyTimers) timers = NULL;
  g_autoptr (ParleyBackend) backend = NULL;
  g_autoptr (GError) error = NULL;

  parley_test_clock_init (&clock);
  timers = parley_timers_new (&clock.clock, NULL);
  backend = parley_anthropic_new (&config, timers, &error);
  g_assert_no_error (error);
  g_assert_true (parley_backend_is_remote (backend));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/model/window", Fixture, NULL, fixture_set_up, test_the_window_is_asked_for_once,
              fixture_tear_down);
  g_test_add ("/model/ollama", Fixture, NULL, fixture_set_up, test_ollama_is_asked_in_its_own_way,
              fixture_tear_down);
  g_test_add ("/model/where", Fixture, NULL, fixture_set_up,
              test_a_server_tells_where_its_model_runs, fixture_tear_down);
  g_test_add_func ("/model/where-judged", test_what_is_not_known_to_run_here_does_not);
  g_test_add ("/model/failure", Fixture, NULL, fixture_set_up, test_a_failure_is_not_kept,
              fixture_tear_down);
  g_test_add ("/model/anthropic", Fixture, NULL, fixture_set_up,
              test_anthropic_is_asked_in_its_own_way, fixture_tear_down);
  g_test_add ("/model/cache-key", Fixture, NULL, fixture_set_up,
              test_only_openai_gets_the_key_of_the_cache, fixture_tear_down);
  g_test_add ("/model/headers", Fixture, NULL, fixture_set_up, test_a_gateway_gets_its_headers,
              fixture_tear_down);
  g_test_add ("/model/key-in-the-clear", Fixture, NULL, fixture_set_up,
              test_a_key_does_not_travel_in_the_clear, fixture_tear_down);
  g_test_add_func ("/model/anthropic-address", test_anthropic_has_an_address_of_its_own);
  return g_test_run ();
}
