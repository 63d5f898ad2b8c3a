/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "fuzz.h"

#include <string.h>

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
