/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-complexity.h"

#include <string.h>

#define LARGE 4000

typedef struct
{
  const char *text;
  guint context_tokens;
  const char *complexity;
} Row;

static const Row rows[] = {
  { "What is 2+2?", 0, "simple" },
  { "hey, are you coming tonight?", 0, "simple" },
  { "?", 0, "simple" },
  { "", 0, "simple" },
  { "Read config.py and explain it", 0, "medium" },
  { "Read config.py and explain it", LARGE, "complex" },
  { "Analyze the entire architecture of Victor", 0, "complex" },
  { "Vergleich mal alles, was wir über den Urlaub gesagt haben", 0, "complex" },
  { "总结一下我们所有的对话", 0, "complex" },
  { "where were we? who came along? and what did it cost?", 0, "complex" },
  { "what??? really???", 0, "simple" },
  { "Write me a poem for her birthday", 0, "generation" },
  { "kannst du das bitte übersetzen", 0, "generation" },
  { "Переведи это, пожалуйста", 0, "generation" },
  /* Not at the beginning of a word. */
  { "the overdraft is back", 0, "simple" },
};

static void
test_table (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyComplexityWords) words = parley_complexity_words_new (data);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ParleyComplexity complexity
          = parley_complexity_judge (words, rows[i].text, rows[i].context_tokens, LARGE);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpstr (parley_complexity_to_string (complexity), ==, rows[i].complexity);
    }
}

static void
test_length_without_words (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyComplexityWords) words = parley_complexity_words_new (data);
  g_autofree char *tale = g_strnfill (4000, 'x');
  g_autofree char *endless = g_strnfill (16 * 1024 * 1024, '?');

  g_assert_cmpint (parley_complexity_judge (words, tale, 0, LARGE), ==, PARLEY_COMPLEXITY_MEDIUM);
  g_assert_cmpint (parley_complexity_judge (words, endless, 0, LARGE), ==,
                   PARLEY_COMPLEXITY_MEDIUM);
  g_assert_cmpint (parley_complexity_judge (words, "\xff\xfe", 0, LARGE), ==,
                   PARLEY_COMPLEXITY_SIMPLE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/complexity/table", test_table);
  g_test_add_func ("/brain/complexity/length", test_length_without_words);
  return g_test_run ();
}
