/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-batch.h"

#include "memory/parley-schema.h"
#include "memory/parley-store-file.h"
#include "memory/parley-store-rest.h"

/* Before what was tried is tried again. */
#define PAUSE_US (50 * G_TIME_SPAN_MILLISECOND)

/* --- the place --- */

ParleyStorePlace *
parley_store_place_new (char *path, gboolean own_folder)
{
  ParleyStorePlace *place = g_new0 (ParleyStorePlace, 1);

  place->path = path;
  place->own_folder = own_folder;
  place->rest = path != NULL ? parley_store_rest_new (path) : NULL;
  place->writer = path != NULL ? parley_store_rest_dup_writer () : NULL;
  return place;
}

static void
close_database (ParleyStorePlace *place)
{
  if (place->database != NULL)
    parley_database_close (place->database, FALSE);
  place->database = NULL;
}

/* What is in the file stays for the next process. */
static void
close_rest (ParleyStorePlace *place)
{
  if (place->rest != NULL)
    parley_line_file_close (place->rest, FALSE);
  place->rest = NULL;
}

void
parley_store_place_free (ParleyStorePlace *place)
{
  close_database (place);
  close_rest (place);
  g_free (place->writer);
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

static void
count_in (ParleyStoreBatch *batch, const ParleyStoreJob *job)
{
  batch->has_writes = batch->has_writes || job->writes;
  batch->insists = batch->insists || job->writes || job->sure;
}

void
parley_store_batch_push (ParleyStoreBatch *batch, ParleyStoreJob *job)
{
  count_in (batch, job);
  g_queue_push_tail (&batch->jobs, job);
}

void
parley_store_batch_push_back (ParleyStoreBatch *batch, ParleyStoreJob *job)
{
  count_in (batch, job);
  batch->again = TRUE;
  g_queue_push_head (&batch->jobs, job);
}

gboolean
parley_store_batch_may_pass (const GError *failure)
{
  return g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_BUSY)
         || g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_FULL);
}

/* Nobody knows how long that lasts. */
static gboolean
is_of_the_disk (const GError *failure)
{
  return g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DISK)
         || g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_REFUSED);
}

gboolean
parley_store_batch_is_held (const ParleyStoreBatch *batch)
{
  return !batch->opened
         || (!batch->written
             && (parley_store_batch_may_pass (batch->failure)
                 || (batch->insists && is_of_the_disk (batch->failure))));
}

/* --- what is held --- */

static gboolean
save_jobs (ParleyStorePlace *place, ParleyLineFile *rest, GQueue *jobs, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (GList *link = jobs->head; link != NULL; link = link->next)
    {
      const ParleyStoreJob *job = link->data;

      if (job->verb != NULL && !job->in_rest)
        parley_store_rest_format (lines, job->verb, job->data, place->writer, job->number);
    }
  if (lines->len > 0 && parley_line_file_add (rest, lines, FALSE, error) < 0)
    return FALSE;
  for (GList *link = jobs->head; link != NULL; link = link->next)
    ((ParleyStoreJob *) link->data)->in_rest = TRUE;
  return TRUE;
}

/* While the worker is at the file nobody waits for it with the lock. Returns: (nullable). */
static ParleyLineFile *
take_rest (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  ParleyLineFile *rest;

  g_mutex_lock (&batch->lock);
  rest = g_steal_pointer (&place->rest);
  g_mutex_unlock (&batch->lock);
  return rest;
}

static void
give_rest (ParleyStoreBatch *batch, ParleyStorePlace *place, ParleyLineFile *rest)
{
  g_mutex_lock (&batch->lock);
  place->rest = rest;
  g_mutex_unlock (&batch->lock);
}

/* Where not even that is possible it is tried again with the store. */
static void
save_held (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  ParleyLineFile *rest = take_rest (batch, place);

  if (rest == NULL)
    return;
  save_jobs (place, rest, &batch->jobs, NULL);
  give_rest (batch, place, rest);
}

/* What stands in the file is in the store, where it can be forgotten; a store that is only in
 * memory leaves it to the next process. Quitting waits for no disk: the next process removes what
 * is only overwritten then. */
