/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-options.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "base/parley-error.h"
#include "settings/parley-prefs-file.h"

void
parley_options_clear (ParleyOptions *options)
{
  g_clear_pointer (&options->user_dir, g_free);
  g_clear_pointer (&options->settings, g_free);
  g_clear_pointer (&options->arguments, g_strfreev);
}

gboolean
parley_options_parse (ParleyOptions *options, char **args, const GOptionEntry *own, GError **error)
{
  const GOptionEntry common[] = {
    { "user-dir", 0, 0, G_OPTION_ARG_FILENAME, &options->user_dir, NULL, NULL },
    { "settings", 0, 0, G_OPTION_ARG_FILENAME, &options->settings, NULL, NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_auto (GStrv) copy = g_strdupv (args);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, own, NULL);
  g_option_context_add_main_entries (context, common, NULL);
  if (!g_option_context_parse_strv (context, &copy, error))
    return FALSE;
  if (options->user_dir == NULL || g_file_test (options->user_dir, G_FILE_TEST_IS_DIR))
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, _ ("There is no folder %s."),
               options->user_dir);
  return FALSE;
}

guint
parley_options_count_arguments (const ParleyOptions *options)
{
  return options->arguments != NULL ? g_strv_length (options->arguments) : 0;
}

static char *
dup_user_dir (const ParleyOptions *options)
{
  return options->user_dir != NULL ? g_strdup (options->user_dir)
                                   : g_build_filename (g_get_home_dir (), ".purple", NULL);
}

ParleySettings *
parley_options_load_settings (const ParleyOptions *options, GError **error)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autofree char *user_dir = dup_user_dir (options);
  g_autofree char *prefs = g_build_filename (user_dir, "prefs.xml", NULL);

  if (!parley_prefs_file_load (settings, prefs, error)
      || (options->settings != NULL
          && !parley_settings_load_key_file (settings, options->settings, error)))
    return NULL;
  return g_steal_pointer (&settings);
}

char *
parley_options_dup_folder (const ParleyOptions *options)
{
  g_autofree char *user_dir = dup_user_dir (options);

  return g_build_filename (user_dir, "parley", NULL);
}

ParleyData *
parley_options_load_data (const ParleyOptions *options)
{
  g_autofree char *own = parley_options_dup_folder (options);

  return parley_data_new (own);
}

char *
parley_options_dup_account (const char *chat, const char **person)
{
  const char *slash = strchr (chat, '/');
  GString *account;

  if (slash == NULL || slash == chat || slash[1] == '\0' || !g_utf8_validate (chat, -1, NULL))
    return NULL;
  *person = slash + 1;
  account = g_string_new_len (chat, slash - chat);
  g_string_replace (account, "%2F", "/", 0);
  g_string_replace (account, "%2f", "/", 0);
  return g_string_free (account, FALSE);
}

int
parley_options_complain (const char *verb, const GError *error)
{
  g_printerr ("parley %s: %s\n", verb, error->message);
  return PARLEY_EXIT_USAGE;
}

void
parley_options_print (char *json)
{
  fputs (json, stdout);
  fputc ('\n', stdout);
  g_free (json);
}

int
parley_options_finish (const char *verb)
{
  if (fflush (stdout) == 0 && ferror (stdout) == 0)
    return PARLEY_EXIT_OK;
  g_printerr (_ ("parley %s: the output can't be written: %s\n"), verb, g_strerror (errno));
  return PARLEY_EXIT_FAILED;
}
