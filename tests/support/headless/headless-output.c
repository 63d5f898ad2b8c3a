/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "headless.h"

void
headless_print (const gchar *format, ...)
{
  g_autofree gchar *line = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);

  fputs (line, stdout);
  fputc ('\n', stdout);
  fflush (stdout);
}

static void
append_escaped (GString *out, gunichar c)
{
  if (c == '"' || c == '\\')
    g_string_append_c (out, '\\');

  if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029)
    g_string_append_printf (out, "\\u%04x", c);
  else
    g_string_append_unichar (out, c);
}

gchar *
headless_quote (const gchar *text)
{
  g_autofree gchar *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  GString *out = g_string_new ("\"");

  for (const gchar *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    append_escaped (out, g_utf8_get_char (p));

  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}

void
headless_print_text (const gchar *word, const gchar *text)
{
  g_autofree gchar *quoted = headless_quote (text);

  headless_print ("%s %s", word, quoted);
}
