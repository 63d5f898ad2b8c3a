/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-learned.h"

#include <string.h>

#include "base/parley-error.h"
#include "turn/parley-window.h"

#define NOW 100000

typedef struct
{
  ParleyData *data;
  ParleyLexicon *lexicon;
  char *text; /* of the shipped weights */
  ParleyLearned *learned;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  fixture->data = parley_data_new (NULL);
  fixture->lexicon = parley_lexicon_new (fixture->data);
  fixture->text = parley_data_dup_text (fixture->data, "window/learned.ini");
  g_assert_nonnull (fixture->text);
  fixture->learned = parley_learned_parse (fixture->text, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  parley_learned_free (fixture->learned);
  g_free (fixture->text);
  parley_lexicon_free (fixture->lexicon);
  parley_data_free (fixture->data);
}

static ParleyLearnedFeatures
features_of (const Fixture *fixture, const char *text, guint n, const ParleyHabits *habits)
{
  const ParleyShapeLook look = parley_shape_look (text, fixture->lexicon);
  ParleyLearnedFeatures features;

  parley_learned_features_init (&features, text, n, habits, NOW, &look);
  return features;
}

static int
wait_of (const Fixture *fixture, const char *text, const ParleyHabits *habits, int target_ms)
{
  const ParleyLearnedFeatures features = features_of (fixture, text, 1, habits);

  return parley_learned_get_wait (fixture->learned, &features, target_ms);
}

static void
assert_damaged (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyLearned) learned = parley_learned_parse (text, &error);

  g_assert_null (learned);
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_true (g_str_has_prefix (error->message, "the learned weights are damaged: "));
}

/* @to takes the place of the first @from. */
static void
assert_damaged_by (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);
  g_autofree char *head = NULL;
  g_autofree char *damaged = NULL;

  g_assert_nonnull (at);
  head = g_strndup (text, at - text);
  damaged = g_strconcat (head, to, at + strlen (from), NULL);
  assert_damaged (damaged);
}

static void
test_damage_is_an_error (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *garbage = g_strnfill (1 << 20, 'x');

  assert_damaged ("");
  assert_damaged ("[learned]\n");
  assert_damaged (garbage);
  assert_damaged_by (fixture->text, "[typing]", "[other]");
  assert_damaged_by (fixture->text, "late=", "later=");
  assert_damaged_by (fixture->text, "base=", "base=0.5;");
  assert_damaged_by (fixture->text, "early=", "early=nan;");
  assert_damaged_by (fixture->text, "base=", "base=inf");
  assert_damaged_by (fixture->text, "base=", "base=1e300");
  assert_damaged_by (fixture->text, "second;later;", "later;second;");
  assert_damaged_by (fixture->text, "second;", "");
  assert_damaged_by (fixture->text, "typed-seen;", "typed-seen;more;");
  assert_damaged_by (fixture->text, "targets=500;1000;", "targets=1000;500;");
  assert_damaged_by (fixture->text, "prices=", "prices=0.0000001;");
  assert_damaged_by (fixture->text, "prices=", "prices=-");
  assert_damaged_by (fixture->text, "floors=0;", "floors=9000;");
}

/* Whatever is left of the file when a disk was full. */
static void
test_truncation_is_an_error (Fixture *fixture, gconstpointer unused)
{
  gsize length = strlen (fixture->text);

  for (gsize n = 0; n < length - 64; n += 61)
    {
      g_autofree char *head = g_strndup (fixture->text, n);

      assert_damaged (head);
    }
}

static void
test_larger_target_never_waits_less (Fixture *fixture, gconstpointer unused)
{
  const char *const texts[] = { "hello", "and", "what should I eat?", "ok", "I am in the kitchen" };

  for (guint types = 0; types < 2; types++)
    {
      ParleyHabits habits;

      parley_habits_init (&habits);
      habits.types = types;
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        {
          int before = 0;

          for (int target = 0; target <= 11000; target += 125)
            {
              int wait = wait_of (fixture, texts[i], &habits, target);

              g_assert_cmpint (wait, >=, before);
              g_assert_cmpint (wait, <=, PARLEY_LEARNED_HORIZON_MS);
              before = wait;
            }
          g_assert_cmpint (before, ==, PARLEY_LEARNED_HORIZON_MS);
        }
    }
}

/* Never longer for the first, and sometimes shorter. */
static void
assert_waits_less (const Fixture *fixture,
                   const char *text,
                   const ParleyHabits *habits,
                   const char *other_text,
                   const ParleyHabits *other_habits)
{
  gboolean differs = FALSE;

  for (int target = 500; target < PARLEY_LEARNED_HORIZON_MS; target += 500)
    {
      int wait = wait_of (fixture, text, habits, target);
      int other = wait_of (fixture, other_text, other_habits, target);

      g_assert_cmpint (wait, <=, other);
      differs |= wait < other;
    }
  g_assert_true (differs);
}

static void
test_question_waits_less_than_open_end (Fixture *fixture, gconstpointer unused)
{
  ParleyHabits types;

  parley_habits_init (&types);
  types.types = TRUE;
  assert_waits_less (fixture, "?", NULL, "and", NULL);
  assert_waits_less (fixture, "?", &types, "and", &types);
}

