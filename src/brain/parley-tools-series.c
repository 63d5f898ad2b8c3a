/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "base/parley-timers.h"
#include "brain/parley-arguments.h"
#include "brain/parley-fence.h"
#include "brain/parley-tool-result.h"

/* What was fetched from elsewhere, and which time it covers. */

static const char list_schema[] = "{\"type\": \"object\", \"properties\": {}}";

static void
append_series (GString *lines, const ParleySeriesInfo *series)
{
  g_autofree char *oldest = NULL;
  g_autofree char *newest = NULL;

  g_string_append_printf (lines, "%s%s: %" G_GUINT64_FORMAT " entries", lines->len > 0 ? "\n" : "",
                          series->name, series->count);
  if (!series->has_state)
    return;
  oldest = parley_iso_time_dup (series->state.start);
  newest = parley_iso_time_dup (series->state.end);
  g_string_append_printf (lines, " from %s to %s", oldest, newest);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  const ParleyToolContext *context = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) all
      = parley_chat_memory_list_series_finish (PARLEY_CHAT_MEMORY (source), result, &error);
  g_autoptr (GString) lines = g_string_new (NULL);

  if (all == NULL || error != NULL)
    {
      parley_tool_result_error (task, error);
      return;
    }
  for (guint i = 0; i < all->len; i++)
    append_series (lines, g_ptr_array_index (all, i));
  parley_tool_result_text (
      task, all->len > 0 ? parley_fence_dup (PARLEY_FENCE_NOTES, context->nonce, lines->str)
                         : g_strdup ("There are no series."));
}

static void
list_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_list_series_async (context->memory, g_task_get_cancellable (task), on_listed,
                                          task);
}

const ParleyTool parley_tool_list_timeseries = {
  .spec = { "list_timeseries", "Lists the series of dated entries that are kept for this chat.",
            list_schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = list_run,
};

#define DEFAULT_LIMIT 50

static const char query_schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"series\": {\"type\": \"string\", \"minLength\": 1, \"maxLength\": 64},"
      "\"start\": {\"type\": \"string\", \"maxLength\": 40, \"description\": \"ISO 8601, with a "
      "zone or UTC\"},"
      "\"end\": {\"type\": \"string\", \"maxLength\": 40, \"description\": \"ISO 8601, with a zone "
      "or UTC\"},"
      "\"limit\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 200}},"
      "\"required\": [\"series\", \"start\", \"end\"]}";

static void
append_missing (GString *text, const GArray *missing)
{
  for (guint i = 0; i < missing->len; i++)
    {
      const ParleyInterval *gap = &g_array_index (missing, ParleyInterval, i);
      g_autofree char *start = parley_iso_time_dup (gap->start);
      g_autofree char *end = parley_iso_time_dup (gap->end);

      g_string_append_printf (text, "Not known: %s to %s\n", start, end);
    }
}

static char *
dup_text (const ParleySeriesQuery *query, const char *nonce)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GString) entries = g_string_new (NULL);

  g_string_append_printf (text, "Coverage: %s; %" G_GUINT64_FORMAT " entries, newest first\n",
                          parley_coverage_to_string (query->coverage), query->count);
  append_missing (text, query->missing);
  for (guint i = 0; i < query->entries->len; i++)
    {
      g_autofree char *json = parley_series_entry_dup_json (g_ptr_array_index (query->entries, i));

      g_string_append_printf (entries, "%s%s", i > 0 ? "\n" : "", json);
    }
  if (entries->len > 0)
    parley_fence_append (text, PARLEY_FENCE_NOTES, nonce, entries->str);
  return g_string_free (text, FALSE);
}

static void
on_queried (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  const ParleyToolContext *context = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (ParleySeriesQuery) query
      = parley_chat_memory_query_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (query == NULL || error != NULL)
    parley_tool_result_error (task, error);
  else
    parley_tool_result_text (task, dup_text (query, context->nonce));
}

static void
query_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  ParleyInterval span;

  if (!parley_iso_time_parse (parley_json_get_string (arguments, "start"), &span.start)
      || !parley_iso_time_parse (parley_json_get_string (arguments, "end"), &span.end))
    {
      parley_tool_result_error (
          task, g_error_new_literal (PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_ARGUMENTS,
                                     "A time must be written as in 2026-11-21T15:00:00Z."));
      return;
    }
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_query_async (context->memory, parley_json_get_string (arguments, "series"),
                                    &span,
                                    (guint) parley_json_get_int (arguments, "limit", DEFAULT_LIMIT),
                                    g_task_get_cancellable (task), on_queried, task);
}

