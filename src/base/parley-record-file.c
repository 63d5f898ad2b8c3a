/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-record-file.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#define VERSION 1
#define TYPE    "(ua{ss})"

/* Who leaves may not be kept longer. */
#define LEAVING_US (100 * G_TIME_SPAN_MILLISECOND)

/* What the worker has of a file; it may outlive it. */
typedef struct
{
  char *path;
  GMutex writing; /* held by the one worker that is at the file */
  GMutex lock;    /* of what stands below */
  GCond idle;
  guint n_workers;
} Shared;

typedef struct
{
  guint64 since; /* number of the change that it waits for */
  ParleyRecordFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Waiter;

struct _ParleyRecordFile
{
  Shared *shared;
  GHashTable *pending; /* name → value: not given to a worker yet */
  guint64 serial;      /* number of the last change */
  gboolean working;    /* a worker is on its way and will come back */
  GError *failure;     /* (nullable): of the last try */
  GQueue waiters;      /* of Waiter, the oldest first */
  GCancellable *gone;
};

/* One way to the disk. */
typedef struct
{
  Shared *shared;
  GHashTable *changes;
  guint64 serial;
} Batch;

static void
shared_clear (gpointer data)
{
  Shared *shared = data;

  g_free (shared->path);
  g_mutex_clear (&shared->writing);
  g_mutex_clear (&shared->lock);
  g_cond_clear (&shared->idle);
}

static void
shared_unref (Shared *shared)
{
  g_atomic_rc_box_release_full (shared, shared_clear);
}

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  shared_unref (batch->shared);
  g_hash_table_unref (batch->changes);
  g_free (batch);
}

static void
waiter_free (gpointer data)
{
  Waiter *waiter = data;

  if (waiter->destroy != NULL)
    waiter->destroy (waiter->data);
  g_free (waiter);
}

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* The file */

static gboolean
parse (const char *text, GHashTable *table)
{
  g_autoptr (GVariant) variant = g_variant_parse (G_VARIANT_TYPE (TYPE), text, NULL, NULL, NULL);
  g_autoptr (GVariantIter) iter = NULL;
  const char *name;
  const char *value;
  guint version;

  if (variant == NULL)
    return FALSE;
  g_variant_get (variant, TYPE, &version, &iter);
  while (g_variant_iter_next (iter, "{&s&s}", &name, &value))
    g_hash_table_insert (table, g_strdup (name), g_strdup (value));
  return version == VERSION;
}

static GHashTable *
read_file (const char *path, GError **error)
{
  g_autoptr (GHashTable) table = new_table ();
  g_autofree char *text = NULL;
  g_autoptr (GError) local = NULL;

  if (!g_file_get_contents (path, &text, NULL, &local))
    {
      if (g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOENT)
          || g_error_matches (local, G_FILE_ERROR, G_FILE_ERROR_NOTDIR))
        return g_steal_pointer (&table);
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (parse (text, table))
    return g_steal_pointer (&table);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("“%s” is damaged"), path);
  return NULL;
}

static gboolean
write_file (const char *path, GHashTable *table, GError **error)
{
  GVariantBuilder builder;
  g_autoptr (GVariant) variant = NULL;
  g_autofree char *text = NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_variant_builder_add (&builder, "{ss}", name, value);
  variant = g_variant_ref_sink (g_variant_new (TYPE, VERSION, &builder));
  text = g_variant_print (variant, FALSE);
  g_mkdir_with_parents (folder, 0700);
  return g_file_set_contents_full (
      path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, error);
}

/* A damaged file was told of when it was read; here it makes way. */
static gboolean
merge (const char *path, GHashTable *changes, GError **error)
{
  g_autoptr (GHashTable) table = read_file (path, NULL);
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  if (table == NULL)
    table = new_table ();
  g_hash_table_iter_init (&iter, changes);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_hash_table_insert (table, g_strdup (name), g_strdup (value));
  return write_file (path, table, error);
}

/* The worker */

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Batch *batch = data;
  Shared *shared = batch->shared;
  GError *error = NULL;

  g_mutex_lock (&shared->writing);
  merge (shared->path, batch->changes, &error);
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

static void start (ParleyRecordFile *file);

