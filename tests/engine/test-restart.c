/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What outlives the program: what is unanswered, what was dealt with, what a person is known by. */
#include "engine-fixture.h"
#include "memory/parley-store-chats.h"

#include <string.h>

#define WORDS "shall we sing tomorrow?"

static void
restart (Fixture *f)
{
  fixture_quit (f);
  fixture_start (f);
}

static void
crash (Fixture *f)
{
  fixture_crash (f);
  fixture_start (f);
}

/* Comes back when the chat's record is on its way. */
static void
start_loading (Fixture *f)
{
  guint lines = f->host->trace->len;

  f->engine = parley_engine_new (PARLEY_HOST (f->host), f->settings, f->timers, f->folder);
  fixture_use_scripted_model (f);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  g_assert_cmpuint (f->host->trace->len, ==, lines + 1);
}

static guint
count_asked (Fixture *f)
{
  return f->backend->requests->len;
}

static void
expect_answer (Fixture *f, const char *answer)
{
  g_autofree char *line = g_strdup_printf ("alice@localhost < %s\n", answer);

  pass (f, 1500);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
  expect_log (f, line);
}

/* Not answered, but known to whoever answers next. */
static void
expect_only_read (Fixture *f, const char *text)
{
  guint asked = count_asked (f);
  const char *last;

  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, asked);
  g_assert_cmpuint (count_pending (f), ==, 0);
  /* After a pause it is a piece of its own in the prompt. */
  f->clock.wall += 3600;
  f->clock.ms += 3600 * 1000;
  write_line (f, f->alice, "hm?");
  pass (f, 1500);
  g_assert_cmpuint (count_asked (f), ==, asked + 1);
  g_assert_true (parley_test_backend_was_told (f->backend, text));
  last = parley_test_backend_get_last_message (f->backend);
  g_assert_null (strstr (g_strrstr (last, "<they-"), text));
}

/* Each state */

static void
reach_collecting (Fixture *f)
{
  write_line (f, f->alice, WORDS);
  pass (f, 100);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_COLLECTING);
}

static void
reach_drafting (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  write_line (f, f->alice, WORDS);
  pass (f, 400);
  g_assert_cmpuint (count_asked (f), ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_COLLECTING);
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_TURN_DRAFTS, FALSE, NULL));
}

static void
reach_thinking (Fixture *f)
{
  write_line (f, f->alice, WORDS);
  pass (f, 1000);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_THINKING);
}

static void
reach_speaking (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  reach_thinking (f);
  parley_test_backend_answer (f->backend, "Never said.");
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_SPEAKING);
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL));
}

static void
reach_put_off (Fixture *f)
{
  reach_thinking (f);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
}

typedef struct
{
  const char *name;
  void (*reach) (Fixture *f);
  void (*end) (Fixture *f);
} Case;

static const Case cases[] = {
  { "collecting/quit", reach_collecting, restart }, { "collecting/crash", reach_collecting, crash },
  { "drafting/quit", reach_drafting, restart },     { "drafting/crash", reach_drafting, crash },
  { "thinking/quit", reach_thinking, restart },     { "thinking/crash", reach_thinking, crash },
  { "speaking/quit", reach_speaking, restart },     { "speaking/crash", reach_speaking, crash },
  { "put-off/quit", reach_put_off, restart },       { "put-off/crash", reach_put_off, crash },
};

static void
test_left_is_answered_once (Fixture *f, gconstpointer data)
{
  const Case *c = data;
  guint asked;

  c->reach (f);
  asked = count_asked (f);
  f->clock.wall += 500;
  g_string_truncate (f->host->log, 0);
  c->end (f);
  g_string_truncate (f->host->log, 0); /* the typing that was taken back */
  expect_answer (f, "Better late.");
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), WORDS));
  c->end (f);
  pass (f, 5000);
  c->end (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, asked + 1);
  g_assert_cmpuint (count_pending (f), ==, 0);
}

