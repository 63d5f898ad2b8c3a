/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The user wants another draft, or one at all. */
#include "engine-fixture.h"

#include <string.h>

#include "backend/parley-builtin.h"
#include "context/parley-diary.h"

static void
set_up (Fixture *f, gconstpointer data)
{
  fixture_setup (f, data);
  f->host->facts.mode = PARLEY_MODE_DRAFT;
}

static void
set_up_kept (Fixture *f, gconstpointer data)
{
  fixture_setup_kept (f, data);
  f->host->facts.mode = PARLEY_MODE_DRAFT;
}

static void
answer (Fixture *f, const char *text)
{
  parley_test_backend_answer (f->backend, text);
  pass (f, 100);
}

static void
draft (Fixture *f, const char *question, const char *text)
{
  write_line (f, f->alice, question);
  pass (f, 2000);
  answer (f, text);
}

static void
again (Fixture *f, const char *wish)
{
  parley_engine_again (f->engine, f->alice, wish);
  pass (f, 100);
}

static void
send (Fixture *f)
{
  pass (f, 2000);
  send_draft (f, f->alice, 0);
}

static gboolean
was_told (Fixture *f, const char *part)
{
  for (guint i = 0; i < f->host->told->len; i++)
    {
      if (strstr (g_ptr_array_index (f->host->told, i), part) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
assert_told (Fixture *f, const char *part)
{
  if (!was_told (f, part))
    g_error ("the user was not told “%s”", part);
  g_ptr_array_set_size (f->host->told, 0);
}

static void
assert_asked (Fixture *f, guint n)
{
  g_assert_cmpuint (f->backend->requests->len, ==, n);
}

/* How often @text stands in the newest request. */
static guint
count_in_prompt (Fixture *f, const char *text)
{
  const ParleyRequest *request
      = g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1);
  guint n = 0;

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      for (const char *at = message->text; (at = strstr (at, text)) != NULL; at++)
        n++;
    }
  return n;
}

/* While a draft waits */

static void
test_another_draft_stands_beside_it (Fixture *f, gconstpointer data)
{
  draft (f, "when do you come?", "First.");
  again (f, "");
  assert_told (f, "Another draft is being written");
  assert_asked (f, 2);
  g_assert_cmpuint (count_in_prompt (f, "when do you come?"), ==, 1);
  g_assert_true (parley_test_backend_was_told (f->backend, "did not want"));
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "First."));
  answer (f, "Second.");
  assert_told (f, "Draft 2");
  expect_log (f, "");
  send (f);
  expect_log (f, "alice@localhost < Second.\n");
  send_draft (f, f->alice, 1);
  assert_told (f, "out of date");
  expect_log (f, "");
}

/* Only the user may say it, and it is no secret: else nobody knows what is to be shorter. */
static void
test_draft_for_the_user_is_told (Fixture *f, gconstpointer data)
{
  draft (f, "shall we meet?", "Yes, see you tomorrow at 5 pm at the usual place.");
  again (f, "shorter");
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend),
                            "see you tomorrow at 5 pm at the usual place."));
}

static void
test_secret_draft_is_not_told_again (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "My password is xyzzy123, of course.");
  again (f, "shorter");
  g_assert_true (parley_test_backend_was_told (f->backend, "did not want"));
  g_assert_false (parley_test_backend_was_told (f->backend, "xyzzy123"));
}

/* What the user made of it was theirs. */
static void
test_changed_draft_is_told_as_it_was (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  parley_engine_edit_proposal (f->engine, f->alice, "Mine.");
  again (f, "");
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "First."));
  g_assert_cmpuint (count_in_prompt (f, "Mine."), ==, 0);
}

/* What was not sent is not said twice, either. */
static void
test_talk_goes_on_behind_it (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  again (f, "");
  answer (f, "Second.");
  send (f);
  write_line (f, f->alice, "and where?");
  pass (f, 2000);
  g_assert_cmpuint (count_in_prompt (f, "hm?"), ==, 1);
  g_assert_cmpuint (count_in_prompt (f, "Second."), ==, 1);
  g_assert_cmpuint (count_in_prompt (f, "being written"), ==, 0);
}

static void
test_wish_goes_to_the_model_on_one_line (Fixture *f, gconstpointer data)
{
  g_autofree char *longest = g_strnfill (1000, 'y');
  g_autofree char *wish = g_strconcat ("shorter\nplease ", longest, NULL);

  draft (f, "hm?", "First.");
  again (f, wish);
  g_assert_true (parley_test_backend_was_told (
      f->backend, "The owner wishes for this answer: shorter please yyy"));
  g_assert_cmpuint (count_in_prompt (f, "y"), <, 500);
  answer (f, "Second.");
  again (f, "");
  g_assert_cmpuint (count_in_prompt (f, "The owner wishes"), ==, 0);
}

/* Nobody has chosen yet. */
static void
test_countdown_waits_for_a_choice (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  draft (f, "hm?", "First.");
  pass (f, 7000);
  again (f, "");
  pass (f, 3000);
  answer (f, "Second.");
  assert_told (f, "Draft 2. To send it: /parley send");
  pass (f, 60000);
  expect_log (f, "");
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
}

