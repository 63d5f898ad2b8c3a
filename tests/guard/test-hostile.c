/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The one way in and the one way out, with all that people and models may write. */
#include "base/parley-text.h"
#include "guard/parley-inbound.h"
#include "guard/parley-inert.h"

#include <string.h>

/* What may stand before a command and not be seen, or be taken off by whoever reads the line. */
static const char *const fronts[] = {
  "",
  "\n",
  "x\n",
  "x\r",
  "x\r\n",
  "\t",
  "x\n\t",
  "\001",
  "\x1b[0m",
  "\x7f",
  "\xc2\x85",
  "\u200b",
  "\u200e",
  "\u202e",
  "\u2066",
  "\ufeff",
  "\u00ad",
  "\U000e0001",
  "\U000e0100",
  "\ufe00",
  "\u3164",
  "\uffff",
  "<b>",
  "<i></i>",
  "<b><i>",
  "<!-- x -->",
  "<a href=x>",
  "<<b>",
  "?OTR",
  "x\n?OTR",
  "?O?OTRTR",
  " \t  \t\t\t\t \t \t \t  ",
  "\xff",
  "\xc3",
  "x\n<font color=\"red\">",
  "\u2028",
  "x\u2029",
  "\v",
  "x\f",
};

static const char *const commands[] = {
  "!cmd",      "/cmd",          "/me waves", "&#33;cmd", "&#x21;cmd",   "&excl;cmd",
  "&sol;quit", "<b>!cmd</b>",   "!",         "/",        "\001DCC\001", "?OTRv2?",
  "&#47;exec", "<img src=x>!c", "\t!cmd",    "&#9;!cmd",
};

/* As a plugin may judge a line: without what looks like tags. */
static const char *
skip_tags (const char *line)
{
  const char *end;

  while (*line == '<' && (end = strchr (line, '>')) != NULL)
    line = end + 1;
  return line;
}

static gboolean
has_hidden (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (parley_text_is_hidden (g_utf8_get_char (p)))
        return TRUE;
    }
  return FALSE;
}

static void
assert_inert (const char *bubble)
{
  g_autofree char *inert = parley_inert_dup (bubble);
  g_auto (GStrv) lines = g_strsplit (inert, "\n", -1);

  g_assert_true (g_utf8_validate (inert, -1, NULL));
  g_assert_false (has_hidden (inert));
  g_assert_null (strstr (inert, "?OTR"));
  g_assert_null (strstr (inert, PARLEY_OTR_TAG));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *seen = skip_tags (lines[i]);

      if (*seen == '!' || *seen == '/' || *seen == '\t'
          || (*seen == '&' && seen[1] != ' ' && strchr (seen, ';') != NULL))
        g_test_fail_printf ("“%s” comes out as “%s”", bubble, inert);
    }
}

static void
test_nothing_goes_out_as_a_command (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fronts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (fronts); j++)
      for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
        {
          g_autofree char *bubble = g_strconcat (fronts[i], fronts[j], commands[k], NULL);

          assert_inert (bubble);
        }
}

static void
test_all_that_comes_in_is_plain_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fronts); i++)
    for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
      {
        g_autofree char *line = g_strconcat (fronts[i], commands[k], fronts[i], NULL);
        g_autofree char *clean = parley_inbound_dup_clean (line, FALSE);

        g_assert_true (g_utf8_validate (clean, -1, NULL));
        g_assert_false (has_hidden (clean));
        g_assert_null (strchr (clean, '\r'));
        g_assert_cmpuint (strlen (clean), <=, 3 * strlen (line)); /* a byte may become U+FFFD */
      }
}

static void
test_every_character_that_hides_goes_both_ways (void)
{
  for (gunichar c = 1; c <= 0x10FFFF; c++)
    {
      char bytes[7] = { 0 };
      g_autofree char *text = NULL;
      g_autofree char *in = NULL;
      g_autofree char *out = NULL;

      if (!parley_text_is_hidden (c) || !g_unichar_validate (c))
        continue;
      g_unichar_to_utf8 (c, bytes);
      text = g_strconcat ("a", bytes, "b", NULL);
      in = parley_inbound_dup_clean (text, FALSE);
      out = parley_inert_dup (text);
      g_assert_null (strstr (in, bytes));
      g_assert_null (strstr (out, bytes));
    }
}