static void
test_left_for_too_long_is_only_read (Fixture *f, gconstpointer data)
{
  const Case *c = data;

  c->reach (f);
  (c->end == crash ? fixture_crash : fixture_quit) (f);
  f->clock.wall += 700;
  fixture_start (f);
  expect_only_read (f, WORDS);
}

/* Not tried for ever */

static void
test_in_flight_at_two_crashes_is_given_up (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;

  reach_thinking (f);
  crash (f);
  pass (f, 1500);
  g_assert_cmpuint (count_asked (f), ==, 2);
  crash (f);
  expect_only_read (f, WORDS);
  g_assert_cmpuint (count_asked (f), ==, 3);
  parley_test_backend_answer (f->backend, "hm!");
  write_at (f, f->alice, WORDS, wall); /* the server hands it out once more */
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 3);
}

static void
test_crashes_of_another_turn_do_not_count (Fixture *f, gconstpointer data)
{
  reach_thinking (f);
  crash (f);
  pass (f, 1500);
  crash (f);
  write_line (f, f->alice, "another question?");
  pass (f, 1500);
  crash (f);
  expect_answer (f, "Tried again.");
}

static void
test_quitting_is_no_crash (Fixture *f, gconstpointer data)
{
  reach_thinking (f);
  for (guint i = 0; i < 4; i++)
    {
      restart (f);
      pass (f, 1500);
    }
  parley_test_backend_answer (f->backend, "There.");
  pass (f, 100);
  expect_log (f, "alice@localhost < There.\n");
}

static void
test_crashes_are_counted_when_older_words_are_set_aside (Fixture *f, gconstpointer data)
{
  write_at (f, f->alice, "words of before.", f->clock.wall - 590);
  write_line (f, f->alice, WORDS);
  pass (f, 1500);
  crash (f);
  pass (f, 1500);
  g_assert_cmpuint (count_asked (f), ==, 2);
  fixture_crash (f);
  f->clock.wall += 60;
  fixture_start (f);
  expect_only_read (f, WORDS);
}

/* Said in part, then killed: what was read up to there has had its reply. */
static void
test_crash_between_two_bubbles (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, "one question.");
  write_line (f, f->alice, "and another?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "The first part.\n\nThe second part.");
  pass (f, 2000);
  g_assert_nonnull (strstr (f->host->log->str, "The first part."));
  g_assert_null (strstr (f->host->log->str, "The second part."));
  fixture_crash (f);
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL));
  f->clock.wall += 30;
  fixture_start (f);
  g_string_truncate (f->host->log, 0);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 1);
  g_assert_cmpuint (count_pending (f), ==, 0);
  write_line (f, f->alice, WORDS);
  g_assert_cmpuint (count_pending (f), ==, 1); /* as all that comes is */
  crash (f);
  expect_answer (f, "Here.");
}

/* Handed out again */

static void
test_handed_out_again (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;

  write_line (f, f->alice, "first words of a second.");
  write_line (f, f->alice, "second words of it?");
  expect_answer (f, "Yes.");
  for (guint i = 0; i < 3; i++)
    {
      pass (f, 2000);
      write_at (f, f->alice, "first words of a second.", wall);
      write_at (f, f->alice, "second words of it?", wall);
      pass (f, 5000);
      g_assert_cmpuint (count_asked (f), ==, 1);
      if (i == 1)
        crash (f);
    }
  write_line (f, f->alice, "first words of a second.");
  expect_answer (f, "They said it again, later.");
}

/* An earlier version knew only the words of a picture. */
static void
test_a_picture_handed_out_again_after_an_upgrade (Fixture *f, gconstpointer data)
{
  const ParleyLineFacts facts = { .received = TRUE, .media = PARLEY_MEDIA_PICTURE };
  gint64 wall = f->clock.wall;

  write_line (f, f->alice, "look at her, is she yours?");
  expect_answer (f, "Yes.");
  for (guint i = 0; i < 2; i++)
    {
      crash (f);
      parley_engine_take_line (f->engine, f->alice, &facts, "look at her, is she yours?", wall);
      pass (f, 5000);
      g_assert_cmpuint (count_asked (f), ==, 1);
    }
  parley_engine_take_line (f->engine, f->alice, &facts, "and this one?", f->clock.wall);
  write_line (f, f->alice, "well?");
  expect_answer (f, "That one is new.");
  g_assert_true (parley_test_backend_was_told (f->backend, "and this one?"));
}

