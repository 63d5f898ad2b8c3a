/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-glance.h"

#include <string.h>

#include "guard/parley-lookalike.h"
#include "guard/parley-spelling.h"

/* "thetasym" */
#define MAX_ENTITY 12

/* "&#01114111;"; with more of them a number wraps around */
#define MAX_DIGITS      8

#define PUNCTUATION     '\xE2' /* the first byte of General Punctuation */
#define SEPARATOR_BYTES 3

/* What a look costs, in steps of some 45 instructions. */
#define MAX_STEPS            275
#define LINE_STEPS           2 /* finding it */
#define READ_STEPS           1 /* beginning to read it */
#define PLAIN_STEPS          2 /* plain characters that stand together, and */
#define PLAIN_PER_STEP       4 /* so many of them */
#define CHAR_STEPS           2 /* any other character */
#define TAG_STEPS            4
#define NEW_STEPS            17 /* a character that was not met yet */
#define UNSEEN_PER_STEP      6
#define HASH_STEPS           1 /* a "#" */
#define NUMBER_STEPS         2 /* a number behind it, and */
#define DIGITS_PER_STEP      4
#define TURN_STEPS           1  /* looking for what turns or breaks a line, and */
#define PUNCTUATION_PER_STEP 2  /* so many other characters that begin as it does */
#define FIND_PUNCTUATION     3  /* finding where they stand together costs as many as that */
#define FIRST_MARK_STEPS     60 /* marking a line, and what is prepared for it */
#define MARK_STEPS           3  /* each further one */

typedef struct
{
  const char *end;
  /* Where the next of each kind is, at the cursor or behind it: lines are found by leaps. */
  const char *lf;
  const char *cr;
  const char *gt; /* the end of a tag; a break of the line is a tag, too */
  const char *separator;
  ParleySpeller speller;
  guint n_steps;
} Look;

static gboolean
is_ascii (const char *p, const char *end)
{
  guint64 bytes[8];

  for (; end - p >= (gssize) sizeof bytes; p += sizeof bytes)
    {
      memcpy (bytes, p, sizeof bytes);
      if (((bytes[0] | bytes[1] | bytes[2] | bytes[3] | bytes[4] | bytes[5] | bytes[6] | bytes[7])
           & G_GUINT64_CONSTANT (0x8080808080808080))
          != 0)
        return FALSE;
    }
  while (p < end && (guchar) *p < 0x80)
    p++;
  return p == end;
}

