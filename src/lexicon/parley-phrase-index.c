/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-phrase-index.h"

#include <string.h>

#include "base/parley-text.h"

#define N_ASCII 0x80

typedef struct
{
  ParleyPhraseList list;
  const char *text; /* borrowed */
  gsize length;
  gboolean spaced;
} Entry;

struct _ParleyPhraseIndex
{
  GHashTable *by_word;       /* ParleyTextWord → GArray of Entry, of languages with spaces */
  GArray *by_ascii[N_ASCII]; /* first character → the same, each nullable, of all others */
  GHashTable *by_char;
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

  index->by_word = g_hash_table_new_full (parley_text_word_hash, parley_text_word_equal, g_free,
                                          (GDestroyNotify) g_array_unref);
  index->by_char = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  return index;
}

void
parley_phrase_index_free (ParleyPhraseIndex *index)
{
  g_hash_table_unref (index->by_word);
  g_hash_table_unref (index->by_char);
  for (guint i = 0; i < N_ASCII; i++)
    g_clear_pointer (&index->by_ascii[i], g_array_unref);
  g_free (index);
}

static GArray *
new_entries (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Entry));
}

/* Returns: (transfer none): those that begin with @word. */
static GArray *
ensure_word (ParleyPhraseIndex *index, const ParleyTextWord *word)
{
  GArray *entries = g_hash_table_lookup (index->by_word, word);

  if (entries == NULL)
    {
      entries = new_entries ();
      g_hash_table_insert (index->by_word, parley_text_word_copy (word), entries);
    }
  return entries;
}

static GArray *
get_of_char (ParleyPhraseIndex *index, gunichar c)
{
  return c < N_ASCII ? index->by_ascii[c]
                     : g_hash_table_lookup (index->by_char, GUINT_TO_POINTER (c));
}

static GArray *
ensure_char (ParleyPhraseIndex *index, gunichar c)
{
  GArray *entries = get_of_char (index, c);

  if (entries != NULL)
    return entries;
  entries = new_entries ();
  if (c < N_ASCII)
    index->by_ascii[c] = entries;
  else
    g_hash_table_insert (index->by_char, GUINT_TO_POINTER (c), entries);
  return entries;
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
  gboolean is_word = spaced && parley_text_next_word (&cursor, &word) && word.start == phrase;

  g_array_append_val (
      is_word ? ensure_word (index, &word) : ensure_char (index, g_utf8_get_char (phrase)), entry);
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
  ParleyTextWord word;

  while (parley_text_next_word (&cursor, &word))
    {
      const GArray *entries = g_hash_table_lookup (index->by_word, &word);

      if (entries != NULL)
        find_at (search, entries, word.start);
    }
}

static void
find_by_char (ParleyPhraseIndex *index, Search *search, const char *at)
{
  const GArray *entries = get_of_char (index, g_utf8_get_char (at));

  if (entries != NULL)
    find_at (search, entries, at);
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
  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    find_by_char (index, &search, p);
  if (hits != NULL)
    g_array_sort (hits, compare_hits);
  return search.found;
}

guint32
parley_phrase_index_find_first (ParleyPhraseIndex *index, const char *folded)
{
  Search search = { .text = folded };
  const char *cursor = folded;
  const GArray *entries = NULL;
  ParleyTextWord word;

  if (parley_text_next_word (&cursor, &word) && word.start == folded)
    entries = g_hash_table_lookup (index->by_word, &word);
  if (entries != NULL)
    find_at (&search, entries, folded);
  if (*folded != '\0')
    find_by_char (index, &search, folded);
  return search.found;
}

gboolean
parley_phrase_may_end (const char *text, const char *at)
{
  return at == text || *at == '\0'
         || !parley_text_is_in_word (g_utf8_get_char (g_utf8_prev_char (at)))
         || !parley_text_is_in_word (g_utf8_get_char (at));
}
