/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Replies that the user sees before the person does. */
#include "engine-fixture.h"

#include <string.h>

#include "backend/parley-builtin.h"

static void
answer (Fixture *f, const char *question, const char *text)
{
  write_line (f, f->alice, question);
  pass (f, 2000);
  parley_test_backend_answer (f->backend, text);
  pass (f, 100);
}

static void
draft (Fixture *f, const char *question, const char *text)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  answer (f, question, text);
}

static void
count_down (Fixture *f, const char *question, const char *text)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  answer (f, question, text);
}

static void
assert_told (Fixture *f, const char *part)
{
  guint n = f->host->told->len;

  g_assert_cmpuint (n, >, 0);
  if (strstr (g_ptr_array_index (f->host->told, n - 1), part) == NULL)
    g_error ("“%s” is not in: %s", part, (char *) g_ptr_array_index (f->host->told, n - 1));
}

/* Drafts */

static void
test_draft_is_shown_and_sent_when_the_user_says_so (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.\n\nSecond.");
  expect_log (f, "");
  assert_told (f, "Draft 1");
  assert_told (f, "\nFirst.\nSecond.");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < First.\nalice@localhost < Second.\n");
  send_draft (f, f->alice, 0);
  expect_log (f, "");
}

static void
test_what_was_sent_is_remembered (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  f->host->facts.mode = PARLEY_MODE_AUTO;
  write_line (f, f->alice, "and now?");
  pass (f, 2000);
  g_assert_true (parley_test_backend_was_told (f->backend, "First."));
}

static void
test_what_was_not_sent_is_not_remembered (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  pass (f, 5000);
  write_line (f, f->alice, "and now?");
  pass (f, 2000);
  g_assert_false (parley_test_backend_was_told (f->backend, "First."));
  g_assert_true (parley_test_backend_was_told (f->backend, "hm?"));
}

static void
test_newer_words_take_the_draft_back (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  pass (f, 5000);
  write_line (f, f->alice, "no, wait");
  send_draft (f, f->alice, 0);
  assert_told (f, "out of date");
  expect_log (f, "");
  pass (f, 3000);
  parley_test_backend_answer (f->backend, "Other.");
  pass (f, 2000);
  assert_told (f, "Draft 2");
  send_draft (f, f->alice, 1);
  assert_told (f, "Draft 2");
  expect_log (f, "");
  send_draft (f, f->alice, 2);
  expect_log (f, "alice@localhost < Other.\n");
}

/* What nobody may answer now is newer all the same. */
static void
test_newer_words_without_an_answer_take_the_draft_back (Fixture *f, gconstpointer data)
{
  draft (f, "shall i come?", "Yes, come.");
  pass (f, 5000);
  f->host->facts.paused = TRUE;
  write_line (f, f->alice, "no, shall i stay?");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  assert_told (f, "out of date");
  expect_log (f, "");
}

static void
test_unreadable_words_take_the_draft_back (Fixture *f, gconstpointer data)
{
  draft (f, "shall i come?", "Yes, come.");
  pass (f, 5000);
  write_line (f, f->alice, "?OTRv23?");
  send_draft (f, f->alice, 0);
  assert_told (f, "out of date");
  expect_log (f, "");
}

/* The person makes another draft come just when the user is about to send the one they read. */
static void
test_draft_that_was_swapped_is_not_sent (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "Harmless.");
  pass (f, 5000);
  answer (f, "say yes", "Yes, I will pay.");
  send_draft (f, f->alice, 0);
  assert_told (f, "is new, so");
  expect_log (f, "");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < Yes, I will pay.\n");
}

/* Nobody has to read their own words first. */
static void
test_own_words_are_sent_at_once (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  parley_engine_edit_proposal (f->engine, f->alice, "Mine.");
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < Mine.\n");
}

static void
test_draft_is_changed_and_dropped (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  parley_engine_edit_proposal (f->engine, f->alice, "Mine.");
  assert_told (f, "\nMine.");
  pass (f, 5000);
  send_draft (f, f->alice, 2);
  expect_log (f, "alice@localhost < Mine.\n");
  answer (f, "so?", "Third.");
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "");
}

