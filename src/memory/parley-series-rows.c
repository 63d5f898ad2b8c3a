/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-series-rows.h"

#include "base/parley-i18n.h"
#include "base/parley-timers.h"
#include "memory/parley-coverage.h"

/* Bytes that the key of an entry takes in its index, which is never quite full. */
#define KEY_SIZE 128

static gint64
get_time (ParleyStatement *statement, int column)
{
  return parley_statement_get_number (statement, column, PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX);
}

static guint64
get_count (ParleyStatement *statement, int column)
{
  return (guint64) parley_statement_get_number (statement, column, 0, G_MAXINT64);
}

/* Returns: (transfer full): valid UTF-8. */
static char *
dup_text (ParleyStatement *statement, int column)
{
  return g_utf8_make_valid (parley_statement_get_text (statement, column), -1);
}

/* @series: 0 if there is none. */
static gboolean
find (ParleyDatabase *database, gint64 chat, const char *name, gint64 *series, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "SELECT id FROM series WHERE chat = ?1 AND name = ?2", chat, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 2, name, -1, SQLITE_STATIC);
  step = parley_statement_step (statement, error);
  *series = step == PARLEY_STEP_ROW ? sqlite3_column_int64 (statement, 0) : 0;
  return step != PARLEY_STEP_FAILED;
}

/* @state: the oldest and the newest entry. Returns: FALSE with an error. */
static gboolean
read_state (ParleyDatabase *database,
            gint64 series,
            gboolean *has_state,
            ParleyInterval *state,
            GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare_of (database,
                                    "SELECT (SELECT min(at) FROM entries WHERE series = ?1),"
                                    " (SELECT max(at) FROM entries WHERE series = ?1)",
                                    series, error);

  if (statement == NULL || !parley_statement_run (statement, error))
    return FALSE;
  *has_state = sqlite3_column_type (statement, 0) != SQLITE_NULL;
  state->start = get_time (statement, 0);
  state->end = get_time (statement, 1);
  return TRUE;
}

/* --- merge --- */

static gboolean
make (ParleyDatabase *database,
      gint64 chat,
      const char *name,
      gint64 now,
      gint64 *series,
      GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "INSERT INTO series (chat, name, accumulated_since, last_updated) VALUES (?1, ?2, ?3, ?3)"
      " ON CONFLICT DO NOTHING",
      chat, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_text (statement, 2, name, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 3, now);
  return parley_statement_run (statement, error) && find (database, chat, name, series, error);
}

/* @changed: whether the statement had anything to do. */
static gboolean
put_entry (ParleyDatabase *database,
           const char *sql,
           gint64 series,
           const ParleySeriesEntry *entry,
           gint64 now,
           gboolean *changed,
           GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (database, sql, series, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, entry->at);
  sqlite3_bind_text (statement, 3, entry->id, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, entry->json, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 5, now);
  if (!parley_statement_run (statement, error))
    return FALSE;
  *changed = parley_database_get_changes (database) > 0;
  return TRUE;
}