/* The mode would let it out, but the user is looking at drafts. */
static void
test_nothing_goes_out_by_itself (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_AUTO;
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_NEVER_SAY, "oak", NULL));
  fixture_use_scripted_model (f);
  draft (f, "hm?", "It is under the oak.");
  assert_told (f, "Draft 1");
  again (f, "");
  g_assert_cmpuint (count_in_prompt (f, "oak"), ==, 0);
  g_assert_true (parley_test_backend_was_told (f->backend, "did not want"));
  answer (f, "I can't tell.");
  pass (f, 20000);
  expect_log (f, "");
  assert_told (f, "Draft 2. To send it");
}

static void
test_newer_words_make_it_an_ordinary_turn (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->facts.mode = PARLEY_MODE_AUTO;
  again (f, "shorter");
  write_line (f, f->alice, "so?");
  pass (f, 2000);
  g_assert_cmpuint (count_in_prompt (f, "The owner"), <=, 3);
  g_assert_cmpuint (count_in_prompt (f, "shorter"), ==, 0);
  g_assert_cmpuint (count_in_prompt (f, "hm?"), ==, 1);
  g_assert_cmpuint (count_in_prompt (f, "so?"), ==, 1);
  answer (f, "Second.");
  expect_log (f, "alice@localhost < Second.\n");
}

static void
test_rest_of_an_answer (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_AUTO;
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_NEVER_SAY, "oak", NULL));
  fixture_use_scripted_model (f);
  draft (f, "hm?", "First.\n\nIt is under the oak.");
  expect_log (f, "alice@localhost < First.\n");
  again (f, "");
  assert_asked (f, 2);
  g_assert_cmpuint (count_in_prompt (f, "hm?"), ==, 1);
  g_assert_cmpuint (count_in_prompt (f, "First."), ==, 1);
  answer (f, "Second.");
  expect_log (f, "");
  send (f);
  expect_log (f, "alice@localhost < Second.\n");
}

/* Where none waits */

static void
test_dropped_draft_is_written_again (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  again (f, "");
  assert_told (f, "A draft is being written");
  answer (f, "Second.");
  assert_told (f, "Draft 2");
}

/* Also where the mode would count down, or send at once. */
static void
test_all_that_was_not_answered_is_read (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = GPOINTER_TO_INT (data);
  write_own (f, f->alice, "it's me now", FALSE);
  write_line (f, f->alice, "when do you come?");
  pass (f, 5000);
  write_line (f, f->alice, "or shall i?");
  pass (f, 5000);
  assert_asked (f, 0);
  again (f, "");
  g_assert_cmpuint (count_in_prompt (f, "when do you come?"), ==, 1);
  g_assert_cmpuint (count_in_prompt (f, "or shall i?"), ==, 1);
  answer (f, "Tomorrow, maybe.");
  assert_told (f, "Draft 1. ");
  pass (f, 20000);
  expect_log (f, "");
  /* The chat is still the user's. */
  write_line (f, f->alice, "hello?");
  pass (f, 20000);
  assert_asked (f, 1);
}

static void
test_nothing_to_answer_is_told (Fixture *f, gconstpointer data)
{
  again (f, "");
  assert_told (f, "There is nothing to answer");
  f->host->facts.mode = PARLEY_MODE_AUTO;
  draft (f, "hm?", "First.");
  again (f, "");
  assert_told (f, "There is nothing to answer");
  write_line (f, f->alice, "so?");
  write_own (f, f->alice, "I answer myself", FALSE);
  again (f, "");
  assert_told (f, "There is nothing to answer");
  assert_asked (f, 1);
}

/* They trusted that it stays between the two of them. */
static void
test_what_was_encrypted_is_not_read_in_the_open (Fixture *f, gconstpointer data)
{
  f->host->facts.secrecy.encrypted = TRUE;
  write_line (f, f->alice, "the key is under the oak");
  pass (f, 2000);
  parley_test_backend_fail_with (f->backend, PARLEY_ERROR_REFUSED, "declined");
  pass (f, 100);
  f->host->facts.secrecy.encrypted = FALSE;
  again (f, "");
  assert_told (f, "There is nothing to answer");
  assert_asked (f, 1);
}

