/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens often, counted by spans. */
#include "guard/parley-meter.h"

#define MINUTE G_GINT64_CONSTANT (60000)

static void
test_never_more_in_an_hour (void)
{
  ParleyPace pace = { 0 };
  gint64 times[2000];
  guint n = 0;

  for (gint64 now = 1; now < 300 * MINUTE; now += 7919)
    {
      if (parley_pace_get_wait (&pace, now, 90) > 0)
        continue;
      g_assert_true (n < 90 || now - times[n - 90] >= 60 * MINUTE);
      times[n++] = now;
      parley_pace_add (&pace, now, 1);
    }
  g_assert_cmpuint (n, >=, 4 * 90);
}

static void
test_wait_is_exact (void)
{
  ParleyPace pace = { 0 };
  gint64 now = 12 * MINUTE;
  gint64 wait;

  parley_pace_add (&pace, now, 2);
  parley_pace_add (&pace, now += 6 * MINUTE, 1);
  g_assert_cmpint (parley_pace_get_wait (&pace, now, 4), ==, 0);
  for (guint max = 1; max <= 3; max++)
    {
      wait = parley_pace_get_wait (&pace, now, max);
      g_assert_cmpint (wait, >, 0);
      g_assert_cmpint (wait, <=, 65 * MINUTE);
      g_assert_cmpint (parley_pace_get_wait (&pace, now + wait - 1, max), ==, 1);
      g_assert_cmpint (parley_pace_get_wait (&pace, now + wait, max), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/pace/never-more", test_never_more_in_an_hour);
  g_test_add_func ("/guard/pace/wait", test_wait_is_exact);
  return g_test_run ();
}
