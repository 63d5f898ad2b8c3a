/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-habits.h"

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
