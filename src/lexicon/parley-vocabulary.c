/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-vocabulary.h"

#define N_ASCII 0x80

struct _ParleyVocabulary
{
  guint n;
  GHashTable *words;      /* ParleyTextWord → what it is, by language */
  guint8 *ascii[N_ASCII]; /* the same of characters, each nullable: most of what people write */
  GHashTable *characters; /* of all others */
};

ParleyVocabulary *
parley_vocabulary_new (guint n)
{
  ParleyVocabulary *vocabulary = g_new0 (ParleyVocabulary, 1);

  vocabulary->n = n;
  vocabulary->words
      = g_hash_table_new_full (parley_text_word_hash, parley_text_word_equal, g_free, g_free);
  vocabulary->characters = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return vocabulary;
}

void
parley_vocabulary_free (ParleyVocabulary *vocabulary)
{
  g_hash_table_unref (vocabulary->words);
  g_hash_table_unref (vocabulary->characters);
  for (guint i = 0; i < N_ASCII; i++)
    g_free (vocabulary->ascii[i]);
  g_free (vocabulary);
}

void
parley_vocabulary_add (ParleyVocabulary *vocabulary,
                       const ParleyTextWord *word,
                       guint language,
                       ParleyWordUse uses)
{
  guint8 *found = g_hash_table_lookup (vocabulary->words, word);

  if (found == NULL)
    {
      found = g_new0 (guint8, vocabulary->n);
      g_hash_table_insert (vocabulary->words, parley_text_word_copy (word), found);
    }
  found[language] |= (guint8) uses;
}

void
parley_vocabulary_add_character (ParleyVocabulary *vocabulary,
                                 gunichar c,
                                 guint language,
                                 ParleyWordUse uses)
{
  guint8 *found = (guint8 *) parley_vocabulary_find_character (vocabulary, c);

  if (found == NULL)
    {
      found = g_new0 (guint8, vocabulary->n);
      if (c < N_ASCII)
        vocabulary->ascii[c] = found;
      else
        g_hash_table_insert (vocabulary->characters, GUINT_TO_POINTER (c), found);
    }
  found[language] |= (guint8) uses;
}

const guint8 *
parley_vocabulary_find (ParleyVocabulary *vocabulary, const ParleyTextWord *word)
{
  return g_hash_table_lookup (vocabulary->words, word);
}

const guint8 *
parley_vocabulary_find_character (ParleyVocabulary *vocabulary, gunichar c)
{
  return c < N_ASCII ? vocabulary->ascii[c]
                     : g_hash_table_lookup (vocabulary->characters, GUINT_TO_POINTER (c));
}
