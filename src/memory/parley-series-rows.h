/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-database.h"
#include "memory/parley-series.h"

G_BEGIN_DECLS

/* Series in the database. Called in the worker, within a transaction; @chat: its row, 0: there is
 * none. What fails sets @error and is undone by the caller. */

/* @entries: of #ParleySeriesEntry, is sorted by time. @fetched: (nullable). */
gboolean parley_series_rows_merge (ParleyDatabase *database,
                                   gint64 chat,
                                   const char *name,
                                   GPtrArray *entries,
                                   const ParleyInterval *fetched,
                                   gint64 now,
                                   ParleyMergeResult *merged,
                                   GError **error);

/* @max_entries: 0: all. Returns: (transfer full): NULL on error. */
ParleySeriesQuery *parley_series_rows_query (ParleyDatabase *database,
                                             gint64 chat,
                                             const char *name,
                                             const ParleyInterval *span,
                                             guint max_entries,
                                             GError **error);

/* Returns: (transfer full) (element-type ParleySeriesInfo): by name; NULL on error. */
GPtrArray *parley_series_rows_list (ParleyDatabase *database, gint64 chat, GError **error);

gboolean parley_series_rows_cleanup (ParleyDatabase *database,
                                     gint64 chat,
                                     const char *name,
                                     const ParleySeriesBounds *bounds,
                                     gint64 now,
                                     ParleyCleanupResult *cleaned,
                                     GError **error);

/* The same for every series of every chat. */
gboolean parley_series_rows_cleanup_all (ParleyDatabase *database,
                                         const ParleySeriesBounds *bounds,
                                         gint64 now,
                                         GError **error);

G_END_DECLS
