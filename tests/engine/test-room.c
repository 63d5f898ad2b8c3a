/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What becomes of what they write when as often was answered as may be. */
#include "engine-fixture.h"

#include <string.h>

#define MINUTE_MS 60000

static void
wait_for (Fixture *f, gint64 ms)
{
  for (; ms > 0; ms -= MINUTE_MS / 2)
    {
      parley_test_clock_advance (&f->clock, MIN (ms, MINUTE_MS / 2));
      pass (f, 10);
    }
}

static void
answer_all (Fixture *f, const char *answer)
{
  while (f->backend->open.length > 0)
    parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
}

/* Returns: whether a model was asked. */
static gboolean
talk (Fixture *f, const ParleyChatKey *key, const char *text, const char *answer)
{
  guint before = f->backend->requests->len;

  write_line (f, key, text);
  pass (f, 1500);
  answer_all (f, answer);
  return f->backend->requests->len > before;
}

static guint
count_told (Fixture *f, const char *words)
{
  guint n = 0;

  for (guint i = 0; i < f->host->told->len; i++)
    n += strstr (g_ptr_array_index (f->host->told, i), words) != NULL;
  return n;
}

/* The first answer is all there may be in ten minutes. */
static void
reach_limit (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  talk (f, f->alice, "hello.", "Yes.");
  expect_log (f, "alice@localhost < Yes.\n");
}

/* --- at the limit --- */

static void
test_a_draft_waits (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  g_assert_true (talk (f, f->alice, "the train is late.", "So I see."));
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "Draft 1. The limit of answers is reached"), ==, 1);
  g_assert_cmpuint (count_told (f, "So I see."), ==, 1);
}

/* The user need not wait. */
static void
test_user_sends_it (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  talk (f, f->alice, "the train is late.", "So I see.");
  pass (f, 2000);
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < So I see.\n");
  wait_for (f, 12 * MINUTE_MS);
  expect_log (f, "");
}

/* However much they write: a new one each five minutes, and one that waits. */
static void
test_draft_is_renewed_each_5_minutes (Fixture *f, gconstpointer data)
{
  guint before;

  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  talk (f, f->alice, "hello.", "Yes.");
  before = f->backend->requests->len;
  for (guint i = 0; i < 60; i++)
    {
      write_line (f, f->alice, i % 2 == 0 ? "are you there?" : "it rains.");
      pass (f, 1500);
      answer_all (f, "So I see.");
      wait_for (f, 28000);
    }
  g_assert_cmpuint (f->backend->requests->len - before, >=, 5);
  g_assert_cmpuint (f->backend->requests->len - before, <=, 7);
  expect_log (f, "alice@localhost < Yes.\n");
}

/* Nobody has to write once more: what came last is in the next draft. */
static void
test_what_came_since_is_in_the_next_draft (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1);
  talk (f, f->alice, "hello.", "Yes.");
  g_assert_true (talk (f, f->alice, "the train is late.", "So I see."));
  g_assert_false (talk (f, f->alice, "the next one too.", ""));
  wait_for (f, 4 * MINUTE_MS);
  g_assert_cmpuint (f->backend->open.length, ==, 0);
  wait_for (f, 2 * MINUTE_MS);
  pass (f, 2000);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  g_assert_true (parley_test_backend_was_told (f->backend, "the next one too."));
  answer_all (f, "Both late.");
  expect_log (f, "alice@localhost < Yes.\n");
  g_assert_cmpuint (count_told (f, "Both late."), ==, 1);
}

/* --- when there is room again --- */

