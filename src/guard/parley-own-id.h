/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Ids of messages by which each Parley of a user knows that another one of theirs wrote it, and
 * which look like any other id. They prove nothing: who brings the message has to be believed. */

/* @own: the user's address, with a resource or without. @nonce: of nobody else. Returns: (transfer
 * full). */
char *parley_own_id_new (const char *own, guint64 nonce);

/* @id: (nullable). */
gboolean parley_own_id_is (const char *id, const char *own);

G_END_DECLS