static void
test_refusal_is_told_and_the_draft_stays (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->facts.paused = TRUE;
  again (f, "");
  assert_told (f, "paused in all chats");
  assert_asked (f, 1);
  f->host->facts.paused = FALSE;
  send (f);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_nobody_is_asked_for_somebody_not_chosen (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_OFF;
  again (f, "");
  g_assert_cmpuint (f->host->told->len, ==, 1);
  assert_asked (f, 0);
}

static void
test_no_model_no_other_answer (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyBackend) builtin = parley_builtin_new ();

  draft (f, "hm?", "First.");
  parley_engine_set_backend_for_tests (f->engine, builtin);
  again (f, "");
  assert_told (f, "Only a model");
  send (f);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_watching_shows_it_only (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_SHADOW;
  draft (f, "hm?", "First.");
  again (f, "");
  answer (f, "Second.");
  assert_told (f, "It would have answered: “Second.”");
  send (f);
  expect_log (f, "");
}

/* What comes of it */

static void
test_silence_and_failure_are_told (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  again (f, "");
  answer (f, "[silence]");
  assert_told (f, "no draft");
  again (f, "");
  parley_test_backend_fail_with (f->backend, PARLEY_ERROR_REFUSED, "declined");
  pass (f, 100);
  assert_told (f, "No draft could be written");
  again (f, "");
  answer (f, "Second.");
  assert_told (f, "Draft 2");
}

static void
test_turn_that_is_being_read_is_asked_about_now (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_AUTO;
  write_line (f, f->alice, "so the thing is,");
  again (f, "short");
  assert_asked (f, 1);
  again (f, "shorter");
  assert_asked (f, 2);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  answer (f, "First.");
  assert_told (f, "Draft 1");
  expect_log (f, "");
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  GPtrArray **entries = data;

  *entries = parley_diary_list_finish (result, NULL);
}

static void
test_journal_tells_of_it (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GString) found = g_string_new (NULL);

  draft (f, "hm?", "First.");
  again (f, "");
  fixture_settle (f);
  parley_engine_list_deeds_async (f->engine, 2, NULL, on_listed, &entries);
  while (entries == NULL)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = entries->len; i > 0; i--)
    {
      const ParleyJournalEntry *entry = g_ptr_array_index (entries, i - 1);

      g_string_append_printf (found, "%s %u %s\n", parley_journal_kind_to_string (entry->kind),
                              entry->n, entry->reason);
    }
  g_assert_cmpstr (found->str, ==, "turn 0 drafted\nread 1 again\n");
}

/* Across restarts */

static void
test_what_an_earlier_run_left_is_answered (Fixture *f, gconstpointer data)
{
  draft (f, "when do you come?", "First.");
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  fixture_quit (f);
  fixture_start (f);
  again (f, "");
  g_assert_cmpuint (count_in_prompt (f, "when do you come?"), ==, 1);
  answer (f, "Second.");
  send (f);
  expect_log (f, "alice@localhost < Second.\n");
}

static void
close_chat (gpointer data)
{
  Fixture *f = data;

  parley_engine_forget (f->engine, f->alice);
}

static void
test_chat_closed_when_the_user_is_told (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  f->host->during_tell = close_chat;
  f->host->during_data = f;
  again (f, "");
  f->host->during_tell = NULL;
  pass (f, 5000);
  assert_asked (f, 1);
  expect_log (f, "");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/again/" name, Fixture, NULL, set_up, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("for-the-user", test_draft_for_the_user_is_told);
  ADD ("secret", test_secret_draft_is_not_told_again);
  ADD ("another", test_another_draft_stands_beside_it);
  ADD ("changed", test_changed_draft_is_told_as_it_was);
  ADD ("talk", test_talk_goes_on_behind_it);
  ADD ("wish", test_wish_goes_to_the_model_on_one_line);
  ADD ("countdown", test_countdown_waits_for_a_choice);
  ADD ("seen-first", test_nothing_goes_out_by_itself);
  ADD ("newer", test_newer_words_make_it_an_ordinary_turn);
  ADD ("rest", test_rest_of_an_answer);
  ADD ("dropped", test_dropped_draft_is_written_again);
  g_test_add ("/engine/again/unanswered/auto", Fixture, GINT_TO_POINTER (PARLEY_MODE_AUTO), set_up,
              test_all_that_was_not_answered_is_read, fixture_teardown);
  g_test_add ("/engine/again/unanswered/countdown", Fixture,
              GINT_TO_POINTER (PARLEY_MODE_COUNTDOWN), set_up,
              test_all_that_was_not_answered_is_read, fixture_teardown);
  g_test_add ("/engine/again/unanswered/draft", Fixture, GINT_TO_POINTER (PARLEY_MODE_DRAFT),
              set_up, test_all_that_was_not_answered_is_read, fixture_teardown);
  ADD ("nothing", test_nothing_to_answer_is_told);
  ADD ("encrypted", test_what_was_encrypted_is_not_read_in_the_open);
  ADD ("refused", test_refusal_is_told_and_the_draft_stays);
  ADD ("off", test_nobody_is_asked_for_somebody_not_chosen);
  ADD ("no-model", test_no_model_no_other_answer);
  ADD ("watching", test_watching_shows_it_only);
  ADD ("silence", test_silence_and_failure_are_told);
  ADD ("reading", test_turn_that_is_being_read_is_asked_about_now);
  ADD ("journal", test_journal_tells_of_it);
  g_test_add ("/engine/again/restart", Fixture, NULL, set_up_kept,
              test_what_an_earlier_run_left_is_answered, fixture_teardown);
  ADD ("closed", test_chat_closed_when_the_user_is_told);
  return g_test_run ();
}