/* What is known already keeps when it was first seen, and changes only if this is newer. */
static gboolean
merge_entry (ParleyDatabase *database,
             gint64 series,
             const ParleySeriesEntry *entry,
             gint64 now,
             ParleyMergeResult *merged,
             GError **error)
{
  gboolean changed;

  if (!put_entry (database,
                  "INSERT INTO entries (series, at, key, json, first_seen)"
                  " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                  series, entry, now, &changed, error))
    return FALSE;
  if (changed)
    {
      merged->added++;
      return TRUE;
    }
  merged->duplicates++;
  return put_entry (database,
                    "UPDATE entries SET at = ?2, json = ?4"
                    " WHERE series = ?1 AND key = ?3 AND at < ?2",
                    series, entry, now, &changed, error);
}

static gboolean
count_merge (
    ParleyDatabase *database, gint64 series, gint64 now, ParleyMergeResult *merged, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "UPDATE series SET last_updated = ?2, total_api_calls = total_api_calls + 1,"
      " total_fetched = total_fetched + ?3 + ?4, duplicates_avoided = duplicates_avoided + ?4,"
      " n_entries = n_entries + ?3 WHERE id = ?1 RETURNING n_entries",
      series, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, now);
  sqlite3_bind_int64 (statement, 3, merged->added);
  sqlite3_bind_int64 (statement, 4, merged->duplicates);
  if (!parley_statement_run (statement, error))
    return FALSE;
  merged->total = get_count (statement, 0);
  return TRUE;
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  const ParleySeriesEntry *left = *(const ParleySeriesEntry *const *) a;
  const ParleySeriesEntry *right = *(const ParleySeriesEntry *const *) b;

  return (left->at > right->at) - (left->at < right->at);
}

static gboolean
cover (ParleyDatabase *database,
       gint64 series,
       GPtrArray *entries,
       const ParleyInterval *fetched,
       GError **error)
{
  ParleyInterval span;

  if (fetched != NULL)
    return parley_coverage_add (database, series, fetched, error);
  if (entries->len == 0)
    return TRUE;
  span.start = ((ParleySeriesEntry *) g_ptr_array_index (entries, 0))->at;
  span.end = ((ParleySeriesEntry *) g_ptr_array_index (entries, entries->len - 1))->at;
  return parley_coverage_add (database, series, &span, error);
}

gboolean
parley_series_rows_merge (ParleyDatabase *database,
                          gint64 chat,
                          const char *name,
                          GPtrArray *entries,
                          const ParleyInterval *fetched,
                          gint64 now,
                          ParleyMergeResult *merged,
                          GError **error)
{
  gint64 series;

  *merged = (ParleyMergeResult){ 0 };
  if (!make (database, chat, name, now, &series, error))
    return FALSE;
  /* In the order in which they lie, which touches each page once; but their keys lie in another. */
  g_ptr_array_sort (entries, compare_times);
  parley_database_expect (database, entries->len * KEY_SIZE);
  for (guint i = 0; i < entries->len; i++)
    {
      if (!merge_entry (database, series, g_ptr_array_index (entries, i), now, merged, error))
        return FALSE;
    }
  return cover (database, series, entries, fetched, error)
         && count_merge (database, series, now, merged, error);
}

/* --- query --- */

static ParleyStatement *
prepare_span (ParleyDatabase *database,
              const char *sql,
              gint64 series,
              const ParleyInterval *span,
              GError **error)
{
  ParleyStatement *statement = parley_database_prepare_of (database, sql, series, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, span->start);
  sqlite3_bind_int64 (statement, 3, span->end);
  return statement;
}

#define IN_SPAN "series = ?1 AND at >= ?2 AND at <= ?3"

static gboolean
count_entries (ParleyDatabase *database,
               gint64 series,
               const ParleyInterval *span,
               ParleySeriesQuery *query,
               GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare_span (database, "SELECT count(*) FROM entries WHERE " IN_SPAN, series, span, error);

  if (statement == NULL || !parley_statement_run (statement, error))
    return FALSE;
  query->count = get_count (statement, 0);
  return TRUE;
}

/* What is no JSON was not written by us. */
static gboolean
read_entries (ParleyDatabase *database,
              gint64 series,
              const ParleyInterval *span,
              guint max_entries,
              ParleySeriesQuery *query,
              GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare_span (
      database,
      "SELECT key, at, first_seen, json FROM entries WHERE " IN_SPAN
      " AND json_valid(json) AND json_type(json) = 'object' ORDER BY at DESC, key DESC LIMIT ?4",
      series, span, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 4, max_entries > 0 ? max_entries : -1);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      ParleySeriesEntry *entry = g_new0 (ParleySeriesEntry, 1);

      entry->id = dup_text (statement, 0);
      entry->at = get_time (statement, 1);
      entry->first_seen = get_time (statement, 2);
      entry->json = g_strstrip (g_strdelimit (dup_text (statement, 3), "\r\n\t", ' '));
      g_ptr_array_add (query->entries, entry);
    }
  return step == PARLEY_STEP_DONE;
}

