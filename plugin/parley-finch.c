/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-finch.h"

#include <core.h>

/* The frame of a dialog takes the rest of a terminal as narrow as they usually are. */
#define COLUMNS 76

gboolean
parley_finch_is_client (void)
{
  return g_strcmp0 (purple_core_get_ui (), "gnt-purple") == 0;
}

static guint
get_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    width += g_unichar_iszerowidth (g_utf8_get_char (p))
                 ? 0
                 : 1 + (guint) g_unichar_iswide (g_utf8_get_char (p));
  return width;
}

static void
wrap_line (GString *wrapped, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint column = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint width = get_width (words[i]);

      if (i > 0 && column + 1 + width > COLUMNS)
        {
          g_string_append_c (wrapped, '\n');
          column = 0;
        }
      else if (i > 0)
        {
          g_string_append_c (wrapped, ' ');
          column++;
        }
      g_string_append (wrapped, words[i]);
      column += width;
    }
}

char *
parley_finch_dup_wrapped (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) wrapped = g_string_new (NULL);

  if (!parley_finch_is_client ())
    return g_strdup (text);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (wrapped, '\n');
      wrap_line (wrapped, lines[i]);
    }
  return g_string_free (g_steal_pointer (&wrapped), FALSE);
}
