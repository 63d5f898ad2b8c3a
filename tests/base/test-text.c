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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/text/hidden", test_hidden_characters_go);
  g_test_add_func ("/base/text/one-line", test_one_line);
  g_test_add_func ("/base/text/cut", test_cut_is_at_a_character);
  g_test_add_func ("/base/text/broken-utf8", test_broken_utf8);
  return g_test_run ();
}
