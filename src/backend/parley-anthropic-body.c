/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-anthropic-body.h"

#include <string.h>

#include "base/parley-json-line.h"

/* A conversation must begin with the user, and may have been cut where they did not. */
#define LEFT_OUT "…"

static gboolean
is_blank (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isspace (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

/* Up to here the server is to keep what it has read. */
static void
add_mark (ParleyJsonLine *line, gboolean mark)
{
  if (!mark)
    return;
  parley_json_line_begin_object (line, "cache_control");
  parley_json_line_add_string (line, "type", "ephemeral");
  parley_json_line_end_object (line);
}

/* Blank blocks are refused, and so are blanks at the end of what the assistant said last. */
static void
add_text (ParleyJsonLine *line, const char *text, gboolean mark)
{
  g_autofree char *trimmed = g_strchomp (g_strdup (text));

  if (is_blank (trimmed))
    return;
  parley_json_line_begin_object (line, NULL);
  parley_json_line_add_string (line, "type", "text");
  parley_json_line_add_string (line, "text", trimmed);
  add_mark (line, mark);
  parley_json_line_end_object (line);
}

static void
add_result (ParleyJsonLine *line, const ParleyMessage *message)
{
  parley_json_line_begin_object (line, NULL);
  parley_json_line_add_string (line, "type", "tool_result");
  parley_json_line_add_string (line, "tool_use_id", message->call_id);
  parley_json_line_add_string (line, "content", message->text);
  parley_json_line_end_object (line);
}

static void
add_calls (ParleyJsonLine *line, const GPtrArray *calls, gboolean mark)
{
  for (guint i = 0; i < calls->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (calls, i);

      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "type", "tool_use");
      parley_json_line_add_string (line, "id", call->id);
      parley_json_line_add_string (line, "name", call->name);
      parley_json_line_add_object (line, "input", call->arguments);
      add_mark (line, mark && i + 1 == calls->len);
      parley_json_line_end_object (line);
    }
}

static void
add_blocks (ParleyJsonLine *line, const ParleyMessage *message, gboolean mark)
{
  if (message->role == PARLEY_ROLE_TOOL)
    add_result (line, message);
  else
    add_text (line, message->text, mark && message->calls == NULL);
  if (message->calls != NULL)
    add_calls (line, message->calls, mark);
}

static void
begin_message (ParleyJsonLine *line, const char *role)
{
  parley_json_line_begin_object (line, NULL);
  parley_json_line_add_string (line, "role", role);
  parley_json_line_begin_array (line, "content");
}

static void
end_message (ParleyJsonLine *line)
{
  parley_json_line_end_array (line);
  parley_json_line_end_object (line);
}

static gboolean
says_nothing (const ParleyMessage *message)
{
  return message->role != PARLEY_ROLE_TOOL && message->calls == NULL && is_blank (message->text);
}

/* What stands behind the assistant's last words is another one in the next request. */
static const ParleyMessage *
find_last_kept (const GPtrArray *messages)
{
  for (guint i = messages->len; i > 0; i--)
    {
      const ParleyMessage *message = g_ptr_array_index (messages, i - 1);

      if (message->role == PARLEY_ROLE_ASSISTANT && !says_nothing (message))
        return message;
    }
  return NULL;
}

/* Whatever is not the assistant's is the user's: results of tools, also more than one, go into one
 * message with what the user says next. */
static void
add_messages (ParleyJsonLine *line, const GPtrArray *messages, guint first)
{
  const ParleyMessage *kept = find_last_kept (messages);
  const char *open = NULL;

  parley_json_line_begin_array (line, "messages");
  for (guint i = first; i < messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (messages, i);
      const char *role = message->role == PARLEY_ROLE_ASSISTANT ? "assistant" : "user";

      if (says_nothing (message))
        continue;
      if (open == NULL && message->role == PARLEY_ROLE_ASSISTANT)
        {
          begin_message (line, open = "user");
          add_text (line, LEFT_OUT, FALSE);
        }
      if (g_strcmp0 (open, role) != 0)
        {
          if (open != NULL)
            end_message (line);
          begin_message (line, open = role);
        }
      add_blocks (line, message, message == kept);
    }
  if (open != NULL)
    end_message (line);
  parley_json_line_end_array (line);
}

/* What stands first is the same from turn to turn, so it is worth keeping on the server; that takes
 * in the tools, which go before it. Returns: how many messages were taken. */
static guint
add_system (ParleyJsonLine *line, const GPtrArray *messages)
{
  const ParleyMessage *first = messages->len > 0 ? g_ptr_array_index (messages, 0) : NULL;

  if (first == NULL || first->role != PARLEY_ROLE_SYSTEM)
    return 0;
  if (is_blank (first->text))
    return 1;
  parley_json_line_begin_array (line, "system");
  parley_json_line_begin_object (line, NULL);
  parley_json_line_add_string (line, "type", "text");
  parley_json_line_add_string (line, "text", first->text);
  add_mark (line, TRUE);
  parley_json_line_end_object (line);
  parley_json_line_end_array (line);
  return 1;
}

static void
add_tools (ParleyJsonLine *line, const GPtrArray *tools)
{
  parley_json_line_begin_array (line, "tools");
  for (guint i = 0; i < tools->len; i++)
    {
      const ParleyToolSpec *tool = g_ptr_array_index (tools, i);

      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "name", tool->name);
      parley_json_line_add_string (line, "description", tool->description);
      parley_json_line_add_object (line, "input_schema", tool->schema);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

GBytes *
parley_anthropic_body_new (const ParleyRequest *request,
                           const char *model,
                           G_GNUC_UNUSED const char *cache_key)
{
  ParleyJsonLine *line = parley_json_line_new ();
  char *text;

  parley_json_line_add_string (line, "model", model);
  parley_json_line_add_boolean (line, "stream", TRUE);
  parley_json_line_add_int (line, "max_tokens", request->max_tokens);
  if (request->tools->len > 0)
    add_tools (line, request->tools);
  /* Tools that were called must stay named. */
  if (request->tools->len > 0 && request->no_calls)
    {
      parley_json_line_begin_object (line, "tool_choice");
      parley_json_line_add_string (line, "type", "none");
      parley_json_line_end_object (line);
    }
  add_messages (line, request->messages, add_system (line, request->messages));
  text = parley_json_line_end (line);
  return g_bytes_new_take (text, strlen (text));
}
