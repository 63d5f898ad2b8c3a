/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-database.h"

G_BEGIN_DECLS

/* Opens the file @path, made readable by its owner only. A damaged file is set aside, with -wal and
 * -shm, as <path>.damaged-<UTC>; where no file can be had, what comes back keeps things in memory
 * for this sitting.
 * @own_folder: the file's folder is Parley's own, and made readable by its owner only, too.
 * @damaged: the file is known to be; it is set aside as it is.
 * @hurry: as parley_database_open () takes it.
 * @trouble: (out) (transfer full): what the user must know of that, in words; untouched if nothing.
 * Returns: (transfer full): NULL with an error if another program has it, or the disk is too full
 * to open what is there: it is to be tried again. */
ParleyDatabase *parley_store_file_open (const char *path,
                                        gboolean own_folder,
                                        gboolean damaged,
                                        const gint *hurry,
                                        char **trouble,
                                        GError **error);

/* Returns: (transfer full): the names of the files that were set aside beside @path, (nullable),
 * each with its folder. */
char **parley_store_file_list_aside (const char *path);

G_END_DECLS
