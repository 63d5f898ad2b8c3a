/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-habits.h"

/* Bubbles @gap apart, and an answer. */
static void
live_a_burst (ParleyHabits *habits, gint64 *now, guint n, int gap)
{
  for (guint i = 0; i < n; i++)
    {
      parley_habits_note_bubble (habits, *now);
      *now += gap;
    }
  parley_habits_note_answer (habits, "I see.", *now);
  *now += 60000;
}

static void
test_gaps_within_a_burst_count (void)
{
  ParleyHabits habits;
  gint64 now = 0;

  parley_habits_init (&habits);
  live_a_burst (&habits, &now, 4, 700);
  live_a_burst (&habits, &now, 1, 700);
  g_assert_cmpuint (habits.cadence.n_gaps, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (parley_cadence_get_gap (&habits.cadence, i), ==, 700);
}

/* A burst is judged by the ones before it only. */
static void
test_stats_are_of_past_bursts (void)
{
  ParleyHabits habits;
  gint64 now = 0;

  parley_habits_init (&habits);
  live_a_burst (&habits, &now, 6, 700);
  g_assert_cmpuint (habits.stats.count, ==, 0);
  parley_habits_note_bubble (&habits, now);
  g_assert_cmpuint (habits.stats.count, ==, 5);
  g_assert_cmpint (habits.stats.p50, ==, 700);
  parley_habits_note_bubble (&habits, now + 9000);
  g_assert_cmpuint (habits.stats.count, ==, 5);
  g_assert_cmpint (habits.stats.p95, ==, 700);
  g_assert_cmpuint (habits.cadence.n_gaps, ==, 6);
}

static void
test_answer_tells_whether_it_asked (void)
{
  ParleyHabits habits;

  parley_habits_init (&habits);
  g_assert_false (habits.asked);
  parley_habits_note_answer (&habits, "When?", 5000);
  g_assert_true (habits.asked);
  g_assert_cmpint (habits.answered_at, ==, 5000);
  parley_habits_note_answer (&habits, "Fine.", 6000);
  g_assert_false (habits.asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/habits/gaps-within-a-burst", test_gaps_within_a_burst_count);
  g_test_add_func ("/turn/habits/stats-of-past-bursts", test_stats_are_of_past_bursts);
  g_test_add_func ("/turn/habits/answer-tells-whether-it-asked",
                   test_answer_tells_whether_it_asked);
  return g_test_run ();
}
