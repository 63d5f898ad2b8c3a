/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-database.h"
#include "memory/parley-store.h"

/* Waiting until all that was written before is done, or is durable. */

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

static void
sync_place (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (path == NULL || parley_database_sync (path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
on_flushed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;

  if (parley_store_flush_finish (PARLEY_STORE (source), result, &error))
    g_task_run_in_thread (task, sync_place);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
parley_store_sync_async (ParleyStore *self, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_source_tag (task, parley_store_sync_async);
  g_task_set_task_data (task, g_strdup (parley_store_get_path (self)), g_free);
  parley_store_flush_async (self, on_flushed, task);
}

gboolean
parley_store_sync_finish (ParleyStore *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
