/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-coverage.h"

#include "base/parley-timers.h"

/* The spans that have an instant between ?2 and ?3. They lie in order, so that the last one that
 * begins before ?2 is the first that can. */
#define WITHIN                                                                                     \
  "series = ?1 AND stop >= ?2 AND start <= ?3 AND start >= ifnull ("                               \
  "(SELECT max(start) FROM coverage WHERE series = ?1 AND start <= ?2), ?2)"

/* Returns: (transfer full) (nullable). */
static ParleyStatement *
prepare (ParleyDatabase *database,
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

static gboolean
run (ParleyDatabase *database,
     const char *sql,
     gint64 series,
     const ParleyInterval *span,
     GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare (database, sql, series, span, error);

  return statement != NULL && parley_statement_run (statement, error);
}

static gint64
get_time (ParleyStatement *statement, int column)
{
  return parley_statement_get_number (statement, column, PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX);
}

/* Makes @span as long as all that it meets together. */
static gboolean
stretch (ParleyDatabase *database, gint64 series, ParleyInterval *span, GError **error)
{
  const ParleyInterval touching = { span->start - 1, span->end + 1 };
  g_autoptr (ParleyStatement) statement
      = prepare (database, "SELECT min(start), max(stop) FROM coverage WHERE " WITHIN, series,
                 &touching, error);

  if (statement == NULL || !parley_statement_run (statement, error))
    return FALSE;
  if (sqlite3_column_type (statement, 0) == SQLITE_NULL)
    return TRUE;
  span->start = MIN (span->start, get_time (statement, 0));
  span->end = MAX (span->end, get_time (statement, 1));
  return TRUE;
}

gboolean
parley_coverage_add (ParleyDatabase *database,
                     gint64 series,
                     const ParleyInterval *span,
                     GError **error)
{
  ParleyInterval whole = *span;

  return stretch (database, series, &whole, error)
         && run (database, "DELETE FROM coverage WHERE " WITHIN, series, &whole, error)
         && run (database, "INSERT INTO coverage (series, start, stop) VALUES (?1, ?2, ?3)", series,
                 &whole, error);
}

gboolean
parley_coverage_look (ParleyDatabase *database,
                      gint64 series,
                      const ParleyInterval *span,
                      GArray *missing,
                      ParleyCoverage *coverage,
                      GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare (database, "SELECT start, stop FROM coverage WHERE " WITHIN " ORDER BY start",
                 series, span, error);
  ParleyInterval gap = *span; /* what lies before the next span, or at the end */
  gboolean met = FALSE;
  gboolean at_end = FALSE;
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      gint64 stop = get_time (statement, 1);

      gap.end = get_time (statement, 0);
      if (gap.start < gap.end)
        g_array_append_val (missing, gap);
      gap.start = MAX (gap.start, stop);
      at_end = at_end || stop >= span->end;
      met = TRUE;
    }
  gap.end = span->end;
  if (!at_end)
    g_array_append_val (missing, gap);
  *coverage = missing->len == 0 ? PARLEY_COVERAGE_FULL
              : met             ? PARLEY_COVERAGE_PARTIAL
                                : PARLEY_COVERAGE_NONE;
  return step == PARLEY_STEP_DONE;
}

gboolean
parley_coverage_drop_until (ParleyDatabase *database, gint64 series, gint64 end, GError **error)
{
  const ParleyInterval span = { end, end };

  return run (database, "DELETE FROM coverage WHERE series = ?1 AND stop <= ?3", series, &span,
              error)
         && run (database, "UPDATE coverage SET start = ?3 + 1 WHERE series = ?1 AND start <= ?3",
                 series, &span, error);
}
