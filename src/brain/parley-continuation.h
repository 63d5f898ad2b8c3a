/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-progress.h"
#include "brain/parley-thresholds.h"
#include "brain/parley-token-budget.h"

G_BEGIN_DECLS

/* Whether a model that calls tools may go on. */
typedef enum
{
  PARLEY_CONTINUATION_CONTINUE, /* as it likes */
  PARLEY_CONTINUATION_NUDGE,    /* it is told to come to an answer */
  PARLEY_CONTINUATION_FORCE,    /* the tools are taken away and an answer is asked for */
} ParleyContinuationAction;

/* Which rule decided, in the order in which they are tried. */
typedef enum
{
  PARLEY_CONTINUATION_BY_TOKENS,     /* the hard limit */
  PARLEY_CONTINUATION_BY_TOOLS,      /* the tool budget */
  PARLEY_CONTINUATION_BY_ITERATIONS, /* the iteration limit */
  PARLEY_CONTINUATION_BY_STUCK,      /* only re-reads */
  PARLEY_CONTINUATION_BY_FRESH,      /* something new was read just now */
  PARLEY_CONTINUATION_BY_SCORE,
} ParleyContinuationRule;

/* The parts of the score, each 0..1 before it is weighed; 1 speaks for going on. */
typedef struct
{
  double velocity;
  double fresh;
  double tokens;
  double interventions;
  double complexity;
} ParleyContinuationParts;

typedef struct
{
  ParleyContinuationAction action;
  ParleyContinuationRule rule;
  double score; /* 0..1, found also where an earlier rule decided */
  ParleyContinuationParts parts;
  guint iteration; /* from 1 */
} ParleyContinuation;

/* What is known when a model's calls have been answered. */
typedef struct
{
  const ParleyThresholds *thresholds;
  const ParleyTokenBudget *budget;
  const ParleyProgress *progress;
  ParleyComplexity complexity;
  guint used; /* tokens that the next request has */
  guint interventions;
} ParleyContinuationInput;

/* Pure. The rules in their order, docs/agent.md:
 * score = 0.30 min (1, velocity / 0.5) + 0.25 (1 - min (1, re-reads / 3))
 *       + 0.20 (1 - min (1, used / hard limit)) + 0.15 (1 - min (1, interventions / limit))
 *       + 0.10 complexity, with the weights of the settings. */
ParleyContinuation parley_continuation_decide (const ParleyContinuationInput *input);

/* Returns: (transfer none): "continue", "nudge" or "force". */
const char *parley_continuation_action_to_string (ParleyContinuationAction action);

/* Returns: (transfer none): "tokens", "tools" and so on, for traces. */
const char *parley_continuation_rule_to_string (ParleyContinuationRule rule);

/* Returns: (transfer full): why, in one sentence for the user. */
char *parley_continuation_dup_reason (const ParleyContinuation *decision);

G_END_DECLS
