/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store.h"

#include <glib/gi18n-lib.h>

#include "memory/parley-store-file.h"

/* One piece of work. */
typedef struct
{
  ParleyStoreWork work; /* NULL: only to come back */
  gpointer data;
  GDestroyNotify data_free;
  gboolean writes;

  /* A call's only. The task is completed and the callback called by hand, so that a call is
   * answered within parley_store_close (). */
  GTask *task;
  GAsyncReadyCallback callback;
  gpointer user_data;
  GDestroyNotify result_free;
  gpointer result;
} Job;

typedef enum
{
  BATCH_WAITING,
  BATCH_UNDER_WAY,
  BATCH_DONE,
} BatchState;

/* What is done in one go, in one transaction. */
typedef struct
{
  GQueue jobs;
  gboolean has_writes;
  BatchState state; /* under the store's lock */
  gboolean on_disk; /* it went to the file */
  char *notice;     /* what opening has to tell */
  GError *failure;  /* why the writes are lost */
} Batch;

struct _ParleyStore
{
  GObject parent_instance;
  char *path;          /* NULL: in memory */
  gboolean own_folder; /* the file's folder is Parley's own */
  gboolean on_disk;
  Batch *next;    /* what waits */
  GTask *running; /* its data is the batch under way; NULL if none */
  GQueue done;    /* jobs whose calls are to be answered */
  gboolean closed;
  int told; /* the ParleyDatabaseError that the user knows of; -1: none since all was well */

  ParleyDatabase *database; /* belongs to whoever does a batch; NULL until opened */
  GMutex lock;
  GCond batch_done;
};

enum
{
  SIGNAL_TROUBLE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ParleyStore, parley_store, G_TYPE_OBJECT)

/* --- jobs --- */

static void
job_drop_result (Job *job)
{
  if (job->result != NULL)
    job->result_free (job->result);
  job->result = NULL;
}

static void
job_drop_data (Job *job)
{
  if (job->data != NULL)
    job->data_free (job->data);
  job->data = NULL;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  job_drop_result (job);
  job_drop_data (job);
  g_clear_object (&job->task);
  g_free (job);
}

/* Answers a call. @lost: the store closes. */
static void
job_answer (Job *job, gboolean lost)
{
  g_autoptr (GObject) source = NULL;

  if (job->task == NULL)
    return;
  source = g_object_ref (g_task_get_source_object (job->task));
  if (lost)
    g_task_return_new_error (job->task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                             _ ("The program is closing."));
  else if (job->writes && job->result == NULL)
    g_task_return_new_error (job->task, G_IO_ERROR, G_IO_ERROR_FAILED,
                             _ ("It could not be written down."));
  else
    g_task_return_pointer (job->task, g_steal_pointer (&job->result), job->result_free);
  if (job->callback != NULL)
    job->callback (source, G_ASYNC_RESULT (job->task), job->user_data);
}

/* --- in the worker --- */

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_queue_clear_full (&batch->jobs, job_free);
  g_free (batch->notice);
  g_clear_error (&batch->failure);
  g_free (batch);
}

