/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-deadlines.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

struct _ParleyDeadlines
{
  ParleyTimers *timers;
  ParleyTimeouts timeouts;
  ParleyDeadlinesFunc func;
  gpointer data;
  ParleyTimer *connect;
  ParleyTimer *first_byte;
  ParleyTimer *idle;
  ParleyTimer *total;
  gint64 total_due;
};

static void
miss (ParleyDeadlines *deadlines, ParleyError code, const char *sentence)
{
  deadlines->func (g_error_new_literal (PARLEY_ERROR, code, sentence), deadlines->data);
}

static void
on_connect_due (gpointer data)
{
  miss (data, PARLEY_ERROR_UNREACHABLE,
        _ ("Parley can't reach the server: it didn't accept a connection in time."));
}

static void
on_first_byte_due (gpointer data)
{
  miss (data, PARLEY_ERROR_TIMEOUT, _ ("The server didn't answer in time."));
}

static void
on_idle_due (gpointer data)
{
  miss (data, PARLEY_ERROR_TIMEOUT, _ ("The server stopped in the middle of its answer."));
}

static void
on_total_due (gpointer data)
{
  miss (data, PARLEY_ERROR_TIMEOUT, _ ("The answer took too long."));
}

ParleyDeadlines *
parley_deadlines_new (ParleyTimers *timers,
                      const ParleyTimeouts *timeouts,
                      ParleyDeadlinesFunc func,
                      gpointer data)
{
  ParleyDeadlines *deadlines = g_new0 (ParleyDeadlines, 1);

  deadlines->timers = timers;
  deadlines->timeouts = *timeouts;
  deadlines->func = func;
  deadlines->data = data;
  deadlines->connect = parley_timer_new (timers, on_connect_due, deadlines);
  deadlines->first_byte = parley_timer_new (timers, on_first_byte_due, deadlines);
  deadlines->idle = parley_timer_new (timers, on_idle_due, deadlines);
  deadlines->total = parley_timer_new (timers, on_total_due, deadlines);
  return deadlines;
}

void
parley_deadlines_free (ParleyDeadlines *deadlines)
{
  parley_timer_free (deadlines->connect);
  parley_timer_free (deadlines->first_byte);
  parley_timer_free (deadlines->idle);
  parley_timer_free (deadlines->total);
  g_free (deadlines);
}

static void
arm (ParleyDeadlines *deadlines, ParleyTimer *timer, int ms)
{
  if (ms > 0)
    parley_timer_arm (timer, parley_timers_now (deadlines->timers) + ms);
}

void
parley_deadlines_start (ParleyDeadlines *deadlines)
{
  arm (deadlines, deadlines->connect, deadlines->timeouts.connect);
  arm (deadlines, deadlines->first_byte, deadlines->timeouts.first_byte);
  arm (deadlines, deadlines->total, deadlines->timeouts.total);
  deadlines->total_due = parley_timers_now (deadlines->timers) + deadlines->timeouts.total;
}

void
parley_deadlines_note_connected (ParleyDeadlines *deadlines)
{
  parley_timer_disarm (deadlines->connect);
}

void
parley_deadlines_note_progress (ParleyDeadlines *deadlines)
{
  parley_timer_disarm (deadlines->first_byte);
  arm (deadlines, deadlines->idle, deadlines->timeouts.idle);
}

void
parley_deadlines_hurry (ParleyDeadlines *deadlines, int ms)
{
  gint64 due = parley_timers_now (deadlines->timers) + ms;

  if (deadlines->timeouts.total > 0 && deadlines->total_due <= due)
    return;
  parley_timer_arm (deadlines->total, deadlines->total_due = due);
}

void
parley_deadlines_stop (ParleyDeadlines *deadlines)
{
  parley_timer_disarm (deadlines->connect);
  parley_timer_disarm (deadlines->first_byte);
  parley_timer_disarm (deadlines->idle);
  parley_timer_disarm (deadlines->total);
}
