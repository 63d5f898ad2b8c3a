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

/* An ordered set of deadlines behind one #GSource.
 *
 * GLib looks at every attached source on every turn of the loop: about 18 ns each, measured with
 * GLib 2.74. One source over an ordered set costs the host's loop the same at any number. */
typedef struct _ParleyTimers ParleyTimers;
typedef struct _ParleyTimer ParleyTimer;

typedef void (*ParleyTimerFunc) (gpointer data);

/* Reference counted; every timer holds a reference, so that one of a request that is being
 * cancelled may outlive whoever made the set. @clock: borrowed, must outlive the set. @context:
 * (nullable): the loop to run on, NULL for the default one. Returns: (transfer full). */
ParleyTimers *parley_timers_new (const ParleyClock *clock, GMainContext *context);

ParleyTimers *parley_timers_ref (ParleyTimers *timers);
void parley_timers_unref (ParleyTimers *timers);

gint64 parley_timers_now (ParleyTimers *timers);
gint64 parley_timers_wall (ParleyTimers *timers);

/* Runs what is due by the clock, earliest first. The source calls this; a test that moves a clock
 * of its own calls it after each move. A timer armed by a callback for now or earlier waits for
 * the next call. */
void parley_timers_dispatch (ParleyTimers *timers);

/* Returns: when the earliest timer is due, in ms of the clock, or -1 if none is armed. */
gint64 parley_timers_get_next (ParleyTimers *timers);

/* A timer, not armed. It runs once per arming. Returns: (transfer full). */
ParleyTimer *parley_timer_new (ParleyTimers *timers, ParleyTimerFunc func, gpointer data);

/* Frees the timer, armed or not, also from inside its own callback. */
void parley_timer_free (ParleyTimer *timer);

/* Arms or moves the timer. @due: ms of the clock. */
void parley_timer_arm (ParleyTimer *timer, gint64 due);
void parley_timer_disarm (ParleyTimer *timer);
gboolean parley_timer_is_armed (ParleyTimer *timer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTimers, parley_timers_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTimer, parley_timer_free)

/* A time as ISO 8601 writes it, and as microseconds since 1970, UTC; years 1 to 9999. */
#define PARLEY_ISO_TIME_MIN G_GINT64_CONSTANT (-62135596800000000)
#define PARLEY_ISO_TIME_MAX G_GINT64_CONSTANT (253402300799999999)

/* @text: with a zone, or UTC; a date alone is its midnight. Digits after the sixth are cut off.
 * Returns: FALSE, and @time untouched, if it is no such time. */
gboolean parley_iso_time_parse (const char *text, gint64 *time);

/* Returns: (transfer full): in UTC with "Z", as many digits after the second as it needs. */
char *parley_iso_time_dup (gint64 time);

G_END_DECLS
