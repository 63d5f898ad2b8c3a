/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-turn-policy.h"

#define INT(name)  parley_settings_get_int (settings, PARLEY_SETTING_TURN_##name)
#define BOOL(name) parley_settings_get_bool (settings, PARLEY_SETTING_TURN_##name)

ParleyTurnPolicy
parley_turn_policy_read (ParleySettings *settings)
{
  ParleyTurnPolicy policy = {
    .window = {
      .fixed_ms = INT (FIXED_MS),
      .learned_ms = INT (LEARNED_MS),
      .min_ms = INT (MIN_MS),
      .max_ms = INT (MAX_MS),
      .engagement = BOOL (ENGAGEMENT),
    },
    .grace = INT (GRACE_MS),
    .hold = INT (HOLD_MS),
    .cap_quiet = INT (CAP_QUIET_MS),
    .cap_typing = INT (CAP_TYPING_MS),
    .cap_typed = INT (CAP_TYPED_MS),
    .ceiling_quiet = INT (CEILING_QUIET_MS),
    .ceiling_typing = INT (CEILING_TYPING_MS),
    .max_bubbles = INT (MAX_BUBBLES),
    .max_bytes = INT (MAX_BYTES),
    .accumulation = BOOL (ACCUMULATION),
    .drafts = BOOL (DRAFTS),
    .draft_settle = INT (DRAFT_SETTLE_MS),
    .max_drafts = INT (MAX_DRAFTS),
    .max_aborted_drafts = INT (MAX_ABORTED_DRAFTS),
    .prediction = BOOL (PREDICTION),
    .prediction_over = INT (PREDICTION_OVER_MS),
    .prediction_after = INT (PREDICTION_AFTER_MS),
    .prediction_certain = INT (PREDICTION_CERTAIN) / 100.0,
  };

  parley_profile_from_string (parley_settings_get_string (settings, PARLEY_SETTING_TURN_PROFILE),
                              &policy.window.profile);
  return policy;
}
