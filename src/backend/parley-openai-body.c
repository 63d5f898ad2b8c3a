/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai-body.h"

#include <string.h>

#include "base/parley-json-line.h"

static void
add_calls (JsonBuilder *line, const GPtrArray *calls)
{
  json_builder_begin_array (json_builder_set_member_name (line, "tool_calls"));
  for (guint i = 0; i < calls->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (calls, i);

      json_builder_begin_object (line);
      parley_json_line_add_string (line, "id", call->id);
      parley_json_line_add_string (line, "type", "function");
      parley_json_line_begin_object (line, "function");
      parley_json_line_add_string (line, "name", call->name);
      parley_json_line_add_string (line, "arguments", call->arguments);
      json_builder_end_object (line);
      json_builder_end_object (line);
    }
  json_builder_end_array (line);
}

static void
add_messages (JsonBuilder *line, const GPtrArray *messages)
{
  json_builder_begin_array (json_builder_set_member_name (line, "messages"));
  for (guint i = 0; i < messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (messages, i);

      json_builder_begin_object (line);
      parley_json_line_add_string (line, "role", parley_role_to_string (message->role));
      if (message->call_id != NULL)
        parley_json_line_add_string (line, "tool_call_id", message->call_id);
      parley_json_line_add_string (line, "content", message->text);
      if (message->calls != NULL)
        add_calls (line, message->calls);
      json_builder_end_object (line);
    }
  json_builder_end_array (line);
}

static void
add_tools (JsonBuilder *line, const GPtrArray *tools)
{
  json_builder_begin_array (json_builder_set_member_name (line, "tools"));
  for (guint i = 0; i < tools->len; i++)
    {
      const ParleyToolSpec *tool = g_ptr_array_index (tools, i);

      json_builder_begin_object (line);
      parley_json_line_add_string (line, "type", "function");
      parley_json_line_begin_object (line, "function");
      parley_json_line_add_string (line, "name", tool->name);
      parley_json_line_add_string (line, "description", tool->description);
      parley_json_line_add_object (line, "parameters", tool->schema);
      json_builder_end_object (line);
      json_builder_end_object (line);
    }
  json_builder_end_array (line);
}

GBytes *
parley_openai_body_new (const ParleyRequest *request, const char *model)
{
  JsonBuilder *line = parley_json_line_new ();
  char *text;

  parley_json_line_add_string (line, "model", model);
  parley_json_line_add_boolean (line, "stream", TRUE);
  parley_json_line_begin_object (line, "stream_options");
  parley_json_line_add_boolean (line, "include_usage", TRUE);
  json_builder_end_object (line);
  parley_json_line_add_int (line, "max_tokens", request->max_tokens);
  if (request->tools->len > 0)
    add_tools (line, request->tools);
  add_messages (line, request->messages);
  text = parley_json_line_end (line);
  return g_bytes_new_take (text, strlen (text));
}
