/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-chunk.h"

static void
part_free (gpointer data)
{
  ParleyCallPart *part = data;

  g_free (part->id);
  g_free (part->name);
  g_free (part->arguments);
  g_free (part);
}

ParleyChunk *
parley_chunk_new (void)
{
  ParleyChunk *chunk = g_new0 (ParleyChunk, 1);

  chunk->prompt_tokens = -1;
  chunk->cached_tokens = -1;
  chunk->reply_tokens = -1;
  return chunk;
}

void
parley_chunk_free (ParleyChunk *chunk)
{
  g_free (chunk->text);
  g_clear_pointer (&chunk->parts, g_ptr_array_unref);
  g_clear_error (&chunk->error);
  g_free (chunk);
}

void
parley_chunk_fail (ParleyChunk *chunk, ParleyError code, const char *sentence)
{
  if (chunk->error == NULL)
    chunk->error = g_error_new_literal (PARLEY_ERROR, code, sentence);
}

void
parley_chunk_add_part (
    ParleyChunk *chunk, gint64 index, const char *id, const char *name, const char *arguments)
{
  ParleyCallPart *part = g_new0 (ParleyCallPart, 1);

  part->index = index;
  part->id = g_strdup (id);
  part->name = g_strdup (name);
  part->arguments = g_strdup (arguments);
  if (chunk->parts == NULL)
    chunk->parts = g_ptr_array_new_with_free_func (part_free);
  g_ptr_array_add (chunk->parts, part);
}
