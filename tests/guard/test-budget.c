/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-meter.h"

#define HOUR G_GINT64_CONSTANT (3600000)

static gint64
get_sum (const ParleyBudget *budget, gint64 now)
{
  ParleyTokens tokens = parley_budget_get (budget, now);

  return tokens.read + tokens.written;
}

/* Never less than 24 hours, never more than 25. */
static void
test_day_rolls (void)
{
  ParleyBudget budget = { 0 };
  gint64 at = 1000 * HOUR + HOUR / 2;

  parley_budget_add (&budget, at, (ParleyTokens){ 70, 30 });
  g_assert_cmpint (get_sum (&budget, at), ==, 100);
  g_assert_cmpint (get_sum (&budget, at + 24 * HOUR), ==, 100);
  g_assert_cmpint (get_sum (&budget, at + 25 * HOUR), ==, 0);
}

/* At no time does a day have more than what was added in its 25 hours, or less than in its 24. */
static void
test_any_day_of_a_week (void)
{
  ParleyBudget budget = { 0 };

  for (gint64 now = HOUR; now < 7 * 24 * HOUR; now += HOUR / 4)
    {
      parley_budget_add (&budget, now, (ParleyTokens){ 1, 0 });
      g_assert_cmpint (get_sum (&budget, now), <=, 100);
      if (now > 30 * HOUR)
        g_assert_cmpint (get_sum (&budget, now), >=, 96);
    }
}

static void
test_nothing_is_given_back (void)
{
  ParleyBudget budget = { 0 };

  parley_budget_add (&budget, HOUR, (ParleyTokens){ 10, 10 });
  parley_budget_add (&budget, HOUR, (ParleyTokens){ -5, -5 });
  g_assert_cmpint (get_sum (&budget, HOUR), ==, 20);
}

/* --- the time it goes by --- */

static void
test_clock_set_back_gives_no_second_day (void)
{
  ParleyElapsed elapsed = { 0 };
  gint64 before = parley_elapsed_read (&elapsed, 5000, 1800000000);

  g_assert_cmpint (parley_elapsed_read (&elapsed, 6000, 1800000000 - 86400), ==, before + 1000);
  g_assert_cmpint (parley_elapsed_read (&elapsed, 7000, 1800000000 - 86399), ==, before + 2000);
}

static void
test_sleep_counts (void)
{
  ParleyElapsed elapsed = { 0 };
  gint64 before = parley_elapsed_read (&elapsed, 5000, 1800000000);

  g_assert_cmpint (parley_elapsed_read (&elapsed, 5100, 1800003600), ==, before + 3600000);
}

static void
test_restart_counts_unless_the_clock_went_back (void)
{
  ParleyElapsed later = { .now = 777000, .wall = 1800000000 };
  ParleyElapsed earlier = later;

  g_assert_cmpint (parley_elapsed_read (&later, 100, 1800000060), ==, 777000 + 60000);
  g_assert_cmpint (parley_elapsed_read (&earlier, 100, 1799990000), ==, 777000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/budget/day-rolls", test_day_rolls);
  g_test_add_func ("/guard/budget/any-day", test_any_day_of_a_week);
  g_test_add_func ("/guard/budget/nothing-given-back", test_nothing_is_given_back);
  g_test_add_func ("/guard/elapsed/clock-set-back", test_clock_set_back_gives_no_second_day);
  g_test_add_func ("/guard/elapsed/sleep", test_sleep_counts);
  g_test_add_func ("/guard/elapsed/restart", test_restart_counts_unless_the_clock_went_back);
  return g_test_run ();
}
