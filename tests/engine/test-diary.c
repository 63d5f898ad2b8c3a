/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What an engine did is written down, with its reason, and where it may be. */
#include "engine-fixture.h"

#include <string.h>

#include "context/parley-diary.h"

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  GPtrArray **entries = data;

  *entries = parley_diary_list_finish (result, NULL);
}

/* Returns: (transfer full): oldest first. */
static GPtrArray *
list (Fixture *f)
{
  g_autoptr (GPtrArray) newest = NULL;
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_journal_entry_free);

  fixture_settle (f);
  parley_engine_list_deeds_async (f->engine, 1000, NULL, on_listed, &newest);
  while (newest == NULL)
    g_main_context_iteration (NULL, TRUE);
  while (newest->len > 0)
    g_ptr_array_add (entries, g_ptr_array_steal_index (newest, newest->len - 1));
  return entries;
}

/* "read 2 timeout|said “Yes.”|turn 1 answered": oldest first. */
static char *
dup_list (Fixture *f)
{
  g_autoptr (GPtrArray) entries = list (f);
  GString *found = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const ParleyJournalEntry *entry = g_ptr_array_index (entries, i);

      g_string_append_printf (found, "%s%s", i > 0 ? "|" : "",
                              parley_journal_kind_to_string (entry->kind));
      if (entry->n > 0)
        g_string_append_printf (found, " %u", entry->n);
      if (*entry->reason != '\0')
        g_string_append_printf (found, " %s", entry->reason);
      if (*entry->text != '\0')
        g_string_append_printf (found, " “%s”", entry->text);
    }
  return g_string_free (found, FALSE);
}

static void
expect (Fixture *f, const char *expected)
{
  g_autofree char *found = dup_list (f);

  g_assert_cmpstr (found, ==, expected);
}

static void
talk (Fixture *f, const ParleyChatKey *key, const char *question, const char *answer)
{
  write_line (f, key, question);
  pass (f, 1000);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
  f->clock.wall += 30;
}

static void
test_turn (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;
  const ParleyJournalEntry *read;

  write_line (f, f->alice, "is the boat");
  pass (f, 100);
  write_line (f, f->alice, "still blue?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is green.\n\nThe mast is red.");
  pass (f, 100);
  expect (f, "read 2 timeout|said “It is green.”|said “The mast is red.”|turn 2 answered");
  entries = list (f);
  read = g_ptr_array_index (entries, 0);
  g_assert_true (parley_chat_key_equal (read->key, f->alice));
  g_assert_cmpint (read->wall, <=, f->clock.wall);
  g_assert_cmpint (read->wall, >=, f->clock.wall - 2);
  g_assert_cmpint (read->ms, >=, 300);
  g_assert_cmpint (read->ms, <=, 1100);
}

static void
test_silence (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "ok", "[silence]");
  expect (f, "read 1 timeout|turn silent");
}

/* The words of a server are not in it. */
static void
test_failure (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_fail_with (f->backend, PARLEY_ERROR_AUTH, "The key was refused.");
  pass (f, 100);
  expect (f, "read 1 timeout|error auth|turn failed");
}

/* What they called the file is not in it either. */
static void
test_what_the_user_was_shown (Fixture *f, gconstpointer data)
{
  parley_engine_take_important (f->engine, f->alice, PARLEY_IMPORTANT_FILE, "boat.png");
  parley_engine_take_important (f->engine, f->alice, PARLEY_IMPORTANT_FILE, "again.png");
  parley_engine_take_important (f->engine, f->alice, PARLEY_IMPORTANT_CALL, NULL);
  expect (f, "important file|important call");
}

static void
test_answer_left_to_the_user (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "how much do you owe me?");
  pass (f, 1000);
  parley_test_backend_call (f->backend, "hand_over", "{\"reason\": \"It is about money.\"}");
  pass (f, 100);
  expect (f, "read 1 timeout|turn silent|handed_over “It is about money.”");
}

static void
test_nothing_the_person_wrote_is_in_it (Fixture *f, gconstpointer data)
{
  g_autofree char *found = NULL;

  talk (f, f->alice, "is the boat blue?", "It is green.");
  f->host->facts.paused = TRUE;
  write_line (f, f->alice, "and the car?");
  found = dup_list (f);
  g_assert_null (strstr (found, "boat"));
  g_assert_null (strstr (found, "car"));
}

