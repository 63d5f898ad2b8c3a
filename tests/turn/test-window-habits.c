/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of a person, and what came beside the text, in the window of SWIFT. */
#include "turn/parley-window.h"

typedef struct
{
  const char *name;
  const char *text;
  int base_ms;
  guint n;
  ParleyCadenceStats stats;
  ParleyHint hint;
  gint64 quiet; /* since the last turn was answered; 0: there was none */
  gboolean caption;
  int wait;
  const char *term; /* the one that did it; NULL: none did */
} Case;

#define WHOLE  "what should I eat?" /* 800 - 300 = 500 */
#define WHOLE2 WHOLE, 800, 2        /* 500 × 0.8 = 400 */
#define NUMBER PARLEY_EXPECT_ORDER_NUMBER

/* Added up by hand. */
static const Case cases[] = {
  { "cadence-4-gaps", WHOLE, 800, 1, { 600, 2000, 4 }, .wait = 500 },
  { "cadence-5-gaps", WHOLE, 800, 1, { 600, 2000, 5 }, .wait = 820, .term = "cadence" },
  { "cadence-before-burst", "wait", 800, 2, { 600, 2000, 9 }, .wait = 896, .term = "cadence" },
  { "cadence-quick", WHOLE, 800, 1, { 100, 300, 64 }, .wait = 380, .term = "cadence" },
  { "cadence-clamped", WHOLE, 800, 1, { 9000, 9000, 5 }, .wait = 3000, .term = "clamp" },
  { "cadence-after-completion", "yes.", 200, 1, { 900, 1100, 5 }, .wait = 520, .term = "cadence" },

  { "hint-awaiting", WHOLE, 800, 1, .hint = { TRUE }, .wait = 1500, .term = "hint" },
  { "hint-followup", WHOLE, 800, 1, .hint = { FALSE, TRUE }, .wait = 1000, .term = "hint" },
  { "hint-strongest", WHOLE, 800, 1, .hint = { TRUE, TRUE, 1 }, .wait = 1500, .term = "hint" },
  { "hint-sure", WHOLE, 800, 1, .hint = { FALSE, FALSE, 1 }, .wait = 200, .term = "hint" },
  { "hint-half-sure", WHOLE, 800, 1, .hint = { FALSE, FALSE, 0.5 }, .wait = 350, .term = "hint" },
  { "hint-below", WHOLE, 600, 1, .hint = { FALSE, FALSE, 1 }, .wait = 200, .term = "clamp" },
  { "hint-before-burst", WHOLE2, .hint = { TRUE }, .wait = 1200, .term = "hint" },
  { "hint-after-cadence", WHOLE2, { 600, 2000, 5 }, { FALSE, TRUE }, .wait = 1056, .term = "hint" },
  { "expected", "A-1234", 800, 1, .hint = { 0, 0, 0, NUMBER }, .wait = 200, .term = "expected" },
  { "expected-late", "A-1234", 800, 3, .hint = { 1, 0, 0, NUMBER }, .wait = 200,
    .term = "expected" },
  { "expected-not", WHOLE, 800, 1, .hint = { 0, 1, 0, NUMBER }, .wait = 1000, .term = "hint" },

  { "lively", WHOLE, 800, 1, .quiet = 120000, .wait = 400, .term = "engagement" },
  { "lively-no-more", WHOLE, 800, 1, .quiet = 120001, .wait = 500 },
  { "not-yet-cold", WHOLE, 800, 1, .quiet = 21600000, .wait = 500 },
  { "cold", WHOLE, 800, 1, .quiet = 21600001, .wait = 625, .term = "engagement" },
  { "lively-after-burst", WHOLE2, .quiet = 5000, .wait = 320, .term = "engagement" },

  { "file", "cat.png", 800, 1, .caption = TRUE, .wait = 2000, .term = "caption" },
  { "file-without-name", "", 800, 1, .caption = TRUE, .wait = 2000, .term = "caption" },
  { "file-in-a-burst", "cat.png", 800, 7, .caption = TRUE, .wait = 2000, .term = "caption" },
  { "file-and-more", "my order #", 1200, 1, .hint = { TRUE }, .caption = TRUE, .wait = 2800,
    .term = "hint" }, /* 1200 + 600 + 1000 */
  { "file-by-mail", "cat.png", 0, 1, .caption = TRUE, .wait = 0, .term = "channel" },
  { "mail-skips-all", WHOLE, 0, 1, { 600, 2000, 9 }, { TRUE }, 5000, .wait = 0, .term = "channel" },
};

