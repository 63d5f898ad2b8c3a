/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-line-file.h"
#include "memory/parley-store-work.h"

G_BEGIN_DECLS

/* What a store could not write yet: lines in a file beside it, which the next process takes in. */

/* @path: of the store. Returns: (transfer full): there is no file before the first line. */
ParleyLineFile *parley_store_rest_new (const char *path);

/* Whoever writes to a store has a name, and numbers what it writes in the order in which that is
 * done: the store notes up to which number it has it, so what is left in a file, too, is not done
 * twice. Returns: (transfer full). */
char *parley_store_rest_dup_writer (void);

/* Adds a line for a write. @lines: of parley_line_file_format (). */
void parley_store_rest_format (GString *lines,
                               const ParleyStoreVerb *verb,
                               gconstpointer data,
                               const char *writer,
                               guint64 number);

/* In the worker, within the transaction that does what has that number: the last one in it. */
gboolean parley_store_rest_note (ParleyDatabase *database,
                                 const char *writer,
                                 guint64 number,
                                 GError **error);

/* The same, when @writer left nothing and writes nothing more. */
void parley_store_rest_drop_note (ParleyDatabase *database, const char *writer);

/* In the worker. @number: (out): up to which number that is done; 0: nothing is. */
gboolean parley_store_rest_get_done (ParleyDatabase *database,
                                     const char *writer,
                                     guint64 *number,
                                     GError **error);

/* In the worker. Does what lines beside the open @database say that ended processes left, in one
 * transaction, and removes them. @own: (nullable): the path of this process's. */
gboolean parley_store_rest_apply (ParleyDatabase *database, const char *own, GError **error);

G_END_DECLS
