/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "control/parley-log-file.h"

/* Who leaves may not be kept longer. */
#define LEAVING_US (100 * G_TIME_SPAN_MILLISECOND)

/* What the worker has of it; it may outlive it. */
typedef struct
{
  char *folder;
  GMutex writing; /* held by the one worker that is at the files */
  GMutex lock;    /* of what stands below */
  GCond idle;
  guint n_workers;
} Shared;

/* One way to the disk: the lines, and then whom to forget. */
typedef struct
{
  Shared *shared;
  GPtrArray *lines;
  GPtrArray *forgotten; /* of ParleyChatKey */
  guint n_written;
} Batch;

struct _ParleyLogFile
{
  Batch *waiting;
  gboolean working; /* a worker is on its way and will come back */
  gboolean failing;
  guint64 lost;
  ParleyLogFailed failed;
  gpointer data;
  GCancellable *gone;
};

static void
shared_clear (gpointer data)
{
  Shared *shared = data;

  g_free (shared->folder);
  g_mutex_clear (&shared->writing);
  g_mutex_clear (&shared->lock);
  g_cond_clear (&shared->idle);
}

static Batch *
batch_new (Shared *shared)
{
  Batch *batch = g_new0 (Batch, 1);

  batch->shared = g_atomic_rc_box_acquire (shared);
  batch->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_log_deed_free);
  batch->forgotten = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_key_free);
  return batch;
}

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_atomic_rc_box_release_full (batch->shared, shared_clear);
  g_ptr_array_unref (batch->lines);
  g_ptr_array_unref (batch->forgotten);
  g_free (batch);
}

/* --- the worker --- */

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Batch *batch = data;
  Shared *shared = batch->shared;
  GError *error = NULL;

  g_mutex_lock (&shared->writing);
  parley_log_sheet_append (shared->folder, batch->lines, &batch->n_written, &error);
  for (guint i = 0; i < batch->forgotten->len; i++)
    parley_log_sheet_forget (shared->folder, g_ptr_array_index (batch->forgotten, i),
                             error == NULL ? &error : NULL);
  g_mutex_unlock (&shared->writing);
  g_mutex_lock (&shared->lock);
  shared->n_workers--;
  g_cond_broadcast (&shared->idle);
  g_mutex_unlock (&shared->lock);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void start (ParleyLogFile *log);

static gboolean
has_work (ParleyLogFile *log)
{
  return log->waiting->lines->len > 0 || log->waiting->forgotten->len > 0;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  Batch *batch = g_task_get_task_data (task);
  ParleyLogFile *log = data;
  g_autoptr (GError) error = NULL;
  gboolean news;

  g_task_propagate_boolean (task, &error);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  log->working = FALSE;
  log->lost += batch->lines->len - batch->n_written;
  news = error != NULL && !log->failing;
  log->failing = error != NULL;
  if (has_work (log))
    start (log);
  if (news)
    log->failed (log->data, error);
}

static void
start (ParleyLogFile *log)
{
  Batch *batch = g_steal_pointer (&log->waiting);
  Shared *shared = batch->shared;
  g_autoptr (GTask) task = g_task_new (NULL, log->gone, on_written, log);

  log->waiting = batch_new (shared);
  log->working = TRUE;
  g_mutex_lock (&shared->lock);
  shared->n_workers++;
  g_mutex_unlock (&shared->lock);
  g_task_set_source_tag (task, start);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, batch, batch_free);
  g_task_run_in_thread (task, work);
}

/* --- from outside --- */

ParleyLogFile *
parley_log_file_new (const char *folder, ParleyLogFailed failed, gpointer data)
{
  ParleyLogFile *log = g_new0 (ParleyLogFile, 1);
  Shared *shared = g_atomic_rc_box_new0 (Shared);

  shared->folder = g_strdup (folder);
  g_mutex_init (&shared->writing);
  g_mutex_init (&shared->lock);
  g_cond_init (&shared->idle);
  log->waiting = batch_new (shared);
  g_atomic_rc_box_release_full (shared, shared_clear);
  log->failed = failed;
  log->data = data;
  log->gone = g_cancellable_new ();
  return log;
}

static void
wait_for_workers (Shared *shared)
{
  gint64 end = g_get_monotonic_time () + LEAVING_US;

  g_mutex_lock (&shared->lock);
  while (shared->n_workers > 0 && g_cond_wait_until (&shared->idle, &shared->lock, end))
    ;
  g_mutex_unlock (&shared->lock);
}

void
parley_log_file_free (ParleyLogFile *log)
{
  if (has_work (log))
    start (log);
  g_cancellable_cancel (log->gone);
  wait_for_workers (log->waiting->shared);
  batch_free (log->waiting);
  g_object_unref (log->gone);
  g_free (log);
}

void
parley_log_file_add (ParleyLogFile *log, ParleyLogDeed *line)
{
  if (log->waiting->lines->len >= PARLEY_LOG_MAX_WAITING)
    {
      log->lost++;
      parley_log_deed_free (line);
      return;
    }
  g_ptr_array_add (log->waiting->lines, line);
  if (!log->working)
    start (log);
}

/* Lines that are on their way are written first, and blanked then. */
void
parley_log_file_forget (ParleyLogFile *log, const ParleyChatKey *key)
{
  for (guint i = log->waiting->lines->len; i > 0; i--)
    {
      const ParleyLogDeed *line = g_ptr_array_index (log->waiting->lines, i - 1);

      if (line->key != NULL && parley_chat_key_equal (line->key, key))
        g_ptr_array_remove_index (log->waiting->lines, i - 1);
    }
  g_ptr_array_add (log->waiting->forgotten, parley_chat_key_copy (key));
  if (!log->working)
    start (log);
}

guint64
parley_log_file_get_lost (ParleyLogFile *log)
{
  return log->lost;
}

gboolean
parley_log_file_is_busy (ParleyLogFile *log)
{
  return log->working;
}
