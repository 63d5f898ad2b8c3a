/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-command-line.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

static gboolean
is_empty (const char *value)
{
  return value[strspn (value, " \t")] == '\0';
}

/* Which folders are searched for a program is not the user's choice here. */
gboolean
parley_command_line_check (const char *value, GError **error)
{
  g_auto (GStrv) words = NULL;

  if (is_empty (value)
      || (g_shell_parse_argv (value, NULL, &words, NULL) && g_path_is_absolute (words[0])))
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” is not a program. Write its whole path, like /usr/local/bin/tell-me, or "
                  "leave it empty."),
               value);
  return FALSE;
}

char **
parley_command_line_split (const char *value, const char *last)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (is_empty (value) || !g_shell_parse_argv (value, NULL, &words, NULL))
    return NULL;
  g_strv_builder_addv (builder, (const char **) words);
  g_strv_builder_add (builder, last);
  return g_strv_builder_end (builder);
}
