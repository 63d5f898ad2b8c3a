/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory-calls.h"

#include "base/parley-timers.h"
#include "store-fixture.h"

void
memory_wait (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

gint64
memory_time (const char *iso)
{
  gint64 time = 0;

  g_assert_true (parley_iso_time_parse (iso, &time));
  return time;
}

void
memory_add_entry (GPtrArray *entries, const char *id, gint64 at)
{
  ParleySeriesEntry *entry = g_new0 (ParleySeriesEntry, 1);
  g_autofree char *time = parley_iso_time_dup (at);

  entry->id = g_strdup (id);
  entry->at = at;
  entry->json = g_strdup_printf ("{\"id\":\"%s\",\"timestamp\":\"%s\"}", id, time);
  g_ptr_array_add (entries, entry);
}

/* Declares what every call needs, and says how it ends. */
#define BEGIN                                                                                      \
  g_autoptr (GAsyncResult) result = NULL;                                                          \
  g_autoptr (GError) error = NULL
#define AND_TAKE NULL, store_fixture_take_result, &result

ParleyMergeResult
memory_merge (ParleyChatMemory *memory,
              const char *series,
              GPtrArray *entries,
              const ParleyInterval *fetched,
              gint64 now)
{
  ParleyMergeResult merged;
  BEGIN;

  parley_chat_memory_merge_async (memory, series, entries, fetched, now, AND_TAKE);
  memory_wait (&result);
  g_assert_true (parley_chat_memory_merge_finish (memory, result, &merged, &error));
  g_assert_no_error (error);
  return merged;
}

ParleySeriesQuery *
memory_query (
    ParleyChatMemory *memory, const char *series, gint64 start, gint64 end, guint max_entries)
{
  const ParleyInterval span = { start, end };
  ParleySeriesQuery *query;
  BEGIN;

  parley_chat_memory_query_async (memory, series, &span, max_entries, AND_TAKE);
  memory_wait (&result);
  query = parley_chat_memory_query_finish (memory, result, &error);
  g_assert_no_error (error);
  return query;
}

ParleyCleanupResult
memory_cleanup (
    ParleyChatMemory *memory, const char *series, guint keep_days, guint max_entries, gint64 now)
{
  const ParleySeriesBounds bounds = { keep_days, max_entries };
  ParleyCleanupResult cleaned;
  BEGIN;

  parley_chat_memory_cleanup_async (memory, series, &bounds, now, AND_TAKE);
  memory_wait (&result);
  g_assert_true (parley_chat_memory_cleanup_finish (memory, result, &cleaned, &error));
  g_assert_no_error (error);
  return cleaned;
}

GPtrArray *
memory_list_series (ParleyChatMemory *memory)
{
  GPtrArray *list;
  BEGIN;

  parley_chat_memory_list_series_async (memory, AND_TAKE);
  memory_wait (&result);
  list = parley_chat_memory_list_series_finish (memory, result, &error);
  g_assert_no_error (error);
  return list;
}

ParleyHistory *
memory_load_history (ParleyChatMemory *memory, guint max_entries, gsize max_bytes)
{
  ParleyHistory *history;
  BEGIN;

  parley_chat_memory_load_history_async (memory, max_entries, max_bytes, AND_TAKE);
  memory_wait (&result);
  history = parley_chat_memory_load_history_finish (memory, result, &error);
  g_assert_no_error (error);
  return history;
}

GPtrArray *
memory_search (ParleyChatMemory *memory, const char *words, guint limit)
{
  GPtrArray *found;
  BEGIN;

  parley_chat_memory_search_async (memory, words, 0, G_MAXINT64, limit, AND_TAKE);
  memory_wait (&result);
  found = parley_chat_memory_search_finish (memory, result, &error);
  g_assert_no_error (error);
  return found;
}

GPtrArray *
memory_recall (ParleyChatMemory *memory, const char *words, guint limit)
{
  GPtrArray *facts;
  BEGIN;

  parley_chat_memory_recall_async (memory, words, limit, AND_TAKE);
  memory_wait (&result);
  facts = parley_chat_memory_recall_finish (memory, result, &error);
  g_assert_no_error (error);
  return facts;
}

GPtrArray *
memory_list_lessons (ParleyChatMemory *memory)
{
  GPtrArray *lessons;
  BEGIN;

  parley_chat_memory_list_lessons_async (memory, AND_TAKE);
  memory_wait (&result);
  lessons = parley_chat_memory_list_lessons_finish (memory, result, &error);
  g_assert_no_error (error);
  return lessons;
}

GArray *
memory_list_presence (ParleyChatMemory *memory)
{
  GArray *list;
  BEGIN;

  parley_chat_memory_list_presence_async (memory, G_MAXUINT, AND_TAKE);
  memory_wait (&result);
  list = parley_chat_memory_list_presence_finish (memory, result, &error);
  g_assert_no_error (error);
  return list;
}

ParleyChatSummary *
memory_get_summary (ParleyChatMemory *memory)
{
  ParleyChatSummary *summary;
  BEGIN;

  parley_chat_memory_get_summary_async (memory, AND_TAKE);
  memory_wait (&result);
  summary = parley_chat_memory_get_summary_finish (memory, result, &error);
  g_assert_no_error (error);
  return summary;
}

ParleyForgotten *
memory_forget (ParleyChatMemory *memory)
{
  ParleyForgotten *forgotten;
  BEGIN;

  parley_chat_memory_forget_async (memory, AND_TAKE);
  memory_wait (&result);
  forgotten = parley_chat_memory_forget_finish (memory, result, &error);
  g_assert_no_error (error);
  return forgotten;
}

ParleyRemembered
memory_remember (ParleyChatMemory *memory, const char *text, gint64 wall)
{
  ParleyRemembered remembered;
  BEGIN;

  parley_chat_memory_remember_async (memory, text, PARLEY_FACT_KIND_FACT, PARLEY_SPEAKER_PERSON,
                                     wall, AND_TAKE);
  memory_wait (&result);
  g_assert_true (parley_chat_memory_remember_finish (memory, result, &remembered, &error));
  g_assert_no_error (error);
  return remembered;
}
