/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-change.h"

#include <string.h>

#include "base/parley-text.h"
#include "turn/parley-correction.h"

/* So much of a text is looked at. */
#define LOOKED_AT_BYTES 2048

/* Returns: (transfer full). */
static char *
dup_numbers (const char *text)
{
  GString *numbers = g_string_new (NULL);
  gboolean within = FALSE;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (g_unichar_isdigit (c))
        g_string_append_printf (numbers, "%s%d", within ? "" : " ", g_unichar_digit_value (c));
      within = g_unichar_isdigit (c);
    }
  return g_string_free (numbers, FALSE);
}

static gboolean
has_other_numbers (const char *before, const char *after)
{
  g_autofree char *a = dup_numbers (before);
  g_autofree char *b = dup_numbers (after);

  return !g_str_equal (a, b);
}

static gboolean
is_same_time (const ParleyTimePhrase *a, const ParleyTimePhrase *b)
{
  return a->kind == b->kind && a->since == b->since && a->n == b->n && a->unit == b->unit
         && a->weekday == b->weekday && a->year == b->year && a->month == b->month
         && a->day == b->day;
}

static gboolean
has_other_time (ParleyLexicon *lexicon, const char *before, const char *after)
{
  ParleyTimePhrase a = { 0 };
  ParleyTimePhrase b = { 0 };
  gboolean in_a = parley_lexicon_find_time (lexicon, before, &a);
  gboolean in_b = parley_lexicon_find_time (lexicon, after, &b);

  return in_a != in_b || (in_a && !is_same_time (&a, &b));
}

static gboolean
asks (const char *folded)
{
  return strpbrk (folded, "?") != NULL || strstr (folded, "؟") != NULL;
}

/* A slip that was mended in a question leaves it the same. */
static gboolean
has_other_question (const char *before, const char *after)
{
  if (!asks (before) && !asks (after))
    return FALSE;
  return asks (before) != asks (after) || !parley_correction_is (before, after);
}

static gboolean
is_urgent (ParleyLexicon *lexicon, const char *folded)
{
  return (parley_lexicon_scan (lexicon, folded) & PARLEY_PHRASES_BIT (PARLEY_PHRASES_URGENT)) != 0;
}

/* Returns: (transfer full). */
static char *
dup_looked_at (const char *text)
{
  g_autofree char *start = parley_text_dup_clean (text, LOOKED_AT_BYTES);

  return parley_text_dup_folded (start);
}

gboolean
parley_change_matters (ParleyLexicon *lexicon, const char *before, const char *after)
{
  g_autofree char *a = dup_looked_at (before);
  g_autofree char *b = dup_looked_at (after);

  if (g_str_equal (a, b))
    return FALSE;
  return has_other_numbers (a, b) || has_other_question (a, b) || has_other_time (lexicon, a, b)
         || is_urgent (lexicon, a) != is_urgent (lexicon, b);
}
