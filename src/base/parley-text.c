/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-text.h"

#include <string.h>

typedef struct
{
  gunichar first;
  gunichar last;
} Range;

/* Both ends belong to the range. Controls, and what Unicode 15 wants not to be seen
 * (Default_Ignorable_Code_Point): bidi controls, zero-width and filler characters, variation
 * selectors but the one that makes an emoji of a sign, tags. Annotations, and what is no character.
 */
static const Range hidden[] = {
  { 0x0000, 0x0008 },   { 0x000B, 0x001F },   { 0x007F, 0x009F }, { 0x00AD, 0x00AD },
  { 0x034F, 0x034F },   { 0x061C, 0x061C },   { 0x115F, 0x1160 }, { 0x17B4, 0x17B5 },
  { 0x180B, 0x180F },   { 0x200B, 0x200F },   { 0x2028, 0x202E }, { 0x2060, 0x206F },
  { 0x3164, 0x3164 },   { 0xFDD0, 0xFDEF },   { 0xFE00, 0xFE0E }, { 0xFEFF, 0xFEFF },
  { 0xFFA0, 0xFFA0 },   { 0xFFF0, 0xFFFB },   { 0xFFFE, 0xFFFF }, { 0x1BCA0, 0x1BCA3 },
  { 0x1D173, 0x1D17A }, { 0xE0000, 0xE0FFF },
};

gboolean
parley_text_is_hidden (gunichar c)
{
  if (c >= 0x20 && c < 0x7F)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      if (c >= hidden[i].first && c <= hidden[i].last)
        return TRUE;
    }
  return FALSE;
}

/* The bound falls between two characters, not into one. */
static gsize
bound_length (const char *text, gsize max_bytes)
{
  gsize length = strnlen (text, max_bytes);

  while (length > 0 && (text[length] & 0xC0) == 0x80)
    length--;
  return length;
}

/* Returns: what is seen of @c, 0 if nothing is. */
static gunichar
make_visible (gunichar c, gunichar next, gboolean one_line)
{
  if ((c == '\r' && next != '\n') || c == 0x2028 || c == 0x2029)
    c = '\n';
  if (one_line && (c == '\n' || c == '\t'))
    c = ' ';
  return parley_text_is_hidden (c) ? 0 : c;
}

/* Most of what people write; no more has to be known of it. */
static gboolean
is_plain (char c, gboolean one_line)
{
  return (c >= 0x20 && c < 0x7F) || (c == '\n' && !one_line);
}

/* Returns: (transfer full) (nullable): trimmed; NULL if anything of it has to be looked at. */
static char *
dup_plain (const char *text, gsize length, gboolean one_line)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!is_plain (text[i], one_line))
        return NULL;
    }
  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  for (; length > 0 && g_ascii_isspace (*text); length--)
    text++;
  return g_strndup (text, length);
}

/* What stays as it is is copied as a whole. */
static char *
dup_visible (const char *text, gsize max_bytes, gboolean one_line)
{
  gsize length = bound_length (text, max_bytes);
  char *plain = dup_plain (text, length, one_line);
  g_autofree char *valid = plain != NULL ? NULL : g_utf8_make_valid (text, length);
  GString *clean;
  const char *same = valid;
  const char *p;

  if (plain != NULL)
    return plain;
  clean = g_string_sized_new (length);
  for (p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c;
      gunichar seen;

      if (is_plain (*p, one_line))
        continue;
      c = g_utf8_get_char (p);
      seen = make_visible (c, p[1], one_line);
      if (seen == c)
        continue;
      g_string_append_len (clean, same, p - same);
      if (seen != 0)
        g_string_append_unichar (clean, seen);
      same = g_utf8_next_char (p);
    }
  g_string_append_len (clean, same, p - same);
  return g_strstrip (g_string_free (clean, FALSE));
}

char *
parley_text_dup_clean (const char *text, gsize max_bytes)
{
  return dup_visible (text, max_bytes, FALSE);
}

char *
parley_text_dup_line (const char *text, gsize max_bytes)
{
  return dup_visible (text, max_bytes, TRUE);
}

/* Returns: (transfer full) (nullable): NULL if @text is not ASCII. @capitals: (nullable): as long.
 */
