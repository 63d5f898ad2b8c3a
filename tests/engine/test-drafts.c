/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers that are begun while more is waited for. */
#include "engine-fixture.h"

#include <string.h>

/* Its window is 1000 ms; drafts begin after 300. */
#define OPEN "wait"

static void
set_up (Fixture *f, gconstpointer data)
{
  fixture_setup (f, data);
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
}

static void
begin_draft (Fixture *f)
{
  write_line (f, f->alice, OPEN);
  pass (f, 400);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_COLLECTING);
}

static void
test_draft_under_way_is_the_request (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  pass (f, 1000);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_THINKING);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  parley_test_backend_answer (f->backend, "I wait.");
  pass (f, 100);
  expect_log (f, "alice@localhost < I wait.\n");
}

static void
test_finished_draft_is_said_at_the_close (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  parley_test_backend_answer (f->backend, "I wait.");
  pass (f, 590);
  expect_log (f, "");
  pass (f, 20);
  expect_log (f, "alice@localhost < I wait.\n");
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_bubble_cancels_the_draft (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  write_line (f, f->alice, "there is more.");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 2000);
  g_assert_nonnull (
      strstr (parley_test_backend_get_last_message (f->backend), OPEN "\nthere is more."));
  parley_test_backend_answer (f->backend, "To both.");
  pass (f, 100);
  expect_log (f, "alice@localhost < To both.\n");
}

static void
test_nothing_of_a_finished_draft_is_said_after_a_bubble (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  parley_test_backend_answer (f->backend, "I wait.");
  write_line (f, f->alice, "there is more.");
  pass (f, 2000);
  expect_log (f, "");
  parley_test_backend_answer (f->backend, "To both.");
  pass (f, 100);
  expect_log (f, "alice@localhost < To both.\n");
}

static void
test_failed_draft_is_asked_again_in_silence (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  parley_test_backend_fail (f->backend, "The server is busy.");
  pass (f, 1000);
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  parley_test_backend_answer (f->backend, "I wait.");
  pass (f, 100);
  expect_log (f, "alice@localhost < I wait.\n");
}

static void
test_failure_after_the_close_is_told (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  pass (f, 1000);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_silent_draft_is_silence (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  parley_test_backend_answer (f->backend, "[silence]");
  pass (f, 1000);
  expect_log (f, "");
  g_assert_cmpuint (parley_test_host_count (f->host, "silent"), ==, 1);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_drafts_take_half_and_turns_go_on (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 2);
  begin_draft (f);
  write_line (f, f->bob, OPEN);
  pass (f, 400);
  g_assert_cmpuint (f->backend->requests->len, ==, 1); /* bob's draft waits for alice's */
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_COLLECTING);
  pass (f, 250); /* alice's window closes: hers is no draft any more */
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
}

static void
test_draft_that_waits_becomes_a_turn (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 3);
  write_line (f, f->bob, "and so i thought,"); /* 1200 */
  write_line (f, carol, "and so i thought,");
  pass (f, 50);
  write_line (f, f->alice, "is it done?"); /* 500 */
  pass (f, 440);
  g_assert_cmpuint (f->backend->requests->len, ==, 2); /* two of three slots, and no more */
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_COLLECTING);
  pass (f, 100);
  g_assert_cmpuint (f->backend->requests->len, ==, 3);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "is it done?"));
}

static void
test_permission_lost_during_a_draft (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  f->host->facts.mode = PARLEY_MODE_OFF;
  pass (f, 510); /* the user is looked at twice a second */
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
  f->host->facts.mode = PARLEY_MODE_AUTO;
  pass (f, 5000);
  expect_log (f, "");
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_permission_lost_after_a_finished_draft (Fixture *f, gconstpointer data)
{
  begin_draft (f);
  parley_test_backend_answer (f->backend, "I wait.");
  f->host->facts.person.blocked = TRUE;
  pass (f, 5000);
  expect_log (f, "");
}

/* The note without a model */

static void
use_builtin (Fixture *f)
{
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_MAX_CHARS, 200, NULL));
  f->host->status = (ParleyAwayStatus){ .away = TRUE, .period = 1 };
  f->host->status_text = "Gone fishing";
}

static void
write_and_wait (Fixture *f)
{
  write_line (f, f->alice, OPEN);
  pass (f, 400);
  parley_test_backend_settle ();
  pass (f, 2000);
}

