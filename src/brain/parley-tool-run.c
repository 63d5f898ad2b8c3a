/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tool-run.h"

#include "brain/parley-arguments.h"
#include "brain/parley-fence.h"

struct _ParleyToolRun
{
  ParleyToolRunDone done;
  gpointer owner; /* NULL once it was called, or cancelled */
  gsize max_bytes;
  char *nonce; /* of the fence */
  GCancellable *cancellable;
  ParleyTimer *limit; /* NULL when over */
};

static void
run_clear (gpointer data)
{
  ParleyToolRun *run = data;

  g_clear_pointer (&run->limit, parley_timer_free);
  g_object_unref (run->cancellable);
  g_free (run->nonce);
}

static void
run_unref (ParleyToolRun *run)
{
  g_rc_box_release_full (run, run_clear);
}

/* The owner may let go of the run while it is called. */
static void
finish (ParleyToolRun *run, ParleyCallEnd end, const char *text)
{
  gpointer owner = g_steal_pointer (&run->owner);
  g_autofree char *bounded = parley_fence_dup_bounded (text, run->nonce, run->max_bytes);

  g_clear_pointer (&run->limit, parley_timer_free);
  if (owner != NULL)
    run->done (owner, end, bounded);
}

static void
on_too_long (gpointer data)
{
  ParleyToolRun *run = data;

  g_cancellable_cancel (run->cancellable);
  finish (run, PARLEY_CALL_TIMED_OUT, "That took too long and was given up.");
}

static void
on_returned (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyToolRun *run = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), &error);

  if (run->owner != NULL && text != NULL)
    finish (run, PARLEY_CALL_DONE, text);
  else if (run->owner != NULL)
    finish (run,
            g_error_matches (error, PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_ARGUMENTS)
                ? PARLEY_CALL_BAD
                : PARLEY_CALL_UNAVAILABLE,
            error->message);
  run_unref (run);
}

ParleyToolRun *
parley_tool_run_start (const ParleyTool *tool,
                       JsonObject *arguments,
                       ParleyToolContext *context,
                       int limit_ms,
                       gsize max_bytes,
                       ParleyToolRunDone done,
                       gpointer owner)
{
  ParleyToolRun *run = g_rc_box_new0 (ParleyToolRun);

  run->done = done;
  run->owner = owner;
  run->max_bytes = max_bytes;
  run->nonce = g_strdup (context->nonce);
  run->cancellable = g_cancellable_new ();
  run->limit = parley_timer_new (context->timers, on_too_long, run);
  parley_timer_arm (run->limit, parley_timers_now (context->timers) + limit_ms);
  tool->run (context, arguments,
             g_task_new (NULL, run->cancellable, on_returned, g_rc_box_acquire (run)));
  return run;
}

void
parley_tool_run_cancel (ParleyToolRun *run)
{
  run->owner = NULL;
  g_clear_pointer (&run->limit, parley_timer_free);
  g_cancellable_cancel (run->cancellable);
  run_unref (run);
}

const char *
parley_call_end_to_string (ParleyCallEnd end)
{
  static const char *const names[] = {
    [PARLEY_CALL_DONE] = "done",           [PARLEY_CALL_UNKNOWN] = "unknown",
    [PARLEY_CALL_BAD] = "bad arguments",   [PARLEY_CALL_UNAVAILABLE] = "unavailable",
    [PARLEY_CALL_TIMED_OUT] = "timed out", [PARLEY_CALL_REFUSED] = "refused",
  };

  return names[end];
}
