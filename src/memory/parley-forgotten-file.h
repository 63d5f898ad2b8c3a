/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Beside the store: which chats were forgotten and when, as salted digests, for other programs that
 * have some of it at hand, and for whoever restores an older store. Calls are quick: no wait for
 * the disk. */
typedef struct _ParleyForgottenFile ParleyForgottenFile;

/* @folder: Parley's own. Returns: (transfer full). */
ParleyForgottenFile *parley_forgotten_file_new (const char *folder);
void parley_forgotten_file_free (ParleyForgottenFile *file);

/* To be called when the store has forgotten it. @wall: seconds since 1970. */
void parley_forgotten_file_add (ParleyForgottenFile *file, const ParleyChatKey *key, gint64 wall);

/* Returns: a number that was another one before the chat was forgotten, here or elsewhere. */
guint parley_forgotten_file_count (ParleyForgottenFile *file, const ParleyChatKey *key);

/* Returns: when the chat was last forgotten, seconds since 1970; 0: never, as far as is known. */
gint64 parley_forgotten_file_get_wall (ParleyForgottenFile *file, const ParleyChatKey *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyForgottenFile, parley_forgotten_file_free)

G_END_DECLS
