/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-narrator.h"

#define BIT(activity) (1U << (activity))

static gboolean
was_told (const ParleyNarrator *narrator, ParleyActivity activity)
{
  return narrator->last == activity || (narrator->told & BIT (activity)) != 0;
}

static void
note_told (ParleyNarrator *narrator, ParleyActivity activity)
{
  narrator->last = (guint8) activity;
  narrator->told = (guint8) (narrator->told | BIT (activity));
}

void
parley_narrator_note (ParleyNarrator *narrator, ParleyActivity activity, gint64 now)
{
  if (narrator->activity == activity)
    return;
  narrator->activity = (guint8) activity;
  narrator->since = now;
}

gboolean
parley_narrator_is_due (const ParleyNarrator *narrator, gint64 now)
{
  return narrator->activity != PARLEY_ACTIVITY_NONE
         && now - narrator->since >= PARLEY_NARRATOR_AFTER_MS
         && !was_told (narrator, narrator->activity);
}

void
parley_narrator_note_told (ParleyNarrator *narrator)
{
  note_told (narrator, narrator->activity);
}

gboolean
parley_narrator_stand_down (ParleyNarrator *narrator)
{
  if (was_told (narrator, PARLEY_ACTIVITY_STANDING_DOWN))
    return FALSE;
  note_told (narrator, PARLEY_ACTIVITY_STANDING_DOWN);
  return TRUE;
}

void
parley_narrator_resume (ParleyNarrator *narrator)
{
  narrator->told = (guint8) (narrator->told & ~BIT (PARLEY_ACTIVITY_STANDING_DOWN));
}

void
parley_narrator_note_message (ParleyNarrator *narrator)
{
  narrator->last = PARLEY_ACTIVITY_NONE;
}

void
parley_narrator_end_turn (ParleyNarrator *narrator)
{
  narrator->told = (guint8) (narrator->told & BIT (PARLEY_ACTIVITY_STANDING_DOWN));
}
