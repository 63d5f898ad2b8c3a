/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-anthropic.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "backend/parley-url.h"
#include "base/parley-json-line.h"
#include "base/parley-json.h"

static void
add_headers (SoupMessageHeaders *headers, const char *key)
{
  soup_message_headers_replace (headers, "anthropic-version", "2023-06-01");
  if (key != NULL)
    soup_message_headers_replace (headers, "x-api-key", key);
}

ParleyBackend *
parley_anthropic_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error)
{
  static const ParleyDialect dialect = {
    .name = "anthropic",
    .default_url = PARLEY_URL_ANTHROPIC,
    .version = "/v1",
    .path = "/messages",
    .models_query = "limit=1000",
    .add_headers = add_headers,
    .new_body = parley_anthropic_body_new,
    .parse = parley_anthropic_chunk_parse,
  };

  return parley_server_new (&dialect, config, timers, error);
}

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

static void
read_reason (ParleyChunk *chunk, const char *reason)
{
  /* "pause_turn" is a long turn put off, to be gone on with as one that ran out of tokens. */
  static const struct
  {
    const char *word;
    ParleyChunkFinish finish;
  } reasons[] = {
    { "max_tokens", PARLEY_CHUNK_LENGTH },
    { "pause_turn", PARLEY_CHUNK_LENGTH },
    { "model_context_window_exceeded", PARLEY_CHUNK_WINDOW },
    { "tool_use", PARLEY_CHUNK_CALLS },
  };

  if (reason == NULL || *reason == '\0')
    return;
  chunk->finish = PARLEY_CHUNK_STOP;
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_str_equal (reason, reasons[i].word))
      chunk->finish = reasons[i].finish;
  if (g_str_equal (reason, "refusal"))
    parley_chunk_fail (chunk, PARLEY_ERROR_REFUSED, _ ("The model declined to answer."));
}

/* The tokens of a prompt are counted apart by where they came from. */
static void
read_usage (ParleyChunk *chunk, JsonObject *usage)
{
  gint64 prompt = parley_json_get_int (usage, "input_tokens", -1);

  if (prompt >= 0)
    chunk->prompt_tokens = prompt
                           + MAX (parley_json_get_int (usage, "cache_read_input_tokens", 0), 0)
                           + MAX (parley_json_get_int (usage, "cache_creation_input_tokens", 0), 0);
  chunk->cached_tokens = parley_json_get_int (usage, "cache_read_input_tokens", -1);
  chunk->reply_tokens = parley_json_get_int (usage, "output_tokens", -1);
}

/* A stream gives the input of a tool in deltas behind an empty object. */
static void
read_block (ParleyChunk *chunk, gint64 index, JsonObject *block)
{
  const char *type = parley_json_get_string (block, "type");
  const char *text = parley_json_get_string (block, "text");
  JsonObject *input = parley_json_get_object (block, "input");
  g_autofree char *arguments = NULL;

  if (g_strcmp0 (type, "text") == 0 && text != NULL)
    {
      g_autofree char *before = chunk->text;

      chunk->text = g_strconcat (before != NULL ? before : "", text, NULL);
    }
  if (g_strcmp0 (type, "tool_use") != 0)
    return;
  if (input != NULL && json_object_get_size (input) > 0)
    arguments = json_to_string (json_object_get_member (block, "input"), FALSE);
  parley_chunk_add_part (chunk, index, parley_json_get_string (block, "id"),
                         parley_json_get_string (block, "name"), arguments);
}

/* Thinking, signatures and citations are not for the person. */
static void
read_delta (ParleyChunk *chunk, gint64 index, JsonObject *delta)
{
  const char *type = parley_json_get_string (delta, "type");

  const char *thinking = parley_json_get_string (delta, "thinking");

  if (thinking != NULL)
    chunk->reasoning = strlen (thinking);
  if (g_strcmp0 (type, "text_delta") == 0)
    chunk->text = g_strdup (parley_json_get_string (delta, "text"));
  else if (g_strcmp0 (type, "input_json_delta") == 0)
    parley_chunk_add_part (chunk, index, NULL, NULL,
                           parley_json_get_string (delta, "partial_json"));
}

static void
read_event (ParleyChunk *chunk, JsonObject *event)
{
  const char *type = parley_json_get_string (event, "type");
  gint64 index = parley_json_get_int (event, "index", -1);
  JsonObject *delta = parley_json_get_object (event, "delta");

  if (g_strcmp0 (type, "message_start") == 0)
    read_usage (chunk, parley_json_get_object (parley_json_get_object (event, "message"), "usage"));
  else if (g_strcmp0 (type, "content_block_start") == 0)
    read_block (chunk, index, parley_json_get_object (event, "content_block"));
  else if (g_strcmp0 (type, "content_block_delta") == 0)
    read_delta (chunk, index, delta);
  else if (g_strcmp0 (type, "message_delta") == 0)
    {
      read_usage (chunk, parley_json_get_object (event, "usage"));
      read_reason (chunk, parley_json_get_string (delta, "stop_reason"));
    }
  else if (g_strcmp0 (type, "message_stop") == 0)
    chunk->is_last = TRUE;
}

static void
read_whole (ParleyChunk *chunk, JsonObject *message)
{
  JsonArray *blocks = parley_json_get_array (message, "content");

  for (guint i = 0; blocks != NULL && i < json_array_get_length (blocks); i++)
    read_block (chunk, i, parley_json_get_element (blocks, i));
  read_usage (chunk, parley_json_get_object (message, "usage"));
  read_reason (chunk, parley_json_get_string (message, "stop_reason"));
}

ParleyChunk *
parley_anthropic_chunk_parse (const char *data, gsize length, ParleyChunkForm form, const char *key)
{
  ParleyChunk *chunk = parley_chunk_new ();
  g_autoptr (JsonNode) root = parley_json_parse (data, length, &chunk->error);
  JsonObject *object;

  if (root == NULL)
    return chunk;
  object = json_node_get_object (root);
  chunk->error = parley_http_error_from_object (object, key);
  if (chunk->error != NULL)
    return chunk;
  switch (form)
    {
    case PARLEY_CHUNK_EVENT:
      read_event (chunk, object);
      break;
    case PARLEY_CHUNK_WHOLE:
      read_whole (chunk, object);
      break;
    case PARLEY_CHUNK_REPORT:
      chunk->error = parley_http_error_from_details (object, key);
      break;
    }
  return chunk;
}
