/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>

#include "backend/parley-key.h"
#include "base/parley-error.h"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("parley-key-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "key", NULL);
  g_unsetenv (PARLEY_KEY_VARIABLE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_unsetenv (PARLEY_KEY_VARIABLE);
  g_remove (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
write_file (Fixture *fixture, const char *text, gssize length, int mode)
{
  g_assert_true (g_file_set_contents (fixture->path, text, length, NULL));
  g_assert_cmpint (g_chmod (fixture->path, mode), ==, 0);
}

static void
assert_refused (Fixture *fixture, const char *word)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_key_load (fixture->path, &error));
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (error->message, word));
  g_assert_null (strstr (error->message, "sk-"));
}

static void
test_first_line_of_the_file (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = { "sk-1", "sk-1\n", " sk-1 \r\nsecond line\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *key = NULL;

      write_file (fixture, texts[i], -1, 0600);
      key = parley_key_load (fixture->path, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (key, ==, "sk-1");
    }
}

static void
test_the_environment_goes_before_the_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *key = NULL;
  g_autofree char *from_file = NULL;

  write_file (fixture, "sk-file", -1, 0644);
  g_setenv (PARLEY_KEY_VARIABLE, "sk-environment\n", TRUE);
  key = parley_key_load (fixture->path, NULL);
  g_assert_cmpstr (key, ==, "sk-environment");

  g_chmod (fixture->path, 0400);
  g_setenv (PARLEY_KEY_VARIABLE, "", TRUE);
  from_file = parley_key_load (fixture->path, NULL);
  g_assert_cmpstr (from_file, ==, "sk-file");
}

static void
test_a_broken_variable_is_refused (Fixture *fixture, gconstpointer data)
{
  g_setenv (PARLEY_KEY_VARIABLE, "sk-1\nsk-2", TRUE);
  assert_refused (fixture, PARLEY_KEY_VARIABLE);
}

static void
test_no_file_is_no_error (Fixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->path, "below", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_key_load (fixture->path, &error));
  g_assert_no_error (error);
  g_assert_null (parley_key_load (NULL, &error));
  g_assert_no_error (error);
  write_file (fixture, "x", -1, 0600);
  g_assert_null (parley_key_load (below, &error));
  g_assert_no_error (error);
}

static void
test_a_file_that_others_can_get_at_is_refused (Fixture *fixture, gconstpointer data)
{
  static const int modes[] = { 0640, 0604, 0620, 0602, 0666 };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      write_file (fixture, "sk-1", -1, modes[i]);
      assert_refused (fixture, "chmod 600");
    }
}

static void
test_what_is_no_file_is_refused (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  assert_refused (fixture, "no file");
  g_assert_cmpint (g_rmdir (fixture->path), ==, 0);
  /* Would wait for ever if it were opened as a file is. */
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  assert_refused (fixture, "no file");
}

static void
test_what_is_no_key_is_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *large = g_strnfill (4097, 'x');
  g_autofree char *largest = g_strnfill (4096, 'x');
  g_autofree char *key = NULL;

  write_file (fixture, large, -1, 0600);
  assert_refused (fixture, "too large");
  write_file (fixture, "", 0, 0600);
  assert_refused (fixture, "no API key");
  write_file (fixture, "\nsk-1", -1, 0600);
  assert_refused (fixture, "no API key");
  write_file (fixture, "sk-\xff", -1, 0600);
  assert_refused (fixture, "no API key");
  write_file (fixture, "sk-\x1b[1m", -1, 0600);
  assert_refused (fixture, "no API key");
  write_file (fixture, "sk-1\0x", 6, 0600);
  assert_refused (fixture, "no API key");
  write_file (fixture, largest, -1, 0600);
  key = parley_key_load (fixture->path, NULL);
  g_assert_cmpstr (key, ==, largest);
}

#define ADD(name, func) g_test_add ("/key/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("first-line-of-the-file", test_first_line_of_the_file);
  ADD ("environment-goes-before-file", test_the_environment_goes_before_the_file);
  ADD ("broken-variable-is-refused", test_a_broken_variable_is_refused);
  ADD ("no-file-is-no-error", test_no_file_is_no_error);
  ADD ("file-that-others-can-get-at-is-refused", test_a_file_that_others_can_get_at_is_refused);
  ADD ("what-is-no-file-is-refused", test_what_is_no_file_is_refused);
  ADD ("what-is-no-key-is-refused", test_what_is_no_key_is_refused);
  return g_test_run ();
}
