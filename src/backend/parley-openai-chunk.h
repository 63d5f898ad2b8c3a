/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "backend/parley-request.h"

G_BEGIN_DECLS

/* The JSON of chat completions, both ways. Pure, and safe in any thread. */

typedef enum
{
  PARLEY_CHUNK_GOES_ON,
  PARLEY_CHUNK_STOP,
  PARLEY_CHUNK_LENGTH,
} ParleyChunkFinish;

/* What one event of a stream says, or the one object of an answer that is no stream. */
typedef struct
{
  char *text; /* (nullable): of the reply, reasoning left out */
  ParleyChunkFinish finish;
  gint64 prompt_tokens; /* -1 when it does not say */
  gint64 reply_tokens;
  GError *error; /* (nullable): the reply ends here; the rest of the chunk is of no use then */
} ParleyOpenaiChunk;

/* Where the text stands. */
typedef enum
{
  PARLEY_CHUNK_EVENT,  /* choices[0].delta */
  PARLEY_CHUNK_WHOLE,  /* choices[0].message */
  PARLEY_CHUNK_REPORT, /* nowhere: an error object by itself */
} ParleyChunkForm;

/* @key: (nullable): never quoted. Returns: (transfer full). */
ParleyOpenaiChunk *
parley_openai_chunk_parse (const char *data, gsize length, ParleyChunkForm form, const char *key);
void parley_openai_chunk_free (ParleyOpenaiChunk *chunk);

/* Returns: (transfer full): the body that asks for a streamed reply. */
GBytes *parley_openai_body_new (const ParleyRequest *request, const char *model);

/* Returns: (transfer full): the names in a list of models; those that can't be shown safely are
 * left out. NULL with %PARLEY_ERROR_BAD_RESPONSE when it is no such list. */
GStrv parley_openai_parse_models (const char *data, gsize length, const char *key, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyOpenaiChunk, parley_openai_chunk_free)

G_END_DECLS
