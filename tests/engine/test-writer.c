/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How a reply is written: with tools and memory, bubble by bubble, or not at all. “hm?” waits
 * 500 ms. */
#include "engine-fixture.h"

#include <string.h>

static void
ask (Fixture *f, const char *text)
{
  write_line (f, f->alice, text);
  pass (f, 1000);
}

static void
talk (Fixture *f, const char *question, const char *answer)
{
  ask (f, question);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
  g_string_truncate (f->host->log, 0);
}

static void
call (Fixture *f, const char *tool, const char *arguments)
{
  parley_test_backend_call (f->backend, tool, arguments);
  fixture_settle (f);
}

static void
allow_drafts (Fixture *f)
{
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_TURN_DRAFTS, TRUE, NULL));
  fixture_use_scripted_model (f);
}

static void
expect_told (Fixture *f, const char *text)
{
  g_test_message ("%s", text);
  g_assert_true (parley_test_backend_was_told (f->backend, text));
}

/* While it is written */

static void
test_bubble_goes_out_while_the_rest_is_written (Fixture *f, gconstpointer data)
{
  talk (f, "hm?", "Yes.");
  ask (f, "hm?");
  parley_test_backend_say (f->backend, "The first part.\n\nThe sec");
  pass (f, 100);
  expect_log (f, "alice@localhost < The first part.\n");
  parley_test_backend_answer (f->backend, "ond part.");
  pass (f, 100);
  expect_log (f, "alice@localhost < The second part.\n");
}

static void
test_first_answer_of_a_model_is_waited_for (Fixture *f, gconstpointer data)
{
  ask (f, "hm?");
  parley_test_backend_say (f->backend, "The first part.\n\nThe sec");
  pass (f, 100);
  expect_log (f, "");
  parley_test_backend_answer (f->backend, "ond part.");
  pass (f, 100);
  expect_log (f, "alice@localhost < The first part.\nalice@localhost < The second part.\n");
}

/* A server that puts the opening tag into the prompt. */
static void
test_reasoning_without_its_beginning_is_not_said (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      ask (f, "hm?");
      parley_test_backend_say (f->backend, "They want pizza.\n\nI'd say Pi");
      pass (f, 100);
      parley_test_backend_answer (f->backend, "zza.</think>Pizza!");
      pass (f, 100);
      expect_log (f, "alice@localhost < Pizza!\n");
    }
}

static void
test_reasoning_that_comes_late_ends_the_answer (Fixture *f, gconstpointer data)
{
  talk (f, "hm?", "Yes.");
  ask (f, "hm?");
  parley_test_backend_say (f->backend, "They want pizza.\n\nI'd say Pi");
  parley_test_backend_answer (f->backend, "zza.</think>Pizza!");
  pass (f, 100);
  g_assert_null (strstr (f->host->log->str, "Pizza!"));
  g_assert_null (strstr (f->host->log->str, "I'd say"));
}

static void
test_bubble_of_a_draft_waits_for_the_window (Fixture *f, gconstpointer data)
{
  allow_drafts (f);
  talk (f, "hm?", "Yes.");
  write_line (f, f->alice, "hm?");
  pass (f, 350);
  parley_test_backend_say (f->backend, "The first part.\n\nThe sec");
  pass (f, 100);
  expect_log (f, "");
  pass (f, 100);
  expect_log (f, "alice@localhost < The first part.\n");
}

/* Tools */

static void
test_what_a_tool_gives_goes_back_to_the_model (Fixture *f, gconstpointer data)
{
  ask (f, "hm?");
  call (f, "remember", "{\"text\":\"likes calzone\",\"said_by\":\"they\"}");
  parley_test_backend_answer (f->backend, "Noted.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Noted.\n");
  ask (f, "and what do i like?");
  call (f, "recall", "{\"about\":\"\"}");
  expect_told (f, "likes calzone");
  parley_test_backend_answer (f->backend, "Calzone.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Calzone.\n");
  g_assert_cmpuint (parley_test_host_count (f->host, "tool"), ==, 2);
  g_assert_cmpuint (parley_test_host_count (f->host, "decision"), ==, 2);
}

static void
test_remembered_facts_are_in_the_prompt (Fixture *f, gconstpointer data)
{
  ask (f, "hm?");
  call (f, "remember", "{\"text\":\"the boat is green\",\"said_by\":\"they\"}");
  parley_test_backend_answer (f->backend, "Noted.");
  pass (f, 100);
  ask (f, "what colour is the boat?");
  expect_told (f, "the boat is green");
}

static void
test_other_chats_know_nothing_of_them (Fixture *f, gconstpointer data)
{
  ask (f, "hm?");
  call (f, "remember", "{\"text\":\"the boat is green\",\"said_by\":\"they\"}");
  parley_test_backend_answer (f->backend, "Noted.");
  pass (f, 100);
  write_line (f, f->bob, "what colour is the boat?");
  pass (f, 1000);
  g_assert_false (parley_test_backend_was_told (f->backend, "green"));
  call (f, "recall", "{\"about\":\"\"}");
  g_assert_false (parley_test_backend_was_told (f->backend, "green"));
}

