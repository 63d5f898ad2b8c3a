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

/* "&#33;" and the like, which somebody who reads the text as HTML makes a character of. Returns:
 * its bytes, 0 for none. */
static gsize
measure_entity (const char *text)
{
  gsize length;

  if (*text != '&')
    return 0;
  length = 1 + strspn (text + 1, "#" G_CSET_DIGITS G_CSET_a_2_z G_CSET_A_2_Z);
  return length > 1 && text[length] == ';' ? length + 1 : 0;
}

/* What somebody who takes off tags takes for one; it ends at the next one at the latest. Returns:
 * its bytes, 0 for none. */
static gsize
measure_tag (const char *text)
{
  gsize length;

  if (*text != '<' || text[1] == '\0' || g_ascii_isspace (text[1]))
    return 0;
  length = 1 + strcspn (text + 1, "<>");
  return text[length] == '>' ? length + 1 : length;
}

/* Returns: (transfer none): behind the tags and blanks at @text. */
static const char *
skip_unseen (const char *text)
{
  gsize length;

  while ((length = g_ascii_isspace (*text) ? 1 : measure_tag (text)) > 0)
    text += length;
  return text;
}

/* Returns: the character that an entity stands for; 0 if only its maker knows. */
static gunichar
read_entity (const char *text)
{
  gboolean hex = g_ascii_strncasecmp (text, "&#x", 3) == 0;
  guint64 c = text[1] == '#' ? g_ascii_strtoull (text + (hex ? 3 : 2), NULL, hex ? 16 : 10) : 0;

  return g_unichar_validate ((gunichar) c) && c <= G_MAXUINT32 ? (gunichar) c : 0;
}

/* Whether a tag or an entity is followed by what would be a command at the beginning of a line, for
 * that is where it may come to stand; or the characters between them make a handshake, or blanks.
 */
static gboolean
hides_something (const char *text)
{
  g_autoptr (GString) seen = g_string_new (NULL);

  for (const char *p = text; *p != '\0';)
    {
      gsize entity = measure_entity (p);
      gsize length = entity + measure_tag (p);
      const char *next = skip_unseen (p + length);
      gunichar c = entity > 0 ? read_entity (p) : 0;

      if (length > 0 && (*next == '!' || *next == '/' || measure_entity (next) > 0))
        return TRUE;
      /* Tabs come of cells of tables, too. */
      if ((c != 0 && !g_unichar_isgraph (c)) || g_ascii_strncasecmp (p, "<td", 3) == 0)
        return TRUE;
      if (c != 0)
        g_string_append_unichar (seen, c);
      else if (length == 0 && !g_ascii_isspace (*p))
        g_string_append_c (seen, *p);
      p += MAX (length, 1);
    }
  return strstr (seen->str, "?OTR") != NULL;
}

/* Returns: (transfer full): @text with nothing in it that anybody could take for a tag or an
 * entity: a blank stands behind what would begin one. */
static char *
dup_broken_up (const char *text)
{
  GString *broken = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    {
      g_string_append_c (broken, *p);
      if (measure_tag (p) > 0 || measure_entity (p) > 0)
        g_string_append_c (broken, ' ');
    }
  return g_string_free (broken, FALSE);
}

/* Other plugins judge a line without its tags, and some take off what only looks like one. */
static gboolean
is_command (const char *line)
{
  const char *end;

  while (*line == '<' && (end = strchr (line, '>')) != NULL)
    line = end + 1;
  return *line == '!' || *line == '/' || *line == '\t' || measure_entity (line) > 0;
}

/* The blanks before the first line are kept, for they may be those of code. */
static char *
dup_once (const char *bubble)
{
  g_autofree char *clean = parley_text_dup_clean (bubble, G_MAXSSIZE);
  g_autofree char *whole = NULL;
  gsize indent = strspn (bubble, " ");
  g_auto (GStrv) lines = NULL;
  GString *inert = g_string_new (NULL);

  remove_handshakes (clean);
  whole = hides_something (clean) ? dup_broken_up (clean) : g_steal_pointer (&clean);
  lines = g_strsplit (whole, "\n", -1);
  if (*whole != '\0')
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

/* A blank that is put in may make what another step takes out. It ends, for what is taken out is
 * longer than what is put in. */
char *
parley_inert_dup (const char *bubble)
{
  char *inert = dup_once (bubble);
  g_autofree char *before = NULL;

  while (g_strcmp0 (before, inert) != 0)
    {
      g_free (before);
      before = inert;
      inert = dup_once (before);
    }
  return inert;
}
