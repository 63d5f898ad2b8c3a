/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-fence.h"
#include "brain/parley-tool-result.h"
#include "memory/parley-iso-time.h"

static const char schema[] = "{\"type\": \"object\", \"properties\": {}}";

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
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_list_series_async (context->memory, g_task_get_cancellable (task), on_listed,
                                          task);
}

const ParleyTool parley_tool_list_timeseries = {
  .spec
  = { "list_timeseries", "Lists the series of dated entries that are kept for this chat.", schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .needs_series = TRUE,
  .run = run,
};
