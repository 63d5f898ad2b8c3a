/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-clock.h"

static gint64
get_monotonic_ms (gpointer data)
{
  return ((ParleyTestClock *) data)->ms;
}

static gint64
get_wall_s (gpointer data)
{
  return ((ParleyTestClock *) data)->wall;
}

void
parley_test_clock_init (ParleyTestClock *self)
{
  self->clock = (ParleyClock){
    .monotonic_ms = get_monotonic_ms,
    .wall_s = get_wall_s,
    .data = self,
  };
  self->ms = 1000000;
  self->wall = 1800000000;
}

void
parley_test_clock_advance (ParleyTestClock *self, gint64 ms)
{
  gint64 before = self->ms / 1000;

  self->ms += ms;
  self->wall += self->ms / 1000 - before;
}
