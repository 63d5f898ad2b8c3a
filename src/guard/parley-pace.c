/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-pace.h"

void
parley_pace_add (ParleyPace *pace, gint64 now, guint n)
{
  gint64 span = now / PARLEY_PACE_SPAN_MS;
  ParleyPaceSpan *place = &pace->spans[span % PARLEY_PACE_SPANS];

  if (place->span != span)
    *place = (ParleyPaceSpan){ .span = (guint32) span };
  place->n += n;
}

static guint
get_n (const ParleyPace *pace, gint64 span)
{
  const ParleyPaceSpan *place = &pace->spans[span % PARLEY_PACE_SPANS];

  return place->span == span ? place->n : 0;
}

guint
parley_pace_count (const ParleyPace *pace, gint64 now)
{
  gint64 span = now / PARLEY_PACE_SPAN_MS;
  guint n = 0;

  for (gint64 i = MAX (span - PARLEY_PACE_SPANS + 1, 0); i <= span; i++)
    n += get_n (pace, i);
  return n;
}

gint64
parley_pace_get_wait (const ParleyPace *pace, gint64 now, guint max)
{
  gint64 span = now / PARLEY_PACE_SPAN_MS;
  guint n = parley_pace_count (pace, now);
  gint64 first = MAX (span - PARLEY_PACE_SPANS + 1, 0);

  if (n < max)
    return 0;
  while (first < span && n - get_n (pace, first) >= max)
    n -= get_n (pace, first++);
  return (first + PARLEY_PACE_SPANS) * PARLEY_PACE_SPAN_MS - now;
}
