/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Beside the store: which chats were forgotten, as digests, for other programs that have some of it
 * at hand. Calls are quick: no wait for the disk. */
typedef struct _ParleyForgottenFile ParleyForgottenFile;

/* @folder: Parley's own. Returns: (transfer full). */
ParleyForgottenFile *parley_forgotten_file_new (const char *folder);
void parley_forgotten_file_free (ParleyForgottenFile *file);

/* To be called when the store has forgotten it. */
void parley_forgotten_file_add (ParleyForgottenFile *file, const ParleyChatKey *key);

/* Returns: a number that was another one before the chat was forgotten, here or elsewhere. */
guint parley_forgotten_file_count (ParleyForgottenFile *file, const ParleyChatKey *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyForgottenFile, parley_forgotten_file_free)

G_END_DECLS
