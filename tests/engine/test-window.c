/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a server can do is asked of it, and what it can't is not asked twice. The clock is the
 * test's, the network is real. */
#include <string.h>

#include "base/parley-error.h"
#include "server-world.h"

#define MODELS(n) "{\"data\":[{\"id\":\"m\",\"max_model_len\":" n "}]}"

#define TOOLS     "\"tools\":["
#define WORDS     "[silence]"
#define CANT_BE   "can't be right"

static void
serve (ParleyTestPeer *peer, guint status, const char *body)
{
  parley_test_peer_head (peer, status, "application/json", "Connection: close\r\n");
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
}

static void
set_int (World *w, ParleySetting setting, int value)
{
  g_assert_true (parley_settings_set_int (w->base.settings, setting, value, NULL));
}

/* Nobody has said how large the window is, and the server takes one request at a time. */
static void
ask_for_window (World *w)
{
  set_int (w, PARLEY_SETTING_BRAIN_WINDOW, 0);
  set_int (w, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
}

/* The next request is for the models, which is a request like others: what comes of it is known
 * when the next one goes out. That is answered. Returns: (transfer none). */
static const char *
tell_models (World *w, guint status, const char *models)
{
  ParleyTestPeer *peer = world_next (w);

  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/models");
  world_leap (w, 5000);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, w->n_seen);
  serve (peer, status, models);
  return world_answer (w, "Yes.");
}

/* @data: the answer. */
static void
test_a_window_that_cant_be_is_told_once (World *w, gconstpointer data)
{
  g_autofree char *models = g_strdup_printf (MODELS ("%s"), (const char *) data);

  ask_for_window (w);
  write_line (&w->base, w->base.alice, "shall we sing?");
  /* 4,096 are few: the short form, with words and no tools. */
  g_assert_null (strstr (tell_models (w, 200, models), TOOLS));
  world_leap (w, 300000);
  write_line (&w->base, w->base.alice, "what of the weather?");
  world_leap (w, 2000);
  g_assert_nonnull (strstr (world_answer (w, "No."), WORDS));
  g_assert_cmpuint (world_count_told (w, CANT_BE), ==, 1);
  g_assert_cmpuint (world_count_told (w, "4096 tokens"), ==, 1);
}

static void
test_a_question_that_failed_is_repeated (World *w, gconstpointer data)
{
  ask_for_window (w);
  write_line (&w->base, w->base.alice, "shall we sing?");
  tell_models (w, 503, "{}");
  world_leap (w, 300000);
  write_line (&w->base, w->base.alice, "what of the weather?");
  g_assert_nonnull (strstr (tell_models (w, 200, MODELS ("32768")), TOOLS));
  world_leap (w, 300000);
  write_line (&w->base, w->base.alice, "now?");
  world_leap (w, 2000);
  world_answer (w, "Now.");
  world_expect_requests (w, 5);
  g_assert_cmpuint (world_count_told (w, CANT_BE), ==, 0);
}

typedef struct
{
  const char *server;
  guint status;
  const char *body;
} Refusal;

static const Refusal refusals[] = {
  { "ollama", 400,
    "{\"error\":{\"message\":\"registry.ollama.ai/library/gemma:2b does not support tools\","
    "\"type\":\"api_error\",\"param\":null,\"code\":null}}" },
  { "llamacpp-stream", 500,
    "{\"error\":{\"code\":500,\"message\":\"Cannot use tools with stream\","
    "\"type\":\"server_error\"}}" },
  { "llamacpp-jinja", 500,
    "{\"error\":{\"code\":500,\"message\":\"tools param requires --jinja flag\","
    "\"type\":\"server_error\"}}" },
  { "vllm", 400,
    "{\"object\":\"error\",\"message\":\"\\\"auto\\\" tool choice requires "
    "--enable-auto-tool-choice and --tool-call-parser to be set\",\"code\":400}" },
  { "openrouter", 404,
    "{\"error\":{\"message\":\"No endpoints found that support tool use.\",\"code\":404}}" },
  { "groq", 400, "{\"error\":{\"message\":\"`tools` is not supported with this model\"}}" },
  { "mistral", 400, "{\"message\":\"x\",\"error\":\"Function calling is not enabled here\"}" },
};

static void
use_model (World *w, const char *name)
{
  g_assert_true (
      parley_settings_set_string (w->base.settings, PARLEY_SETTING_BACKEND_MODEL, name, NULL));
}

static void
expect_model (World *w, ParleyTestPeer *peer, const char *name)
{
  g_autofree char *model = g_strdup_printf ("\"model\":\"%s\"", name);

  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), model));
}

static void
test_a_model_that_was_left_is_not_asked_again (World *w, gconstpointer data)
{
  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 2000);
  world_refuse_with (w, 503, "{}");
  use_model (w, "other");
  parley_engine_look_again (w->base.engine);
  world_leap (w, 5000);
  expect_model (w, world_give (w, "Yes.", "{}"), "other");
}

