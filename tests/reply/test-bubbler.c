/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-bubbler.h"

#include <string.h>

static const ParleyBubbleRules chat_rules = { .max_bubbles = 3, .max_chars = 300 };
static const ParleyBubbleRules irc_rules = {
  .max_bubbles = 3,
  .max_chars = 300,
  .limits = { .max_bytes = 400, .max_lines = 4, .one_line = TRUE, .min_gap_ms = 2000 },
};

static void
take_all (ParleyBubbler *bubbler, GPtrArray *bubbles)
{
  ParleyMarkup *bubble;

  while ((bubble = parley_bubbler_take (bubbler)) != NULL)
    {
      g_ptr_array_add (bubbles, g_strdup (parley_markup_get_text (bubble)));
      parley_markup_free (bubble);
    }
}

static GPtrArray *
split_whole (const char *text, const ParleyBubbleRules *rules)
{
  g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (rules);
  GPtrArray *bubbles = g_ptr_array_new_with_free_func (g_free);

  parley_bubbler_push (bubbler, text);
  parley_bubbler_end (bubbler);
  take_all (bubbler, bubbles);
  return bubbles;
}

static char *
join (GPtrArray *bubbles, const char *between)
{
  g_ptr_array_add (bubbles, NULL);
  return g_strjoinv (between, (char **) bubbles->pdata);
}

static char *
split (const char *text, const ParleyBubbleRules *rules)
{
  g_autoptr (GPtrArray) bubbles = split_whole (text, rules);

  return join (bubbles, "|");
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
  assert_split ("a\n\nb\n\nc\n\nd\n\ne", &chat_rules, "a|b|c\n\nd\n\ne");
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
                "Try:|first line of code\n\nsecond line of code|Done.");
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
  bubbles = split_whole (text->str, &irc_rules);
  g_assert_cmpuint (bubbles->len, >, 1);
  g_assert_cmpuint (bubbles->len, <=, 4);
  for (guint i = 0; i < bubbles->len; i++)
    g_assert_cmpuint (strlen (bubbles->pdata[i]), <=, 400);
  joined = join (bubbles, " ");
  g_assert_cmpstr (joined, ==, text->str); /* nothing lost, no word cut */
}

static void
test_irc_has_no_blank_line (void)
{
  assert_split ("one\n\n\ntwo\nthree", &irc_rules, "one|two|three");
  assert_split ("1\n2\n3\n4\n5\n6", &irc_rules, "1|2 3 4 5 6");
}

static void
test_irc_has_four_lines_at_most (void)
{
  g_autofree char *text = g_strnfill (5000, 'x');
  g_autoptr (GPtrArray) bubbles = split_whole (text, &irc_rules);

  g_assert_cmpuint (bubbles->len, ==, 4);
  g_assert_true (g_str_has_suffix (bubbles->pdata[3], " …"));
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (strlen (bubbles->pdata[i]), <=, 400);
}

/* Whatever the text and the bounds: every byte but blanks and fences comes out once, in order. */
static void
test_nothing_is_lost (void)
{
  const char *const alphabet[]
      = { "a", "é", "漢", "🇩🇪", " ", "\n", "\n\n", ".", "!", "\n```\n", "。" };
  GRand *rand = g_rand_new_with_seed (7);

  for (guint run = 0; run < 1000; run++)
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
        if (strchr (" \n`", *p) == NULL)
          g_string_append_c (expected, *p);
      for (const char *p = joined; *p != '\0'; p++)
        if (strchr (" \n|`", *p) == NULL)
          g_string_append_c (got, *p);
      g_assert_true (g_utf8_validate (joined, -1, NULL));
      g_assert_cmpstr (got->str, ==, expected->str);
    }
  g_rand_free (rand);
}

/* Markup is cut between its words, never within its marks. */
static void
test_markup_is_cut_whole (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 20 };
  g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (&rules);
  g_autoptr (ParleyMarkup) first = NULL;
  g_autoptr (ParleyMarkup) second = NULL;
  g_autofree char *first_html = NULL;
  g_autofree char *second_html = NULL;

  parley_bubbler_push (bubbler, "A **bold word. And one more** of them");
  parley_bubbler_end (bubbler);
  first = parley_bubbler_take (bubbler);
  second = parley_bubbler_take (bubbler);
  first_html = parley_markup_dup_html (first);
  second_html = parley_markup_dup_html (second);
  g_assert_cmpstr (first_html, ==, "A <b>bold word.</b>");
  g_assert_cmpstr (second_html, ==, "<b>And one more</b> of them");
}

