/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "brain/parley-tool.h"

#define MAX_BYTES 200

static const char schema[] = "{\"type\": \"object\", \"properties\": {"
                             "\"reason\": {\"type\": \"string\"}}}";

static const char *
wish_for_silence (JsonObject *arguments, ParleyWish *wish)
{
  const char *reason = parley_json_get_string (arguments, "reason");

  wish->kind = PARLEY_WISH_SILENCE;
  g_free (wish->reason);
  wish->reason = reason != NULL ? parley_text_dup_line (reason, MAX_BYTES) : NULL;
  return NULL;
}

const ParleyTool parley_tool_stay_silent = {
  .spec = { "stay_silent", "Instead of an answer.", schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_for_silence,
};
