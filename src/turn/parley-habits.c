/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-habits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "turn/parley-shape.h"

#define MAX_BURSTS 64

void
parley_habits_init (ParleyHabits *habits)
{
  *habits = (ParleyHabits){
    .last_bubble_at = -1,
    .gap_ms = -1,
    .typing_since = -1,
    .typed_ms = -1,
    .answered_at = -1,
    .turn_at = PARLEY_NEVER,
  };
}

void
parley_habits_note_typing (ParleyHabits *habits, gint64 now)
{
  habits->types = TRUE;
  habits->typing_since = now;
}

/* Recent bursts count for more. */
static void
count_burst (ParleyHabits *habits)
{
  habits->n_bursts++;
  habits->n_multi += habits->gap_ms >= 0;
  if (habits->n_bursts < MAX_BURSTS)
    return;
  habits->n_bursts /= 2;
  habits->n_multi /= 2;
}

void
parley_habits_note_bubble (ParleyHabits *habits, gint64 now)
{
  habits->gap_ms = habits->last_bubble_at < 0 ? -1 : now - habits->last_bubble_at;
  habits->typed_ms = habits->typing_since < 0 ? -1 : now - habits->typing_since;
  habits->typing_since = -1;
  if (habits->gap_ms < 0)
    habits->stats = parley_cadence_get_stats (&habits->cadence);
  else
    parley_cadence_add (&habits->cadence, habits->gap_ms);
  habits->last_bubble_at = now;
}

void
parley_habits_end_burst (ParleyHabits *habits)
{
  habits->last_bubble_at = -1;
}

void
parley_habits_note_answer (ParleyHabits *habits, const char *text, gint64 now)
{
  if (habits->last_bubble_at >= 0)
    count_burst (habits);
  parley_habits_end_burst (habits);
  habits->answered_at = now;
  habits->asked = parley_shape_is_question (text);
}

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