/* Returns: (transfer full). */
static char *
dup_reason (const char *name, const ParleySeriesQuery *query)
{
  const ParleyInterval *gap;
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;

  if (query->coverage == PARLEY_COVERAGE_FULL)
    return g_strdup (query->count > 0 ? _ ("All of this time was fetched before.")
                                      : _ ("All of this time was fetched before, and there was "
                                           "nothing in it."));
  if (query->coverage == PARLEY_COVERAGE_NONE)
    return query->has_state ? g_strdup (_ ("Nothing of this time was ever fetched."))
                            : g_strdup_printf (_ ("Nothing is known of %s yet."), name);
  gap = &g_array_index (query->missing, ParleyInterval, 0);
  start = parley_iso_time_dup (gap->start);
  end = parley_iso_time_dup (gap->end);
  if (query->missing->len == 1)
    return g_strdup_printf (_ ("From %s to %s nothing was ever fetched."), start, end);
  return g_strdup_printf (
      ngettext ("%u part of this time was never fetched, from %s to %s.",
                "%u parts of this time were never fetched, the first of them from %s to %s.",
                query->missing->len),
      query->missing->len, start, end);
}

ParleySeriesQuery *
parley_series_rows_query (ParleyDatabase *database,
                          gint64 chat,
                          const char *name,
                          const ParleyInterval *span,
                          guint max_entries,
                          GError **error)
{
  g_autoptr (ParleySeriesQuery) query = g_new0 (ParleySeriesQuery, 1);
  gint64 series;

  query->missing = g_array_new (FALSE, FALSE, sizeof (ParleyInterval));
  query->entries = parley_series_entries_new ();
  if (!find (database, chat, name, &series, error)
      || !parley_coverage_look (database, series, span, query->missing, &query->coverage, error)
      || !count_entries (database, series, span, query, error)
      || !read_entries (database, series, span, max_entries, query, error)
      || !read_state (database, series, &query->has_state, &query->state, error))
    return NULL;
  query->needs_fetch = query->coverage != PARLEY_COVERAGE_FULL;
  query->reason = dup_reason (name, query);
  return g_steal_pointer (&query);
}

/* --- list --- */

GPtrArray *
parley_series_rows_list (ParleyDatabase *database, gint64 chat, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT id, name, n_entries, accumulated_since, last_updated, total_api_calls,"
      " total_fetched, duplicates_avoided FROM series WHERE chat = ?1 ORDER BY name",
      chat, error);
  g_autoptr (GPtrArray) list
      = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_series_info_free);
  ParleyStep step;

  if (statement == NULL)
    return NULL;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      ParleySeriesInfo *info = g_new0 (ParleySeriesInfo, 1);

      g_ptr_array_add (list, info);
      info->name = dup_text (statement, 1);
      info->count = get_count (statement, 2);
      info->accumulated_since = get_time (statement, 3);
      info->last_updated = get_time (statement, 4);
      info->total_api_calls = get_count (statement, 5);
      info->total_fetched = get_count (statement, 6);
      info->duplicates_avoided = get_count (statement, 7);
      if (!read_state (database, sqlite3_column_int64 (statement, 0), &info->has_state,
                       &info->state, error))
        return NULL;
    }
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&list) : NULL;
}

/* --- cleanup --- */

/* The newest entry that goes. */
typedef struct
{
  gboolean found;
  gint64 at;
  char *key;
} Edge;

static void
edge_clear (Edge *edge)
{
  g_clear_pointer (&edge->key, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Edge, edge_clear)

static gboolean
find_edge (ParleyDatabase *database,
           const char *sql,
           gint64 series,
           gint64 bound,
           Edge *edge,
           GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (database, sql, series, error);
  ParleyStep step;

  edge->found = FALSE;
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, bound);
  step = parley_statement_step (statement, error);
  if (step != PARLEY_STEP_ROW)
    return step == PARLEY_STEP_DONE;
  edge->found = TRUE;
  edge->at = get_time (statement, 0);
  g_free (edge->key);
  edge->key = g_strdup (parley_statement_get_text (statement, 1));
  return TRUE;
}

