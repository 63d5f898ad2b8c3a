/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-database.h"

G_BEGIN_DECLS

/* Opens store.db in @folder, both made readable by their owner only. A damaged file is set aside,
 * with -wal and -shm, as store.db.damaged-<UTC>; where no file can be had, what comes back keeps
 * things in memory for this sitting.
 * @damaged: the file is known to be; it is set aside as it is.
 * @trouble: (out) (transfer full): what the user must know of that, in words; untouched if nothing.
 * Returns: (transfer full): never NULL. */
ParleyDatabase *parley_store_file_open (const char *folder, gboolean damaged, char **trouble);

G_END_DECLS
