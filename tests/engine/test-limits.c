/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Loops, rates and budgets, with everything they are wired to. */
#include "engine-fixture.h"

#include <string.h>

#include "memory/parley-store-texts.h"

#define MINUTE_MS 60000

static void
wait_for (Fixture *f, gint64 ms)
{
  parley_test_clock_advance (&f->clock, ms);
  pass (f, 10);
}

/* Returns: whether it was answered. */
static gboolean
talk (Fixture *f, const ParleyChatKey *key, const char *text, const char *answer)
{
  guint before = f->backend->requests->len;

  write_line (f, key, text);
  pass (f, 1500);
  if (f->backend->requests->len == before)
    return FALSE;
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
  return TRUE;
}

static guint
count_told (Fixture *f, const char *words)
{
  guint n = 0;

  for (guint i = 0; i < f->host->told->len; i++)
    n += strstr (g_ptr_array_index (f->host->told, i), words) != NULL;
  return n;
}

/* So that only tokens count. */
static void
allow_any_rate (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_IN_A_ROW, 1000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
}

static void
allow_tokens (Fixture *f, int contact)
{
  allow_any_rate (f);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_TOKENS, contact * 4);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_TOKENS, contact);
}

/* --- rates --- */

static void
test_7th_answer_waits_and_the_user_knows (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 6);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  for (guint i = 0; i < 6; i++)
    g_assert_true (
        talk (f, f->alice, i % 2 == 0 ? "and then?" : "what did they say to you?", "Yes."));
  g_assert_cmpuint (count_told (f, "very often"), ==, 1);
  g_assert_cmpuint (count_told (f, "reached its limit of answers"), ==, 1);
  g_string_truncate (f->host->log, 0);
  g_assert_true (talk (f, f->alice, "hello?", "Yes."));
  for (guint i = 0; i < 3; i++)
    g_assert_false (talk (f, f->alice, "hello?", "Yes."));
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "very often"), ==, 1);
  g_assert_cmpuint (count_told (f, "reached its limit of answers"), ==, 1);
  g_assert_cmpuint (f->host->told->len, ==, 3);
  g_assert_true (talk (f, f->bob, "hello?", "Yes."));

  wait_for (f, 10 * MINUTE_MS);
  g_assert_true (talk (f, f->alice, "are you there now?", "Yes."));
}

/* What they said while nobody answered is in the next prompt. */
static void
test_what_was_not_answered_is_read (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  talk (f, f->alice, "hello.", "Yes.");
  g_assert_true (talk (f, f->alice, "the train is late.", "Late."));
  expect_log (f, "alice@localhost < Yes.\n");
  wait_for (f, 10 * MINUTE_MS);
  g_assert_true (talk (f, f->alice, "so?", "Yes."));
  g_assert_true (parley_test_backend_was_told (f->backend, "the train is late."));
}

static void
test_answer_in_several_messages_counts_once (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  talk (f, f->alice, "hello.", "One.\n\nTwo.\n\nThree.");
  pass (f, 10000);
  expect_log (f, "alice@localhost < One.\nalice@localhost < Two.\nalice@localhost < Three.\n");
}

static void
test_20_in_a_row_are_told_until_the_user_writes (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  for (guint i = 0; i < 20; i++)
    {
      g_assert_true (talk (f, f->alice, "hello.", "Yes."));
      wait_for (f, (3 + 7 * (i % 3)) * MINUTE_MS);
    }
  g_assert_cmpuint (count_told (f, "20 times here without a word from you"), ==, 1);
  g_string_truncate (f->host->log, 0);
  talk (f, f->alice, "hello.", "Yes.");
  expect_log (f, "");
  write_own (f, f->alice, "I am here.", FALSE);
  parley_engine_resume (f->engine, f->alice);
  talk (f, f->alice, "oh, good.", "Yes.");
  expect_log (f, "alice@localhost < Yes.\n");
}

/* --- loops --- */

/* Returns: how often ours answered one that writes each 5 minutes. */
static guint
let_them_talk (Fixture *f)
{
  static const char *const lines[]
      = { "The bread was gone by nine.", "My radio plays again.", "A train leaves every hour." };
  guint n = 0;

  while (n < 30 && talk (f, f->alice, lines[n % 3], "Cinnamon goes into it."))
    {
      n++;
      wait_for (f, 5 * MINUTE_MS);
    }
  return n;
}

