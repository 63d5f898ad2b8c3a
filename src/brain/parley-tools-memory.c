/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-arguments.h"
#include "brain/parley-fence.h"
#include "brain/parley-tool-result.h"

/* What a model may keep of a person, and find again. */

static const char remember_schema[]
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
remember_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_remember_async (
        context->memory, parley_json_get_string (arguments, "text"),
        parse_kind (parley_json_get_string (arguments, "kind")),
        parse_speaker (parley_json_get_string (arguments, "said_by")),
        parley_timers_wall (context->timers), g_task_get_cancellable (task), on_remembered, task);
}

const ParleyTool parley_tool_remember = {
  .spec = { "remember", "Notes a fact about them, your promise, a question for the owner.",
            remember_schema },
  .kind = PARLEY_TOOL_WRITE,
  .needs_memory = TRUE,
  .run = remember_run,
};

#define MAX_FACTS 20

static const char recall_schema[] = "{\"type\": \"object\", \"properties\": {"
                                    "\"about\": {\"type\": \"string\", \"maxLength\": 200}},"
                                    "\"required\": [\"about\"]}";

static char *
dup_day (gint64 wall, GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d") : g_strdup ("?");
}

/* A line for each, with who said it and on which day, fenced: a fact is somebody's words and never
 * an instruction. */
static char *
dup_facts (const GPtrArray *facts, ParleyToolContext *context)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      const ParleyFact *fact = g_ptr_array_index (facts, i);
      g_autofree char *day = dup_day (fact->wall, context->zone);

      g_string_append_printf (lines, "%s%s %s: %s", i > 0 ? "\n" : "", day,
                              parley_tool_speaker_to_string (fact->said_by), fact->text);
    }
  return parley_fence_dup (PARLEY_FENCE_NOTES, context->nonce, lines->str);
}

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
    parley_tool_result_text (task, dup_facts (facts, context));
}

static void
recall_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  if (parley_tool_result_begin (task, context))
    parley_chat_memory_recall_async (context->memory, parley_json_get_string (arguments, "about"),
                                     MAX_FACTS, g_task_get_cancellable (task), on_recalled, task);
}

const ParleyTool parley_tool_recall = {
  .spec = { "recall", "Your notes on them.", recall_schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .run = recall_run,
};

#define DEFAULT_LIMIT 10
#define MAX_LIMIT     50

static const char search_history_schema[]
    = "{\"type\": \"object\", \"properties\": {"
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
search_history_run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
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
  .spec = { "search_history", "Finds old messages with these words.", search_history_schema },
  .kind = PARLEY_TOOL_READ,
  .needs_memory = TRUE,
  .run = search_history_run,
};
