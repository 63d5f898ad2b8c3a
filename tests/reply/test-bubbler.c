/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-bubbles.h"

#include <string.h>

static const ParleyBubbleRules chat_rules = { .max_bubbles = 3, .max_chars = 300 };
static const ParleyBubbleRules irc_rules = {
  .max_bubbles = 3,
  .max_chars = 300,
  .limits = { .max_bytes = 400, .max_lines = 4, .one_line = TRUE, .min_gap_ms = 2000 },
};

static char *
split (const char *text, const ParleyBubbleRules *rules)
{
  g_autoptr (GPtrArray) bubbles = parley_bubbles_split (text, rules);

  g_ptr_array_add (bubbles, NULL);
  return g_strjoinv ("|", (char **) bubbles->pdata);
}

#define assert_split(text, rules, expected)                                                        \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *joined_ = split (text, rules);                                                \
    g_assert_cmpstr (joined_, ==, expected);                                                       \
  }                                                                                                \
  G_STMT_END

static void
test_blank_lines (void)
{
  assert_split ("one\n\ntwo", &chat_rules, "one|two");
  assert_split ("  one\ntwo \n \t \n\n\nthree\n", &chat_rules, "one\ntwo|three");
  assert_split ("", &chat_rules, "");
  assert_split (" \n\n ", &chat_rules, "");
}

static void
test_short_text_stays_whole (void)
{
  assert_split ("One sentence. Another one! A third?", &chat_rules,
                "One sentence. Another one! A third?");
}

static void
test_rest_joins_the_last (void)
{
  assert_split ("a\n\nb\n\nc\n\nd\n\ne", &chat_rules, "a|b|c\nd\ne");
}

static void
test_long_text_is_cut_at_sentences (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 30 };

  assert_split ("The first sentence. The second one is here. 3.5 is no end.", &rules,
                "The first sentence.|The second one is here.|3.5 is no end.");
  assert_split ("一二三四五。六七八九十一二三四五六七八九十一二三四五六七八九十。末", &rules,
                "一二三四五。|六七八九十一二三四五六七八九十一二三四五六七八九十。末");
}

static void
test_long_sentence_is_cut_at_words (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 12 };

  assert_split ("one two three four five", &rules, "one two|three four|five");
}

static void
test_address_stays_whole (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 40 };

  assert_split ("Look at this: https://example.org/a.b?c=d!e and say", &rules,
                "Look at this:|https://example.org/a.b?c=d!e and say");
}

static void
test_code_stays_whole (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 20 };

  assert_split ("Try:\n\n```\nfirst line of code\n\nsecond line of code\n```\n\nDone.", &rules,
                "Try:|```\nfirst line of code\n\nsecond line of code\n```|Done.");
}

static void
test_grapheme_stays_whole (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .limits = { .max_bytes = 8 } };
  const char *flag = "🇩🇪"; /* two characters of four bytes each, one grapheme */
  g_autofree char *text = g_strconcat ("ab", flag, flag, NULL);
  g_autofree char *expected = g_strconcat ("ab|", flag, "|", flag, NULL);

  assert_split (text, &rules, expected);
}

static void
test_irc_line_is_within_bytes (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) bubbles = NULL;
  g_autofree char *joined = NULL;

  for (guint i = 0; i < 120; i++)
    g_string_append_printf (text, "%swörd%u", i > 0 ? " " : "", i);
  bubbles = parley_bubbles_split (text->str, &irc_rules);
  g_assert_cmpuint (bubbles->len, >, 1);
  g_assert_cmpuint (bubbles->len, <=, 4);
  for (guint i = 0; i < bubbles->len; i++)
    g_assert_cmpuint (strlen (bubbles->pdata[i]), <=, 400);
  g_ptr_array_add (bubbles, NULL);
  joined = g_strjoinv (" ", (char **) bubbles->pdata);
  g_assert_cmpstr (joined, ==, text->str); /* nothing lost, no word cut */
}

static void
test_irc_has_no_blank_line (void)
{
  assert_split ("one\n\n\ntwo\nthree", &irc_rules, "one|two|three");
  assert_split ("1\n2\n3\n4\n5\n6", &irc_rules, "1 2 3 4 5 6");
}

static void
test_irc_has_four_lines_at_most (void)
{
  g_autofree char *text = g_strnfill (5000, 'x');
  g_autoptr (GPtrArray) bubbles = parley_bubbles_split (text, &irc_rules);

  g_assert_cmpuint (bubbles->len, ==, 4);
  g_assert_true (g_str_has_suffix (bubbles->pdata[3], " …"));
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (strlen (bubbles->pdata[i]), <=, 400);
}

/* Whatever the text and the bounds: every byte but blanks comes out once, in order. */
static void
test_nothing_is_lost (void)
{
  const char *const alphabet[] = { "a", "é", "漢", "🇩🇪", " ", "\n", "\n\n", ".", "!", "```", "。" };
  GRand *rand = g_rand_new_with_seed (7);

  for (guint run = 0; run < 2000; run++)
    {
      const ParleyBubbleRules rules = { .max_bubbles = g_rand_int_range (rand, 0, 5),
                                        .max_chars = g_rand_int_range (rand, 1, 20),
                                        .limits = { .max_bytes = g_rand_int_range (rand, 4, 40) } };
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *joined = NULL;
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autoptr (GString) got = g_string_new (NULL);

      for (int i = g_rand_int_range (rand, 0, 60); i > 0; i--)
        g_string_append (text, alphabet[g_rand_int_range (rand, 0, G_N_ELEMENTS (alphabet))]);
      joined = split (text->str, &rules);
      for (const char *p = text->str; *p != '\0'; p++)
        if (strchr (" \n", *p) == NULL)
          g_string_append_c (expected, *p);
      for (const char *p = joined; *p != '\0'; p++)
        if (strchr (" \n|", *p) == NULL)
          g_string_append_c (got, *p);
      g_assert_true (g_utf8_validate (joined, -1, NULL));
      g_assert_cmpstr (got->str, ==, expected->str);
    }
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reply/bubbles/blank-lines", test_blank_lines);
  g_test_add_func ("/reply/bubbles/short-text", test_short_text_stays_whole);
  g_test_add_func ("/reply/bubbles/rest-joins-the-last", test_rest_joins_the_last);
  g_test_add_func ("/reply/bubbles/sentences", test_long_text_is_cut_at_sentences);
  g_test_add_func ("/reply/bubbles/words", test_long_sentence_is_cut_at_words);
  g_test_add_func ("/reply/bubbles/address", test_address_stays_whole);
  g_test_add_func ("/reply/bubbles/code", test_code_stays_whole);
  g_test_add_func ("/reply/bubbles/grapheme", test_grapheme_stays_whole);
  g_test_add_func ("/reply/bubbles/irc-bytes", test_irc_line_is_within_bytes);
  g_test_add_func ("/reply/bubbles/irc-no-blank-line", test_irc_has_no_blank_line);
  g_test_add_func ("/reply/bubbles/irc-four-lines", test_irc_has_four_lines_at_most);
  g_test_add_func ("/reply/bubbles/nothing-is-lost", test_nothing_is_lost);
  return g_test_run ();
}