static void
test_slow_loop_ends_until_the_user_writes (Fixture *f, gconstpointer data)
{
  g_assert_cmpuint (let_them_talk (f), ==, 5);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_cmpuint (count_told (f, "Another program seems to answer here"), ==, 1);
  wait_for (f, 24 * 60 * MINUTE_MS);
  g_assert_cmpuint (let_them_talk (f), ==, 0);
  g_assert_cmpuint (f->host->told->len, ==, 1);

  write_own (f, f->alice, "It is me now.", FALSE);
  wait_for (f, 20 * MINUTE_MS);
  g_assert_cmpuint (let_them_talk (f), ==, 5);
  g_assert_cmpuint (f->host->told->len, ==, 2);
}

static void
test_loop_ends_until_the_user_wants_it_to_go_on (Fixture *f, gconstpointer data)
{
  let_them_talk (f);
  parley_engine_resume (f->engine, f->alice);
  g_assert_true (talk (f, f->alice, "And so?", "Well."));
}

/* What is sent unless somebody stops it is sent by a program. */
static void
test_countdown_is_no_way_around (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  fixture_set_int (f, PARLEY_SETTING_GUARD_COUNTDOWN_MS, 1000);
  g_assert_cmpuint (let_them_talk (f), ==, 5);
  g_assert_cmpuint (count_told (f, "Another program seems to answer here"), ==, 1);
}

/* What the user sends is a word of theirs. */
static void
test_drafts_that_the_user_sends_do_not_count (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  for (guint i = 0; i < 10; i++)
    {
      g_assert_true (talk (f, f->alice, "The bread was gone by nine.", "Cinnamon goes into it."));
      pass (f, 2000);
      send_draft (f, f->alice, 0);
      wait_for (f, 5 * MINUTE_MS);
    }
  g_assert_cmpuint (count_told (f, "Another program"), ==, 0);
  g_assert_nonnull (strstr (f->host->log->str, "Cinnamon"));
}

/* What comes back from the server is not the user. */
static void
test_echo_does_not_begin_anew (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 5; i++)
    {
      g_assert_true (talk (f, f->alice, "The bread was gone by nine.", "Cinnamon goes into it."));
      write_own (f, f->alice, "Cinnamon goes into it.", TRUE);
      wait_for (f, 5 * MINUTE_MS);
    }
  g_assert_cmpuint (let_them_talk (f), ==, 0);
}

static void
test_loop_is_told_when_there_is_a_window (Fixture *f, gconstpointer data)
{
  f->host->no_window = TRUE;
  let_them_talk (f);
  f->host->no_window = FALSE;
  talk (f, f->alice, "And so?", "");
  talk (f, f->alice, "And so?", "");
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

/* --- budgets --- */

/* However they go about it, they use up at most what they have, and the others don't notice. */
static void
test_contact_that_burns_the_budget (Fixture *f, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (9000, 'x');
  guint n = 0;

  allow_tokens (f, 20000);
  while (n < 1000 && talk (f, f->alice, long_text, "Yes."))
    n++;
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <=, 14);
  g_assert_cmpuint (count_told (f, "is over its daily token limit"), ==, 1);
  g_assert_cmpuint (count_told (f, "is far over its daily token limit"), ==, 1);
  g_assert_true (talk (f, f->bob, "hello?", "Yes."));

  wait_for (f, 25 * 60 * MINUTE_MS);
  g_assert_true (talk (f, f->alice, "hello?", "Yes."));
}

/* From all that is used nothing is said any more, but written for the user to send. */
static void
test_used_tokens_leave_only_drafts (Fixture *f, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (8000, 'x');

  allow_tokens (f, 2500);
  talk (f, f->alice, long_text, "Yes.");
  g_string_truncate (f->host->log, 0);
  g_assert_true (talk (f, f->alice, "hello?", "Yes."));
  expect_log (f, "");
}

static char *
dup_usage (Fixture *f)
{
  g_autofree char *status = parley_engine_dup_status (f->engine, f->alice);
  const char *usage = strstr (status, "Tokens in the last 24 hours");

  return g_strdup (usage);
}

static int
get_tokens (Fixture *f)
{
  g_autofree char *usage = dup_usage (f);

  return usage != NULL ? (int) g_ascii_strtoll (strchr (usage, ':') + 1, NULL, 10) : 0;
}

