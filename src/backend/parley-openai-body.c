/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai-body.h"

#include <string.h>

#include "base/parley-json-line.h"

static void
add_calls (ParleyJsonLine *line, const GPtrArray *calls)
{
  parley_json_line_begin_array (line, "tool_calls");
  for (guint i = 0; i < calls->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (calls, i);

      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "id", call->id);
      parley_json_line_add_string (line, "type", "function");
      parley_json_line_begin_object (line, "function");
      parley_json_line_add_string (line, "name", call->name);
      parley_json_line_add_string (line, "arguments", call->arguments);
      parley_json_line_end_object (line);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

static void
add_messages (ParleyJsonLine *line, const GPtrArray *messages)
{
  parley_json_line_begin_array (line, "messages");
  for (guint i = 0; i < messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (messages, i);

      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "role", parley_role_to_string (message->role));
      if (message->call_id != NULL)
        parley_json_line_add_string (line, "tool_call_id", message->call_id);
      parley_json_line_add_string (line, "content", message->text);
      if (message->calls != NULL)
        add_calls (line, message->calls);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

static void
add_tools (ParleyJsonLine *line, const GPtrArray *tools)
{
  parley_json_line_begin_array (line, "tools");
  for (guint i = 0; i < tools->len; i++)
    {
      const ParleyToolSpec *tool = g_ptr_array_index (tools, i);

      parley_json_line_begin_object (line, NULL);
      parley_json_line_add_string (line, "type", "function");
      parley_json_line_begin_object (line, "function");
      parley_json_line_add_string (line, "name", tool->name);
      parley_json_line_add_string (line, "description", tool->description);
      parley_json_line_add_object (line, "parameters", tool->schema);
      parley_json_line_end_object (line);
      parley_json_line_end_object (line);
    }
  parley_json_line_end_array (line);
}

GBytes *
parley_openai_body_new (const ParleyRequest *request, const char *model, const char *cache_key)
{
  ParleyJsonLine *line = parley_json_line_new ();
  char *text;

  parley_json_line_add_string (line, "model", model);
  parley_json_line_add_boolean (line, "stream", TRUE);
  parley_json_line_begin_object (line, "stream_options");
  parley_json_line_add_boolean (line, "include_usage", TRUE);
  parley_json_line_end_object (line);
  parley_json_line_add_int (line, "max_tokens", request->max_tokens);
  if (cache_key != NULL)
    parley_json_line_add_string (line, "prompt_cache_key", cache_key);
  /* "tool_choice" is not known to all servers. */
  if (request->tools->len > 0 && !request->no_calls)
    add_tools (line, request->tools);
  add_messages (line, request->messages);
  text = parley_json_line_end (line);
  return g_bytes_new_take (text, strlen (text));
}