static void
test_handed_out_again_before_it_is_answered (Fixture *f, gconstpointer data)
{
  gint64 wall = f->clock.wall;

  reach_collecting (f);
  crash (f);
  write_at (f, f->alice, WORDS, wall);
  expect_answer (f, "Once.");
  write_at (f, f->alice, WORDS, wall);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 1);
}

/* The user */

static void
test_stand_down_outlives_a_restart (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here myself.", FALSE);
  crash (f);
  write_line (f, f->alice, "good.");
  fixture_settle (f);
  pass (f, 14 * 60 * 1000);
  restart (f);
  write_line (f, f->alice, "good.");
  fixture_settle (f);
  pass (f, 2 * 60 * 1000);
  g_assert_cmpuint (count_asked (f), ==, 0);
  write_line (f, f->alice, "hm?");
  expect_answer (f, "I'm back.");
}

static void
test_stand_down_is_not_longer_with_the_clock_set_back (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here myself.", FALSE);
  fixture_quit (f);
  f->clock.wall -= 24 * 3600;
  fixture_start (f);
  write_line (f, f->alice, "good.");
  fixture_settle (f);
  pass (f, 16 * 60 * 1000);
  write_line (f, f->alice, "hm?");
  expect_answer (f, "I'm back.");
}

static void
test_stand_down_of_an_earlier_run_can_be_ended (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here myself.", FALSE);
  restart (f);
  parley_engine_resume (f->engine, f->alice);
  write_line (f, f->alice, "hm?");
  fixture_settle (f);
  expect_answer (f, "Yes.");
}

static void
test_taken_over_while_loading (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  fixture_quit (f);
  start_loading (f);
  write_while_loading (f, f->alice, "are you there?");
  write_own (f, f->alice, "Yes, I am.", FALSE);
  fixture_settle (f);
  pass (f, 60 * 1000);
  g_assert_cmpuint (count_asked (f), ==, 0);
  g_assert_cmpuint (count_pending (f), ==, 0);
}

/* What a person is known by */

static void
expect_window (Fixture *f, const char *text, int wait)
{
  g_autofree char *expected = g_strdup_printf ("\"wait\":%d,", wait);

  write_line (f, f->alice, text);
  fixture_settle (f);
  g_assert_nonnull (strstr (parley_test_host_get_last (f->host, "window"), expected));
}

static void
test_cadence_outlives_a_restart (Fixture *f, gconstpointer data)
{
  const char *const burst[] = { "so this morning",  "my neighbour came", "with a huge dog",
                                "it ate our lunch", "all of it in fact", "what do you say" };

  for (guint i = 0; i < G_N_ELEMENTS (burst); i++)
    {
      write_line (f, f->alice, burst[i]);
      pass (f, 200);
    }
  expect_answer (f, "Oh no.");
  crash (f);
  expect_window (f, "we went to a cafe then", 560); /* 0.6 × 800 + 0.4 × 200 */
}

static void
keep_hint (Fixture *f)
{
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

  record->hint.expects_followup = TRUE;
  parley_store_save_chat (parley_engine_get_store_for_tests (f->engine), f->alice, record);
  restart (f);
}

static void
test_hint_holds_for_one_turn (Fixture *f, gconstpointer data)
{
  keep_hint (f);
  restart (f);
  expect_window (f, "that is what he said", 1300);
  expect_answer (f, "I see.");
  restart (f);
  expect_window (f, "and nothing more today", 800);
}