static void
test_draft_that_is_thrown_away_counts (Fixture *f, gconstpointer data)
{
  int before;

  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  write_line (f, f->alice, "wait");
  pass (f, 400);
  parley_test_backend_say (f->backend, "I wait for ");
  g_assert_cmpint (get_tokens (f), ==, 0);
  write_line (f, f->alice, "there is more.");
  before = get_tokens (f);
  g_assert_cmpint (before, >, 50);
  pass (f, 2000);
  parley_test_backend_answer (f->backend, "Yes?");
  pass (f, 100);
  g_assert_cmpint (get_tokens (f), >, before + 50);
}

/* What was not refused may be charged for. */
static void
test_retry_counts_again (Fixture *f, gconstpointer data)
{
  int once;

  talk (f, f->alice, "hello?", "Yes.");
  once = get_tokens (f);
  write_line (f, f->bob, "hello?");
  pass (f, 1500);
  parley_test_backend_retry (f->backend);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  parley_chat_key_free (f->alice);
  f->alice = parley_chat_key_copy (f->bob);
  g_assert_cmpint (get_tokens (f), >=, 2 * once - 10);
}

static void
test_reasoning_counts (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hello?");
  pass (f, 1500);
  parley_test_backend_muse (f->backend, 40000);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  g_assert_cmpint (get_tokens (f), >=, 10000);
}

static void
test_prediction_counts (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_TURN_PREDICTION, TRUE);
  write_line (f, f->alice, "i was thinking, and");
  pass (f, 600);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_cmpint (get_tokens (f), ==, 0);
  parley_test_backend_answer (f->backend, "{\"done\": false, \"confidence\": 95, \"wait_ms\": 0}");
  g_assert_cmpint (get_tokens (f), >, 20);
}

static void
test_away_note_costs_nothing (Fixture *f, gconstpointer data)
{
  f->backend->name = "builtin";
  f->host->status = (ParleyAwayStatus){ .away = TRUE, .period = 1 };
  talk (f, f->alice, "hello?", "I am away.");
  expect_log (f, "alice@localhost < I am away.\n");
  g_assert_cmpint (get_tokens (f), ==, 0);
}

static void
test_nothing_is_written_ahead_when_most_is_used (Fixture *f, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (8000, 'x');

  allow_tokens (f, 3000);
  talk (f, f->alice, long_text, "Yes.");
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  fixture_set_int (f, PARLEY_SETTING_TURN_PREDICTION, TRUE);
  write_line (f, f->alice, "i was thinking, and");
  pass (f, 1100);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_THINKING);
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

/* A model that looks things up again and again ends in the middle. */
static void
test_rounds_of_a_turn_count_as_they_go (Fixture *f, gconstpointer data)
{
  guint n = 0;

  allow_tokens (f, 2000);
  fixture_set_int (f, PARLEY_SETTING_BRAIN_WINDOW, 1000000);
  write_line (f, f->alice, "look it up, will you?");
  pass (f, 1500);
  for (; n < 50 && f->backend->open.length > 0; n++)
    {
      g_autofree char *arguments = g_strdup_printf ("{\"query\":\"pizza %u\"}", n);

      parley_test_backend_call (f->backend, "search_history", arguments);
      pass (f, 50);
    }
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <, 6);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
  g_assert_false (talk (f, f->alice, "and?", "Yes."));
}

/* --- in words --- */

static void
test_status_tells_tokens_and_money (Fixture *f, gconstpointer data)
{
  g_autofree char *usage = NULL;
  g_autofree char *none = dup_usage (f);

  g_assert_null (none);
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_PRICE_READ, "1000", NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_CURRENCY, "€", NULL));
  fixture_use_scripted_model (f);
  talk (f, f->alice, "hello?", "Yes.");
  usage = dup_usage (f);
  g_assert_true (
      g_regex_match_simple ("^Tokens in the last 24 hours: \\d+ here, \\d+ in all, about "
                            "\\d\\.\\d\\d €\\.$",
                            usage, 0, 0));
}