static gboolean
has_any (const char *html, const char *end, const char *letters)
{
  for (const char *p = letters; *p != '\0'; p++)
    {
      if (memchr (html, *p, end - html) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Of plain letters all must be there. */
static gboolean
may_spell_name (const char *html, const char *end)
{
  static const char *const letters[] = { "yY", "pP", "lLiI1|", "rR", "aA", "eE" };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      if (!has_any (html, end, letters[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_rest (char byte)
{
  return ((guchar) byte & 0xC0) == 0x80;
}

/* Returns: U+FFFD where the text is cut or broken; @p is behind it then. */
static gunichar
read_utf8 (const char **p, const char *end)
{
  const char *q = *p;
  const guchar first = (guchar) *q;
  const gssize left = end - q;

  if (first >= 0xE0 && first < 0xF0 && left >= 3 && is_rest (q[1]) && is_rest (q[2]))
    return *p += 3, (first & 0xFu) << 12 | (q[1] & 0x3Fu) << 6 | (q[2] & 0x3Fu);
  if (first >= 0xC0 && first < 0xE0 && left >= 2 && is_rest (q[1]))
    return *p += 2, (first & 0x1Fu) << 6 | (q[1] & 0x3Fu);
  if (first >= 0xF0 && left >= 4 && is_rest (q[1]) && is_rest (q[2]) && is_rest (q[3]))
    return *p += 4,
           (first & 7u) << 18 | (q[1] & 0x3Fu) << 12 | (q[2] & 0x3Fu) << 6 | (q[3] & 0x3Fu);
  return *p += 1, 0xFFFD;
}

/* @digits: hexadecimal ones. Returns: behind them. */
static const char *
read_hex (const char *digits, const char *end, gunichar *value)
{
  const char *q = digits;

  for (; q < end && q - digits < MAX_DIGITS && g_ascii_isxdigit (*q); q++)
    *value = *value << 4 | (gunichar) g_ascii_xdigit_value (*q);
  return q;
}

/* @p: behind an "&", at the "#". Returns: its character, 0 where it isn't plain; @p is behind it
 * then. */
static gunichar
read_number (const char **p, const char *end)
{
  const char *digits = *p + 1;
  const char *q = digits;
  gunichar value = 0;

  if (q < end && (*q | 0x20) == 'x')
    q = read_hex (++digits, end, &value);
  else
    for (; q < end && q - digits < MAX_DIGITS && g_ascii_isdigit (*q); q++)
      value = 10 * value + (gunichar) (*q - '0');
  if (q == digits || q >= end || *q != ';')
    return 0;
  *p = q + 1;
  return value;
}

/* @name: in small letters, as the protocols write it. */
static inline gboolean
skip_name (const char **p, const char *end, const char *name, gsize length)
{
  if ((gsize) (end - *p) < length || memcmp (*p, name, length) != 0)
    return FALSE;
  *p += length;
  return TRUE;
}

/* The same. What has a name is no letter, and of most it doesn't matter what they are. */
static gunichar
read_entity (const char **p, const char *end)
{
  const char *q = *p;
  const char *name = q;

  if (q >= end)
    return '&';
  if (*q == '#')
    return read_number (p, end);
  if (*q == 'g' && skip_name (p, end, "gt;", 3))
    return '>';
  if ((*q == 'q' && skip_name (p, end, "quot;", 5))
      || (*q == 'a' && skip_name (p, end, "apos;", 5)))
    return '"';
  if ((*q == 'l' && skip_name (p, end, "lt;", 3)) || (*q == 'a' && skip_name (p, end, "amp;", 4)))
    return '&';
  while (q < end && q - name < MAX_ENTITY && g_ascii_isalpha (*q))
    q++;
  if (q >= end || *q != ';')
    return '&';
  *p = q + 1;
  if (q - name == 2 && (name[0] | 0x20) == 'g')
    return '>';
  return q - name == 4 && (name[0] | 0x20) == 'n' ? ' ' : '"'; /* it may be a mark of quotation */
}

/* U+200B to U+200F, U+2060 to U+206F. */
static inline gboolean
is_unseen (guint32 bytes)
{
  return bytes - 0xE2808B <= 0x04 || bytes - 0xE281A0 <= 0x0F;
}

/* They stand together, so two are taken at a time. Returns: behind them. */
static const char *
skip_unseen (Look *look, const char *p)
{
  const char *start = p;
  guint64 bytes; /* two more than those of two characters */
  gboolean unseen = TRUE;

  while (unseen && look->end - p >= (gssize) sizeof bytes)
    {
      memcpy (&bytes, p, sizeof bytes);
      bytes = GUINT64_FROM_BE (bytes);
      unseen = is_unseen ((guint32) (bytes >> 40));
      p += unseen ? 3 : 0;
      unseen = unseen && is_unseen ((guint32) (bytes >> 16) & 0xFFFFFF);
      p += unseen ? 3 : 0;
    }
  if (p != start)
    look->n_steps += (p - start) / (3 * UNSEEN_PER_STEP);
  return p;
}

static inline gboolean
is_over (const Look *look)
{
  return look->n_steps + NEW_STEPS * look->speller.n_new > MAX_STEPS;
}

static gboolean
turns_or_breaks (gunichar c)
{
  return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 || c == 0x202E;
}

/* What turns a line around, or breaks it, may stand there as a number; libpurple itself never
 * writes it so. It reads more than what is plain: signs, blanks, what wraps around. */
static gboolean
has_odd_number (Look *look, const char *html)
{
  const char *p = html;

  while (!is_over (look) && p < look->end && (p = memchr (p, '#', look->end - p)) != NULL)
    {
      const char *hash = p;
      gunichar c;

      look->n_steps += HASH_STEPS;
      if (hash == html || hash[-1] != '&')
        {
          p++;
          continue;
        }
      c = read_number (&p, look->end);
      if (c == 0 || turns_or_breaks (c))
        return TRUE;
      look->n_steps += NUMBER_STEPS + (p - hash) / DIGITS_PER_STEP;
    }
  return FALSE;
}

static const char *
find_next (const char *p, const char *end, int c)
{
  const char *found = memchr (p, c, end - p);

  return found != NULL ? found : end;
}

/* Returns: the next U+2028, U+2029, which break a line, or U+202E, which shows what follows it
 * backwards, at @p or behind it; the end: there is none. */
static const char *
find_turn (Look *look, const char *p)
{
  const char *last = look->end - p < SEPARATOR_BYTES ? p - 1 : look->end - SEPARATOR_BYTES;
  guint n = 0;

  for (; p <= last && n <= PUNCTUATION_PER_STEP * MAX_STEPS; n++)
    {
      if (*p != PUNCTUATION)
        {
          p = find_next (p, look->end, PUNCTUATION);
          n += FIND_PUNCTUATION;
        }
      else if (p[1] == '\x80' && (p[2] == '\xA8' || p[2] == '\xA9' || p[2] == '\xAE'))
        break;
      else
        p += p[1] == PUNCTUATION ? 1 : p[2] == PUNCTUATION ? 2 : 3;
    }
  look->n_steps += TURN_STEPS + n / PUNCTUATION_PER_STEP;
  return p <= last ? p : look->end;
}

/* @turn: the first of them. */
static gboolean
has_override (Look *look, const char *turn)
{
  while (turn < look->end && turn[2] != '\xAE' && !is_over (look))
    turn = find_turn (look, turn + SEPARATOR_BYTES);
  return turn < look->end && turn[2] == '\xAE';
}

/* Returns: the beginning of the next line behind @p, as it is shown; @end: there is none. */
static const char *
find_line (Look *look, const char *p)
{
  const char *next;

  look->n_steps += LINE_STEPS;
  if (look->lf < p)
    look->lf = find_next (p, look->end, '\n');
  if (look->cr < p)
    look->cr = find_next (p, look->end, '\r');
  if (look->gt < p)
    look->gt = find_next (p, look->end, '>');
  if (look->separator < p)
    look->separator = find_turn (look, p);
  next = MIN (MIN (look->lf, look->cr), look->gt);
  if (look->separator < next)
    return look->separator + SEPARATOR_BYTES;
  return next < look->end ? next + 1 : next;
}

/* Behind a tag the name may go on. Returns: behind it; @p if it is none. */
static const char *
skip_tag (Look *look, const char *p)
{
  if (look->gt < p)
    look->gt = find_next (p, look->end, '>');
  return look->gt < look->end ? look->gt + 1 : p;
}

/* @p: at neither a tag nor the end of a line. Returns: FALSE: it isn't plain. */
static gboolean
read_char (const char **p, const char *end, gunichar *c)
{
  *c = (guchar) * *p;
  if (*c >= 0x80)
    *c = read_utf8 (p, end);
  else if ((*p)++, *c == '&')
    *c = read_entity (p, end);
  return *c != 0;
}

/* Returns: behind what is plain there. @line: as below. */
static const char *
read_plain (Look *look, const char *p, const char **line)
{
  const gssize left = (gssize) PARLEY_LOOKALIKE_START + 1 - look->speller.n_seen;
  const char *end = look->end - p > left ? p + left : look->end;
  const char *q = parley_speller_read_plain (&look->speller, p, end, line);

  look->n_steps += PLAIN_STEPS + (q - p) / PLAIN_PER_STEP;
  return q;
}

/* @p: at neither what is plain nor the end of a line. Returns: behind it; NULL: it isn't plain. */
static const char *
read_other (Look *look, const char *p)
{
  const guint n_seen = look->speller.n_seen;
  gunichar c;

  if (!read_char (&p, look->end, &c))
    return NULL;
  parley_speller_read (&look->speller, c);
  look->n_steps += CHAR_STEPS + (look->speller.n_seen == n_seen);
  return p;
}

/* @line: its beginning; is moved over what was read of it. */
static gboolean
is_odd_line (Look *look, const char **line)
{
  const char *end = look->end;
  const char *p = *line;

  parley_speller_begin (&look->speller);
  look->n_steps += READ_STEPS;
  while (p < end && look->speller.spelling < PARLEY_SPELLING_OTHER
         && look->speller.n_seen <= PARLEY_LOOKALIKE_START && !is_over (look))
    {
      if (*p == PUNCTUATION && ((p = skip_unseen (look, p)) >= end || p == look->separator))
        break;
      if (look->speller.spelling == PARLEY_SPELLING_FRONT)
        *line = p;
      if (*p == '\n' || *p == '\r')
        break;
      if (parley_spelling_is_plain (*p))
        p = read_plain (look, p, line);
      else if (*p == '<' && skip_tag (look, p) != p)
        {
          look->n_steps += TAG_STEPS;
          if (look->speller.spelling == PARLEY_SPELLING_FRONT)
            break; /* a line begins behind it as well */
          p = skip_tag (look, p);
        }
      else if ((p = read_other (look, p)) == NULL)
        return TRUE;
    }
  return look->speller.spelling == PARLEY_SPELLING_OURS;
}

/* Whether the first byte tells that a line is none of ours: that of most lines. What begins so and
 * is not ASCII are ideographs and Hangul. */
static gboolean
is_other (char first)
{
  static const gboolean other[0x100] = {
    ['B' ... 'H'] = TRUE,   ['J' ... 'K'] = TRUE,   ['M' ... 'O'] = TRUE, ['Q' ... 'Z'] = TRUE,
    ['b' ... 'h'] = TRUE,   ['j' ... 'k'] = TRUE,   ['m' ... 'o'] = TRUE, ['q' ... 'z'] = TRUE,
    [0xE5 ... 0xE8] = TRUE, [0xEB ... 0xEC] = TRUE,
  };

  return other[(guchar) first];
}

/* Past the bound an odd line may have been missed. */
static ParleyGlance
look_at_lines (Look *look, const char *html, ParleyGlanceLines *lines)
{
  for (const char *p = html; p < look->end && lines->n < PARLEY_GLANCE_LINES;
       p = find_line (look, p))
    {
      const char *line = p;

      if (is_over (look))
        return PARLEY_GLANCE_ENDLESS;
      if (is_other (*p) || !is_odd_line (look, &p))
        continue;
      look->n_steps += lines->n == 0 ? FIRST_MARK_STEPS : MARK_STEPS;
      if (is_over (look))
        return PARLEY_GLANCE_ENDLESS;
      lines->at[lines->n++] = line - html;
    }
  if (is_over (look))
    return PARLEY_GLANCE_ENDLESS;
  return lines->n > 0 ? PARLEY_GLANCE_ODD : PARLEY_GLANCE_HARMLESS;
}

ParleyGlance
parley_glance_look (const char *html, gsize length, ParleyGlanceLines *lines)
{
  const char *end = html + length;
  Look look = { .end = end };
  gboolean ascii = is_ascii (html, end);
  gboolean entities = memchr (html, '&', length) != NULL;

  lines->n = 0;
  if (ascii && !entities && !may_spell_name (html, end))
    return PARLEY_GLANCE_HARMLESS;
  if (entities && has_odd_number (&look, html))
    return PARLEY_GLANCE_ODD;
  look.separator = ascii ? end : find_turn (&look, html);
  if (!ascii && has_override (&look, look.separator))
    return PARLEY_GLANCE_ODD;
  return look_at_lines (&look, html, lines);
}