static void
test_names_that_prove_nothing_have_no_memory (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-irc", "me@localhost", "carol");
  ParleyRequest *request;

  write_line (f, carol, "hm?");
  pass (f, 3000);
  request = f->backend->requests->pdata[0];
  for (guint i = 0; i < request->tools->len; i++)
    {
      const ParleyToolSpec *spec = request->tools->pdata[i];

      g_assert_cmpstr (spec->name, !=, "recall");
      g_assert_cmpstr (spec->name, !=, "search_history");
    }
}

static void
test_draft_remembers_when_the_turn_is_over (Fixture *f, gconstpointer data)
{
  allow_drafts (f);
  write_line (f, f->alice, "hm?");
  pass (f, 350);
  call (f, "remember", "{\"text\":\"likes calzone\",\"said_by\":\"they\"}");
  g_assert_cmpuint (parley_test_host_count (f->host, "tool"), ==, 0);
  write_line (f, f->alice, "no, forget it.");
  pass (f, 1000);
  g_assert_cmpuint (parley_test_host_count (f->host, "tool"), ==, 0);
  call (f, "remember", "{\"text\":\"likes pasta\",\"said_by\":\"they\"}");
  g_assert_cmpuint (parley_test_host_count (f->host, "tool"), ==, 1);
}

/* Wishes */

static void
test_model_that_waits_is_asked_again (Fixture *f, gconstpointer data)
{
  ask (f, "hm?");
  call (f, "wait_for_more", "{\"seconds\":3}");
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
}

/* That turn is the user's, and the next one is read and answered as ever. */
static void
test_hand_over_is_told_and_holds_one_turn (Fixture *f, gconstpointer data)
{
  g_autofree char *why = NULL;

  ask (f, "how much do you owe me?");
  call (f, "hand_over", "{\"reason\":\"It is about money.\"}");
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (f->host->told->pdata[0], "It is about money."));
  why = parley_engine_dup_why (f->engine, f->alice);
  g_assert_nonnull (strstr (why, "leaves what they wrote last to you"));
  ask (f, "well, how are you?");
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "Fine.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < Fine.\n");
}

/* The same for a model that has words in place of tools. */
static void
test_hand_over_by_a_word (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BRAIN_WINDOW, 4096);
  ask (f, "how much do you owe me?");
  parley_test_backend_answer (f->backend, "[hand over]");
  pass (f, 1000);
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (f->host->told->pdata[0], "The model leaves this to you"));
}

/* It may still be thrown away. */
static void
test_draft_hands_nothing_over (Fixture *f, gconstpointer data)
{
  allow_drafts (f);
  write_line (f, f->alice, "hm?");
  pass (f, 350);
  call (f, "hand_over", "{\"reason\":\"It is about money.\"}");
  g_assert_cmpuint (f->host->told->len, ==, 0);
  write_line (f, f->alice, "never mind, all is well.");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Fine.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Fine.\n");
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static void
test_hint_moves_the_next_window (Fixture *f, gconstpointer data)
{
  ask (f, "hm?");
  call (f, "set_hint", "{\"awaiting_required_field\":true}");
  parley_test_backend_answer (f->backend, "What is your order number?");
  pass (f, 100);
  write_line (f, f->alice, "it is on the letter");
  g_assert_nonnull (strstr (parley_test_host_get_last (f->host, "window"), "more is expected"));
}

static void
test_why_tells_what_the_model_is_at (Fixture *f, gconstpointer data)
{
  g_autofree char *why = NULL;

  ask (f, "hm?");
  call (f, "recall", "{\"about\":\"\"}");
  why = parley_engine_dup_why (f->engine, f->alice);
  g_test_message ("%s", why);
  g_assert_null (strstr (why, "being written"));
}

/* The prompt */

static void
test_persona_of_the_person_is_told (Fixture *f, gconstpointer data)
{
  f->host->persona = "Formal and slow.";
  ask (f, "hm?");
  expect_told (f, "Formal and slow.");
}

static void
talk_until_summed_up (Fixture *f)
{
  g_autofree char *long_story = g_strnfill (400, 'x');
  guint n;

  fixture_set_int (f, PARLEY_SETTING_BRAIN_HISTORY_TOKENS, 300);
  ask (f, "the boat is green, remember.");
  parley_test_backend_answer (f->backend, long_story);
  pass (f, 100);
  for (guint i = 0; i < 4; i++)
    {
      f->clock.wall += 60;
      f->clock.ms += 60000;
      ask (f, "and?");
      n = f->backend->requests->len;
      parley_test_backend_answer (f->backend, long_story);
      pass (f, 100);
      if (f->backend->requests->len > n)
        break;
    }
  g_assert_cmpuint (f->backend->requests->len, >, n);
  expect_told (f, "the boat is green");
}

static void
test_old_talk_is_summed_up (Fixture *f, gconstpointer data)
{
  talk_until_summed_up (f);
  parley_test_backend_answer (f->backend, "2027-01-15 they: the boat is green\n");
  pass (f, 100);
  f->clock.wall += 60;
  f->clock.ms += 60000;
  ask (f, "and?");
  expect_told (f, "2027-01-15 they: the boat is green");
  g_assert_false (parley_test_backend_was_told (f->backend, "green, remember"));
}

/* Each time after twice as many answers. */
static void
test_summary_that_is_none_is_asked_for_seldom (Fixture *f, gconstpointer data)
{
  guint n_asked = 0;

  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  talk_until_summed_up (f);
  parley_test_backend_answer (f->backend, "I can't do that.");
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *answer = g_strdup_printf ("Well, %u of them.", i);

      pass (f, 100);
      f->clock.wall += 60;
      f->clock.ms += 60000;
      parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
      parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
      ask (f, "and?");
      parley_test_backend_answer (f->backend, answer);
      pass (f, 100);
      if (f->backend->open.length == 0)
        continue;
      n_asked++;
      parley_test_backend_answer (f->backend, "I can't do that.");
    }
  g_assert_cmpuint (n_asked, ==, 2);
}

