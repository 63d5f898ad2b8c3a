/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "lexicon/parley-time-words-private.h"

/* Finding the first time said in a text. */

/* More than any range needs, and far from an overflow when counted in seconds. */
#define MAX_NUMBER_DIGITS 9

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

/* Returns: (nullable): behind what @text begins with; @pattern says what. */
static const char *
match_any (ParleyTimeWords *words,
           GHashTable *index,
           const char *text,
           const ParleyTimePattern **pattern,
           ParleyTimePhrase *phrase)
{
  GPtrArray *patterns = g_hash_table_lookup (index, GUINT_TO_POINTER (g_utf8_get_char (text)));
  const char *end = NULL;

  for (guint i = 0; end == NULL && patterns != NULL && i < patterns->len; i++)
    {
      *pattern = g_ptr_array_index (patterns, i);
      end = match_pattern (words, *pattern, text, phrase);
    }
  return end;
}

static const char *
match_moment (ParleyTimeWords *words, const char *text, ParleyTimePhrase *phrase)
{
  const ParleyTimePattern *pattern;
  gboolean since = phrase->since;
  const char *end = match_any (words, words->moments, text, &pattern, phrase);

  phrase->since = since;
  return end;
}

/* Most words of a text begin no time, in any language. @length: of the one at @at. */
static gboolean
is_first_word (ParleyTimeWords *words, const char *at, gsize length)
{
  char word[PARLEY_TIME_WORDS_LONG];

  if (!words->spaced || length == 0 || length >= sizeof word || g_ascii_isdigit (*at))
    return TRUE;
  memcpy (word, at, length);
  word[length] = '\0';
  return g_hash_table_contains (words->first_words, word)
         || g_hash_table_contains (words->first_characters,
                                   GUINT_TO_POINTER (g_utf8_get_char (at)));
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
      gsize word = words->spaced ? parley_time_words_measure (at) : 0;
      const char *end = may_begin (words, text, at) && is_first_word (words, at, word)
                            ? match_any (words, words->starts, at, &pattern, &found)
                            : NULL;

      next = end != NULL ? end : word > 0 ? at + word : g_utf8_next_char (at);
      if (end == NULL || pattern->role == PARLEY_TIME_ROLE_DECOY
          || is_within_number (words, text, at))
        continue;
      *phrase = found;
      *length = end - at;
      return at;
    }
  return NULL;
}
