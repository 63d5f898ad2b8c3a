/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where time comes from. Everything that waits asks a clock that was handed to it, so a test can
 * move time as it likes. */
typedef struct
{
  gint64 (*monotonic_ms) (gpointer data); /* milliseconds, for windows and timeouts */
  gint64 (*wall_s) (gpointer data);       /* seconds since 1970, for history */
  gpointer data;                          /* handed to both */
} ParleyClock;

/* The system's own clock. */
const ParleyClock *parley_clock_get_system (void);

/* @wall: seconds since 1970. Returns: (transfer full): the time of day there and then, as the user
 * writes it; with the date if it is more than half a day after @now. */
char *parley_clock_dup_moment (gint64 wall, gint64 now);

static inline gint64
parley_clock_now (const ParleyClock *clock)
{
  return clock->monotonic_ms (clock->data);
}

static inline gint64
parley_clock_wall (const ParleyClock *clock)
{
  return clock->wall_s (clock->data);
}

G_END_DECLS