static void
test_own_words_take_the_draft_back (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  pass (f, 5000);
  write_own (f, f->alice, "I answer myself", FALSE);
  send_draft (f, f->alice, 0);
  expect_log (f, "");
}

static void
test_draft_is_not_sent_to_somebody_blocked (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  pass (f, 5000);
  f->host->facts.person.blocked = TRUE;
  send_draft (f, f->alice, 0);
  expect_log (f, "");
  assert_told (f, "block");
}

static void
test_failed_bubble_stops_the_rest (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.\n\nSecond.");
  pass (f, 5000);
  f->host->delivery = PARLEY_DELIVERY_REFUSED;
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < First.\n");
  assert_told (f, "could not be sent");
}

static void
close_chat (gpointer data)
{
  Fixture *f = data;

  parley_engine_forget (f->engine, f->alice);
}

static void
test_switched_off_while_it_is_sent (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.\n\nSecond.");
  pass (f, 5000);
  f->host->during_say = close_chat;
  f->host->during_data = f;
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_switched_off_when_it_is_shown (Fixture *f, gconstpointer data)
{
  f->host->during_tell = close_chat;
  f->host->during_data = f;
  draft (f, "hm?", "First.");
  f->host->during_tell = NULL;
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "");
}

/* Countdown */

static void
test_countdown_ends_in_sending (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.\n\nSecond.");
  assert_told (f, "is sent in 8 s. To stop it, begin to write");
  pass (f, 7000);
  expect_log (f, "");
  pass (f, 1000);
  expect_log (f, "alice@localhost < First.\nalice@localhost < Second.\n");
}

static void
test_countdown_names_typing_only_where_it_is_seen (Fixture *f, gconstpointer data)
{
  f->host->facts.unseen_typing = TRUE;
  count_down (f, "hm?", "First.");
  assert_told (f, "Draft 1 is sent in 8 s. To stop it: /parley drop");
}

static void
test_typing_stops_the_countdown (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  pass (f, 3000);
  f->host->user_types = TRUE;
  pass (f, 1000);
  f->host->user_types = FALSE;
  assert_told (f, "stopped");
  pass (f, 60000);
  expect_log (f, "");
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_countdown_waits_for_the_person (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 9000);
  expect_log (f, "");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  pass (f, 1000);
  expect_log (f, "alice@localhost < First.\n");
}

/* What they send ends their typing, also where nothing else tells that. */
static void
test_countdown_waits_for_who_types_again (Fixture *f, gconstpointer data)
{
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 60000);
  count_down (f, "hm?", "First.");
  pass (f, 3000);
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  pass (f, 9000);
  expect_log (f, "");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
  pass (f, 1000);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_newer_words_stop_the_countdown (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  pass (f, 3000);
  write_line (f, f->alice, "no, wait");
  pass (f, 20000);
  expect_log (f, "");
}

static void
test_pause_stops_the_countdown (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  pass (f, 3000);
  f->host->facts.paused = TRUE;
  parley_engine_look_again (f->engine);
  pass (f, 20000);
  expect_log (f, "");
}

/* The user comes back in time: the draft is theirs to send or not. */
static void
test_countdown_becomes_a_draft_when_the_user_is_back (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  pass (f, 3000);
  f->host->facts.rule_rests = TRUE;
  parley_engine_look_again (f->engine);
  pass (f, 20000);
  expect_log (f, "");
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < First.\n");
}

