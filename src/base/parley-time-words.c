/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-time-words.h"

#include <string.h>

#include "base/parley-text.h"
#include "base/parley-time-names.h"
#include "base/parley-time-pattern.h"

#define GROUP "time"

/* More than any range needs, and far from an overflow when counted in seconds. */
#define MAX_NUMBER_DIGITS 9

typedef enum
{
  NAMES_NUMBERS,
  NAMES_UNITS,
  NAMES_WEEKDAYS,
  NAMES_MONTHS,
  NAMES_ORDINALS,
  N_NAMES,
} Names;

/* @count: how many there must be; 0 if it does not matter. */
static const struct
{
  const char *key;
  guint count;
} names_lists[N_NAMES] = {
  [NAMES_NUMBERS] = { "numbers", 0 },   [NAMES_UNITS] = { "units", PARLEY_TIME_YEAR + 1 },
  [NAMES_WEEKDAYS] = { "weekdays", 7 }, [NAMES_MONTHS] = { "months", 12 },
  [NAMES_ORDINALS] = { "ordinals", 0 },
};

#define WHOLE(n_, unit_)                                                                           \
  PARLEY_TIME_ROLE_MOMENT, { .kind = PARLEY_TIME_WHOLE, .n = n_, .unit = PARLEY_TIME_##unit_ }

/* What the patterns of a list say. The first pattern that fits wins. */
static const struct
{
  const char *key;
  ParleyTimeRole role;
  ParleyTimePhrase meaning;
} pattern_lists[] = {
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

struct _ParleyTimeWords
{
  gboolean spaced;
  ParleyTimeNames *names[N_NAMES];
  GPtrArray *patterns; /* of ParleyTimePattern */
  GHashTable *index;   /* character -> GPtrArray of the patterns that may begin with it */
  GHashTable *known;   /* the words of all */
};

/* --- the file --------------------------------------------------------------------------------- */

static void
add_known (ParleyTimeWords *words, const char *text)
{
  ParleyTextWord word;

  while (parley_text_next_word (&text, &word))
    g_hash_table_add (words->known, g_strndup (word.start, word.length));
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
  ParleyTimeNames *names = parley_time_names_new (list);
  guint count = parley_time_names_count (names);

  words->names[which] = names;
  if (count > 0 && wanted > 0 && count != wanted)
    g_message ("%s: “%s” must have %u entries", name, names_lists[which].key, wanted);
  for (guint i = 0; i < parley_time_names_get_n_forms (names); i++)
    add_known (words, parley_time_names_get_form (names, i));
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

/* --- the index -------------------------------------------------------------------------------- */

static void
index_character (ParleyTimeWords *words, gunichar c, ParleyTimePattern *pattern)
{
  GPtrArray *patterns = g_hash_table_lookup (words->index, GUINT_TO_POINTER (c));

  if (patterns == NULL)
    {
      patterns = g_ptr_array_new ();
      g_hash_table_insert (words->index, GUINT_TO_POINTER (c), patterns);
    }
  if (patterns->len == 0 || g_ptr_array_index (patterns, patterns->len - 1) != pattern)
    g_ptr_array_add (patterns, pattern);
}

static void
index_names (ParleyTimeWords *words, Names which, ParleyTimePattern *pattern)
{
  ParleyTimeNames *names = words->names[which];

  for (guint i = 0; i < parley_time_names_get_n_forms (names); i++)
    index_character (words, g_utf8_get_char (parley_time_names_get_form (names, i)), pattern);
}

static void
index_digits (ParleyTimeWords *words, ParleyTimePattern *pattern)
{
  for (gunichar c = '0'; c <= '9'; c++)
    index_character (words, c, pattern);
}

/* Under every character that @piece, the first one of @pattern, may begin with. */
static void
index_piece (ParleyTimeWords *words, const ParleyTimePiece *piece, ParleyTimePattern *pattern)
{
  switch (piece->slot)
    {
    case PARLEY_TIME_SLOT_LITERAL:
      index_character (words, g_utf8_get_char (piece->literal), pattern);
      break;
    case PARLEY_TIME_SLOT_NUMBER:
    case PARLEY_TIME_SLOT_DAY:
      index_names (words, NAMES_NUMBERS, pattern);
      index_digits (words, pattern);
      break;
    case PARLEY_TIME_SLOT_MM:
    case PARLEY_TIME_SLOT_YEAR:
      index_digits (words, pattern);
      break;
    case PARLEY_TIME_SLOT_UNIT:
    case PARLEY_TIME_SLOT_HOUR:
      index_names (words, NAMES_UNITS, pattern);
      break;
    case PARLEY_TIME_SLOT_WEEKDAY:
      index_names (words, NAMES_WEEKDAYS, pattern);
      break;
    case PARLEY_TIME_SLOT_MONTH:
      index_names (words, NAMES_MONTHS, pattern);
      break;
    case PARLEY_TIME_SLOT_WHEN:
      for (guint i = 0; i < words->patterns->len; i++)
        {
          const ParleyTimePattern *moment = g_ptr_array_index (words->patterns, i);

          if (parley_time_pattern_is_moment (moment))
            index_piece (words, parley_time_pattern_get_piece (moment, 0), pattern);
        }
      break;
    }
}

ParleyTimeWords *
parley_time_words_new (GKeyFile *file, const char *name, gboolean spaced)
{
  ParleyTimeWords *words = g_new0 (ParleyTimeWords, 1);

  words->spaced = spaced;
  words->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  words->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_time_pattern_free);
  words->index = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < N_NAMES; i++)
    load_names (words, file, name, i);
  for (guint i = 0; i < G_N_ELEMENTS (pattern_lists); i++)
    load_patterns (words, file, name, i);
  for (guint i = 0; i < words->patterns->len; i++)
    {
      ParleyTimePattern *pattern = g_ptr_array_index (words->patterns, i);

      index_piece (words, parley_time_pattern_get_piece (pattern, 0), pattern);
    }
  return words;
}

void
parley_time_words_free (ParleyTimeWords *words)
{
  for (guint i = 0; i < N_NAMES; i++)
    parley_time_names_free (words->names[i]);
  g_hash_table_unref (words->index);
  g_ptr_array_unref (words->patterns);
  g_hash_table_unref (words->known);
  g_free (words);
}

gboolean
parley_time_words_knows (ParleyTimeWords *words, const char *word)
{
  return g_hash_table_contains (words->known, word);
}

/* --- finding ---------------------------------------------------------------------------------- */

static const char *
skip_spaces (const char *text)
{
  while (g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  return text;
}

/* Whether a number ends at @end and another goes on with it: "1.5", "2,000", "10:30". */
static gboolean
goes_on (const char *end)
{
  return g_ascii_isdigit (end[-1]) && *end != '\0' && strchr (".,:/-", *end) != NULL
         && g_ascii_isdigit (end[1]);
}

/* No 0: nothing that is counted here begins with it. Returns: (nullable): behind it. */
static const char *
match_digits (const char *text, guint min, guint max, int *value)
{
  guint count = 0;

  *value = 0;
  for (; g_ascii_isdigit (text[count]) && count < max; count++)
    *value = *value * 10 + g_ascii_digit_value (text[count]);
  if (count < min || *value == 0 || g_ascii_isdigit (text[count]))
    return NULL;
  return text + count;
}

static const char *
match_whole_number (const char *text, int *value)
{
  const char *end = match_digits (text, 1, MAX_NUMBER_DIGITS, value);

  return end != NULL && goes_on (end) ? NULL : end;
}

static const char *
match_name (ParleyTimeWords *words, Names which, const char *text, int *value)
{
  return parley_time_names_match (words->names[which], text, words->spaced, value);
}

static const char *
match_number (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase)
{
  int value;
  const char *end = g_ascii_isdigit (*text) ? match_whole_number (text, &value)
                                            : match_name (words, NAMES_NUMBERS, text, &value);

  if (end != NULL)
    phrase->n = (guint) value;
  return end;
}

/* "3", "3rd", 三. */
static const char *
match_day (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase)
{
  const char *end = g_ascii_isdigit (*text) ? match_digits (text, 1, 2, &phrase->day)
                                            : match_name (words, NAMES_NUMBERS, text, &phrase->day);
  int which;
  const char *ordinal = end != NULL ? match_name (words, NAMES_ORDINALS, end, &which) : NULL;

  return ordinal != NULL ? ordinal : end;
}

static const char *
match_unit (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase)
{
  int value;
  const char *end = match_name (words, NAMES_UNITS, text, &value);

  if (end != NULL)
    phrase->unit = value - 1;
  return end;
}

static const char *
match_moment (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase);

static const char *
match_slot (ParleyTimeWords *words, ParleyTimeSlot slot, const char *text, ParleyTimePhrase *phrase)
{
  const char *end = NULL;

  switch (slot)
    {
    case PARLEY_TIME_SLOT_NUMBER:
      return match_number (words, text, phrase);
    case PARLEY_TIME_SLOT_UNIT:
      return match_unit (words, text, phrase);
    case PARLEY_TIME_SLOT_HOUR:
      end = match_unit (words, text, phrase);
      return phrase->unit == PARLEY_TIME_HOUR ? end : NULL;
    case PARLEY_TIME_SLOT_WEEKDAY:
      phrase->kind = PARLEY_TIME_WEEKDAY;
      return match_name (words, NAMES_WEEKDAYS, text, &phrase->weekday);
    case PARLEY_TIME_SLOT_DAY:
      return match_day (words, text, phrase);
    case PARLEY_TIME_SLOT_MONTH:
      phrase->kind = PARLEY_TIME_DATE;
      return match_name (words, NAMES_MONTHS, text, &phrase->month);
    case PARLEY_TIME_SLOT_MM:
      return match_digits (text, 1, 2, &phrase->month);
    case PARLEY_TIME_SLOT_YEAR:
      return match_digits (text, 4, 4, &phrase->year);
    case PARLEY_TIME_SLOT_WHEN:
      return match_moment (words, text, phrase);
    case PARLEY_TIME_SLOT_LITERAL:
      break;
    }
  return NULL;
}

/* Returns: (nullable): behind what was matched. */
static const char *
match_pattern (ParleyTimeWords *words,
               const ParleyTimePattern *pattern,
               const char *text,
               ParleyTimePhrase *phrase)
{
  *phrase = pattern->meaning;
  for (guint i = 0; text != NULL && i < pattern->pieces->len; i++)
    {
      const ParleyTimePiece *piece = parley_time_pattern_get_piece (pattern, i);

      if (i > 0 && !words->spaced)
        text = skip_spaces (text);
      text = piece->slot == PARLEY_TIME_SLOT_LITERAL
                 ? parley_time_names_skip (text, piece->literal)
                 : match_slot (words, piece->slot, text, phrase);
    }
  if (text == NULL || goes_on (text)
      || (words->spaced && parley_time_names_is_letter (g_utf8_get_char (text))))
    return NULL;
  return text;
}

/* @nested: for "{when}". Returns: (nullable): behind what @text begins with; @pattern says what. */
static const char *
match_any (ParleyTimeWords *words,
           gboolean nested,
           const char *text,
           const ParleyTimePattern **pattern,
           ParleyTimePhrase *phrase)
{
  GPtrArray *patterns
      = g_hash_table_lookup (words->index, GUINT_TO_POINTER (g_utf8_get_char (text)));
  const char *end = NULL;

  for (guint i = 0; end == NULL && patterns != NULL && i < patterns->len; i++)
    {
      *pattern = g_ptr_array_index (patterns, i);
      if (nested ? parley_time_pattern_is_moment (*pattern)
                 : (*pattern)->role != PARLEY_TIME_ROLE_POINT)
        end = match_pattern (words, *pattern, text, phrase);
    }
  return end;
}

static const char *
match_moment (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase)
{
  const ParleyTimePattern *pattern;
  gboolean since = phrase->since;
  const char *end = match_any (words, TRUE, text, &pattern, phrase);

  phrase->since = since;
  return end;
}

/* Whether a time may begin at @at: not within a word, nor in "1.5" or "-2". */
static gboolean
may_begin (ParleyTimeWords *words, const char *text, const char *at)
{
  const char *previous = at > text ? g_utf8_prev_char (at) : NULL;
  gboolean digit = g_ascii_isdigit (*at);

  if (previous == NULL)
    return TRUE;
  if (digit && (g_ascii_isdigit (*previous) || *previous == '-'))
    return FALSE;
  if (digit && previous > text && goes_on (previous))
    return FALSE;
  return !words->spaced || !parley_time_names_is_letter (g_utf8_get_char (previous));
}

/* 二十二天 is not 十二天. */
static gboolean
is_within_number (ParleyTimeWords *words, const char *text, const char *at)
{
  int value;

  return !words->spaced && match_name (words, NAMES_NUMBERS, at, &value) != NULL
         && parley_time_names_end_at (words->names[NAMES_NUMBERS], text, at);
}

const char *
parley_time_words_find (ParleyTimeWords *words,
                        const char *text,
                        gsize *length,
                        ParleyTimePhrase *phrase)
{
  const char *next;

  for (const char *at = text; *at != '\0'; at = next)
    {
      const ParleyTimePattern *pattern;
      ParleyTimePhrase found;
      const char *end
          = may_begin (words, text, at) ? match_any (words, FALSE, at, &pattern, &found) : NULL;

      next = end != NULL ? end : g_utf8_next_char (at);
      if (end == NULL || pattern->role == PARLEY_TIME_ROLE_DECOY
          || is_within_number (words, text, at))
        continue;
      *phrase = found;
      *length = end - at;
      return at;
    }
  return NULL;
}
