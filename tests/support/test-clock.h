/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* A clock that stands until it is moved. */
typedef struct
{
  ParleyClock clock; /* hand out its address */
  gint64 ms;         /* monotonic */
  gint64 wall;       /* seconds since 1970 */
} ParleyTestClock;

void parley_test_clock_init (ParleyTestClock *self);

/* Moves both times on. Timers don't notice until parley_timers_dispatch (). */
void parley_test_clock_advance (ParleyTestClock *self, gint64 ms);

G_END_DECLS
