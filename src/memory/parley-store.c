/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store.h"

#include <glib/gi18n-lib.h>

#include "memory/parley-store-batch.h"

struct _ParleyStore
{
  GObject parent_instance;
  ParleyStorePlace *place; /* belongs to whoever does a batch, but for its path and its hurry */
  gboolean on_disk;
  gboolean opened;        /* something could be read once */
  guint64 last_number;    /* of a write */
  ParleyStoreBatch *next; /* what waits */
  GSource *starting;      /* what waits is about to be done; NULL: not so */
  GTask *running;         /* its data is the batch under way; NULL if none */
  GQueue done;            /* jobs whose calls are to be answered */
  gboolean closed;
  gboolean kept;      /* since it is closed: for good */
  gboolean told_held; /* and that what is written meanwhile is held */
  int told; /* the ParleyDatabaseError that the user knows of; -1: none since all was well */
  gint64 held_since; /* when it was first not possible to write, monotonic, ms; 0: it is */
  gint64 patience_ms;
};

enum
{
  SIGNAL_TROUBLE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ParleyStore, parley_store, G_TYPE_OBJECT)

static gint64
get_now (void)
{
  return g_get_monotonic_time () / G_TIME_SPAN_MILLISECOND;
}

static ParleyStoreBatch *
get_running (ParleyStore *self)
{
  return g_task_get_task_data (self->running);
}

/* --- answering --- */

/* @lost: the store closes. */
static void
job_answer (ParleyStoreJob *job, gboolean lost)
{
  g_autoptr (GTask) task = g_steal_pointer (&job->task);
  g_autoptr (GObject) source = NULL;

  if (task == NULL)
    return;
  source = g_object_ref (g_task_get_source_object (task));
  if (lost)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The program is closing."));
  else if (job->writes && job->result == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Parley couldn't save it."));
  else
    g_task_return_pointer (task, g_steal_pointer (&job->result), job->result_free);
  if (job->callback != NULL)
    job->callback (source, G_ASYNC_RESULT (task), job->user_data);
}

/* A callback may close the store, which then answers the rest. */
static void
answer_calls (ParleyStore *self, gboolean lost)
{
  ParleyStoreJob *job;

  while ((job = g_queue_pop_head (&self->done)) != NULL)
    {
      job_answer (job, lost);
      parley_store_job_free (job);
    }
}

/* --- what the user is told --- */

static void
tell (ParleyStore *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_TROUBLE], 0, message);
}

/* @held: what is new waits. @reads: nothing is. */
static char *
dup_trouble (ParleyStore *self, const GError *failure, gboolean held, gboolean reads)
{
  g_autofree char *shown
      = self->place->path != NULL ? g_filename_display_name (self->place->path) : g_strdup ("");

  if (held && (!self->opened || (reads && !parley_store_batch_may_pass (failure))))
    return g_strdup_printf (_ ("Parley can't open %s: %s. Until it can, it answers nobody."), shown,
                            failure->message);
  if (held && !parley_store_batch_may_pass (failure))
    return g_strdup_printf (
        _ ("Parley can't write to %s: %s. Until it can, what is new is kept in a file beside it."),
        shown, failure->message);
  if (!parley_store_batch_may_pass (failure))
    return g_strdup_printf (_ ("Parley can't remember what happens now: %s"), failure->message);
  if (failure->code == PARLEY_DATABASE_ERROR_FULL)
    return g_strdup (
        _ ("The disk is full. Until there is room, Parley keeps what is new in memory only."));
  return g_strdup_printf (_ ("Another program has locked %s. Until it lets go, Parley keeps what "
                             "is new in a file beside it."),
                          shown);
}

/* Another program mostly lets go soon. */
static gboolean
is_early (ParleyStore *self, const GError *failure)
{
  return (failure->code == PARLEY_DATABASE_ERROR_BUSY || !self->opened)
         && get_now () - self->held_since < self->patience_ms;
}

static void
tell_failure (ParleyStore *self, const GError *failure, gboolean held, gboolean reads)
{
  g_autofree char *message = NULL;

  if ((failure->code == self->told && held == self->told_held)
      || (held && is_early (self, failure)))
    return;
  message = dup_trouble (self, failure, held, reads);
  self->told = failure->code;
  self->told_held = held;
  tell (self, message);
}

static void
tell_all_is_well (ParleyStore *self)
{
  gboolean passed = self->told >= 0 && self->told_held;

  self->told = -1;
  if (passed)
    tell (self, _ ("Parley has saved what it kept in memory."));
}

