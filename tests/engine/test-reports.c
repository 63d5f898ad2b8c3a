/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is told of all chats, and of what is remembered. */
#include "engine-fixture.h"

#include <string.h>

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* @on: (nullable): who is switched on, besides whom there was a turn with. */
static GPtrArray *
list (Fixture *f, const ParleyChatKey *on, guint max, guint *total)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (GAsyncResult) result = NULL;

  if (on != NULL)
    g_ptr_array_add (keys, (gpointer) on);
  fixture_settle (f);
  parley_engine_report_async (f->engine, NULL, on_answer, &result);
  wait_for (&result);
  return parley_engine_report_finish (f->engine, result, keys, max, total, NULL);
}

/* "alice@localhost: 1 of 2 messages, Answered. Waiting for them to write.": the last turn first. */
static void
expect (Fixture *f, const ParleyChatKey *on, const char *expected)
{
  guint total;
  g_autoptr (GPtrArray) reports = list (f, on, 100, &total);
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_cmpuint (total, ==, reports->len);
  for (guint i = 0; i < reports->len; i++)
    {
      const ParleyChatReport *report = g_ptr_array_index (reports, i);

      g_string_append_printf (found, "%s%s: %u, %u, %s %s", i > 0 ? "|" : "", report->key->person,
                              report->replies, report->turn_messages,
                              report->outcome != NULL ? report->outcome : "-", report->doing);
    }
  g_assert_cmpstr (found->str, ==, expected);
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
test_switched_on_and_talked_with (Fixture *f, gconstpointer data)
{
  expect (f, NULL, "");
  expect (f, f->bob, "bob@localhost: 0, 0, - Waiting for them to write.");
  talk (f, f->alice, "is the boat blue?", "It is green.");
  expect (f, f->bob,
          "alice@localhost: 1, 1, Answered. Waiting for them to write.|"
          "bob@localhost: 0, 0, - Waiting for them to write.");
  expect (f, f->alice, "alice@localhost: 1, 1, Answered. Waiting for them to write.");
}

static void
test_what_it_is_at (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "is the boat blue?");
  pass (f, 1000);
  expect (f, f->alice, "alice@localhost: 0, 0, - Thinking about an answer.");
  parley_test_backend_answer (f->backend, "It is green.");
  pass (f, 100);
  f->host->facts.connected = FALSE;
  {
    guint total;
    g_autoptr (GPtrArray) reports = list (f, f->alice, 100, &total);
    const ParleyChatReport *report = g_ptr_array_index (reports, 0);

    g_assert_true (
        g_str_has_prefix (report->doing, parley_verdict_explain (PARLEY_VERDICT_OFFLINE)));
  }
}

static void
test_a_day_later_it_is_over (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "is the boat blue?", "It is green.");
  f->clock.wall += 24 * 3600 + 1;
  expect (f, NULL, "");
}

static void
test_private_turns_count (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "is the boat blue?", "It is green.");
  f->host->facts.logged = FALSE;
  parley_engine_look_again (f->engine);
  talk (f, f->alice, "and the mast?", "[silence]");
  expect (f, NULL,
          "alice@localhost: 1, 1, There was nothing to answer. Waiting for them to write.");
}

static void
test_newest_are_shown (Fixture *f, gconstpointer data)
{
  guint total;
  g_autoptr (GPtrArray) reports = NULL;
  const ParleyChatReport *first;

  talk (f, f->alice, "is the boat blue?", "It is green.");
  talk (f, f->bob, "is the boat blue?", "It is green.");
  reports = list (f, NULL, 1, &total);
  first = g_ptr_array_index (reports, 0);
  g_assert_cmpuint (reports->len, ==, 1);
  g_assert_cmpuint (total, ==, 2);
  g_assert_true (parley_chat_key_equal (first->key, f->bob));
}