/* Marks don't count: 20 characters are seen. */
static void
test_limits_count_what_is_seen (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 20 };

  assert_split ("**one** *two* `three` **four** x", &rules, "one two three four x");
}

static void
test_sentences_that_are_none (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 24 };

  assert_split ("It is late, e.g. twelve or so. Good night then.", &rules,
                "It is late, e.g. twelve|or so. Good night then.");
  assert_split ("Ask Mr J. R. Smith there tomorrow", &rules, "Ask Mr J. R. Smith there|tomorrow");
  assert_split ("We need this:\n1. milk and bread\n2. eggs", &rules,
                "We need this:|1. milk and bread|2. eggs");
  assert_split ("He said \"Go home now.\" So we went away", &rules,
                "He said \"Go home now.\"|So we went away");
}

static void
test_word_longer_than_a_bubble_stays_whole (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 10 };

  assert_split ("so Donaudampfschifffahrt it is", &rules, "so|Donaudampfschifffahrt|it is");
  assert_split ("well-known well-known", &rules, "well-known|well-known");
}

static void
test_scripts_without_blanks_are_cut_between_words (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 6 };

  assert_split ("我们明天下午见面吧", &rules, "我们明天下午|见面吧");
  assert_split ("今日はコーヒー、でしょう", &rules, "今日はコー|ヒー、でしょ|う");
  assert_split ("看https://x.org/漢字漢字 吧", &rules, "看|https://x.org/漢字漢字|吧");
}

static void
test_graphemes_are_never_cut (void)
{
  static const char *const graphemes[]
      = { "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301\u0323", "👍🏽", "각", "1️⃣", "नि" };

  for (guint i = 0; i < G_N_ELEMENTS (graphemes); i++)
    for (gsize max = 1; max <= 20; max++)
      {
        const ParleyBubbleRules rules = { .max_chars = max };
        g_autofree char *text
            = g_strconcat (graphemes[i], graphemes[i], " x ", graphemes[i], graphemes[i], NULL);
        g_autoptr (GPtrArray) bubbles = split_whole (text, &rules);

        for (guint j = 0; j < bubbles->len; j++)
          {
            g_auto (GStrv) parts = g_strsplit (bubbles->pdata[j], graphemes[i], -1);
            g_autofree char *rest = g_strjoinv ("", parts);

            g_assert_true (*rest == '\0' || strspn (rest, " x") == strlen (rest));
          }
      }
}

static void
test_inline_code_and_blocks_are_not_cut (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 9, .max_chars = 12 };

  assert_split ("do `make all. Then install` it", &rules, "do|make all. Then install|it");
  assert_split ("Run:\n```\n  one. Two\n\n  three four five\n```\nand then stop here", &rules,
                "Run:|  one. Two\n\n  three four five|and then|stop here");
}

/* What may hold no line break is cut by bytes only where the protocol says so, even the last. */
static void
test_byte_limit_goes_before_the_number (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 1, .limits = { .max_bytes = 10 } };

  assert_split ("one two three four five", &rules, "one two|three four|five");
}

/* Streams */

static GPtrArray *
split_pieces (const char *text, const ParleyBubbleRules *rules, GRand *rand, int longest)
{
  g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (rules);
  GPtrArray *bubbles = g_ptr_array_new_with_free_func (g_free);

  while (*text != '\0')
    {
      int n = g_rand_int_range (rand, 1, longest + 1);
      const char *end = g_utf8_offset_to_pointer (text, MIN (n, g_utf8_strlen (text, -1)));
      g_autofree char *piece = g_strndup (text, end - text);

      parley_bubbler_push (bubbler, piece);
      take_all (bubbler, bubbles);
      text = end;
    }
  parley_bubbler_end (bubbler);
  take_all (bubbler, bubbles);
  return bubbles;
}

static GPtrArray *
split_in_two (const char *text, gsize at, const ParleyBubbleRules *rules)
{
  g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (rules);
  g_autofree char *first = g_strndup (text, at);
  GPtrArray *bubbles = g_ptr_array_new_with_free_func (g_free);

  parley_bubbler_push (bubbler, first);
  take_all (bubbler, bubbles);
  parley_bubbler_push (bubbler, text + at);
  parley_bubbler_end (bubbler);
  take_all (bubbler, bubbles);
  return bubbles;
}