static void
test_hint_waits_for_a_turn (Fixture *f, gconstpointer data)
{
  keep_hint (f);
  write_line (f, f->alice, "that is what he said");
  fixture_settle (f);
  restart (f);
  g_assert_nonnull (strstr (parley_test_host_get_last (f->host, "window"), "\"wait\":1300,"));
}

/* Texts in files */

static void
run_through (Fixture *f, const ParleyChatKey *key, gboolean expected)
{
  write_line (f, key, "the word is xyzzy, and");
  g_assert_cmpint (is_in_files (f, "xyzzy"), ==, expected);
  pass (f, 3000);
  g_assert_cmpint (is_in_files (f, "xyzzy"), ==, expected);
  g_assert_cmpuint (count_asked (f), ==, 1);
  parley_test_backend_answer (f->backend, "plugh it is");
  pass (f, 100);
  fixture_settle (f);
  g_assert_cmpint (is_in_files (f, "plugh"), ==, expected);
}

static void
test_words_are_kept (Fixture *f, gconstpointer data)
{
  run_through (f, f->alice, TRUE);
}

static void
test_unlogged_chat_leaves_no_text (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  run_through (f, f->alice, FALSE);
  crash (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 1);
}

static void
test_names_that_prove_nothing_leave_no_text (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-irc", "me@localhost", "carol");

  run_through (f, carol, FALSE);
}

/* Accounts and switches */

static void
test_waits_for_its_account (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  f->host->facts.connected = FALSE;
  crash (f);
  pass (f, 5000);
  parley_engine_set_online (f->engine, "prpl-jabber", "other@localhost", TRUE);
  fixture_settle (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 0);
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  fixture_settle (f);
  expect_answer (f, "There.");
}

static void
test_goes_offline_while_loading (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  fixture_quit (f);
  start_loading (f);
  f->host->facts.connected = FALSE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  fixture_settle (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 0);
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  expect_answer (f, "There.");
}

static void
test_comes_online_while_loading (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  fixture_quit (f);
  start_loading (f);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  fixture_settle (f);
  expect_answer (f, "There.");
  g_assert_cmpuint (count_asked (f), ==, 1);
}

static void
test_closed_while_loading_keeps_what_came (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  fixture_quit (f);
  start_loading (f);
  write_while_loading (f, f->alice, "or the day after?");
  fixture_quit (f);
  fixture_start (f);
  expect_answer (f, "Fine.");
  g_assert_nonnull (
      strstr (parley_test_backend_get_last_message (f->backend), WORDS "\nor the day after?"));
}

static void
expect_no_more_of_it (Fixture *f)
{
  fixture_settle (f);
  pass (f, 5000);
  g_assert_cmpuint (count_pending (f), ==, 0);
  f->host->facts.mode = PARLEY_MODE_AUTO;
  restart (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 0);
  g_assert_false (is_in_files (f, WORDS));
}

static void
test_switched_off_while_loading (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  fixture_quit (f);
  start_loading (f);
  f->host->facts.mode = PARLEY_MODE_OFF;
  parley_engine_forget (f->engine, f->alice);
  expect_no_more_of_it (f);
}

static void
test_switched_off_meanwhile (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  f->host->facts.mode = PARLEY_MODE_OFF;
  crash (f);
  expect_no_more_of_it (f);
}

static void
test_switched_off_and_on_before_the_account_is_there (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  f->host->facts.connected = FALSE;
  crash (f);
  parley_engine_forget (f->engine, f->alice);
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  expect_no_more_of_it (f);
}

static void
test_another_program_leaves_it_alone (Fixture *f, gconstpointer data)
{
  reach_collecting (f);
  f->host->facts.speaker = FALSE;
  crash (f);
  write_line (f, f->alice, "hello?");
  fixture_settle (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 0);
  g_assert_cmpuint (count_pending (f), ==, 1);
  f->host->facts.speaker = TRUE;
  restart (f);
  expect_answer (f, "Mine now.");
}

