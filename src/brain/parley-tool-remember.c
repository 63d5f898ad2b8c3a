/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-tool-result.h"

static const char schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"text\": {\"type\": \"string\", \"minLength\": 1, \"maxLength\": 300},"
      "\"kind\": {\"type\": \"string\", \"enum\": [\"fact\", \"promise\", \"question\"]},"
      "\"said_by\": {\"type\": \"string\", \"enum\": [\"they\", \"you\", \"the owner\"]}},"
      "\"required\": [\"text\"]}";

static ParleySpeaker
parse_speaker (const char *name)
{
  static const ParleySpeaker speakers[]
      = { PARLEY_SPEAKER_PERSON, PARLEY_SPEAKER_PARLEY, PARLEY_SPEAKER_USER };

  for (guint i = 0; i < G_N_ELEMENTS (speakers); i++)
    {
      if (g_strcmp0 (name, parley_tool_speaker_to_string (speakers[i])) == 0)
        return speakers[i];
    }
  return PARLEY_SPEAKER_PERSON;
}

static ParleyFactKind
parse_kind (const char *name)
{
  for (ParleyFactKind kind = 0; kind < PARLEY_N_FACT_KINDS; kind++)
    {
      if (g_strcmp0 (name, parley_fact_kind_to_string (kind)) == 0)
        return kind;
    }
  return PARLEY_FACT_KIND_FACT;
}

static const char *
tell (ParleyRemembered remembered)
{
  switch (remembered)
    {
    case PARLEY_REMEMBERED_NEW:
      return "Noted.";
    case PARLEY_REMEMBERED_AGAIN:
      return "That was noted already.";
    case PARLEY_REMEMBERED_OLDEST_OUT:
      break;
    }
  return "Noted; the oldest note made room for it.";
}

static void
on_remembered (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GError *error = NULL;
  ParleyRemembered remembered;

  if (parley_chat_memory_remember_finish (PARLEY_CHAT_MEMORY (source), result, &remembered, &error))
    parley_tool_result_text (task, g_strdup (tell (remembered)));
  else
    parley_tool_result_error (task, error);
}

static void
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_remember_async (
        context->memory, parley_json_get_string (arguments, "text"),
        parse_kind (parley_json_get_string (arguments, "kind")),
        parse_speaker (parley_json_get_string (arguments, "said_by")),
        parley_timers_wall (context->timers), g_task_get_cancellable (task), on_remembered, task);
}

const ParleyTool parley_tool_remember = {
  .spec
  = { "remember", "Notes a fact about them, your promise, a question for the owner.", schema },
  .kind = PARLEY_TOOL_WRITE,
  .needs_memory = TRUE,
  .run = run,
};
