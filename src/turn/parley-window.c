/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-window.h"

#include <math.h>

/* What the shape of the newest bubble adds to a SWIFT window. */
static const int shape_ms[] = {
  [PARLEY_SHAPE_GREETING_ONLY] = 500,     [PARLEY_SHAPE_FRAGMENT] = 400,
  [PARLEY_SHAPE_INCOMPLETE_ENTITY] = 600, [PARLEY_SHAPE_POSSIBLY_INCOMPLETE] = 200,
  [PARLEY_SHAPE_LIKELY_COMPLETE] = 0,
};

#define COMPLETION_MS    300
#define BURST_FACTOR     0.8
#define CADENCE_ENOUGH   5   /* gaps */
#define OWN_SHARE        0.6 /* of the window beside the person's cadence */
#define AWAITING_MS      1000
#define FOLLOWUP_MS      500
#define CONFIDENT_MS     300
#define CAPTION_MS       2000
#define LIVELY_MS        120000 /* since the last turn */
#define LIVELY_FACTOR    0.8
#define COLD_MS          G_GINT64_CONSTANT (21600000)
#define COLD_FACTOR      1.25
#define PATIENT_COMPLETE 800
#define PATIENT_PARTIAL  6500
#define PATIENT_CEILING  10000 /* from the first bubble */

/* Takes the window from @window->wait to @to, and says which term did it. */
static void
move_to (ParleyWindow *window, const char *name, int to)
{
  ParleyWindowTerm *term = &window->terms[window->n_terms];

  if (to == window->wait && window->n_terms > 0)
    return;
  term->name = name;
  term->ms = to - window->wait;
  window->wait = to;
  window->n_terms++;
}

static void
apply_cadence (const ParleyWindowInput *input, ParleyWindow *window)
{
  const ParleyCadenceStats *stats = &input->habits->stats;

  if (stats->count >= CADENCE_ENOUGH)
    move_to (window, "cadence",
             (int) (OWN_SHARE * window->wait
                    + (1 - OWN_SHARE) * (((gint64) stats->p50 + stats->p95) / 2)));
}

/* Of several hints the strongest counts. Returns: FALSE if what was expected has come. */
static gboolean
apply_hint (const ParleyWindowPolicy *policy, const ParleyWindowInput *input, ParleyWindow *window)
{
  const ParleyHint *hint = &input->habits->hint;

  if (parley_expectation_matches (hint->expected_input_type, input->text))
    {
      move_to (window, "expected", policy->min_ms);
      window->immediate = TRUE;
      return FALSE;
    }
  if (hint->awaiting_required_field)
    move_to (window, "hint", window->wait + AWAITING_MS);
  else if (hint->expects_followup)
    move_to (window, "hint", window->wait + FOLLOWUP_MS);
  else
    move_to (window, "hint", window->wait - (int) (CONFIDENT_MS * hint->input_complete_confidence));
  return TRUE;
}

static void
apply_engagement (const ParleyWindowInput *input, ParleyWindow *window)
{
  gint64 turn_at = input->habits->turn_at;

  if (turn_at == PARLEY_NEVER)
    return;
  if (input->now - turn_at <= LIVELY_MS)
    move_to (window, "engagement", (int) (window->wait * LIVELY_FACTOR));
  else if (input->now - turn_at > COLD_MS)
    move_to (window, "engagement", (int) (window->wait * COLD_FACTOR));
}

/* The part of the window that the text, the channel and what was expected give. Returns: FALSE if
 * it is all there is to it: what was expected has come. */
