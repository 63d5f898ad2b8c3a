/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-meter.h"

#define MINUTE G_GINT64_CONSTANT (60000)

static void
test_counts_what_is_young_enough (void)
{
  g_autoptr (ParleyRate) rate = parley_rate_new ();

  parley_rate_add (rate, 1);
  parley_rate_add (rate, 5 * MINUTE);
  g_assert_cmpuint (parley_rate_count (rate, 10 * MINUTE, 10 * MINUTE), ==, 2);
  g_assert_cmpuint (parley_rate_count (rate, 10 * MINUTE + 1, 10 * MINUTE), ==, 1);
  g_assert_cmpuint (parley_rate_count (rate, 10 * MINUTE + 1, 60 * MINUTE), ==, 2);
}

/* When the wait is over there is room for one. */
static void
test_tells_how_long_to_wait (void)
{
  g_autoptr (ParleyRate) rate = parley_rate_new ();
  gint64 now = 1;
  gint64 wait;

  for (guint i = 0; i < 6; i++, now += MINUTE)
    {
      g_assert_cmpint (parley_rate_get_wait (rate, now, 10 * MINUTE, 6), ==, 0);
      parley_rate_add (rate, now);
    }
  wait = parley_rate_get_wait (rate, now, 10 * MINUTE, 6);
  g_assert_cmpint (wait, ==, 4 * MINUTE);
  g_assert_cmpuint (parley_rate_count (rate, now + wait - 1, 10 * MINUTE), ==, 6);
  g_assert_cmpuint (parley_rate_count (rate, now + wait, 10 * MINUTE), ==, 5);
}

static void
test_memory_is_bounded (void)
{
  g_autoptr (ParleyRate) rate = parley_rate_new ();
  guint n;

  for (guint i = 0; i < 10 * PARLEY_RATE_MAX; i++)
    parley_rate_add (rate, 1 + i);
  parley_rate_get_times (rate, 10 * PARLEY_RATE_MAX, &n);
  g_assert_cmpuint (n, ==, PARLEY_RATE_MAX);
  parley_rate_get_times (rate, 100 * MINUTE, &n);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/rate/young-enough", test_counts_what_is_young_enough);
  g_test_add_func ("/guard/rate/wait", test_tells_how_long_to_wait);
  g_test_add_func ("/guard/rate/bounded", test_memory_is_bounded);
  return g_test_run ();
}