/* An answer that nothing was said of yet is another's. */
static void
test_a_server_that_was_left_is_not_waited_for (World *w, gconstpointer data)
{
  ParleyTestPeer *left;

  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 2000);
  left = world_next (w);
  use_model (w, "other");
  parley_engine_look_again (w->base.engine);
  expect_model (w, world_give (w, "Yes.", "{}"), "other");
  while (!parley_test_peer_is_closed (left))
    g_main_context_iteration (NULL, TRUE);
}

static const char *
ask_and_answer (World *w, const char *text)
{
  world_leap (w, 300000);
  write_line (&w->base, w->base.alice, text);
  world_leap (w, 2000);
  return world_answer (w, "Yes.");
}

/* @data: a Refusal. */
static void
test_a_model_without_tools_is_asked_without (World *w, gconstpointer data)
{
  const Refusal *refusal = data;
  ParleyTestPeer *peer;
  const char *body;

  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 2000);
  peer = world_next (w);
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), TOOLS));
  g_assert_null (strstr (parley_test_peer_get_body (peer), WORDS));
  serve (peer, refusal->status, refusal->body);
  /* At once, and with the rules for those that have none. */
  body = world_answer (w, "Yes.");
  g_assert_null (strstr (body, TOOLS));
  g_assert_nonnull (strstr (body, WORDS));
  world_expect_requests (w, 2);
  /* From now on so, also when it was another model's turn meanwhile. */
  g_assert_null (strstr (ask_and_answer (w, "what of the weather?"), TOOLS));
  use_model (w, "another");
  g_assert_nonnull (strstr (ask_and_answer (w, "and who will come?"), TOOLS));
  use_model (w, "m");
  g_assert_null (strstr (ask_and_answer (w, "shall I bring a cake?"), TOOLS));
  world_expect_requests (w, 5);
  g_assert_cmpuint (world_count_told (w, "No answer"), ==, 0);
}

/* Whoever still speaks of tools then is in trouble. */
static void
test_it_is_asked_without_once (World *w, gconstpointer data)
{
  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 2000);
  serve (world_next (w), refusals[0].status, refusals[0].body);
  world_refuse_with (w, refusals[0].status, refusals[0].body);
  world_leap (w, 600000);
  world_expect_requests (w, 2);
  g_assert_cmpuint (world_count_told (w, "can't use tools"), ==, 1);
}

#define CACHED(n)                                                                                  \
  "{\"choices\":[],\"usage\":{\"prompt_tokens\":500,\"completion_tokens\":2,"                      \
  "\"prompt_tokens_details\":{\"cached_tokens\":" n "}}}"

/* Returns: whether an answer was begun before they were done. */
static gboolean
begins_ahead (World *w, const char *text, const char *usage)
{
  guint n = parley_test_host_count (w->base.host, "ask");
  gboolean ahead;

  world_leap (w, 300000);
  write_line (&w->base, w->base.alice, text);
  world_leap (w, 400);
  ahead = parley_test_host_count (w->base.host, "ask") > n;
  world_leap (w, 2000);
  world_answer_with (w, "Yes.", usage);
  return ahead;
}

/* Whoever pays for each word twice, for nothing was kept, is not made to. */
static void
test_an_answer_begun_ahead_is_paid_once (World *w, gconstpointer data)
{
  set_int (w, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  set_int (w, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  g_assert_true (begins_ahead (w, "shall we sing?", CACHED ("0")));
  g_assert_true (
      parley_settings_set_string (w->base.settings, PARLEY_SETTING_GUARD_PRICE_READ, "0.15", NULL));
  g_assert_false (begins_ahead (w, "what of the weather?", "{}"));
  g_assert_false (begins_ahead (w, "and who will come?", CACHED ("0")));
  /* More than there was is no sign of a cache. */
  g_assert_false (begins_ahead (w, "shall I bring a cake?", CACHED ("501")));
  g_assert_false (begins_ahead (w, "where do we meet?", CACHED ("400")));
  g_assert_true (begins_ahead (w, "may Bob come too?", CACHED ("400")));
}

#define ADD(name, func, data)                                                                      \
  g_test_add ("/engine/window/" name, World, data, world_set_up, func, world_tear_down)
#define ADD_ODD(name, answer) ADD ("odd/" name, test_a_window_that_cant_be_is_told_once, answer)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_ODD ("zero", "0");
  ADD_ODD ("minus", "-1");
  ADD_ODD ("huge", "1000000000");
  ADD_ODD ("text", "\"large\"");
  ADD ("paid-once", test_an_answer_begun_ahead_is_paid_once, NULL);
  ADD ("repeated", test_a_question_that_failed_is_repeated, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/window/no-tools/%s", refusals[i].server);

      g_test_add (path, World, &refusals[i], world_set_up,
                  test_a_model_without_tools_is_asked_without, world_tear_down);
    }
  ADD ("no-tools/once", test_it_is_asked_without_once, NULL);
  ADD ("left/again", test_a_model_that_was_left_is_not_asked_again, NULL);
  ADD ("left/waiting", test_a_server_that_was_left_is_not_waited_for, NULL);
  return g_test_run ();
}
