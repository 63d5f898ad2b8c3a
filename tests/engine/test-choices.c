/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The user chooses among several drafts. */
#include "engine-fixture.h"

#include <string.h>

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

/* Choosing */

static void
two_drafts (Fixture *f)
{
  draft (f, "hm?", "First.");
  again (f, "");
  answer (f, "Second.");
  g_ptr_array_set_size (f->host->told, 0);
}

/* Never two of them for the same words. */
static void
test_older_one_is_sent_by_its_number (Fixture *f, gconstpointer data)
{
  two_drafts (f);
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
  send (f);
  send_draft (f, f->alice, 1);
  send_draft (f, f->alice, 2);
  assert_told (f, "out of date");
  send_draft (f, f->alice, 3);
  assert_told (f, "There is no draft to send");
  expect_log (f, "");
  draft (f, "and now?", "Third.");
  assert_told (f, "Draft 3");
}

static void
test_drafts_are_listed (Fixture *f, gconstpointer data)
{
  parley_engine_show_drafts (f->engine, f->alice);
  assert_told (f, "There is no draft.");
  two_drafts (f);
  pass (f, 300000);
  parley_engine_show_drafts (f->engine, f->alice);
  assert_told (f, "2 drafts wait. To send one, such as the last: /parley send 2\n"
                  "Draft 1, 5 minutes old:\nFirst.\nDraft 2, 5 minutes old:\nSecond.");
}

static void
test_older_one_is_changed_and_dropped (Fixture *f, gconstpointer data)
{
  g_autofree char *taken = NULL;

  two_drafts (f);
  taken = parley_engine_take_proposal (f->engine, f->alice, 1);
  g_assert_cmpstr (taken, ==, "First.");
  parley_engine_edit_proposal (f->engine, f->alice, "2 Mine.");
  assert_told (f, "Draft 3. To send it: /parley send\nMine.");
  parley_engine_drop_proposal (f->engine, f->alice, 1);
  assert_told (f, "The draft is dropped. 1 still waits");
  parley_engine_edit_proposal (f->engine, f->alice, "3 of us.");
  assert_told (f, "Draft 4. To send it: /parley send\n3 of us.");
  parley_engine_drop_proposal (f->engine, f->alice, 1);
  assert_told (f, "There is no draft to drop");
  send (f);
  expect_log (f, "alice@localhost < 3 of us.\n");
}

/* Dropped, the newest leaves its number behind, and is no lesson where another one is chosen. */
static void
test_one_before_is_left (Fixture *f, gconstpointer data)
{
  guint unchanged;
  guint all;

  two_drafts (f);
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  again (f, "");
  answer (f, "Third.");
  assert_told (f, "Draft 3. ");
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
  parley_engine_get_draft_tally (f->engine, f->alice, &unchanged, &all);
  g_assert_cmpuint (unchanged, ==, 1);
  g_assert_cmpuint (all, ==, 1);
  write_line (f, f->alice, "and now?");
  pass (f, 2000);
  g_assert_false (parley_test_backend_was_told (f->backend, "Third."));
}

/* What is still being written then is an answer to what is answered. */
static void
test_sent_while_another_is_written (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  again (f, "");
  pass (f, 2000);
  send_draft (f, f->alice, 0);
  assert_told (f, "Say which draft");
  expect_log (f, "");
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 20000);
  expect_log (f, "");
  g_assert_false (was_told (f, "Draft 2"));
}

static void
test_newer_words_make_all_untrue (Fixture *f, gconstpointer data)
{
  two_drafts (f);
  write_line (f, f->alice, "no, wait");
  for (guint i = 0; i <= 2; i++)
    send_draft (f, f->alice, i);
  expect_log (f, "");
}

/* Seen long ago, or yesterday: once more, with its age. */
static void
test_old_draft_is_shown_again (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "First.");
  pass (f, 3 * 3600000);
  send_draft (f, f->alice, 1);
  assert_told (f, "Draft 1 is 3 hours old, so nothing was sent. To send it all the same: /parley "
                  "send 1\nFirst.");
  expect_log (f, "");
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
}