static gboolean
do_jobs (ParleyDatabase *database, const Batch *batch, gboolean writes, GError **error)
{
  for (GList *link = batch->jobs.head; link != NULL; link = link->next)
    {
      Job *job = link->data;
      g_autoptr (GError) failure = NULL;

      job_drop_result (job);
      if (job->work == NULL || (job->writes && !writes))
        continue;
      job->result = job->work (database, job->data, &failure);
      if (failure == NULL)
        continue;
      job_drop_result (job);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

static gboolean
do_transaction (ParleyDatabase *database, const Batch *batch, GError **error)
{
  if (!batch->has_writes)
    return do_jobs (database, batch, FALSE, error);
  if (!parley_database_begin (database, error))
    return FALSE;
  if (do_jobs (database, batch, TRUE, error) && parley_database_commit (database, error))
    return TRUE;
  parley_database_rollback (database);
  return FALSE;
}

static gboolean
is_damage (const GError *error)
{
  return g_error_matches (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DAMAGED);
}

static void
reopen (ParleyStore *self, Batch *batch, gboolean damaged)
{
  g_clear_error (&batch->failure);
  if (self->database != NULL)
    parley_database_close (self->database, TRUE);
  if (self->path != NULL)
    self->database = parley_store_file_open (self->path, self->own_folder, damaged, &batch->notice);
  else
    self->database = parley_database_open (NULL, NULL);
}

static void
do_batch (ParleyStore *self, Batch *batch)
{
  if (self->database == NULL || !parley_database_is_current (self->database))
    reopen (self, batch, FALSE);
  if (do_transaction (self->database, batch, &batch->failure))
    return;
  /* Opening looks through the whole file. What is damaged after that, too, is set aside, and what
   * is damaged when it was just made is not made again. */
  for (guint i = 0; i < 2 && is_damage (batch->failure) && batch->notice == NULL; i++)
    {
      reopen (self, batch, i > 0);
      if (do_transaction (self->database, batch, &batch->failure))
        return;
    }
  if (is_damage (batch->failure))
    {
      parley_database_close (self->database, TRUE);
      self->database = parley_database_open (NULL, NULL);
    }
  /* The writes are lost, and with them what was read in their midst. */
  do_jobs (self->database, batch, FALSE, NULL);
}

/* What was handed over goes here, too: it may be much. */
static void
finish_batch (ParleyStore *self, Batch *batch)
{
  do_batch (self, batch);
  batch->on_disk = parley_database_get_path (self->database) != NULL;
  for (GList *link = batch->jobs.head; link != NULL; link = link->next)
    job_drop_data (link->data);
}

/* Returns: whether the caller is the one to do it. */
static gboolean
take_batch (ParleyStore *self, Batch *batch)
{
  gboolean waiting;

  g_mutex_lock (&self->lock);
  waiting = batch->state == BATCH_WAITING;
  if (waiting)
    batch->state = BATCH_UNDER_WAY;
  g_mutex_unlock (&self->lock);
  return waiting;
}

static void
run_batch (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ParleyStore *self = source;
  Batch *batch = data;

  if (!take_batch (self, batch))
    return;
  finish_batch (self, batch);
  g_mutex_lock (&self->lock);
  batch->state = BATCH_DONE;
  g_cond_signal (&self->batch_done);
  g_mutex_unlock (&self->lock);
}

/* --- in the main loop --- */

static void
tell (ParleyStore *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_TROUBLE], 0, message);
}

static void
tell_failure (ParleyStore *self, const GError *failure)
{
  g_autofree char *message = NULL;

  if (failure->code == PARLEY_DATABASE_ERROR_FULL)
    message = g_strdup (_ ("The disk is full: Parley can't remember what happens now."));
  else
    message = g_strdup_printf (_ ("Parley can't remember what happens now: %s"), failure->message);
  tell (self, message);
}

/* What trouble the batch had, each once until all is well again. */
static void
tell_trouble (ParleyStore *self, Batch *batch)
{
  int before = self->told;

  self->on_disk = batch->on_disk;
  if (batch->failure != NULL)
    self->told = batch->failure->code;
  else if (batch->has_writes)
    self->told = -1;
  if (batch->notice != NULL)
    tell (self, batch->notice);
  if (batch->failure != NULL && batch->failure->code != before)
    tell_failure (self, batch->failure);
}

/* A callback may close the store, which then answers the rest. */
static void
answer_calls (ParleyStore *self, gboolean lost)
{
  Job *job;

  while ((job = g_queue_pop_head (&self->done)) != NULL)
    {
      job_answer (job, lost);
      job_free (job);
    }
}

static void
put_aside_done (ParleyStore *self, Batch *batch)
{
  Job *job;

  while ((job = g_queue_pop_head (&batch->jobs)) != NULL)
    g_queue_push_tail (&self->done, job);
}

static void on_batch_done (GObject *source, GAsyncResult *result, gpointer data);

static void
start_batch (ParleyStore *self)
{
  if (self->running != NULL || self->next == NULL)
    return;
  self->running = g_task_new (self, NULL, on_batch_done, NULL);
  g_task_set_source_tag (self->running, start_batch);
  g_task_set_task_data (self->running, g_steal_pointer (&self->next), batch_free);
  g_task_run_in_thread (self->running, run_batch);
}

static void
on_batch_done (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyStore *self = PARLEY_STORE (source);
  Batch *batch = g_task_get_task_data (G_TASK (result));

  /* Closing has seen to it already. */
  if (self->closed)
    return;
  g_clear_object (&self->running);
  put_aside_done (self, batch);
  start_batch (self);
  tell_trouble (self, batch);
  answer_calls (self, self->closed);
}

static void
add_job (ParleyStore *self, Job *job)
{
  if (self->next == NULL)
    self->next = g_new0 (Batch, 1);
  self->next->has_writes = self->next->has_writes || job->writes;
  g_queue_push_tail (&self->next->jobs, job);
  start_batch (self);
}

