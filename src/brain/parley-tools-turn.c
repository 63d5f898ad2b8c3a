/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "brain/parley-tool.h"

/* What a model may wish for its turn: silence, the user in its place, more time, and what it
 * expects next. */

#define MAX_BYTES 200 /* of a reason */

static const char stay_silent_schema[] = "{\"type\": \"object\", \"properties\": {"
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
  .spec = { "stay_silent", "Instead of an answer.", stay_silent_schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_for_silence,
};

static const char hand_over_schema[] = "{\"type\": \"object\", \"properties\": {"
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
  .spec = { "hand_over", "The owner is to answer instead.", hand_over_schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_for_owner,
};

static const char wait_for_more_schema[]
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
  .spec = { "wait_for_more", "They are not done yet.", wait_for_more_schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_to_wait,
};

static const char set_hint_schema[]
    = "{\"type\": \"object\", \"properties\": {"
      "\"awaiting_required_field\": {\"type\": \"boolean\"},"
      "\"expects_followup\": {\"type\": \"boolean\"},"
      "\"input_complete_confidence\": {\"type\": \"number\", \"minimum\": 0, \"maximum\": 1},"
      "\"expected_input_type\": {\"type\": \"string\", \"enum\": [\"order_number\", "
      "\"confirmation\","
      " \"email\", \"phone\", \"date\", \"number\"]}}}";

/* The set_hint_schema has let through only what a hint takes. */
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
  .spec = { "set_hint", "Besides an answer: what is next.", set_hint_schema },
  .kind = PARLEY_TOOL_TURN,
  .wish = wish_with_hint,
};
