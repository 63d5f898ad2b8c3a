/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-cadence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
parley_cadence_add (ParleyCadence *cadence, gint64 gap_ms)
{
  cadence->gaps[cadence->next] = (guint32) CLAMP (gap_ms, 0, G_MAXINT);
  cadence->next = (cadence->next + 1) % PARLEY_CADENCE_MAX_GAPS;
  cadence->n_gaps = MIN (cadence->n_gaps + 1, PARLEY_CADENCE_MAX_GAPS);
}

guint32
parley_cadence_get_gap (const ParleyCadence *cadence, guint i)
{
  guint oldest = cadence->next + PARLEY_CADENCE_MAX_GAPS - cadence->n_gaps;

  return cadence->gaps[(oldest + i) % PARLEY_CADENCE_MAX_GAPS];
}

static int
compare_gaps (const void *a, const void *b)
{
  guint32 first = *(const guint32 *) a;
  guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

static int
get_quantile (const guint32 *sorted, guint n, double share)
{
  double at = share * (n - 1);
  guint below = (guint) floor (at);
  guint above = MIN (below + 1, n - 1);

  return (int) round (sorted[below] + (at - below) * ((double) sorted[above] - sorted[below]));
}

ParleyCadenceStats
parley_cadence_get_stats (const ParleyCadence *cadence)
{
  guint32 sorted[PARLEY_CADENCE_MAX_GAPS];
  ParleyCadenceStats stats = { .count = cadence->n_gaps };

  if (cadence->n_gaps == 0)
    return stats;
  memcpy (sorted, cadence->gaps, cadence->n_gaps * sizeof *sorted);
  qsort (sorted, cadence->n_gaps, sizeof *sorted, compare_gaps);
  stats.p50 = get_quantile (sorted, cadence->n_gaps, 0.50);
  stats.p95 = get_quantile (sorted, cadence->n_gaps, 0.95);
  return stats;
}
