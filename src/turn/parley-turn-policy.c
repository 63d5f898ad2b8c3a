/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-turn-policy.h"

#define INT(name) parley_settings_get_int (settings, PARLEY_SETTING_TURN_##name)

ParleyTurnPolicy
parley_turn_policy_read (ParleySettings *settings)
{
  ParleyTurnPolicy policy = {
    .window = {
      .fixed_ms = INT (FIXED_MS),
      .min_ms = INT (MIN_MS),
      .max_ms = INT (MAX_MS),
    },
    .grace = INT (GRACE_MS),
    .cap_quiet = INT (CAP_QUIET_MS),
    .cap_typing = INT (CAP_TYPING_MS),
    .cap_typed = INT (CAP_TYPED_MS),
    .ceiling_quiet = INT (CEILING_QUIET_MS),
    .ceiling_typing = INT (CEILING_TYPING_MS),
    .max_bubbles = INT (MAX_BUBBLES),
    .max_bytes = INT (MAX_BYTES),
  };

  parley_profile_from_string (parley_settings_get_string (settings, PARLEY_SETTING_TURN_PROFILE),
                              &policy.window.profile);
  return policy;
}
