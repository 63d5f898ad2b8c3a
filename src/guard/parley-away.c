/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-away.h"

gboolean
parley_away_note_is_due (const ParleyAwayStatus *status,
                         const ParleyAwayNoteGiven *last,
                         gint64 now)
{
  if (!status->away)
    return FALSE;
  if (!last->given)
    return TRUE;
  return last->period != status->period && now - last->at >= PARLEY_AWAY_NOTE_GAP_MS;
}
