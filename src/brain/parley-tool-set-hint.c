/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "brain/parley-tool.h"

static const char schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"awaiting_required_field\": {\"type\": \"boolean\"},"
      "\"expects_followup\": {\"type\": \"boolean\"},"
      "\"input_complete_confidence\": {\"type\": \"number\", \"minimum\": 0, \"maximum\": 1},"
      "\"expected_input_type\": {\"type\": \"string\", \"enum\": [\"order_number\", "
      "\"confirmation\","
      " \"email\", \"phone\", \"date\", \"number\"]}}}";

/* The schema has let through only what a hint takes. */
static const char *
wish_with_hint (JsonObject *arguments, ParleyWish *wish)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;
  ParleyHint hint = { 0 };

  json_object_iter_init (&iter, arguments);
  while (json_object_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = json_node_get_value_type (value) == G_TYPE_STRING
                                  ? json_node_dup_string (value)
                                  : json_to_string (value, FALSE);

      if (!parley_hint_set (&hint, name, text, NULL))
        return "That is no hint.";
    }
  wish->hint = hint;
  return NULL;
}

const ParleyTool parley_tool_set_hint = {
  .spec = { "set_hint", "Besides an answer: what is next.", schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_with_hint,
};
