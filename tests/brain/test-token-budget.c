/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-token-budget.h"

static void
test_window_is_told_set_or_guessed (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  g_assert_cmpuint (parley_token_budget_new (settings, 0, FALSE).window, ==, 4096);
  g_assert_cmpuint (parley_token_budget_new (settings, 0, TRUE).window, ==, 16384);
  g_assert_true (parley_settings_set_int (settings, PARLEY_SETTING_BRAIN_WINDOW, 8192, NULL));
  g_assert_cmpuint (parley_token_budget_new (settings, 0, FALSE).window, ==, 8192);
  g_assert_cmpuint (parley_token_budget_new (settings, 131072, FALSE).window, ==, 131072);
}

static void
test_limits_are_shares (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  ParleyTokenBudget budget = parley_token_budget_new (settings, 100000, TRUE);

  g_assert_cmpuint (budget.soft, ==, 30000);
  g_assert_cmpuint (budget.hard, ==, 70000);
  g_assert_cmpuint (budget.history, ==, 6000);
  g_assert_cmpuint (parley_token_budget_new (settings, 4096, TRUE).history, ==, 1024);
  /* No overflow, whatever a server claims. */
  budget = parley_token_budget_new (settings, G_MAXUINT, TRUE);
  g_assert_cmpuint (budget.soft, ==, 1288490188);
}

static void
test_soft_stays_under_hard (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  g_assert_false (parley_settings_set_int (settings, PARLEY_SETTING_BRAIN_SOFT_TOKENS, 71, NULL));
  g_assert_false (parley_settings_set_int (settings, PARLEY_SETTING_BRAIN_NUDGE_SCORE, 61, NULL));
}

static void
test_estimate (void)
{
  g_assert_cmpuint (parley_tokens_estimate (""), ==, 0);
  g_assert_cmpuint (parley_tokens_estimate ("a"), ==, 1);
  g_assert_cmpuint (parley_tokens_estimate ("eight chars here"), ==, 4);
  g_assert_cmpuint (parley_tokens_estimate ("привет"), ==, 3);
  g_assert_cmpuint (parley_tokens_estimate ("你好"), ==, 2);
}

static void
test_estimate_of_a_request (void)
{
  static const ParleyToolSpec tool = { "tool", "does it", "{}" };
  g_autoptr (ParleyRequest) request = parley_request_new (10);
  guint before;

  parley_request_add (request, PARLEY_ROLE_USER, "eight chars here");
  before = parley_tokens_estimate_request (request);
  g_assert_cmpuint (before, ==, 8);
  g_ptr_array_add (request->tools, (gpointer) &tool);
  g_assert_cmpuint (parley_tokens_estimate_request (request), ==, before + 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/token-budget/window", test_window_is_told_set_or_guessed);
  g_test_add_func ("/brain/token-budget/limits", test_limits_are_shares);
  g_test_add_func ("/brain/token-budget/order", test_soft_stays_under_hard);
  g_test_add_func ("/brain/token-budget/estimate", test_estimate);
  g_test_add_func ("/brain/token-budget/request", test_estimate_of_a_request);
  return g_test_run ();
}
