/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "base/parley-timers.h"
#include "memory/parley-chat-memory-private.h"
#include "memory/parley-schema.h"
#include "memory/parley-series-rows.h"

/* Returns: FALSE, having answered, if @name or @span, (nullable), is not allowed; @work is freed.
 */
static gboolean
set_series (ParleyChatMemory *self,
            const ParleyMemoryCall *call,
            ParleyMemoryWork *work,
            const char *name,
            const ParleyInterval *span)
{
  GError *error = NULL;

  work->name = parley_series_dup_name (name, &error);
  work->has_span = span != NULL;
  if (span != NULL)
    work->span = *span;
  if (error == NULL && span != NULL
      && (span->start > span->end || span->start < PARLEY_ISO_TIME_MIN
          || span->end > PARLEY_ISO_TIME_MAX))
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _ ("A span of time ends after it starts, in the years 1 to 9999."));
  if (error != NULL)
    parley_memory_refuse (self, call, work, error);
  return error == NULL;
}

/* --- merge --- */

static gpointer
merge (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  ParleyMergeResult merged;
  gint64 chat;

  if (!parley_chat_row_make (database, work->key, &chat, error)
      || !parley_series_rows_merge (database, chat, work->name, work->entries,
                                    work->has_span ? &work->span : NULL, work->wall, &merged,
                                    error))
    return NULL;
  return g_memdup2 (&merged, sizeof merged);
}

void
parley_chat_memory_merge_async (ParleyChatMemory *self,
                                const char *name,
                                GPtrArray *entries,
                                const ParleyInterval *fetched,
                                gint64 now,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  const ParleyMemoryCall call = { merge, TRUE, g_free, cancellable, callback, user_data };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->entries = entries;
  work->wall = now;
  if (set_series (self, &call, work, name, fetched))
    parley_memory_call (self, &call, work);
}

gboolean
parley_chat_memory_merge_finish (ParleyChatMemory *self,
                                 GAsyncResult *result,
                                 ParleyMergeResult *merged,
                                 GError **error)
{
  return parley_memory_finish_into (self, result, merged, sizeof *merged, error);
}

/* --- query --- */

static gpointer
query (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error))
    return NULL;
  return parley_series_rows_query (database, chat, work->name, &work->span, work->limit, error);
}

void
parley_chat_memory_query_async (ParleyChatMemory *self,
                                const char *name,
                                const ParleyInterval *span,
                                guint max_entries,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  const ParleyMemoryCall call
      = { query,     FALSE, (GDestroyNotify) parley_series_query_free, cancellable, callback,
          user_data, TRUE };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->limit = max_entries;
  if (set_series (self, &call, work, name, span))
    parley_memory_call (self, &call, work);
}

static gpointer
new_query (void)
{
  ParleySeriesQuery *query = g_new0 (ParleySeriesQuery, 1);

  query->needs_fetch = TRUE;
  query->missing = g_array_new (FALSE, FALSE, sizeof (ParleyInterval));
  query->entries = parley_series_entries_new ();
  query->reason = g_strdup (_ ("Parley can't read what it remembers."));
  return query;
}

ParleySeriesQuery *
parley_chat_memory_query_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  return parley_memory_finish_or (self, result, new_query, error);
}

/* --- list --- */

static gpointer
list_series (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error))
    return NULL;
  return parley_series_rows_list (database, chat, error);
}

void
parley_chat_memory_list_series_async (ParleyChatMemory *self,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  const ParleyMemoryCall call
      = { list_series, FALSE, (GDestroyNotify) g_ptr_array_unref, cancellable, callback,
          user_data,   TRUE };

  parley_memory_call (self, &call, parley_memory_work_new (self));
}

static gpointer
new_list (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_series_info_free);
}

GPtrArray *
parley_chat_memory_list_series_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  return parley_memory_finish_or (self, result, new_list, error);
}

/* --- cleanup --- */

static gpointer
cleanup (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  ParleyCleanupResult cleaned;
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error)
      || !parley_series_rows_cleanup (database, chat, work->name, &work->bounds, work->wall,
                                      &cleaned, error))
    return NULL;
  return g_memdup2 (&cleaned, sizeof cleaned);
}

void
parley_chat_memory_cleanup_async (ParleyChatMemory *self,
                                  const char *name,
                                  const ParleySeriesBounds *bounds,
                                  gint64 now,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  const ParleyMemoryCall call = { cleanup, TRUE, g_free, cancellable, callback, user_data };
  ParleyMemoryWork *work = parley_memory_work_new (self);

  work->bounds = *bounds;
  work->wall = now;
  if (set_series (self, &call, work, name, NULL))
    parley_memory_call (self, &call, work);
}

gboolean
parley_chat_memory_cleanup_finish (ParleyChatMemory *self,
                                   GAsyncResult *result,
                                   ParleyCleanupResult *cleaned,
                                   GError **error)
{
  return parley_memory_finish_into (self, result, cleaned, sizeof *cleaned, error);
}