static void
remove_rest (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  ParleyLineFile *rest;

  if (parley_database_get_path (place->database) == NULL)
    return;
  rest = take_rest (batch, place);
  if (rest == NULL)
    return;
  if (g_atomic_int_get (&place->hurry))
    parley_line_file_empty (rest);
  else
    parley_line_file_remove (rest);
  give_rest (batch, place, rest);
}

/* Of a commit that is under way only the worker hears what became of it, and the next process, by
 * its note; and a file that the worker is at it goes on writing. Returns: (transfer full): the file
 * for what was to be done after it. */
static ParleyLineFile *
leave_rest (ParleyStoreBatch *batch, ParleyStorePlace *place, gboolean *well, GError **error)
{
  ParleyLineFile *rest = NULL;

  g_mutex_lock (&batch->lock);
  if (batch->state != PARLEY_BATCH_KEPT && batch->state != PARLEY_BATCH_DONE && place->rest != NULL)
    *well = save_jobs (place, place->rest, &batch->jobs, error);
  if (batch->state == PARLEY_BATCH_ABANDONED)
    rest = g_steal_pointer (&place->rest);
  g_mutex_unlock (&batch->lock);
  return rest != NULL ? rest : parley_store_rest_new (place->path);
}

gboolean
parley_store_place_save_rest (ParleyStorePlace *place,
                              ParleyStoreBatch *batch,
                              ParleyStoreBatch *next,
                              GError **error)
{
  ParleyLineFile *rest;
  gboolean well = TRUE;

  if (place->path == NULL)
    return TRUE;
  rest = batch != NULL ? leave_rest (batch, place, &well, error) : g_steal_pointer (&place->rest);
  if (next != NULL)
    well = save_jobs (place, rest, &next->jobs, well ? error : NULL) && well;
  parley_line_file_close (rest, FALSE);
  return well;
}

/* --- in the worker --- */

/* @done: up to which number writes are. */
/* @done: up to which number writes are done. */
static gboolean
is_to_do (const ParleyStoreJob *job, gboolean writes, guint64 done)
{
  if (job->work == NULL)
    return FALSE;
  return !job->writes || (writes && (job->verb == NULL || job->number > done));
}