static void
test_draft_goes_out (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  wait_for (f, 4 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  wait_for (f, 5 * MINUTE_MS);
  expect_log (f, "");
  wait_for (f, 2 * MINUTE_MS);
  pass (f, 2000);
  expect_log (f, "alice@localhost < So I see.\n");
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
}

/* What was not drafted yet is answered at once. */
static void
test_turn_is_answered (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  wait_for (f, 7 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  g_assert_false (talk (f, f->alice, "the next one too.", ""));
  wait_for (f, 4 * MINUTE_MS);
  pass (f, 2000);
  answer_all (f, "Both late.");
  expect_log (f, "alice@localhost < Both late.\n");
}

/* What waited longer than that is the user's to send. */
static void
test_old_draft_stays_one (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1);
  talk (f, f->alice, "hello.", "Yes.");
  talk (f, f->alice, "the train is late.", "So I see.");
  wait_for (f, 65 * MINUTE_MS);
  expect_log (f, "alice@localhost < Yes.\n");
  send_draft (f, f->alice, 0);
  expect_log (f, "");
  pass (f, 2000);
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < So I see.\n");
}

/* Nothing could be asked all the time: it is drafted when it can. */
static void
test_old_turn_is_drafted (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 1);
  talk (f, f->alice, "hello.", "Yes.");
  g_assert_false (talk (f, f->alice, "the train is late.", ""));
  wait_for (f, 70 * MINUTE_MS);
  pass (f, 2000);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  answer_all (f, "So I see.");
  expect_log (f, "alice@localhost < Yes.\n");
  g_assert_cmpuint (count_told (f, "and a limit was reached"), ==, 1);
  g_assert_cmpuint (count_told (f, "So I see."), ==, 1);
}

static void
test_young_turn_is_answered_when_models_may_be_asked (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 1);
  talk (f, f->alice, "hello.", "Yes.");
  wait_for (f, 58 * MINUTE_MS);
  g_assert_false (talk (f, f->alice, "the train is late.", ""));
  wait_for (f, 8 * MINUTE_MS);
  pass (f, 2000);
  answer_all (f, "So I see.");
  expect_log (f, "alice@localhost < Yes.\nalice@localhost < So I see.\n");
}

/* Who chose to see each answer before it goes sees this one too. */
static void
test_countdown_begins (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  wait_for (f, 4 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  wait_for (f, 5 * MINUTE_MS + 45000);
  g_assert_cmpuint (count_told (f, "is sent in"), ==, 0);
  pass (f, 18000);
  expect_log (f, "");
  pass (f, 12000);
  g_assert_cmpuint (count_told (f, "is sent in 8 s"), ==, 1);
  expect_log (f, "alice@localhost < So I see.\n");
}

/* It waits for one who is at it. */
static void
test_not_while_they_type (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  wait_for (f, 4 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  wait_for (f, 5 * MINUTE_MS + 30000);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 40000);
  expect_log (f, "");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  pass (f, 3000);
  expect_log (f, "alice@localhost < So I see.\n");
}

static void
test_not_once_the_user_wrote (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  wait_for (f, 4 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  write_own (f, f->alice, "I know.", FALSE);
  wait_for (f, 30 * MINUTE_MS);
  expect_log (f, "");
}

static void
test_not_what_the_user_changed (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  wait_for (f, 4 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  parley_engine_edit_proposal (f->engine, f->alice, "I see it.");
  wait_for (f, 12 * MINUTE_MS);
  expect_log (f, "");
}

/* --- when a limit is raised --- */

static void
raise_limit (Fixture *f, ParleySetting setting, int value)
{
  fixture_set_int (f, setting, value);
  parley_engine_look_again (f->engine);
  pass (f, 2000);
}

static void
test_raised_limit_lets_the_draft_go (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  talk (f, f->alice, "the train is late.", "So I see.");
  pass (f, 2000);
  expect_log (f, "");
  raise_limit (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 20);
  expect_log (f, "alice@localhost < So I see.\n");
}

static void
test_raised_limit_has_the_turn_answered (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 1);
  talk (f, f->alice, "hello.", "Yes.");
  g_assert_false (talk (f, f->alice, "the train is late.", ""));
  raise_limit (f, PARLEY_SETTING_GUARD_CONTACT_REQUESTS, 20);
  answer_all (f, "So I see.");
  expect_log (f, "alice@localhost < Yes.\nalice@localhost < So I see.\n");
}

/* Other settings don't hurry anything. */
static void
test_another_setting_makes_no_room (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  talk (f, f->alice, "the train is late.", "So I see.");
  raise_limit (f, PARLEY_SETTING_GUARD_IN_A_ROW, 100);
  expect_log (f, "");
}

/* Room for one answer at a time, over all chats. */
static void
test_oldest_goes_first (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 3);
  fixture_set_int (f, PARLEY_SETTING_GUARD_MAX_AGE, 3600);
  for (guint i = 0; i < 3; i++)
    {
      talk (f, f->bob, "hello.", "Yes.");
      wait_for (f, 5 * MINUTE_MS);
    }
  g_string_truncate (f->host->log, 0);
  wait_for (f, 40 * MINUTE_MS);
  talk (f, carol, "first.", "One.");
  pass (f, 3000);
  talk (f, f->bob, "second.", "Two.");
  pass (f, 3000);
  talk (f, f->alice, "third.", "Three.");
  expect_log (f, "");
  wait_for (f, 6 * MINUTE_MS);
  expect_log (f, "carol@x < One.\n");
  wait_for (f, 5 * MINUTE_MS);
  expect_log (f, "bob@localhost < Two.\n");
  wait_for (f, 5 * MINUTE_MS);
  expect_log (f, "alice@localhost < Three.\n");
}

/* Who waits longest has to be answered first, and takes a while to: nobody slips in meanwhile. */
static void
test_nobody_takes_the_place_of_who_is_answered (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1);
  fixture_set_int (f, PARLEY_SETTING_GUARD_MAX_AGE, 3600);
  talk (f, f->bob, "hello.", "Yes.");
  g_string_truncate (f->host->log, 0);
  wait_for (f, 56 * MINUTE_MS);
  talk (f, f->alice, "first.", "One.");
  g_assert_false (talk (f, f->alice, "and first.", ""));
  talk (f, f->bob, "second.", "Two.");
  wait_for (f, 4 * MINUTE_MS);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  answer_all (f, "Both.");
  expect_log (f, "alice@localhost < Both.\n");
  wait_for (f, 10 * MINUTE_MS);
  expect_log (f, "");
}

