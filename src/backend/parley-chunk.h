/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "base/parley-error.h"

G_BEGIN_DECLS

typedef enum
{
  PARLEY_CHUNK_GOES_ON,
  PARLEY_CHUNK_STOP,
  PARLEY_CHUNK_LENGTH, /* ran into max_tokens, or was put off */
  PARLEY_CHUNK_WINDOW, /* the model's window is full */
  PARLEY_CHUNK_CALLS,  /* it wants tools called; believed only if there are calls */
} ParleyChunkFinish;

/* A piece of a tool call. Whatever it does not say is NULL. */
typedef struct
{
  gint64 index; /* -1 when it does not say */
  char *id;
  char *name;
  char *arguments; /* to be put behind those that came before */
} ParleyCallPart;

/* What one event of a stream says, or the one object of an answer that is no stream; the same for
 * every dialect. */
typedef struct
{
  char *text;       /* (nullable): of the reply, reasoning left out */
  gsize reasoning;  /* bytes of it that were left out */
  GPtrArray *parts; /* (nullable): of ParleyCallPart */
  ParleyChunkFinish finish;
  gboolean is_last;     /* nothing comes behind it */
  gint64 prompt_tokens; /* -1 when it does not say */
  gint64 cached_tokens; /* of them, that the server had read before; likewise */
  gint64 reply_tokens;
  GError *error; /* (nullable): the reply ends here; the rest of the chunk is of no use then */
} ParleyChunk;

/* Where the text stands. */
typedef enum
{
  PARLEY_CHUNK_EVENT,  /* in one event of a stream */
  PARLEY_CHUNK_WHOLE,  /* in an object that is the whole answer */
  PARLEY_CHUNK_REPORT, /* nowhere: an error object by itself */
} ParleyChunkForm;

/* Returns: (transfer full): one that says nothing. */
ParleyChunk *parley_chunk_new (void);
void parley_chunk_free (ParleyChunk *chunk);

/* The first failure counts. */
void parley_chunk_fail (ParleyChunk *chunk, ParleyError code, const char *sentence);

/* @index: -1 for none. The strings: (nullable). */
void parley_chunk_add_part (
    ParleyChunk *chunk, gint64 index, const char *id, const char *name, const char *arguments);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChunk, parley_chunk_free)

G_END_DECLS
