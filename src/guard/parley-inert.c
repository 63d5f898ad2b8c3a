/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inert.h"

#include <string.h>

#include "base/parley-text.h"
#include "guard/parley-inbound.h"

/* What an OTR plugin takes as the start of a private conversation: in words, and in blanks behind
 * other words. */
static const char *const handshakes[] = { "?OTR", PARLEY_OTR_TAG };

static char *
find_handshake (char *text, gsize *length)
{
  for (guint i = 0; i < G_N_ELEMENTS (handshakes); i++)
    {
      char *found = strstr (text, handshakes[i]);

      *length = strlen (handshakes[i]);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Taking one out may put another one together. */
static void
remove_handshakes (char *text)
{
  gsize length;
  char *found;

  while ((found = find_handshake (text, &length)) != NULL)
    memmove (found, found + length, strlen (found + length) + 1);
}

/* "&#33;" and the like, which somebody who reads the text as HTML makes a character of. */
static gboolean
is_entity (const char *text)
{
  gsize length;

  if (*text != '&')
    return FALSE;
  length = 1 + strspn (text + 1, "#" G_CSET_DIGITS G_CSET_a_2_z G_CSET_A_2_Z);
  return length > 1 && text[length] == ';';
}

/* Other plugins judge a line without its tags, and some take off what only looks like one. */
static gboolean
is_command (const char *line)
{
  const char *end;

  while (*line == '<' && (end = strchr (line, '>')) != NULL)
    line = end + 1;
  return *line == '!' || *line == '/' || *line == '\t' || is_entity (line);
}

/* The blanks before the first line are kept, for they may be those of code. */
char *
parley_inert_dup (const char *bubble)
{
  g_autofree char *clean = parley_text_dup_clean (bubble, G_MAXSSIZE);
  gsize indent = strspn (bubble, " ");
  g_auto (GStrv) lines = NULL;
  GString *inert = g_string_new (NULL);

  remove_handshakes (clean);
  lines = g_strsplit (clean, "\n", -1);
  if (*clean != '\0')
    g_string_append_len (inert, bubble, indent);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean bare = i > 0 || indent == 0;

      g_string_append (inert, i > 0 ? "\n" : "");
      g_string_append (inert, bare && is_command (lines[i]) ? " " : "");
      g_string_append (inert, lines[i]);
    }
  return g_string_free (inert, FALSE);
}