/* Room for one answer in an hour, and Alice waits for it. */
static void
have_alice_wait (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1);
  fixture_set_int (f, PARLEY_SETTING_GUARD_MAX_AGE, 7200);
  talk (f, f->bob, "hello.", "Yes.");
  g_string_truncate (f->host->log, 0);
  wait_for (f, 56 * MINUTE_MS);
  talk (f, f->alice, "first.", "One.");
}

/* Who wrote just now is no sooner than who waited, however fast the model is for them. */
static void
test_fresh_turn_does_not_displace_what_is_being_written (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  have_alice_wait (f);
  g_assert_false (talk (f, f->alice, "and first.", ""));
  wait_for (f, 4 * MINUTE_MS);
  pass (f, 20000);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  write_line (f, carol, "quick?");
  pass (f, 1500);
  g_assert_cmpuint (f->backend->open.length, ==, 2);
  g_queue_push_tail (&f->backend->open, g_queue_pop_head (&f->backend->open));
  parley_test_backend_answer (f->backend, "Quick.");
  pass (f, 100);
  expect_log (f, "");
  answer_all (f, "Both.");
  expect_log (f, "alice@localhost < Both.\n");
  wait_for (f, 59 * MINUTE_MS);
  expect_log (f, "");
  wait_for (f, 3 * MINUTE_MS);
  expect_log (f, "carol@x < Quick.\n");
}

static void
test_fresh_turn_does_not_displace_a_draft_that_waits (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  have_alice_wait (f);
  wait_for (f, 3 * MINUTE_MS + 30000);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 40000);
  g_assert_true (talk (f, carol, "quick?", "Quick."));
  expect_log (f, "");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  pass (f, 3000);
  expect_log (f, "alice@localhost < One.\n");
}

/* Alice wrote before Carol; for Carol a countdown is under way, for Alice the model still writes,
 * and Bob has all the room there is. */
static void
begin_countdown (Fixture *f, const ParleyChatKey *carol)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1);
  fixture_set_int (f, PARLEY_SETTING_GUARD_MAX_AGE, 10000);
  write_line (f, f->alice, "first?");
  pass (f, 1500);
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  write_line (f, carol, "second?");
  pass (f, 1500);
  g_assert_cmpuint (f->backend->open.length, ==, 2);
  g_queue_push_tail (&f->backend->open, g_queue_pop_head (&f->backend->open));
  parley_test_backend_answer (f->backend, "Two.");
  pass (f, 100);
  f->host->facts.mode = PARLEY_MODE_AUTO;
  write_line (f, f->bob, "third?");
  pass (f, 1500);
  g_queue_push_tail (&f->backend->open, g_queue_pop_head (&f->backend->open));
  parley_test_backend_answer (f->backend, "Three.");
  pass (f, 100);
  expect_log (f, "bob@localhost < Three.\n");
  answer_all (f, "One.");
  expect_log (f, "");
}

