/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-phrase-index.h"

#include <string.h>

#include "base/parley-text.h"

/* What begins with a longer word is found by its first character. */
#define MAX_WORD_BYTES 64

typedef struct
{
  ParleyPhraseList list;
  const char *text; /* borrowed */
  gsize length;
  gboolean spaced;
} Entry;

struct _ParleyPhraseIndex
{
  GHashTable *by_word; /* first word → GArray of Entry, of languages with spaces */
  GHashTable *by_char; /* first character → the same, of all others */
};

/* Where hits go, and what of them is known. */
typedef struct
{
  const char *text;
  GArray *hits; /* (nullable) */
  guint32 found;
} Search;

ParleyPhraseIndex *
parley_phrase_index_new (void)
{
  ParleyPhraseIndex *index = g_new0 (ParleyPhraseIndex, 1);

  index->by_word
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  index->by_char = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  return index;
}

void
parley_phrase_index_free (ParleyPhraseIndex *index)
{
  g_hash_table_unref (index->by_word);
  g_hash_table_unref (index->by_char);
  g_free (index);
}

/* @key: (transfer full). */
static void
add_entry (GHashTable *table, gpointer key, const Entry *entry)
{
  GArray *entries = g_hash_table_lookup (table, key);

  entries = entries != NULL ? g_array_ref (entries) : g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_append_val (entries, *entry);
  g_hash_table_replace (table, key, entries);
}

/* What begins with a mark, or with no word, is found by its first character. */
void
parley_phrase_index_add (ParleyPhraseIndex *index,
                         ParleyPhraseList list,
                         const char *phrase,
                         gboolean spaced)
{
  const Entry entry = { .list = list, .text = phrase, .length = strlen (phrase), .spaced = spaced };
  const char *cursor = phrase;
  ParleyTextWord word;

  if (spaced && parley_text_next_word (&cursor, &word) && word.start == phrase
      && word.length <= MAX_WORD_BYTES)
    add_entry (index->by_word, g_strndup (word.start, word.length), &entry);
  else
    add_entry (index->by_char, GUINT_TO_POINTER (g_utf8_get_char (phrase)), &entry);
}

static void
find_at (Search *search, const GArray *entries, const char *at)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      const ParleyPhraseHit hit = { .list = entry->list, .start = at, .length = entry->length };

      if (strncmp (at, entry->text, entry->length) != 0
          || (entry->spaced
              && (!parley_phrase_may_end (search->text, at)
                  || !parley_phrase_may_end (search->text, at + entry->length))))
        continue;
      search->found |= PARLEY_PHRASES_BIT (entry->list);
      if (search->hits != NULL)
        g_array_append_val (search->hits, hit);
    }
}

static void
find_by_word (ParleyPhraseIndex *index, Search *search)
{
  const char *cursor = search->text;
  char first[MAX_WORD_BYTES + 1];
  ParleyTextWord word;

  while (parley_text_next_word (&cursor, &word))
    {
      const GArray *entries;

      if (word.length > MAX_WORD_BYTES)
        continue;
      memcpy (first, word.start, word.length);
      first[word.length] = '\0';
      entries = g_hash_table_lookup (index->by_word, first);
      if (entries != NULL)
        find_at (search, entries, word.start);
    }
}

static void
find_by_char (ParleyPhraseIndex *index, Search *search)
{
  for (const char *p = search->text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gpointer key = GUINT_TO_POINTER (g_utf8_get_char (p));
      const GArray *entries = g_hash_table_lookup (index->by_char, key);

      if (entries != NULL)
        find_at (search, entries, p);
    }
}

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const ParleyPhraseHit *first = a;
  const ParleyPhraseHit *second = b;

  return (first->start > second->start) - (first->start < second->start);
}

guint32
parley_phrase_index_find (ParleyPhraseIndex *index, const char *folded, GArray *hits)
{
  Search search = { .text = folded, .hits = hits };

  find_by_word (index, &search);
  find_by_char (index, &search);
  if (hits != NULL)
    g_array_sort (hits, compare_hits);
  return search.found;
}

gboolean
parley_phrase_may_end (const char *text, const char *at)
{
  return at == text || *at == '\0'
         || !parley_text_is_in_word (g_utf8_get_char (g_utf8_prev_char (at)))
         || !parley_text_is_in_word (g_utf8_get_char (at));
}
