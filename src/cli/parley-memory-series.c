/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "base/parley-timers.h"
#include "cli/parley-lines.h"
#include "cli/parley-memory-session.h"
#include "cli/parley-memory-verbs.h"

/* A number that was not given. */
#define UNSAID G_MININT

static void
add_time (ParleyJsonLine *line, const char *name, gint64 time)
{
  g_autofree char *text = parley_iso_time_dup (time);

  parley_json_line_add_string (line, name, text);
}

/* @told: whether there is such a time. */
static void
add_time_or_null (ParleyJsonLine *line, const char *name, gboolean told, gint64 time)
{
  if (told)
    add_time (line, name, time);
  else
    parley_json_line_add_null (line, name);
}

/* --- spans --- */

typedef struct
{
  char *start;
  char *end;
} SpanOptions;

static void
span_options_clear (SpanOptions *options)
{
  g_free (options->start);
  g_free (options->end);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpanOptions, span_options_clear)

static gboolean
read_time (const char *option, const char *text, gint64 *time, GError **error)
{
  if (parley_iso_time_parse (text, time))
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("%s: “%s” is not a time like 2025-10-25T09:30:00Z"), option, text);
  return FALSE;
}

/* @told: whether there is a span; both ends or none. */
static gboolean
read_span (const SpanOptions *options, gboolean *told, ParleyInterval *span, GError **error)
{
  *told = options->start != NULL || options->end != NULL;
  if (!*told)
    return TRUE;
  if (options->start != NULL && options->end != NULL)
    return read_time ("--start", options->start, &span->start, error)
           && read_time ("--end", options->end, &span->end, error);
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                       _ ("--start and --end need each other"));
  return FALSE;
}

/* --- merge --- */

typedef struct
{
  ParleyMemorySession session;
  SpanOptions span;
  char *id_field;
  char *time_field;
  GPtrArray *entries;
  guint n_merged;
} Merge;

/* Entries that are merged in one go, and how long others get in between: a client that runs waits
 * for its turn in steps of 10 ms. */
#define PIECE    10000
#define PAUSE_MS 15

static void
merge_clear (Merge *merge)
{
  parley_memory_session_clear (&merge->session);
  span_options_clear (&merge->span);
  g_free (merge->id_field);
  g_free (merge->time_field);
  g_clear_pointer (&merge->entries, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

static gboolean
read_entry (gpointer data, const char *line, gsize length, GError **error)
{
  Merge *merge = data;
  g_autoptr (JsonNode) node = NULL;
  ParleySeriesEntry *entry;

  if (g_utf8_validate_len (line, length, NULL))
    node = parley_json_parse_line (line, length);
  if (node == NULL)
    {
      g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                           _ ("the line is not a JSON object"));
      return FALSE;
    }
  entry = parley_series_entry_new (json_node_get_object (node), merge->id_field, merge->time_field,
                                   error);
  if (entry != NULL)
    g_ptr_array_add (merge->entries, entry);
  return entry != NULL;
}

/* The oldest first, so that what is merged of them is without a gap. */
static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 left = (*(const ParleySeriesEntry *const *) a)->at;
  gint64 right = (*(const ParleySeriesEntry *const *) b)->at;

  return (left > right) - (left < right);
}

/* Returns: (transfer full): the next entries, which are taken out of @merge. */
static GPtrArray *
take_piece (Merge *merge)
{
  GPtrArray *piece = parley_series_entries_new ();
  guint n = MIN (merge->entries->len - merge->n_merged, PIECE);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (piece, g_steal_pointer (&merge->entries->pdata[merge->n_merged + i]));
  merge->n_merged += n;
  return piece;
}

/* @known: until where it is known already. Returns: what a piece tells to have been fetched. */
static ParleyInterval
get_span (Merge *merge, GPtrArray *piece, const ParleyInterval *fetched, gint64 *known)
{
  const ParleySeriesEntry *first = g_ptr_array_index (piece, 0);
  const ParleySeriesEntry *last = g_ptr_array_index (piece, piece->len - 1);
  gboolean begins = merge->n_merged == piece->len;
  gboolean ends = merge->n_merged == merge->entries->len;
  ParleyInterval span = { begins ? first->at : *known, last->at };

  if (fetched != NULL)
    {
      span.start = begins ? fetched->start : CLAMP (span.start, fetched->start, fetched->end);
      span.end = ends ? fetched->end : CLAMP (span.end, fetched->start, fetched->end);
    }
  *known = span.end;
  return span;
}

static gboolean
merge_piece (Merge *merge,
             GPtrArray *piece,
             const ParleyInterval *span,
             ParleyMergeResult *sum,
             GError **error)
{
  ParleyMemorySession *session = &merge->session;
  ParleyMergeResult merged;

  parley_chat_memory_merge_async (session->memory, session->options.arguments[0], piece, span,
                                  g_get_real_time (), NULL, parley_memory_session_take, session);
  if (!parley_chat_memory_merge_finish (session->memory, parley_memory_session_wait (session),
                                        &merged, error))
    return FALSE;
  sum->added += merged.added;
  sum->duplicates += merged.duplicates;
  sum->total = merged.total;
  return TRUE;
}

