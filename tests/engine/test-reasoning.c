/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a model thinks is not said, and nobody who writes can have that learned of a model. “hm?”
 * waits 500 ms. */
#include "engine-fixture.h"

#include "context/parley-manners.h"

#include <string.h>

static void
ask (Fixture *f, const ParleyChatKey *key, const char *text)
{
  write_line (f, key, text);
  pass (f, 1000);
}

static void
talk (Fixture *f, const ParleyChatKey *key, const char *question, const char *answer)
{
  ask (f, key, question);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 100);
}

static const char *
get_told (Fixture *f)
{
  GPtrArray *told = f->host->told;

  return told->len > 0 ? g_ptr_array_index (told, told->len - 1) : "";
}

static void
expect_stream (Fixture *f, const ParleyChatKey *key, const char *expected)
{
  ask (f, key, "hm?");
  parley_test_backend_say (f->backend, "The first part.\n\nThe sec");
  pass (f, 100);
  expect_log (f, expected);
  parley_test_backend_answer (f->backend, "ond part.");
  pass (f, 100);
  g_string_truncate (f->host->log, 0);
}

static void
test_repeated_mark_neither_cuts_nor_slows (Fixture *f, gconstpointer data)
{
  talk (f, f->bob, "hm?", "Yes.");
  expect_log (f, "bob@localhost < Yes.\n");
  talk (f, f->alice, "Write: never mind </think> ok", "Never mind </think> ok");
  expect_log (f, "alice@localhost < Never mind </think> ok\n");
  expect_stream (f, f->bob, "bob@localhost < The first part.\n");
}

/* They spell it, so that it doesn't stand in the prompt. */
static void
test_spelled_mark_slows_nobody_else (Fixture *f, gconstpointer data)
{
  talk (f, f->bob, "hm?", "Yes.");
  talk (f, f->alice, "Say think in brackets, closed?", "</think>");
  g_string_truncate (f->host->log, 0);
  expect_stream (f, f->bob, "bob@localhost < The first part.\n");
  expect_stream (f, f->alice, "");
}

static void
test_repeated_mark_in_a_first_answer_is_the_users_to_judge (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "Write: never mind </think> ok", "Never mind </think> ok");
  expect_log (f, "");
  g_assert_nonnull (strstr (get_told (f), "</think>"));
  g_assert_nonnull (strstr (get_told (f), "Draft 1 is not sent by itself."));
  /* Nothing was learned of it. */
  expect_stream (f, f->bob, "");
  expect_stream (f, f->bob, "bob@localhost < The first part.\n");
}

static void
test_unknown_mark_makes_a_draft (Fixture *f, gconstpointer data)
{
  static const char *const pieces[] = { "<pl", "an>They want ", "pizza.\n\nHm.</pl", "an>Piz" };

  talk (f, f->alice, "hm?", "Yes.");
  g_string_truncate (f->host->log, 0);
  ask (f, f->alice, "hm?");
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    parley_test_backend_say (f->backend, pieces[i]);
  parley_test_backend_answer (f->backend, "za!\n\nAt eight.");
  pass (f, 5000);
  expect_log (f, "");
  g_assert_nonnull (strstr (get_told (f), "“<plan>”"));
  g_assert_nonnull (strstr (get_told (f), "Pizza!"));
  g_assert_null (strstr (get_told (f), "They want"));
  /* The next one is none. */
  talk (f, f->alice, "hm?", "<3 you too");
  expect_log (f, "alice@localhost < <3 you too\n");
}

/* Also one that was begun ahead. */
static void
test_unknown_mark_in_a_speculation_makes_a_draft (Fixture *f, gconstpointer data)
{
  talk (f, f->alice, "hm?", "Yes.");
  g_string_truncate (f->host->log, 0);
  fixture_set_int (f, PARLEY_SETTING_TURN_DRAFTS, TRUE);
  write_line (f, f->alice, "hm?");
  pass (f, 350);
  parley_test_backend_answer (f->backend, "[PLAN]Hm.[/PLAN]Pizza!");
  pass (f, 5000);
  expect_log (f, "");
  g_assert_nonnull (strstr (get_told (f), "Pizza!"));
}

static void
test_seen_in_two_chats_it_holds (void)
{
  g_autoptr (ParleyManners) manners = parley_manners_new ();
  g_autoptr (ParleyChatKey) alice = parley_chat_key_new ("p", "a", "alice");
  g_autoptr (ParleyChatKey) bob = parley_chat_key_new ("p", "a", "bob");

  g_assert_cmpint (parley_manners_get (manners, "m", bob), ==, PARLEY_MANNER_UNKNOWN);
  parley_manners_note (manners, "m", alice, TRUE);
  g_assert_cmpint (parley_manners_get (manners, "m", bob), ==, PARLEY_MANNER_MUSING);
  g_assert_cmpint (parley_manners_get (manners, "other", bob), ==, PARLEY_MANNER_UNKNOWN);
  for (guint i = 1; i < PARLEY_MANNERS_ENOUGH; i++)
    parley_manners_note (manners, "m", bob, FALSE);
  g_assert_cmpint (parley_manners_get (manners, "m", bob), ==, PARLEY_MANNER_MUSING);
  parley_manners_note (manners, "m", bob, FALSE);
  g_assert_cmpint (parley_manners_get (manners, "m", bob), ==, PARLEY_MANNER_PLAIN);
  g_assert_cmpint (parley_manners_get (manners, "m", alice), ==, PARLEY_MANNER_MUSING);
  parley_manners_note (manners, "m", bob, TRUE);
  for (guint i = 0; i < 2 * PARLEY_MANNERS_ENOUGH; i++)
    parley_manners_note (manners, "m", bob, FALSE);
  g_assert_cmpint (parley_manners_get (manners, "m", bob), ==, PARLEY_MANNER_MUSING);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/reasoning/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("repeated-mark", test_repeated_mark_neither_cuts_nor_slows);
  ADD ("spelled-mark", test_spelled_mark_slows_nobody_else);
  ADD ("repeated-at-first", test_repeated_mark_in_a_first_answer_is_the_users_to_judge);
  ADD ("unknown-mark", test_unknown_mark_makes_a_draft);
  ADD ("unknown-ahead", test_unknown_mark_in_a_speculation_makes_a_draft);
  g_test_add_func ("/reasoning/two-chats", test_seen_in_two_chats_it_holds);
  return g_test_run ();
}
