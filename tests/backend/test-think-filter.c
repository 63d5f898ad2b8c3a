/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "backend/parley-think-filter.h"

typedef struct
{
  const char *input;
  const char *wanted;
} Row;

static const Row rows[] = {
  { "Hello", "Hello" },
  { "", "" },
  { "<think>secret</think>Hello", "Hello" },
  { "<think>secret</think>\n\n Hello", "Hello" },
  { "Hi <think>secret</think> there", "Hi  there" },
  { "<think>a</think>b<think>c</think>d", "bd" },
  { "<think>never closed", "" },
  { "a<think>never closed</thin", "a" },
  { "<think></think>", "" },
  { "<think><think>a</think>b", "b" },
  { "<<think>a</think>b", "<b" },
  { "<thi<think>a<</think>b", "<thib" },
  { "<think>a</thi</think>b", "b" },
  { "1 < 2 <th", "1 < 2 <th" },
  { "<thinking>aloud", "<thinking>aloud" },
  { "a </think> b", "a </think> b" },
  { "ä<think>ö</think>ü", "äü" },
};

/* @cut: the pieces' length, or where the only cut is. */
static char *
filter_pieces (const char *input, gsize first, gsize others)
{
  g_autoptr (ParleyThinkFilter) filter = parley_think_filter_new ();
  GString *out = g_string_new (NULL);
  gsize length = strlen (input);
  gsize piece = first;

  for (gsize i = 0; i < length; i += piece, piece = others)
    {
      g_autofree char *text = NULL;

      if (piece == 0)
        continue;
      text = g_strndup (input + i, piece);
      parley_think_filter_feed (filter, text, out);
    }
  parley_think_filter_end (filter, out);
  return g_string_free (out, FALSE);
}

static void
test_result_is_the_same_at_every_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *tiny = filter_pieces (rows[i].input, 1, 1);

      g_assert_cmpstr (tiny, ==, rows[i].wanted);
      for (gsize cut = 0; cut <= strlen (rows[i].input); cut++)
        {
          g_autofree char *result = filter_pieces (rows[i].input, cut, 1000);

          g_assert_cmpstr (result, ==, rows[i].wanted);
        }
    }
}

static void
test_only_a_possible_tag_is_held_back (void)
{
  static const Row steps[] = {
    { "Hello", "Hello" },  { " <", "Hello " },         { "th", "Hello " },
    { "e", "Hello <the" }, { "<think", "Hello <the" }, { "x", "Hello <the<thinkx" },
  };
  g_autoptr (ParleyThinkFilter) filter = parley_think_filter_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      parley_think_filter_feed (filter, steps[i].input, out);
      g_assert_cmpstr (out->str, ==, steps[i].wanted);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/think-filter/same-at-every-cut", test_result_is_the_same_at_every_cut);
  g_test_add_func ("/think-filter/holds-back-only-a-possible-tag",
                   test_only_a_possible_tag_is_held_back);
  return g_test_run ();
}
