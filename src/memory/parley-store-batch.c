/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-batch.h"

#include "memory/parley-store-file.h"
#include "memory/parley-store-rest.h"

/* Before what was tried is tried again. */
#define PAUSE_US (100 * G_TIME_SPAN_MILLISECOND)

/* What is tried again waits no longer than this for whoever has the file: the reads behind it need
 * not wait for them. */
#define AGAIN_MS 50

/* --- the place --- */

void
parley_store_place_close (ParleyStorePlace *place)
{
  if (place->database != NULL)
    parley_database_close (place->database, FALSE);
  place->database = NULL;
}

void
parley_store_place_free (ParleyStorePlace *place)
{
  parley_store_place_close (place);
  g_free (place->path);
  g_free (place);
}

/* --- jobs --- */

static void
drop_result (ParleyStoreJob *job)
{
  if (job->result != NULL)
    job->result_free (job->result);
  job->result = NULL;
}

static void
drop_data (ParleyStoreJob *job)
{
  if (job->data != NULL)
    job->data_free (job->data);
  job->data = NULL;
}

void
parley_store_job_free (gpointer data)
{
  ParleyStoreJob *job = data;

  drop_result (job);
  drop_data (job);
  g_clear_object (&job->task);
  g_free (job);
}

/* --- batches --- */

ParleyStoreBatch *
parley_store_batch_new (void)
{
  ParleyStoreBatch *batch = g_new0 (ParleyStoreBatch, 1);

  g_mutex_init (&batch->lock);
  g_cond_init (&batch->changed);
  return batch;
}

void
parley_store_batch_free (gpointer data)
{
  ParleyStoreBatch *batch = data;

  g_queue_clear_full (&batch->jobs, parley_store_job_free);
  g_free (batch->notice);
  g_clear_error (&batch->failure);
  g_mutex_clear (&batch->lock);
  g_cond_clear (&batch->changed);
  g_free (batch);
}

void
parley_store_batch_push (ParleyStoreBatch *batch, ParleyStoreJob *job)
{
  batch->has_writes = batch->has_writes || job->writes;
  g_queue_push_tail (&batch->jobs, job);
}

void
parley_store_batch_push_back (ParleyStoreBatch *batch, ParleyStoreJob *job)
{
  batch->has_writes = batch->has_writes || job->writes;
  batch->again = TRUE;
  g_queue_push_head (&batch->jobs, job);
}

gboolean
parley_store_batch_may_pass (const GError *failure)
{
  return g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_BUSY)
         || g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_FULL);
}

/* --- in the worker --- */

