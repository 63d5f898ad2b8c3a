/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-timers.h"

struct _ParleyTimers
{
  const ParleyClock *clock;
  GSource *source;
  GSequence *armed; /* of borrowed ParleyTimer, earliest first */
  gint64 awaited;   /* when the source is to be ready, by the clock; -1: never */
};

struct _ParleyTimer
{
  ParleyTimers *timers;
  ParleyTimerFunc func;
  gpointer data;
  gint64 due;
  GSequenceIter *iter; /* NULL while not armed */
};

typedef struct
{
  GSource parent;
  ParleyTimers *timers;
} ParleyTimersSource;

static gboolean
timers_source_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  parley_timers_dispatch (((ParleyTimersSource *) source)->timers);
  return G_SOURCE_CONTINUE;
}

static gint
compare_due (gconstpointer a, gconstpointer b, gpointer data)
{
  const ParleyTimer *left = a;
  const ParleyTimer *right = b;

  return (left->due > right->due) - (left->due < right->due);
}

static ParleyTimer *
first_timer (ParleyTimers *timers)
{
  GSequenceIter *first = g_sequence_get_begin_iter (timers->armed);

  return g_sequence_iter_is_end (first) ? NULL : g_sequence_get (first);
}

/* The source's time is the system's, the set's may be a test's: only the distance carries over. */
static void
set_ready_time (ParleyTimers *timers)
{
  ParleyTimer *first = first_timer (timers);
  gint64 wait;

  timers->awaited = parley_timers_get_next (timers);
  if (first == NULL)
    {
      g_source_set_ready_time (timers->source, -1);
      return;
    }
  wait = MAX (0, first->due - parley_timers_now (timers));
  g_source_set_ready_time (timers->source, g_get_monotonic_time () + wait * 1000);
}

/* Setting the time wakes the loop up, so it is not done for timers that come later. */
static void
update_ready_time (ParleyTimers *timers)
{
  if (parley_timers_get_next (timers) != timers->awaited)
    set_ready_time (timers);
}

ParleyTimers *
parley_timers_new (const ParleyClock *clock, GMainContext *context)
{
  static GSourceFuncs funcs = { .dispatch = timers_source_dispatch };
  ParleyTimers *timers = g_rc_box_new0 (ParleyTimers);

  timers->clock = clock;
  timers->armed = g_sequence_new (NULL);
  timers->awaited = -1;
  timers->source = g_source_new (&funcs, sizeof (ParleyTimersSource));
  ((ParleyTimersSource *) timers->source)->timers = timers;
  g_source_set_name (timers->source, "parley timers");
  g_source_attach (timers->source, context);
  return timers;
}

ParleyTimers *
parley_timers_ref (ParleyTimers *timers)
{
  return g_rc_box_acquire (timers);
}

static void
timers_clear (gpointer data)
{
  ParleyTimers *timers = data;

  g_source_destroy (timers->source);
  g_source_unref (timers->source);
  g_sequence_free (timers->armed);
}

void
parley_timers_unref (ParleyTimers *timers)
{
  g_rc_box_release_full (timers, timers_clear);
}

gint64
parley_timers_now (ParleyTimers *timers)
{
  return parley_clock_now (timers->clock);
}

gint64
parley_timers_wall (ParleyTimers *timers)
{
  return parley_clock_wall (timers->clock);
}

void
parley_timers_dispatch (ParleyTimers *timers)
{
  g_autoptr (ParleyTimers) alive = parley_timers_ref (timers);
  gint64 now = parley_timers_now (timers);
  guint due = 0;
  GSequenceIter *iter = g_sequence_get_begin_iter (timers->armed);

  for (; !g_sequence_iter_is_end (iter); iter = g_sequence_iter_next (iter))
    {
      if (((ParleyTimer *) g_sequence_get (iter))->due > now)
        break;
      due++;
    }

  while (due-- > 0)
    {
      ParleyTimer *timer = first_timer (timers);

      if (timer == NULL || timer->due > now)
        break;
      parley_timer_disarm (timer);
      timer->func (timer->data);
    }
  set_ready_time (timers);
}

gint64
parley_timers_get_next (ParleyTimers *timers)
{
  ParleyTimer *first = first_timer (timers);

  return first != NULL ? first->due : -1;
}

ParleyTimer *
parley_timer_new (ParleyTimers *timers, ParleyTimerFunc func, gpointer data)
{
  ParleyTimer *timer = g_new0 (ParleyTimer, 1);

  timer->timers = parley_timers_ref (timers);
  timer->func = func;
  timer->data = data;
  return timer;
}

void
parley_timer_free (ParleyTimer *timer)
{
  parley_timer_disarm (timer);
  parley_timers_unref (timer->timers);
  g_free (timer);
}

void
parley_timer_arm (ParleyTimer *timer, gint64 due)
{
  if (timer->iter != NULL && timer->due == due)
    return;
  if (timer->iter != NULL)
    g_sequence_remove (timer->iter);
  timer->due = due;
  timer->iter = g_sequence_insert_sorted (timer->timers->armed, timer, compare_due, NULL);
  update_ready_time (timer->timers);
}

void
parley_timer_disarm (ParleyTimer *timer)
{
  if (timer->iter == NULL)
    return;
  g_sequence_remove (timer->iter);
  timer->iter = NULL;
  update_ready_time (timer->timers);
}

gboolean
parley_timer_is_armed (ParleyTimer *timer)
{
  return timer->iter != NULL;
}
