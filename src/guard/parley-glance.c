/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-glance.h"

#include <string.h>

#include "base/parley-text.h"
#include "guard/parley-lookalike.h"

/* "&#1114111;" */
#define MAX_ENTITY 12

/* Where the next of each kind is, at the cursor or behind it: lines are found by leaps. */
typedef struct
{
  const char *end;
  const char *lf;
  const char *cr;
  const char *gt; /* the end of a tag; a break of the line is a tag, too */
} Marks;

/* What was found out about a character that is not ASCII; people use few different ones. */
typedef struct
{
  gunichar c;      /* 0: nothing yet */
  gunichar folded; /* the letter that it looks like */
  gboolean unseen;
  gboolean letter; /* no name can stand behind it */
} Known;

#define N_KNOWN 128

typedef struct
{
  Known known[N_KNOWN]; /* by the end of their code */
} Look;

typedef enum
{
  FRONT_LETTER, /* at the first letter, or at a tag */
  FRONT_OVER,   /* no line of ours has so much in front of its name */
  FRONT_ODD,
} Front;

static gboolean
is_ascii (const char *p, const char *end)
{
  for (; end - p >= (gssize) sizeof (guint64); p += sizeof (guint64))
    {
      guint64 bytes;

      memcpy (&bytes, p, sizeof bytes);
      if ((bytes & G_GUINT64_CONSTANT (0x8080808080808080)) != 0)
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

/* U+202E shows what follows backwards. */
static gboolean
has_override (const char *html, const char *end)
{
  for (const char *p = html; p < end && (p = memchr (p, 0xAE, end - p)) != NULL; p++)
    {
      if (p - html >= 2 && (guchar) p[-1] == 0x80 && (guchar) p[-2] == 0xE2)
        return TRUE;
    }
  return FALSE;
}

/* Returns: 0 where the text is cut or broken. */
static gunichar
get_char (const char *p, const char *end)
{
  gunichar c;

  if ((guchar) *p < 0x80)
    return (guchar) *p;
  c = g_utf8_get_char_validated (p, end - p);
  return c < 0x110000 ? c : 0;
}

static gunichar
fold (gunichar c)
{
  gunichar decomposed[G_UNICHAR_MAX_DECOMPOSITION_LENGTH] = { c };

  g_unichar_fully_decompose (c, TRUE, decomposed, G_N_ELEMENTS (decomposed));
  return parley_lookalike_resolve (g_unichar_tolower (decomposed[0]));
}

/* @c: not ASCII. */
static const Known *
look_up (Look *look, gunichar c)
{
  Known *known = &look->known[c % N_KNOWN];

  if (known->c == c)
    return known;
  known->c = c;
  known->folded = fold (c);
  known->unseen = parley_text_is_hidden (c) || g_unichar_ismark (c);
  known->letter = g_unichar_isalpha (c) && known->folded != 'l';
  return known;
}

static gboolean
is_letter (Look *look, gunichar c)
{
  if (c >= 0x80)
    return look_up (look, c)->letter;
  return g_ascii_isalpha ((char) c) && (c | 0x20) != 'l' && (c | 0x20) != 'i';
}

static gboolean
is_unseen (Look *look, gunichar c)
{
  return c >= 0x80 ? look_up (look, c)->unseen : c < 0x20 && c != '\n' && c != '\t';
}

static gunichar
get_folded (Look *look, gunichar c)
{
  if (c >= 0x80)
    return look_up (look, c)->folded;
  return c == 'i' || c == 'I' || c == '1' || c == '|' ? 'l' : (guchar) g_ascii_tolower ((char) c);
}

/* @p: at an "&". Returns: its character, 0 where it isn't plain; @p is behind it then. What has a
 * name is no letter. */
static gunichar
read_entity (const char **p, const char *end)
{
  const char *q = *p + 1;
  gboolean number = q < end && *q == '#';
  gunichar value = 0;

  for (q += number; q < end && q - *p < MAX_ENTITY && *q != ';'; q++)
    {
      if (number && !g_ascii_isdigit (*q))
        return 0;
      value = 10 * value + (gunichar) (*q - '0');
    }
  if (q >= end || *q != ';')
    return 0;
  *p = q + 1;
  return number ? value : '&';
}

/* What turns or breaks a line may stand there as a number; libpurple itself never writes it so. */
static gboolean
has_odd_number (const char *html, const char *end)
{
  for (const char *p = html; p < end && (p = memchr (p, '#', end - p)) != NULL; p++)
    {
      if (p > html && p[-1] == '&' && p + 1 < end && strchr ("018xX", p[1]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* In front of the name there may be a time, signs, "/me". */
static gboolean
skip_word (const char **p, const char *end)
{
  static const char *const words[] = { "am", "pm", "/me " };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if ((gsize) (end - *p) < length || g_ascii_strncasecmp (*p, words[i], length) != 0)
        continue;
      *p += length;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_word_start (gunichar c)
{
  return c == 'a' || c == 'A' || c == 'p' || c == 'P' || c == '/';
}

/* Most characters that nobody sees stand together. Returns: @p behind one of them, or @p. */
static const char *
skip_unseen (const char *p, const char *end)
{
  const guchar *bytes = (const guchar *) p;

  if (end - p < 3 || bytes[0] != 0xE2)
    return p;
  return (bytes[1] == 0x80 && bytes[2] >= 0x8B && bytes[2] <= 0x8F)
                 || (bytes[1] == 0x81 && bytes[2] >= 0xA0)
             ? p + 3
             : p;
}

/* @p: at the beginning of a line. */
static Front
skip_front (Look *look, const char **p, const char *end)
{
  const char *q = *p;
  guint seen = 0;

  /* Most lines. */
  if (q < end && g_ascii_isalpha (*q) && strchr ("aApPlLiI", *q) == NULL)
    return FRONT_OVER;
  while (q < end && *q != '<' && seen <= PARLEY_LOOKALIKE_START)
    {
      const char *from = q;
      gunichar c;

      q = skip_unseen (q, end);
      if (q != from)
        continue;
      c = get_char (q, end);
      if (c == '&')
        c = read_entity (&q, end);
      if (c == 0 || (*from == '&' && is_letter (look, c)))
        return FRONT_ODD;
      if (is_word_start (c) && skip_word (&q, end))
        continue;
      if (is_letter (look, c))
        break;
      if (*from != '&')
        q = g_utf8_next_char (q);
      if (c == '\n' || c == '\r')
        seen = 0;
      else if (c < 0x80 || !is_unseen (look, c))
        seen += *from == '&' ? 1 : q - from;
    }
  *p = q;
  return seen > PARLEY_LOOKALIKE_START ? FRONT_OVER : FRONT_LETTER;
}

/* A letter of it may be taken apart by tags, or written as a number. */
static gboolean
may_be_name (Look *look, const char *p, const char *end)
{
  static const char name[] = PARLEY_LOOKALIKE_NAME;
  gsize found = 0;

  while (p < end && name[found] != '\0')
    {
      gunichar c = get_char (p, end);

      if (c == 0 || c == '<' || c == '&')
        return found > 0;
      p = g_utf8_next_char (p);
      if (is_unseen (look, c))
        continue;
      if (get_folded (look, c) != (guchar) name[found])
        return FALSE;
      found++;
    }
  return name[found] == '\0';
}

static const char *
find_next (const char *known, const char *p, const char *end, int c)
{
  const char *found;

  if (known != NULL && known >= p)
    return known;
  found = p < end ? memchr (p, c, end - p) : NULL;
  return found != NULL ? found : end;
}

/* Returns: the beginning of the next line behind @p, as it is shown; @end: there is none. */
static const char *
find_line (Marks *marks, const char *p)
{
  marks->lf = find_next (marks->lf, p, marks->end, '\n');
  marks->cr = find_next (marks->cr, p, marks->end, '\r');
  marks->gt = find_next (marks->gt, p, marks->end, '>');
  p = MIN (MIN (marks->lf, marks->cr), marks->gt);
  return p < marks->end ? p + 1 : p;
}

gboolean
parley_glance_is_harmless (const char *html, gsize length)
{
  const char *end = html + length;
  Marks marks = { .end = end };
  Look look = { 0 };
  gboolean ascii = is_ascii (html, end);
  gboolean entities = memchr (html, '&', length) != NULL;

  if (ascii && !entities && !may_spell_name (html, end))
    return TRUE;
  if ((entities && has_odd_number (html, end)) || (!ascii && has_override (html, end)))
    return FALSE;
  for (const char *p = html; p < end; p = find_line (&marks, p))
    {
      Front front = skip_front (&look, &p, end);

      if (front == FRONT_ODD || (front == FRONT_LETTER && may_be_name (&look, p, end)))
        return FALSE;
    }
  return TRUE;
}

gboolean
parley_glance_is_harmless_name (const char *name)
{
  const char *end = name + strnlen (name, PARLEY_LOOKALIKE_START);
  const char *p = name;
  Look look = { 0 };

  while (p < end && (*p == ' ' || is_unseen (&look, get_char (p, end))))
    p = g_utf8_next_char (p);
  return p < end && *p != '\n' && !may_be_name (&look, p, end);
}
