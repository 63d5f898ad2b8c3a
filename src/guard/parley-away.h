/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Never sooner than this after the note before it, in ms. */
#define PARLEY_AWAY_NOTE_GAP_MS (10 * 60 * 1000)

/* What the user shows the world. */
typedef struct
{
  gboolean away;
  guint period; /* another number each time the user goes away */
} ParleyAwayStatus;

/* The last away note a person was given. All zero: none. */
typedef struct
{
  gboolean given;
  guint period;
  gint64 at; /* monotonic ms */
} ParleyAwayNoteGiven;

/* Whether a person may be given a note: once in each away period, and not too often. */
gboolean parley_away_note_is_due (const ParleyAwayStatus *status,
                                  const ParleyAwayNoteGiven *last,
                                  gint64 now);

G_END_DECLS