static gboolean
apply_text (const ParleyWindowPolicy *policy,
            const ParleyWindowInput *input,
            gboolean with_cadence,
            ParleyWindow *window)
{
  move_to (window, "channel", input->base_ms);
  move_to (window, "shape", window->wait + shape_ms[window->shape]);
  if (window->completion)
    move_to (window, "completion", MAX (policy->min_ms, window->wait - COMPLETION_MS));
  if (input->habits != NULL && with_cadence)
    apply_cadence (input, window);
  if (input->habits != NULL && !apply_hint (policy, input, window))
    return FALSE;
  if (input->n > 1)
    move_to (window, "burst", (int) (window->wait * pow (BURST_FACTOR, input->n - 1)));
  if (policy->engagement && input->habits != NULL)
    apply_engagement (input, window);
  if (input->caption)
    move_to (window, "caption", MAX (window->wait, CAPTION_MS));
  window->suggested = window->wait;
  move_to (window, "clamp", CLAMP (window->wait, policy->min_ms, policy->max_ms));
  return TRUE;
}

static void
compute_swift (const ParleyWindowPolicy *policy,
               const ParleyWindowInput *input,
               ParleyWindow *window)
{
  apply_text (policy, input, TRUE, window);
}

/* The model knows the cadence, and of texts only what chats of one kind could teach it: it never
 * makes a window shorter than the text alone would. */
static void
compute_learned (const ParleyWindowPolicy *policy,
                 const ParleyWindowInput *input,
                 ParleyWindow *window)
{
  ParleyLearnedFeatures features;

  if (policy->learned == NULL)
    {
      compute_swift (policy, input, window);
      return;
    }
  if (!apply_text (policy, input, FALSE, window))
    return;
  parley_learned_features_init (&features, input->text, input->n, input->habits, input->now,
                                &input->look);
  move_to (
      window, "learned",
      MAX (window->wait, parley_learned_get_wait (policy->learned, &features, policy->learned_ms)));
  window->suggested = window->wait;
}

static void
compute_patient (const ParleyWindowPolicy *policy,
                 const ParleyWindowInput *input,
                 ParleyWindow *window)
{
  if (window->completion || window->short_answer)
    move_to (window, "complete", PATIENT_COMPLETE);
  else
    move_to (window, "partial", PATIENT_PARTIAL);
  window->suggested = window->wait;
  move_to (window, "ceiling", MIN (window->wait, MAX (0, PATIENT_CEILING - input->age_ms)));
}

/* The wait after an average bubble, and what each kind of feature of this one adds to it. */
static void
compute_fixed (const ParleyWindowPolicy *policy,
               const ParleyWindowInput *input,
               ParleyWindow *window)
{
  move_to (window, "fixed", policy->fixed_ms);
}

typedef struct
{
  const char *name;
  gboolean by_channel; /* a channel may say that messages on it are always complete */
  void (*compute) (const ParleyWindowPolicy *policy,
                   const ParleyWindowInput *input,
                   ParleyWindow *window);
} ParleyProfileClass;

static const ParleyProfileClass profiles[] = {
  [PARLEY_PROFILE_SWIFT] = { "swift", TRUE, compute_swift },
  [PARLEY_PROFILE_PATIENT] = { "patient", FALSE, compute_patient },
  [PARLEY_PROFILE_LEARNED] = { "learned", TRUE, compute_learned },
  [PARLEY_PROFILE_FIXED] = { "fixed", FALSE, compute_fixed },
};

static gboolean
is_immediate (const ParleyWindowPolicy *policy, const ParleyWindowInput *input)
{
  return input->alone || (profiles[policy->profile].by_channel && input->base_ms == 0);
}

void
parley_window_compute (const ParleyWindowPolicy *policy,
                       const ParleyWindowInput *input,
                       ParleyWindow *window)
{
  *window = (ParleyWindow){
    .shape = input->look.shape,
    .completion = input->look.completion,
    .short_answer = input->look.short_answer,
    .immediate = is_immediate (policy, input),
    .suggested = -1,
  };
  if (window->immediate)
    move_to (window, "channel", 0);
  else
    profiles[policy->profile].compute (policy, input, window);
  if (window->suggested < 0)
    window->suggested = window->wait;
}

gboolean
parley_profile_from_string (const char *name, ParleyProfile *profile)
{
  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      if (!g_str_equal (profiles[i].name, name))
        continue;
      *profile = i;
      return TRUE;
    }
  return FALSE;
}

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