/* Somebody who would be seen typing and is not, is less likely to go on: the waits differ. */
static void
test_typing_has_weights_of_its_own (Fixture *fixture, gconstpointer unused)
{
  ParleyHabits habits;
  int quiet;

  parley_habits_init (&habits);
  quiet = wait_of (fixture, "I am in the kitchen", &habits, 4000);
  habits.types = TRUE;
  g_assert_cmpint (wait_of (fixture, "I am in the kitchen", &habits, 4000), !=, quiet);
}

/* A person of many bursts is waited for longer than one who says all in one message. */
static void
test_bursty_people_are_waited_for (Fixture *fixture, gconstpointer unused)
{
  ParleyHabits bursty;
  ParleyHabits terse;

  parley_habits_init (&bursty);
  parley_habits_init (&terse);
  bursty.n_bursts = bursty.n_multi = terse.n_bursts = 20;
  assert_waits_less (fixture, "so I went there", &terse, "so I went there", &bursty);
}

static void
test_habits_become_features (Fixture *fixture, gconstpointer unused)
{
  ParleyLearnedFeatures features;
  ParleyHabits habits;

  parley_habits_init (&habits);
  parley_habits_note_answer (&habits, "Where are you?", NOW - 20000);
  parley_habits_note_bubble (&habits, NOW - 9000);
  parley_habits_note_typing (&habits, NOW - 4000);
  parley_habits_note_bubble (&habits, NOW);
  features = features_of (fixture, "Here.", 2, &habits);

  g_assert_true (features.types);
  g_assert_cmpfloat (features.values[PARLEY_LEARNED_SECOND], ==, 1);
  g_assert_cmpfloat (features.values[PARLEY_LEARNED_COMPLETE], ==, 1);
  g_assert_cmpfloat (features.values[PARLEY_LEARNED_ASKED], ==, 1);
  g_assert_cmpfloat (features.values[PARLEY_LEARNED_ASKED_FIRST], ==, 0);
  g_assert_cmpfloat_with_epsilon (features.values[PARLEY_LEARNED_GAP], 2.302585, 1e-6);
  g_assert_cmpfloat_with_epsilon (features.values[PARLEY_LEARNED_TYPED], 1.609438, 1e-6);
  g_assert_cmpfloat_with_epsilon (features.values[PARLEY_LEARNED_SPOKEN], 0.744522, 1e-6);
}

/* The window */

static ParleyWindow
compute (const Fixture *fixture, const ParleyLearned *learned, const char *text, int base_ms)
{
  const ParleyWindowPolicy policy = {
    .profile = PARLEY_PROFILE_LEARNED,
    .learned_ms = 4000,
    .learned = learned,
    .min_ms = 200,
    .max_ms = 3000,
  };
  const ParleyWindowInput input = { .text = text,
                                    .n = 1,
                                    .base_ms = base_ms,
                                    .now = NOW,
                                    .look = parley_shape_look (text, fixture->lexicon) };
  ParleyWindow window;

  parley_window_compute (&policy, &input, &window);
  return window;
}

static void
test_terms_sum_to_the_wait (Fixture *fixture, gconstpointer unused)
{
  ParleyWindow window = compute (fixture, fixture->learned, "so I went there", 800);
  int sum = 0;

  for (guint i = 0; i < window.n_terms; i++)
    sum += window.terms[i].ms;
  g_assert_cmpint (sum, ==, window.wait);
  g_assert_cmpstr (window.terms[window.n_terms - 1].name, ==, "learned");
}

static void
test_without_weights_it_is_swift (Fixture *fixture, gconstpointer unused)
{
  ParleyWindow window = compute (fixture, NULL, "what should I eat?", 800);

  g_assert_cmpint (window.wait, ==, 500);
  g_assert_cmpstr (window.terms[0].name, ==, "channel");
}

static void
test_channel_may_never_wait (Fixture *fixture, gconstpointer unused)
{
  ParleyWindow window = compute (fixture, fixture->learned, "hello", 0);

  g_assert_cmpint (window.wait, ==, 0);
  g_assert_true (window.immediate);
}

static void
test_same_input_same_wait (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (ParleyLearned) again = parley_learned_parse (fixture->text, NULL);
  ParleyWindow first = compute (fixture, fixture->learned, "so I went there", 800);
  ParleyWindow second = compute (fixture, again, "so I went there", 800);

  g_assert_cmpmem (&first, sizeof first, &second, sizeof second);
}

#define ADD(name, function)                                                                        \
  g_test_add ("/turn/learned/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("damage-is-an-error", test_damage_is_an_error);
  ADD ("truncation-is-an-error", test_truncation_is_an_error);
  ADD ("larger-target-never-waits-less", test_larger_target_never_waits_less);
  ADD ("question-waits-less-than-open-end", test_question_waits_less_than_open_end);
  ADD ("typing-has-weights-of-its-own", test_typing_has_weights_of_its_own);
  ADD ("bursty-people-are-waited-for", test_bursty_people_are_waited_for);
  ADD ("habits-become-features", test_habits_become_features);
  ADD ("terms-sum-to-the-wait", test_terms_sum_to_the_wait);
  ADD ("without-weights-it-is-swift", test_without_weights_it_is_swift);
  ADD ("channel-may-never-wait", test_channel_may_never_wait);
  ADD ("same-input-same-wait", test_same_input_same_wait);
  return g_test_run ();
}
