/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-said.h"

#include "base/parley-text.h"

void
parley_said_init (ParleySaid *said, ParleyLexicon *lexicon, const char *text)
{
  *said = (ParleySaid){ .lexicon = lexicon, .text = text };
  said->folded = parley_text_dup_folded_capitals (text, &said->capitals);
  said->hits = g_array_new (FALSE, FALSE, sizeof (ParleyPhraseHit));
  said->phrases = parley_lexicon_find_phrases (lexicon, said->folded, said->hits);
}

void
parley_said_clear (ParleySaid *said)
{
  g_clear_pointer (&said->folded, g_free);
  g_clear_pointer (&said->capitals, g_free);
  g_clear_pointer (&said->hits, g_array_unref);
}

gunichar
parley_said_before (const ParleySaid *said, const char *p)
{
  return p > said->folded ? g_utf8_get_char (g_utf8_prev_char (p)) : 0;
}

gboolean
parley_said_is_capital (const ParleySaid *said, const char *p)
{
  return said->capitals[p - said->folded];
}

const char *
parley_said_skip_space (const char *p)
{
  while (g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p;
}

const char *
parley_said_skip_space_back (const ParleySaid *said, const char *p)
{
  while (g_unichar_isspace (parley_said_before (said, p)))
    p = g_utf8_prev_char (p);
  return p;
}

gboolean
parley_said_is_word (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == '_';
}
