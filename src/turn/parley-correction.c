/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-correction.h"

#include <string.h>

#include "base/parley-text.h"

/* Below, too few letters are left to tell a slip from another word. */
#define MIN_CHARS 10

/* Of the longer text. One slip in seven letters is more than a hasty typist makes. */
#define MAX_CHANGE_PERCENT 15

/* Of a word: "their" and "there" are 40 % apart. */
#define MAX_WORD_CHANGE_PERCENT 40

/* Longer texts must be the same to the byte: looking closer would cost more than it tells. */
#define MAX_BYTES 2048

/* What differs is compared up to this length, 1 ms of work; nobody mends more in a message. */
#define MAX_COMPARED 500

/* Digits where there are none in Unicode's sense; a day of the week is told by them. */
#define HAN_NUMERALS "〇零一二三四五六七八九十百千万萬两兩日"

typedef struct
{
  const gunichar *text;
  glong length;
} Span;

static gboolean
is_number (gunichar c)
{
  return g_unichar_isdigit (c) || (c > 0x7F && g_utf8_strchr (HAN_NUMERALS, -1, c) != NULL);
}

static gboolean
has_same_numbers (Span a, Span b)
{
  glong i = 0;
  glong j = 0;

  while (TRUE)
    {
      while (i < a.length && !is_number (a.text[i]))
        i++;
      while (j < b.length && !is_number (b.text[j]))
        j++;
      if (i == a.length || j == b.length)
        return i == a.length && j == b.length;
      if (a.text[i++] != b.text[j++])
        return FALSE;
    }
}

/* Letters added, left out, put for another or swapped with their neighbour. Three rows of the usual
 * table are enough, and no row has less than the least of the two above it. Returns: more than
 * @most where it is more, however much. */
static glong
get_distance (Span a, Span b, glong most)
{
  g_autofree glong *rows = NULL;
  glong *before;
  glong *above;
  glong *row;
  glong least_above = 0;
  glong least = 0;

  if (ABS (a.length - b.length) > most)
    return most + 1;
  rows = g_new0 (glong, 3 * (b.length + 1));
  before = rows;
  above = rows + b.length + 1;
  row = rows + 2 * (b.length + 1);
  for (glong j = 0; j <= b.length; j++)
    above[j] = j;
  for (glong i = 1; i <= a.length && MIN (least, least_above) <= most; i++)
    {
      glong *spare = before;

      least_above = least;
      least = row[0] = i;
      for (glong j = 1; j <= b.length; j++)
        {
          gboolean same = a.text[i - 1] == b.text[j - 1];

          row[j] = MIN (MIN (above[j], row[j - 1]) + 1, above[j - 1] + !same);
          if (i > 1 && j > 1 && a.text[i - 1] == b.text[j - 2] && a.text[i - 2] == b.text[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
          least = MIN (least, row[j]);
        }
      before = above;
      above = row;
      row = spare;
    }
  return MIN (least, least_above) <= most ? above[b.length] : most + 1;
}

/* Leaves what differs, as whole words. */
static void
trim_common (Span *a, Span *b)
{
  glong start = 0;
  glong end = 0;
  const glong shorter = MIN (a->length, b->length);

  while (start < shorter && a->text[start] == b->text[start])
    start++;
  while (end < shorter - start && a->text[a->length - end - 1] == b->text[b->length - end - 1])
    end++;
  while (start > 0 && !g_unichar_isspace (a->text[start - 1]))
    start--;
  while (end > 0 && !g_unichar_isspace (a->text[a->length - end]))
    end--;
  *a = (Span){ a->text + start, a->length - start - end };
  *b = (Span){ b->text + start, b->length - start - end };
}

/* Takes the next word off @rest. */
static Span
take_word (Span *rest)
{
  Span word = *rest;

  while (word.length > 0 && g_unichar_isspace (*word.text))
    word = (Span){ word.text + 1, word.length - 1 };
  *rest = word;
  while (rest->length > 0 && !g_unichar_isspace (*rest->text))
    *rest = (Span){ rest->text + 1, rest->length - 1 };
  word.length -= rest->length;
  return word;
}

static glong
count_words (Span text)
{
  glong words = 0;

  while (take_word (&text).length > 0)
    words++;
  return words;
}

static gboolean
is_address (Span word)
{
  for (glong i = 0; i < word.length; i++)
    {
      if (word.text[i] == '/' || word.text[i] == '@')
        return TRUE;
    }
  return FALSE;
}

/* Slips seldom hit a word's first letter; other words mostly differ in it. */
static gboolean
is_same_word (Span a, Span b)
{
  const glong most = MAX (a.length, b.length) * MAX_WORD_CHANGE_PERCENT / 100;
  glong distance = get_distance (a, b, most);

  return distance == 0
         || (distance <= most && a.text[0] == b.text[0] && !is_address (a) && !is_address (b));
}

/* Where words were joined, parted, added or left out they can't be set side by side, and the
 * distance in all has to do. */
static gboolean
has_same_words (Span a, Span b)
{
  glong words = count_words (a);

  if (words != count_words (b))
    return TRUE;
  while (words-- > 0)
    {
      if (!is_same_word (take_word (&a), take_word (&b)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_correction (Span a, Span b)
{
  const glong most = MAX (a.length, b.length) * MAX_CHANGE_PERCENT / 100;

  if (MIN (a.length, b.length) < MIN_CHARS || !has_same_numbers (a, b))
    return FALSE;
  trim_common (&a, &b);
  if (MAX (a.length, b.length) > MAX_COMPARED)
    return FALSE;
  return get_distance (a, b, most) <= most && has_same_words (a, b);
}

/* Returns: (transfer full). */
static gunichar *
dup_characters (const char *text, glong *length)
{
  g_autofree char *folded = g_strstrip (parley_text_dup_folded (text));

  return g_utf8_to_ucs4_fast (folded, -1, length);
}

gboolean
parley_correction_is (const char *previous, const char *text)
{
  g_autofree gunichar *a = NULL;
  g_autofree gunichar *b = NULL;
  glong a_length;
  glong b_length;

  if (strnlen (previous, MAX_BYTES + 1) > MAX_BYTES || strnlen (text, MAX_BYTES + 1) > MAX_BYTES)
    return g_str_equal (previous, text);
  a = dup_characters (previous, &a_length);
  b = dup_characters (text, &b_length);
  return is_correction ((Span){ a, a_length }, (Span){ b, b_length });
}
