/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-lookalike.h"

#include <string.h>

#include "base/parley-text.h"
#include "guard/parley-spelling.h"

#define MAX_NAME_BYTES 256

static gboolean
looks_like_ours (ParleySpeller *speller, const char *line, const char *end)
{
  const char *start = line;

  parley_speller_begin (speller);
  while (line < end && speller->spelling < PARLEY_SPELLING_OTHER)
    {
      gunichar c = g_utf8_get_char (line);

      line = g_utf8_next_char (line);
      if (line - start > PARLEY_LOOKALIKE_START)
        return FALSE;
      parley_speller_read (speller, c);
    }
  return speller->spelling == PARLEY_SPELLING_OURS;
}

/* A sign for right-to-left shows what follows it backwards. */
static gboolean
is_fake (ParleySpeller *speller, const char *line, const char *end, gboolean turned)
{
  g_autofree char *backwards = turned ? g_utf8_strreverse (line, end - line) : NULL;

  return looks_like_ours (speller, line, end)
         || (turned && looks_like_ours (speller, backwards, backwards + (end - line)));
}

char *
parley_lookalike_dup_marked (const char *text, const char *mark)
{
  g_autofree char *clean = parley_text_dup_clean (text, G_MAXSSIZE);
  gboolean turned = strstr (text, "\u202e") != NULL;
  g_autoptr (GString) marked = g_string_new (NULL);
  ParleySpeller speller = { 0 };
  gboolean any = FALSE;

  for (const char *line = clean; *line != '\0';)
    {
      const char *end = line + strcspn (line, "\n");
      const char *next = *end != '\0' ? end + 1 : end;

      if (is_fake (&speller, line, end, turned))
        {
          g_string_append (marked, mark);
          any = TRUE;
        }
      g_string_append_len (marked, line, next - line);
      line = next;
    }
  return any ? g_string_free (g_steal_pointer (&marked), FALSE) : NULL;
}

/* Nothing but spaces stands around it. */
gboolean
parley_lookalike_is_name (const char *name)
{
  const char *end = name + strnlen (name, MAX_NAME_BYTES);
  ParleySpeller speller = { 0 };

  for (const char *p = name; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char_validated (p, end - p);
      ParleySpelling before = speller.spelling;
      guint n_seen = speller.n_seen;

      if (g_unichar_isspace (c)
          && (before == PARLEY_SPELLING_FRONT || before == PARLEY_SPELLING_PARLEY))
        continue;
      parley_speller_read (&speller, c);
      if (speller.n_seen != n_seen
          && (speller.spelling < PARLEY_SPELLING_P || speller.spelling == before
              || speller.spelling > PARLEY_SPELLING_PARLEY))
        return FALSE;
    }
  return speller.spelling == PARLEY_SPELLING_PARLEY;
}
