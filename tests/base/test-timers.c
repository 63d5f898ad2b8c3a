/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-timers.h"
#include "test-clock.h"

typedef struct
{
  ParleyTestClock clock;
  ParleyTimers *timers;
  ParleyTimer *timer[3];
  GString *log;
  int rearm_by; /* of timer 0, in its callback; -1: not */
} Fixture;

static void
fire (Fixture *f, guint n)
{
  g_string_append_printf (f->log, "%u", n);
}

static void
fire_0 (gpointer data)
{
  Fixture *f = data;

  fire (f, 0);
  if (f->rearm_by >= 0)
    parley_timer_arm (f->timer[0], parley_timers_now (f->timers) + f->rearm_by);
}

static void
fire_1 (gpointer data)
{
  fire (data, 1);
}

/* Frees itself and its neighbour. */
static void
fire_2 (gpointer data)
{
  Fixture *f = data;

  fire (f, 2);
  g_clear_pointer (&f->timer[2], parley_timer_free);
  g_clear_pointer (&f->timer[1], parley_timer_free);
}

static void
setup (Fixture *f, gconstpointer data)
{
  const ParleyTimerFunc funcs[] = { fire_0, fire_1, fire_2 };

  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  for (guint i = 0; i < 3; i++)
    f->timer[i] = parley_timer_new (f->timers, funcs[i], f);
  f->log = g_string_new (NULL);
  f->rearm_by = -1;
}

static void
teardown (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    g_clear_pointer (&f->timer[i], parley_timer_free);
  parley_timers_unref (f->timers);
  g_string_free (f->log, TRUE);
}

static void
arm (Fixture *f, guint n, gint64 in)
{
  parley_timer_arm (f->timer[n], parley_timers_now (f->timers) + in);
}

static void
pass (Fixture *f, gint64 ms)
{
  parley_test_clock_advance (&f->clock, ms);
  parley_timers_dispatch (f->timers);
}

static void
test_earliest_first (Fixture *f, gconstpointer data)
{
  arm (f, 1, 300);
  arm (f, 0, 100);
  pass (f, 99);
  g_assert_cmpstr (f->log->str, ==, "");
  pass (f, 1);
  g_assert_cmpstr (f->log->str, ==, "0");
  pass (f, 1000);
  g_assert_cmpstr (f->log->str, ==, "01");
  g_assert_cmpint (parley_timers_get_next (f->timers), ==, -1);
}

static void
test_moving_and_disarming (Fixture *f, gconstpointer data)
{
  arm (f, 0, 100);
  arm (f, 1, 200);
  arm (f, 0, 300);
  pass (f, 250);
  g_assert_cmpstr (f->log->str, ==, "1");
  parley_timer_disarm (f->timer[0]);
  g_assert_false (parley_timer_is_armed (f->timer[0]));
  pass (f, 1000);
  g_assert_cmpstr (f->log->str, ==, "1");
}

static void
test_rearming_for_now_ends (Fixture *f, gconstpointer data)
{
  f->rearm_by = 0;
  arm (f, 0, 0);
  pass (f, 0);
  g_assert_cmpstr (f->log->str, ==, "0");
  pass (f, 0);
  g_assert_cmpstr (f->log->str, ==, "00");
}

static void
test_freeing_in_a_callback (Fixture *f, gconstpointer data)
{
  arm (f, 2, 0);
  arm (f, 1, 5);
  arm (f, 0, 10);
  pass (f, 10);
  g_assert_cmpstr (f->log->str, ==, "20");
}

/* With the system's clock the set drives itself. */
static void
test_main_loop (void)
{
  g_autoptr (ParleyTimers) timers = parley_timers_new (parley_clock_get_system (), NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  ParleyTimer *timer = parley_timer_new (timers, (ParleyTimerFunc) g_main_loop_quit, loop);

  parley_timer_arm (timer, parley_timers_now (timers) + 5);
  g_main_loop_run (loop);
  g_assert_false (parley_timer_is_armed (timer));
  parley_timer_free (timer);
}

#define ADD(name, func) g_test_add ("/base/timers/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("earliest-first", test_earliest_first);
  ADD ("moving", test_moving_and_disarming);
  ADD ("rearming", test_rearming_for_now_ends);
  ADD ("freeing", test_freeing_in_a_callback);
  g_test_add_func ("/base/timers/main-loop", test_main_loop);
  return g_test_run ();
}