static void
test_countdown_waits_behind_who_waits_longer (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  begin_countdown (f, carol);
  wait_for (f, MINUTE_MS);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "Draft 1. The limit of answers is reached"), ==, 2);
  wait_for (f, 60 * MINUTE_MS);
  expect_log (f, "alice@localhost < One.\n");
  wait_for (f, 61 * MINUTE_MS);
  expect_log (f, "carol@x < Two.\n");
}

static void
test_countdown_does_not_displace_who_has_room (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@x");

  begin_countdown (f, carol);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  raise_limit (f, PARLEY_SETTING_GUARD_ALL_HOUR, 2);
  wait_for (f, MINUTE_MS / 2);
  expect_log (f, "");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  pass (f, 3000);
  expect_log (f, "alice@localhost < One.\n");
}

/* --- in words --- */

static void
test_why_on_and_go_tell_the_truth (Fixture *f, gconstpointer data)
{
  static const char words[] = "The limit of answers is reached";
  g_autofree char *status = NULL;
  g_autofree char *why = NULL;
  g_autofree char *later = NULL;
  g_autofree char *obstacle = NULL;

  reach_limit (f);
  talk (f, f->alice, "the train is late.", "So I see.");
  talk (f, f->alice, "the next one too.", "");
  parley_engine_resume (f->engine, f->alice);
  obstacle = parley_engine_dup_obstacle (f->engine, f->alice);
  g_assert_nonnull (strstr (obstacle, words));
  status = parley_engine_dup_status (f->engine, f->alice);
  g_assert_nonnull (strstr (status, words));
  why = parley_engine_dup_why (f->engine, f->alice);
  g_assert_nonnull (strstr (why, words));
  wait_for (f, 11 * MINUTE_MS);
  g_assert_null (parley_engine_dup_obstacle (f->engine, f->alice));
  later = parley_engine_dup_why (f->engine, f->alice);
  g_assert_null (strstr (later, words));
}

/* It makes no room, and loses nothing. */
static void
test_go_at_the_limit_keeps_what_waits (Fixture *f, gconstpointer data)
{
  reach_limit (f);
  wait_for (f, 4 * MINUTE_MS);
  talk (f, f->alice, "the train is late.", "So I see.");
  parley_engine_take_own_typing (f->engine, f->alice);
  parley_engine_take_command (f->engine, f->alice);
  parley_engine_resume (f->engine, f->alice);
  pass (f, 3000);
  expect_log (f, "");
  wait_for (f, 7 * MINUTE_MS);
  expect_log (f, "alice@localhost < So I see.\n");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/room/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("a-draft-waits", test_a_draft_waits);
  ADD ("sent-by-the-user", test_user_sends_it);
  ADD ("renewed-each-5-minutes", test_draft_is_renewed_each_5_minutes);
  ADD ("came-since", test_what_came_since_is_in_the_next_draft);
  ADD ("draft-goes-out", test_draft_goes_out);
  ADD ("turn-is-answered", test_turn_is_answered);
  ADD ("old-draft", test_old_draft_stays_one);
  ADD ("old-turn", test_old_turn_is_drafted);
  ADD ("young-turn", test_young_turn_is_answered_when_models_may_be_asked);
  ADD ("countdown", test_countdown_begins);
  ADD ("they-type", test_not_while_they_type);
  ADD ("user-wrote", test_not_once_the_user_wrote);
  ADD ("user-changed", test_not_what_the_user_changed);
  ADD ("raised/draft", test_raised_limit_lets_the_draft_go);
  ADD ("raised/turn", test_raised_limit_has_the_turn_answered);
  ADD ("raised/other", test_another_setting_makes_no_room);
  ADD ("oldest-first", test_oldest_goes_first);
  ADD ("nobody-slips-in", test_nobody_takes_the_place_of_who_is_answered);
  ADD ("fresh/being-written", test_fresh_turn_does_not_displace_what_is_being_written);
  ADD ("fresh/draft", test_fresh_turn_does_not_displace_a_draft_that_waits);
  ADD ("countdown/longer", test_countdown_waits_behind_who_waits_longer);
  ADD ("countdown/has-room", test_countdown_does_not_displace_who_has_room);
  ADD ("truth", test_why_on_and_go_tell_the_truth);
  ADD ("go", test_go_at_the_limit_keeps_what_waits);
  return g_test_run ();
}