/* Entries until the edge go, and what was fetched until then is not known any more. */
static gboolean
remove_until (ParleyDatabase *database,
              gint64 series,
              const Edge *edge,
              ParleyCleanupResult *cleaned,
              GError **error)
{
  g_autoptr (ParleyStatement) statement = NULL;
  guint64 removed;

  if (!edge->found)
    return TRUE;
  statement = parley_database_prepare_of (
      database, "DELETE FROM entries WHERE series = ?1 AND at <= ?2 AND (at < ?2 OR key <= ?3)",
      series, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, edge->at);
  sqlite3_bind_text (statement, 3, edge->key, -1, SQLITE_STATIC);
  if (!parley_statement_run (statement, error))
    return FALSE;
  removed = parley_database_get_changes (database);
  cleaned->removed += removed;
  cleaned->kept -= MIN (removed, cleaned->kept);
  return parley_coverage_drop_until (database, series, edge->at, error);
}

static gboolean
count_kept (ParleyDatabase *database, gint64 series, guint64 *kept, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "SELECT n_entries FROM series WHERE id = ?1", series, error);

  if (statement == NULL || !parley_statement_run (statement, error))
    return FALSE;
  *kept = get_count (statement, 0);
  return TRUE;
}

static gboolean
save_kept (ParleyDatabase *database, gint64 series, guint64 kept, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "UPDATE series SET n_entries = ?2 WHERE id = ?1", series, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, (gint64) kept);
  return parley_statement_run (statement, error);
}

static gboolean
cleanup (ParleyDatabase *database,
         gint64 series,
         const ParleySeriesBounds *bounds,
         ParleyCleanupResult *cleaned,
         GError **error)
{
  g_auto (Edge) edge = { 0 };

  if (!count_kept (database, series, &cleaned->kept, error))
    return FALSE;
  if (cleaned->has_cutoff
      && !(find_edge (database,
                      "SELECT at, key FROM entries WHERE series = ?1 AND at < ?2"
                      " ORDER BY at DESC, key DESC LIMIT 1",
                      series, cleaned->cutoff, &edge, error)
           && remove_until (database, series, &edge, cleaned, error)))
    return FALSE;
  if (bounds->max_entries > 0 && cleaned->kept > bounds->max_entries
      && !(find_edge (database,
                      "SELECT at, key FROM entries WHERE series = ?1"
                      " ORDER BY at, key LIMIT 1 OFFSET ?2",
                      series, (gint64) (cleaned->kept - bounds->max_entries) - 1, &edge, error)
           && remove_until (database, series, &edge, cleaned, error)))
    return FALSE;
  return cleaned->removed == 0 || save_kept (database, series, cleaned->kept, error);
}

static void
begin_cleanup (const ParleySeriesBounds *bounds, gint64 now, ParleyCleanupResult *cleaned)
{
  *cleaned = (ParleyCleanupResult){ .has_cutoff = bounds->keep_days > 0 };
  if (cleaned->has_cutoff)
    cleaned->cutoff = MAX (now - bounds->keep_days * G_TIME_SPAN_DAY, PARLEY_ISO_TIME_MIN);
}

gboolean
parley_series_rows_cleanup (ParleyDatabase *database,
                            gint64 chat,
                            const char *name,
                            const ParleySeriesBounds *bounds,
                            gint64 now,
                            ParleyCleanupResult *cleaned,
                            GError **error)
{
  gint64 series;

  begin_cleanup (bounds, now, cleaned);
  return find (database, chat, name, &series, error)
         && (series == 0 || cleanup (database, series, bounds, cleaned, error));
}

gboolean
parley_series_rows_cleanup_all (ParleyDatabase *database,
                                const ParleySeriesBounds *bounds,
                                gint64 now,
                                GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare (database, "SELECT id FROM series", error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      ParleyCleanupResult cleaned;

      begin_cleanup (bounds, now, &cleaned);
      if (!cleanup (database, sqlite3_column_int64 (statement, 0), bounds, &cleaned, error))
        return FALSE;
    }
  return step == PARLEY_STEP_DONE;
}
