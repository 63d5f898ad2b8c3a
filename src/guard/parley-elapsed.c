/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-elapsed.h"

/* The monotonic clock counts no sleep. When the two part by more than this, there was one. */
#define SLEPT_MS 30000

gint64
parley_elapsed_read (ParleyElapsed *elapsed, gint64 monotonic, gint64 wall)
{
  gint64 passed = monotonic - elapsed->monotonic;
  gint64 passed_wall = (wall - elapsed->wall) * 1000;

  if (!elapsed->begun)
    passed = elapsed->wall != 0 ? passed_wall : 0;
  else if (passed_wall > passed + SLEPT_MS)
    passed = passed_wall;
  elapsed->begun = TRUE;
  elapsed->now = MAX (elapsed->now + MAX (passed, 0), 1);
  elapsed->monotonic = monotonic;
  elapsed->wall = wall;
  return elapsed->now;
}