static void
test_away_note_with_drafts (Fixture *f, gconstpointer data)
{
  use_builtin (f);
  write_and_wait (f);
  g_assert_nonnull (strstr (f->host->log->str, "Gone fishing"));
  write_and_wait (f);
  g_assert_cmpstr (strchr (f->host->log->str, '\n'), ==, "\n"); /* one line */
}

static void
test_note_drafted_before_the_user_came_back (Fixture *f, gconstpointer data)
{
  use_builtin (f);
  write_line (f, f->alice, OPEN);
  pass (f, 400);
  parley_test_backend_settle ();
  f->host->status.away = FALSE;
  pass (f, 2000);
  expect_log (f, "");
  f->host->status = (ParleyAwayStatus){ .away = TRUE, .period = 2 };
  write_and_wait (f);
  g_assert_nonnull (strstr (f->host->log->str, "Gone fishing"));
}

/* The user, at any moment */

typedef struct
{
  const char *name;
  ParleyState state;
  guint n_cancelled;
} Moment;

static const Moment moments[] = {
  { "idle", PARLEY_STATE_IDLE, 0 },           { "collecting", PARLEY_STATE_COLLECTING, 0 },
  { "drafting", PARLEY_STATE_COLLECTING, 1 }, { "thinking", PARLEY_STATE_THINKING, 1 },
  { "speaking", PARLEY_STATE_SPEAKING, 0 },
};

static void
reach (Fixture *f, const Moment *moment)
{
  if (moment->state == PARLEY_STATE_SPEAKING)
    fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  if (moment->state != PARLEY_STATE_IDLE)
    write_line (f, f->alice, OPEN);
  if (moment->n_cancelled > 0)
    pass (f, 400);
  if (moment->state == PARLEY_STATE_THINKING || moment->state == PARLEY_STATE_SPEAKING)
    pass (f, 1100);
  if (moment->state == PARLEY_STATE_SPEAKING)
    parley_test_backend_answer (f->backend, "I wait.");
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, moment->state);
}

static void
expect_stand_down (Fixture *f, const Moment *moment, gint64 ms)
{
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
  g_assert_cmpuint (f->backend->n_cancelled, ==, moment->n_cancelled);
  pass (f, ms - 1000);
  write_line (f, f->alice, "hm?");
  pass (f, 500);
  g_assert_null (strstr (f->host->log->str, " < "));
  pass (f, 1000);
  write_line (f, f->alice, "hm?");
  pass (f, 400);
  g_assert_true (parley_test_backend_was_told (f->backend, "hm?"));
}

static void
test_own_words (Fixture *f, gconstpointer data)
{
  reach (f, data);
  write_own (f, f->alice, "I am here myself", FALSE);
  expect_stand_down (f, data, 15 * 60 * 1000);
}

static void
test_own_typing (Fixture *f, gconstpointer data)
{
  reach (f, data);
  parley_engine_take_own_typing (f->engine, f->alice);
  expect_stand_down (f, data, 2 * 60 * 1000);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/drafts/" name, Fixture, NULL, set_up, func, fixture_teardown)

static void
add_moments (const char *group, void (*func) (Fixture *f, gconstpointer data))
{
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/drafts/%s/%s", group, moments[i].name);

      g_test_add (path, Fixture, &moments[i], set_up, func, fixture_teardown);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("is-the-request", test_draft_under_way_is_the_request);
  ADD ("said-at-the-close", test_finished_draft_is_said_at_the_close);
  ADD ("bubble", test_bubble_cancels_the_draft);
  ADD ("bubble-after-the-draft", test_nothing_of_a_finished_draft_is_said_after_a_bubble);
  ADD ("failed", test_failed_draft_is_asked_again_in_silence);
  ADD ("failed-after-the-close", test_failure_after_the_close_is_told);
  ADD ("silent", test_silent_draft_is_silence);
  ADD ("half-of-the-slots", test_drafts_take_half_and_turns_go_on);
  ADD ("turns-go-first", test_draft_that_waits_becomes_a_turn);
  ADD ("permission-lost", test_permission_lost_during_a_draft);
  ADD ("permission-lost-after-it", test_permission_lost_after_a_finished_draft);
  ADD ("away-note", test_away_note_with_drafts);
  ADD ("away-note-outdated", test_note_drafted_before_the_user_came_back);
  add_moments ("own-words", test_own_words);
  add_moments ("own-typing", test_own_typing);
  return g_test_run ();
}
