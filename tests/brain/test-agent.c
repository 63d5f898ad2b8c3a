/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent-fixture.h"

#include <string.h>

#include "brain/parley-answer.h"

static void
test_an_answer_is_said (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "hi");
  g_assert_cmpuint (agent_fixture_get_request (f)->tools->len, ==, 11);
  parley_test_backend_say (f->backend, "Hel");
  g_assert_cmpstr (f->said->str, ==, "Hel");
  agent_fixture_answer (f, "lo.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Hello.");
  g_assert_false (f->cut);
  g_assert_cmpuint (f->usage.requests, ==, 1);
  g_assert_cmpint (f->usage.prompt_tokens, >, 0);
  g_assert_true (f->usage.estimated);
}

static void
test_text_around_a_call_is_said_once (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "where was that?");
  parley_test_backend_say (f->backend, "Let me look that up.");
  agent_fixture_call (f, "search_history", "{\"words\": \"pizza\"}");
  g_assert_cmpuint (agent_fixture_get_request (f)->messages->len, ==, 4);
  /* Models like to begin again. */
  parley_test_backend_say (f->backend, "Let me look");
  parley_test_backend_say (f->backend, " that up. ");
  agent_fixture_answer (f, "It was in Rome.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Let me look that up.\n\nIt was in Rome.");
  g_assert_cmpstr (f->status->str, ==, "");
  g_assert_cmpuint (f->usage.requests, ==, 2);
}

static void
test_silence (AgentFixture *f, gconstpointer data)
{
  const char *const words[] = { "", "  \n", "[silence]", " [Silence]\n" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      agent_fixture_start (f, "ok");
      agent_fixture_answer (f, words[i]);
      agent_fixture_assert_end (f, PARLEY_AGENT_SILENT, "");
    }
  agent_fixture_start (f, "ok");
  agent_fixture_call (f, "stay_silent", "{\"reason\": \"nothing\\nto say\"}");
  agent_fixture_assert_end (f, PARLEY_AGENT_SILENT, "");
  g_assert_cmpstr (f->reason, ==, "nothing to say");
}

/* No piece of a word for silence goes out before it is clear what it becomes. */
static void
test_word_for_silence_is_held_back (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "hi");
  parley_test_backend_say (f->backend, "[si");
  parley_test_backend_say (f->backend, "lence");
  g_assert_cmpstr (f->said->str, ==, "");
  agent_fixture_answer (f, "r] is a thing.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "[silencer] is a thing.");
}

static void
test_waiting (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "so what i wanted to say");
  agent_fixture_call (f, "wait_for_more", "{\"seconds\": 20}");
  agent_fixture_assert_end (f, PARLEY_AGENT_WAIT, "");
  g_assert_cmpint (f->wait_s, ==, 20);
  agent_fixture_start (f, "so");
  agent_fixture_call (f, "wait_for_more", "{\"seconds\": 600}");
  g_assert_cmpint (f->wait_s, ==, 120);
  agent_fixture_start (f, "so");
  agent_fixture_answer (f, "[wait]");
  agent_fixture_assert_end (f, PARLEY_AGENT_WAIT, "");
  g_assert_cmpint (f->wait_s, ==, 15);
}

static void
test_handing_over (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "can you lend me 500?");
  parley_test_backend_say (f->backend, "I'll pass it on.");
  agent_fixture_call (f, "hand_over", "{\"reason\": \"money\"}");
  agent_fixture_assert_end (f, PARLEY_AGENT_HAND_OVER, "I'll pass it on.");
  g_assert_cmpstr (f->reason, ==, "money");
}

/* Besides an answer it needs no further request. */
static void
test_hint (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "my parcel is lost");
  parley_test_backend_say (f->backend, "Which order?");
  agent_fixture_call (f, "set_hint",
                      "{\"expected_input_type\": \"order_number\", \"expects_followup\": true,"
                      " \"input_complete_confidence\": 0.9}");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Which order?");
  g_assert_cmpint (f->hint.expected_input_type, ==, PARLEY_EXPECT_ORDER_NUMBER);
  g_assert_true (f->hint.expects_followup);
  g_assert_cmpfloat_with_epsilon (f->hint.input_complete_confidence, 0.9, 1e-9);
}

