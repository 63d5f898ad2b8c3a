/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-shape.h"

typedef struct
{
  const char *text;
  ParleyShape shape;
  gboolean completion;
} Case;

#define G PARLEY_SHAPE_GREETING_ONLY
#define F PARLEY_SHAPE_FRAGMENT
#define I PARLEY_SHAPE_INCOMPLETE_ENTITY
#define P PARLEY_SHAPE_POSSIBLY_INCOMPLETE
#define L PARLEY_SHAPE_LIKELY_COMPLETE

static const Case cases[] = {
  { "hey", G, FALSE },
  { "Hello!", G, TRUE },
  { "good morning :)", G, FALSE },
  { "hi 👋🏽", G, FALSE },
  { "hi there, can you help me with this", L, FALSE },
  { "wait...", F, FALSE },
  { "so then…", F, FALSE },
  { "first of all,", F, FALSE },
  { "the list:", F, FALSE },
  { "what i mean -", F, FALSE },
  { "然后，", F, FALSE },
  { "と：", F, FALSE },
  { "so i just had and", F, FALSE },
  { "I think that THE", F, FALSE },
  { "because  ", F, FALSE },
  { "sand", P, FALSE }, /* ends in the letters of "and" */
  { "please cancel my order", I, FALSE },
  { "it is ticket #", I, FALSE },
  { "my Case #  ", I, FALSE },
  { "i have no idea", L, FALSE }, /* "id" is not a word of it */
  { "of pizza", P, FALSE },
  { "lol", P, FALSE },
  { "?", L, TRUE },
  { "？", L, TRUE },
  { "ok", L, FALSE },
  { "Yes", L, FALSE },
  { "no", L, FALSE },
  { "thanks", L, TRUE },
  { "thank you", L, TRUE },
  { "really?", L, TRUE },
  { "何時ですか？", L, TRUE },
  { "好。", L, TRUE },
  { "can you send it please", L, TRUE },
  { "i had 3 slices", L, FALSE },
  { "is that bad lol", L, FALSE },
  { "", P, FALSE },
  { "   ", P, FALSE },
};

static ParleyLexicon *
load_lexicon (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  return parley_lexicon_new (data);
}

static void
test_table (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("“%s”", cases[i].text);
      g_assert_cmpstr (parley_shape_to_string (parley_shape_of (cases[i].text, lexicon)), ==,
                       parley_shape_to_string (cases[i].shape));
      g_assert_cmpint (parley_shape_is_explicit_completion (cases[i].text, lexicon), ==,
                       cases[i].completion);
    }
}

static void
test_short_answers (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();

  g_assert_true (parley_shape_is_short_answer (" OK ", lexicon));
  g_assert_true (parley_shape_is_short_answer ("?", lexicon));
  g_assert_true (parley_shape_is_short_answer ("yeah", lexicon));
  g_assert_false (parley_shape_is_short_answer ("ok then", lexicon));
  g_assert_false (parley_shape_is_short_answer ("", lexicon));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/shape/table", test_table);
  g_test_add_func ("/turn/shape/short-answers", test_short_answers);
  return g_test_run ();
}
