/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-window.h"

#include <string.h>

typedef struct
{
  const char *text;
  int base_ms;
  guint n;
  int wait;
} Case;

/* The windows of the channels and shapes, added up by hand. */
static const Case swift_cases[] = {
  { "hello", 600, 1, 1100 },  /* greeting on the web */
  { "hello", 1200, 1, 1700 }, /* on WhatsApp */
  { "wait", 800, 1, 1000 },   /* one word */
  { "so i just had like 3 slices", 800, 2, 640 },
  { "of pizza", 800, 3, 640 },        /* (800 + 200) × 0.64 */
  { "is that bad lol", 800, 4, 409 }, /* 800 × 0.512, cut off */
  { "what should I eat?", 800, 1, 500 },
  { "Cancel my order #123.", 600, 1, 300 },
  { "yes.", 200, 1, 200 }, /* completion never goes below the minimum */
  { "my order #", 800, 1, 1400 },
  { "and", 800, 1, 1200 },
  { "what should I eat?", 800, 9, 200 }, /* the burst, clamped from below */
  { "hello", 3000, 1, 3000 },            /* clamped from above */
  { "hello...", 0, 1, 0 },               /* base 0 skips every other row */
};

static const ParleyWindowPolicy swift
    = { .profile = PARLEY_PROFILE_SWIFT, .fixed_ms = 4000, .min_ms = 200, .max_ms = 3000 };

static ParleyWindow
compute (const ParleyWindowPolicy *policy, const char *text, int base_ms, guint n, int age_ms)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  const ParleyWindowInput input = { .text = text,
                                    .n = n,
                                    .age_ms = age_ms,
                                    .base_ms = base_ms,
                                    .look = parley_shape_look (text, lexicon) };
  ParleyWindow window;

  parley_window_compute (policy, &input, &window);
  return window;
}

static int
sum_terms (const ParleyWindow *window)
{
  int sum = 0;

  for (guint i = 0; i < window->n_terms; i++)
    sum += window->terms[i].ms;
  return sum;
}

static void
test_swift (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (swift_cases); i++)
    {
      const Case *c = &swift_cases[i];
      ParleyWindow window = compute (&swift, c->text, c->base_ms, c->n, 0);

      g_test_message ("“%s”", c->text);
      g_assert_cmpint (window.wait, ==, c->wait);
      g_assert_cmpint (sum_terms (&window), ==, window.wait);
      g_assert_cmpint (window.immediate, ==, c->base_ms == 0);
    }
}

static void
test_terms_name_what_they_did (void)
{
  ParleyWindow window = compute (&swift, "thanks", 800, 2, 0);
  const char *const names[] = { "channel", "completion", "burst" };
  const int ms[] = { 800, -300, -100 };

  g_assert_cmpint (window.n_terms, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < window.n_terms; i++)
    {
      g_assert_cmpstr (window.terms[i].name, ==, names[i]);
      g_assert_cmpint (window.terms[i].ms, ==, ms[i]);
    }
}

static void
test_suggested_is_before_the_clamp (void)
{
  ParleyWindow window = compute (&swift, "hello", 3000, 1, 0);

  g_assert_cmpint (window.suggested, ==, 3500);
  g_assert_cmpint (window.wait, ==, 3000);
}

static void
test_patient (void)
{
  const ParleyWindowPolicy patient = { .profile = PARLEY_PROFILE_PATIENT };

  g_assert_cmpint (compute (&patient, "what should I eat?", 800, 1, 0).wait, ==, 800);
  g_assert_cmpint (compute (&patient, "ok", 800, 1, 0).wait, ==, 800);
  g_assert_cmpint (compute (&patient, "so i had", 800, 1, 0).wait, ==, 6500);
  g_assert_cmpint (compute (&patient, "so i had", 800, 3, 7000).wait, ==, 3000);
  g_assert_cmpint (compute (&patient, "so i had", 800, 9, 20000).wait, ==, 0);
  g_assert_cmpint (compute (&patient, "so i had", 0, 1, 0).wait, ==, 6500);
}

static void
test_fixed (void)
{
  const ParleyWindowPolicy fixed = { .profile = PARLEY_PROFILE_FIXED, .fixed_ms = 4000 };

  g_assert_cmpint (compute (&fixed, "hello", 0, 7, 0).wait, ==, 4000);
}

static void
test_reason_is_a_sentence (void)
{
  ParleyWindow window = compute (&swift, "hello", 600, 1, 0);
  g_autofree char *reason = parley_window_dup_reason (&window);

  g_assert_nonnull (strstr (reason, "Waits 1.1 s"));
  g_assert_nonnull (strstr (reason, "greeting"));
  g_assert_true (g_str_has_suffix (reason, "."));
}

static void
test_profile_names (void)
{
  ParleyProfile profile = PARLEY_PROFILE_SWIFT;

  g_assert_true (parley_profile_from_string ("fixed", &profile));
  g_assert_cmpint (profile, ==, PARLEY_PROFILE_FIXED);
  g_assert_false (parley_profile_from_string ("hasty", &profile));
  g_assert_cmpint (profile, ==, PARLEY_PROFILE_FIXED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/window/swift", test_swift);
  g_test_add_func ("/turn/window/terms-name-what-they-did", test_terms_name_what_they_did);
  g_test_add_func ("/turn/window/suggested-is-before-the-clamp",
                   test_suggested_is_before_the_clamp);
  g_test_add_func ("/turn/window/patient", test_patient);
  g_test_add_func ("/turn/window/fixed", test_fixed);
  g_test_add_func ("/turn/window/reason-is-a-sentence", test_reason_is_a_sentence);
  g_test_add_func ("/turn/window/profile-names", test_profile_names);
  return g_test_run ();
}
