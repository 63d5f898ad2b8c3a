/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-hint.h"

#include <string.h>

#include "base/parley-error.h"

typedef struct
{
  ParleyExpectation expectation;
  const char *matches[8];
  const char *differs[8];
} Case;

static const Case cases[] = {
  { PARLEY_EXPECT_ORDER_NUMBER,
    { "A-1234", "#4711", "  123456 ", "Z9K-22.", "# 815" },
    { "hello", "12", "order 1234", "", "1234 5678", "A-1234567890123456789012" } },
  { PARLEY_EXPECT_CONFIRMATION,
    { "yes", "Yes!", "OK", "nein", "да", "はい。", "d'accord" },
    { "yes but", "yesterday", "maybe", "", "okey dokey", "no, thanks" } },
  { PARLEY_EXPECT_EMAIL,
    { "a@b.org", " first.last+tag@mail.example.com " },
    { "a@b", "a b@c.org", "mail me at a@b.org", "@b.org", "a@b." } },
  { PARLEY_EXPECT_PHONE,
    { "+49 30 1234567", "(030) 123-456", "555 0100 99", "0301234567" },
    { "12345", "call 0301234567", "+49 30 12345678901234567", "", "0301234567x" } },
  { PARLEY_EXPECT_DATE,
    { "2026-02-14", "14.2.", "14/02/2026", "3 March", "March 3rd, 2026", "2月14日", "3. märz" },
    { "tomorrow", "14", "on 3 March", "", "3 Banana", "2026-02" } },
  { PARLEY_EXPECT_NUMBER, { "42", "-7", "1,000.50", " 3 " }, { "four", "42 apples", "", "a42" } },
  { PARLEY_EXPECT_ANYTHING, { NULL }, { "42", "yes", "", "a@b.org" } },
};

static void
test_expectations (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];

      for (guint j = 0; j < G_N_ELEMENTS (c->matches) && c->matches[j] != NULL; j++)
        {
          g_test_message ("“%s” is %s", c->matches[j],
                          parley_expectation_to_string (c->expectation));
          g_assert_true (parley_expectation_matches (c->expectation, c->matches[j]));
        }
      for (guint j = 0; j < G_N_ELEMENTS (c->differs) && c->differs[j] != NULL; j++)
        {
          g_test_message ("“%s” is not %s", c->differs[j],
                          parley_expectation_to_string (c->expectation));
          g_assert_false (parley_expectation_matches (c->expectation, c->differs[j]));
        }
    }
}

/* Such texts make a pattern go back and forth; nobody answers a question with them. */
static void
test_long_texts_match_nothing (void)
{
  g_autofree char *blanks = g_strnfill (65536, ' ');
  g_autofree char *digits = g_strnfill (65536, '1');

  for (ParleyExpectation i = PARLEY_EXPECT_ANYTHING; i <= PARLEY_EXPECT_NUMBER; i++)
    {
      g_assert_false (parley_expectation_matches (i, blanks));
      g_assert_false (parley_expectation_matches (i, digits));
    }
}

static void
test_fields (void)
{
  ParleyHint hint = { 0 };

  g_assert_true (parley_hint_set (&hint, "awaiting_required_field", "true", NULL));
  g_assert_true (hint.awaiting_required_field);
  g_assert_true (parley_hint_set (&hint, "awaiting_required_field", "false", NULL));
  g_assert_false (hint.awaiting_required_field);
  g_assert_true (parley_hint_set (&hint, "expects_followup", "true", NULL));
  g_assert_true (hint.expects_followup);
  g_assert_true (parley_hint_set (&hint, "input_complete_confidence", "0.9", NULL));
  g_assert_cmpfloat (hint.input_complete_confidence, ==, 0.9);
  g_assert_true (parley_hint_set (&hint, "expected_input_type", "phone", NULL));
  g_assert_cmpint (hint.expected_input_type, ==, PARLEY_EXPECT_PHONE);
}

static void
test_nonsense_is_refused_and_changes_nothing (void)
{
  static const char *const pairs[][2] = {
    { "expects_followup", "yes" },          { "expects_followup", "" },
    { "input_complete_confidence", "1.1" }, { "input_complete_confidence", "-0.1" },
    { "input_complete_confidence", "nan" }, { "input_complete_confidence", "0.5x" },
    { "input_complete_confidence", "" },    { "expected_input_type", "password" },
    { "expected_input_type", "" },          { "mood", "good" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GError) error = NULL;
      const ParleyHint nothing = { 0 };
      ParleyHint hint = { 0 };

      g_assert_false (parley_hint_set (&hint, pairs[i][0], pairs[i][1], &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_nonnull (strstr (error->message, pairs[i][0]));
      g_assert_cmpmem (&hint, sizeof hint, &nothing, sizeof nothing);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/hint/expectations", test_expectations);
  g_test_add_func ("/base/hint/long-texts", test_long_texts_match_nothing);
  g_test_add_func ("/base/hint/fields", test_fields);
  g_test_add_func ("/base/hint/nonsense", test_nonsense_is_refused_and_changes_nothing);
  return g_test_run ();
}
