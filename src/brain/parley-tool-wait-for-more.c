/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-tool.h"

static const char schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"seconds\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 600}},"
      "\"required\": [\"seconds\"]}";

static const char *
wish_to_wait (JsonObject *arguments, ParleyWish *wish)
{
  wish->kind = PARLEY_WISH_WAIT;
  wish->wait_s = (int) parley_json_get_int (arguments, "seconds", 1);
  return NULL;
}

const ParleyTool parley_tool_wait_for_more = {
  .spec = { "wait_for_more", "They are not done yet.", schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_to_wait,
};
