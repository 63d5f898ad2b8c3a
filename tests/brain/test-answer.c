/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-answer.h"

#include <string.h>

static void
test_silence (void)
{
  const char *const silences[] = { "", "  \n", "[silence]", " [SILENCE]\n", "\u200b" };

  for (guint i = 0; i < G_N_ELEMENTS (silences); i++)
    g_assert_null (parley_answer_dup_text (silences[i]));
}

static void
test_text_about_silence_is_text (void)
{
  g_autofree char *text = parley_answer_dup_text ("The word is [silence].");

  g_assert_cmpstr (text, ==, "The word is [silence].");
}

static void
test_reasoning_without_a_beginning_is_not_said (void)
{
  g_autofree char *text = parley_answer_dup_text ("They want pizza.\n</think>\n\nPizza it is.");

  g_assert_cmpstr (text, ==, "Pizza it is.");
  g_assert_null (parley_answer_dup_text ("Only thoughts.</think>"));
}

static void
test_length_is_bounded (void)
{
  g_autofree char *endless = g_strnfill (1024 * 1024, 'a');
  g_autofree char *text = parley_answer_dup_text (endless);

  g_assert_cmpuint (strlen (text), ==, PARLEY_ANSWER_MAX_BYTES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/answer/silence", test_silence);
  g_test_add_func ("/brain/answer/about-silence", test_text_about_silence_is_text);
  g_test_add_func ("/brain/answer/reasoning", test_reasoning_without_a_beginning_is_not_said);
  g_test_add_func ("/brain/answer/length", test_length_is_bounded);
  return g_test_run ();
}
