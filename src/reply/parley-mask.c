/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-mask.h"

#include <string.h>

#define MASK        ','
#define ESCAPABLE   "\\`*_{}[]()<>#+-.!|~&\"'"
#define UNESCAPED   "*_`[]#\\"
#define ANY_MARK    "*_`[#<\\"
#define MAX_STARS   3
#define ADDRESS     "://"
#define ADDRESS_END " \t)]>"

typedef struct
{
  const char *line;
  const char *end;
  char *masked;
  gboolean escapes;    /* whether backslashes are */
  const char *address; /* the end of the last address that was seen */
  guint n_marks;
} Mask;

static void
hide (Mask *mask, const char *p, gsize length)
{
  memset (mask->masked + (p - mask->line), MASK, length);
}

/* Returns: 0 at the start. */
static gunichar
get_before (const Mask *mask, const char *p)
{
  return p > mask->line ? g_utf8_get_char (g_utf8_prev_char (p)) : 0;
}

/* Returns: 0 at the end. */
static gunichar
get_after (const Mask *mask, const char *p)
{
  return p < mask->end ? g_utf8_get_char (p) : 0;
}

static gboolean
is_edge (gunichar c)
{
  return c == 0 || g_unichar_isspace (c);
}

/* Wide scripts set no blanks between words, so there a mark between two letters is one. */
static gboolean
is_in_word (gunichar c)
{
  return g_unichar_isalnum (c) && !g_unichar_iswide (c);
}

/* In C:\dir and \o/ a backslash stands for itself, and then it does so all along the line. */
static gboolean
has_escapes (const Mask *mask)
{
  for (const char *p = mask->line; p < mask->end; p++)
    {
      if (*p != '\\')
        continue;
      p++;
      if (p == mask->end || strchr (ESCAPABLE, *p) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* What follows a backslash is no mark, whether the backslash is an escape or text. Returns: the
 * bytes read. */
static gsize
read_backslash (Mask *mask, const char *p)
{
  gunichar before = get_before (mask, p);
  gsize length = p + 1 < mask->end && strchr (UNESCAPED, p[1]) != NULL ? 2 : 1;

  if (length == 1 || !mask->escapes || (before >= 0x80 && p[1] != '\\'))
    hide (mask, p, length);
  return length;
}

/* Part of a face, "^_^", or of a path. */
static gboolean
is_among_signs (gunichar before, gunichar after)
{
  if (before == '/' || before == '\\' || after == '/' || after == '\\')
    return TRUE;
  return !is_edge (before) && !g_unichar_isalnum (before) && !is_edge (after)
         && !g_unichar_isalnum (after);
}

static gboolean
is_meant (Mask *mask, const char *p, gsize length)
{
  gunichar before = get_before (mask, p);
  gunichar after = get_after (mask, p + length);

  if (is_edge (before) && is_edge (after))
    return p == mask->line; /* may be a bullet */
  if (is_in_word (before) && is_in_word (after))
    return FALSE;
  if (*p == '*')
    return length <= MAX_STARS;
  return length == 1 && p >= mask->address && !is_among_signs (before, after);
}

static gsize
count_run (const Mask *mask, const char *p)
{
  const char *end = p;

  while (end < mask->end && *end == *p)
    end++;
  return end - p;
}

static gsize
read_run (Mask *mask, const char *p)
{
  gsize length = count_run (mask, p);

  if (++mask->n_marks > PARLEY_MASK_MAX_MARKS
      || (*p != '`' && *p != '[' && !is_meant (mask, p, length)))
    hide (mask, p, length);
  return length;
}

static gboolean
begins_address (const Mask *mask, const char *p)
{
  static const char *const schemes[] = { "http://", "https://", "mailto:", "xmpp:" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      gsize length = strlen (schemes[i]);

      if ((gsize) (mask->end - p) > length && g_ascii_strncasecmp (p, schemes[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
note_address (Mask *mask, const char *p)
{
  if (p < mask->address || (gsize) (mask->end - p) < strlen (ADDRESS)
      || memcmp (p, ADDRESS, strlen (ADDRESS)) != 0)
    return;
  while (p < mask->end && strchr (ADDRESS_END, *p) == NULL)
    p++;
  mask->address = p;
}

/* Returns: the bytes read. */
static gsize
read_at (Mask *mask, const char *p)
{
  switch (*p)
    {
    case '\\':
      return read_backslash (mask, p);
    case '*':
    case '_':
    case '`':
    case '[':
      return read_run (mask, p);
    case '<':
      if (++mask->n_marks <= PARLEY_MASK_MAX_MARKS && begins_address (mask, p + 1))
        return 1;
      hide (mask, p, 1);
      return 1;
    case '&':
      hide (mask, p, 1);
      return 1;
    case ':':
      note_address (mask, p);
      return 1;
    default:
      return 1;
    }
}

char *
parley_mask_dup (const char *line, gsize length)
{
  g_autofree char *masked = g_strndup (line, length);
  Mask mask = { .line = line, .end = line + length, .masked = masked, .address = line };

  if (strpbrk (masked, ANY_MARK) == NULL)
    return NULL;
  mask.escapes = has_escapes (&mask);
  for (const char *p = line; p < mask.end;)
    p += read_at (&mask, p);
  return strpbrk (masked, ANY_MARK) != NULL ? g_steal_pointer (&masked) : NULL;
}
