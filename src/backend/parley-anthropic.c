/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-url.h"
#include "backend/parley-anthropic.h"

#include "backend/parley-anthropic-body.h"
#include "backend/parley-anthropic-chunk.h"

static void
add_headers (SoupMessageHeaders *headers, const char *key)
{
  soup_message_headers_replace (headers, "anthropic-version", "2023-06-01");
  if (key != NULL)
    soup_message_headers_replace (headers, "x-api-key", key);
}

ParleyBackend *
parley_anthropic_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error)
{
  static const ParleyDialect dialect = {
    .name = "anthropic",
    .default_url = PARLEY_URL_ANTHROPIC,
    .version = "/v1",
    .path = "/messages",
    .models_query = "limit=1000",
    .add_headers = add_headers,
    .new_body = parley_anthropic_body_new,
    .parse = parley_anthropic_chunk_parse,
  };

  return parley_server_new (&dialect, config, timers, error);
}