static gboolean
do_jobs (ParleyDatabase *database,
         const ParleyStoreBatch *batch,
         gboolean writes,
         guint64 done,
         GError **error)
{
  for (GList *link = batch->jobs.head; link != NULL; link = link->next)
    {
      ParleyStoreJob *job = link->data;
      g_autoptr (GError) failure = NULL;

      drop_result (job);
      if (!is_to_do (job, writes, done))
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

static void
end_keeping (ParleyStoreBatch *batch, ParleyStorePlace *place, gboolean kept)
{
  g_mutex_lock (&batch->lock);
  batch->state = kept ? PARLEY_BATCH_KEPT : PARLEY_BATCH_UNDER_WAY;
  g_mutex_unlock (&batch->lock);
  if (kept)
    remove_rest (batch, place);
}

/* Numbers go up in a batch, and from one to the next. */
static gboolean
note_done (ParleyStorePlace *place, ParleyStoreBatch *batch, GError **error)
{
  guint64 number = 0;

  for (GList *link = batch->jobs.tail; link != NULL && number == 0; link = link->prev)
    number = ((const ParleyStoreJob *) link->data)->number;
  return number == 0 || place->writer == NULL
         || parley_store_rest_note (place->database, place->writer, number, error);
}

/* Of a commit that failed some may stand nevertheless, such as one without a log whose folder could
 * not be synced. */
static gboolean
get_done (ParleyStorePlace *place, const ParleyStoreBatch *batch, guint64 *done, GError **error)
{
  *done = 0;
  return !batch->again || place->writer == NULL
         || parley_store_rest_get_done (place->database, place->writer, done, error);
}

/* All that stands in the file is in the batch. */
static gboolean
do_transaction (ParleyStorePlace *place, ParleyStoreBatch *batch, GError **error)
{
  ParleyDatabase *database = place->database;
  guint64 done;

  if (!batch->has_writes)
    return do_jobs (database, batch, FALSE, 0, error);
  if (!parley_database_begin (database, error))
    return FALSE;
  if (get_done (place, batch, &done, error) && do_jobs (database, batch, TRUE, done, error)
      && note_done (place, batch, error) && begin_keeping (batch, error))
    {
      gboolean kept = parley_database_commit (database, error);

      end_keeping (batch, place, kept);
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
complete (ParleyStorePlace *place, ParleyStoreBatch *batch)
{
  g_autofree char *rest = NULL;

  g_mutex_lock (&batch->lock);
  rest = place->rest != NULL ? g_strdup (parley_line_file_get_path (place->rest)) : NULL;
  g_mutex_unlock (&batch->lock);
  place->complete
      = parley_store_rest_apply (place->database, rest, &batch->failure)
        || !(parley_store_batch_may_pass (batch->failure) || is_of_the_disk (batch->failure));
  return place->complete;
}

static gboolean
reopen (ParleyStorePlace *place, ParleyStoreBatch *batch, gboolean damaged)
{
  g_clear_error (&batch->failure);
  close_database (place);
  if (place->path == NULL)
    place->database = parley_database_open (NULL, NULL, parley_schema_migrate, NULL);
  else
    place->database = parley_store_file_open (place->path, place->own_folder, damaged,
                                              &place->hurry, &batch->notice, &batch->failure);
  return place->database != NULL && complete (place, batch);
}

/* Opening looks through the whole file: that is not done again to wait for another program. */
static gboolean
ensure_open (ParleyStorePlace *place, ParleyStoreBatch *batch)
{
  if (place->database == NULL || !parley_database_is_current (place->database))
    return reopen (place, batch, FALSE);
  return place->complete || complete (place, batch);
}

static void
do_batch (ParleyStorePlace *place, ParleyStoreBatch *batch)
{
  if (!ensure_open (place, batch))
    return;
  batch->opened = TRUE;
  g_clear_error (&batch->failure);
  batch->written = do_transaction (place, batch, &batch->failure);
  if (batch->written)
    return;
  /* Opening looks through the whole file. What is damaged after that, too, is set aside, and what
   * is damaged when it was just made is not made again. */
  for (guint i = 0; i < 2 && is_damage (batch->failure) && batch->notice == NULL; i++)
    {
      batch->opened = reopen (place, batch, i > 0);
      if (!batch->opened)
        return;
      batch->written = do_transaction (place, batch, &batch->failure);
      if (batch->written)
        return;
    }
  if (is_damage (batch->failure))
    {
      parley_database_close (place->database, TRUE);
      place->database = parley_database_open (NULL, NULL, parley_schema_migrate, NULL);
    }
  /* The writes are not kept, and with them goes what was read in their midst. */
  do_jobs (place->database, batch, FALSE, 0, NULL);
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
  gboolean held = parley_store_batch_is_held (batch);

  for (GList *link = batch->jobs.head; link != NULL && !held; link = link->next)
    drop_data (link->data);
}

/* What is only overwritten stands on the disk after a power cut, perhaps: the next process has to
 * know that it is done. */
static gboolean
has_rest (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  gboolean has;

  g_mutex_lock (&batch->lock);
  has = place->rest != NULL && parley_line_file_get_path (place->rest) != NULL;
  g_mutex_unlock (&batch->lock);
  return has;
}

static void
end_place (ParleyStoreBatch *batch, ParleyStorePlace *place)
{
  batch->lasting = batch->on_disk && batch->written && parley_database_sync (place->path, NULL);
  if (batch->on_disk && batch->written && !has_rest (batch, place))
    parley_store_rest_drop_note (place->database, place->writer);
  close_database (place);
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
    {
      save_held (batch, place);
      pause_before (batch, place);
    }
  /* What was never opened, or is not there any more, is not made to be closed. */
  if (batch->last && g_queue_is_empty (&batch->jobs))
    batch->opened = batch->written = place->database != NULL;
  else
    do_batch (place, batch);
  if (parley_store_batch_is_held (batch))
    save_held (batch, place);
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
    {
      close_database (place);
      close_rest (place);
    }
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
