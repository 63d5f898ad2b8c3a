/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-trace.h"

#include <json-glib/json-glib.h>

static JsonBuilder *
begin (const char *event, const char *tag, gint64 at)
{
  JsonBuilder *line = json_builder_new ();

  json_builder_begin_object (line);
  json_builder_set_member_name (line, "ev");
  json_builder_add_string_value (line, event);
  json_builder_set_member_name (line, "chat");
  json_builder_add_string_value (line, tag);
  json_builder_set_member_name (line, "t");
  json_builder_add_int_value (line, at);
  return line;
}

static void
add_int (JsonBuilder *line, const char *name, gint64 value)
{
  json_builder_set_member_name (line, name);
  json_builder_add_int_value (line, value);
}

static void
add_string (JsonBuilder *line, const char *name, const char *value)
{
  json_builder_set_member_name (line, name);
  json_builder_add_string_value (line, value);
}

static char *
end (JsonBuilder *line)
{
  g_autoptr (JsonBuilder) owned = line;
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_end_object (owned);
  root = json_builder_get_root (owned);
  json_generator_set_root (generator, root);
  return json_generator_to_data (generator, NULL);
}

static void
add_window (JsonBuilder *line, const ParleyEffect *effect)
{
  g_autofree char *reason = parley_window_dup_reason (&effect->window.found);

  add_int (line, "wait", effect->window.found.wait);
  add_int (line, "suggested", effect->window.found.suggested);
  add_string (line, "shape", parley_shape_to_string (effect->window.found.shape));
  add_int (line, "until", effect->window.until);
  add_string (line, "reason", reason);
}

static void
add_turn (JsonBuilder *line, const ParleyEffect *effect)
{
  add_int (line, "n", effect->record.n);
  add_string (line, "reason", parley_reason_to_string (effect->record.reason));
  add_int (line, "wait", effect->record.wait);
  add_int (line, "turn", effect->turn_id);
}

char *
parley_trace_effect (const char *tag, const ParleyEffect *effect)
{
  gboolean silent = effect->type == PARLEY_EFFECT_DONE && effect->outcome == PARLEY_OUTCOME_SILENT;
  const char *name = silent ? "silent" : parley_effect_type_to_string (effect->type);
  JsonBuilder *line = begin (name, tag, effect->at);

  add_int (line, "epoch", effect->epoch);
  switch (effect->type)
    {
    case PARLEY_EFFECT_STATE:
      add_string (line, "from", parley_state_to_string (effect->state.from));
      add_string (line, "to", parley_state_to_string (effect->state.to));
      break;
    case PARLEY_EFFECT_WINDOW:
      add_window (line, effect);
      break;
    case PARLEY_EFFECT_HOLD:
    case PARLEY_EFFECT_STAND_DOWN:
      add_int (line, "until", effect->until);
      break;
    case PARLEY_EFFECT_TURN:
      add_turn (line, effect);
      break;
    case PARLEY_EFFECT_SAY:
      add_int (line, "bubble", effect->say.bubble);
      add_int (line, "of", effect->say.of);
      break;
    case PARLEY_EFFECT_DROP:
      add_int (line, "bubbles", effect->dropped);
      break;
    case PARLEY_EFFECT_SHOW_TYPING:
      add_int (line, "on", effect->typing);
      break;
    case PARLEY_EFFECT_DONE:
      add_string (line, "outcome", parley_outcome_to_string (effect->outcome));
      break;
    case PARLEY_EFFECT_ASK:
      json_builder_set_member_name (line, "draft");
      json_builder_add_boolean_value (line, effect->draft);
      break;
    case PARLEY_EFFECT_PREDICT:
    case PARLEY_EFFECT_ABORT:
    case PARLEY_EFFECT_RESUME:
      break;
    }
  return end (line);
}

char *
parley_trace_record (const char *tag, const char *kind, const ParleyEffect *effect)
{
  JsonBuilder *line = begin ("accumulation_complete", tag, effect->at);

  add_int (line, "turn_id", effect->turn_id);
  add_int (line, "message_count", effect->record.n);
  add_int (line, "wait_ms", effect->record.wait);
  add_int (line, "suggested_wait_ms", effect->record.suggested);
  add_string (line, "completion_reason", parley_reason_to_string (effect->record.reason));
  add_string (line, "channel", kind);
  add_string (line, "message_shape", parley_shape_to_string (effect->record.shape));
  add_int (line, "epoch", effect->epoch);
  return end (line);
}

char *
parley_trace_typing (const char *tag, gint64 now, ParleyTyping typing)
{
  JsonBuilder *line = begin ("typing", tag, now);

  add_string (line, "state", parley_typing_to_string (typing));
  return end (line);
}

char *
parley_trace_bubble (const char *tag, gint64 now)
{
  return end (begin ("bubble", tag, now));
}

char *
parley_trace_first_token (const char *tag, gint64 now, guint64 epoch)
{
  JsonBuilder *line = begin ("first_token", tag, now);

  add_int (line, "epoch", epoch);
  return end (line);
}

char *
parley_trace_error (const char *tag, gint64 now, const char *message)
{
  JsonBuilder *line = begin ("error", tag, now);

  add_string (line, "message", message);
  return end (line);
}
