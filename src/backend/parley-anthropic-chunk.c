/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-anthropic-chunk.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "base/parley-json.h"

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