static void
assert_same (GPtrArray *bubbles, const char *expected)
{
  g_autofree char *joined = join (bubbles, "\f");

  g_assert_cmpstr (joined, ==, expected);
}

static char *
make_text (GRand *rand)
{
  static const char *const alphabet[] = { "a",
                                          "word ",
                                          "Word ",
                                          "é",
                                          "漢字",
                                          "。",
                                          "🇩🇪",
                                          "👩‍👩‍👧",
                                          " ",
                                          "\n",
                                          "\n\n",
                                          ". ",
                                          "! ",
                                          "? ",
                                          ".\" ",
                                          "```\n",
                                          "\n```\n",
                                          "`",
                                          "*",
                                          "**",
                                          "_",
                                          "[t](https://x.org/a) ",
                                          "https://x.org/a.b?c ",
                                          "- ",
                                          "\n* ",
                                          "1. ",
                                          "# ",
                                          "\\",
                                          "\\*",
                                          "  ",
                                          "...",
                                          "e.g. ",
                                          "[",
                                          "](",
                                          ")",
                                          "e\u0301",
                                          "\t" };
  GString *text = g_string_new (NULL);

  for (int i = g_rand_int_range (rand, 0, 80); i > 0; i--)
    g_string_append (text, alphabet[g_rand_int_range (rand, 0, G_N_ELEMENTS (alphabet))]);
  return g_string_free (text, FALSE);
}

static ParleyBubbleRules
make_rules (GRand *rand)
{
  const ParleyBubbleRules rules = {
    .max_bubbles = g_rand_int_range (rand, 0, 5),
    .max_chars = g_rand_int_range (rand, 0, 60),
    .limits = { .max_bytes = g_rand_boolean (rand) ? 0 : g_rand_int_range (rand, 4, 80),
                .max_lines = g_rand_int_range (rand, 0, 5),
                .one_line = g_rand_int_range (rand, 0, 3) == 0 },
  };

  return rules;
}

static void
test_pieces_change_nothing (void)
{
  GRand *rand = g_rand_new_with_seed (3);

  for (guint run = 0; run < 1500; run++)
    {
      const ParleyBubbleRules rules = make_rules (rand);
      g_autofree char *text = make_text (rand);
      g_autofree char *expected = NULL;
      g_autoptr (GPtrArray) whole = split_whole (text, &rules);

      expected = join (whole, "\f");
      for (int longest = 1; longest <= 9; longest += 4)
        {
          g_autoptr (GPtrArray) bubbles = split_pieces (text, &rules, rand, longest);
          assert_same (bubbles, expected);
        }
    }
  g_rand_free (rand);
}

static void
test_two_pieces_change_nothing (void)
{
  GRand *rand = g_rand_new_with_seed (4);

  for (guint run = 0; run < 100; run++)
    {
      const ParleyBubbleRules rules = make_rules (rand);
      g_autofree char *text = make_text (rand);
      g_autoptr (GPtrArray) whole = split_whole (text, &rules);
      g_autofree char *expected = join (whole, "\f");

      for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
        {
          g_autoptr (GPtrArray) bubbles = split_in_two (text, p - text, &rules);

          assert_same (bubbles, expected);
        }
    }
  g_rand_free (rand);
}

/* Returns: how many bytes were pushed, one at a time, when the first bubble was there. */
static gsize
find_first (const char *text, const ParleyBubbleRules *rules)
{
  g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (rules);
  gsize n = 0;
  gboolean found = FALSE;

  while (!found && text[n] != '\0')
    {
      const char piece[] = { text[n++], '\0' };
      g_autoptr (ParleyMarkup) bubble = NULL;

      parley_bubbler_push (bubbler, piece);
      bubble = parley_bubbler_take (bubbler);
      found = bubble != NULL;
    }
  return found ? n : 0;
}

static gsize
get_end (const char *text, const char *part)
{
  return strstr (text, part) - text + strlen (part);
}

