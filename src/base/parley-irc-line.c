/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-irc-line.h"

#include <string.h>

/* Whoever sends a line that people see has their address in it; a server has only a name. */
static void
take_prefix (ParleyIrcLine *line, const char *prefix)
{
  const char *address = strchr (prefix, '!');

  if (address == NULL || address == prefix || strchr (address, '@') == NULL)
    return;
  line->nick = g_strndup (prefix, (gsize) (address - prefix));
  line->address = g_strdup (address + 1);
}

/* Returns: (transfer full): what stands before the next blank; @rest: moved behind it. */
static char *
take_word (const char **rest)
{
  gsize length = strcspn (*rest, " ");
  char *word = g_strndup (*rest, length);

  *rest += length;
  *rest += strspn (*rest, " ");
  return word;
}

ParleyIrcLine *
parley_irc_line_parse (const char *text)
{
  g_autofree char *trimmed = g_strndup (text, strcspn (text, "\r\n"));
  const char *rest = trimmed;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autofree char *prefix = NULL;
  ParleyIrcLine *line;

  if (*rest != ':')
    return NULL;
  rest++;
  prefix = take_word (&rest);
  if (*rest == '\0')
    return NULL;
  line = g_new0 (ParleyIrcLine, 1);
  take_prefix (line, prefix);
  line->command = take_word (&rest);
  while (*rest != '\0' && *rest != ':')
    {
      g_autofree char *word = take_word (&rest);

      g_strv_builder_add (words, word);
    }
  if (*rest == ':')
    g_strv_builder_add (words, rest + 1);
  line->words = g_strv_builder_end (words);
  line->n_words = g_strv_length (line->words);
  return line;
}

gboolean
parley_irc_line_is (const ParleyIrcLine *line, const char *command)
{
  return g_ascii_strcasecmp (line->command, command) == 0;
}

gboolean
parley_irc_line_is_in_channel (const ParleyIrcLine *line)
{
  const char *to = line->n_words > 0 ? line->words[0] : "";

  return *to != '\0' && strchr ("#&+!@%", *to) != NULL;
}

gboolean
parley_irc_line_is_request (const ParleyIrcLine *line)
{
  return line->nick != NULL && line->n_words > 1 && line->words[1][0] == '\001'
         && !g_str_has_prefix (line->words[1], "\001ACTION ");
}

void
parley_irc_line_free (ParleyIrcLine *line)
{
  g_free (line->nick);
  g_free (line->address);
  g_free (line->command);
  g_strfreev (line->words);
  g_free (line);
}
