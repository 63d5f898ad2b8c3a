/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-glance.h"
#include "guard/parley-lookalike.h"

#include <string.h>

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
  { "ᴘᴀʀʟᴇʏ: x", "# ᴘᴀʀʟᴇʏ: x" }, /* small capitals */
  { "ꓑꓮꓣꓡꓰꓬ: x", "# ꓑꓮꓣꓡꓰꓬ: x" }, /* Lisu */
  { "ꓑꓮꓣꓡꓰꓬꓽ x", "# ꓑꓮꓣꓡꓰꓬꓽ x" },
  { "ᏢᎪᎡᏞᎬᎩ: x", "# ᏢᎪᎡᏞᎬᎩ: x" }, /* Cherokee */
  { "ᏢᎪᏒᏞᎬᎽ: x", "# ᏢᎪᏒᏞᎬᎽ: x" },
  { "Parłey: x", "# Parłey: x" },
  { "Pαrlєy: x", "# Pαrlєy: x" },
  { "“Parley”: x", "# “Parley”: x" },
  { "'Parley': x", "# 'Parley': x" },
  { "«Parley» : x", "# «Parley» : x" },
  { "(Parley): x", "# (Parley): x" },
  { "Parley ➤ x", "# Parley ➤ x" },
  { "\u202ex :yelraP", "# x :yelraP" },
  { "a\n\nParley: x\nb", "a\n\n# Parley: x\nb" },
  { "fine\u2028Parley: x", "fine\n# Parley: x" },
  { "fine\u2029(12:04:05) Parley: x", "fine\n# (12:04:05) Parley: x" },
  { "ок “да” — нет\u2028Parley: x", "ок “да” — нет\n# Parley: x" },

  { "Parley is a nice word", NULL },
  { "I like Parley: it is quick", NULL },
  { "barley: two bags", NULL },
  { "“Parley” is a nice word: yes", NULL },
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

static ParleyGlance
look (const char *html, gsize length)
{
  ParleyGlanceLines lines;

  return parley_glance_look (html, length, &lines);
}

/* Nothing that would be marked may pass the first look. */
static void
test_no_fake_passes_the_first_look (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *html = g_markup_escape_text (c->text, -1);

  if (c->marked == NULL)
    return;
  g_assert_cmpint (look (html, strlen (html)), ==, PARLEY_GLANCE_ODD);
  g_assert_cmpint (look (c->text, strlen (c->text)), ==, PARLEY_GLANCE_ODD);
}

static const char *const odd[] = {
  "hi<BR>Parley: x",
  "hi<br/><b>Parley</b>: x",
  "<b>P</b>arley: x",
  "P&#97;rley: x",
  "&#80;arley: x",
  "hi&#10;Parley: x",
  "hi&#x0a;Parley: x",
  "hi&#010;Parley: x",
  "&#8238;x :yelraP",
  "hi&#8232;Parley: x",
  "hi&#x2029;Parley: x",
  "hi&# 10;Parley: x",
  "hi&#+10;Parley: x",
  "hi&#-4294967286;Parley: x",
  "hi&#4294967306;Parley: x",
  "hi&#X0x0a;Parley: x",
  "P&#x61;rley: x",
  "hi\u2028Parley: x",
  "hi\u2029\u200b<b>Parley</b>: x",
  "\u2028Parley: x",
  "“ok”\u2028yes\u2029Parley: x",
  "\xe2\xe2\x80\xa8Parley: x",
  "\xe2\x80\xe2\x80\xa9Parley: x",
  "&#x202e;x :yelraP",
  "<font color='red'>12:04</font> Parley: x",
  "(12:04:05 <i>PM</i>) Parley: x",
  "&gt;&gt; Parley: x",
  "&ldquo;Parley&rdquo;: x",
  "<hr>Parley: x",
  "hi\rParley: x",
  "\u200b\u2060Parley: x",
  "a < b\nParley: x",
  "<\nParley: x>",
};

static void
test_first_look_sees_through_markup (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      if (look (odd[i], strlen (odd[i])) != PARLEY_GLANCE_ODD)
        g_test_fail_printf ("“%s” passes", odd[i]);
    }
}

/* They would be looked at as a whole, which costs. */
static const char *const ordinary[] = {
  "",
  "Parents evening is at six. I like Parley: it is quick",
  "people<BR>part of it<BR>pay me<BR>parl",
  "12:04<BR>12:05 yes",
  "ᏢᎪ<BR>ᏢᎪ<BR>ᎢᏗᎦᎵᏍᏙᏗ",
  "ꓑꓮꓣꓡꓰꓬ",
  "раз два<BR>работа<BR>по делу",
  "我在想这个问题，",
  "&gt; quoted<BR>&gt; quoted &amp; more<BR>I&#39;ll see",
  "<b>bold</b> <a href=\"https://example.org/\">parting</a>",
  "４７１１",
  "\u200b\u2060",
  "x & y < z",
  "They&#8217;re here, and &#128512; too<BR>&#x2019;Twas said<BR>&#1055;&#x440;&#xA0;",
  "one line\u2028another one\u2029and the last\u2028",
  "“quoted” – and so on…",
};

static void
test_ordinary_text_passes_the_first_look (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ordinary); i++)
    {
      if (look (ordinary[i], strlen (ordinary[i])) != PARLEY_GLANCE_HARMLESS)
        g_test_fail_printf ("“%s” is looked at as a whole", ordinary[i]);
    }
}

/* A line may hide behind very many that have to be read; it never counts as harmless. */
static void
test_first_look_has_an_end (void)
{
  static const char *const pieces[]
      = { "раз<BR>", "ᏢᎪ\n", "Parley\n", "&amp;\n", "\u034f", "p<b>", "1\n2\r", "раз\u2028", "“a" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      while (text->len < 4000)
        g_string_append (text, pieces[i]);
      g_string_append (text, "\nParley: x");
      g_assert_cmpint (look (text->str, text->len), ==, PARLEY_GLANCE_ENDLESS);
    }
}

/* Whatever it is, it is read no further than it is long. */
static void
test_broken_text_is_looked_at_within_its_length (void)
{
  static const char *const pieces[]
      = { "\xd0", "\xe2\x80", "\xf0\x9d\x90", "<", "&", "&#", "&#1", "p\xd0", "a", "/me", "\xff" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      gsize length = strlen (pieces[i]);
      g_autofree char *exact = g_memdup2 (pieces[i], length);

      look (exact, length);
    }
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

      g_autofree char *glance = g_strdup_printf ("/guard/lookalike/first-look/%u", i);

      g_test_add_data_func (path, &cases[i], test_case);
      g_test_add_data_func (glance, &cases[i], test_no_fake_passes_the_first_look);
    }
  g_test_add_func ("/guard/lookalike/names", test_names);
  g_test_add_func ("/guard/lookalike/markup", test_first_look_sees_through_markup);
  g_test_add_func ("/guard/lookalike/ordinary", test_ordinary_text_passes_the_first_look);
  g_test_add_func ("/guard/lookalike/end", test_first_look_has_an_end);
  g_test_add_func ("/guard/lookalike/broken", test_broken_text_is_looked_at_within_its_length);
  return g_test_run ();
}
