/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"
#include "backend/parley-request.h"
#include "backend/parley-server.h"

G_BEGIN_DECLS

/* Any server that speaks chat completions: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter … Its
 * address is what stands before "/chat/completions". The key is a bearer token.
 * Arguments and errors as of parley_server_new (). Returns: (transfer full). */
ParleyBackend *
parley_openai_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error);

/* As in a ParleyDialect. Returns: (transfer full): the body that asks for a streamed chat
 * completion. */
GBytes *
parley_openai_body_new (const ParleyRequest *request, const char *model, const char *cache_key);

/* What servers of chat completions say. Arguments as in ParleyDialect.
 * Returns: (transfer full). */
ParleyChunk *
parley_openai_chunk_parse (const char *data, gsize length, ParleyChunkForm form, const char *key);

G_END_DECLS