static void
test_bubble_comes_with_the_byte_that_ends_it (void)
{
  const ParleyBubbleRules rules = { .max_bubbles = 3, .max_chars = 20 };
  const char *paragraph = "Yes, why not?\n\nI come at two.";
  const char *sentence = "Yes, why not? I come at two or so.";
  const char *marked = "*Yes*, why **not**? I come at two.";
  const char *open = "*Yes, why not? I come at two or so* then";
  const char *code = "```\none\n\ntwo\n```\n\nthree";

  g_assert_cmpuint (find_first (paragraph, &rules), ==, get_end (paragraph, "?\n\n"));
  g_assert_cmpuint (find_first (sentence, &rules), ==, get_end (sentence, "come at "));
  g_assert_cmpuint (find_first (marked, &rules), ==, get_end (marked, "at "));
  g_assert_cmpuint (find_first (open, &rules), ==, get_end (open, "so* "));
  g_assert_cmpuint (find_first (code, &rules), ==, get_end (code, "two\n```\n\n"));
  g_assert_cmpuint (find_first ("One line.\nAnd another one.", &irc_rules), ==,
                    strlen ("One line.\n"));
  g_assert_cmpuint (find_first ("One line. And so on", &irc_rules), ==, 0);
}

/* 8 KiB take some milliseconds, a piece well under one. Were the whole looked at with each piece,
 * it would take about a second. */
static void
test_hostile_streams (void)
{
  static const char *const pieces[]
      = { "a", "a ", "*a ", "`a ", "[a ", "a\n", "漢", "*", "\\", "```\n", "a. " };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (&chat_rules);
      gint64 start = g_get_monotonic_time ();
      gint64 taken;

      for (guint n = 0; n < 8192 / strlen (pieces[i]); n++)
        parley_bubbler_push (bubbler, pieces[i]);
      parley_bubbler_end (bubbler);
      taken = g_get_monotonic_time () - start;
      g_test_message ("%s: %" G_GINT64_FORMAT " µs", pieces[i], taken);
      g_assert_cmpint (taken, <, G_USEC_PER_SEC / 3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reply/bubbler/blank-lines", test_blank_lines);
  g_test_add_func ("/reply/bubbler/short-text", test_short_text_stays_whole);
  g_test_add_func ("/reply/bubbler/rest-joins-the-last", test_rest_joins_the_last);
  g_test_add_func ("/reply/bubbler/sentences", test_long_text_is_cut_at_sentences);
  g_test_add_func ("/reply/bubbler/words", test_long_sentence_is_cut_at_words);
  g_test_add_func ("/reply/bubbler/address", test_address_stays_whole);
  g_test_add_func ("/reply/bubbler/code", test_code_stays_whole);
  g_test_add_func ("/reply/bubbler/grapheme", test_grapheme_stays_whole);
  g_test_add_func ("/reply/bubbler/irc-bytes", test_irc_line_is_within_bytes);
  g_test_add_func ("/reply/bubbler/irc-no-blank-line", test_irc_has_no_blank_line);
  g_test_add_func ("/reply/bubbler/irc-four-lines", test_irc_has_four_lines_at_most);
  g_test_add_func ("/reply/bubbler/nothing-is-lost", test_nothing_is_lost);
  g_test_add_func ("/reply/bubbler/markup-whole", test_markup_is_cut_whole);
  g_test_add_func ("/reply/bubbler/what-is-seen", test_limits_count_what_is_seen);
  g_test_add_func ("/reply/bubbler/no-sentences", test_sentences_that_are_none);
  g_test_add_func ("/reply/bubbler/long-word", test_word_longer_than_a_bubble_stays_whole);
  g_test_add_func ("/reply/bubbler/no-blanks", test_scripts_without_blanks_are_cut_between_words);
  g_test_add_func ("/reply/bubbler/graphemes", test_graphemes_are_never_cut);
  g_test_add_func ("/reply/bubbler/code-cut", test_inline_code_and_blocks_are_not_cut);
  g_test_add_func ("/reply/bubbler/byte-limit", test_byte_limit_goes_before_the_number);
  g_test_add_func ("/reply/bubbler/pieces", test_pieces_change_nothing);
  g_test_add_func ("/reply/bubbler/two-pieces", test_two_pieces_change_nothing);
  g_test_add_func ("/reply/bubbler/first", test_bubble_comes_with_the_byte_that_ends_it);
  g_test_add_func ("/reply/bubbler/hostile", test_hostile_streams);
  return g_test_run ();
}
