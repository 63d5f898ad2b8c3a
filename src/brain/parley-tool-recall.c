/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-facts.h"
#include "brain/parley-tool-result.h"

#define MAX_FACTS 20

static const char schema[] = "{\"type\": \"object\", \"properties\": {"
                             "\"about\": {\"type\": \"string\", \"maxLength\": 200}},"
                             "\"required\": [\"about\"]}";

static void
on_recalled (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  ParleyToolContext *context = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) facts
      = parley_chat_memory_recall_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (facts == NULL || error != NULL)
    parley_tool_result_error (task, error);
  else if (facts->len == 0)
    parley_tool_result_text (task, g_strdup ("Nothing is remembered about that."));
  else
    parley_tool_result_text (task, parley_facts_dup_text (facts, context));
}

static void
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_recall_async (context->memory, parley_json_get_string (arguments, "about"),
                                     MAX_FACTS, g_task_get_cancellable (task), on_recalled, task);
}

const ParleyTool parley_tool_recall = {
  .spec = { "recall", "Your notes on them.", schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .run = run,
};
