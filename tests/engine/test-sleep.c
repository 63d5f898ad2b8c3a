/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The clocks part: the machine slept, or somebody set the clock. */
#include "engine-fixture.h"

#include <string.h>

#define WORDS "shall we sing tomorrow?"

/* Monotonic time stands still while a machine sleeps. */
static void
sleep_for (Fixture *f, gint64 seconds)
{
  f->clock.wall += seconds;
}

static void
think (Fixture *f)
{
  write_line (f, f->alice, WORDS);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
expect_answer (Fixture *f, const char *answer)
{
  g_autofree char *line = g_strdup_printf ("alice@localhost < %s\n", answer);

  pass (f, 1500);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 5000);
  expect_log (f, line);
}

static void
test_turn_is_read_again (Fixture *f, gconstpointer data)
{
  think (f);
  sleep_for (f, 300);
  pass (f, 510);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  expect_answer (f, "Yes.");
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
}

static void
test_reading_goes_on (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, WORDS);
  pass (f, 100);
  sleep_for (f, 300);
  expect_answer (f, "Yes.");
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

/* What came before is too old to be answered, and read with what comes after. */
static void
test_hour_in_the_middle_of_a_burst (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "wait");
  write_line (f, f->alice, "so i just had");
  sleep_for (f, 3600);
  pass (f, 10000);
  write_line (f, f->alice, "3 slices of pizza");
  pass (f, 5000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_true (parley_test_backend_was_told (f->backend, "so i just had"));
  parley_test_backend_answer (f->backend, "Enjoy.");
  pass (f, 5000);
  expect_log (f, "alice@localhost < Enjoy.\n");
}

static void
test_old_turn_is_only_read (Fixture *f, gconstpointer data)
{
  think (f);
  sleep_for (f, 700);
  pass (f, 5000);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_true (parley_test_backend_was_told (f->backend, WORDS));
}

/* The first thing that happens after the sleep may be a message. */
static void
test_message_wakes_it (Fixture *f, gconstpointer data)
{
  think (f);
  sleep_for (f, 700);
  write_line (f, f->alice, "hm?");
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
  g_assert_null (
      strstr (g_strrstr (parley_test_backend_get_last_message (f->backend), "<they-"), WORDS));
}

static void
test_rest_of_a_reply_is_dropped (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 10);
  think (f);
  parley_test_backend_answer (f->backend, "The first part.\n\nThe second part.");
  pass (f, 2000);
  g_assert_nonnull (strstr (f->host->log->str, "The first part."));
  sleep_for (f, 60);
  pass (f, 9000);
  g_assert_null (strstr (f->host->log->str, "The second part."));
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_waits_for_the_connection (Fixture *f, gconstpointer data)
{
  think (f);
  sleep_for (f, 60);
  f->host->facts.connected = FALSE;
  pass (f, 9000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  expect_answer (f, "Yes.");
}

static void
test_small_step_of_the_clock_is_no_sleep (Fixture *f, gconstpointer data)
{
  think (f);
  sleep_for (f, 25);
  pass (f, 1000);
  sleep_for (f, -25);
  pass (f, 1000);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 0);
}

static void
test_clock_set_back (Fixture *f, gconstpointer data)
{
  think (f);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
  sleep_for (f, -3600);
  for (guint i = 0; i < 3; i++)
    {
      write_line (f, f->alice, "hm?");
      expect_answer (f, "Still here.");
    }
}

static void
test_clock_set_back_in_a_turn (Fixture *f, gconstpointer data)
{
  think (f);
  sleep_for (f, -3600);
  pass (f, 510);
  expect_answer (f, "Yes.");
  write_line (f, f->alice, "hm?");
  expect_answer (f, "Still here.");
}

/* By the wall it is younger than a minute then, and was not answered for an hour and a half. */
static void
test_clock_set_back_makes_nothing_younger (Fixture *f, gconstpointer data)
{
  think (f);
  f->host->facts.connected = FALSE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  pass (f, 5400 * 1000);
  sleep_for (f, -5400);
  f->host->facts.connected = TRUE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  expect_log (f, "");
}

/* Stand-down */

static void
expect_standing_down (Fixture *f, gboolean expected)
{
  guint asked = f->backend->requests->len;

  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, expected ? asked : asked + 1);
}

static void
test_stand_down_is_over (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here myself.", FALSE);
  sleep_for (f, 16 * 60);
  expect_standing_down (f, FALSE);
}

static void
test_rest_of_a_stand_down (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here myself.", FALSE);
  sleep_for (f, 10 * 60);
  pass (f, 3 * 60 * 1000);
  expect_standing_down (f, TRUE);
  pass (f, 2 * 60 * 1000);
  expect_standing_down (f, FALSE);
}

static void
test_stand_down_with_the_clock_set_back (Fixture *f, gconstpointer data)
{
  write_own (f, f->alice, "I am here myself.", FALSE);
  sleep_for (f, -3600);
  expect_standing_down (f, TRUE);
  pass (f, 15 * 60 * 1000);
  expect_standing_down (f, FALSE);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/sleep/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("read-again", test_turn_is_read_again);
  ADD ("reading", test_reading_goes_on);
  ADD ("hour-in-a-burst", test_hour_in_the_middle_of_a_burst);
  ADD ("old-turn", test_old_turn_is_only_read);
  ADD ("message", test_message_wakes_it);
  ADD ("rest-of-a-reply", test_rest_of_a_reply_is_dropped);
  ADD ("waits-for-the-connection", test_waits_for_the_connection);
  ADD ("small-step", test_small_step_of_the_clock_is_no_sleep);
  ADD ("clock-set-back", test_clock_set_back);
  ADD ("clock-set-back-in-a-turn", test_clock_set_back_in_a_turn);
  ADD ("clock-set-back-while-it-waits", test_clock_set_back_makes_nothing_younger);
  ADD ("stand-down-over", test_stand_down_is_over);
  ADD ("stand-down-rest", test_rest_of_a_stand_down);
  ADD ("stand-down-clock-set-back", test_stand_down_with_the_clock_set_back);
  return g_test_run ();
}
