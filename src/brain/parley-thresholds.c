/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-thresholds.h"

static double
get_share (ParleySettings *settings, ParleySetting setting)
{
  return parley_settings_get_int (settings, setting) / 100.0;
}

static guint
get_count (ParleySettings *settings, ParleySetting setting)
{
  return (guint) parley_settings_get_int (settings, setting);
}

static ParleyLimits
read_limits (ParleySettings *settings,
             ParleySetting interventions,
             ParleySetting rounds,
             ParleySetting tools,
             ParleySetting share)
{
  return (ParleyLimits){
    .interventions = get_count (settings, interventions),
    .iterations = get_count (settings, rounds),
    .tools = get_count (settings, tools),
    .share = get_share (settings, share),
  };
}

#define LIMITS(name)                                                                               \
  read_limits (settings, PARLEY_SETTING_BRAIN_##name##_INTERVENTIONS,                              \
               PARLEY_SETTING_BRAIN_##name##_ROUNDS, PARLEY_SETTING_BRAIN_##name##_TOOLS,          \
               PARLEY_SETTING_BRAIN_##name##_SHARE)

ParleyThresholds
parley_thresholds_read (ParleySettings *settings)
{
  return (ParleyThresholds){
    .weights = {
      .velocity = get_share (settings, PARLEY_SETTING_BRAIN_WEIGHT_VELOCITY),
      .fresh = get_share (settings, PARLEY_SETTING_BRAIN_WEIGHT_FRESH),
      .tokens = get_share (settings, PARLEY_SETTING_BRAIN_WEIGHT_TOKENS),
      .interventions = get_share (settings, PARLEY_SETTING_BRAIN_WEIGHT_INTERVENTIONS),
      .complexity = get_share (settings, PARLEY_SETTING_BRAIN_WEIGHT_COMPLEXITY),
    },
    .full_velocity = get_share (settings, PARLEY_SETTING_BRAIN_FULL_VELOCITY),
    .stuck_rereads = get_count (settings, PARLEY_SETTING_BRAIN_STUCK_REREADS),
    .fresh_rounds = get_count (settings, PARLEY_SETTING_BRAIN_FRESH_ROUNDS),
    .continue_score = get_share (settings, PARLEY_SETTING_BRAIN_CONTINUE_SCORE),
    .nudge_score = get_share (settings, PARLEY_SETTING_BRAIN_NUDGE_SCORE),
    .limits = {
      [PARLEY_COMPLEXITY_SIMPLE] = LIMITS (SIMPLE),
      [PARLEY_COMPLEXITY_MEDIUM] = LIMITS (MEDIUM),
      [PARLEY_COMPLEXITY_COMPLEX] = LIMITS (COMPLEX),
      [PARLEY_COMPLEXITY_GENERATION] = LIMITS (GENERATION),
    },
  };
}
