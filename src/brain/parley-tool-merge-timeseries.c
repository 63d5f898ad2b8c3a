/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-tool-result.h"

static const char schema[]
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
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
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
            schema },
  .kind = PARLEY_TOOL_WRITE,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = run,
};
