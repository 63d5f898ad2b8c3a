/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-continuation.h"

#include <math.h>

typedef struct
{
  ParleySettings *settings;
  ParleyThresholds thresholds;
  ParleyTokenBudget budget;
  ParleyProgress *progress;
  guint resource; /* the next new one */
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  f->settings = parley_settings_new ();
  f->thresholds = parley_thresholds_read (f->settings);
  f->budget = parley_token_budget_new (f->settings, 100000, TRUE);
  f->progress = parley_progress_new ();
}

static void
teardown (Fixture *f, gconstpointer data)
{
  parley_settings_free (f->settings);
  parley_progress_free (f->progress);
}

/* Iterations of one read each, of something new or of what was read first. */
static void
read_on (Fixture *f, guint n, gboolean new)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *resource = g_strdup_printf ("r%u", new ? f->resource++ : 0);

      parley_progress_add_iteration (f->progress, 1);
      parley_progress_add_tool (f->progress, "search_history");
      parley_progress_add_read (f->progress, resource, TRUE);
    }
}

/* Iterations that call something which reads nothing. */
static void
idle (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      parley_progress_add_iteration (f->progress, 1);
      parley_progress_add_tool (f->progress, "set_hint");
    }
}

static ParleyContinuation
decide (Fixture *f, ParleyComplexity complexity, guint used, guint interventions)
{
  const ParleyContinuationInput input = {
    .thresholds = &f->thresholds,
    .budget = &f->budget,
    .progress = f->progress,
    .complexity = complexity,
    .used = used,
    .interventions = interventions,
  };

  return parley_continuation_decide (&input);
}

static void
assert_decided (const ParleyContinuation *decision, const char *action, const char *rule)
{
  g_autofree char *reason = parley_continuation_dup_reason (decision);

  g_test_message ("%s", reason);
  g_assert_cmpstr (parley_continuation_action_to_string (decision->action), ==, action);
  g_assert_cmpstr (parley_continuation_rule_to_string (decision->rule), ==, rule);
}

#define assert_score(decision, expected)                                                           \
  g_assert_cmpfloat_with_epsilon ((decision).score, expected, 1e-9)

/* Each term by hand. */
static void
test_formula (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  read_on (f, 1, TRUE);
  read_on (f, 1, FALSE);
  idle (f, 6);
  /* Velocity 1/8, one re-read, half of the hard limit, 2 of 10 reminders. */
  decision = decide (f, PARLEY_COMPLEXITY_MEDIUM, 35000, 2);
  assert_score (decision,
                0.30 * 0.25 + 0.25 * (1 - 1 / 3.0) + 0.20 * 0.5 + 0.15 * 0.8 + 0.10 * 0.5);
  assert_decided (&decision, "nudge", "score");
  assert_score (decide (f, PARLEY_COMPLEXITY_SIMPLE, 35000, 1),
                0.30 * 0.25 + 0.25 * (1 - 1 / 3.0) + 0.20 * 0.5 + 0.15 * 0.8 + 0.10 * 0.25);
  assert_score (decide (f, PARLEY_COMPLEXITY_GENERATION, 35000, 3),
                0.30 * 0.25 + 0.25 * (1 - 1 / 3.0) + 0.20 * 0.5 + 0.15 * 0.8 + 0.10 * 0.75);
  assert_score (decide (f, PARLEY_COMPLEXITY_COMPLEX, 35000, 4),
                0.30 * 0.25 + 0.25 * (1 - 1 / 3.0) + 0.20 * 0.5 + 0.15 * 0.8 + 0.10);
}

static void
test_limits_go_first (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  read_on (f, 1, TRUE);
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 70000, 0);
  assert_decided (&decision, "force", "tokens");
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 69999, 0);
  assert_decided (&decision, "continue", "score");
  read_on (f, 3, FALSE);
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 70000, 0);
  assert_decided (&decision, "force", "tokens");
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 0, 0);
  assert_decided (&decision, "force", "stuck");
}

static void
test_limits_of_each_complexity (Fixture *f, gconstpointer data)
{
  static const guint iterations[] = { 10, 25, 50, 35 };
  static const guint tools[] = { 10, 25, 100, 50 };
  static const guint interventions[] = { 5, 10, 20, 15 };

  for (ParleyComplexity i = 0; i < PARLEY_N_COMPLEXITIES; i++)
    {
      g_assert_cmpuint (f->thresholds.limits[i].iterations, ==, iterations[i]);
      g_assert_cmpuint (f->thresholds.limits[i].tools, ==, tools[i]);
      g_assert_cmpuint (f->thresholds.limits[i].interventions, ==, interventions[i]);
    }
}

