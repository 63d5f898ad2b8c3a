/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-effect.h"

static void
effect_clear (gpointer data)
{
  ParleyEffect *effect = data;

  g_clear_pointer (&effect->text, g_free);
  g_clear_pointer (&effect->turn, parley_turn_unref);
}

GArray *
parley_effects_new (void)
{
  GArray *effects = g_array_new (FALSE, TRUE, sizeof (ParleyEffect));

  g_array_set_clear_func (effects, effect_clear);
  return effects;
}

const char *
parley_effect_type_to_string (ParleyEffectType type)
{
  static const char *const names[] = {
    [PARLEY_EFFECT_STATE] = "state",     [PARLEY_EFFECT_WINDOW] = "window",
    [PARLEY_EFFECT_HOLD] = "hold",       [PARLEY_EFFECT_TURN] = "turn",
    [PARLEY_EFFECT_PREDICT] = "predict", [PARLEY_EFFECT_ASK] = "ask",
    [PARLEY_EFFECT_ABORT] = "abort",     [PARLEY_EFFECT_SAY] = "say",
    [PARLEY_EFFECT_DROP] = "drop",       [PARLEY_EFFECT_SHOW_TYPING] = "show_typing",
    [PARLEY_EFFECT_DONE] = "done",       [PARLEY_EFFECT_STAND_DOWN] = "standdown",
    [PARLEY_EFFECT_RESUME] = "resume",   [PARLEY_EFFECT_INTEND] = "intend",
    [PARLEY_EFFECT_LATE] = "late",       [PARLEY_EFFECT_RETRACT] = "retract",
  };

  return names[type];
}

const char *
parley_state_to_string (ParleyState state)
{
  static const char *const names[] = {
    [PARLEY_STATE_IDLE] = "idle",
    [PARLEY_STATE_COLLECTING] = "collecting",
    [PARLEY_STATE_THINKING] = "thinking",
    [PARLEY_STATE_SPEAKING] = "speaking",
  };

  return names[state];
}
