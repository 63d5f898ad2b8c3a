/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-habits.h"

#include "turn/parley-shape.h"

void
parley_habits_init (ParleyHabits *habits)
{
  *habits = (ParleyHabits){ .last_bubble_at = -1, .answered_at = -1, .turn_at = PARLEY_NEVER };
}

void
parley_habits_note_bubble (ParleyHabits *habits, gint64 now)
{
  if (habits->last_bubble_at < 0)
    habits->stats = parley_cadence_get_stats (&habits->cadence);
  else
    parley_cadence_add (&habits->cadence, now - habits->last_bubble_at);
  habits->last_bubble_at = now;
}

void
parley_habits_note_answer (ParleyHabits *habits, const char *text, gint64 now)
{
  habits->last_bubble_at = -1;
  habits->answered_at = now;
  habits->asked = parley_shape_is_question (text);
}
