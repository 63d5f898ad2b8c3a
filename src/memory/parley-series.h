/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Series of things that happened, as they were fetched from elsewhere piece by piece. All times are
 * microseconds since 1970, UTC; base/parley-timers.h reads and writes them. */

#define PARLEY_SERIES_MAX_NAME  64          /* bytes, the ending included */
#define PARLEY_SERIES_MAX_ID    512         /* bytes */
#define PARLEY_SERIES_MAX_ENTRY (16 * 1024) /* bytes of JSON */

/* A span of time, both ends inclusive. */
typedef struct
{
  gint64 start;
  gint64 end;
} ParleyInterval;

typedef struct
{
  char *id;
  gint64 at;         /* when it happened */
  gint64 first_seen; /* when it was merged for the first time */
  char *json;        /* all of it, an object; its "id" and "timestamp" are those above */
} ParleySeriesEntry;

/* @name: "kudos" or "kudos_timeseries": letters, digits, "_", "-", ".". Returns: (transfer full):
 * with the ending "_timeseries"; NULL with %G_IO_ERROR_INVALID_ARGUMENT and a sentence. */
char *parley_series_dup_name (const char *name, GError **error);

/* @object: an entry as somebody wrote it. @id_field, @time_field: (nullable): "id", "timestamp":
 * the members that hold its id (a string or a whole number) and its time (ISO 8601).
 * Returns: (transfer full): NULL with %G_IO_ERROR_INVALID_DATA and a sentence. */
ParleySeriesEntry *parley_series_entry_new (JsonObject *object,
                                            const char *id_field,
                                            const char *time_field,
                                            GError **error);
void parley_series_entry_free (ParleySeriesEntry *entry);

/* Returns: (transfer full): of #ParleySeriesEntry, which it frees. */
GPtrArray *parley_series_entries_new (void);

/* Returns: (transfer full): its object, with "first_seen", on one line. */
char *parley_series_entry_dup_json (const ParleySeriesEntry *entry);

typedef struct
{
  guint added;
  guint duplicates;
  guint64 total; /* entries in the series now */
} ParleyMergeResult;

typedef enum
{
  PARLEY_COVERAGE_NONE,
  PARLEY_COVERAGE_PARTIAL,
  PARLEY_COVERAGE_FULL,
} ParleyCoverage;

/* Returns: (transfer none): "full", "partial" or "none". */
const char *parley_coverage_to_string (ParleyCoverage coverage);

/* What a series knows of a span of time. */
typedef struct
{
  ParleyCoverage coverage;
  gboolean needs_fetch; /* something of the span was never fetched */
  GArray *missing;      /* of #ParleyInterval, oldest first; each ends where what is known begins */
  char *reason;         /* in words */
  guint64 count;        /* entries in the span */
  GPtrArray *entries;   /* of #ParleySeriesEntry, newest first; at most as many as were asked for */
  gboolean has_state;   /* the series has entries; else @state is meaningless */
  ParleyInterval state; /* the oldest and the newest entry of the whole series */
} ParleySeriesQuery;

void parley_series_query_free (ParleySeriesQuery *query);

typedef struct
{
  char *name;
  guint64 count;
  gint64 accumulated_since; /* the first merge */
  gint64 last_updated;      /* the last one */
  guint64 total_api_calls;  /* merges */
  guint64 total_fetched;    /* entries in them */
  guint64 duplicates_avoided;
  gboolean has_state;
  ParleyInterval state;
} ParleySeriesInfo;

void parley_series_info_free (ParleySeriesInfo *info);

/* How much of a series is kept; 0: no bound. */
typedef struct
{
  guint keep_days;
  guint max_entries;
} ParleySeriesBounds;

/* Returns: those of the settings. */
ParleySeriesBounds parley_series_bounds_read (ParleySettings *settings);

typedef struct
{
  guint64 removed;
  guint64 kept;
  gboolean has_cutoff; /* there is a bound in days */
  gint64 cutoff;       /* what is older is gone */
} ParleyCleanupResult;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySeriesEntry, parley_series_entry_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySeriesQuery, parley_series_query_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySeriesInfo, parley_series_info_free)

G_END_DECLS