/* Their functions may set more. */
static void
call_waiters (ParleyRecordFile *file, guint64 serial, const GError *error)
{
  g_autoptr (GCancellable) gone = g_object_ref (file->gone);

  while (!g_cancellable_is_cancelled (gone) && !g_queue_is_empty (&file->waiters)
         && ((Waiter *) g_queue_peek_head (&file->waiters))->since <= serial)
    {
      Waiter *waiter = g_queue_pop_head (&file->waiters);

      waiter->func (waiter->data, error);
      waiter_free (waiter);
    }
}

/* What could not be written goes along with what is set next, unless that is newer. */
static void
keep (ParleyRecordFile *file, GHashTable *changes)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_hash_table_iter_init (&iter, changes);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      if (!g_hash_table_contains (file->pending, name))
        g_hash_table_insert (file->pending, g_strdup (name), g_strdup (value));
    }
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  g_autoptr (GCancellable) gone = g_object_ref (g_task_get_cancellable (task));
  Batch *batch = g_task_get_task_data (task);
  ParleyRecordFile *file = data;
  g_autoptr (GError) error = NULL;
  gboolean more;

  g_task_propagate_boolean (task, &error);
  if (g_cancellable_is_cancelled (gone))
    return;
  file->working = FALSE;
  more = file->serial > batch->serial;
  if (error != NULL)
    keep (file, batch->changes);
  g_clear_error (&file->failure);
  file->failure = error != NULL ? g_error_copy (error) : NULL;
  if (more)
    start (file);
  call_waiters (file, batch->serial, error);
}

static void
start (ParleyRecordFile *file)
{
  Batch *batch = g_new0 (Batch, 1);
  g_autoptr (GTask) task = g_task_new (NULL, file->gone, on_written, file);

  batch->shared = g_atomic_rc_box_acquire (file->shared);
  batch->changes = g_steal_pointer (&file->pending);
  batch->serial = file->serial;
  file->pending = new_table ();
  file->working = TRUE;
  g_mutex_lock (&file->shared->lock);
  file->shared->n_workers++;
  g_mutex_unlock (&file->shared->lock);
  g_task_set_source_tag (task, start);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, batch, batch_free);
  g_task_run_in_thread (task, work);
}

/* From outside */

ParleyRecordFile *
parley_record_file_new (const char *path)
{
  ParleyRecordFile *file = g_new0 (ParleyRecordFile, 1);

  file->shared = g_atomic_rc_box_new0 (Shared);
  file->shared->path = g_strdup (path);
  g_mutex_init (&file->shared->writing);
  g_mutex_init (&file->shared->lock);
  g_cond_init (&file->shared->idle);
  file->pending = new_table ();
  file->gone = g_cancellable_new ();
  return file;
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
parley_record_file_free (ParleyRecordFile *file)
{
  if (g_hash_table_size (file->pending) > 0)
    start (file);
  g_cancellable_cancel (file->gone);
  wait_for_workers (file->shared);
  g_queue_clear_full (&file->waiters, waiter_free);
  g_hash_table_unref (file->pending);
  g_clear_error (&file->failure);
  g_object_unref (file->gone);
  shared_unref (file->shared);
  g_free (file);
}

GHashTable *
parley_record_file_read (ParleyRecordFile *file, GError **error)
{
  return read_file (file->shared->path, error);
}

void
parley_record_file_set (ParleyRecordFile *file, const char *name, const char *value)
{
  g_hash_table_insert (file->pending, g_strdup (name), g_strdup (value));
  file->serial++;
  if (!file->working)
    start (file);
}

void
parley_record_file_when_written (ParleyRecordFile *file,
                                 ParleyRecordFunc func,
                                 gpointer data,
                                 GDestroyNotify destroy)
{
  Waiter *waiter = g_new0 (Waiter, 1);

  *waiter = (Waiter){ .since = file->serial, .func = func, .data = data, .destroy = destroy };
  g_queue_push_tail (&file->waiters, waiter);
  if (!file->working)
    call_waiters (file, file->serial, file->failure);
}

gboolean
parley_record_file_is_busy (ParleyRecordFile *file)
{
  return file->working;
}