static gboolean
merge_all (Merge *merge, const ParleyInterval *fetched, ParleyMergeResult *sum, GError **error)
{
  gint64 known = 0;

  if (merge->entries->len <= PIECE)
    return merge_piece (merge, g_steal_pointer (&merge->entries), fetched, sum, error);
  g_ptr_array_sort (merge->entries, compare_times);
  g_ptr_array_set_free_func (merge->entries, NULL);
  while (merge->n_merged < merge->entries->len)
    {
      GPtrArray *piece = take_piece (merge);
      ParleyInterval span = get_span (merge, piece, fetched, &known);

      if (!merge_piece (merge, piece, &span, sum, error))
        return FALSE;
      g_poll (NULL, 0, PAUSE_MS);
    }
  return TRUE;
}

static int
do_merge (Merge *merge, const ParleyInterval *fetched, GError **error)
{
  ParleyMemorySession *session = &merge->session;
  g_autoptr (GError) failure = NULL;
  ParleyMergeResult merged = { 0 };
  ParleyJsonLine *line;

  if (!merge_all (merge, fetched, &merged, &failure))
    {
      if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT))
        g_propagate_error (error, g_steal_pointer (&failure));
      else
        g_printerr ("parley memory merge: %s\n", failure->message);
      return PARLEY_EXIT_FAILED;
    }
  /* Why there is no file was said. */
  if (!parley_store_is_on_disk (session->store))
    return PARLEY_EXIT_FAILED;
  line = parley_json_line_new ();
  parley_json_line_add_int (line, "added", merged.added);
  parley_json_line_add_int (line, "duplicates", merged.duplicates);
  parley_json_line_add_int (line, "total", (gint64) merged.total);
  parley_options_print (parley_json_line_end (line));
  return parley_memory_session_finish (session);
}

