/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-tool-result.h"

static const char schema[]
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
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
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
  .spec = { "cleanup_timeseries", "Drops the oldest entries of a series of this chat.", schema },
  .kind = PARLEY_TOOL_WRITE,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = run,
};
