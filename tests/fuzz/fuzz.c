/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "fuzz.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "test-folder.h"

guint
fuzz_take (FuzzInput *input, guint n)
{
  if (input->left == 0)
    return 0;
  input->left--;
  return *input->data++ % n;
}

static char *
take (FuzzInput *input, gsize length)
{
  char *text = g_strndup ((const char *) input->data, length);

  input->data += length;
  input->left -= length;
  return text;
}

char *
fuzz_take_line (FuzzInput *input)
{
  gsize length = 0;
  char *line;

  while (length < input->left && input->data[length] != '\n')
    length++;
  line = take (input, length);
  fuzz_take (input, 1);
  return line;
}

char *
fuzz_take_rest (FuzzInput *input)
{
  return take (input, input->left);
}

char *
fuzz_take_utf8_line (FuzzInput *input)
{
  g_autofree char *line = fuzz_take_line (input);

  return g_utf8_make_valid (line, -1);
}

char *
fuzz_take_utf8_rest (FuzzInput *input)
{
  g_autofree char *rest = fuzz_take_rest (input);

  return g_utf8_make_valid (rest, -1);
}

char *
fuzz_put_file (const char *name, const void *bytes, gsize size)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-fuzz-XXXXXX", NULL);
  char *path = g_build_filename (folder, name, NULL);
  FILE *file;

  g_assert_nonnull (folder);
  file = g_fopen (path, "w");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  return path;
}

void
fuzz_drop_files (const char *path)
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  if (folder != NULL)
    parley_test_folder_remove (folder);
}

ParleyData *
fuzz_get_data (void)
{
  static ParleyData *data = NULL; /* libFuzzer: calls a target again and again */

  if (data == NULL)
    data = parley_data_new (NULL);
  return data;
}

ParleyLexicon *
fuzz_get_lexicon (void)
{
  static ParleyLexicon *lexicon = NULL; /* libFuzzer: as above */

  if (lexicon == NULL)
    lexicon = parley_lexicon_new (fuzz_get_data ());
  return lexicon;
}