static void
say_one_of_two (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is green.\n\nThe mast is red.");
  while (strstr (f->host->log->str, "It is green.") == NULL)
    pass (f, 10);
}

static void
test_interrupted_answer (Fixture *f, gconstpointer data)
{
  say_one_of_two (f);
  write_line (f, f->alice, "wait");
  expect (f, "read 1 timeout|said “It is green.”|dropped 1|turn 1 cut");
}

static void
test_user_takes_over (Fixture *f, gconstpointer data)
{
  say_one_of_two (f);
  write_own (f, f->alice, "i painted it", FALSE);
  write_own (f, f->alice, "myself", FALSE);
  parley_engine_resume (f->engine, f->alice);
  expect (f, "read 1 timeout|said “It is green.”|dropped 1|turn 1 withdrawn|stopped taken_over"
             "|resumed");
}

static void
begin_quiet_hours (gpointer data)
{
  Fixture *f = data;

  f->host->facts.quiet = TRUE;
}

/* Permission goes between two bubbles. */
static void
test_withheld_bubble (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  f->host->during_say = begin_quiet_hours;
  f->host->during_data = f;
  parley_test_backend_answer (f->backend, "It is green.\n\nThe mast is red.");
  pass (f, 100);
  expect (f, "read 1 timeout|said “It is green.”|withheld quiet “The mast is red.”|turn 1 failed");
}

#define SECRET "It is sk-proj-Ab3dE6gH9jK2mN5pQ8sT1vW4."

/* What may not be said at all is in no journal, whatever else kept it back. */
static void
test_withheld_secret (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  f->host->during_say = begin_quiet_hours;
  f->host->during_data = f;
  parley_test_backend_answer (f->backend, "It is green.\n\n" SECRET);
  pass (f, 100);
  expect (f, "read 1 timeout|said “It is green.”|withheld quiet|turn 1 failed");
}

static void
test_sent_secret (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "is the boat blue?", SECRET);
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect (f, "read 1 timeout|withheld key|draft allowed|turn drafted|sent");
}

static void
test_undelivered_bubble (Fixture *f, gconstpointer data)
{
  f->host->delivery = PARLEY_DELIVERY_VETOED;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  expect (f, "read 1 timeout|withheld vetoed “It is green.”");
}

static void
test_draft_that_is_sent (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect (f, "read 1 timeout|draft draft “It is green.”|turn drafted|sent “It is green.”");
}

static void
test_countdown_that_runs_out (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_COUNTDOWN;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  pass (f, 30000);
  expect (f, "read 1 timeout|draft countdown “It is green.”|turn drafted|said “It is green.”");
}

static void
test_watching (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_SHADOW;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  expect (f, "read 1 timeout|draft shadow “It is green.”|turn watched");
}

static void
test_called_off (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 100);
  f->host->facts.person.blocked = TRUE;
  pass (f, 1000);
  expect (f, "refused blocked|turn withdrawn");
}

static void
test_refusals_in_a_row_are_one (Fixture *f, gconstpointer data)
{
  f->host->facts.paused = TRUE;
  for (guint i = 0; i < 20; i++)
    write_line (f, f->alice, "hello?");
  expect (f, "refused paused");
}

static void
test_unreadable_messages_in_a_row_are_one (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    write_line (f, f->alice, "?OTRv2?\nalice has requested an Off-the-Record conversation");
  expect (f, "refused unreadable");
}

static void
test_nobody_who_was_not_chosen_is_in_it (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_OFF;
  write_line (f, f->alice, "hello?");
  f->host->facts.mode = PARLEY_MODE_AUTO;
  f->host->facts.person.group_chat = TRUE;
  write_line (f, f->bob, "hello?");
  expect (f, "");
  g_assert_false (is_in_files (f, "bob@localhost"));
}

static void
test_changes (Fixture *f, gconstpointer data)
{
  parley_engine_note_choice (f->engine, f->alice, NULL, "draft");
  parley_engine_note_choice (f->engine, NULL, "Friends", "cleared");
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL));
  g_assert_true (parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_BASE_URL,
                                             "http://127.0.0.1:9/v1", NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_MODEL, "llama", NULL));
  g_assert_nonnull (parley_engine_get_backend (f->engine, NULL));
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_BACKEND_RETRIES, 1, NULL));
  g_assert_nonnull (parley_engine_get_backend (f->engine, NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "builtin", NULL));
  g_assert_nonnull (parley_engine_get_backend (f->engine, NULL));
  expect (f, "mode draft|mode cleared “Friends”|server openai “llama (http://127.0.0.1:9)”|server "
             "builtin");
}

