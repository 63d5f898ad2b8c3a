/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-policy.h"

static const ParleyFacts good
    = { .mode = PARLEY_MODE_AUTO, .connected = TRUE, .visible = TRUE, .speaker = TRUE };

static void
test_nothing_known_is_refused (void)
{
  const ParleyFacts nothing = { 0 };

  g_assert_cmpint (parley_policy_decide (&nothing, PARLEY_ACT_READ).permit, ==, PARLEY_PERMIT_NONE);
  g_assert_cmpint (parley_policy_decide (&good, PARLEY_ACT_SAY).permit, ==, PARLEY_PERMIT_FULL);
}

#define assert_verdict(field, value, verdict_)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    ParleyFacts facts_ = good;                                                                     \
    facts_.field = value;                                                                          \
    g_assert_cmpint (parley_policy_decide (&facts_, PARLEY_ACT_SAY).verdict, ==, verdict_);        \
  }                                                                                                \
  G_STMT_END

static void
test_each_fact_counts (void)
{
  assert_verdict (mode, PARLEY_MODE_OFF, PARLEY_VERDICT_NOT_CHOSEN);
  assert_verdict (connected, FALSE, PARLEY_VERDICT_OFFLINE);
  assert_verdict (visible, FALSE, PARLEY_VERDICT_INVISIBLE);
  assert_verdict (speaker, FALSE, PARLEY_VERDICT_OTHER_SPEAKER);
  assert_verdict (person.blocked, TRUE, PARLEY_VERDICT_BLOCKED);
  assert_verdict (person.group_chat, TRUE, PARLEY_VERDICT_GROUP_CHAT);
  assert_verdict (person.service, TRUE, PARLEY_VERDICT_SERVICE);
  assert_verdict (person.own_account, TRUE, PARLEY_VERDICT_OWN_ACCOUNT);
}

static void
test_who_may_be_chosen (void)
{
  const ParleyFacts stranger = { 0 };
  const ParleyFacts server = { .person.service = TRUE, .mode = PARLEY_MODE_AUTO };

  g_assert_cmpint (parley_policy_judge_person (&stranger), ==, PARLEY_VERDICT_ALLOWED);
  g_assert_cmpint (parley_policy_judge_person (&server), ==, PARLEY_VERDICT_SERVICE);
}

static void
test_every_verdict_has_words (void)
{
  for (ParleyVerdict v = PARLEY_VERDICT_ALLOWED; v < PARLEY_N_VERDICTS; v++)
    {
      g_assert_true (g_str_has_suffix (parley_verdict_explain (v), "."));
      g_assert_cmpstr (parley_verdict_to_string (v), !=, NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/policy/nothing-known", test_nothing_known_is_refused);
  g_test_add_func ("/guard/policy/each-fact", test_each_fact_counts);
  g_test_add_func ("/guard/policy/who-may-be-chosen", test_who_may_be_chosen);
  g_test_add_func ("/guard/policy/words", test_every_verdict_has_words);
  return g_test_run ();
}
