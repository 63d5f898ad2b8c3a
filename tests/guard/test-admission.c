/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-admission.h"

#include "base/parley-error.h"
#include "settings/parley-admission-rules.h"

#define RULES "anna@example.org=auto, @example.org = countdown , @draft.example, carol"

/* @address: on XMPP, of somebody against whom nothing speaks. */
static ParleyAdmissionFacts
facts_of (const char *address)
{
  const ParleyAdmissionFacts facts = { .address = address,
                                       .person = address,
                                       .stamped = TRUE,
                                       .proven = TRUE,
                                       .eligible = TRUE,
                                       .introduced = TRUE,
                                       .speaker = TRUE };

  return facts;
}

/* Returns: the mode that @address gets; OFF: the user is asked. */
static ParleyMode
get_mode (const char *rules, const ParleyAdmissionFacts *facts)
{
  ParleyMode mode = PARLEY_MODE_OFF;

  parley_admission_judge (rules, facts, &mode);
  return mode;
}

static void
test_people_and_domains_get_the_mode_of_their_rule (void)
{
  static const struct
  {
    const char *address;
    ParleyMode mode;
  } rows[] = {
    { "anna@example.org", PARLEY_MODE_AUTO },
    { "ANNA@Example.org", PARLEY_MODE_AUTO },
    { "bob@example.org", PARLEY_MODE_COUNTDOWN },
    { "bob@draft.example", PARLEY_MODE_DRAFT },
    { "bob@sub.example.org", PARLEY_MODE_OFF },
    { "bob@example.org.evil.example", PARLEY_MODE_OFF },
    { "bob@notexample.org", PARLEY_MODE_OFF },
    { "bob@evil.example", PARLEY_MODE_OFF },
    { "bob@evil.example@example.org", PARLEY_MODE_OFF },
    { "evil.example/@example.org", PARLEY_MODE_OFF },
    { "bob@evil.example/@example.org", PARLEY_MODE_OFF },
    { "bob@example.org/phone", PARLEY_MODE_OFF },
    { "bob@ex\xc3\xa4mple.org", PARLEY_MODE_OFF },
    { "example.org", PARLEY_MODE_OFF },
    { "@example.org", PARLEY_MODE_OFF },
    { "carol", PARLEY_MODE_OFF },
    { "", PARLEY_MODE_OFF },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const ParleyAdmissionFacts facts = facts_of (rows[i].address);

      g_test_message ("%s", rows[i].address);
      g_assert_cmpint (get_mode (RULES, &facts), ==, rows[i].mode);
    }
}

static void
test_as_installed_nobody_gets_in (void)
{
  const ParleyAdmissionFacts facts = facts_of ("anna@example.org");

  g_assert_cmpint (get_mode ("", &facts), ==, PARLEY_MODE_OFF);
  g_assert_cmpint (get_mode ("  ", &facts), ==, PARLEY_MODE_OFF);
}

/* Where no server says who asks, a name must be in the list as it is. */
static void
test_elsewhere_only_names_count (void)
{
  ParleyAdmissionFacts facts = facts_of ("bob@example.org");

  facts.stamped = FALSE;
  g_assert_cmpint (get_mode (RULES, &facts), ==, PARLEY_MODE_OFF);
  facts.address = facts.person = "Carol";
  g_assert_cmpint (get_mode (RULES, &facts), ==, PARLEY_MODE_OFF);
  facts.address = facts.person = "carol";
  g_assert_cmpint (get_mode (RULES, &facts), ==, PARLEY_MODE_DRAFT);
  facts.proven = FALSE;
  g_assert_cmpint (get_mode (RULES, &facts), ==, PARLEY_MODE_OFF);
}

static void
test_each_fact_that_speaks_against_it_leaves_it_to_the_user (void)
{
  const gsize needed[] = { G_STRUCT_OFFSET (ParleyAdmissionFacts, proven),
                           G_STRUCT_OFFSET (ParleyAdmissionFacts, eligible),
                           G_STRUCT_OFFSET (ParleyAdmissionFacts, introduced),
                           G_STRUCT_OFFSET (ParleyAdmissionFacts, speaker),
                           G_STRUCT_OFFSET (ParleyAdmissionFacts, paused),
                           G_STRUCT_OFFSET (ParleyAdmissionFacts, blocked) };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      ParleyAdmissionFacts facts = facts_of ("anna@example.org");
      gboolean *fact = &G_STRUCT_MEMBER (gboolean, &facts, needed[i]);

      *fact = !*fact;
      g_assert_cmpint (get_mode (RULES, &facts), ==, PARLEY_MODE_OFF);
    }
}

static void
test_twenty_a_day (void)
{
  ParleyAdmissionFacts facts = facts_of ("bob@example.org");
  ParleyMode mode = PARLEY_MODE_OFF;

  facts.n_today = 19;
  g_assert_cmpint (parley_admission_judge (RULES, &facts, &mode), ==, PARLEY_ADMISSION_ACCEPT);
  facts.n_today = 20;
  mode = PARLEY_MODE_OFF;
  g_assert_cmpint (parley_admission_judge (RULES, &facts, &mode), ==, PARLEY_ADMISSION_FULL);
  g_assert_cmpint (mode, ==, PARLEY_MODE_OFF);
  facts.address = facts.person = "bob@evil.example";
  g_assert_cmpint (parley_admission_judge (RULES, &facts, &mode), ==, PARLEY_ADMISSION_ASK);
}

static void
test_rules_with_a_fault_are_refused_and_let_nobody_in (void)
{
  static const char *const wrong[]
      = { ",",        "@",        "anna@example.org,",      "anna@example.org=always",
          "anna=off", "@a@b.org", "anna@example.org/phone", "@example.org/x",
          "*",        "@*.org",   "*@example.org",          "anna@example.org bob@x.org",
          "=auto",    "@=auto",   "anna@example.org=",      "@example.org=auto=auto" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const ParleyAdmissionFacts facts = facts_of ("anna@example.org");
      g_autofree char *both = g_strconcat ("anna@example.org, ", wrong[i], NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", wrong[i]);
      g_assert_false (parley_admission_rules_check (wrong[i], &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_true (g_str_has_suffix (error->message, "."));
      g_assert_cmpint (get_mode (both, &facts), ==, PARLEY_MODE_OFF);
    }
}

static void
test_rules_pass_the_check (void)
{
  static const char *const right[]
      = { "", "  ", RULES, "a=b@example.org", "a=b@example.org=auto", "@example.org=shadow" };

  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (parley_admission_rules_check (right[i], &error));
      g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/admission/rows", test_people_and_domains_get_the_mode_of_their_rule);
  g_test_add_func ("/guard/admission/nobody", test_as_installed_nobody_gets_in);
  g_test_add_func ("/guard/admission/names", test_elsewhere_only_names_count);
  g_test_add_func ("/guard/admission/facts",
                   test_each_fact_that_speaks_against_it_leaves_it_to_the_user);
  g_test_add_func ("/guard/admission/day", test_twenty_a_day);
  g_test_add_func ("/guard/admission/wrong", test_rules_with_a_fault_are_refused_and_let_nobody_in);
  g_test_add_func ("/guard/admission/right", test_rules_pass_the_check);
  return g_test_run ();
}
