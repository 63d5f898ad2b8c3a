/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-text.h"

#include <string.h>

static void
test_hidden_characters_go (void)
{
  g_autofree char *clean
      = parley_text_dup_clean (" a\u202eb\u200bc\ad\U000e0061e\tf\r\ng\rh\xc2\x85 ", 1000);

  g_assert_cmpstr (clean, ==, "abcde\tf\ng\nh");
}

/* Windows break a line there, so what follows stands at the beginning of one. */
static void
test_separators_are_line_breaks (void)
{
  g_autofree char *clean = parley_text_dup_clean ("a\u2028b\u2029", 1000);
  g_autofree char *line = parley_text_dup_line ("a\u2028b", 1000);

  g_assert_cmpstr (clean, ==, "a\nb");
  g_assert_cmpstr (line, ==, "a b");
}

static void
test_one_line (void)
{
  g_autofree char *line = parley_text_dup_line ("a\nb\r\nc\td", 1000);

  g_assert_cmpstr (line, ==, "a b c d");
}

static void
test_cut_is_at_a_character (void)
{
  for (gsize max = 0; max < 12; max++)
    {
      g_autofree char *clean = parley_text_dup_clean ("añb漢c🙂d", max);

      g_assert_true (g_utf8_validate (clean, -1, NULL));
      g_assert_cmpuint (strlen (clean), <=, max);
      g_assert_true (g_str_has_prefix ("añb漢c🙂d", clean));
    }
}

static void
test_broken_utf8 (void)
{
  g_autofree char *clean = parley_text_dup_clean ("a\xff"
                                                  "b\xc3",
                                                  1000);

  g_assert_true (g_utf8_validate (clean, -1, NULL));
  g_assert_nonnull (strstr (clean, "b"));
}

static void
test_own_words (void)
{
  const char *const cases[][2] = {
    { "plain", "plain" },
    { "two\nlines\n\nand more", "two\nlines\n\nand more" },
    { "> what time?\n\nat noon", "at noon" },
    { "first\n\n> what time?\n> or day?\n\nat noon", "first\nat noon" },
    { ">> older\n> old\n>\nyes\n", "yes\n" },
    { "yes\n\n> what time?\n", "yes" },
    { "> only a quote", "" },
    { "> one\r\n> two\r\nmine", "mine" },
    { ">:( no\n>_< yes", ">:( no\n>_< yes" },
    { "5 > 3", "5 > 3" },
    { "\n \n\tmine\n\n", "\tmine\n\n" },
    { "\n > no quote", " > no quote" },
    { " \n\n", "" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *own = parley_text_dup_own_words (cases[i][0]);

      g_assert_cmpstr (own, ==, cases[i][1]);
    }
}

static void
test_folded (void)
{
  g_autofree char *folded = parley_text_dup_folded ("ＯＫ？ It’s ﾊｲ… e\314\201");

  g_assert_cmpstr (folded, ==, "ok? it's ハイ... é");
}

static void
test_words_end_with_their_script (void)
{
  const char *const expected[] = { "我用", "iphone14", "吗", "don't", "ことば", "カタカナー", "é" };
  const char *cursor = " 我用iphone14吗, don't! ことばカタカナー (e\314\201)";
  ParleyTextWord word;
  guint n = 0;

  for (; parley_text_next_word (&cursor, &word); n++)
    {
      g_autofree char *string = g_strndup (word.start, word.length);
      g_autofree char *normal = g_utf8_normalize (string, -1, G_NORMALIZE_ALL_COMPOSE);

      g_assert_cmpuint (n, <, G_N_ELEMENTS (expected));
      g_assert_cmpstr (normal, ==, expected[n]);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
}

static void
test_folded_with_capitals (void)
{
  static const char *const texts[]
      = { "", "Hauptstraße 1", "IT’S Ünder ＡＢ", "Улица Ленина", "ﬁn Ǆ" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree guint8 *capitals = NULL;
      g_autofree char *folded = parley_text_dup_folded (texts[i]);
      g_autofree char *same = parley_text_dup_folded_capitals (texts[i], &capitals);

      g_assert_cmpstr (same, ==, folded);
      g_assert_cmpint (capitals[strlen (same)], ==, 0);
    }
  {
    g_autofree guint8 *capitals = NULL;
    g_autofree char *folded = parley_text_dup_folded_capitals ("aßÜb C", &capitals);

    g_assert_cmpstr (folded, ==, "assüb c");
    g_assert_cmpmem (capitals, strlen (folded), "\0\0\0\1\0\0\0\1", 8);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/text/hidden", test_hidden_characters_go);
  g_test_add_func ("/base/text/one-line", test_one_line);
  g_test_add_func ("/base/text/separators", test_separators_are_line_breaks);
  g_test_add_func ("/base/text/cut", test_cut_is_at_a_character);
  g_test_add_func ("/base/text/broken-utf8", test_broken_utf8);
  g_test_add_func ("/base/text/own-words", test_own_words);
  g_test_add_func ("/base/text/folded", test_folded);
  g_test_add_func ("/base/text/words", test_words_end_with_their_script);
  g_test_add_func ("/base/text/folded-with-capitals", test_folded_with_capitals);
  return g_test_run ();
}
