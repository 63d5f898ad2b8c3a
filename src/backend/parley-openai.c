/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-openai.h"

#include "backend/parley-openai-body.h"
#include "backend/parley-openai-chunk.h"

static void
add_headers (SoupMessageHeaders *headers, const char *key)
{
  g_autofree char *value = NULL;

  if (key == NULL)
    return;
  value = g_strconcat ("Bearer ", key, NULL);
  soup_message_headers_replace (headers, "Authorization", value);
}

ParleyBackend *
parley_openai_new (const ParleyServerConfig *config, ParleyTimers *timers, GError **error)
{
  static const ParleyDialect dialect = {
    .name = "openai",
    .path = "/chat/completions",
    .key_host = "api.openai.com",
    .add_headers = add_headers,
    .new_body = parley_openai_body_new,
    .parse = parley_openai_chunk_parse,
  };

  return parley_server_new (&dialect, config, timers, error);
}