/* Then nothing is forgotten yet, and it is asked for again. */
/* No retry of it goes out when the chat may not be sent there any more. */
static void
test_summary_is_given_up_when_parley_is_stopped (Fixture *f, gconstpointer data)
{
  talk_until_summed_up (f);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  f->host->facts.stopped = TRUE;
  parley_engine_look_again (f->engine);
  parley_test_backend_settle ();
  g_assert_cmpuint (f->backend->open.length, ==, 0);
}

/* What is remembered is looked up first, and meanwhile things change. */
static void
test_permission_is_asked_again_behind_the_memory (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  do
    {
      parley_test_clock_advance (&f->clock, 10);
      parley_timers_dispatch (f->timers);
    }
  while (parley_engine_get_state (f->engine, f->alice) != PARLEY_STATE_THINKING);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  f->host->facts.quiet = TRUE;
  fixture_settle (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
}

static void
test_half_a_summary_is_none (Fixture *f, gconstpointer data)
{
  guint n;

  talk_until_summed_up (f);
  parley_test_backend_cut (f->backend, "2027-01-15 they: hello\n2027-01-15 th");
  pass (f, 100);
  ask (f, "and?");
  g_assert_false (parley_test_backend_was_told (f->backend, "they: hello"));
  n = f->backend->requests->len;
  parley_test_backend_answer (f->backend, "Well.");
  pass (f, 100);
  g_assert_cmpuint (f->backend->requests->len, ==, n + 1);
  expect_told (f, "the boat is green");
}

/* The server is asked how much it can take before the first prompt is built, not after it. */
static void
test_first_prompt_has_all_that_fits (Fixture *f, gconstpointer data)
{
  g_autofree char *long_story = g_strnfill (8000, 'x');

  f->backend->window = 32768;
  talk (f, "the boat is green, remember.", long_story);
  f->clock.wall += 60;
  fixture_quit (f);
  fixture_start (f);
  ask (f, "and?");
  expect_told (f, "the boat is green, remember.");
}

/* A person could have had the model say it. */
static void
test_no_links_of_a_model_are_shown (Fixture *f, gconstpointer data)
{
  ask (f, "how much do you owe me?");
  call (f, "hand_over", "{\"reason\":\"Log in at https://bank.example/now first.\"}");
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (f->host->told->pdata[0], "Log in"));
  g_assert_null (strstr (f->host->told->pdata[0], "bank.example"));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/writer/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("streams", test_bubble_goes_out_while_the_rest_is_written);
  ADD ("first-answer", test_first_answer_of_a_model_is_waited_for);
  ADD ("reasoning", test_reasoning_without_its_beginning_is_not_said);
  ADD ("late-reasoning", test_reasoning_that_comes_late_ends_the_answer);
  ADD ("draft-streams", test_bubble_of_a_draft_waits_for_the_window);
  ADD ("tool", test_what_a_tool_gives_goes_back_to_the_model);
  ADD ("facts", test_remembered_facts_are_in_the_prompt);
  ADD ("other-chats", test_other_chats_know_nothing_of_them);
  ADD ("unproven", test_names_that_prove_nothing_have_no_memory);
  ADD ("draft-remembers", test_draft_remembers_when_the_turn_is_over);
  ADD ("wait", test_model_that_waits_is_asked_again);
  ADD ("hand-over", test_hand_over_is_told_and_holds_one_turn);
  ADD ("hand-over-word", test_hand_over_by_a_word);
  ADD ("draft-hands-over", test_draft_hands_nothing_over);
  ADD ("hint", test_hint_moves_the_next_window);
  ADD ("why", test_why_tells_what_the_model_is_at);
  ADD ("persona", test_persona_of_the_person_is_told);
  ADD ("window", test_first_prompt_has_all_that_fits);
  ADD ("links", test_no_links_of_a_model_are_shown);
  ADD ("permission-behind-the-memory", test_permission_is_asked_again_behind_the_memory);
  ADD ("summary-stopped", test_summary_is_given_up_when_parley_is_stopped);
  ADD ("half-a-summary", test_half_a_summary_is_none);
  ADD ("bad-summary", test_summary_that_is_none_is_asked_for_seldom);
  ADD ("summary", test_old_talk_is_summed_up);
  return g_test_run ();
}
