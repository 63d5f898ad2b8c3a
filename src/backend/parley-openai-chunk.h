/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-chunk.h"

G_BEGIN_DECLS

/* What servers of chat completions say. Arguments as in ParleyDialect.
 * Returns: (transfer full). */
ParleyChunk *
parley_openai_chunk_parse (const char *data, gsize length, ParleyChunkForm form, const char *key);

G_END_DECLS
