/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-data.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "base/parley-error.h"

static char *
make_folder (void)
{
  return g_dir_make_tmp ("parley-data-XXXXXX", NULL);
}

static void
remove_folder (const char *folder)
{
  g_autofree char *file = g_build_filename (folder, "protocols.ini", NULL);

  g_remove (file);
  g_rmdir (folder);
}

static void
write_channels (const char *folder, const char *text, gssize length)
{
  g_autofree char *file = g_build_filename (folder, "protocols.ini", NULL);

  g_assert_true (g_file_set_contents (file, text, length, NULL));
}

static int
read_web (const char *folder)
{
  g_autoptr (ParleyData) data = parley_data_new (folder);
  g_autoptr (GKeyFile) file = parley_data_load_key_file (data, "protocols.ini");

  return g_key_file_get_integer (file, "windows", "web", NULL);
}

static void
test_compiled_in (void)
{
  g_assert_cmpint (read_web (NULL), ==, 600);
}

static void
test_users_file_goes_first (void)
{
  g_autofree char *folder = make_folder ();

  write_channels (folder, "[windows]\nweb=77\n", -1);
  g_assert_cmpint (read_web (folder), ==, 77);
  remove_folder (folder);
}

static void
test_damaged_file_is_named_and_not_used (void)
{
  const char *const damaged[]
      = { "no key file at all", "[windows\nweb=7", "[windows]\nweb=\xff\xfe\n" };

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autofree char *folder = make_folder ();

      write_channels (folder, damaged[i], -1);
      g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*protocols.ini*doesn't use it*");
      g_assert_cmpint (read_web (folder), ==, 600);
      g_test_assert_expected_messages ();
      remove_folder (folder);
    }
}

static void
test_folder_in_place_of_a_file (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *file = g_build_filename (folder, "protocols.ini", NULL);

  g_assert_cmpint (g_mkdir (file, 0700), ==, 0);
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*protocols.ini*doesn't use it*");
  g_assert_cmpint (read_web (folder), ==, 600);
  g_test_assert_expected_messages ();
  remove_folder (folder);
}

static void
test_too_large_file (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *text = g_strnfill (1024 * 1024, '#');

  write_channels (folder, text, -1);
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*protocols.ini*longer than 256 KiB*");
  g_assert_cmpint (read_web (folder), ==, 600);
  g_test_assert_expected_messages ();
  remove_folder (folder);
}

/* Where ours can't stand in for it. */
static void
test_file_that_counts_is_an_error (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (ParleyData) data = parley_data_new (folder);
  g_autofree char *ours = parley_data_load_text (data, "protocols.ini", 1, NULL);
  g_autofree char *theirs = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (strlen (ours), >, 4);
  write_channels (folder, "four", -1);
  theirs = parley_data_load_text (data, "protocols.ini", 4, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (theirs, ==, "four");
  g_assert_null (parley_data_load_text (data, "protocols.ini", 3, &error));
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (error->message, folder));
  remove_folder (folder);
}

/* Whoever opens a pipe waits for somebody to write into it. */
static void
test_pipe_is_not_opened (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *file = g_build_filename (folder, "protocols.ini", NULL);

  g_assert_cmpint (mkfifo (file, 0600), ==, 0);
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*protocols.ini*it is not a file*");
  g_assert_cmpint (read_web (folder), ==, 600);
  g_test_assert_expected_messages ();
  remove_folder (folder);
}

static void
test_unknown_file (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (GKeyFile) file = parley_data_load_key_file (data, "none.ini");

  g_assert_null (parley_data_dup_text (data, "none.txt"));
  g_assert_nonnull (file);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/data/compiled-in", test_compiled_in);
  g_test_add_func ("/base/data/users-file", test_users_file_goes_first);
  g_test_add_func ("/base/data/damaged-file", test_damaged_file_is_named_and_not_used);
  g_test_add_func ("/base/data/folder-for-a-file", test_folder_in_place_of_a_file);
  g_test_add_func ("/base/data/too-large", test_too_large_file);
  g_test_add_func ("/base/data/counts", test_file_that_counts_is_an_error);
  g_test_add_func ("/base/data/pipe", test_pipe_is_not_opened);
  g_test_add_func ("/base/data/unknown", test_unknown_file);
  return g_test_run ();
}
