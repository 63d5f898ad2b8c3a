/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "brain/parley-tool.h"

#define MAX_BYTES 200

static const char schema[] = "{\"type\": \"object\", \"properties\": {"
                             "\"reason\": {\"type\": \"string\"}},"
                             "\"required\": [\"reason\"]}";

static const char *
wish_for_owner (JsonObject *arguments, ParleyWish *wish)
{
  wish->kind = PARLEY_WISH_HAND_OVER;
  g_free (wish->reason);
  wish->reason = parley_text_dup_line (parley_json_get_string (arguments, "reason"), MAX_BYTES);
  return NULL;
}

const ParleyTool parley_tool_hand_over = {
  .spec = { "hand_over", "The owner is to answer instead.", schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_for_owner,
};
