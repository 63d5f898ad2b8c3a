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
 * @trouble: (out) (transfer full): what the user must know of that, in words; untouched if nothing.
 * Returns: (transfer full): never NULL. */
ParleyDatabase *
parley_store_file_open (const char *path, gboolean own_folder, gboolean damaged, char **trouble);

/* What stands between the name of a damaged file that was set aside and the time. */
#define PARLEY_STORE_FILE_ASIDE ".damaged-"

G_END_DECLS
