/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent-fixture.h"

#include <string.h>

/* How a model's looking around is steered, and where the text of an answer comes from. Scores are
 * in the log: meson test -v. */

static void
search (AgentFixture *f, guint i)
{
  g_autofree char *arguments = g_strdup_printf ("{\"words\": \"file %u\"}", i);

  agent_fixture_call (f, "search_history", arguments);
}

static void
test_simple (AgentFixture *f, gconstpointer data)
{
  f->complexity = PARLEY_COMPLEXITY_SIMPLE;
  agent_fixture_start (f, "What is 2+2?");
  agent_fixture_answer (f, "4");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "4");
  g_assert_cmpuint (f->usage.requests, ==, 1);
}

static void
test_medium (AgentFixture *f, gconstpointer data)
{
  f->complexity = PARLEY_COMPLEXITY_MEDIUM;
  agent_fixture_start (f, "Read config.py and explain it");
  for (guint i = 0; i < 4; i++)
    search (f, i);
  agent_fixture_answer (f, "It sets the port.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "It sets the port.");
  g_assert_cmpuint (f->n_nudges, ==, 0);
  g_assert_false (f->forced);
}

/* Something new in every round: nobody interferes before the limit of the rounds. */
static void
test_complex (AgentFixture *f, gconstpointer data)
{
  f->complexity = PARLEY_COMPLEXITY_COMPLEX;
  agent_fixture_start (f, "Analyze the entire architecture");
  for (guint i = 0; i < 49; i++)
    {
      search (f, i);
      g_assert_false (agent_fixture_get_request (f)->no_calls);
    }
  g_assert_cmpuint (f->n_nudges, ==, 0);
  g_assert_false (f->forced);
  agent_fixture_answer (f, "It has six floors.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "It has six floors.");
  g_assert_cmpuint (f->n_refused, ==, 0);
}

static void
test_complex_ends_at_its_limit (AgentFixture *f, gconstpointer data)
{
  f->complexity = PARLEY_COMPLEXITY_COMPLEX;
  agent_fixture_start (f, "Analyze the entire architecture");
  for (guint i = 0; i < 50; i++)
    search (f, i);
  g_assert_true (agent_fixture_get_request (f)->no_calls);
  /* And who calls all the same is not asked for ever. */
  search (f, 51);
  agent_fixture_assert_end (f, PARLEY_AGENT_FAILED, "");
}

static void
test_stuck_loop (AgentFixture *f, gconstpointer data)
{
  f->complexity = PARLEY_COMPLEXITY_COMPLEX;
  agent_fixture_start (f, "Analyze the entire architecture");
  for (guint i = 0; i < 4; i++)
    {
      g_assert_false (f->forced);
      search (f, 0);
    }
  /* One read and three re-reads. */
  g_assert_true (f->forced);
  g_assert_true (agent_fixture_get_request (f)->no_calls);
  g_assert_true (parley_test_backend_was_told (f->backend, "Answer now with what you have."));
  agent_fixture_answer (f, "I only found that.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "I only found that.");
}

/* The same with case, blanks and order changed, and all at once. */
static void
test_stuck_loop_in_disguise (AgentFixture *f, gconstpointer data)
{
  const char *const arguments[] = {
    "{\"words\": \"pizza\", \"limit\": 5}",  "{\"limit\":5,\"words\":\"PIZZA \"}",
    "{\"words\": \" Pizza\", \"limit\": 6}", "{\"words\": \"pizza\"}",
    "{\"words\": \"ｐｉｚｚａ\"}",
  };
  GPtrArray *calls = parley_tool_calls_new ();

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    g_ptr_array_add (calls, parley_tool_call_new ("id", "search_history", arguments[i]));
  agent_fixture_start (f, "pizza?");
  parley_test_backend_call_all (f->backend, calls);
  agent_fixture_wait (f);
  g_assert_true (f->forced);
  g_assert_cmpuint (f->n_refused, ==, 1); /* the fourth re-read was not carried out */
}

/* Rounds that read nothing cost score, and end in a reminder and at last in an answer. */
static void
test_idling_is_nudged (AgentFixture *f, gconstpointer data)
{
  f->complexity = PARLEY_COMPLEXITY_MEDIUM;
  f->window = 6000;
  f->tools_anyway = TRUE;
  agent_fixture_start (f, "hm");
  for (guint i = 0; i < 24 && f->n_nudges == 0 && !f->forced; i++)
    agent_fixture_call (f, "set_hint", "{\"expects_followup\": true}");
  g_assert_cmpuint (f->n_nudges, >, 0);
  g_assert_true (parley_test_backend_was_told (f->backend, "Answer now if you can"));
  g_assert_false (agent_fixture_get_request (f)->no_calls);
  while (!f->forced)
    agent_fixture_call (f, "set_hint", "{\"expects_followup\": true}");
  agent_fixture_answer (f, "Well.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Well.");
}

/* Scenario A: the text is what was streamed. */
static void
test_text_is_what_was_streamed (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "hi");
  parley_test_backend_say (f->backend, "Hello");
  parley_test_backend_say (f->backend, " world");
  agent_fixture_answer (f, "");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Hello world");
}

/* Scenario B: a call without text is an action for the user, and nothing for the person. */
static void
test_call_without_text_is_an_action (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "what do you know?");
  agent_fixture_call (f, "recall", "{\"about\": \"\"}");
  g_assert_cmpstr (f->status->str, ==, "Action completed (recall)\n");
  g_assert_cmpstr (f->said->str, ==, "");
  agent_fixture_call (f, "<ParleyToolCall 0x5555>", "{}");
  g_assert_cmpstr (f->status->str, ==, "Action completed (recall)\nAction completed (-)\n");
  agent_fixture_answer (f, "Nothing yet.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Nothing yet.");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/brain/agent/seeds/" name, AgentFixture, NULL, agent_fixture_setup, func,           \
              agent_fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("simple", test_simple);
  ADD ("medium", test_medium);
  ADD ("complex", test_complex);
  ADD ("complex-limit", test_complex_ends_at_its_limit);
  ADD ("stuck", test_stuck_loop);
  ADD ("stuck-disguised", test_stuck_loop_in_disguise);
  ADD ("idling", test_idling_is_nudged);
  ADD ("streamed", test_text_is_what_was_streamed);
  ADD ("action", test_call_without_text_is_an_action);
  return g_test_run ();
}