/* They were told that it is sent, and more is allowed now. */
static void
test_countdown_goes_on_when_all_is_answered (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  f->host->facts.mode = PARLEY_MODE_AUTO;
  parley_engine_look_again (f->engine);
  pass (f, 20000);
  expect_log (f, "alice@localhost < First.\n");
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

static void
test_refused_countdown_is_told_in_one_line (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  pass (f, 20000);
  expect_log (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 2);
  assert_told (f, "countdown is stopped");
  count_down (f, "and now?", "Second.");
  f->host->facts.quiet = TRUE;
  pass (f, 20000);
  g_assert_cmpuint (f->host->told->len, ==, 4);
  assert_told (f, "Draft 2. These are your quiet hours");
}

static void
test_stopped_countdown_is_not_said_to_run (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  count_down (f, "no, wait", "Second.");
  f->host->user_types = TRUE;
  pass (f, 1000);
  f->host->user_types = FALSE;
  send_draft (f, f->alice, 1);
  assert_told (f, "\nSecond.");
  assert_told (f, "/parley send");
}

static void
count_down_note (Fixture *f)
{
  g_autoptr (ParleyBackend) builtin = parley_builtin_new ();

  parley_engine_set_backend_for_tests (f->engine, builtin);
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  f->host->status = (ParleyAwayStatus){ .away = TRUE, .period = 1 };
  f->host->status_text = "At lunch.";
  write_line (f, f->alice, "hm?");
  pass (f, 3000);
  assert_told (f, "At lunch.");
}

static void
test_countdown_of_an_away_note (Fixture *f, gconstpointer data)
{
  count_down_note (f);
  pass (f, 20000);
  g_assert_nonnull (strstr (f->host->log->str, "At lunch."));
}

static void
test_away_note_is_not_sent_when_the_user_is_back (Fixture *f, gconstpointer data)
{
  count_down_note (f);
  f->host->status.away = FALSE;
  pass (f, 20000);
  expect_log (f, "");
}

/* The application ends while it shows a line */

static void
end (gpointer data)
{
  Fixture *f = data;

  f->host->during_tell = NULL;
  g_clear_pointer (&f->engine, parley_engine_free);
}

static void
end_when_told (Fixture *f)
{
  f->host->during_tell = end;
  f->host->during_data = f;
}

static void
test_ended_when_a_countdown_is_stopped (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  end_when_told (f);
  f->host->user_types = TRUE;
  pass (f, 1000);
  g_assert_null (f->engine);
  expect_log (f, "");
}

static void
test_ended_when_a_countdown_is_refused (Fixture *f, gconstpointer data)
{
  count_down (f, "hm?", "First.");
  end_when_told (f);
  f->host->facts.quiet = TRUE;
  pass (f, 20000);
  g_assert_null (f->engine);
  expect_log (f, "");
}

static void
test_ended_when_a_draft_is_shown (Fixture *f, gconstpointer data)
{
  end_when_told (f);
  draft (f, "hm?", "First.");
  g_assert_null (f->engine);
  expect_log (f, "");
}

static void
test_ended_when_a_chat_is_refused (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  end_when_told (f);
  f->host->facts.secrecy.encrypted = TRUE;
  f->host->facts.secrecy.exposed = TRUE;
  pass (f, 2000);
  g_assert_null (f->engine);
  expect_log (f, "");
}

static void
test_ended_when_something_sounds_urgent (Fixture *f, gconstpointer data)
{
  end_when_told (f);
  write_line (f, f->alice, "help, it's an emergency!");
  g_assert_null (f->engine);
}

static void
test_ended_when_a_limit_is_told (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_HOUR, 1);
  end_when_told (f);
  answer (f, "hm?", "First.");
  g_assert_null (f->engine);
  expect_log (f, "alice@localhost < First.\n");
}

/* Watching */

static void
test_nothing_is_sent_where_parley_watches (Fixture *f, gconstpointer data)
{
  g_autofree char *status = NULL;

  f->host->facts.mode = PARLEY_MODE_SHADOW;
  answer (f, "hm?", "First.");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "");
  status = parley_engine_dup_status (f->engine, f->alice);
  g_assert_nonnull (strstr (status, "“First.”"));
}

/* In the middle of a reply */

static void
type_slowly (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_MAX_MS, 1000);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_MIN_MS, 1000);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 25);
}