static void
test_iterations_run_out (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  read_on (f, 49, TRUE);
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 0, 0);
  assert_decided (&decision, "continue", "fresh");
  read_on (f, 1, TRUE);
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 0, 0);
  assert_decided (&decision, "force", "iterations");
  decision = decide (f, PARLEY_COMPLEXITY_MEDIUM, 0, 0);
  assert_decided (&decision, "force", "tools");
}

static void
test_fresh_holds_for_three_rounds (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  read_on (f, 1, TRUE);
  idle (f, 3);
  decision = decide (f, PARLEY_COMPLEXITY_MEDIUM, 29999, 9);
  assert_decided (&decision, "continue", "fresh");
  decision = decide (f, PARLEY_COMPLEXITY_MEDIUM, 30000, 9);
  g_assert_cmpint (decision.rule, ==, PARLEY_CONTINUATION_BY_SCORE);
  idle (f, 1);
  decision = decide (f, PARLEY_COMPLEXITY_MEDIUM, 29999, 9);
  g_assert_cmpint (decision.rule, ==, PARLEY_CONTINUATION_BY_SCORE);
}

/* With something new each round nothing but a limit ends it. */
static void
test_productive_exploration_is_never_nudged (Fixture *f, gconstpointer data)
{
  for (guint i = 1; i < 50; i++)
    {
      ParleyContinuation decision;

      read_on (f, 1, TRUE);
      decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 69999 * i / 49, 19);
      g_assert_cmpint (decision.action, ==, PARLEY_CONTINUATION_CONTINUE);
    }
}

static void
test_low_score_forces (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  read_on (f, 1, TRUE);
  read_on (f, 2, FALSE);
  idle (f, 5);
  decision = decide (f, PARLEY_COMPLEXITY_SIMPLE, 69000, 5);
  assert_decided (&decision, "force", "score");
}

static void
test_thresholds_belong_to_the_first_that_is_reached (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  /* 0.25 + 0.20 + 0.15 alone are 0.60, to the bit or not. */
  f->thresholds.limits[PARLEY_COMPLEXITY_SIMPLE].share = 0;
  idle (f, 4);
  decision = decide (f, PARLEY_COMPLEXITY_SIMPLE, 0, 0);
  assert_score (decision, 0.6);
  assert_decided (&decision, "continue", "score");
}

static void
test_settings_move_it (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  g_assert_true (
      parley_settings_set_int (f->settings, PARLEY_SETTING_BRAIN_CONTINUE_SCORE, 90, NULL));
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_BRAIN_FRESH_ROUNDS, 0, NULL));
  g_assert_true (
      parley_settings_set_int (f->settings, PARLEY_SETTING_BRAIN_STUCK_REREADS, 5, NULL));
  f->thresholds = parley_thresholds_read (f->settings);
  read_on (f, 1, TRUE);
  read_on (f, 3, FALSE);
  decision = decide (f, PARLEY_COMPLEXITY_COMPLEX, 0, 0);
  assert_decided (&decision, "nudge", "score");
}

/* Whatever the settings allow, the score stays a score. */
static void
test_odd_settings_are_harmless (Fixture *f, gconstpointer data)
{
  ParleyContinuation decision;

  f->thresholds.weights = (ParleyWeights){ 0 };
  f->budget.hard = 0;
  decision = decide (f, PARLEY_COMPLEXITY_SIMPLE, 0, 0);
  assert_decided (&decision, "force", "tokens");
  g_assert_false (isnan (decision.score));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/brain/continuation/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("formula", test_formula);
  ADD ("limits-first", test_limits_go_first);
  ADD ("limits", test_limits_of_each_complexity);
  ADD ("iterations", test_iterations_run_out);
  ADD ("fresh", test_fresh_holds_for_three_rounds);
  ADD ("productive", test_productive_exploration_is_never_nudged);
  ADD ("low", test_low_score_forces);
  ADD ("thresholds", test_thresholds_belong_to_the_first_that_is_reached);
  ADD ("settings", test_settings_move_it);
  ADD ("odd", test_odd_settings_are_harmless);
  return g_test_run ();
}
