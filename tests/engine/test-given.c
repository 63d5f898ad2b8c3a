/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Protocols that take a bubble, and show it later, or never. */
#include "engine-fixture.h"

#include <string.h>

static void
setup (Fixture *f, gconstpointer data)
{
  fixture_setup_kept (f, data);
  f->host->delivery = PARLEY_DELIVERY_GIVEN;
}

/* Alice is being answered with @text. */
static void
begin_answer (Fixture *f, const char *text)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, text);
  pass (f, 100);
  g_ptr_array_set_size (f->host->told, 0);
}

static void
show (Fixture *f, const char *text)
{
  write_own (f, f->alice, text, FALSE);
  pass (f, 100);
}

static gboolean
is_silent (Fixture *f)
{
  guint n = f->backend->requests->len;

  write_line (f, f->alice, "hm?");
  pass (f, 2000);
  return f->backend->requests->len == n;
}

static void
expect_told (Fixture *f, const char *part)
{
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (f->host->told, 0), part));
}

static void
test_all_of_it_goes_out (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.\n\nTwo.\n\nThree.");
  expect_log (f, "alice@localhost < One.\n");
  pass (f, 20000);
  expect_log (f, "");
  show (f, "One.");
  expect_log (f, "alice@localhost < Two.\n");
  show (f, "Two.");
  show (f, "Three.");
  expect_log (f, "alice@localhost < Three.\n");
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_false (is_silent (f));
  fixture_settle (f);
  g_assert_true (is_in_files (f, "Three."));
  g_assert_false (is_in_files (f, "perhaps not delivered"));
}

/* They said the same a minute ago. */
static void
test_same_words_again_arrive (Fixture *f, gconstpointer data)
{
  begin_answer (f, "Fine.\n\nFine.");
  expect_log (f, "alice@localhost < Fine.\n");
  show (f, "Fine.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < Fine.\n");
  show (f, "Fine.");
  pass (f, 60000);
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static void
test_shown_otherwise_is_ours (Fixture *f, gconstpointer data)
{
  begin_answer (f, "R&D is\nat 5.");
  show (f, "R&amp;D is at 5.");
  show (f, "R&amp;D is at 5."); /* some show it twice */
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_false (is_silent (f));
}

/* --- its line comes when the name is somebody else's --- */

/* Whoever has it next writes, and what was said to the first is shown. */
static void
show_to_the_next (Fixture *f)
{
  f->host->facts.person.from_room = TRUE; /* nothing is remembered of the first */
  parley_engine_lose (f->engine, f->alice);
  write_line (f, f->alice, "who is there?");
  show (f, "At the lake.");
  pass (f, 2000);
}

static void
expect_nothing_of_the_first (Fixture *f)
{
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_false (parley_test_backend_was_told (f->backend, "At the lake."));
  parley_test_backend_answer (f->backend, "Hello.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < At the lake.\nalice@localhost < Hello.\n");
}

static void
test_late_line_is_nobodys_words_for_the_next (Fixture *f, gconstpointer data)
{
  begin_answer (f, "At the lake.");
  show_to_the_next (f);
  expect_nothing_of_the_first (f);
}

/* It was shown at once, and comes again. */
static void
test_second_line_is_nobodys_words_for_the_next (Fixture *f, gconstpointer data)
{
  begin_answer (f, "At the lake.");
  show (f, "At the lake.");
  show_to_the_next (f);
  expect_nothing_of_the_first (f);
}

/* After ten minutes it is somebody's words. */
static void
test_same_words_are_the_users_later (Fixture *f, gconstpointer data)
{
  begin_answer (f, "At the lake.");
  parley_engine_lose (f->engine, f->alice);
  pass (f, 600001);
  write_line (f, f->alice, "hm?");
  show (f, "At the lake.");
  g_assert_true (is_silent (f));
}

static void
test_lost_is_never_said_again (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.\n\nTwo.");
  expect_log (f, "alice@localhost < One.\n");
  pass (f, 29000);
  g_assert_cmpuint (f->host->told->len, ==, 0);
  pass (f, 2000);
  expect_told (f, "never confirmed"); /* with the draft of the rest */
  expect_log (f, "");
  fixture_settle (f);
  g_assert_true (is_in_files (f, "[perhaps not delivered] One."));
  f->host->delivery = PARLEY_DELIVERY_SHOWN;
  pass (f, 5000); /* what came just now is not sent unseen */
  send_draft (f, f->alice, 0);
  pass (f, 1000);
  expect_log (f, "alice@localhost < Two.\n");
}

static void
test_error_in_its_place (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.");
  parley_engine_take_error (f->engine, f->alice);
  expect_told (f, "answered with an error");
  parley_engine_take_error (f->engine, f->alice);
  pass (f, 60000);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  expect_log (f, "alice@localhost < One.\n");
}

static void
test_shown_after_a_minute (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.");
  pass (f, 60000);
  expect_told (f, "never confirmed");
  show (f, "One.");
  g_assert_false (is_silent (f));
  g_assert_false (parley_test_backend_was_told (f->backend, "[perhaps not delivered]"));
  g_assert_true (parley_test_backend_was_told (f->backend, "One."));
}

/* Another text than ours in the user's name is theirs. */
static void
test_another_text_is_the_users (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.\n\nTwo.");
  show (f, "Something else.");
  pass (f, 40000);
  expect_log (f, "alice@localhost < One.\n");
  g_assert_true (is_silent (f));
}

static void
test_person_goes_on_meanwhile (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.\n\nTwo.");
  write_line (f, f->alice, "and?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Three.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < One.\n");
  show (f, "One.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < Three.\n");
}

static void
test_nothing_is_ever_shown (Fixture *f, gconstpointer data)
{
  f->host->facts.unshown = TRUE;
  begin_answer (f, "One.\n\nTwo.");
  pass (f, 2800);
  expect_log (f, "alice@localhost < One.\n");
  pass (f, 1000);
  expect_log (f, "alice@localhost < Two.\n");
  expect_told (f, "doesn't confirm messages");
  pass (f, 4000);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_false (is_silent (f));
}

static void
test_three_in_a_row_teach_it (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      begin_answer (f, "One.");
      pass (f, 31000);
      expect_told (f, "never confirmed");
    }
  begin_answer (f, "One.\n\nTwo.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < One.\nalice@localhost < One.\nalice@localhost < One.\n"
                 "alice@localhost < One.\nalice@localhost < Two.\n");
  expect_told (f, "doesn't confirm messages");
  show (f, "Two.");
  begin_answer (f, "Three.");
  pass (f, 31000);
  expect_told (f, "never confirmed");
}