static char *
dup_folded_ascii (const char *text, gsize length, guint8 *capitals)
{
  char *folded = g_malloc (length + 1);

  for (gsize i = 0; i <= length; i++)
    {
      gboolean capital = text[i] >= 'A' && text[i] <= 'Z';

      if ((text[i] & 0x80) != 0)
        {
          g_free (folded);
          return NULL;
        }
      folded[i] = capital ? text[i] + ('a' - 'A') : text[i];
      if (capitals != NULL)
        capitals[i] = capital;
    }
  return folded;
}

char *
parley_text_dup_folded (const char *text)
{
  char *ascii = dup_folded_ascii (text, strlen (text), NULL);
  g_autofree char *normal = NULL;
  g_autofree char *folded = NULL;
  g_auto (GStrv) parts = NULL;

  if (ascii != NULL)
    return ascii;
  normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);
  folded = g_utf8_casefold (normal != NULL ? normal : "", -1);
  parts = g_strsplit (folded, "’", -1);
  return g_strjoinv ("'", parts);
}

/* Of one character; a capital is noted where its fold begins. */
static void
append_folded (GString *folded, GByteArray *capitals, const char *p)
{
  gunichar c = g_utf8_get_char (p);
  guint8 mark = g_unichar_isupper (c);

  if (c < 0x80)
    g_string_append_c (folded, g_ascii_tolower (*p));
  else if (c == 0x2019)
    g_string_append_c (folded, '\'');
  else
    {
      g_autofree char *fold = g_utf8_casefold (p, g_utf8_next_char (p) - p);

      g_string_append (folded, fold);
    }
  for (; capitals->len < folded->len; mark = FALSE)
    g_byte_array_append (capitals, &mark, 1);
}

static char *
dup_folded_capitals (const char *text, guint8 **capitals)
{
  g_autofree char *composed = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);
  const char *normal = composed != NULL ? composed : "";
  GString *folded = g_string_sized_new (strlen (normal));
  GByteArray *marks = g_byte_array_sized_new (strlen (normal) + 1);

  for (const char *p = normal; *p != '\0'; p = g_utf8_next_char (p))
    append_folded (folded, marks, p);
  g_byte_array_append (marks, (const guint8 *) "", 1);
  *capitals = g_byte_array_free (marks, FALSE);
  return g_string_free (folded, FALSE);
}

char *
parley_text_dup_folded_capitals (const char *text, guint8 **capitals)
{
  gsize length = strlen (text);
  char *ascii;

  *capitals = g_malloc (length + 1);
  ascii = dup_folded_ascii (text, length, *capitals);
  if (ascii != NULL)
    return ascii;
  g_free (*capitals);
  return dup_folded_capitals (text, capitals);
}

/* "> said before", ">> before that" and a lone ">"; not ">:(" nor ">_<". */
static gboolean
is_quote (const char *line, const char *end)
{
  const char *p = line;

  while (p < end && *p == '>')
    p++;
  return p > line && (p == end || *p == ' ' || *p == '\r');
}

static gboolean
is_blank (const char *line, const char *end)
{
  while (line < end && g_ascii_isspace (*line))
    line++;
  return line == end;
}

static void
cut_blank_end (GString *text)
{
  while (text->len > 0 && g_ascii_isspace (text->str[text->len - 1]))
    g_string_truncate (text, text->len - 1);
}

/* Returns: the first line that isn't blank, or the end of the text. */
static const char *
skip_blank_lines (const char *text)
{
  const char *line = text;
  const char *p;

  for (p = text; g_ascii_isspace (*p); p++)
    {
      if (*p == '\n')
        line = p + 1;
    }
  return *p != '\0' ? line : p;
}

/* Line by line, for a text that quotes somebody. */
static char *
dup_unquoted (const char *text)
{
  GString *own = g_string_new (NULL);
  gboolean after_quote = TRUE;
  gboolean last = FALSE;

  for (const char *line = text; !last; line++)
    {
      const char *end = line + strcspn (line, "\n");

      last = *end == '\0';
      if (is_quote (line, end))
        {
          cut_blank_end (own);
          after_quote = TRUE;
        }
      else if (!after_quote || !is_blank (line, end))
        {
          if (own->len > 0)
            g_string_append_c (own, '\n');
          g_string_append_len (own, line, end - line);
          after_quote = FALSE;
        }
      line = end;
    }
  return g_string_free (own, FALSE);
}

char *
parley_text_dup_own_words (const char *text)
{
  if (*text == '>' || strstr (text, "\n>") != NULL)
    return dup_unquoted (text);
  return g_strdup (skip_blank_lines (text));
}