static void
test_closed_conversation_is_settled (Fixture *f, gconstpointer data)
{
  reach_thinking (f);
  parley_engine_withdraw (f->engine, f->alice);
  crash (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 1);
  g_assert_cmpuint (count_pending (f), ==, 0);
}

/* A correction is one bubble of the turn and two of the store. */
static void
test_correction_leaves_nothing_behind (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "I'll be their at noon");
  write_line (f, f->alice, "I'll be there at noon");
  expect_answer (f, "Good.");
  g_assert_cmpuint (count_pending (f), ==, 0);
  restart (f);
  pass (f, 5000);
  g_assert_cmpuint (count_asked (f), ==, 1);
}

/* What broke into the reply is a turn of its own: only the answered one is settled. */
static void
test_crash_after_a_barge_in (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, "how is pizza made?");
  pass (f, 600);
  parley_test_backend_answer (f->backend, "Dough first.\n\nThen sauce.\n\nThen cheese.");
  pass (f, 2000);
  write_line (f, f->alice, "and a calzone?");
  fixture_crash (f);
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL));
  fixture_start (f);
  g_string_truncate (f->host->log, 0);
  expect_answer (f, "Folded.");
  g_assert_null (strstr (parley_test_backend_get_last_message (f->backend), "pizza"));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/restart/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

static void
add_cases (const char *group, void (*func) (Fixture *f, gconstpointer data))
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/restart/%s/%s", group, cases[i].name);

      g_test_add (path, Fixture, &cases[i], fixture_setup_kept, func, fixture_teardown);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("answered-once", test_left_is_answered_once);
  add_cases ("too-old", test_left_for_too_long_is_only_read);
  ADD ("two-crashes", test_in_flight_at_two_crashes_is_given_up);
  ADD ("two-crashes-of-another-turn", test_crashes_of_another_turn_do_not_count);
  ADD ("quitting-is-no-crash", test_quitting_is_no_crash);
  ADD ("two-crashes-and-older-words", test_crashes_are_counted_when_older_words_are_set_aside);
  ADD ("between-two-bubbles", test_crash_between_two_bubbles);
  ADD ("handed-out-again", test_handed_out_again);
  ADD ("picture-handed-out-again-after-an-upgrade",
       test_a_picture_handed_out_again_after_an_upgrade);
  ADD ("handed-out-again-unanswered", test_handed_out_again_before_it_is_answered);
  ADD ("stand-down", test_stand_down_outlives_a_restart);
  ADD ("stand-down-clock-set-back", test_stand_down_is_not_longer_with_the_clock_set_back);
  ADD ("stand-down-ended", test_stand_down_of_an_earlier_run_can_be_ended);
  ADD ("taken-over-while-loading", test_taken_over_while_loading);
  ADD ("cadence", test_cadence_outlives_a_restart);
  ADD ("hint", test_hint_holds_for_one_turn);
  ADD ("hint-waits", test_hint_waits_for_a_turn);
  ADD ("words-are-kept", test_words_are_kept);
  ADD ("not-logged", test_unlogged_chat_leaves_no_text);
  ADD ("names-prove-nothing", test_names_that_prove_nothing_leave_no_text);
  ADD ("waits-for-its-account", test_waits_for_its_account);
  ADD ("offline-while-loading", test_goes_offline_while_loading);
  ADD ("online-while-loading", test_comes_online_while_loading);
  ADD ("closed-while-loading", test_closed_while_loading_keeps_what_came);
  ADD ("switched-off-while-loading", test_switched_off_while_loading);
  ADD ("switched-off-meanwhile", test_switched_off_meanwhile);
  ADD ("switched-off-and-on", test_switched_off_and_on_before_the_account_is_there);
  ADD ("another-program", test_another_program_leaves_it_alone);
  ADD ("closed-conversation", test_closed_conversation_is_settled);
  ADD ("correction", test_correction_leaves_nothing_behind);
  ADD ("barge-in", test_crash_after_a_barge_in);
  return g_test_run ();
}