static void
test_failure (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "hi");
  parley_test_backend_say (f->backend, "Well");
  parley_test_backend_fail (f->backend, "The model declined.");
  agent_fixture_assert_end (f, PARLEY_AGENT_FAILED, "Well");
  g_assert_cmpstr (f->error, ==, "The model declined.");
}

static void
test_length_is_taken_up_twice (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "tell me");
  parley_test_backend_cut (f->backend, "One two");
  parley_test_backend_cut (f->backend, " three");
  g_assert_cmpuint (f->backend->requests->len, ==, 3);
  parley_test_backend_cut (f->backend, " four");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "One two three four");
  g_assert_true (f->cut);
}

static void
test_length_is_not_taken_up_in_a_full_window (AgentFixture *f, gconstpointer data)
{
  f->window = 520; /* the reply alone may have 512 */
  agent_fixture_start (f, "tell me");
  g_assert_cmpuint (agent_fixture_get_request (f)->tools->len, ==, 0);
  parley_test_backend_cut (f->backend, "One two");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "One two");
  g_assert_true (f->cut);
}

static void
test_length_without_a_word_fails (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "tell me");
  parley_test_backend_cut (f->backend, "");
  agent_fixture_assert_end (f, PARLEY_AGENT_FAILED, "");
}

static void
test_endless_reply_ends (AgentFixture *f, gconstpointer data)
{
  g_autofree char *much = g_strnfill (3000, 'a');

  agent_fixture_start (f, "tell me");
  for (guint i = 0; i < 3 && !f->finished; i++)
    parley_test_backend_say (f->backend, much);
  g_assert_true (f->finished);
  g_assert_cmpint (f->end, ==, PARLEY_AGENT_COMPLETE);
  g_assert_true (f->cut);
  g_assert_cmpuint (strlen (f->text), ==, PARLEY_ANSWER_MAX_BYTES);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
}

static void
test_draft_writes_when_the_window_closes (AgentFixture *f, gconstpointer data)
{
  f->draft = TRUE;
  agent_fixture_start (f, "my birthday is on may 5");
  parley_test_backend_call (f->backend, "recall", "{\"about\": \"birthday\"}");
  agent_fixture_wait (f);
  parley_test_backend_call (f->backend, "remember", "{\"text\": \"birthday: May 5\"}");
  for (guint i = 0; i < 20; i++)
    parley_test_backend_settle ();
  g_assert_cmpuint (f->backend->open.length, ==, 0);
  g_assert_cmpstr (f->trace->str, ==, "recall: done\n");
  parley_agent_close_window (f->agent);
  agent_fixture_wait (f);
  g_assert_cmpstr (f->trace->str, ==, "recall: done\nremember: done\n");
  agent_fixture_answer (f, "Noted!");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Noted!");
}

/* A draft that is thrown away has written nothing. */
static void
test_dropped_draft_leaves_nothing (AgentFixture *f, gconstpointer data)
{
  f->draft = TRUE;
  agent_fixture_start (f, "my birthday is on may 5");
  parley_test_backend_call (f->backend, "remember", "{\"text\": \"birthday: May 5\"}");
  g_clear_pointer (&f->agent, parley_agent_cancel);
  f->draft = FALSE;
  agent_fixture_start (f, "when is it?");
  agent_fixture_call (f, "recall", "{\"about\": \"\"}");
  g_assert_true (parley_test_backend_was_told (f->backend, "Nothing is remembered"));
  agent_fixture_answer (f, "No idea.");
}

static void
test_cancel_at_any_moment (AgentFixture *f, gconstpointer data)
{
  agent_fixture_start (f, "hi");
  g_clear_pointer (&f->agent, parley_agent_cancel);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  agent_fixture_start (f, "hi");
  parley_test_backend_call (f->backend, "recall", "{\"about\": \"\"}");
  g_clear_pointer (&f->agent, parley_agent_cancel);
  f->cancel_at_call = TRUE;
  agent_fixture_start (f, "hi");
  agent_fixture_call (f, "recall", "{\"about\": \"\"}");
  g_assert_null (f->agent);
  agent_fixture_start (f, "hi");
  agent_fixture_call (f, "nonsense", "{}");
  g_assert_null (f->agent);
  f->cancel_at_delta = TRUE;
  agent_fixture_start (f, "hi");
  agent_fixture_answer (f, "Hello.");
  g_assert_null (f->agent);
  for (guint i = 0; i < 20; i++)
    parley_test_backend_settle ();
  g_assert_false (f->finished);
}

