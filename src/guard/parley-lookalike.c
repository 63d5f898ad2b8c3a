/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-lookalike.h"

#include <string.h>

#include "base/parley-text.h"

#define NAME PARLEY_LOOKALIKE_NAME

typedef struct
{
  gunichar from;
  gunichar to;
} Lookalike;

/* Letters of the name in other alphabets, folded, and signs in place of its colon; from Unicode's
 * table of confusables (UTS #39). */
static const Lookalike lookalikes[] = {
  { 0x0440, 'p' }, { 0x03C1, 'p' }, { 0x2374, 'p' }, { 0x0430, 'a' }, { 0x03B1, 'a' },
  { 0x0251, 'a' }, { 0x0433, 'r' }, { 0x1D26, 'r' }, { 0xAB81, 'r' }, { 'i', 'l' },
  { '1', 'l' },    { '|', 'l' },    { 0x0456, 'l' }, { 0x04CF, 'l' }, { 0x03B9, 'l' },
  { 0x0131, 'l' }, { 0x01C0, 'l' }, { 0x05C0, 'l' }, { 0x0435, 'e' }, { 0x04BD, 'e' },
  { 0x03B5, 'e' }, { 0x0443, 'y' }, { 0x04AF, 'y' }, { 0x03B3, 'y' }, { 0x03C5, 'y' },
  { 0x028F, 'y' }, { 0x2236, ':' }, { 0xA789, ':' }, { 0x02D0, ':' }, { 0x0589, ':' },
  { 0x05C3, ':' }, { 0x0703, ':' }, { 0x0704, ':' }, { 0x1804, ':' }, { 0xFE30, ':' },
  { 0x205A, ':' }, { 0x2013, '-' }, { 0x2014, '-' }, { 0x2212, '-' }, { 0x00BB, '>' },
};

gunichar
parley_lookalike_resolve (gunichar c)
{
  for (guint i = 0; i < G_N_ELEMENTS (lookalikes); i++)
    {
      if (lookalikes[i].from == c)
        return lookalikes[i].to;
    }
  return c;
}

/* Returns: (transfer full): how its beginning looks to somebody who glances at it. */
static char *
dup_skeleton (const char *line)
{
  g_autofree char *start = parley_text_dup_line (line, PARLEY_LOOKALIKE_START);
  g_autofree char *decomposed = g_utf8_normalize (start, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = g_utf8_casefold (decomposed != NULL ? decomposed : "", -1);
  GString *skeleton = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_ismark (c))
        g_string_append_unichar (skeleton, parley_lookalike_resolve (c));
    }
  return g_string_free (skeleton, FALSE);
}

/* The time in front of a line has no letters but these. */
static const char *
skip_time (const char *skeleton)
{
  const char *p = skeleton;

  while (*p != '\0')
    {
      if (g_str_has_prefix (p, "am") || g_str_has_prefix (p, "pm"))
        p += 2;
      else if (g_str_has_prefix (p, "/me "))
        p += 4;
      else if (g_unichar_isalpha (g_utf8_get_char (p)) && !g_str_has_prefix (p, "l"))
        break;
      else
        p = g_utf8_next_char (p);
    }
  return p;
}

static gboolean
looks_like_ours (const char *line)
{
  g_autofree char *skeleton = NULL;
  const char *p;

  if (strlen (line) <= strlen (NAME))
    return FALSE;
  skeleton = dup_skeleton (line);
  p = skip_time (skeleton);
  if (!g_str_has_prefix (p, NAME))
    return FALSE;
  p += strlen (NAME);
  p += strspn (p, " \t*_)]");
  return *p != '\0' && strchr (":->", *p) != NULL;
}

/* A sign for right-to-left shows what follows it backwards. */
static gboolean
is_fake (const char *line, gboolean turned)
{
  g_autofree char *backwards = turned ? g_utf8_strreverse (line, -1) : NULL;

  return looks_like_ours (line) || (turned && looks_like_ours (backwards));
}

char *
parley_lookalike_dup_marked (const char *text, const char *mark)
{
  g_autofree char *clean = parley_text_dup_clean (text, G_MAXSSIZE);
  g_auto (GStrv) lines = g_strsplit (clean, "\n", -1);
  gboolean turned = strstr (text, "\u202e") != NULL;
  g_autoptr (GString) marked = g_string_new (NULL);
  gboolean any = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean fake = is_fake (lines[i], turned);

      g_string_append_printf (marked, "%s%s%s", i > 0 ? "\n" : "", fake ? mark : "", lines[i]);
      any |= fake;
    }
  return any ? g_string_free (g_steal_pointer (&marked), FALSE) : NULL;
}

gboolean
parley_lookalike_is_name (const char *name)
{
  g_autofree char *clean = parley_text_dup_line (name, 256);
  g_autofree char *skeleton = dup_skeleton (clean);

  return g_str_equal (g_strstrip (skeleton), NAME);
}
