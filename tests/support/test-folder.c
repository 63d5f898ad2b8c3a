/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-folder.h"

#include <glib/gstdio.h>

void
parley_test_folder_remove (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      parley_test_folder_remove (child);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_remove (path);
}
