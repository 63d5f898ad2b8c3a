/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"
#include "backend/parley-request.h"
#include "backend/parley-server.h"

G_BEGIN_DECLS

/* A server that speaks Anthropic's Messages. Its address may end in "/v1" or not; without one it is
 * Anthropic's own. Arguments and errors as of parley_server_new (). Returns: (transfer full). */
ParleyBackend *
parley_anthropic_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error);

/* As in a ParleyDialect. Returns: (transfer full): the body that asks for a streamed message. */
GBytes *
parley_anthropic_body_new (const ParleyRequest *request, const char *model, const char *cache_key);

/* What servers of Messages say. Arguments as in ParleyDialect. Returns: (transfer full). */
ParleyChunk *parley_anthropic_chunk_parse (const char *data,
                                           gsize length,
                                           ParleyChunkForm form,
                                           const char *key);

G_END_DECLS
