/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* What a program gets from the machine below it, for this program and all its libraries: time, luck
 * and threads. seams.c stands in front of GLib's own functions; so all that is simulated runs on
 * the thread of whoever simulates it, and comes out the same each time. */
typedef struct
{
  ParleyTimers *timers; /* borrowed, like their clock */
  const ParleyClock *clock;
  guint64 seed;
  guint slow_ms;    /* how much longer than usual a worker takes at most */
  guint rest_ms;    /* how much longer the next one does */
  guint64 drawn;    /* how often luck was asked */
  GQueue works;     /* what was handed to a thread, and waits for its time */
  gint64 inside_ms; /* that passed for the work that is being done */
  guint depth;      /* of works that are being done */
} SimSeams;

/* @seams: borrowed until sim_seams_end (), by when nothing waits. */
void sim_seams_begin (SimSeams *seams);
void sim_seams_end (SimSeams *seams);

/* Does what waits, however early it is. Returns: whether there was anything. */
gboolean sim_seams_hurry (SimSeams *seams);

/* Returns: what is to be expected of @salt at this seed and time, 0 up to @n: the same whatever
 * else happened before. */
guint32 sim_seams_guess (SimSeams *seams, guint64 salt, guint32 n);

/* Returns: a number in which each bit depends on each of @value. */
guint64 sim_mix (guint64 value);

G_END_DECLS
