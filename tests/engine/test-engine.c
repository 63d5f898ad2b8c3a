/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Bursts in, replies out, and who gets none. */
#include "engine-fixture.h"

#include <string.h>

/* The main job */

static void
test_burst_gets_one_reply (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "wait");
  pass (f, 500);
  write_line (f, f->alice, "so i just had like 3 slices");
  pass (f, 400);
  write_line (f, f->alice, "of pizza");
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend),
                            "wait\nso i just had like 3 slices\nof pizza"));
  parley_test_backend_answer (f->backend, "Not bad.\n\nEnjoy.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Not bad.\nalice@localhost < Enjoy.\n");
  g_assert_cmpuint (parley_test_host_count (f->host, "accumulation_complete"), ==, 1);
}

static void
test_bubble_while_thinking_cancels_the_request (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "what should I eat?");
  pass (f, 600);
  write_line (f, f->alice, "i have eggs.");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "An omelette.");
  pass (f, 100);
  expect_log (f, "alice@localhost < An omelette.\n");
}

static void
test_barge_in_tells_the_model_what_was_said (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, "how is pizza made?");
  pass (f, 600);
  parley_test_backend_answer (f->backend, "Dough first.\n\nThen sauce.\n\nThen cheese.");
  pass (f, 2000);
  write_line (f, f->alice, "and calzone?");
  pass (f, 2000);
  g_assert_nonnull (
      strstr (parley_test_backend_get_last_message (f->backend), "\nDough first.\n</notes-"));
  g_assert_null (strstr (parley_test_backend_get_last_message (f->backend), "Then sauce"));
  parley_test_backend_answer (f->backend, "Folded.");
  pass (f, 3000);
  expect_log (f, "typing on\nalice@localhost < Dough first.\ntyping on\ntyping off\n"
                 "alice@localhost < Folded.\n");
}

static void
test_chats_are_apart (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "i am alice.");
  write_line (f, f->bob, "i am bob.");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Hello Alice.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Hello Alice.\n");
  g_assert_null (strstr (parley_test_backend_get_last_message (f->backend), "alice"));
  parley_test_backend_answer (f->backend, "Hello Bob.");
  pass (f, 100);
  expect_log (f, "bob@localhost < Hello Bob.\n");
}

static void
test_history_is_the_front_of_the_next_prompt (Fixture *f, gconstpointer data)
{
  ParleyRequest *first;
  ParleyRequest *second;

  write_line (f, f->alice, "one.");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "First answer.");
  pass (f, 1000);
  write_line (f, f->alice, "two.");
  pass (f, 1000);
  first = f->backend->requests->pdata[0];
  second = f->backend->requests->pdata[1];
  g_assert_cmpstr (((ParleyMessage *) first->messages->pdata[0])->text, ==,
                   ((ParleyMessage *) second->messages->pdata[0])->text);
  g_assert_cmpuint (second->messages->len, ==, 4);
  g_assert_cmpstr (((ParleyMessage *) second->messages->pdata[2])->text, ==, "First answer.");
}

static void
test_requests_are_bounded (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  write_line (f, f->alice, "one.");
  write_line (f, f->bob, "two.");
  write_line (f, carol, "three.");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  parley_engine_withdraw (f->engine, f->bob);
  parley_test_backend_answer (f->backend, "1");
  fixture_settle (f);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "3");
  pass (f, 100);
  expect_log (f, "alice@localhost < 1\ncarol@x < 3\n");
}

/* Silence and failure */

static void
test_silence (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "ok.");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, " [Silence] ");
  pass (f, 1000);
  expect_log (f, "");
  g_assert_cmpuint (parley_test_host_count (f->host, "silent"), ==, 1);
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

/* Where nothing was written nothing is said to be. */
static void
test_outage_that_ends_in_silence (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  write_line (f, f->alice, "hm?");
  pass (f, 12000);
  parley_test_backend_answer (f->backend, "");
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 2);
  g_assert_null (strstr (f->host->told->pdata[1], "write answers again"));
  g_assert_nonnull (strstr (f->host->told->pdata[1], "It wrote nothing."));
}

static void
test_outage_is_told_once (Fixture *f, gconstpointer data)
{
  static const gint64 pauses[] = { 1000, 12000, 32000 };

  for (guint i = 0; i < G_N_ELEMENTS (pauses); i++)
    {
      write_line (f, f->alice, "hm?");
      pass (f, pauses[i]);
      parley_test_backend_fail (f->backend, "The server is busy.");
    }
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (f->host->told->pdata[0], "The server is busy."));
  write_line (f, f->alice, "hm?");
  pass (f, 62000);
  parley_test_backend_answer (f->backend, "Here I am.");
  g_assert_cmpuint (f->host->told->len, ==, 2);
  g_assert_nonnull (strstr (f->host->told->pdata[1], "write answers again"));
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  g_assert_cmpuint (f->host->told->len, ==, 3);
}

static void
test_failed_turn_stays_in_the_context (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "lost words?");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  write_line (f, f->alice, "hello?");
  pass (f, 12000);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "lost words?"));
}

static void
test_missing_model_is_named (Fixture *f, gconstpointer data)
{
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL));
  /* Known, so that no server of this machine is asked how much its model can read, or where it is.
   */
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_BRAIN_WINDOW, 4096, NULL));
  g_assert_true (parley_settings_set_string (
      f->settings, PARLEY_SETTING_BACKEND_RUNS_HERE,
      parley_settings_get_string (f->settings, PARLEY_SETTING_BACKEND_BASE_URL), NULL));
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_settle ();
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
}

/* Who may be answered */

