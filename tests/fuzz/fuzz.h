/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"

G_BEGIN_DECLS

/* What the targets share. A target is one file with one function, which libFuzzer calls with
 * whatever it thinks of, and fuzz-corpus.c with what was kept; a rule that is broken ends the
 * program. The same bytes do the same. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Bytes that are used up from their start. When there are no more, numbers are 0 and texts "". */
typedef struct
{
  const guint8 *data;
  gsize left;
} FuzzInput;

/* Returns: a number below @n, 256 at most, of one byte. */
guint fuzz_take (FuzzInput *input, guint n);

/* Returns: (transfer full): the bytes up to the next line end, which goes with them, or NUL. */
char *fuzz_take_line (FuzzInput *input);

/* Returns: (transfer full): all that is left, up to a NUL. */
char *fuzz_take_rest (FuzzInput *input);

/* The same as valid UTF-8, for what expects that. */
char *fuzz_take_utf8_line (FuzzInput *input);
char *fuzz_take_utf8_rest (FuzzInput *input);

/* Returns: (transfer full): the path of a file of that name and those bytes, in a folder of its
 * own; fuzz_drop_files () removes both. */
char *fuzz_put_file (const char *name, const void *bytes, gsize size);

/* @path: (nullable). */
void fuzz_drop_files (const char *path);

/* Returns: (transfer none): of the files that are compiled in; made once, for it takes long. */
ParleyData *fuzz_get_data (void);
ParleyLexicon *fuzz_get_lexicon (void);

G_END_DECLS
