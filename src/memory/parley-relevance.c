/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-relevance.h"

#include <string.h>

#include "base/parley-text.h"

/* Part of every name. */
#define ENDING "timeseries"

/* In characters. A shorter word says nothing of what a series is about, "my", "of"; a shorter stem
 * belongs to too many words; a longer ending makes another word. */
#define MIN_WORD   3
#define MIN_STEM   4
#define MAX_ENDING 3

struct _ParleyRelevance
{
  char *folded;
  GPtrArray *words; /* of the text, each once */
};

static GPtrArray *
split_words (const char *folded)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  ParleyTextWord word;

  while (parley_text_next_word (&folded, &word))
    {
      char *text = g_strndup (word.start, word.length);

      if (g_hash_table_contains (seen, text))
        {
          g_free (text);
          continue;
        }
      g_ptr_array_add (words, text);
      g_hash_table_add (seen, text);
    }
  return words;
}

ParleyRelevance *
parley_relevance_new (const char *text)
{
  ParleyRelevance *relevance = g_new0 (ParleyRelevance, 1);

  relevance->folded = parley_text_dup_folded (text);
  relevance->words = split_words (relevance->folded);
  return relevance;
}

void
parley_relevance_free (ParleyRelevance *relevance)
{
  g_free (relevance->folded);
  g_ptr_array_unref (relevance->words);
  g_free (relevance);
}

/* Returns: in bytes, to a character. */
static gsize
measure_common_start (const char *a, const char *b)
{
  gsize length = 0;

  while (a[length] != '\0' && a[length] == b[length])
    length++;
  while ((a[length] & 0xC0) == 0x80 && length > 0)
    length--;
  return length;
}

/* "activity" and "activities" part before their last letter. */
static gboolean
is_ending (const char *text)
{
  return *text == '\0' || g_str_equal (text, "y") || g_str_equal (text, "e");
}

static gboolean
are_forms_of_one (const char *a, const char *b)
{
  gsize common = measure_common_start (a, b);

  if (g_str_equal (a, b))
    return TRUE;
  return g_utf8_strlen (a, (gssize) common) >= MIN_STEM
         && (is_ending (a + common) || is_ending (b + common))
         && g_utf8_strlen (a + common, -1) <= MAX_ENDING
         && g_utf8_strlen (b + common, -1) <= MAX_ENDING;
}

/* Where no spaces part the words, a text is not cut at them. */
static gboolean
is_unspaced (const ParleyTextWord *word)
{
  return word->script == G_UNICODE_SCRIPT_HAN || word->script == G_UNICODE_SCRIPT_HIRAGANA
         || word->script == G_UNICODE_SCRIPT_KATAKANA;
}

static gboolean
has_word (ParleyRelevance *relevance, const ParleyTextWord *word)
{
  g_autofree char *text = g_strndup (word->start, word->length);

  if (is_unspaced (word))
    return strstr (relevance->folded, text) != NULL;
  if (word->letters < MIN_WORD || g_str_equal (text, ENDING))
    return FALSE;
  for (guint i = 0; i < relevance->words->len; i++)
    {
      if (are_forms_of_one (text, g_ptr_array_index (relevance->words, i)))
        return TRUE;
    }
  return FALSE;
}

guint
parley_relevance_rate (ParleyRelevance *relevance, const char *series)
{
  g_autofree char *folded = parley_text_dup_folded (series);
  const char *cursor = folded;
  ParleyTextWord word;
  guint count = 0;

  while (parley_text_next_word (&cursor, &word))
    count += has_word (relevance, &word);
  return count;
}