static void
test_draft_goes_out_bubble_by_bubble (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  begin_answer (f, "One.\n\nTwo.");
  g_ptr_array_set_size (f->host->told, 0);
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  pass (f, 1000);
  expect_log (f, "alice@localhost < One.\n");
  show (f, "One.");
  pass (f, 1000);
  expect_log (f, "alice@localhost < Two.\n");
  show (f, "Two.");
  g_assert_false (is_silent (f));
}

static void
test_rest_of_a_lost_draft_stays_one (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  begin_answer (f, "One.\n\nTwo.");
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  pass (f, 31000);
  expect_log (f, "alice@localhost < One.\n");
  f->host->delivery = PARLEY_DELIVERY_SHOWN;
  pass (f, 5000); /* what came just now is not sent unseen */
  send_draft (f, f->alice, 0);
  pass (f, 1000);
  expect_log (f, "alice@localhost < Two.\n");
}

/* The next run can't know. */
static void
test_killed_before_it_is_shown (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.");
  fixture_settle (f);
  fixture_crash (f);
  fixture_start (f);
  write_line (f, f->alice, "hello?");
  pass (f, 1000);
  fixture_settle (f);
  g_assert_true (is_in_files (f, "[perhaps not delivered] One."));
  expect_log (f, "alice@localhost < One.\n");
}

static void
test_user_who_sends_by_hand_stops_it (Fixture *f, gconstpointer data)
{
  begin_answer (f, "One.\n\nTwo.");
  parley_engine_take_sent (f->engine, f->alice);
  pass (f, 100);
  show (f, "One.");
  show (f, "I am here myself.");
  pass (f, 40000);
  expect_log (f, "alice@localhost < One.\n");
  g_assert_true (is_silent (f));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                            \
  g_test_add ("/engine/given/" name, Fixture, NULL, setup, func, fixture_teardown)
  ADD ("all-of-it", test_all_of_it_goes_out);
  ADD ("next/late", test_late_line_is_nobodys_words_for_the_next);
  ADD ("next/again", test_second_line_is_nobodys_words_for_the_next);
  ADD ("next/later", test_same_words_are_the_users_later);
  ADD ("same-words", test_same_words_again_arrive);
  ADD ("shown-otherwise", test_shown_otherwise_is_ours);
  ADD ("lost", test_lost_is_never_said_again);
  ADD ("error", test_error_in_its_place);
  ADD ("after-a-minute", test_shown_after_a_minute);
  ADD ("another-text", test_another_text_is_the_users);
  ADD ("person-goes-on", test_person_goes_on_meanwhile);
  ADD ("never-shown", test_nothing_is_ever_shown);
  ADD ("taught", test_three_in_a_row_teach_it);
  ADD ("draft", test_draft_goes_out_bubble_by_bubble);
  ADD ("rest-of-a-draft", test_rest_of_a_lost_draft_stays_one);
  ADD ("killed", test_killed_before_it_is_shown);
  ADD ("by-hand", test_user_who_sends_by_hand_stops_it);
#undef ADD
  return g_test_run ();
}
