/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "base/parley-timers.h"

G_BEGIN_DECLS

/* Any server that speaks chat completions: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter … */
#define PARLEY_TYPE_OPENAI (parley_openai_get_type ())
G_DECLARE_FINAL_TYPE (ParleyOpenai, parley_openai, PARLEY, OPENAI, GObject)

/* Times in milliseconds, on the clock of the timers; 0 is no limit. */
typedef struct
{
  const char *base_url; /* up to and without "/chat/completions": "http://127.0.0.1:11434/v1" */
  const char *model;    /* as the server names it; empty: only its models can be listed */
  const char *key;      /* (nullable): sent as a bearer token, only over TLS or to loopback */
  gboolean allow_plain_http; /* the user said yes to plain http beyond this machine */
  int first_byte_ms; /* from the request to the first byte of the body, connecting included */
  int idle_ms;  /* between two bytes of a body; a comment is life, so only total bounds those */
  int total_ms; /* of a whole generation */
} ParleyOpenaiConfig;

/* @config: borrowed during the call. @timers: borrowed, must outlive the backend.
 * Returns: (transfer full): NULL with %PARLEY_ERROR_CONFIGURATION when the address or the
 * key is not one that may be used; the message says what to change. */
ParleyBackend *
parley_openai_new (const ParleyOpenaiConfig *config, ParleyTimers *timers, GError **error);

G_END_DECLS