static void
test_long_results_are_cut_inside_the_fence (AgentFixture *f, gconstpointer data)
{
  g_autofree char *text = g_strnfill (20000, 'x');

  parley_chat_memory_add_utterance (f->memory, PARLEY_SPEAKER_PERSON, text, parley_when_at (999),
                                    1);
  agent_fixture_start (f, "hi");
  agent_fixture_call (f, "search_history", "{\"words\": \"\"}");
  g_assert_cmpuint (strlen (parley_test_backend_get_last_message (f->backend)), <, 4200);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend),
                            "x\n</notes-k3x9m2>\n[cut: there was more]"));
  agent_fixture_answer (f, "Hello.");
}

static void
test_tools_need_memory (AgentFixture *f, gconstpointer data)
{
  g_autoptr (ParleyToolContext) all = f->tools;

  f->tools
      = parley_tool_context_new (NULL, FALSE, "k3x9m2", f->timers, NULL, (ParleySeriesBounds){ 0 });
  agent_fixture_start (f, "hi");
  g_assert_cmpuint (agent_fixture_get_request (f)->tools->len, ==, 4);
  agent_fixture_call (f, "recall", "{\"about\": \"\"}");
  g_assert_true (parley_test_backend_was_told (f->backend, "There is no such tool."));
  agent_fixture_answer (f, "Hello.");
}

static void
test_tools_can_be_switched_off (AgentFixture *f, gconstpointer data)
{
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_BRAIN_TOOLS, FALSE, NULL));
  agent_fixture_start (f, "hi");
  g_assert_cmpuint (agent_fixture_get_request (f)->tools->len, ==, 0);
  agent_fixture_call (f, "recall", "{\"about\": \"\"}");
  g_assert_true (parley_test_backend_was_told (f->backend, "There is no such tool."));
  agent_fixture_answer (f, "Hello.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Hello.");
}

/* Calls in one generation without end. */
static void
test_many_calls_at_once (AgentFixture *f, gconstpointer data)
{
  GPtrArray *calls = parley_tool_calls_new ();

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *id = g_strdup_printf ("c%u", i);
      g_autofree char *arguments = g_strdup_printf ("{\"words\": \"%u\"}", i);

      g_ptr_array_add (calls, parley_tool_call_new (id, "search_history", arguments));
    }
  f->complexity = PARLEY_COMPLEXITY_SIMPLE;
  agent_fixture_start (f, "hi");
  parley_test_backend_call_all (f->backend, calls);
  agent_fixture_wait (f);
  g_assert_cmpuint (f->n_refused, ==, 22); /* of 32, 10 were done */
  g_assert_true (agent_fixture_get_request (f)->no_calls);
  agent_fixture_answer (f, "Enough.");
  agent_fixture_assert_end (f, PARLEY_AGENT_COMPLETE, "Enough.");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/brain/agent/" name, AgentFixture, NULL, agent_fixture_setup, func,                 \
              agent_fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("answer", test_an_answer_is_said);
  ADD ("around-a-call", test_text_around_a_call_is_said_once);
  ADD ("silence", test_silence);
  ADD ("held-back", test_word_for_silence_is_held_back);
  ADD ("waiting", test_waiting);
  ADD ("handing-over", test_handing_over);
  ADD ("hint", test_hint);
  ADD ("failure", test_failure);
  ADD ("length", test_length_is_taken_up_twice);
  ADD ("length-full", test_length_is_not_taken_up_in_a_full_window);
  ADD ("length-wordless", test_length_without_a_word_fails);
  ADD ("endless", test_endless_reply_ends);
  ADD ("draft-writes", test_draft_writes_when_the_window_closes);
  ADD ("draft-dropped", test_dropped_draft_leaves_nothing);
  ADD ("cancel", test_cancel_at_any_moment);
  ADD ("long-result", test_long_results_are_cut_inside_the_fence);
  ADD ("no-memory", test_tools_need_memory);
  ADD ("off", test_tools_can_be_switched_off);
  ADD ("many", test_many_calls_at_once);
  return g_test_run ();
}