static void
set_paused (Fixture *f, gboolean paused)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_PAUSED, paused);
  parley_engine_look_again (f->engine);
}

static void
test_pause (Fixture *f, gconstpointer data)
{
  set_paused (f, TRUE);
  set_paused (f, TRUE);
  set_paused (f, FALSE);
  expect (f, "stopped paused|resumed");
}

static void
test_limit (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 1);
  talk (f, f->alice, "is the boat blue?", "It is green.");
  write_line (f, f->alice, "and the car?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is red.");
  pass (f, 1000);
  write_line (f, f->alice, "and the bike?");
  pass (f, 1000);
  expect (f, "read 1 timeout|said “It is green.”|turn 1 answered|limit rate|read 1 timeout"
             "|draft rate “It is red.”|turn drafted|read 1 timeout|refused rate");
}

static void
test_draft_that_is_dropped (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  f->host->facts.mode = PARLEY_MODE_SHADOW;
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  expect (f, "read 1 timeout|draft draft “It is green.”|turn drafted|refused shadow"
             "|dropped by_user");
}

/* --- where it is kept --- */

static void
test_next_run_knows (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "is the boat blue?", "It is green.");
  fixture_crash (f);
  fixture_start (f);
  expect (f, "read 1 timeout|said “It is green.”|turn 1 answered");
}

static void
test_private_chat_leaves_nothing (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  parley_engine_note_choice (f->engine, f->alice, NULL, "auto");
  f->host->facts.logged = TRUE;
  talk (f, f->bob, "and the car?", "It is red.");
  expect (f, "read 1 timeout|said “It is green.”|turn 1 answered|mode auto"
             "|read 1 timeout|said “It is red.”|turn 1 answered");
  g_assert_false (is_in_files (f, "green"));
  g_assert_true (is_in_files (f, "It is red."));
  fixture_quit (f);
  fixture_start (f);
  expect (f, "read 1 timeout|said “It is red.”|turn 1 answered");
}

static void
test_encrypted_chat_leaves_nothing (Fixture *f, gconstpointer data)
{
  f->host->facts.secrecy.encrypted = TRUE;
  talk (f, f->alice, "is the boat blue?", "It is green.");
  fixture_settle (f);
  g_assert_false (is_in_files (f, "green"));
}

/* Whoever has the name next may be somebody else. */
static void
test_name_that_proves_nothing_leaves_nothing (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) nick = parley_chat_key_new ("prpl-irc", "me@irc.localhost", "nick");

  talk (f, nick, "is the boat blue?", "It is green.");
  expect (f, "read 1 timeout|said “It is green.”|turn 1 answered");
  g_assert_false (is_in_files (f, "green"));
}

/* The answer is still written when the user begins to keep the chat. */
static void
test_turn_that_began_in_private_leaves_nothing (Fixture *f, gconstpointer data)
{
  f->host->facts.logged = FALSE;
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  f->host->facts.logged = TRUE;
  parley_test_backend_answer (f->backend, "It is green.");
  pass (f, 100);
  expect (f, "read 1 timeout|said “It is green.”|turn 1 answered");
  g_assert_false (is_in_files (f, "green"));
}

static void
test_forgotten_person_is_not_in_it (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "is the boat blue?", "It is green.");
  talk (f, f->bob, "and the car?", "It is red.");
  f->host->facts.logged = FALSE;
  talk (f, f->alice, "and the mast?", "It is white.");
  parley_engine_forget_person (f->engine, f->alice);
  expect (f, "read 1 timeout|said “It is red.”|turn 1 answered");
  g_assert_false (is_in_files (f, "green"));
  g_assert_false (is_in_files (f, "alice@localhost"));
}

static void
test_bounds_are_those_of_the_settings (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_MEMORY_JOURNAL_ENTRIES, 4);
  talk (f, f->alice, "is the boat blue?", "It is green.");
  talk (f, f->alice, "and the car?", "It is red.");
  expect (f, "turn 1 answered|read 1 timeout|said “It is red.”|turn 1 answered");
  fixture_quit (f);
  f->clock.wall += 91 * 24 * 3600;
  fixture_start (f);
  expect (f, "");
}