static ParleyWindow
compute (const Case *c, ParleyProfile profile, gboolean engagement, gboolean alone)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  const ParleyWindowPolicy policy = {
    .profile = profile, .fixed_ms = 4000, .min_ms = 200, .max_ms = 3000, .engagement = engagement
  };
  ParleyHabits habits;
  ParleyWindowInput input = { .text = c->text,
                              .n = c->n,
                              .base_ms = c->base_ms,
                              .now = 100000000,
                              .alone = alone,
                              .caption = c->caption,
                              .habits = &habits,
                              .look = parley_shape_look (c->text, lexicon) };
  ParleyWindow window;

  parley_habits_init (&habits);
  habits.stats = c->stats;
  habits.hint = c->hint;
  if (c->quiet > 0)
    habits.turn_at = input.now - c->quiet;
  parley_window_compute (&policy, &input, &window);
  return window;
}

static const ParleyWindowTerm *
find_term (const ParleyWindow *window, const char *name)
{
  for (guint i = 0; i < window->n_terms; i++)
    if (g_str_equal (window->terms[i].name, name))
      return &window->terms[i];
  return NULL;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  ParleyWindow window = compute (c, PARLEY_PROFILE_SWIFT, TRUE, FALSE);
  static const char *const terms[] = { "cadence", "hint", "expected", "engagement", "caption" };
  int sum = 0;

  g_assert_cmpint (window.wait, ==, c->wait);
  for (guint i = 0; i < window.n_terms; i++)
    sum += window.terms[i].ms;
  g_assert_cmpint (sum, ==, window.wait);
  if (c->term != NULL)
    g_assert_nonnull (find_term (&window, c->term));
  for (guint i = 0; c->term == NULL && i < G_N_ELEMENTS (terms); i++)
    g_assert_null (find_term (&window, terms[i]));
}

static void
test_expected_input_needs_no_more (void)
{
  const Case matched = { .text = "A-1234", .base_ms = 800, .n = 1, .hint = { 0, 0, 0, NUMBER } };
  const Case other = { .text = WHOLE, .base_ms = 800, .n = 1, .hint = { 0, 0, 0, NUMBER } };

  g_assert_true (compute (&matched, PARLEY_PROFILE_SWIFT, FALSE, FALSE).immediate);
  g_assert_false (compute (&other, PARLEY_PROFILE_SWIFT, FALSE, FALSE).immediate);
}

static void
test_engagement_can_be_off (void)
{
  const Case lively = { .text = WHOLE, .base_ms = 800, .n = 1, .quiet = 5000 };

  g_assert_cmpint (compute (&lively, PARLEY_PROFILE_SWIFT, FALSE, FALSE).wait, ==, 500);
}

/* The bounds, the cadence and all the rest belong to SWIFT. */
static void
test_other_profiles_know_no_habits (void)
{
  const Case all = { .text = WHOLE,
                     .base_ms = 800,
                     .n = 2,
                     .stats = { 600, 2000, 9 },
                     .hint = { TRUE },
                     .quiet = 5000,
                     .caption = TRUE };

  g_assert_cmpint (compute (&all, PARLEY_PROFILE_PATIENT, TRUE, FALSE).wait, ==, 800);
  g_assert_cmpint (compute (&all, PARLEY_PROFILE_FIXED, TRUE, FALSE).wait, ==, 4000);
}

static void
test_without_accumulation_nothing_waits (void)
{
  const Case plain = { .text = "and", .base_ms = 800, .n = 1, .caption = TRUE };
  const ParleyProfile profiles[]
      = { PARLEY_PROFILE_SWIFT, PARLEY_PROFILE_PATIENT, PARLEY_PROFILE_FIXED };

  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      ParleyWindow window = compute (&plain, profiles[i], FALSE, TRUE);

      g_assert_cmpint (window.wait, ==, 0);
      g_assert_true (window.immediate);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/turn/window-habits/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/turn/window-habits/expected-input-needs-no-more",
                   test_expected_input_needs_no_more);
  g_test_add_func ("/turn/window-habits/engagement-can-be-off", test_engagement_can_be_off);
  g_test_add_func ("/turn/window-habits/other-profiles", test_other_profiles_know_no_habits);
  g_test_add_func ("/turn/window-habits/without-accumulation",
                   test_without_accumulation_nothing_waits);
  return g_test_run ();
}