static void
test_rest_becomes_a_draft_when_the_user_is_back (Fixture *f, gconstpointer data)
{
  type_slowly (f);
  write_line (f, f->alice, "hm?");
  pass (f, 2000);
  parley_test_backend_answer (f->backend, "First.\n\nSecond.");
  pass (f, 500);
  g_assert_nonnull (strstr (f->host->log->str, "First."));
  f->host->facts.rule_rests = TRUE;
  pass (f, 5000);
  g_assert_null (strstr (f->host->log->str, "Second."));
  assert_told (f, "\nSecond.");
}

static void
test_rest_is_dropped_when_parley_is_stopped (Fixture *f, gconstpointer data)
{
  type_slowly (f);
  write_line (f, f->alice, "hm?");
  pass (f, 2000);
  parley_test_backend_answer (f->backend, "First.\n\nSecond.");
  pass (f, 500);
  f->host->facts.stopped = TRUE;
  parley_engine_look_again (f->engine);
  pass (f, 5000);
  g_assert_null (strstr (f->host->log->str, "Second."));
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_cmpint (parley_engine_get_state (f->engine, f->alice), ==, PARLEY_STATE_IDLE);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/modes/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("draft", test_draft_is_shown_and_sent_when_the_user_says_so);
  ADD ("draft-sent", test_what_was_sent_is_remembered);
  ADD ("draft-unsent", test_what_was_not_sent_is_not_remembered);
  ADD ("draft-outdated", test_newer_words_take_the_draft_back);
  ADD ("draft-outdated-in-a-pause", test_newer_words_without_an_answer_take_the_draft_back);
  ADD ("draft-outdated-unread", test_unreadable_words_take_the_draft_back);
  ADD ("draft-swapped", test_draft_that_was_swapped_is_not_sent);
  ADD ("draft-changed", test_draft_is_changed_and_dropped);
  ADD ("draft-changed-and-sent", test_own_words_are_sent_at_once);
  ADD ("draft-own-words", test_own_words_take_the_draft_back);
  ADD ("draft-blocked", test_draft_is_not_sent_to_somebody_blocked);
  ADD ("draft-failed", test_failed_bubble_stops_the_rest);
  ADD ("draft-closed", test_switched_off_while_it_is_sent);
  ADD ("draft-closed-when-shown", test_switched_off_when_it_is_shown);
  ADD ("countdown", test_countdown_ends_in_sending);
  ADD ("unseen-typing", test_countdown_names_typing_only_where_it_is_seen);
  ADD ("countdown-typing", test_typing_stops_the_countdown);
  ADD ("countdown-person", test_countdown_waits_for_the_person);
  ADD ("countdown-person-again", test_countdown_waits_for_who_types_again);
  ADD ("countdown-outdated", test_newer_words_stop_the_countdown);
  ADD ("countdown-paused", test_pause_stops_the_countdown);
  ADD ("countdown-back", test_countdown_becomes_a_draft_when_the_user_is_back);
  ADD ("countdown-auto", test_countdown_goes_on_when_all_is_answered);
  ADD ("countdown-refused", test_refused_countdown_is_told_in_one_line);
  ADD ("countdown-told", test_stopped_countdown_is_not_said_to_run);
  ADD ("countdown-note", test_countdown_of_an_away_note);
  ADD ("countdown-note-back", test_away_note_is_not_sent_when_the_user_is_back);
  ADD ("ended-countdown-stopped", test_ended_when_a_countdown_is_stopped);
  ADD ("ended-countdown-refused", test_ended_when_a_countdown_is_refused);
  ADD ("ended-draft", test_ended_when_a_draft_is_shown);
  ADD ("ended-refused", test_ended_when_a_chat_is_refused);
  ADD ("ended-urgent", test_ended_when_something_sounds_urgent);
  ADD ("ended-limit", test_ended_when_a_limit_is_told);
  ADD ("watching", test_nothing_is_sent_where_parley_watches);
  ADD ("back", test_rest_becomes_a_draft_when_the_user_is_back);
  ADD ("stopped", test_rest_is_dropped_when_parley_is_stopped);
  return g_test_run ();
}