static void
test_not_chosen_is_not_even_read (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_OFF;
  write_line (f, f->alice, "secret words");
  pass (f, 2000);
  g_assert_cmpuint (f->host->trace->len, ==, 0);
  f->host->facts.mode = PARLEY_MODE_AUTO;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_null (strstr (parley_test_backend_get_last_message (f->backend), "secret words"));
}

static void
test_permission_is_asked_before_the_request (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  f->host->facts.mode = PARLEY_MODE_OFF;
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
}

/* It was there when the turn closed, but not any more when the model was free. */
static void
test_permission_is_asked_after_waiting_for_the_model (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  write_line (f, f->alice, "one.");
  write_line (f, f->bob, "two.");
  pass (f, 450);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->bob), ==, PARLEY_STATE_COLLECTING);
  pass (f, 100);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->bob), ==, PARLEY_STATE_THINKING);
  f->host->facts.person.blocked = TRUE;
  parley_test_backend_answer (f->backend, "1");
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->bob), ==, PARLEY_STATE_IDLE);
}

static void
test_permission_is_asked_at_each_send (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One line.\n\nAnother line.");
  pass (f, 1000);
  f->host->facts.visible = FALSE;
  pass (f, 9000);
  expect_log (f, "typing on\nalice@localhost < One line.\ntyping on\n");
}

static void
test_service_is_never_answered (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) nickserv = parley_chat_key_new ("prpl-irc", "me", "nickserv");

  write_line (f, nickserv, "Please identify.");
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
}

static void
test_old_message_is_context_only (Fixture *f, gconstpointer data)
{
  const ParleyLineFacts old = { .received = TRUE, .age_s = 3600 };

  parley_engine_take_line (f->engine, f->alice, &old, "words of an hour ago", f->clock.wall - 3600);
  pass (f, 5000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_nonnull (
      strstr (parley_test_backend_get_last_message (f->backend), "words of an hour ago"));
}

/* The user */

static void
test_own_words_stand_it_down (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  write_own (f, f->alice, "I'm here myself", FALSE);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  write_line (f, f->alice, "good.");
  pass (f, 14 * 60 * 1000);
  expect_log (f, "");
  parley_engine_resume (f->engine, f->alice);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_true (parley_test_backend_was_told (f->backend, "I'm here myself"));
}

static void
test_own_typing_stands_it_down (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 100);
  f->host->user_types = TRUE;
  pass (f, 1000);
  f->host->user_types = FALSE;
  pass (f, 60 * 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  g_assert_cmpuint (parley_test_host_count (f->host, "standdown"), ==, 1);
  pass (f, 61 * 1000);
  g_assert_cmpuint (parley_test_host_count (f->host, "resume"), ==, 1);
}

static void
test_own_typing_is_seen_just_before_a_bubble (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 500);
  f->host->user_types = TRUE;
  parley_test_backend_answer (f->backend, "One.");
  parley_timers_dispatch (f->timers);
  expect_log (f, "");
}

static void
test_our_echo_is_not_the_user (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  write_own (f, f->alice, "Yes.", TRUE);
  write_own (f, f->alice, "Yes.", TRUE); /* a server and a plugin may both show it */
  g_assert_cmpuint (parley_test_host_count (f->host, "standdown"), ==, 0);
  pass (f, 61000);
  write_own (f, f->alice, "Yes.", TRUE);
  g_assert_cmpuint (parley_test_host_count (f->host, "standdown"), ==, 1);
}

/* What begins with a slash goes out with a space before it, and comes back without. */
static void
test_echo_of_an_inert_line_is_not_the_user (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "/me waves");
  pass (f, 100);
  write_own (f, f->alice, "/me waves", TRUE);
  g_assert_cmpuint (parley_test_host_count (f->host, "standdown"), ==, 0);
}

static void
test_late_copy_is_the_user (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "ok");
  pass (f, 3600 * 1000);
  write_own (f, f->alice, "ok", TRUE);
  g_assert_cmpuint (parley_test_host_count (f->host, "standdown"), ==, 1);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("burst", test_burst_gets_one_reply);
  ADD ("restart", test_bubble_while_thinking_cancels_the_request);
  ADD ("barge-in", test_barge_in_tells_the_model_what_was_said);
  ADD ("chats-are-apart", test_chats_are_apart);
  ADD ("history", test_history_is_the_front_of_the_next_prompt);
  ADD ("requests-are-bounded", test_requests_are_bounded);
  ADD ("silence", test_silence);
  ADD ("outage", test_outage_is_told_once);
  ADD ("outage-silence", test_outage_that_ends_in_silence);
  ADD ("failed-turn", test_failed_turn_stays_in_the_context);
  ADD ("missing-model", test_missing_model_is_named);
  ADD ("not-chosen", test_not_chosen_is_not_even_read);
  ADD ("permission-to-ask", test_permission_is_asked_before_the_request);
  ADD ("permission-after-waiting", test_permission_is_asked_after_waiting_for_the_model);
  ADD ("permission-to-send", test_permission_is_asked_at_each_send);
  ADD ("service", test_service_is_never_answered);
  ADD ("old-message", test_old_message_is_context_only);
  ADD ("own-words", test_own_words_stand_it_down);
  ADD ("own-typing", test_own_typing_stands_it_down);
  ADD ("own-typing-before-a-bubble", test_own_typing_is_seen_just_before_a_bubble);
  ADD ("race-11-echo", test_our_echo_is_not_the_user);
  ADD ("echo-of-an-inert-line", test_echo_of_an_inert_line_is_not_the_user);
  ADD ("late-copy", test_late_copy_is_the_user);
  return g_test_run ();
}
