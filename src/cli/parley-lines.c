/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-lines.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* Returns: (transfer full) (nullable). */
static char *
read_all (const char *path, gsize *length, GError **error)
{
  g_autoptr (GIOChannel) input = NULL;
  char *text = NULL;

  if (!g_str_equal (path, "-"))
    return g_file_get_contents (path, &text, length, error) ? text : NULL;
  input = g_io_channel_unix_new (STDIN_FILENO);
  g_io_channel_set_encoding (input, NULL, NULL);
  if (g_io_channel_read_to_end (input, &text, length, error) == G_IO_STATUS_NORMAL)
    return text;
  g_prefix_error (error, _ ("standard input: "));
  return NULL;
}

static gboolean
is_blank (const char *line, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isspace (line[i]))
        return FALSE;
    }
  return TRUE;
}

gboolean
parley_lines_read (const char *path, ParleyLineFunc func, gpointer data, GError **error)
{
  gsize length = 0;
  g_autofree char *text = read_all (path, &length, error);
  const char *end = text + length;
  guint number = 1;

  if (text == NULL)
    return FALSE;
  for (const char *line = text; line < end; number++)
    {
      const char *newline = memchr (line, '\n', end - line);
      gsize size = (newline != NULL ? newline : end) - line;

      if (!is_blank (line, size) && !func (data, line, size, error))
        {
          g_prefix_error (error, "%s:%u: ", path, number);
          return FALSE;
        }
      line += size + 1;
    }
  return TRUE;
}
