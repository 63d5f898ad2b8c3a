/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-arguments.h"
#include "base/parley-json.h"
#include "brain/parley-fence.h"
#include "brain/parley-tool-result.h"

#define DEFAULT_LIMIT 10
#define MAX_LIMIT     50

static const char schema[] = "{\"type\": \"object\", \"properties\": {"
                             "\"words\": {\"type\": \"string\"},"
                             "\"since\": {\"type\": \"string\", \"description\": \"YYYY-MM-DD\"},"
                             "\"until\": {\"type\": \"string\"},"
                             "\"limit\": {\"type\": \"integer\"}},"
                             "\"required\": [\"words\"]}";

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  ParleyToolContext *context = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) found
      = parley_chat_memory_search_finish (PARLEY_CHAT_MEMORY (source), result, &error);
  g_autoptr (GString) lines = g_string_new (NULL);

  if (found == NULL || error != NULL)
    {
      parley_tool_result_error (task, error);
      return;
    }
  for (guint i = 0; i < found->len; i++)
    {
      const ParleyUtterance *utterance = g_ptr_array_index (found, i);
      g_autofree char *time = parley_tool_context_dup_time (context, utterance->when.written);

      g_string_append_printf (lines, "%s%s %s: %s", i > 0 ? "\n" : "", time,
                              parley_tool_speaker_to_string (utterance->speaker), utterance->text);
    }
  parley_tool_result_text (
      task, found->len > 0 ? parley_fence_dup (PARLEY_FENCE_NOTES, context->nonce, lines->str)
                           : g_strdup ("Nothing was found."));
}

static void
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  gint64 start = 0;
  gint64 end = G_MAXINT64;
  gint64 limit = parley_json_get_int (arguments, "limit", DEFAULT_LIMIT);

  if (!parley_tool_parse_day (context, parley_json_get_string (arguments, "since"), FALSE, &start)
      || !parley_tool_parse_day (context, parley_json_get_string (arguments, "until"), TRUE, &end))
    {
      parley_tool_result_error (task,
                                g_error_new_literal (PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_ARGUMENTS,
                                                     "A day must be written YYYY-MM-DD."));
      return;
    }
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_search_async (context->memory, parley_json_get_string (arguments, "words"),
                                     start, end, (guint) CLAMP (limit, 1, MAX_LIMIT),
                                     g_task_get_cancellable (task), on_found, task);
}

const ParleyTool parley_tool_search_history = {
  .spec = { "search_history", "Finds old messages with these words.", schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .run = run,
};
