/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "base/parley-json-line.h"
#include "base/parley-json.h"

static void
add_headers (SoupMessageHeaders *headers, const char *key)
{
  g_autofree char *value = NULL;

  if (key == NULL)
    return;
  value = g_strconcat ("Bearer ", key, NULL);
  soup_message_headers_replace (headers, "Authorization", value);
}

ParleyBackend *
parley_openai_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error)
{
  static const ParleyDialect dialect = {
    .name = "openai",
    .path = "/chat/completions",
    .key_host = "api.openai.com",
    .add_headers = add_headers,
    .new_body = parley_openai_body_new,
    .parse = parley_openai_chunk_parse,
  };

  return parley_server_new (&dialect, config, timers, error);
}

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

static void
read_finish (ParleyChunk *chunk, const char *reason)
{
  if (reason == NULL || *reason == '\0')
    return;
  if (strcmp (reason, "length") == 0)
    chunk->finish = PARLEY_CHUNK_LENGTH;
  else if (strcmp (reason, "content_filter") == 0)
    parley_chunk_fail (chunk, PARLEY_ERROR_REFUSED,
                       _ ("The server's content filter refused this conversation."));
  else if (strcmp (reason, "tool_calls") == 0 || strcmp (reason, "function_call") == 0)
    chunk->finish = PARLEY_CHUNK_CALLS;
  else if (strcmp (reason, "error") == 0 || strcmp (reason, "insufficient_system_resource") == 0)
    parley_chunk_fail (chunk, PARLEY_ERROR_OVERLOADED,
                       _ ("The server has a problem at the moment."));
  else
    chunk->finish = PARLEY_CHUNK_STOP;
}

/* Mistral's reasoning models give their content as a list of typed parts. */
static char *
join_parts (JsonArray *parts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (parts); i++)
    {
      JsonObject *part = parley_json_get_element (parts, i);
      const char *piece = parley_json_get_string (part, "text");

      if (piece != NULL && g_strcmp0 (parley_json_get_string (part, "type"), "text") == 0)
        g_string_append (text, piece);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* @call: what stands in "function". Some servers give the arguments as an object. */
static void
add_call (ParleyChunk *chunk, gint64 index, const char *id, JsonObject *call)
{
  JsonObject *object = parley_json_get_object (call, "arguments");
  g_autofree char *text = NULL;

  if (object != NULL)
    text = json_to_string (json_object_get_member (call, "arguments"), FALSE);
  parley_chunk_add_part (chunk, index, id, parley_json_get_string (call, "name"),
                         text != NULL ? text : parley_json_get_string (call, "arguments"));
}

static void
read_calls (ParleyChunk *chunk, JsonObject *message)
{
  JsonArray *calls = parley_json_get_array (message, "tool_calls");
  JsonObject *old = parley_json_get_object (message, "function_call");

  for (guint i = 0; calls != NULL && i < json_array_get_length (calls); i++)
    {
      JsonObject *call = parley_json_get_element (calls, i);

      if (call != NULL)
        add_call (chunk, parley_json_get_int (call, "index", -1),
                  parley_json_get_string (call, "id"), parley_json_get_object (call, "function"));
    }
  if (old != NULL)
    add_call (chunk, -1, NULL, old);
}

/* Where servers put it: DeepSeek and vLLM, OpenRouter and Ollama. Some fill in both. */
static gsize
measure_reasoning (JsonObject *message)
{
  const char *content = parley_json_get_string (message, "reasoning_content");
  const char *text = content != NULL ? content : parley_json_get_string (message, "reasoning");

  return text != NULL ? strlen (text) : 0;
}

static void
read_message (ParleyChunk *chunk, JsonObject *message)
{
  JsonArray *parts = parley_json_get_array (message, "content");
  const char *refusal = parley_json_get_string (message, "refusal");

  read_calls (chunk, message);
  chunk->reasoning = measure_reasoning (message);
  if (refusal != NULL && *refusal != '\0')
    parley_chunk_fail (chunk, PARLEY_ERROR_REFUSED, _ ("The model declined to answer."));
  chunk->text
      = parts != NULL ? join_parts (parts) : g_strdup (parley_json_get_string (message, "content"));
}

/* Where servers put it: OpenAI and most others, DeepSeek, llama.cpp. */
static gint64
read_cached (JsonObject *object, JsonObject *usage)
{
  JsonObject *details = parley_json_get_object (usage, "prompt_tokens_details");
  JsonObject *timings = parley_json_get_object (object, "timings");
  gint64 cached = parley_json_get_int (details, "cached_tokens", -1);

  if (cached < 0)
    cached = parley_json_get_int (usage, "prompt_cache_hit_tokens", -1);
  return cached >= 0 ? cached : parley_json_get_int (timings, "cache_n", -1);
}

static void
read_object (ParleyChunk *chunk, JsonObject *object, ParleyChunkForm form, const char *key)
{
  JsonObject *choice = parley_json_get_element (parley_json_get_array (object, "choices"), 0);
  JsonObject *usage = parley_json_get_object (object, "usage");

  chunk->prompt_tokens = parley_json_get_int (usage, "prompt_tokens", -1);
  chunk->cached_tokens = read_cached (object, usage);
  chunk->reply_tokens = parley_json_get_int (usage, "completion_tokens", -1);
  chunk->error = form == PARLEY_CHUNK_REPORT ? parley_http_error_from_details (object, key)
                                             : parley_http_error_from_object (object, key);
  if (chunk->error != NULL || choice == NULL)
    return;
  read_message (chunk,
                parley_json_get_object (choice, form == PARLEY_CHUNK_WHOLE ? "message" : "delta"));
  read_finish (chunk, parley_json_get_string (choice, "finish_reason"));
}

static gboolean
is_done (const char *data, gsize length)
{
  g_autofree char *word = length < 32 ? g_strstrip (g_strndup (data, length)) : NULL;

  return word != NULL && strcmp (word, "[DONE]") == 0;
}

ParleyChunk *
parley_openai_chunk_parse (const char *data, gsize length, ParleyChunkForm form, const char *key)
{
  ParleyChunk *chunk = parley_chunk_new ();
  g_autoptr (JsonNode) root = NULL;

  if (form == PARLEY_CHUNK_EVENT && is_done (data, length))
    {
      chunk->is_last = TRUE;
      return chunk;
    }
  root = parley_json_parse (data, length, &chunk->error);
  if (root != NULL)
    read_object (chunk, json_node_get_object (root), form, key);
  return chunk;
}
