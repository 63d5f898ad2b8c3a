/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-trace-effect.h"

#include "base/parley-json-line.h"

const char *
parley_trace_effect_get_name (const ParleyEffect *effect)
{
  if (effect->type == PARLEY_EFFECT_DONE && effect->outcome == PARLEY_OUTCOME_SILENT)
    return "silent";
  return parley_effect_type_to_string (effect->type);
}

static void
add_window (const ParleyEffect *effect, ParleyJsonLine *line)
{
  parley_json_line_add_int (line, "wait", effect->window.found.wait);
  parley_json_line_add_int (line, "suggested", effect->window.found.suggested);
  parley_json_line_add_string (line, "shape", parley_shape_to_string (effect->window.found.shape));
  parley_json_line_add_int (line, "until", effect->window.until);
}

static void
add_turn (const ParleyEffect *effect, ParleyJsonLine *line)
{
  parley_json_line_add_int (line, "n", effect->record.n);
  parley_json_line_add_string (line, "reason", parley_reason_to_string (effect->record.reason));
  parley_json_line_add_int (line, "wait", effect->record.wait);
  parley_json_line_add_int (line, "turn", effect->turn_id);
}

void
parley_trace_effect_add (const ParleyEffect *effect, ParleyJsonLine *line)
{
  switch (effect->type)
    {
    case PARLEY_EFFECT_STATE:
      parley_json_line_add_string (line, "from", parley_state_to_string (effect->state.from));
      parley_json_line_add_string (line, "to", parley_state_to_string (effect->state.to));
      break;
    case PARLEY_EFFECT_WINDOW:
      add_window (effect, line);
      break;
    case PARLEY_EFFECT_HOLD:
    case PARLEY_EFFECT_STAND_DOWN:
      parley_json_line_add_int (line, "until", effect->until);
      break;
    case PARLEY_EFFECT_TURN:
      add_turn (effect, line);
      break;
    case PARLEY_EFFECT_ASK:
      parley_json_line_add_boolean (line, "draft", effect->draft);
      break;
    case PARLEY_EFFECT_INTEND:
    case PARLEY_EFFECT_SAY:
      parley_json_line_add_int (line, "bubble", effect->say.bubble);
      parley_json_line_add_int (line, "of", effect->say.of);
      break;
    case PARLEY_EFFECT_DROP:
      parley_json_line_add_int (line, "bubbles", effect->dropped);
      break;
    case PARLEY_EFFECT_SHOW_TYPING:
      parley_json_line_add_int (line, "on", effect->typing);
      break;
    case PARLEY_EFFECT_DONE:
      parley_json_line_add_string (line, "outcome", parley_outcome_to_string (effect->outcome));
      break;
    case PARLEY_EFFECT_LATE:
    case PARLEY_EFFECT_RETRACT:
    case PARLEY_EFFECT_PREDICT:
    case PARLEY_EFFECT_ABORT:
    case PARLEY_EFFECT_RESUME:
      break;
    }
  parley_json_line_add_int (line, "epoch", effect->epoch);
}
