/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-cut.h"

#include <string.h>

typedef struct
{
  const char *text;
  ParleyCutLimits limits;
  const char *first; /* NULL: not known before the text is complete */
} Case;

static const Case unfinished[] = {
  { "short", { .max_chars = 20 }, NULL },
  { "as long as it can be", { .max_chars = 20 }, NULL },
  { "as long as it can be   ", { .max_chars = 20 }, NULL },
  { "One. Two is longer than", { .max_chars = 20 }, "One." },
  { "One, two is longer than", { .max_chars = 20 }, "One, two is longer" },
  { "One\ntwo is longer than", { .max_chars = 20 }, "One" },
  { "verylongwordthatmaygoon", { .max_chars = 20 }, NULL },
  { "verylongwordthatwenton a", { .max_chars = 20 }, "verylongwordthatwenton" },
  { "https://example.org/a,b", { .max_chars = 20 }, NULL },
  { "verylongword", { .max_bytes = 8 }, "verylong" },
  { "ééééé", { .max_bytes = 5 }, "éé" },
  { "2 * 3 * 4 is", { .max_bytes = 8, .escaped = "*" }, "2 * 3" },
  { "2 * 3 * 4 is", { .max_bytes = 9, .escaped = "*" }, "2 * 3 *" },
  { "********", { .max_bytes = 9, .escaped = "*" }, "****" },
  { "你好。再见吧", { .max_chars = 5 }, "你好。" },
  { "你好。」再见吧", { .max_chars = 5 }, "你好。」" },
};

static ParleyMarkup *
make (const char *text)
{
  ParleyMarkup *markup = parley_markup_new ();

  parley_markup_append (markup, text, strlen (text), PARLEY_STYLE_PLAIN);
  return markup;
}

static void
test_unfinished (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unfinished); i++)
    {
      const Case *row = &unfinished[i];
      g_autoptr (ParleyMarkup) markup = make (row->text);
      gsize cut = parley_cut_find (markup, &row->limits, FALSE);
      g_autofree char *first = g_strndup (row->text, cut);

      g_assert_cmpstr (first, ==, row->first != NULL ? row->first : "");
    }
}

/* What was known before the end is still so at the end; what was not is then. */
static void
test_complete (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unfinished); i++)
    {
      const Case *row = &unfinished[i];
      g_autoptr (ParleyMarkup) markup = make (row->text);
      gsize cut = parley_cut_find (markup, &row->limits, TRUE);

      g_assert_cmpuint (cut, ==, strlen (row->first != NULL ? row->first : row->text));
    }
}

static void
test_code_is_cut_only_for_the_protocol (void)
{
  g_autoptr (ParleyMarkup) markup = make ("see ");
  const ParleyCutLimits chars = { .max_chars = 8 };
  const ParleyCutLimits bytes = { .max_bytes = 8 };

  parley_markup_append (markup, "one. two", 8, PARLEY_STYLE_CODE);
  parley_markup_append (markup, " end", 4, PARLEY_STYLE_PLAIN);
  g_assert_cmpuint (parley_cut_find (markup, &chars, TRUE), ==, strlen ("see"));
  g_assert_cmpuint (parley_cut_find (markup, &bytes, TRUE), ==, strlen ("see"));
  parley_markup_free (parley_markup_take (markup, strlen ("see")));
  g_assert_cmpuint (parley_cut_find (markup, &chars, TRUE), ==, strlen ("one. two"));
  parley_markup_append (markup, "x", 1, PARLEY_STYLE_PLAIN);
  g_assert_cmpuint (parley_cut_find (markup, &(const ParleyCutLimits){ .max_bytes = 6 }, TRUE), ==,
                    strlen ("one. t"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reply/cut/unfinished", test_unfinished);
  g_test_add_func ("/reply/cut/complete", test_complete);
  g_test_add_func ("/reply/cut/code", test_code_is_cut_only_for_the_protocol);
  return g_test_run ();
}
