/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-change.h"

static void
test_table (void)
{
  const struct
  {
    const char *before;
    const char *after;
    gboolean matters;
  } cases[] = {
    { "see you at 6", "see you at 7", TRUE },
    { "see you at 6:30", "see you at 6 30", FALSE },
    { "we were there yesterday", "we were there on Monday", TRUE },
    { "it is ready.", "it is ready?", TRUE },
    { "is the red one there?", "is the blue one there?", TRUE },
    { "did you get teh letter I sent?", "did you get the letter I sent?", FALSE },
    { "come home", "emergency, come home", TRUE },
    { "nice photograf", "nice photograph", FALSE },
    { "Same", "same", FALSE },
    { "", "", FALSE },
  };
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s -> %s", cases[i].before, cases[i].after);
      g_assert_cmpint (parley_change_matters (lexicon, cases[i].before, cases[i].after), ==,
                       cases[i].matters);
    }
}

static void
test_cost_is_bounded (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  g_autofree char *a = g_strnfill (1 << 20, '1');
  g_autofree char *b = g_strnfill (1 << 20, '?');
  const gint64 start = g_get_monotonic_time ();

  g_assert_true (parley_change_matters (lexicon, a, b));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 50000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/change/table", test_table);
  g_test_add_func ("/turn/change/cost", test_cost_is_bounded);
  return g_test_run ();
}