/* --- in words --- */

static void
assert_sentence (
    ParleyJournalKind kind, const char *reason, const char *text, guint n, const char *expected)
{
  const ParleyJournalEntry entry
      = { .kind = kind, .reason = reason, .text = text, .n = n, .ms = n > 0 ? 4200 : 0 };
  g_autofree char *sentence = parley_diary_dup_sentence (&entry);

  g_assert_cmpstr (sentence, ==, expected);
}

static void
test_sentences (void)
{
  assert_sentence (PARLEY_JOURNAL_READ, "typing_stopped", "", 3,
                   "Read 3 messages as one. They had stopped typing. (4.2 s)");
  assert_sentence (PARLEY_JOURNAL_SAID, "", "It is <green>.", 0, "Said: “It is <green>.”");
  assert_sentence (PARLEY_JOURNAL_WITHHELD, "blocked", "Yes.", 0,
                   "Did not say: “Yes.” You have blocked this person.");
  assert_sentence (PARLEY_JOURNAL_IMPORTANT, "call", "", 0, "They called.");
  assert_sentence (PARLEY_JOURNAL_REFUSED, "of a later version", "", 0,
                   "Not answered. of a later version");
}

/* Whatever is written down has words. */
static void
test_every_entry_has_words (void)
{
  for (ParleyJournalKind kind = 0; kind < PARLEY_N_JOURNAL_KINDS; kind++)
    for (ParleyVerdict v = 0; v < PARLEY_N_VERDICTS; v++)
      {
        const ParleyJournalEntry entry
            = { .kind = kind, .reason = parley_verdict_to_string (v), .text = "" };
        g_autofree char *sentence = parley_diary_dup_sentence (&entry);

        g_assert_cmpstr (sentence, !=, "");
        g_assert_null (strchr (sentence, '_'));
      }
}

#define ADD(path, function)                                                                        \
  g_test_add ("/engine/diary/" path, Fixture, NULL, fixture_setup_kept, function, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("turn", test_turn);
  ADD ("silence", test_silence);
  ADD ("failure", test_failure);
  ADD ("shown", test_what_the_user_was_shown);
  ADD ("left-to-the-user", test_answer_left_to_the_user);
  ADD ("nothing-the-person-wrote", test_nothing_the_person_wrote_is_in_it);
  ADD ("interrupted-answer", test_interrupted_answer);
  ADD ("user-takes-over", test_user_takes_over);
  ADD ("withheld-bubble", test_withheld_bubble);
  ADD ("withheld-secret", test_withheld_secret);
  ADD ("sent-secret", test_sent_secret);
  ADD ("undelivered-bubble", test_undelivered_bubble);
  ADD ("draft-that-is-sent", test_draft_that_is_sent);
  ADD ("countdown", test_countdown_that_runs_out);
  ADD ("watching", test_watching);
  ADD ("called-off", test_called_off);
  ADD ("refusals-in-a-row", test_refusals_in_a_row_are_one);
  ADD ("unreadable-in-a-row", test_unreadable_messages_in_a_row_are_one);
  ADD ("nobody-who-was-not-chosen", test_nobody_who_was_not_chosen_is_in_it);
  ADD ("changes", test_changes);
  ADD ("pause", test_pause);
  ADD ("limit", test_limit);
  ADD ("draft-that-is-dropped", test_draft_that_is_dropped);
  ADD ("next-run-knows", test_next_run_knows);
  ADD ("private-chat", test_private_chat_leaves_nothing);
  ADD ("encrypted-chat", test_encrypted_chat_leaves_nothing);
  ADD ("name-that-proves-nothing", test_name_that_proves_nothing_leaves_nothing);
  ADD ("began-in-private", test_turn_that_began_in_private_leaves_nothing);
  ADD ("forgotten-person", test_forgotten_person_is_not_in_it);
  ADD ("bounds", test_bounds_are_those_of_the_settings);
  g_test_add_func ("/engine/diary/sentences", test_sentences);
  g_test_add_func ("/engine/diary/every-entry-has-words", test_every_entry_has_words);
  return g_test_run ();
}