static void
test_prices_are_checked (Fixture *f, gconstpointer data)
{
  static const char *const good[] = { "", "0", "0.15", "2,5", " 3 " };
  static const char *const bad[] = { "-1", "free", "1.2.3", "nan", "inf", "0.15 €", "1e300" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_PRICE_WRITTEN,
                                               good[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (
        parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_PRICE_WRITTEN, bad[i], NULL));
}

/* --- restarts --- */

static void
test_loop_stays_stopped_after_a_crash (Fixture *f, gconstpointer data)
{
  let_them_talk (f);
  fixture_crash (f);
  fixture_start (f);
  f->clock.wall += 1;
  g_assert_false (talk (f, f->alice, "And so?", "Well."));
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

static void
test_rate_and_tokens_outlive_a_crash (Fixture *f, gconstpointer data)
{
  int before;

  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  talk (f, f->alice, "hello?", "Yes.");
  before = get_tokens (f);
  fixture_crash (f);
  fixture_start (f);
  g_assert_cmpint (get_tokens (f), ==, before);
  f->clock.wall += 1;
  g_string_truncate (f->host->log, 0);
  g_assert_true (talk (f, f->alice, "hello again?", "Yes."));
  g_assert_false (talk (f, f->alice, "hello?", "Yes."));
  expect_log (f, "");
}

static void
test_clock_set_back_in_a_restart_frees_nothing (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  talk (f, f->alice, "hello?", "Yes.");
  fixture_crash (f);
  f->clock.wall -= 3 * 24 * 3600;
  fixture_start (f);
  g_string_truncate (f->host->log, 0);
  g_assert_true (talk (f, f->alice, "hello again?", "Yes."));
  g_assert_false (talk (f, f->alice, "hello?", "Yes."));
  wait_for (f, 11 * MINUTE_MS);
  expect_log (f, "");
  g_assert_true (talk (f, f->alice, "and now?", "Yes."));
  expect_log (f, "alice@localhost < Yes.\n");
}

static void
test_damaged_state_begins_carefully (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE; /* else tokens are not limited */
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  parley_store_set_text (parley_engine_get_store_for_tests (f->engine), "limits", "(1, damaged");
  fixture_crash (f);
  fixture_start (f);
  fixture_use_scripted_model (f);
  write_line (f, f->alice, "wait");
  pass (f, 700);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
}

static void
test_whoever_is_forgotten_costs_nothing_any_more (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "hello?", "Yes.");
  g_assert_cmpint (get_tokens (f), >, 0);
  parley_engine_forget_person (f->engine, f->alice);
  fixture_settle (f);
  g_assert_cmpint (get_tokens (f), ==, 0);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/limits/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
#define ADD_KEPT(name, func)                                                                       \
  g_test_add ("/engine/limits/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("7th-answer", test_7th_answer_waits_and_the_user_knows);
  ADD ("read-all-the-same", test_what_was_not_answered_is_read);
  ADD ("several-messages", test_answer_in_several_messages_counts_once);
  ADD ("20-in-a-row", test_20_in_a_row_are_told_until_the_user_writes);
  ADD ("slow-loop", test_slow_loop_ends_until_the_user_writes);
  ADD ("loop-resumed", test_loop_ends_until_the_user_wants_it_to_go_on);
  ADD ("countdown", test_countdown_is_no_way_around);
  ADD ("sent-by-the-user", test_drafts_that_the_user_sends_do_not_count);
  ADD ("echo", test_echo_does_not_begin_anew);
  ADD ("window", test_loop_is_told_when_there_is_a_window);
  ADD ("contact-that-burns-the-budget", test_contact_that_burns_the_budget);
  ADD ("only-drafts", test_used_tokens_leave_only_drafts);
  ADD ("thrown-away", test_draft_that_is_thrown_away_counts);
  ADD ("retry", test_retry_counts_again);
  ADD ("reasoning", test_reasoning_counts);
  ADD ("prediction", test_prediction_counts);
  ADD ("away-note", test_away_note_costs_nothing);
  ADD ("written-ahead", test_nothing_is_written_ahead_when_most_is_used);
  ADD ("rounds", test_rounds_of_a_turn_count_as_they_go);
  ADD ("status", test_status_tells_tokens_and_money);
  ADD ("prices", test_prices_are_checked);
  ADD_KEPT ("crash/loop", test_loop_stays_stopped_after_a_crash);
  ADD_KEPT ("crash/rate-and-tokens", test_rate_and_tokens_outlive_a_crash);
  ADD_KEPT ("crash/clock-set-back", test_clock_set_back_in_a_restart_frees_nothing);
  ADD_KEPT ("crash/damaged", test_damaged_state_begins_carefully);
  ADD_KEPT ("forgotten", test_whoever_is_forgotten_costs_nothing_any_more);
  return g_test_run ();
}
