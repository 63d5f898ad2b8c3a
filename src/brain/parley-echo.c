/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-echo.h"

#include <string.h>

#include "base/parley-text.h"

char *
parley_echo_dup_words (const char *text)
{
  g_autofree char *folded = parley_text_dup_folded (text);
  GString *words = g_string_new (" ");

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isalnum (c))
        g_string_append_unichar (words, c);
      else if (c != '\'' && words->str[words->len - 1] != ' ')
        g_string_append_c (words, ' ');
    }
  if (words->str[words->len - 1] != ' ')
    g_string_append_c (words, ' ');
  return g_string_free (words, FALSE);
}

gboolean
parley_echo_repeats (const char *words, const char *told)
{
  for (const char *start = words; *start != '\0'; start = strchr (start + 1, ' '))
    {
      const char *end = start;
      g_autofree char *stretch = NULL;

      for (guint i = 0; i < PARLEY_ECHO_WORDS && end != NULL; i++)
        end = strchr (end + 1, ' ');
      if (end == NULL)
        return FALSE;
      stretch = g_strndup (start, (gsize) (end + 1 - start));
      if (strstr (told, stretch) != NULL)
        return TRUE;
    }
  return FALSE;
}

static guint
count_words (const char *words)
{
  guint n = 0;

  for (const char *p = words; *p != '\0'; p++)
    n += *p == ' ';
  return n - 1;
}

gboolean
parley_echo_holds (const char *words, const char *line, guint min_words)
{
  g_autofree char *held = parley_echo_dup_words (line);

  return count_words (held) >= min_words && strstr (words, held) != NULL;
}
