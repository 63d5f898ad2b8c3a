/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-continuation.h"

#include <glib/gi18n-lib.h>

/* How much of @whole is taken, at most all of it. A limit of 0 is used up from the start. */
static double
part_of (double taken, double whole)
{
  return whole > 0 ? MIN (1.0, taken / whole) : 1.0;
}

static ParleyContinuationParts
find_parts (const ParleyContinuationInput *input)
{
  const ParleyThresholds *thresholds = input->thresholds;
  const ParleyAllowance *limits = &thresholds->limits[input->complexity];
  guint rereads = parley_progress_get_rereads (input->progress);

  return (ParleyContinuationParts){
    .velocity = part_of (parley_progress_get_velocity (input->progress), thresholds->full_velocity),
    .fresh = 1 - part_of (rereads, thresholds->stuck_rereads),
    .tokens = 1 - part_of (input->used, input->budget->hard),
    .interventions = 1 - part_of (input->interventions, limits->interventions),
    .complexity = limits->share,
  };
}

static double
weigh (const ParleyWeights *weights, const ParleyContinuationParts *parts)
{
  double sum = weights->velocity + weights->fresh + weights->tokens + weights->interventions
               + weights->complexity;
  double score = weights->velocity * parts->velocity + weights->fresh * parts->fresh
                 + weights->tokens * parts->tokens + weights->interventions * parts->interventions
                 + weights->complexity * parts->complexity;

  return sum > 0 ? score / sum : 0;
}

/* The first rule that applies. */
static ParleyContinuationRule
find_rule (const ParleyContinuationInput *input)
{
  const ParleyThresholds *thresholds = input->thresholds;
  const ParleyAllowance *limits = &thresholds->limits[input->complexity];
  const ParleyProgress *progress = input->progress;

  if (input->used >= input->budget->hard)
    return PARLEY_CONTINUATION_BY_TOKENS;
  if (parley_progress_get_calls (progress) >= limits->tools)
    return PARLEY_CONTINUATION_BY_TOOLS;
  if (parley_progress_get_iterations (progress) >= limits->iterations)
    return PARLEY_CONTINUATION_BY_ITERATIONS;
  if (parley_progress_get_rereads (progress) >= thresholds->stuck_rereads)
    return PARLEY_CONTINUATION_BY_STUCK;
  if (parley_progress_get_stale_iterations (progress) <= thresholds->fresh_rounds
      && input->used < input->budget->soft)
    return PARLEY_CONTINUATION_BY_FRESH;
  return PARLEY_CONTINUATION_BY_SCORE;
}

/* Sums of decimal fractions miss a threshold by the last bit. */
#define EPSILON 1e-9

static ParleyContinuationAction
find_action (ParleyContinuationRule rule, double score, const ParleyThresholds *thresholds)
{
  switch (rule)
    {
    case PARLEY_CONTINUATION_BY_TOKENS:
    case PARLEY_CONTINUATION_BY_TOOLS:
    case PARLEY_CONTINUATION_BY_ITERATIONS:
    case PARLEY_CONTINUATION_BY_STUCK:
      return PARLEY_CONTINUATION_FORCE;
    case PARLEY_CONTINUATION_BY_FRESH:
      return PARLEY_CONTINUATION_CONTINUE;
    case PARLEY_CONTINUATION_BY_SCORE:
      break;
    }
  if (score + EPSILON >= thresholds->continue_score)
    return PARLEY_CONTINUATION_CONTINUE;
  return score + EPSILON >= thresholds->nudge_score ? PARLEY_CONTINUATION_NUDGE
                                                    : PARLEY_CONTINUATION_FORCE;
}

ParleyContinuation
parley_continuation_decide (const ParleyContinuationInput *input)
{
  ParleyContinuation decision = {
    .rule = find_rule (input),
    .parts = find_parts (input),
    .iteration = parley_progress_get_iterations (input->progress),
  };

  decision.score = weigh (&input->thresholds->weights, &decision.parts);
  decision.action = find_action (decision.rule, decision.score, input->thresholds);
  return decision;
}

const char *
parley_continuation_action_to_string (ParleyContinuationAction action)
{
  static const char *const names[] = {
    [PARLEY_CONTINUATION_CONTINUE] = "continue",
    [PARLEY_CONTINUATION_NUDGE] = "nudge",
    [PARLEY_CONTINUATION_FORCE] = "force",
  };

  return names[action];
}

const char *
parley_continuation_rule_to_string (ParleyContinuationRule rule)
{
  static const char *const names[] = {
    [PARLEY_CONTINUATION_BY_TOKENS] = "tokens",         [PARLEY_CONTINUATION_BY_TOOLS] = "tools",
    [PARLEY_CONTINUATION_BY_ITERATIONS] = "iterations", [PARLEY_CONTINUATION_BY_STUCK] = "stuck",
    [PARLEY_CONTINUATION_BY_FRESH] = "fresh",           [PARLEY_CONTINUATION_BY_SCORE] = "score",
  };

  return names[rule];
}

static char *
dup_score_reason (const ParleyContinuation *decision)
{
  switch (decision->action)
    {
    case PARLEY_CONTINUATION_CONTINUE:
      return g_strdup_printf (_ ("the score %.2f is high enough to go on"), decision->score);
    case PARLEY_CONTINUATION_NUDGE:
      return g_strdup_printf (_ ("the score %.2f asks for an answer soon"), decision->score);
    case PARLEY_CONTINUATION_FORCE:
      break;
    }
  return g_strdup_printf (_ ("the score %.2f asks for an answer now"), decision->score);
}

char *
parley_continuation_dup_reason (const ParleyContinuation *decision)
{
  switch (decision->rule)
    {
    case PARLEY_CONTINUATION_BY_TOKENS:
      return g_strdup (_ ("too much of what the model can read is used up"));
    case PARLEY_CONTINUATION_BY_TOOLS:
      /* Translators: it: the model */
      return g_strdup (_ ("it has looked things up often enough"));
    case PARLEY_CONTINUATION_BY_ITERATIONS:
      /* Translators: it: the model */
      return g_strdup (_ ("Parley has reminded it often enough"));
    case PARLEY_CONTINUATION_BY_STUCK:
      /* Translators: it: the model */
      return g_strdup (_ ("it only looks up what it has seen"));
    case PARLEY_CONTINUATION_BY_FRESH:
      /* Translators: it: the model */
      return g_strdup (_ ("it has only begun, or just found something new"));
    case PARLEY_CONTINUATION_BY_SCORE:
      break;
    }
  return dup_score_reason (decision);
}
