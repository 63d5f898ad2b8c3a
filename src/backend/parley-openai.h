/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-server.h"

G_BEGIN_DECLS

/* Any server that speaks chat completions: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter … Its
 * address is what stands before "/chat/completions". The key is a bearer token.
 * Arguments and errors as of parley_server_new (). Returns: (transfer full). */
ParleyBackend *
parley_openai_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error);

G_END_DECLS
