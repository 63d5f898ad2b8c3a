/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-timers.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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

#define HALF_DAY_S 43200

static gint64
system_monotonic_ms (gpointer data)
{
  return g_get_monotonic_time () / 1000;
}

static gint64
system_wall_s (gpointer data)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

const ParleyClock *
parley_clock_get_system (void)
{
  static const ParleyClock clock = { system_monotonic_ms, system_wall_s, NULL };

  return &clock;
}

char *
parley_clock_dup_moment (gint64 wall, gint64 now)
{
  g_autoptr (GDateTime) local = g_date_time_new_from_unix_local (wall);

  if (local == NULL)
    return g_strdup ("–");
  /* Translators: a time of day, or with the date if it is more than half a day off (strftime) */
  return g_date_time_format (local, wall - now > HALF_DAY_S ? _ ("%x %H:%M") : _ ("%H:%M"));
}

/* GLib wants a time of day. */
static GDateTime *
parse (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autofree char *midnight = NULL;

  if (strpbrk (text, "Tt ") != NULL)
    return g_date_time_new_from_iso8601 (text, utc);
  midnight = g_strconcat (text, "T00:00:00", NULL);
  return g_date_time_new_from_iso8601 (midnight, utc);
}

gboolean
parley_iso_time_parse (const char *text, gint64 *time)
{
  g_autoptr (GDateTime) parsed = parse (text);
  gint64 value;

  if (parsed == NULL)
    return FALSE;
  value = g_date_time_to_unix (parsed) * G_USEC_PER_SEC + g_date_time_get_microsecond (parsed);
  /* A zone may lead out of the years there are. */
  if (value < PARLEY_ISO_TIME_MIN || value > PARLEY_ISO_TIME_MAX)
    return FALSE;
  *time = value;
  return TRUE;
}

char *
parley_iso_time_dup (gint64 time)
{
  gint64 within = CLAMP (time, PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX);
  gint64 past = within - PARLEY_ISO_TIME_MIN;
  g_autoptr (GDateTime) second = g_date_time_new_from_unix_utc (
      past / G_USEC_PER_SEC + PARLEY_ISO_TIME_MIN / G_USEC_PER_SEC);
  g_autofree char *text = g_date_time_format (second, "%Y-%m-%dT%H:%M:%S");
  g_autofree char *digits = g_strdup_printf (".%06d", (int) (past % G_USEC_PER_SEC));
  gsize length = strlen (digits);

  while (length > 0 && strchr ("0.", digits[length - 1]) != NULL)
    length--;
  return g_strdup_printf ("%04d%s%.*sZ", g_date_time_get_year (second), strchr (text, '-'),
                          (int) length, digits);
}
