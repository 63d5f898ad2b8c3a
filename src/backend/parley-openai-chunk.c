/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai-chunk.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "base/parley-error.h"
#include "base/parley-json.h"

#define MAX_MODELS     1000
#define MAX_MODEL_NAME 200

static void
fail (ParleyOpenaiChunk *chunk, ParleyError code, const char *sentence)
{
  if (chunk->error == NULL)
    chunk->error = g_error_new_literal (PARLEY_ERROR, code, sentence);
}

static void
read_finish (ParleyOpenaiChunk *chunk, const char *reason)
{
  if (reason == NULL || *reason == '\0')
    return;
  if (strcmp (reason, "length") == 0)
    chunk->finish = PARLEY_CHUNK_LENGTH;
  else if (strcmp (reason, "content_filter") == 0)
    fail (chunk, PARLEY_ERROR_REFUSED,
          _ ("The server's content filter refused this conversation."));
  else if (strcmp (reason, "tool_calls") == 0 || strcmp (reason, "function_call") == 0)
    fail (chunk, PARLEY_ERROR_BAD_RESPONSE, _ ("The model wanted to use a tool, but has none."));
  else if (strcmp (reason, "error") == 0)
    fail (chunk, PARLEY_ERROR_OVERLOADED, _ ("The server is in trouble at the moment."));
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

static void
read_message (ParleyOpenaiChunk *chunk, JsonObject *message)
{
  JsonArray *calls = parley_json_get_array (message, "tool_calls");
  JsonArray *parts = parley_json_get_array (message, "content");
  const char *refusal = parley_json_get_string (message, "refusal");

  if ((calls != NULL && json_array_get_length (calls) > 0)
      || parley_json_get_object (message, "function_call") != NULL)
    fail (chunk, PARLEY_ERROR_BAD_RESPONSE, _ ("The model wanted to use a tool, but has none."));
  if (refusal != NULL && *refusal != '\0')
    fail (chunk, PARLEY_ERROR_REFUSED, _ ("The model declined to answer."));
  chunk->text
      = parts != NULL ? join_parts (parts) : g_strdup (parley_json_get_string (message, "content"));
}

static void
read_object (ParleyOpenaiChunk *chunk, JsonObject *object, ParleyChunkForm form, const char *key)
{
  JsonObject *choice = parley_json_get_element (parley_json_get_array (object, "choices"), 0);
  JsonObject *usage = parley_json_get_object (object, "usage");

  chunk->prompt_tokens = parley_json_get_int (usage, "prompt_tokens", -1);
  chunk->reply_tokens = parley_json_get_int (usage, "completion_tokens", -1);
  chunk->error = form == PARLEY_CHUNK_REPORT ? parley_http_error_from_details (object, key)
                                             : parley_http_error_from_object (object, key);
  if (chunk->error != NULL || choice == NULL)
    return;
  read_message (chunk,
                parley_json_get_object (choice, form == PARLEY_CHUNK_WHOLE ? "message" : "delta"));
  read_finish (chunk, parley_json_get_string (choice, "finish_reason"));
}

ParleyOpenaiChunk *
parley_openai_chunk_parse (const char *data, gsize length, ParleyChunkForm form, const char *key)
{
  ParleyOpenaiChunk *chunk = g_new0 (ParleyOpenaiChunk, 1);
  g_autoptr (JsonNode) root = NULL;

  chunk->prompt_tokens = -1;
  chunk->reply_tokens = -1;
  root = parley_json_parse (data, length, &chunk->error);
  if (root != NULL)
    read_object (chunk, json_node_get_object (root), form, key);
  return chunk;
}

void
parley_openai_chunk_free (ParleyOpenaiChunk *chunk)
{
  g_free (chunk->text);
  g_clear_error (&chunk->error);
  g_free (chunk);
}

static void
add_member (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
add_messages (JsonBuilder *builder, GPtrArray *messages)
{
  json_builder_set_member_name (builder, "messages");
  json_builder_begin_array (builder);
  for (guint i = 0; i < messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (messages, i);

      json_builder_begin_object (builder);
      add_member (builder, "role", parley_role_to_string (message->role));
      add_member (builder, "content", message->text);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

GBytes *
parley_openai_body_new (const ParleyRequest *request, const char *model)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  gsize length;
  char *text;

  json_builder_begin_object (builder);
  add_member (builder, "model", model);
  json_builder_set_member_name (builder, "stream");
  json_builder_add_boolean_value (builder, TRUE);
  json_builder_set_member_name (builder, "stream_options");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "include_usage");
  json_builder_add_boolean_value (builder, TRUE);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "max_tokens");
  json_builder_add_int_value (builder, request->max_tokens);
  add_messages (builder, request->messages);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, &length);
  return g_bytes_new_take (text, length);
}

static gboolean
is_good_name (const char *name)
{
  glong length = 0;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p), length++)
    if (!g_unichar_isprint (g_utf8_get_char (p)) || length == MAX_MODEL_NAME)
      return FALSE;
  return length > 0;
}

GStrv
parley_openai_parse_models (const char *data, gsize length, const char *key, GError **error)
{
  g_autoptr (JsonNode) root = parley_json_parse (data, length, error);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  JsonObject *object;
  JsonArray *list;
  GError *reported;
  guint n = 0;

  if (root == NULL)
    return NULL;
  object = json_node_get_object (root);
  reported = parley_http_error_from_object (object, key);
  if (reported != NULL)
    {
      g_propagate_error (error, reported);
      return NULL;
    }
  list = parley_json_get_array (object, "data");
  if (list == NULL)
    {
      g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                           _ ("The server's answer is not a list of models: check the address."));
      return NULL;
    }
  for (guint i = 0; i < json_array_get_length (list) && n < MAX_MODELS; i++)
    {
      const char *name = parley_json_get_string (parley_json_get_element (list, i), "id");

      if (name == NULL || !is_good_name (name))
        continue;
      g_strv_builder_add (names, name);
      n++;
    }
  return g_strv_builder_end (names);
}
