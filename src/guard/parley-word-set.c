/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-word-set.h"

/* More would fill the bits, and then all texts are alike. */
#define MAX_WORDS 100

/* No more of a text is looked at: so many words take less. */
#define MAX_BYTES 4096

/* Shorter texts are alike by chance. */
#define MIN_WORDS 3

/* Of all words that either has, so many are in both, in percent. */
#define LIKE 60

/* Longer words are folded as those of other scripts are. */
#define MAX_WORD 32

/* Returns: FALSE if that is not all of it, or it is not ASCII. @folded: (out): terminated. */
static gboolean
fold_short (const char *start, const char *end, char folded[MAX_WORD])
{
  gsize length = (gsize) (end - start);

  if (length >= MAX_WORD)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if ((start[i] & 0x80) != 0)
        return FALSE;
      folded[i] = g_ascii_tolower (start[i]);
    }
  folded[length] = '\0';
  return TRUE;
}

static guint
hash_word (const char *start, const char *end)
{
  char folded[MAX_WORD];
  g_autofree char *word = NULL;

  if (fold_short (start, end, folded))
    return g_str_hash (folded);
  word = g_utf8_casefold (start, end - start);
  return g_str_hash (word);
}

static void
add_word (ParleyWordSet *set, const char *start, const char *end)
{
  guint bit = hash_word (start, end) % (G_N_ELEMENTS (set->bits) * 64);

  set->bits[bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
  set->n++;
}

void
parley_word_set_add (ParleyWordSet *set, const char *text)
{
  const char *start = NULL;

  for (const char *p = text; set->n < MAX_WORDS; p = g_utf8_next_char (p))
    {
      gunichar c = p - text < MAX_BYTES ? g_utf8_get_char (p) : 0;
      gboolean inside = g_unichar_isalnum (c);
      /* Where words stand without blanks, each character is one. */
      gboolean ends = start != NULL && (!inside || g_unichar_iswide (c));

      if (ends)
        add_word (set, start, p);
      if (ends || start == NULL)
        start = inside ? p : NULL;
      if (c == '\0')
        break;
    }
}

static guint
count_bits (guint64 bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

gboolean
parley_word_set_is_like (const ParleyWordSet *a, const ParleyWordSet *b)
{
  guint both = 0;
  guint any = 0;

  for (guint i = 0; i < G_N_ELEMENTS (a->bits); i++)
    {
      both += count_bits (a->bits[i] & b->bits[i]);
      any += count_bits (a->bits[i] | b->bits[i]);
    }
  return a->n >= MIN_WORDS && b->n >= MIN_WORDS && both * 100 >= any * LIKE;
}
