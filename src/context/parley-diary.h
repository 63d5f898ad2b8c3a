/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-context.h"
#include "guard/parley-policy.h"
#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* How an engine keeps the journal of what it did: with the time, in the store where it may stand.
 * What is done in private stands in that of the sitting only. */

/* @key: (nullable): NULL: it is of no one chat. @private_chat: nothing of it may outlive the
 * sitting.
 * @entry: borrowed; without key and time. */
void parley_diary_add (ParleyContext *context,
                       const ParleyChatKey *key,
                       gboolean private_chat,
                       const ParleyJournalEntry *entry);

/* The same as far as the chat is private now. @reason, @text: (nullable). */
void parley_diary_note (ParleyContext *context,
                        const ParleyChatKey *key,
                        ParleyJournalKind kind,
                        const char *reason,
                        const char *text);

/* @backend: of the settings as they are now, from now on the one that answers. */
void parley_diary_note_server (ParleyContext *context, ParleyBackend *backend);

/* Parley may have been paused everywhere, or not be any more. */
void parley_diary_note_pause (ParleyContext *context);

/* For parley_meters_watch (). @data: a #ParleyContext. */
void parley_diary_note_limit (gpointer data, const ParleyChatKey *key, ParleyCause cause);

/* Lets go of what is too old or too much. */
void parley_diary_trim (ParleyContext *context);

/* What was done in all chats, private ones of this sitting too. */
void parley_diary_list_async (ParleyContext *context,
                              guint limit,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);

/* Returns: (transfer full) (element-type ParleyJournalEntry): newest first; NULL with
 * %G_IO_ERROR_CANCELLED. */
GPtrArray *parley_diary_list_finish (GAsyncResult *result, GError **error);

/* Returns: (transfer full): what was done and why, for the user, plain; in which chat and when is
 * not in it. */
char *parley_diary_dup_sentence (const ParleyJournalEntry *entry);

G_END_DECLS
