/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-lexicon.h"

#include <string.h>

struct _ParleyLexicon
{
  GHashTable *greetings; /* sets of casefolded words */
  GHashTable *connectives;
  GHashTable *courtesies;
  GHashTable *complete;
};

/* Phones write a curly apostrophe, the lexicon a straight one. */
static char *
fold (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_auto (GStrv) parts = g_strsplit (folded, "’", -1);

  return g_strjoinv ("'", parts);
}

static GHashTable *
load_words (GKeyFile *file, const char *key)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) list = g_key_file_get_string_list (file, "lexicon", key, NULL, NULL);

  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    g_hash_table_add (words, fold (list[i]));
  return words;
}

ParleyLexicon *
parley_lexicon_new (ParleyData *data)
{
  g_autoptr (GKeyFile) file = parley_data_load_key_file (data, "lexicon/en.ini");
  ParleyLexicon *lexicon = g_new0 (ParleyLexicon, 1);

  lexicon->greetings = load_words (file, "greetings");
  lexicon->connectives = load_words (file, "connectives");
  lexicon->courtesies = load_words (file, "courtesies");
  lexicon->complete = load_words (file, "complete");
  return lexicon;
}

void
parley_lexicon_free (ParleyLexicon *lexicon)
{
  g_hash_table_unref (lexicon->greetings);
  g_hash_table_unref (lexicon->connectives);
  g_hash_table_unref (lexicon->courtesies);
  g_hash_table_unref (lexicon->complete);
  g_free (lexicon);
}

static gboolean
contains (GHashTable *words, const char *text)
{
  g_autofree char *folded = fold (text);

  return g_hash_table_contains (words, folded);
}

gboolean
parley_lexicon_is_greeting (ParleyLexicon *lexicon, const char *text)
{
  return contains (lexicon->greetings, text);
}

gboolean
parley_lexicon_is_complete (ParleyLexicon *lexicon, const char *text)
{
  return contains (lexicon->complete, text);
}

/* Returns: (transfer none): where the last word of @text begins. Apostrophes belong to words. */
static const char *
last_word (const char *text)
{
  const char *p = text + strlen (text);

  while (p > text)
    {
      const char *before = g_utf8_prev_char (p);
      gunichar c = g_utf8_get_char (before);

      if (!g_unichar_isalnum (c) && c != '\'' && c != 0x2019)
        break;
      p = before;
    }
  return p;
}

gboolean
parley_lexicon_ends_with_connective (ParleyLexicon *lexicon, const char *text)
{
  return contains (lexicon->connectives, last_word (text));
}

gboolean
parley_lexicon_ends_with_courtesy (ParleyLexicon *lexicon, const char *text)
{
  g_autofree char *folded = fold (text);
  GHashTableIter iter;
  gpointer courtesy;

  g_hash_table_iter_init (&iter, lexicon->courtesies);
  while (g_hash_table_iter_next (&iter, &courtesy, NULL))
    {
      const char *end;

      if (!g_str_has_suffix (folded, courtesy))
        continue;
      end = folded + strlen (folded) - strlen (courtesy);
      if (end == folded || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (end))))
        return TRUE;
    }
  return FALSE;
}