/* Of what a message may hide behind: Unicode's own word for it. Emoji need two of them. */
static void
test_what_is_ignorable_is_hidden (void)
{
  static const gunichar samples[]
      = { 0x00AD, 0x034F, 0x061C,  0x115F,  0x1160,  0x17B4,  0x180B,  0x180E,  0x200B,  0x200D,
          0x200F, 0x202A, 0x202E,  0x2060,  0x2065,  0x206F,  0x3164,  0xFE00,  0xFE0E,  0xFEFF,
          0xFFA0, 0xFFF0, 0x1BCA0, 0x1D173, 0xE0001, 0xE0020, 0xE007F, 0xE0100, 0xE01EF, 0xE0FFF };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    g_assert_true (parley_text_is_hidden (samples[i]));
  g_assert_false (parley_text_is_hidden (0xFE0F));
  g_assert_false (parley_text_is_hidden (0x0301));
  g_assert_false (parley_text_is_hidden (0x3000));
  g_assert_false (parley_text_is_hidden ('\n'));
}

static void
test_a_long_message_is_cut_and_says_so (void)
{
  g_autofree char *mebibyte = g_strnfill (1024 * 1024, 'x');
  g_autofree char *exact = g_strnfill (PARLEY_INBOUND_MAX_BYTES, 'x');
  g_autofree char *cut = parley_inbound_dup_clean (mebibyte, FALSE);
  g_autofree char *whole = parley_inbound_dup_clean (exact, FALSE);
  g_autofree char *told = parley_inbound_dup_clean ("short", TRUE);

  g_assert_cmpuint (strlen (cut), <, PARLEY_INBOUND_MAX_BYTES + 64);
  g_assert_true (g_str_has_suffix (cut, "\n⟦cut: there was more⟧"));
  g_assert_cmpstr (whole, ==, exact);
  g_assert_cmpstr (told, ==, "short\n⟦cut: there was more⟧");
}

/* The note would stand in the prompt as the person's words. */
static void
test_a_long_message_that_nobody_sees_is_empty (void)
{
  static const char *const pieces[] = { "\u200b", " \n", "\u2060\u00ad", "\u202e" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *cut = NULL;
      g_autofree char *told = parley_inbound_dup_clean (pieces[i], TRUE);

      while (text->len <= PARLEY_INBOUND_MAX_BYTES)
        g_string_append (text, pieces[i]);
      cut = parley_inbound_dup_clean (text->str, FALSE);
      g_assert_cmpstr (cut, ==, "");
      g_assert_cmpstr (told, ==, "");
    }
}

static void
test_cut_falls_between_characters (void)
{
  g_autoptr (GString) text = g_string_new ("x");

  while (text->len <= PARLEY_INBOUND_MAX_BYTES + 8)
    g_string_append (text, "€");
  g_assert_cmpuint (PARLEY_INBOUND_MAX_BYTES % 3, ==, 1);
  g_string_prepend_c (text, 'y');
  {
    g_autofree char *clean = parley_inbound_dup_clean (text->str, FALSE);

    g_assert_null (strstr (clean, "\ufffd"));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/hostile/out", test_nothing_goes_out_as_a_command);
  g_test_add_func ("/guard/hostile/in", test_all_that_comes_in_is_plain_text);
  g_test_add_func ("/guard/hostile/every-hidden", test_every_character_that_hides_goes_both_ways);
  g_test_add_func ("/guard/hostile/ignorable", test_what_is_ignorable_is_hidden);
  g_test_add_func ("/guard/hostile/cut", test_a_long_message_is_cut_and_says_so);
  g_test_add_func ("/guard/hostile/cut-unseen", test_a_long_message_that_nobody_sees_is_empty);
  g_test_add_func ("/guard/hostile/cut-between", test_cut_falls_between_characters);
  return g_test_run ();
}