static void
test_all_are_there_after_a_restart (Fixture *f, gconstpointer data)
{
  two_drafts (f);
  again (f, "");
  answer (f, "Third.");
  fixture_crash (f);
  g_ptr_array_set_size (f->host->told, 0);
  fixture_start (f);
  fixture_settle (f);
  assert_told (f, "3 drafts are from before the restart");
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
  fixture_crash (f);
  g_ptr_array_set_size (f->host->told, 0);
  fixture_start (f);
  fixture_settle (f);
  g_assert_false (was_told (f, "Second."));
  draft (f, "and now?", "Fourth.");
  assert_told (f, "Draft 4");
}

static void
test_all_are_forgotten_with_the_person (Fixture *f, gconstpointer data)
{
  draft (f, "hm?", "The xyzzy.");
  again (f, "");
  answer (f, "The plugh.");
  g_assert_true (is_in_files (f, "xyzzy"));
  parley_engine_forget_person (f->engine, f->alice);
  fixture_settle (f);
  g_assert_false (is_in_files (f, "xyzzy"));
  g_assert_false (is_in_files (f, "plugh"));
  parley_engine_show_drafts (f->engine, f->alice);
  assert_told (f, "There is no draft.");
  send_draft (f, f->alice, 1);
  fixture_quit (f);
  g_ptr_array_set_size (f->host->told, 0);
  fixture_start (f);
  fixture_settle (f);
  g_assert_false (was_told (f, "xyzzy"));
  send_draft (f, f->alice, 1);
  expect_log (f, "");
}

static void
want_two (Fixture *f)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_TWO_DRAFTS, TRUE);
}

static void
test_two_are_written (Fixture *f, gconstpointer data)
{
  want_two (f);
  draft (f, "hm?", "First.");
  assert_told (f, "Draft 1. To send it: /parley send\nFirst.");
  pass (f, 100);
  assert_asked (f, 2);
  g_assert_true (parley_test_backend_was_told (f->backend, "chooses between two drafts"));
  answer (f, "Second.");
  assert_told (f, "Draft 2, to choose instead of the one before. To send it: /parley send 2\n"
                  "Second.");
  assert_asked (f, 2);
  send (f);
  assert_told (f, "Say which draft");
  expect_log (f, "");
  send_draft (f, f->alice, 1);
  expect_log (f, "alice@localhost < First.\n");
  pass (f, 20000);
  assert_asked (f, 2);
}

/* The first need not wait for the second, and a second like the first is none. */
static void
test_second_comes_to_nothing (Fixture *f, gconstpointer data)
{
  want_two (f);
  draft (f, "hm?", "First.");
  pass (f, 100);
  send (f);
  expect_log (f, "alice@localhost < First.\n");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  draft (f, "and now?", "Third.");
  pass (f, 100);
  answer (f, "Third.");
  g_assert_false (was_told (f, "to choose"));
  send (f);
  expect_log (f, "alice@localhost < Third.\n");
}

/* The second is asked for by nobody who would be told. */
static void
test_words_before_the_second (Fixture *f, gconstpointer data)
{
  want_two (f);
  draft (f, "hm?", "First.");
  pass (f, 100);
  write_line (f, f->alice, "so?");
  pass (f, 2000);
  g_assert_false (parley_test_backend_was_told (f->backend, "two drafts"));
  answer (f, "Other.");
  assert_told (f, "Draft 2. ");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/choices/" name, Fixture, NULL, set_up, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("number", test_older_one_is_sent_by_its_number);
  ADD ("list", test_drafts_are_listed);
  ADD ("verbs", test_older_one_is_changed_and_dropped);
  ADD ("left", test_one_before_is_left);
  ADD ("written", test_sent_while_another_is_written);
  ADD ("newer", test_newer_words_make_all_untrue);
  ADD ("old", test_old_draft_is_shown_again);
  ADD ("two", test_two_are_written);
  ADD ("two/nothing", test_second_comes_to_nothing);
  ADD ("two/words", test_words_before_the_second);
  g_test_add ("/engine/choices/restart", Fixture, NULL, set_up_kept,
              test_all_are_there_after_a_restart, fixture_teardown);
  g_test_add ("/engine/choices/forgotten", Fixture, NULL, set_up_kept,
              test_all_are_forgotten_with_the_person, fixture_teardown);
  return g_test_run ();
}
