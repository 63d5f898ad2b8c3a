/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

void
cli_result_clear (CliResult *result)
{
  g_free (result->out);
  g_free (result->err);
}

/* Returns: (transfer full): with a NUL behind it. */
static char *
take_text (GBytes *bytes)
{
  g_autoptr (GBytes) owned = bytes;
  const char *text = g_bytes_get_data (owned, NULL);

  return text != NULL ? g_strndup (text, g_bytes_get_size (owned)) : g_strdup ("");
}

GSubprocess *
cli_spawn (const char *program, const char *arguments, gboolean with_input)
{
  g_autofree char *home = g_test_build_filename (G_TEST_DIST, "cli", "home", NULL);
  g_autofree char *line = g_strdup_printf ("%s|%s", program, arguments);
  g_auto (GStrv) argv = g_strsplit (line, "|", -1);
  GSubprocessFlags flags = G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE;
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (flags | (with_input ? G_SUBPROCESS_FLAGS_STDIN_PIPE : 0));
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_setenv (launcher, "HOME", home, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv, &error);
  g_assert_no_error (error);
  return process;
}

CliResult
cli_run (const char *program, const char *arguments, const char *input, gssize length)
{
  g_autoptr (GSubprocess) process = cli_spawn (program, arguments, input != NULL);
  g_autoptr (GBytes) fed = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *out = NULL;
  GBytes *err = NULL;
  CliResult result = { 0 };

  if (input != NULL)
    fed = g_bytes_new (input, length < 0 ? strlen (input) : (gsize) length);
  g_subprocess_communicate (process, fed, NULL, &out, &err, &error);
  g_assert_no_error (error);
  result.out = take_text (out);
  result.err = take_text (err);
  g_assert_true (g_subprocess_get_if_exited (process));
  result.status = g_subprocess_get_exit_status (process);
  return result;
}

char *
cli_run_ok (const char *program, const char *arguments, const char *input)
{
  g_auto (CliResult) result = cli_run (program, arguments, input, -1);

  g_assert_cmpstr (result.err, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  return g_steal_pointer (&result.out);
}

void
cli_assert_refused (const char *program,
                    const char *arguments,
                    const char *input,
                    const char *words)
{
  g_auto (CliResult) result = cli_run (program, arguments, input, -1);
  g_auto (GStrv) parts = g_strsplit (words, "|", -1);
  const char *at = result.err;
  g_autofree char *shown = g_utf8_make_valid (arguments, -1);

  g_test_message ("%s: %s", shown, result.err);
  g_assert_cmpint (result.status, ==, 2);
  g_assert_cmpstr (result.out, ==, "");
  g_assert_cmpstr (result.err, !=, "");
  for (guint i = 0; parts[i] != NULL; i++)
    {
      at = strstr (at, parts[i]);
      g_assert_nonnull (at);
    }
}

char *
cli_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("parley-cli-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
cli_remove_folder (char *folder)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        cli_remove_folder (g_steal_pointer (&path));
      else
        g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (folder);
}

char *
cli_write (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}