/* What trouble the batch had, each once until all is well again. */
static void
tell_trouble (ParleyStore *self, ParleyStoreBatch *batch)
{
  if (batch->opened)
    self->on_disk = batch->on_disk;
  if (batch->notice != NULL)
    tell (self, batch->notice);
  if (batch->failure != NULL && batch->failure->domain == PARLEY_DATABASE_ERROR)
    tell_failure (self, batch->failure, parley_store_batch_is_held (batch), !batch->has_writes);
  else if (batch->has_writes || batch->again)
    tell_all_is_well (self);
}

/* --- what is held --- */

/* What comes after a write sees what it wrote, unless that takes too long. */
static gboolean
is_to_wait (ParleyStore *self, ParleyStoreBatch *batch, ParleyStoreJob *job, gboolean after_write)
{
  if (!batch->opened)
    return TRUE;
  /* A disk may be broken for good: who waits to hear of it hears that. */
  if (job->writes)
    return job->verb != NULL || parley_store_batch_may_pass (batch->failure);
  if (job->sure && job->result == NULL)
    return TRUE;
  return after_write && !job->as_it_is && (job->work == NULL || is_early (self, batch->failure));
}

/* Nobody reads what housekeeping writes. */
static gboolean
is_news (const ParleyStoreJob *job)
{
  return job->writes && !(job->verb != NULL && job->verb->passing);
}

static void
put_back (ParleyStore *self, GQueue *held)
{
  ParleyStoreJob *job;

  if (g_queue_is_empty (held))
    return;
  if (self->next == NULL)
    self->next = parley_store_batch_new ();
  while ((job = g_queue_pop_tail (held)) != NULL)
    parley_store_batch_push_back (self->next, job);
}

/* Takes what the batch did, and puts back what it could not do. */
static void
settle (ParleyStore *self, ParleyStoreBatch *batch)
{
  gboolean holds = parley_store_batch_is_held (batch);
  gboolean after_write = FALSE;
  GQueue held = G_QUEUE_INIT;
  ParleyStoreJob *job;

  self->opened = self->opened || batch->opened;
  if (holds && self->held_since == 0)
    self->held_since = get_now ();
  else if (!holds && (batch->has_writes || batch->again))
    self->held_since = 0;
  while ((job = g_queue_pop_head (&batch->jobs)) != NULL)
    {
      if (holds && is_to_wait (self, batch, job, after_write))
        g_queue_push_tail (&held, job);
      else
        g_queue_push_tail (&self->done, job);
      after_write = after_write || is_news (job);
    }
  put_back (self, &held);
}

/* Never what somebody said. */
static void
bound_held (ParleyStoreBatch *batch)
{
  GList *link = batch->jobs.head;

  if (batch->jobs.length <= PARLEY_STORE_MAX_HELD)
    return;
  while (link != NULL)
    {
      ParleyStoreJob *job = link->data;

      if (job->verb != NULL && job->verb->passing)
        {
          g_queue_delete_link (&batch->jobs, link);
          parley_store_job_free (job);
          return;
        }
      link = link->next;
    }
}

/* --- doing --- */

static void on_batch_done (GObject *source, GAsyncResult *result, gpointer data);

static void
run_batch (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  parley_store_batch_run (data, PARLEY_STORE (source)->place);
  g_task_return_boolean (task, TRUE);
}

