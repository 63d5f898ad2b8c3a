/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-line-file.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* What a store could not write before it was closed: lines in files beside it. */

/* Adds a line for a write. @lines: of parley_line_file_format (). */
void parley_store_rest_format (GString *lines, const ParleyStoreVerb *verb, gconstpointer data);

/* @path: of the store. Doesn't wait for the disk. Returns: (transfer full) (nullable): the file,
 * which nobody takes in until it is closed. */
ParleyLineFile *parley_store_rest_save (const char *path, const GString *lines, GError **error);

/* Does what the lines beside the open @database say, in one transaction, and removes them. In the
 * worker. */
gboolean parley_store_rest_apply (ParleyDatabase *database, GError **error);

G_END_DECLS