static inline gboolean
is_in_word (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalnum ((char) c) || c == '\'';
  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == 0x2019;
}

gboolean
parley_text_is_in_word (gunichar c)
{
  return is_in_word (c);
}

/* Marks and digits go with the letters of any script. */
static gboolean
joins (const ParleyTextWord *word, GUnicodeScript script)
{
  return word->letters == 0 || script == word->script || script == G_UNICODE_SCRIPT_COMMON
         || script == G_UNICODE_SCRIPT_INHERITED || word->script == G_UNICODE_SCRIPT_COMMON;
}

static GUnicodeScript
get_script (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalpha ((char) c) ? G_UNICODE_SCRIPT_LATIN : G_UNICODE_SCRIPT_COMMON;
  return g_unichar_get_script (c);
}

/* Of what stands in a word. */
static gboolean
is_letter (gunichar c)
{
  return c < 0x80 ? c != '\'' : g_unichar_isalnum (c);
}

/* As g_utf8_get_char (), which looks at more. */
static gunichar
get_char (const char *p)
{
  return (*p & 0x80) == 0 ? (gunichar) *p : g_utf8_get_char (p);
}

gboolean
parley_text_next_word (const char **cursor, ParleyTextWord *word)
{
  const char *p = *cursor;
  ParleyTextWord found = { .script = G_UNICODE_SCRIPT_COMMON };

  while (*p != '\0' && !is_in_word (get_char (p)))
    p = g_utf8_next_char (p);
  found.start = p;
  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = get_char (p);
      GUnicodeScript script = get_script (c);

      if (!is_in_word (c) || !joins (&found, script))
        break;
      if (found.script == G_UNICODE_SCRIPT_COMMON)
        found.script = script;
      found.letters += is_letter (c);
    }
  *cursor = p;
  found.length = p - found.start;
  if (found.length > 0)
    *word = found;
  return found.length > 0;
}

ParleyTextWord *
parley_text_word_copy (const ParleyTextWord *word)
{
  ParleyTextWord *copy = g_malloc (sizeof *copy + word->length);

  *copy = *word;
  copy->start = memcpy (copy + 1, word->start, word->length);
  return copy;
}

guint
parley_text_word_hash (gconstpointer word)
{
  const ParleyTextWord *key = word;
  guint hash = 5381;

  for (gsize i = 0; i < key->length; i++)
    hash = hash * 33 + (guint8) key->start[i];
  return hash;
}

gboolean
parley_text_word_equal (gconstpointer a, gconstpointer b)
{
  const ParleyTextWord *first = a;
  const ParleyTextWord *second = b;

  return first->length == second->length
         && memcmp (first->start, second->start, first->length) == 0;
}

/* No name that is compared is longer. */
#define MAX_LENGTH 64

#define MIN_PART   3

static guint
least (guint a, guint b, guint c)
{
  return MIN (a, MIN (b, c));
}

static gboolean
is_swapped (const char *a, gsize i, const char *b, gsize j)
{
  return i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
}

/* The distance of optimal string alignment; both at most %MAX_LENGTH long. */
static guint
count_slips (const char *a, const char *b)
{
  gsize n_a = strlen (a);
  gsize n_b = strlen (b);
  guint slips[MAX_LENGTH + 1][MAX_LENGTH + 1];

  for (gsize i = 0; i <= n_a; i++)
    slips[i][0] = (guint) i;
  for (gsize j = 0; j <= n_b; j++)
    slips[0][j] = (guint) j;
  for (gsize i = 1; i <= n_a; i++)
    {
      for (gsize j = 1; j <= n_b; j++)
        {
          slips[i][j] = least (slips[i - 1][j] + 1, slips[i][j - 1] + 1,
                               slips[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
          if (is_swapped (a, i, b, j))
            slips[i][j] = MIN (slips[i][j], slips[i - 2][j - 2] + 1);
        }
    }
  return slips[n_a][n_b];
}

gboolean
parley_typo_is_near (const char *typed, const char *name)
{
  gsize n_typed = strlen (typed);

  if (n_typed == 0 || n_typed > MAX_LENGTH || strlen (name) > MAX_LENGTH)
    return FALSE;
  if (n_typed >= MIN_PART && strstr (name, typed) != NULL)
    return TRUE;
  return count_slips (typed, name) <= (strlen (name) > 4 ? 2 : 1);
}