/* All that can be wrong is found before anything is touched. */
int
parley_memory_merge_run (char **args, GError **error)
{
  g_auto (Merge) merge = { 0 };
  const GOptionEntry own[] = {
    { "start", 0, 0, G_OPTION_ARG_STRING, &merge.span.start, NULL, NULL },
    { "end", 0, 0, G_OPTION_ARG_STRING, &merge.span.end, NULL, NULL },
    { "id-field", 0, 0, G_OPTION_ARG_STRING, &merge.id_field, NULL, NULL },
    { "time-field", 0, 0, G_OPTION_ARG_STRING, &merge.time_field, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  ParleyInterval fetched = { 0 };
  gboolean told;
  g_autofree char *name = NULL;

  merge.entries = parley_series_entries_new ();
  if (!parley_memory_session_parse (&merge.session, args, own, 1, error)
      || !read_span (&merge.span, &told, &fetched, error))
    return -1;
  name = parley_series_dup_name (merge.session.options.arguments[0], error);
  if (name == NULL || !parley_lines_read ("-", read_entry, &merge, error)
      || !parley_memory_session_open (&merge.session, TRUE, TRUE, error))
    return -1;
  return do_merge (&merge, told ? &fetched : NULL, error);
}

/* --- query --- */

static void
print_entries (const ParleySeriesQuery *query)
{
  fputs (",\"entries\":[", stdout);
  for (guint i = 0; i < query->entries->len; i++)
    {
      g_autofree char *json = parley_series_entry_dup_json (g_ptr_array_index (query->entries, i));

      if (i > 0)
        fputc (',', stdout);
      fputs (json, stdout);
    }
  fputc (']', stdout);
}

static void
add_missing (ParleyJsonLine *line, const ParleySeriesQuery *query)
{
  parley_json_line_begin_array (line, "missing");
  for (guint i = 0; i < query->missing->len; i++)
    {
      const ParleyInterval *gap = &g_array_index (query->missing, ParleyInterval, i);

      parley_json_line_begin_object (line, NULL);
      add_time (line, "start", gap->start);
      add_time (line, "end", gap->end);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

/* The entries, of which there may be many, go out one by one, between the two halves of the line.
 */
static void
print_query (const ParleySeriesQuery *query)
{
  ParleyJsonLine *line = parley_json_line_new ();
  g_autofree char *head = NULL;
  g_autofree char *tail = NULL;

  parley_json_line_add_string (line, "coverage", parley_coverage_to_string (query->coverage));
  parley_json_line_add_boolean (line, "needs_fetch", query->needs_fetch);
  add_missing (line, query);
  parley_json_line_add_string (line, "reason", query->reason);
  parley_json_line_add_int (line, "count", (gint64) query->count);
  head = parley_json_line_end (line);
  head[strlen (head) - 1] = '\0';
  fputs (head, stdout);
  print_entries (query);

  line = parley_json_line_new ();
  parley_json_line_begin_object (line, "state_range");
  add_time_or_null (line, "oldest", query->has_state, query->state.start);
  add_time_or_null (line, "newest", query->has_state, query->state.end);
  parley_json_line_end_object (line);
  tail = parley_json_line_end (line);
  *tail = ',';
  fputs (tail, stdout);
  fputc ('\n', stdout);
}

int
parley_memory_query_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  g_auto (SpanOptions) options = { 0 };
  const GOptionEntry own[] = {
    { "start", 0, 0, G_OPTION_ARG_STRING, &options.start, NULL, NULL },
    { "end", 0, 0, G_OPTION_ARG_STRING, &options.end, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  ParleyInterval span = { 0 };
  g_autoptr (ParleySeriesQuery) query = NULL;
  gboolean told;

  if (!parley_memory_session_parse (&session, args, own, 1, error)
      || !read_span (&options, &told, &span, error))
    return -1;
  if (!told)
    {
      g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                           _ ("--start and --end say which time"));
      return -1;
    }
  if (!parley_memory_session_open (&session, FALSE, TRUE, error))
    return -1;
  parley_chat_memory_query_async (session.memory, session.options.arguments[0], &span, 0, NULL,
                                  parley_memory_session_take, &session);
  query = parley_chat_memory_query_finish (session.memory, parley_memory_session_wait (&session),
                                           error);
  if (query == NULL)
    return -1;
  print_query (query);
  return parley_memory_session_finish (&session);
}

/* --- cleanup --- */

/* What isn't said is as the settings have it. */
static gboolean
read_bounds (ParleyMemorySession *session,
             int keep_days,
             int max_entries,
             ParleySeriesBounds *bounds,
             GError **error)
{
  g_autoptr (ParleySettings) settings = NULL;

  if ((keep_days != UNSAID && keep_days < 0) || (max_entries != UNSAID && max_entries < 0))
    {
      g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                           _ ("--keep-days and --max are numbers; 0 sets no limit"));
      return FALSE;
    }
  settings = parley_options_load_settings (&session->options, error);
  if (settings == NULL)
    return FALSE;
  *bounds = parley_series_bounds_read (settings);
  if (keep_days != UNSAID)
    bounds->keep_days = (guint) keep_days;
  if (max_entries != UNSAID)
    bounds->max_entries = (guint) max_entries;
  return TRUE;
}

static void
print_cleaned (const ParleyCleanupResult *cleaned)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_int (line, "removed", (gint64) cleaned->removed);
  parley_json_line_add_int (line, "kept", (gint64) cleaned->kept);
  add_time_or_null (line, "cutoff", cleaned->has_cutoff, cleaned->cutoff);
  parley_options_print (parley_json_line_end (line));
}

int
parley_memory_cleanup_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  int keep_days = UNSAID;
  int max_entries = UNSAID;
  const GOptionEntry own[] = {
    { "keep-days", 0, 0, G_OPTION_ARG_INT, &keep_days, NULL, NULL },
    { "max", 0, 0, G_OPTION_ARG_INT, &max_entries, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  ParleySeriesBounds bounds;
  ParleyCleanupResult cleaned;

  if (!parley_memory_session_parse (&session, args, own, 1, error)
      || !read_bounds (&session, keep_days, max_entries, &bounds, error)
      || !parley_memory_session_open (&session, FALSE, TRUE, error))
    return -1;
  parley_chat_memory_cleanup_async (session.memory, session.options.arguments[0], &bounds,
                                    g_get_real_time (), NULL, parley_memory_session_take, &session);
  if (!parley_chat_memory_cleanup_finish (session.memory, parley_memory_session_wait (&session),
                                          &cleaned, error))
    return -1;
  print_cleaned (&cleaned);
  return parley_memory_session_finish (&session);
}

/* --- series --- */

static void
print_info (const ParleySeriesInfo *info)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_string (line, "series", info->name);
  parley_json_line_add_int (line, "count", (gint64) info->count);
  add_time_or_null (line, "oldest", info->has_state, info->state.start);
  add_time_or_null (line, "newest", info->has_state, info->state.end);
  add_time (line, "accumulated_since", info->accumulated_since);
  add_time (line, "last_updated", info->last_updated);
  parley_json_line_add_int (line, "total_api_calls", (gint64) info->total_api_calls);
  parley_json_line_add_int (line, "total_fetched", (gint64) info->total_fetched);
  parley_json_line_add_int (line, "duplicates_avoided", (gint64) info->duplicates_avoided);
  parley_options_print (parley_json_line_end (line));
}

int
parley_memory_series_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  const GOptionEntry none[] = { G_OPTION_ENTRY_NULL };
  g_autoptr (GPtrArray) list = NULL;

  if (!parley_memory_session_parse (&session, args, none, 0, error)
      || !parley_memory_session_open (&session, FALSE, TRUE, error))
    return -1;
  parley_chat_memory_list_series_async (session.memory, NULL, parley_memory_session_take, &session);
  list = parley_chat_memory_list_series_finish (session.memory,
                                                parley_memory_session_wait (&session), error);
  if (list == NULL)
    return -1;
  for (guint i = 0; i < list->len; i++)
    print_info (g_ptr_array_index (list, i));
  return parley_memory_session_finish (&session);
}
