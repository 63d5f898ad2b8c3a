/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Stands for libFuzzer where there is none: has a target run on each file of a folder. */
#include "fuzz.h"

static guint
run_folder (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *bytes = NULL;
      gsize size;

      g_file_get_contents (file, &bytes, &size, &error);
      g_assert_no_error (error);
      g_print ("%s\n", name); /* the last one is the one that broke a rule */
      LLVMFuzzerTestOneInput ((const guint8 *) bytes, size);
      n++;
    }
  return n;
}

int
main (int argc, char **argv)
{
  g_assert_cmpint (argc, ==, 2);
  LLVMFuzzerTestOneInput ((const guint8 *) "", 0);
  g_assert_cmpuint (run_folder (argv[1]), >, 0);
  return 0;
}
