/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#define _GNU_SOURCE
#include "seams.h"

#include <dlfcn.h>
#include <gio/gio.h>
#include <sqlite3.h>
#include <unistd.h>

/* Beyond all that the loop of the real machine will ever see, so that it is woken for nothing. */
#define AFAR_US      (G_GINT64_CONSTANT (1) << 60)
#define MOST_WORK_MS 6
/* What a worker that waits for better times takes of them: more than it does, for it would wake up
 * thousands of times. */
#define REST_MS 1000

typedef struct
{
  SimSeams *seams;
  ParleyTimer *due;
  void (*run) (gpointer work);
  GTask *task;
  GTaskThreadFunc task_func;
  GFunc pool_func;
  gpointer pool_data;
  gpointer pool_user_data;
} Work;

static const char place = 0;

static SimSeams *
get_seams (void)
{
  return g_dataset_get_data (&place, "seams");
}

guint64
sim_mix (guint64 value)
{
  value += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  value = (value ^ (value >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

guint32
sim_seams_guess (SimSeams *seams, guint64 salt, guint32 n)
{
  guint64 now = (guint64) parley_clock_now (seams->clock);

  return n > 0 ? (guint32) (sim_mix (sim_mix (seams->seed ^ sim_mix (salt)) ^ now) % n) : 0;
}

/* --- works --- */

static void
work_do (Work *work)
{
  SimSeams *seams = work->seams;

  g_queue_remove (&seams->works, work);
  parley_timer_free (work->due);
  seams->depth++;
  work->run (work);
  seams->depth--;
  seams->inside_ms = 0;
  g_free (work);
}

static void
on_due (gpointer data)
{
  work_do (data);
}

static void
add_work (SimSeams *seams, const Work *given)
{
  Work *work = g_memdup2 (given, sizeof *given);
  gint64 now = parley_timers_now (seams->timers);

  work->seams = seams;
  work->due = parley_timer_new (seams->timers, on_due, work);
  g_queue_push_tail (&seams->works, work);
  parley_timer_arm (work->due, now + 1 + seams->rest_ms
                                   + sim_seams_guess (seams, 1, MOST_WORK_MS + seams->slow_ms));
  seams->rest_ms = 0;
}

gboolean
sim_seams_hurry (SimSeams *seams)
{
  gboolean any = !g_queue_is_empty (&seams->works);

  while (!g_queue_is_empty (&seams->works))
    work_do (g_queue_peek_head (&seams->works));
  return any;
}

static void
run_task (gpointer data)
{
  Work *work = data;

  work->task_func (work->task, g_task_get_source_object (work->task),
                   g_task_get_task_data (work->task), g_task_get_cancellable (work->task));
  g_object_unref (work->task);
}

static void
run_pooled (gpointer data)
{
  Work *work = data;

  work->pool_func (work->pool_data, work->pool_user_data);
}

void
sim_seams_begin (SimSeams *seams)
{
  g_queue_init (&seams->works);
  g_dataset_set_data (&place, "seams", seams);
}

void
sim_seams_end (SimSeams *seams)
{
  g_assert_true (g_queue_is_empty (&seams->works));
  g_dataset_destroy (&place);
}

/* --- in the place of GLib's --- */

#define INSTEAD __attribute__ ((visibility ("default")))

INSTEAD gint64
g_get_monotonic_time (void)
{
  SimSeams *seams = get_seams ();
  gint64 (*real) (void);

  if (seams != NULL)
    return AFAR_US + (parley_clock_now (seams->clock) + seams->inside_ms) * G_TIME_SPAN_MILLISECOND;
  real = (gint64 (*) (void)) dlsym (RTLD_NEXT, "g_get_monotonic_time");
  return real ();
}

INSTEAD gint64
g_get_real_time (void)
{
  SimSeams *seams = get_seams ();
  gint64 (*real) (void);

  if (seams != NULL)
    return parley_clock_wall (seams->clock) * G_USEC_PER_SEC;
  real = (gint64 (*) (void)) dlsym (RTLD_NEXT, "g_get_real_time");
  return real ();
}

INSTEAD GDateTime *
g_date_time_new_now_utc (void)
{
  return g_date_time_new_from_unix_utc (g_get_real_time () / G_USEC_PER_SEC);
}

INSTEAD guint32
g_random_int (void)
{
  SimSeams *seams = get_seams ();
  guint32 (*real) (void);

  if (seams != NULL)
    return (guint32) sim_mix (seams->seed ^ sim_mix (++seams->drawn));
  real = (guint32 (*) (void)) dlsym (RTLD_NEXT, "g_random_int");
  return real ();
}

INSTEAD gdouble
g_random_double (void)
{
  return g_random_int () / 4294967296.0;
}

INSTEAD void
g_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  SimSeams *seams = get_seams ();
  void (*real) (GTask *, GTaskThreadFunc);

  if (seams != NULL)
    {
      add_work (seams, &(Work){ .run = run_task, .task = g_object_ref (task), .task_func = func });
      return;
    }
  real = (void (*) (GTask *, GTaskThreadFunc)) dlsym (RTLD_NEXT, "g_task_run_in_thread");
  real (task, func);
}

INSTEAD gboolean
g_thread_pool_push (GThreadPool *pool, gpointer data, GError **error)
{
  SimSeams *seams = get_seams ();
  gboolean (*real) (GThreadPool *, gpointer, GError **);

  if (seams != NULL)
    {
      add_work (seams, &(Work){ .run = run_pooled,
                                .pool_func = pool->func,
                                .pool_data = data,
                                .pool_user_data = pool->user_data });
      return TRUE;
    }
  real
      = (gboolean (*) (GThreadPool *, gpointer, GError **)) dlsym (RTLD_NEXT, "g_thread_pool_push");
  return real (pool, data, error);
}

/* A connection that waits for a lock, */
INSTEAD int
sqlite3_sleep (int ms)
{
  SimSeams *seams = get_seams ();
  int (*real) (int);

  if (seams != NULL)
    {
      seams->inside_ms += ms;
      return ms;
    }
  real = (int (*) (int)) dlsym (RTLD_NEXT, "sqlite3_sleep");
  return real (ms);
}

/* and for a moment in which its log stands still. */
INSTEAD int
usleep (useconds_t us) /* allowed: SQLite waits so */
{
  SimSeams *seams = get_seams ();
  int (*real) (useconds_t);

  if (seams != NULL)
    {
      seams->inside_ms += us / 1000;
      return 0;
    }
  real = (int (*) (useconds_t)) dlsym (RTLD_NEXT, "usleep");
  return real (us);
}

/* Who waits gives the workers all the time they need; a worker that waits has waited long enough.
 */
INSTEAD gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end)
{
  SimSeams *seams = get_seams ();
  gboolean (*real) (GCond *, GMutex *, gint64);
  gboolean any;

  if (seams == NULL)
    {
      real = (gboolean (*) (GCond *, GMutex *, gint64)) dlsym (RTLD_NEXT, "g_cond_wait_until");
      return real (cond, mutex, end);
    }
  if (seams->depth > 0)
    {
      seams->rest_ms = REST_MS;
      return FALSE;
    }
  g_mutex_unlock (mutex);
  any = sim_seams_hurry (seams);
  g_mutex_lock (mutex);
  return any;
}
