/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-memory.h"

/* The calls of a chat's memory, which wait here for their answers and must succeed. */

/* Turns the main loop until @result, of store_fixture_take_result (), has come. */
void memory_wait (GAsyncResult **result);

/* Returns: microseconds of a time that must be one. */
gint64 memory_time (const char *iso);

/* Appends an entry @id at @at. */
void memory_add_entry (GPtrArray *entries, const char *id, gint64 at);

/* @entries: (transfer full). */
ParleyMergeResult memory_merge (ParleyChatMemory *memory,
                                const char *series,
                                GPtrArray *entries,
                                const ParleyInterval *fetched,
                                gint64 now);

/* Returns: (transfer full). */
ParleySeriesQuery *memory_query (
    ParleyChatMemory *memory, const char *series, gint64 start, gint64 end, guint max_entries);

ParleyCleanupResult memory_cleanup (
    ParleyChatMemory *memory, const char *series, guint keep_days, guint max_entries, gint64 now);

/* All (transfer full). */
GPtrArray *memory_list_series (ParleyChatMemory *memory);
ParleyHistory *memory_load_history (ParleyChatMemory *memory, guint max_entries, gsize max_bytes);
GPtrArray *memory_search (ParleyChatMemory *memory, const char *words, guint limit);
GPtrArray *memory_recall (ParleyChatMemory *memory, const char *words, guint limit);
GPtrArray *memory_list_lessons (ParleyChatMemory *memory);
GArray *memory_list_presence (ParleyChatMemory *memory);
ParleyChatSummary *memory_get_summary (ParleyChatMemory *memory);
ParleyForgotten *memory_forget (ParleyChatMemory *memory);

ParleyRemembered memory_remember (ParleyChatMemory *memory, const char *text, gint64 wall);
