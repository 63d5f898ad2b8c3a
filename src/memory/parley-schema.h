/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-database.h"

G_BEGIN_DECLS

/* Brings the tables of @database to the version this program knows, one transaction a version.
 * Returns: FALSE with %PARLEY_DATABASE_ERROR_NEWER when they are of a later one and with
 * %PARLEY_DATABASE_ERROR_DAMAGED when they are not ours; nothing was written then. */
gboolean parley_schema_migrate (ParleyDatabase *database, GError **error);

/* The row of a chat, on which everything about it hangs. Called in the worker. */

/* @id: 0 if there is none. Returns: FALSE with an error. */
gboolean parley_chat_row_find (ParleyDatabase *database,
                               const ParleyChatKey *key,
                               gint64 *id,
                               GError **error);

/* The same; it is made if there is none. */
gboolean parley_chat_row_make (ParleyDatabase *database,
                               const ParleyChatKey *key,
                               gint64 *id,
                               GError **error);

G_END_DECLS
