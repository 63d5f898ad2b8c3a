/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-answer.h"

#include <string.h>

static void
test_silence (void)
{
  const char *const silences[] = { "",
                                   "  \n",
                                   "[silence]",
                                   " [SILENCE]\n",
                                   "\u200b",
                                   "`[silence]`",
                                   "**[Silence]**.",
                                   "\"[silence]\"",
                                   "```\n[silence]\n```",
                                   "```text\n[silence]\n```",
                                   "[silence",
                                   "[silence] They only said ok.",
                                   "[silence]\n\nNothing to add.",
                                   "[wait]",
                                   "```\n```" };

  for (guint i = 0; i < G_N_ELEMENTS (silences); i++)
    g_assert_null (parley_answer_dup_text (silences[i]));
}

static void
test_what_only_looks_like_silence_is_text (void)
{
  const char *const texts[] = { "The word is [silence].",
                                "[silent night]",
                                "silence",
                                "[",
                                "[s",
                                "[silences are long",
                                "[waiter], please",
                                "```\n[silly]\n```",
                                "`[` is a bracket",
                                "ok [silence]\nbye",
                                "```c\nint a;\n```",
                                "- [wait] is a button\n- [silence] is one" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = parley_answer_dup_text (texts[i]);

      g_assert_cmpstr (text, ==, texts[i]);
    }
}

static void
test_word_on_a_line_of_its_own_ends_the_text (void)
{
  const char *const texts[] = { "Bye!\n[silence]", "Bye!\n\n  `[Silence]`\nand more",
                                "Bye!\n```\n[silence]\n```", "Bye!\n[wait]\n", "Bye!\n[silence" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = parley_answer_dup_text (texts[i]);

      g_assert_cmpstr (text, ==, "Bye!");
    }
}

static void
test_wait_is_told_from_silence (void)
{
  g_autoptr (ParleyAnswer) answer = parley_answer_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  parley_answer_feed (answer, "[wa", out);
  g_assert_false (parley_answer_is_over (answer));
  parley_answer_feed (answer, "it]", out);
  g_assert_true (parley_answer_is_over (answer));
  g_assert_cmpint (parley_answer_end (answer, out), ==, PARLEY_ANSWER_WAIT);
  g_assert_cmpstr (out->str, ==, "");
}

/* Held back is only what may still become a word, and not a byte longer. */
static void
test_text_is_not_held_back (void)
{
  g_autoptr (ParleyAnswer) answer = parley_answer_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  parley_answer_feed (answer, "[sil", out);
  g_assert_cmpstr (out->str, ==, "");
  parley_answer_feed (answer, "v", out);
  g_assert_cmpstr (out->str, ==, "[silv");
  parley_answer_feed (answer, "er]\n\n", out);
  g_assert_cmpstr (out->str, ==, "[silver]\n\n");
  parley_answer_feed (answer, "`", out);
  g_assert_cmpstr (out->str, ==, "[silver]\n\n");
  parley_answer_feed (answer, "a", out);
  g_assert_cmpstr (out->str, ==, "[silver]\n\n`a");
}

/* Returns: (transfer full): what is said of a text in pieces of up to @longest characters. */
static char *
say_in_pieces (const char *text, GRand *rand, int longest, ParleyAnswerKind *kind)
{
  g_autoptr (ParleyAnswer) answer = parley_answer_new ();
  g_autoptr (GString) said = g_string_new (NULL);

  while (*text != '\0')
    {
      int n = g_rand_int_range (rand, 1, longest + 1);
      const char *end = g_utf8_offset_to_pointer (text, MIN (n, g_utf8_strlen (text, -1)));
      g_autofree char *piece = g_strndup (text, end - text);
      g_autoptr (GString) out = g_string_new (NULL);

      parley_answer_feed (answer, piece, out);
      g_string_append_len (said, out->str, out->len);
      text = end;
    }
  *kind = parley_answer_end (answer, said);
  return g_string_free (g_steal_pointer (&said), FALSE);
}

static void
test_pieces_change_nothing (void)
{
  static const char *const alphabet[]
      = { "[silence]", "[wait]", "[sil", "ence]", "\n", "\n\n", " ",      "`", "```\n",
          "**",        "a",      "word", "é",     "\r", "\r\n", "\u200b", "." };
  GRand *rand = g_rand_new_with_seed (5);
  guint kinds[3] = { 0 };

  for (guint run = 0; run < 20000; run++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *whole = NULL;
      ParleyAnswerKind kind;

      for (int i = g_rand_int_range (rand, 0, 12); i > 0; i--)
        g_string_append (text, alphabet[g_rand_int_range (rand, 0, G_N_ELEMENTS (alphabet))]);
      whole = say_in_pieces (text->str, rand, G_MAXINT - 1, &kind);
      kinds[kind]++;
      for (int longest = 1; longest <= 7; longest += 3)
        {
          ParleyAnswerKind other;
          g_autofree char *pieces = say_in_pieces (text->str, rand, longest, &other);

          g_assert_cmpstr (pieces, ==, whole);
          g_assert_cmpint (other, ==, kind);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (kinds[i], >, 100);
  g_rand_free (rand);
}

static void
test_length_is_bounded (void)
{
  g_autofree char *endless = g_strnfill (1024 * 1024, 'a');
  g_autofree char *text = parley_answer_dup_text (endless);

  g_assert_cmpuint (strlen (text), ==, PARLEY_ANSWER_MAX_BYTES);
}

/* At a character, and then the model may be stopped. */
static void
test_length_ends_the_answer (void)
{
  g_autoptr (ParleyAnswer) answer = parley_answer_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  parley_answer_feed (answer, "a", out);
  for (guint i = 0; i < PARLEY_ANSWER_MAX_BYTES / 2 - 1; i++)
    parley_answer_feed (answer, "é", out);
  g_assert_false (parley_answer_is_over (answer));
  parley_answer_feed (answer, "éa", out);
  g_assert_true (parley_answer_is_over (answer));
  g_assert_cmpuint (out->len, ==, PARLEY_ANSWER_MAX_BYTES - 1);
  g_assert_cmpint (parley_answer_end (answer, out), ==, PARLEY_ANSWER_TEXT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/answer/silence", test_silence);
  g_test_add_func ("/brain/answer/no-silence", test_what_only_looks_like_silence_is_text);
  g_test_add_func ("/brain/answer/own-line", test_word_on_a_line_of_its_own_ends_the_text);
  g_test_add_func ("/brain/answer/wait", test_wait_is_told_from_silence);
  g_test_add_func ("/brain/answer/not-held-back", test_text_is_not_held_back);
  g_test_add_func ("/brain/answer/pieces", test_pieces_change_nothing);
  g_test_add_func ("/brain/answer/length-ends", test_length_ends_the_answer);
  g_test_add_func ("/brain/answer/length", test_length_is_bounded);
  return g_test_run ();
}
