/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-habits.h"

static void
test_empty (void)
{
  const ParleyCadence cadence = { 0 };
  ParleyCadenceStats stats = parley_cadence_get_stats (&cadence);

  g_assert_cmpuint (stats.count, ==, 0);
  g_assert_cmpint (stats.p50, ==, 0);
  g_assert_cmpint (stats.p95, ==, 0);
}

/* Of five gaps the 95th percentile lies 0.8 of the way from the fourth to the fifth. */
static void
test_quantiles (void)
{
  static const int gaps[] = { 500, 100, 400, 200, 300 };
  ParleyCadence cadence = { 0 };
  ParleyCadenceStats stats;

  parley_cadence_add (&cadence, gaps[0]);
  stats = parley_cadence_get_stats (&cadence);
  g_assert_cmpint (stats.p50, ==, 500);
  g_assert_cmpint (stats.p95, ==, 500);
  parley_cadence_add (&cadence, gaps[1]);
  stats = parley_cadence_get_stats (&cadence);
  g_assert_cmpint (stats.p50, ==, 300);
  g_assert_cmpint (stats.p95, ==, 480);
  for (guint i = 2; i < G_N_ELEMENTS (gaps); i++)
    parley_cadence_add (&cadence, gaps[i]);
  stats = parley_cadence_get_stats (&cadence);
  g_assert_cmpint (stats.p50, ==, 300);
  g_assert_cmpint (stats.p95, ==, 480);
  g_assert_cmpuint (stats.count, ==, 5);
}

/* 100 gaps of 1, 2 … 100: the last 64 are left. */
static void
test_newest_are_kept (void)
{
  ParleyCadence cadence = { 0 };
  ParleyCadenceStats stats;

  for (int gap = 1; gap <= 100; gap++)
    parley_cadence_add (&cadence, gap);
  stats = parley_cadence_get_stats (&cadence);
  g_assert_cmpuint (stats.count, ==, PARLEY_CADENCE_MAX_GAPS);
  g_assert_cmpuint (parley_cadence_get_gap (&cadence, 0), ==, 37);
  g_assert_cmpuint (parley_cadence_get_gap (&cadence, 63), ==, 100);
  g_assert_cmpint (stats.p50, ==, 69); /* 68.5 */
  g_assert_cmpint (stats.p95, ==, 97); /* 96.85 */
}

static void
test_order_of_gaps_before_the_ring_is_full (void)
{
  ParleyCadence cadence = { 0 };

  parley_cadence_add (&cadence, 30);
  parley_cadence_add (&cadence, 10);
  g_assert_cmpuint (parley_cadence_get_gap (&cadence, 0), ==, 30);
  g_assert_cmpuint (parley_cadence_get_gap (&cadence, 1), ==, 10);
}

static void
test_absurd_gaps (void)
{
  ParleyCadence cadence = { 0 };
  ParleyCadenceStats stats;

  parley_cadence_add (&cadence, -5);
  stats = parley_cadence_get_stats (&cadence);
  g_assert_cmpint (stats.p50, ==, 0);
  parley_cadence_add (&cadence, G_MAXINT64);
  stats = parley_cadence_get_stats (&cadence);
  g_assert_cmpint (stats.p50, >, 0);
  g_assert_cmpint (stats.p95, >, stats.p50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/cadence/empty", test_empty);
  g_test_add_func ("/base/cadence/quantiles", test_quantiles);
  g_test_add_func ("/base/cadence/newest-are-kept", test_newest_are_kept);
  g_test_add_func ("/base/cadence/order", test_order_of_gaps_before_the_ring_is_full);
  g_test_add_func ("/base/cadence/absurd-gaps", test_absurd_gaps);
  return g_test_run ();
}
