/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Time for limits, in ms from no particular moment: it goes on while the machine sleeps and across
 * restarts, and it stands still where a clock is set back, so that nobody gains or loses by that.
 * All zero before the first reading; of an earlier run only @now and @wall. */
typedef struct
{
  gboolean begun;
  gint64 now;
  gint64 monotonic; /* ms, at the last reading */
  gint64 wall;      /* seconds since 1970, likewise */
} ParleyElapsed;

/* Returns: the time now, never less than before, and never 0. */
gint64 parley_elapsed_read (ParleyElapsed *elapsed, gint64 monotonic, gint64 wall);

G_END_DECLS
