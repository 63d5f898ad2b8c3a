/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-database.h"

G_BEGIN_DECLS

/* Brings the tables of @database to the version this program knows, one transaction a version.
 * Returns: FALSE with %PARLEY_DATABASE_ERROR_NEWER when they are of a later one and with
 * %PARLEY_DATABASE_ERROR_DAMAGED when they are not ours; nothing was written then. */
gboolean parley_schema_migrate (ParleyDatabase *database, GError **error);

G_END_DECLS