static gboolean
do_jobs (ParleyDatabase *database, const ParleyStoreBatch *batch, gboolean writes, GError **error)
{
  for (GList *link = batch->jobs.head; link != NULL; link = link->next)
    {
      ParleyStoreJob *job = link->data;
      g_autoptr (GError) failure = NULL;

      drop_result (job);
      if (job->work == NULL || (job->writes && !writes))
        continue;
      job->result = job->work (database, job->data, &failure);
      if (failure == NULL)
        continue;
      drop_result (job);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

/* Returns: FALSE with an error: nobody waits for what would be kept. */
static gboolean
begin_keeping (ParleyStoreBatch *batch, GError **error)
{
  gboolean wanted;

  g_mutex_lock (&batch->lock);
  wanted = batch->state == PARLEY_BATCH_UNDER_WAY && !batch->left;
  if (wanted)
    batch->state = PARLEY_BATCH_KEEPING;
  g_mutex_unlock (&batch->lock);
  if (!wanted)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "abandoned");
  return wanted;
}

/* Under the lock. */
static void
close_rest (ParleyStoreBatch *batch, gboolean remove)
{
  if (batch->rest != NULL)
    parley_line_file_close (batch->rest, remove);
  batch->rest = NULL;
}

static void
end_keeping (ParleyStoreBatch *batch, gboolean kept)
{
  g_mutex_lock (&batch->lock);
  batch->state = kept ? PARLEY_BATCH_KEPT : PARLEY_BATCH_UNDER_WAY;
  close_rest (batch, kept);
  g_mutex_unlock (&batch->lock);
}

static gboolean
do_transaction (ParleyDatabase *database, ParleyStoreBatch *batch, GError **error)
{
  if (!batch->has_writes)
    return do_jobs (database, batch, FALSE, error);
  if (!parley_database_begin_soon (database, batch->again ? AGAIN_MS : PARLEY_DATABASE_BUSY_MS,
                                   error))
    return FALSE;
  if (do_jobs (database, batch, TRUE, error) && begin_keeping (batch, error))
    {
      gboolean kept = parley_database_commit (database, error);

      end_keeping (batch, kept);
      if (kept)
        return TRUE;
    }
  parley_database_rollback (database);
  return FALSE;
}

static gboolean
is_damage (const GError *error)
{
  return g_error_matches (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DAMAGED);
}

/* What earlier runs could not write is taken in before anything is read. */
static gboolean
reopen (ParleyStorePlace *place, ParleyStoreBatch *batch, gboolean damaged)
{
  g_clear_error (&batch->failure);
  parley_store_place_close (place);
  if (place->path == NULL)
    place->database = parley_database_open (NULL, NULL, NULL);
  else
    place->database = parley_store_file_open (place->path, place->own_folder, damaged,
                                              &place->hurry, &batch->notice, &batch->failure);
  if (place->database == NULL)
    return FALSE;
  if (parley_store_rest_apply (place->database, &batch->failure)
      || !parley_store_batch_may_pass (batch->failure))
    return TRUE;
  parley_store_place_close (place);
  return FALSE;
}

static void
do_batch (ParleyStorePlace *place, ParleyStoreBatch *batch)
{
  if ((place->database == NULL || !parley_database_is_current (place->database))
      && !reopen (place, batch, FALSE))
    return;
  batch->opened = TRUE;
  g_clear_error (&batch->failure);
  batch->written = do_transaction (place->database, batch, &batch->failure);
  if (batch->written)
    return;
  /* Opening looks through the whole file. What is damaged after that, too, is set aside, and what
   * is damaged when it was just made is not made again. */
  for (guint i = 0; i < 2 && is_damage (batch->failure) && batch->notice == NULL; i++)
    {
      batch->opened = reopen (place, batch, i > 0);
      if (!batch->opened)
        return;
      batch->written = do_transaction (place->database, batch, &batch->failure);
      if (batch->written)
        return;
    }
  if (is_damage (batch->failure))
    {
      parley_database_close (place->database, TRUE);
      place->database = parley_database_open (NULL, NULL, NULL);
    }
  /* The writes are not kept, and with them goes what was read in their midst. */
  do_jobs (place->database, batch, FALSE, NULL);
}

static void
pause_before (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  gint64 end = g_get_monotonic_time () + PAUSE_US;

  g_mutex_lock (&batch->lock);
  while (!g_atomic_int_get (&place->hurry)
         && g_cond_wait_until (&batch->changed, &batch->lock, end))
    ;
  g_mutex_unlock (&batch->lock);
}

/* What was handed over and is done goes here, too: it may be much. */
static void
drop_done (ParleyStoreBatch *batch)
{
  gboolean again
      = !batch->opened || (!batch->written && parley_store_batch_may_pass (batch->failure));

  for (GList *link = batch->jobs.head; link != NULL && !again; link = link->next)
    drop_data (link->data);
}

static void
end_place (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  batch->lasting = batch->on_disk && batch->written && parley_database_sync (place->path, NULL);
  parley_store_place_close (place);
}

void
parley_store_batch_run (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  gboolean left;

  g_mutex_lock (&batch->lock);
  if (batch->state == PARLEY_BATCH_WAITING)
    batch->state = PARLEY_BATCH_UNDER_WAY;
  g_mutex_unlock (&batch->lock);
  if (batch->again)
    pause_before (batch, place);
  /* What was never opened, or is not there any more, is not made to be closed. */
  if (batch->last && g_queue_is_empty (&batch->jobs))
    batch->opened = batch->written = place->database != NULL;
  else
    do_batch (place, batch);
  batch->on_disk = batch->opened && parley_database_get_path (place->database) != NULL;
  if (place->database != NULL)
    parley_database_tidy (place->database);
  if (batch->last)
    end_place (batch, place);
  g_mutex_lock (&batch->lock);
  left = batch->left;
  if (!left)
    {
      drop_done (batch);
      batch->state = PARLEY_BATCH_DONE;
      g_cond_broadcast (&batch->changed);
    }
  g_mutex_unlock (&batch->lock);
  if (left)
    parley_store_place_close (place);
}

ParleyBatchState
parley_store_batch_await (ParleyStoreBatch *batch, gint64 end)
{
  ParleyBatchState state;

  g_mutex_lock (&batch->lock);
  g_cond_broadcast (&batch->changed);
  while (batch->state != PARLEY_BATCH_DONE
         && g_cond_wait_until (&batch->changed, &batch->lock, end))
    ;
  if (batch->state == PARLEY_BATCH_WAITING || batch->state == PARLEY_BATCH_UNDER_WAY)
    batch->state = PARLEY_BATCH_ABANDONED;
  state = batch->state;
  batch->left = state != PARLEY_BATCH_DONE;
  g_mutex_unlock (&batch->lock);
  return state;
}

void
parley_store_batch_take_rest (ParleyStoreBatch *batch, ParleyLineFile *rest)
{
  g_mutex_lock (&batch->lock);
  batch->rest = rest;
  if (batch->state != PARLEY_BATCH_KEEPING)
    close_rest (batch, batch->state == PARLEY_BATCH_KEPT);
  g_mutex_unlock (&batch->lock);
}
