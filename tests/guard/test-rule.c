/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-rule.h"

#include <string.h>

#include "base/parley-error.h"

static void
test_each_rule_looks_at_its_own_fact (void)
{
  static const char *const rules[]
      = { PARLEY_RULE_AWAY, PARLEY_RULE_IDLE, PARLEY_RULE_UNAVAILABLE };

  for (guint rule = 0; rule < G_N_ELEMENTS (rules); rule++)
    {
      for (guint fact = 0; fact < G_N_ELEMENTS (rules); fact++)
        {
          const ParleyRuleFacts facts
              = { .away = fact == 0, .idle = fact == 1, .unavailable = fact == 2 };

          g_assert_cmpint (parley_rule_judge (rules[rule], &facts), ==,
                           rule == fact ? PARLEY_RULE_HOLDS : PARLEY_RULE_RESTS);
          g_assert_cmpint (parley_rule_judge (PARLEY_RULE_ALWAYS, &facts), ==, PARLEY_RULE_HOLDS);
        }
    }
}

static void
test_hours (void)
{
  g_autoptr (GDateTime) monday = g_date_time_new_utc (2024, 1, 1, 10, 0, 0);
  const ParleyRuleFacts facts = { .local = monday };
  const ParleyRuleFacts timeless = { 0 };

  g_assert_cmpint (parley_rule_judge ("hours:Mon 09:00-17:00", &facts), ==, PARLEY_RULE_HOLDS);
  g_assert_cmpint (parley_rule_judge ("hours:Tue 09:00-17:00", &facts), ==, PARLEY_RULE_RESTS);
  g_assert_cmpint (parley_rule_judge ("hours:00:00-24:00", &timeless), ==, PARLEY_RULE_RESTS);
}

static void
test_what_is_no_rule_is_broken (void)
{
  static const char *const wrong[]
      = { "",       "Always", "always ", "never",   "1",          "away,idle",
          "hours:", "hours",  "hours: ", "hours:x", "hours:9-17", "hours:09:00-17:00," };
  const ParleyRuleFacts facts = { .away = TRUE, .idle = TRUE, .unavailable = TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (parley_rule_judge (wrong[i], &facts), ==, PARLEY_RULE_BROKEN);
      g_assert_false (parley_rule_check (wrong[i], &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
}

static void
test_rules_pass_the_check (void)
{
  static const char *const right[]
      = { PARLEY_RULE_ALWAYS, PARLEY_RULE_AWAY, PARLEY_RULE_IDLE, PARLEY_RULE_UNAVAILABLE,
          PARLEY_RULE_HOURS "Sat-Sun 10:00-12:00" };

  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (parley_rule_check (right[i], &error));
      g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/rule/facts", test_each_rule_looks_at_its_own_fact);
  g_test_add_func ("/guard/rule/hours", test_hours);
  g_test_add_func ("/guard/rule/broken", test_what_is_no_rule_is_broken);
  g_test_add_func ("/guard/rule/right", test_rules_pass_the_check);
  return g_test_run ();
}
