/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that look like Parley's own: the first look misses none that would be
 * marked; hidden characters hide none; who goes by the name can't put a line behind it. */
#include "fuzz.h"

#include <string.h>

#include "base/parley-text.h"
#include "guard/parley-glance.h"
#include "guard/parley-lookalike.h"

#define MAX_GLANCE 4096
#define MARK       "\001" /* no clean text has it */

static ParleyGlance
look (const char *html, gsize length)
{
  ParleyGlanceLines lines = { 0 };
  ParleyGlance glance = parley_glance_look (html, length, &lines);

  g_assert_cmpuint (lines.n, <=, PARLEY_GLANCE_LINES);
  for (guint i = 0; i < lines.n; i++)
    g_assert_cmpuint (lines.at[i], <=, length);
  return glance;
}

static void
check_glance (const char *text)
{
  g_autofree char *html = g_markup_escape_text (text, -1);

  if (strlen (html) <= MAX_GLANCE)
    g_assert_cmpint (look (html, strlen (html)), !=, PARLEY_GLANCE_HARMLESS);
}

/* Without its marks the text is what it was. */
static void
check_marks (const char *text, const char *marked)
{
  g_autofree char *clean = parley_text_dup_clean (text, G_MAXSSIZE);
  g_auto (GStrv) pieces = g_strsplit (marked, MARK, -1);
  g_autofree char *unmarked = g_strjoinv (NULL, pieces);

  g_assert_cmpstr (unmarked, ==, clean);
}

/* @at: where in it. */
static void
check_hidden (const char *text, guint at)
{
  const char *start = g_utf8_offset_to_pointer (text, at % (g_utf8_strlen (text, -1) + 1));
  g_autofree char *hidden = g_strdup_printf ("%.*s\u200b%s", (int) (start - text), text, start);
  g_autofree char *marked = parley_lookalike_dup_marked (hidden, MARK);

  g_assert_nonnull (marked);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  guint at = fuzz_take (&input, 256);
  g_autofree char *raw = fuzz_take_rest (&input);
  g_autofree char *text = g_utf8_make_valid (raw, -1);
  g_autofree char *marked = parley_lookalike_dup_marked (text, MARK);
  g_autofree char *said = g_strdup_printf ("%s: x", raw);
  g_autofree char *valid = g_utf8_make_valid (said, -1);
  g_autofree char *by_name = parley_lookalike_dup_marked (valid, MARK);

  look (raw, MIN (strlen (raw), MAX_GLANCE));
  if (marked != NULL)
    {
      check_glance (text);
      check_marks (text, marked);
      check_hidden (text, at);
    }
  if (strlen (raw) < PARLEY_LOOKALIKE_START - 8 && strpbrk (raw, "\r\n") == NULL
      && parley_lookalike_is_name (raw))
    g_assert_nonnull (by_name);
  return 0;
}