static void
remove_source (GSource *source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

static void
start_batch (ParleyStore *self)
{
  g_clear_pointer (&self->starting, remove_source);
  if (self->running != NULL || self->next == NULL)
    return;
  self->running = g_task_new (self, NULL, on_batch_done, NULL);
  g_task_set_source_tag (self->running, start_batch);
  g_task_set_task_data (self->running, g_steal_pointer (&self->next), parley_store_batch_free);
  g_task_run_in_thread (self->running, run_batch);
}

static void
on_batch_done (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyStore *self = PARLEY_STORE (source);
  ParleyStoreBatch *batch = g_task_get_task_data (G_TASK (result));

  /* Closing has seen to it already. */
  if (self->closed)
    return;
  g_clear_object (&self->running);
  settle (self, batch);
  start_batch (self);
  tell_trouble (self, batch);
  answer_calls (self, self->closed);
}

static gboolean
on_start (gpointer data)
{
  start_batch (data);
  return G_SOURCE_REMOVE;
}

/* With all that the caller, and who called it, has to write: one event is one transaction. */
static void
start_soon (ParleyStore *self)
{
  if (self->running != NULL || self->starting != NULL)
    return;
  self->starting = g_idle_source_new ();
  g_source_set_priority (self->starting, G_PRIORITY_HIGH);
  g_source_set_static_name (self->starting, "parley-store");
  g_source_set_callback (self->starting, on_start, self, NULL);
  g_source_attach (self->starting, g_main_context_get_thread_default ());
}

static void
add_job (ParleyStore *self, ParleyStoreJob *job)
{
  if (self->next == NULL)
    self->next = parley_store_batch_new ();
  parley_store_batch_push (self->next, job);
  bound_held (self->next);
  start_soon (self);
}

void
parley_store_write (ParleyStore *self, const ParleyStoreVerb *verb, gpointer data)
{
  ParleyStoreJob *job = g_new0 (ParleyStoreJob, 1);

  job->verb = verb;
  job->number = ++self->last_number;
  job->work = verb->work;
  job->data = data;
  job->data_free = verb->data_free;
  job->writes = TRUE;
  if (self->closed)
    parley_store_job_free (job);
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
  ParleyStoreJob *job = g_new0 (ParleyStoreJob, 1);

  job->work = call->work;
  job->data = call->data;
  job->data_free = call->data_free;
  job->writes = call->writes;
  job->as_it_is = call->as_it_is;
  job->sure = call->sure;
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
  parley_store_job_free (job);
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

gboolean
parley_store_is_idle (ParleyStore *self)
{
  return self->running == NULL && self->next == NULL && g_queue_is_empty (&self->done);
}

const char *
parley_store_get_path (ParleyStore *self)
{
  return self->place->path;
}

/* --- closing --- */

/* @batch: (nullable): was left to the worker. */
static void
save_rest (ParleyStore *self, ParleyStoreBatch *batch)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (parley_store_place_save_rest (self->place, batch, self->next, &error))
    return;
  message = g_strdup_printf (_ ("Parley can't remember what happens now: %s"), error->message);
  tell (self, message);
}

/* Their memory is the batch's, which the worker may still be looking at. */
static void
answer_as_lost (ParleyStoreBatch *batch)
{
  for (GList *link = batch->jobs.head; link != NULL; link = link->next)
    job_answer (link->data, TRUE);
}

/* Returns: whether what waits was seen to. */
static gboolean
finish_running (ParleyStore *self, gint64 end)
{
  ParleyStoreBatch *batch = get_running (self);
  ParleyBatchState state = parley_store_batch_await (batch, end);

  if (state == PARLEY_BATCH_DONE)
    {
      settle (self, batch);
      tell_trouble (self, batch);
      self->kept = batch->lasting && self->next == NULL;
      return FALSE;
    }
  save_rest (self, batch);
  answer_as_lost (batch);
  return TRUE;
}

static void
finish (ParleyStore *self, gint64 end)
{
  g_atomic_int_set (&self->place->hurry, TRUE);
  g_clear_pointer (&self->starting, remove_source);
  if (self->running != NULL && finish_running (self, end))
    return;
  g_clear_object (&self->running);
  if (self->next == NULL)
    self->next = parley_store_batch_new ();
  self->next->last = TRUE;
  start_batch (self);
  if (!finish_running (self, end) && self->next != NULL)
    save_rest (self, NULL);
}

void
parley_store_close_until (ParleyStore *self, gint64 end)
{
  g_autoptr (ParleyStore) alive = NULL;

  if (self->closed)
    return;
  alive = g_object_ref (self);
  self->closed = TRUE;
  finish (self, end);
  g_clear_object (&self->running);
  if (self->next != NULL)
    answer_as_lost (self->next);
  g_clear_pointer (&self->next, parley_store_batch_free);
  answer_calls (self, TRUE);
}

void
parley_store_close (ParleyStore *self)
{
  parley_store_close_until (self, g_get_monotonic_time ()
                                      + PARLEY_STORE_CLOSE_MS * G_TIME_SPAN_MILLISECOND);
}

gboolean
parley_store_is_kept (ParleyStore *self)
{
  return self->kept;
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

  parley_store_place_free (self->place);
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
  self->patience_ms = PARLEY_STORE_PATIENCE_MS;
}

static ParleyStore *
begin (char *path, gboolean own_folder)
{
  ParleyStore *self = g_object_new (PARLEY_TYPE_STORE, NULL);

  self->place = parley_store_place_new (path, own_folder);
  parley_store_flush_async (self, NULL, NULL);
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

void
parley_store_set_patience_for_tests (ParleyStore *self, gint64 ms)
{
  self->patience_ms = ms;
}

gboolean
parley_store_is_on_disk (ParleyStore *self)
{
  return self->on_disk;
}
