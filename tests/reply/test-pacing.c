/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-bubbler.h"

static void
test_speed_and_bounds (void)
{
  const ParleyPacing even = { .cps = 10, .min_ms = 500, .max_ms = 3000 };

  g_assert_cmpint (parley_pacing_compute (&even, "ten chars!", 1), ==, 1000);
  g_assert_cmpint (parley_pacing_compute (&even, "zehn Zeiché", 1), ==, 1100);
  g_assert_cmpint (parley_pacing_compute (&even, "k", 1), ==, 500);
  g_assert_cmpint (parley_pacing_compute (&even, "a line that nobody types in three seconds", 1),
                   ==, 3000);
}

static void
test_zero_is_at_once (void)
{
  const ParleyPacing off = { .cps = 0, .min_ms = 500, .max_ms = 3000, .jitter = 50 };

  g_assert_cmpint (parley_pacing_compute (&off, "anything", 1), ==, 0);
}

static void
test_jitter_is_bounded_uneven_and_repeatable (void)
{
  const ParleyPacing uneven = { .cps = 10, .min_ms = 0, .max_ms = 9000, .jitter = 20 };
  int low = G_MAXINT;
  int high = 0;

  for (guint64 seed = 0; seed < 500; seed++)
    {
      int ms = parley_pacing_compute (&uneven, "ten chars!", seed);

      g_assert_cmpint (ms, ==, parley_pacing_compute (&uneven, "ten chars!", seed));
      low = MIN (low, ms);
      high = MAX (high, ms);
    }
  g_assert_cmpint (low, >=, 800);
  g_assert_cmpint (low, <, 850);
  g_assert_cmpint (high, <=, 1200);
  g_assert_cmpint (high, >, 1150);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reply/pacing/speed-and-bounds", test_speed_and_bounds);
  g_test_add_func ("/reply/pacing/zero-is-at-once", test_zero_is_at_once);
  g_test_add_func ("/reply/pacing/jitter", test_jitter_is_bounded_uneven_and_repeatable);
  return g_test_run ();
}
