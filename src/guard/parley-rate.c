/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-rate.h"

struct _ParleyRate
{
  GArray *times; /* of gint64, oldest first */
};

ParleyRate *
parley_rate_new (void)
{
  ParleyRate *rate = g_new0 (ParleyRate, 1);

  rate->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  return rate;
}

void
parley_rate_free (ParleyRate *rate)
{
  g_array_unref (rate->times);
  g_free (rate);
}

guint
parley_rate_count (const ParleyRate *rate, gint64 now, gint64 span)
{
  guint over = 0; /* the first so many are out of the span */
  guint end = rate->times->len;

  while (over < end)
    {
      guint middle = over + (end - over) / 2;

      if (now - g_array_index (rate->times, gint64, middle) < span)
        end = middle;
      else
        over = middle + 1;
    }
  return rate->times->len - over;
}

static void
forget_old (ParleyRate *rate, gint64 now)
{
  guint kept = MIN (parley_rate_count (rate, now, PARLEY_RATE_HOUR_MS), PARLEY_RATE_MAX);

  g_array_remove_range (rate->times, 0, rate->times->len - kept);
}

void
parley_rate_add (ParleyRate *rate, gint64 now)
{
  g_array_append_val (rate->times, now);
  forget_old (rate, now);
}

gint64
parley_rate_get_wait (const ParleyRate *rate, gint64 now, gint64 span, guint max)
{
  guint n = parley_rate_count (rate, now, span);

  if (n < max || max == 0)
    return 0;
  return g_array_index (rate->times, gint64, rate->times->len - max) + span - now;
}

const gint64 *
parley_rate_get_times (ParleyRate *rate, gint64 now, guint *n)
{
  forget_old (rate, now);
  *n = rate->times->len;
  return (const gint64 *) rate->times->data;
}
