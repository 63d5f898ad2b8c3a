/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tool-run.h"

#include <string.h>

#include "test-clock.h"

typedef struct
{
  ParleyTestClock clock;
  ParleyTimers *timers;
  ParleyToolContext *context;
  JsonObject *arguments;
  ParleyToolRun *run;
  guint n_done;
  ParleyCallEnd end;
  char *text;
} Fixture;

/* Comes back only when it is cancelled, and then with a result all the same. */
static void
on_cancelled (GCancellable *cancellable, GTask *task)
{
  g_task_return_pointer (task, g_strdup ("too late"), g_free);
  g_object_unref (task);
}

static void
run_for_ever (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  g_signal_connect_object (g_task_get_cancellable (task), "cancelled", G_CALLBACK (on_cancelled),
                           task, 0);
}

static void
run_verbosely (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  g_task_return_pointer (task, g_strnfill (1000, 'x'), g_free);
  g_object_unref (task);
}

static const ParleyTool endless = { .spec = { "endless", "", "{}" }, .run = run_for_ever };
static const ParleyTool verbose = { .spec = { "verbose", "", "{}" }, .run = run_verbosely };

static void
setup (Fixture *f, gconstpointer data)
{
  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  f->context
      = parley_tool_context_new (NULL, FALSE, "k3x9m2", f->timers, NULL, (ParleySeriesBounds){ 0 });
  f->arguments = json_object_new ();
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
teardown (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->run, parley_tool_run_cancel);
  settle ();
  g_free (f->text);
  json_object_unref (f->arguments);
  parley_tool_context_unref (f->context);
  g_assert_cmpint (parley_timers_get_next (f->timers), ==, -1);
  parley_timers_unref (f->timers);
}

static void
on_done (gpointer owner, ParleyCallEnd end, const char *text)
{
  Fixture *f = owner;

  f->n_done++;
  f->end = end;
  f->text = g_strdup (text);
  g_clear_pointer (&f->run, parley_tool_run_cancel);
}

static void
start (Fixture *f, const ParleyTool *tool)
{
  f->run = parley_tool_run_start (tool, f->arguments, f->context, 5000, 100, on_done, f);
}

static void
test_time_limit (Fixture *f, gconstpointer data)
{
  start (f, &endless);
  parley_test_clock_advance (&f->clock, 4999);
  parley_timers_dispatch (f->timers);
  settle ();
  g_assert_cmpuint (f->n_done, ==, 0);
  parley_test_clock_advance (&f->clock, 1);
  parley_timers_dispatch (f->timers);
  settle ();
  g_assert_cmpuint (f->n_done, ==, 1);
  g_assert_cmpint (f->end, ==, PARLEY_CALL_TIMED_OUT);
  g_assert_cmpstr (f->text, ==, "That took too long and was given up.");
}

static void
test_output_limit (Fixture *f, gconstpointer data)
{
  start (f, &verbose);
  settle ();
  g_assert_cmpint (f->end, ==, PARLEY_CALL_DONE);
  g_assert_true (g_str_has_suffix (f->text, "\n[cut: there was more]"));
  g_assert_cmpuint (strcspn (f->text, "\n"), ==, 100);
}

static void
test_cancelled_is_never_told (Fixture *f, gconstpointer data)
{
  start (f, &endless);
  g_clear_pointer (&f->run, parley_tool_run_cancel);
  start (f, &verbose);
  g_clear_pointer (&f->run, parley_tool_run_cancel);
  settle ();
  g_assert_cmpuint (f->n_done, ==, 0);
}

#define ADD(name, func) g_test_add ("/brain/tool-run/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("time", test_time_limit);
  ADD ("output", test_output_limit);
  ADD ("cancelled", test_cancelled_is_never_told);
  return g_test_run ();
}
