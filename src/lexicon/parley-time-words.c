/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-time-words-private.h"

#include <string.h>

#include "base/parley-text.h"

#define GROUP "time"

/* @count: how many there must be; 0 if it does not matter. */
typedef struct
{
  const char *key;
  guint count;
} NamesList;

static const NamesList names_lists[N_NAMES] = {
  [NAMES_NUMBERS] = { "numbers", 0 },   [NAMES_UNITS] = { "units", PARLEY_TIME_YEAR + 1 },
  [NAMES_WEEKDAYS] = { "weekdays", 7 }, [NAMES_MONTHS] = { "months", 12 },
  [NAMES_ORDINALS] = { "ordinals", 0 },
};

#define WHOLE(n_, unit_)                                                                           \
  PARLEY_TIME_ROLE_MOMENT, { .kind = PARLEY_TIME_WHOLE, .n = n_, .unit = PARLEY_TIME_##unit_ }

/* What the patterns of a list say. */
typedef struct
{
  const char *key;
  ParleyTimeRole role;
  ParleyTimePhrase meaning;
} PatternList;

/* The first pattern that fits wins. */
static const PatternList pattern_lists[] = {
  { "decoys", PARLEY_TIME_ROLE_DECOY, { 0 } },
  { "last", PARLEY_TIME_ROLE_RANGE, { .kind = PARLEY_TIME_LAST, .n = 1 } },
  { "since", PARLEY_TIME_ROLE_RANGE, { .kind = PARLEY_TIME_DATE, .since = TRUE } },
  { "ago", PARLEY_TIME_ROLE_MOMENT, { .kind = PARLEY_TIME_WHOLE, .n = 1 } },
  { "recent",
    PARLEY_TIME_ROLE_RANGE,
    { .kind = PARLEY_TIME_LAST, .n = 24, .unit = PARLEY_TIME_HOUR } },
  { "today", WHOLE (0, DAY) },
  { "yesterday", WHOLE (1, DAY) },
  { "before_yesterday", WHOLE (2, DAY) },
  { "this_week", WHOLE (0, WEEK) },
  { "this_month", WHOLE (0, MONTH) },
  { "this_year", WHOLE (0, YEAR) },
  { "last_week", WHOLE (1, WEEK) },
  { "last_month", WHOLE (1, MONTH) },
  { "last_year", WHOLE (1, YEAR) },
  { "dates", PARLEY_TIME_ROLE_POINT, { .kind = PARLEY_TIME_DATE } },
};

/* --- the file --------------------------------------------------------------------------------- */

static void
add_known (ParleyTimeWords *words, const char *text)
{
  ParleyTextWord word;

  while (parley_text_next_word (&text, &word))
    g_hash_table_add (words->known, parley_text_word_copy (&word));
}

/* Returns: (transfer full): "" if it is not there. */
static char *
dup_list (GKeyFile *file, const char *key)
{
  g_autofree char *list = g_key_file_get_string (file, GROUP, key, NULL);

  return parley_text_dup_folded (list != NULL ? list : "");
}

static void
load_names (ParleyTimeWords *words, GKeyFile *file, const char *name, Names which)
{
  guint wanted = names_lists[which].count;
  g_autofree char *list = dup_list (file, names_lists[which].key);
  g_autoptr (ParleyTimeNames) names = parley_time_names_new (list);
  guint count = parley_time_names_count (names);

  if (count > 0 && wanted > 0 && count != wanted)
    {
      g_message ("%s: “%s” must have %u entries", name, names_lists[which].key, wanted);
      words->names[which] = parley_time_names_new ("");
      return;
    }
  for (guint i = 0; i < parley_time_names_get_n_forms (names); i++)
    add_known (words, parley_time_names_get_form (names, i));
  words->names[which] = g_steal_pointer (&names);
}

static void
add_pattern (ParleyTimeWords *words, ParleyTimePattern *pattern)
{
  g_ptr_array_add (words->patterns, pattern);
  for (guint i = 0; i < pattern->pieces->len; i++)
    {
      const ParleyTimePiece *piece = parley_time_pattern_get_piece (pattern, i);

      if (piece->literal != NULL)
        add_known (words, piece->literal);
    }
}

static void
load_patterns (ParleyTimeWords *words, GKeyFile *file, const char *name, guint which)
{
  const char *key = pattern_lists[which].key;
  g_autofree char *list = dup_list (file, key);
  g_auto (GStrv) entries = g_strsplit (list, ";", -1);

  for (guint i = 0; entries[i] != NULL; i++)
    {
      const char *text = g_strstrip (entries[i]);
      ParleyTimePattern *pattern = parley_time_pattern_new (text, pattern_lists[which].role,
                                                            &pattern_lists[which].meaning);

      if (pattern != NULL)
        add_pattern (words, pattern);
      else if (*text != '\0')
        g_message ("%s: “%s” in “%s” is not understood", name, text, key);
    }
}

/* --- the indexes ------------------------------------------------------------------------------ */

static void
index_character (GHashTable *index, gunichar c, ParleyTimePattern *pattern)
{
  GPtrArray *patterns = g_hash_table_lookup (index, GUINT_TO_POINTER (c));

  if (patterns == NULL)
    {
      patterns = g_ptr_array_new ();
      g_hash_table_insert (index, GUINT_TO_POINTER (c), patterns);
    }
  if (patterns->len == 0 || g_ptr_array_index (patterns, patterns->len - 1) != pattern)
    g_ptr_array_add (patterns, pattern);
}

static void
index_names (GHashTable *index, ParleyTimeNames *names, ParleyTimePattern *pattern)
{
  for (guint i = 0; i < parley_time_names_get_n_forms (names); i++)
    index_character (index, g_utf8_get_char (parley_time_names_get_form (names, i)), pattern);
}

static void
index_digits (GHashTable *index, ParleyTimePattern *pattern)
{
  for (gunichar c = '0'; c <= '9'; c++)
    index_character (index, c, pattern);
}

static void
index_moments (ParleyTimeWords *words, ParleyTimePattern *pattern)
{
  GHashTableIter iter;
  gpointer c;

  g_hash_table_iter_init (&iter, words->moments);
  while (g_hash_table_iter_next (&iter, &c, NULL))
    index_character (words->starts, GPOINTER_TO_UINT (c), pattern);
}

gsize
parley_time_words_measure (const char *text)
{
  const char *end = text;

  while (parley_time_names_is_letter (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);
  return (gsize) (end - text);
}

/* @whole: nothing of the same word may follow @text. */
static void
add_first_word (ParleyTimeWords *words, const char *text, gboolean whole)
{
  gsize length = parley_time_words_measure (text);

  if (length > 0 && (whole || text[length] != '\0'))
    g_hash_table_add (words->first_words, g_strndup (text, length));
  else
    g_hash_table_add (words->first_characters, GUINT_TO_POINTER (g_utf8_get_char (text)));
}

/* Numbers, in digits, are looked at anyway. */
static void
note_first_words (ParleyTimeWords *words)
{
  for (guint i = 0; i < words->patterns->len; i++)
    {
      const ParleyTimePattern *pattern = g_ptr_array_index (words->patterns, i);
      const ParleyTimePiece *first = parley_time_pattern_get_piece (pattern, 0);

      if (first->literal != NULL)
        add_first_word (words, first->literal, pattern->pieces->len == 1);
    }
  for (guint i = 0; i < N_NAMES; i++)
    {
      for (guint k = 0; k < parley_time_names_get_n_forms (words->names[i]); k++)
        add_first_word (words, parley_time_names_get_form (words->names[i], k), TRUE);
    }
}

/* Under every character that @pattern may begin with. */
static void
index_pattern (ParleyTimeWords *words, GHashTable *index, ParleyTimePattern *pattern)
{
  const ParleyTimePiece *first = parley_time_pattern_get_piece (pattern, 0);

  switch (first->slot)
    {
    case PARLEY_TIME_SLOT_LITERAL:
      index_character (index, g_utf8_get_char (first->literal), pattern);
      break;
    case PARLEY_TIME_SLOT_NUMBER:
    case PARLEY_TIME_SLOT_DAY:
      index_names (index, words->names[NAMES_NUMBERS], pattern);
      index_digits (index, pattern);
      break;
    case PARLEY_TIME_SLOT_MM:
    case PARLEY_TIME_SLOT_YEAR:
      index_digits (index, pattern);
      break;
    case PARLEY_TIME_SLOT_UNIT:
    case PARLEY_TIME_SLOT_HOUR:
      index_names (index, words->names[NAMES_UNITS], pattern);
      break;
    case PARLEY_TIME_SLOT_WEEKDAY:
      index_names (index, words->names[NAMES_WEEKDAYS], pattern);
      break;
    case PARLEY_TIME_SLOT_MONTH:
      index_names (index, words->names[NAMES_MONTHS], pattern);
      break;
    case PARLEY_TIME_SLOT_WHEN:
      index_moments (words, pattern);
      break;
    }
}

static void
index_patterns (ParleyTimeWords *words)
{
  for (guint i = 0; i < words->patterns->len; i++)
    {
      ParleyTimePattern *pattern = g_ptr_array_index (words->patterns, i);

      if (parley_time_pattern_is_moment (pattern))
        index_pattern (words, words->moments, pattern);
    }
  for (guint i = 0; i < words->patterns->len; i++)
    {
      ParleyTimePattern *pattern = g_ptr_array_index (words->patterns, i);

      if (pattern->role != PARLEY_TIME_ROLE_POINT)
        index_pattern (words, words->starts, pattern);
    }
}

static GHashTable *
new_index (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
}

ParleyTimeWords *
parley_time_words_new (GKeyFile *file, const char *name, gboolean spaced)
{
  ParleyTimeWords *words = g_new0 (ParleyTimeWords, 1);

  words->spaced = spaced;
  words->known
      = g_hash_table_new_full (parley_text_word_hash, parley_text_word_equal, g_free, NULL);
  words->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_time_pattern_free);
  words->starts = new_index ();
  words->moments = new_index ();
  for (guint i = 0; i < N_NAMES; i++)
    load_names (words, file, name, i);
  for (guint i = 0; i < G_N_ELEMENTS (pattern_lists); i++)
    load_patterns (words, file, name, i);
  index_patterns (words);
  words->first_words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  words->first_characters = g_hash_table_new (NULL, NULL);
  note_first_words (words);
  return words;
}

void
parley_time_words_free (ParleyTimeWords *words)
{
  for (guint i = 0; i < N_NAMES; i++)
    parley_time_names_free (words->names[i]);
  g_hash_table_unref (words->starts);
  g_hash_table_unref (words->moments);
  g_ptr_array_unref (words->patterns);
  g_hash_table_unref (words->first_words);
  g_hash_table_unref (words->first_characters);
  g_hash_table_unref (words->known);
  g_free (words);
}

/* Of those that begin a time. */
static void
add_first_words (ParleyTimeWords *words, ParleyVocabulary *vocabulary, guint index)
{
  GHashTableIter iter;
  ParleyTextWord word = { 0 };
  gpointer key;

  g_hash_table_iter_init (&iter, words->first_words);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      word.start = key;
      word.length = strlen (key);
      parley_vocabulary_add (vocabulary, &word, index, PARLEY_WORD_BEGINS_TIME);
    }
}

/* @all: else those only that begin no word of letters. */
static void
add_characters (GHashTable *table, gboolean all, ParleyVocabulary *vocabulary, guint index)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      gunichar c = GPOINTER_TO_UINT (key);

      if (all || (c < 0x80 && g_ascii_isdigit ((char) c)) || !parley_time_names_is_letter (c))
        parley_vocabulary_add_character (vocabulary, c, index, PARLEY_WORD_BEGINS_TIME);
    }
}

void
parley_time_words_add_to (ParleyTimeWords *words, ParleyVocabulary *vocabulary, guint index)
{
  GHashTableIter iter;
  gpointer known;

  g_hash_table_iter_init (&iter, words->known);
  while (g_hash_table_iter_next (&iter, &known, NULL))
    parley_vocabulary_add (vocabulary, known, index, PARLEY_WORD_OF_TIME);
  add_first_words (words, vocabulary, index);
  add_characters (words->first_characters, TRUE, vocabulary, index);
  add_characters (words->starts, !words->spaced, vocabulary, index);
}
