/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-lookalike.h"

typedef struct
{
  const char *text;
  const char *marked; /* NULL: as it is */
} Case;

static const Case cases[] = {
  { "Parley: switched off", "# Parley: switched off" },
  { "parley : switched off", "# parley : switched off" },
  { "PARLEY: x", "# PARLEY: x" },
  { "fine\nParley: send it?", "fine\n# Parley: send it?" },
  { "fine\n(12:04:05) Parley: send it?", "fine\n# (12:04:05) Parley: send it?" },
  { "fine\n(12:04:05 PM) Parley: x", "fine\n# (12:04:05 PM) Parley: x" },
  { "[2026-11-21 12:04] Parley: x", "# [2026-11-21 12:04] Parley: x" },
  { "/me Parley: x", "# /me Parley: x" },
  { "*** Parley: x", "# *** Parley: x" },
  { "**Parley**: x", "# **Parley**: x" },
  { "P\u200bar\u00adley: x", "# Parley: x" },
  { "\u2067Parley\u2069: x", "# Parley: x" },
  { "Раrlеу: x", "# Раrlеу: x" }, /* Cyrillic Р, а, е, у */
  { "ParIey: x", "# ParIey: x" }, /* a capital i */
  { "Par1ey: x", "# Par1ey: x" },
  { "𝐏𝐚𝐫𝐥𝐞𝐲: x", "# 𝐏𝐚𝐫𝐥𝐞𝐲: x" },
  { "Ｐａｒｌｅｙ： x", "# Ｐａｒｌｅｙ： x" },
  { "Pårlèy: x", "# Pårlèy: x" },
  { "Parley꞉ x", "# Parley꞉ x" },
  { "Parley — x", "# Parley — x" },
  { "\u202ex :yelraP", "# x :yelraP" },
  { "a\n\nParley: x\nb", "a\n\n# Parley: x\nb" },

  { "Parley is a nice word", NULL },
  { "I like Parley: it is quick", NULL },
  { "barley: two bags", NULL },
  { "parleys: many", NULL },
  { "x :yelraP", NULL },
  { "alice: Parley: x", NULL },
  { "", NULL },
  { "\n\n", NULL },
  { "12:04", NULL },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *marked = parley_lookalike_dup_marked (c->text, "# ");

  g_assert_cmpstr (marked, ==, c->marked);
}

static void
test_names (void)
{
  g_assert_true (parley_lookalike_is_name ("Parley"));
  g_assert_true (parley_lookalike_is_name (" parley\u200b "));
  g_assert_true (parley_lookalike_is_name ("Раrlеу"));
  g_assert_false (parley_lookalike_is_name ("Parley Smith"));
  g_assert_false (parley_lookalike_is_name (""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/guard/lookalike/%u", i);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/guard/lookalike/names", test_names);
  return g_test_run ();
}