static void
test_tokens_and_money (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) reports = NULL;
  g_autofree char *summary = NULL;
  const ParleyChatReport *report;
  guint total;

  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_PRICE_READ, "1000", NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_CURRENCY, "EUR", NULL));
  fixture_use_scripted_model (f);
  talk (f, f->alice, "is the boat blue?", "It is green.");
  reports = list (f, f->bob, 100, &total);
  report = g_ptr_array_index (reports, 0);
  g_assert_cmpint (report->tokens, >, 0);
  g_assert_true (g_str_has_suffix (report->money, " EUR"));
  report = g_ptr_array_index (reports, 1);
  g_assert_cmpint (report->tokens, ==, 0);
  g_assert_null (report->money);
  summary = parley_engine_dup_summary (f->engine);
  g_assert_nonnull (strstr (summary, " EUR."));
}

/* What is asked of an engine that goes is not answered. */
static void
test_cancelled (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint total;

  parley_engine_report_async (f->engine, cancellable, on_answer, &result);
  g_cancellable_cancel (cancellable);
  wait_for (&result);
  g_assert_null (parley_engine_report_finish (f->engine, result, keys, 1, &total, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Returns: (transfer full). */
static GPtrArray *
recollect (Fixture *f, const ParleyChatKey *key, guint max)
{
  g_autoptr (GAsyncResult) result = NULL;

  fixture_settle (f);
  parley_engine_recollect_async (f->engine, key, max, NULL, on_answer, &result);
  wait_for (&result);
  return parley_engine_recollect_finish (result, NULL);
}

static guint
count_remembered (Fixture *f)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) keys = NULL;

  fixture_settle (f);
  parley_engine_list_remembered_async (f->engine, NULL, on_answer, &result);
  wait_for (&result);
  keys = parley_engine_list_remembered_finish (result, NULL);
  return keys->len;
}

/* Each person once, wherever something of them is; and of each place what is there. */
static void
test_all_places_are_looked_at (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) before = recollect (f, f->alice, 20);
  g_autoptr (GPtrArray) after = NULL;
  const ParleyChatContents *kept;
  const ParleyChatContents *private;

  g_assert_cmpuint (before->len, ==, 0);
  talk (f, f->alice, "is the boat blue?", "It is green.");
  f->host->facts.logged = FALSE;
  parley_engine_look_again (f->engine);
  talk (f, f->alice, "and the mast?", "It is red.");
  g_assert_cmpuint (count_remembered (f), ==, 1);
  after = recollect (f, f->alice, 20);
  g_assert_cmpuint (after->len, ==, 2);
  kept = g_ptr_array_index (after, 0);
  private = g_ptr_array_index (after, 1);
  g_assert_cmpuint (parley_history_get_length (kept->history), ==, 2);
  g_assert_cmpstr (parley_history_get (kept->history, 0)->text, ==, "is the boat blue?");
  g_assert_cmpstr (parley_history_get (private->history, 1)->text, ==, "It is red.");
}

/* The newest, and no more than was asked for. */
static void
test_so_much_as_was_asked_for (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (GPtrArray) all = NULL;
  const ParleyChatContents *contents;

  talk (f, f->alice, "is the boat blue?", "It is green.");
  some = recollect (f, f->alice, 1);
  contents = g_ptr_array_index (some, 0);
  g_assert_cmpuint (parley_history_get_length (contents->history), ==, 1);
  g_assert_cmpstr (parley_history_get (contents->history, 0)->text, ==, "It is green.");
  g_assert_cmpuint (contents->journal->len, ==, 1);
  g_assert_null (contents->entries);
  all = recollect (f, f->alice, 0);
  contents = g_ptr_array_index (all, 0);
  g_assert_cmpuint (parley_history_get_length (contents->history), ==, 2);
  g_assert_cmpuint (contents->journal->len, >, 1);
  g_assert_cmpuint (contents->entries->len, ==, 0);
}

#define ADD(name, function)                                                                        \
  g_test_add ("/engine/reports/" name, Fixture, NULL, fixture_setup_kept, function,                \
              fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("who", test_switched_on_and_talked_with);
  ADD ("what", test_what_it_is_at);
  ADD ("day", test_a_day_later_it_is_over);
  ADD ("private", test_private_turns_count);
  ADD ("newest", test_newest_are_shown);
  ADD ("money", test_tokens_and_money);
  ADD ("cancelled", test_cancelled);
  ADD ("places", test_all_places_are_looked_at);
  ADD ("bounds", test_so_much_as_was_asked_for);
  return g_test_run ();
}