const ParleyTool parley_tool_query_timeseries = {
  .spec = { "query_timeseries",
            "Tells the entries of a series between two times, and which parts of that are unknown.",
            query_schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = query_run,
};

static const char merge_schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"series\": {\"type\": \"string\", \"minLength\": 1, \"maxLength\": 64},"
      "\"entries\": {\"type\": \"array\", \"maxItems\": 100, \"items\": {\"type\": \"object\"},"
      " \"description\": \"objects with an id and a timestamp (ISO 8601)\"}},"
      "\"required\": [\"series\", \"entries\"]}";

/* Returns: (transfer full) (nullable). */
static GPtrArray *
parse_entries (JsonArray *array, GError **error)
{
  g_autoptr (GPtrArray) entries = parley_series_entries_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      ParleySeriesEntry *entry
          = parley_series_entry_new (parley_json_get_element (array, i), NULL, NULL, error);

      if (entry == NULL)
        {
          g_prefix_error (error, "entries[%u]: ", i);
          return NULL;
        }
      g_ptr_array_add (entries, entry);
    }
  return g_steal_pointer (&entries);
}

static void
on_merged (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GError *error = NULL;
  ParleyMergeResult merged;

  if (!parley_chat_memory_merge_finish (PARLEY_CHAT_MEMORY (source), result, &merged, &error))
    {
      parley_tool_result_error (task, error);
      return;
    }
  parley_tool_result_text (task, g_strdup_printf ("%u added, %u known already, %" G_GUINT64_FORMAT
                                                  " in all.",
                                                  merged.added, merged.duplicates, merged.total));
}

static void
merge_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  GError *error = NULL;
  GPtrArray *entries = parse_entries (parley_json_get_array (arguments, "entries"), &error);

  if (entries == NULL)
    parley_tool_result_error (task, error);
  else if (!parley_tool_result_begin (task, context))
    g_ptr_array_unref (entries);
  else
    parley_chat_memory_merge_async (context->memory, parley_json_get_string (arguments, "series"),
                                    entries, NULL,
                                    parley_timers_wall (context->timers) * G_USEC_PER_SEC,
                                    g_task_get_cancellable (task), on_merged, task);
}

const ParleyTool parley_tool_merge_timeseries = {
  .spec = { "merge_timeseries",
            "Adds dated entries to a series of this chat; those known by their id are kept once.",
            merge_schema },
  .kind = PARLEY_TOOL_WRITE,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = merge_run,
};

static const char cleanup_schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"series\": {\"type\": \"string\", \"minLength\": 1, \"maxLength\": 64},"
      "\"keep_days\": {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 36500,"
      " \"description\": \"0 for no bound\"},"
      "\"max_entries\": {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 1000000,"
      " \"description\": \"0 for no bound\"}},"
      "\"required\": [\"series\"]}";

static void
on_cleaned (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GError *error = NULL;
  ParleyCleanupResult cleaned;

  if (parley_chat_memory_cleanup_finish (PARLEY_CHAT_MEMORY (source), result, &cleaned, &error))
    parley_tool_result_text (task, g_strdup_printf ("%" G_GUINT64_FORMAT
                                                    " removed, %" G_GUINT64_FORMAT " kept.",
                                                    cleaned.removed, cleaned.kept));
  else
    parley_tool_result_error (task, error);
}

static void
cleanup_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  const ParleySeriesBounds bounds = {
    .keep_days = (guint) parley_json_get_int (arguments, "keep_days", context->bounds.keep_days),
    .max_entries
    = (guint) parley_json_get_int (arguments, "max_entries", context->bounds.max_entries),
  };

  if (parley_tool_result_begin (task, context))
    parley_chat_memory_cleanup_async (context->memory, parley_json_get_string (arguments, "series"),
                                      &bounds,
                                      parley_timers_wall (context->timers) * G_USEC_PER_SEC,
                                      g_task_get_cancellable (task), on_cleaned, task);
}

const ParleyTool parley_tool_cleanup_timeseries = {
  .spec
  = { "cleanup_timeseries", "Drops the oldest entries of a series of this chat.", cleanup_schema },
  .kind = PARLEY_TOOL_WRITE,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = cleanup_run,
};
