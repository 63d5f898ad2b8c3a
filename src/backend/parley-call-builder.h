/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-chunk.h"
#include "backend/parley-tool-call.h"

G_BEGIN_DECLS

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
