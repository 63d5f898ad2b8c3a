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

/* What a model is told of something that it may call. Static. */
typedef struct
{
  const char *name;        /* ASCII letters, digits and underscores */
  const char *description; /* for the model, in English */
  const char *schema;      /* of the arguments: a JSON Schema object, as text */
} ParleyToolSpec;

/* What a model wants called. Nothing of it was looked at: it is a stranger's words. */
typedef struct
{
  char *id;        /* the server's; made up where it has none */
  char *name;      /* valid UTF-8 */
  char *arguments; /* as the model wrote them, valid UTF-8; "{}" where it wrote nothing */
} ParleyToolCall;

/* Returns: (transfer full). */
ParleyToolCall *parley_tool_call_new (const char *id, const char *name, const char *arguments);
ParleyToolCall *parley_tool_call_copy (const ParleyToolCall *call);
void parley_tool_call_free (ParleyToolCall *call);

/* Returns: (transfer full): an array that owns its calls. */
GPtrArray *parley_tool_calls_new (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyToolCall, parley_tool_call_free)

/* Why the model stopped. */
typedef enum
{
  PARLEY_FINISH_STOP,   /* it had said all */
  PARLEY_FINISH_LENGTH, /* it ran into max_tokens: more could be asked for */
  PARLEY_FINISH_WINDOW, /* its window is full: nothing more can be asked for */
} ParleyFinish;

/* A finished reply. */
typedef struct
{
  char
      *text; /* all deltas in order, without reasoning; "" without a call is a deliberate silence */
  GPtrArray *calls; /* of ParleyToolCall: what it wants called before it goes on; may be empty */
  ParleyFinish finish;
  gint64 prompt_tokens; /* as the server counts; -1 when it did not say */
  gint64 cached_tokens; /* of them, that it had read before: never more; -1 likewise */
  gint64 reply_tokens;
} ParleyCompletion;

/* @text: (transfer full). Returns: (transfer full). */
ParleyCompletion *parley_completion_new_take (char *text, ParleyFinish finish);
void parley_completion_free (ParleyCompletion *completion);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyCompletion, parley_completion_free)

/* Puts the calls of one reply together from their pieces, as OpenAI sends them and as others do:
 * with the index left out or always 0 (Gemini), the name repeated as "" (LM Studio), a whole call
 * at once (Ollama), without ids. */
typedef struct _ParleyCallBuilder ParleyCallBuilder;

/* Bounds of a reply: far more than a model needs, to stop one that has gone mad. */
#define PARLEY_MAX_CALLS     32
#define PARLEY_MAX_ARGUMENTS (64 * 1024) /* bytes of one call */

/* @n_before: calls earlier in the conversation, so that ids that are made up are new ones.
 * Returns: (transfer full). */
ParleyCallBuilder *parley_call_builder_new (guint n_before);
void parley_call_builder_free (ParleyCallBuilder *builder);

/* Returns: FALSE with %PARLEY_ERROR_BAD_RESPONSE when a bound is passed. */
gboolean
parley_call_builder_add (ParleyCallBuilder *builder, const ParleyCallPart *part, GError **error);

guint parley_call_builder_count (ParleyCallBuilder *builder);

/* Returns: (transfer full): array of ParleyToolCall; NULL with %PARLEY_ERROR_BAD_RESPONSE when one
 * has no name. */
GPtrArray *parley_call_builder_end (ParleyCallBuilder *builder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyCallBuilder, parley_call_builder_free)

G_END_DECLS
