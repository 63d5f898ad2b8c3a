/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-shape.h"

#include <string.h>

static const char *const open_ends[]
    = { "...", "…", ",", "，", "、", "-", "–", "—", "－", ":", "：" };
static const char *const full_stops[] = { ".", "?", "!", "。", "．", "？", "！" };
static const char *const question_marks[] = { "?", "？" };

static char *
dup_stripped (const char *text)
{
  return g_strstrip (g_strdup (text));
}

static gboolean
ends_with_any (const char *text, const char *const *ends, guint n_ends)
{
  for (guint i = 0; i < n_ends; i++)
    {
      if (g_str_has_suffix (text, ends[i]))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_open_end (const char *text)
{
  return ends_with_any (text, open_ends, G_N_ELEMENTS (open_ends));
}

/* Punctuation, spaces and emoji; 0xFE0F makes an emoji of the character before it. Marks belong to
 * the letters of many scripts. */
static gboolean
is_trailing_noise (gunichar c)
{
  return !g_unichar_isalnum (c) && (!g_unichar_ismark (c) || c == 0xFE0F);
}

static char *
dup_without_trailing_noise (const char *text)
{
  const char *end = text + strlen (text);

  while (end > text)
    {
      const char *before = g_utf8_prev_char (end);

      if (!is_trailing_noise (g_utf8_get_char (before)))
        break;
      end = before;
    }
  return g_strndup (text, end - text);
}

static guint
count_words (const char *text)
{
  guint words = 0;
  gboolean inside = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gboolean space = g_unichar_isspace (g_utf8_get_char (p));

      words += !space && !inside;
      inside = !space;
    }
  return words;
}

gboolean
parley_shape_is_explicit_completion (const char *text, ParleyLexicon *lexicon)
{
  g_autofree char *stripped = dup_stripped (text);

  if (has_open_end (stripped))
    return FALSE;
  return ends_with_any (stripped, full_stops, G_N_ELEMENTS (full_stops))
         || parley_lexicon_ends_with_courtesy (lexicon, stripped);
}

gboolean
parley_shape_is_question (const char *text)
{
  g_autofree char *stripped = dup_stripped (text);

  return ends_with_any (stripped, question_marks, G_N_ELEMENTS (question_marks));
}

gboolean
parley_shape_is_short_answer (const char *text, ParleyLexicon *lexicon)
{
  g_autofree char *stripped = dup_stripped (text);

  return g_str_equal (stripped, "?") || g_str_equal (stripped, "？")
         || parley_lexicon_is_complete (lexicon, stripped);
}

ParleyShape
parley_shape_of (const char *text, ParleyLexicon *lexicon)
{
  g_autofree char *stripped = dup_stripped (text);
  g_autofree char *bare = dup_without_trailing_noise (stripped);

  if (parley_lexicon_is_greeting (lexicon, bare))
    return PARLEY_SHAPE_GREETING_ONLY;
  if (has_open_end (stripped) || parley_lexicon_ends_with_connective (lexicon, stripped))
    return PARLEY_SHAPE_FRAGMENT;
  if (g_regex_match_simple ("\\b(order|ticket|case|id)\\s*#?$", stripped, G_REGEX_CASELESS, 0))
    return PARLEY_SHAPE_INCOMPLETE_ENTITY;
  if (parley_shape_is_short_answer (stripped, lexicon)
      || parley_shape_is_explicit_completion (stripped, lexicon) || count_words (stripped) >= 3)
    return PARLEY_SHAPE_LIKELY_COMPLETE;
  return PARLEY_SHAPE_POSSIBLY_INCOMPLETE;
}

const char *
parley_shape_to_string (ParleyShape shape)
{
  static const char *const names[] = {
    [PARLEY_SHAPE_GREETING_ONLY] = "greeting_only",
    [PARLEY_SHAPE_FRAGMENT] = "fragment",
    [PARLEY_SHAPE_INCOMPLETE_ENTITY] = "incomplete_entity",
    [PARLEY_SHAPE_POSSIBLY_INCOMPLETE] = "possibly_incomplete",
    [PARLEY_SHAPE_LIKELY_COMPLETE] = "likely_complete",
  };

  return names[shape];
}

gboolean
parley_shape_is_link (const char *text)
{
  return FALSE;
}

gboolean
parley_shape_announces (const char *text, ParleyLexicon *lexicon)
{
  return FALSE;
}