void
parley_store_write (ParleyStore *self,
                    ParleyStoreWork work,
                    gpointer data,
                    GDestroyNotify data_free)
{
  Job *job = g_new0 (Job, 1);

  job->work = work;
  job->data = data;
  job->data_free = data_free;
  job->writes = TRUE;
  if (self->closed)
    job_free (job);
  else
    add_job (self, job);
}

void
parley_store_call_async (ParleyStore *self,
                         const ParleyStoreCall *call,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  gpointer source = call->source != NULL ? call->source : self;
  Job *job = g_new0 (Job, 1);

  job->work = call->work;
  job->data = call->data;
  job->data_free = call->data_free;
  job->writes = call->writes;
  job->task = g_task_new (source, cancellable, NULL, NULL);
  g_task_set_source_tag (job->task, parley_store_call_async);
  job->callback = callback;
  job->user_data = user_data;
  job->result_free = call->result_free;
  if (!self->closed)
    {
      add_job (self, job);
      return;
    }
  g_task_report_new_error (source, callback, user_data, parley_store_call_async, G_IO_ERROR,
                           G_IO_ERROR_CANCELLED, _ ("The program is closing."));
  job_free (job);
}

void
parley_store_read_async (ParleyStore *self,
                         ParleyStoreWork work,
                         gpointer data,
                         GDestroyNotify data_free,
                         GDestroyNotify result_free,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  const ParleyStoreCall call = {
    .work = work,
    .data = data,
    .data_free = data_free,
    .result_free = result_free,
  };

  parley_store_call_async (self, &call, cancellable, callback, user_data);
}

gpointer
parley_store_read_finish (ParleyStore *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
parley_store_flush_async (ParleyStore *self, GAsyncReadyCallback callback, gpointer data)
{
  parley_store_read_async (self, NULL, NULL, NULL, NULL, NULL, callback, data);
}

gboolean
parley_store_flush_finish (ParleyStore *self, GAsyncResult *result, GError **error)
{
  parley_store_read_finish (self, result, error);
  return !g_task_had_error (G_TASK (result));
}

/* --- closing --- */

/* Does the batch if the worker has not begun it, or waits for the worker. */
static void
complete_batch (ParleyStore *self, Batch *batch)
{
  if (take_batch (self, batch))
    finish_batch (self, batch);
  else
    {
      g_mutex_lock (&self->lock);
      while (batch->state != BATCH_DONE)
        g_cond_wait (&self->batch_done, &self->lock);
      g_mutex_unlock (&self->lock);
    }
  put_aside_done (self, batch);
  tell_trouble (self, batch);
}

void
parley_store_close (ParleyStore *self)
{
  g_autoptr (ParleyStore) alive = NULL;

  if (self->closed)
    return;
  alive = g_object_ref (self);
  self->closed = TRUE;
  if (self->running != NULL)
    complete_batch (self, g_task_get_task_data (self->running));
  g_clear_object (&self->running);
  if (self->next != NULL)
    complete_batch (self, self->next);
  g_clear_pointer (&self->next, batch_free);
  if (self->database != NULL)
    parley_database_close (self->database, FALSE);
  self->database = NULL;
  answer_calls (self, TRUE);
}

/* --- the object --- */

static void
parley_store_dispose (GObject *object)
{
  parley_store_close (PARLEY_STORE (object));
  G_OBJECT_CLASS (parley_store_parent_class)->dispose (object);
}

static void
parley_store_finalize (GObject *object)
{
  ParleyStore *self = PARLEY_STORE (object);

  g_free (self->path);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->batch_done);
  G_OBJECT_CLASS (parley_store_parent_class)->finalize (object);
}

static void
parley_store_class_init (ParleyStoreClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = parley_store_dispose;
  object_class->finalize = parley_store_finalize;
  signals[SIGNAL_TROUBLE] = g_signal_new ("trouble", PARLEY_TYPE_STORE, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
parley_store_init (ParleyStore *self)
{
  self->told = -1;
  g_mutex_init (&self->lock);
  g_cond_init (&self->batch_done);
}

static ParleyStore *
begin (char *path, gboolean own_folder)
{
  ParleyStore *self = g_object_new (PARLEY_TYPE_STORE, NULL);

  self->path = path;
  self->own_folder = own_folder;
  parley_store_write (self, NULL, NULL, NULL);
  return self;
}

ParleyStore *
parley_store_new (const char *folder)
{
  return begin (folder != NULL ? g_build_filename (folder, "store.db", NULL) : NULL, TRUE);
}

ParleyStore *
parley_store_new_for_file (const char *path)
{
  return begin (g_strdup (path), FALSE);
}

gboolean
parley_store_is_on_disk (ParleyStore *self)
{
  return self->on_disk;
}
