/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-arguments.h"
#include "brain/parley-fence.h"
#include "brain/parley-tool-result.h"
#include "memory/parley-iso-time.h"

#define DEFAULT_LIMIT 50

static const char schema[]
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
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
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
            schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = run,
};
