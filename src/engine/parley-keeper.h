/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-store-chats.h"

G_BEGIN_DECLS

/* What is kept of one chat across restarts, and when it is written down: its record, and the
 * bubbles that were read and not dealt with yet. All of it works without a store, for one sitting.
 */
typedef struct _ParleyKeeper ParleyKeeper;

/* What was kept is there now. @record: borrowed; the keeper's own, with what was left pending. */
typedef void (*ParleyKeeperFunc) (gpointer owner, const ParleyChatRecord *record);

/* @store: (nullable): borrowed, must outlive the keeper. @key: borrowed likewise. @loaded: called
 * once, at once if there is no store. Returns: (transfer full). */
ParleyKeeper *parley_keeper_new (ParleyStore *store, const ParleyChatKey *key);
void parley_keeper_free (ParleyKeeper *keeper);

void parley_keeper_load (ParleyKeeper *keeper, ParleyKeeperFunc loaded, gpointer owner);

/* Returns: (transfer none): to be changed as things change, and saved then. */
ParleyChatRecord *parley_keeper_get_record (ParleyKeeper *keeper);

/* Writes the record down. */
void parley_keeper_save (ParleyKeeper *keeper);

/* From now on nothing of what is said is written down, also not in part. */
void parley_keeper_set_private (ParleyKeeper *keeper, gboolean private_chat);

/* A bubble came. @wall, @now: when it was written and what time it is, seconds since 1970.
 * Returns: FALSE if it was dealt with before: a server hands it out again. */
gboolean parley_keeper_meet (ParleyKeeper *keeper, gint64 wall, const char *text, gint64 now);

/* What an earlier run left is another program's to answer: it stays as it is. */
void parley_keeper_leave_pending (ParleyKeeper *keeper);

/* A bubble was read and is to be answered: it is kept until it is. */
void parley_keeper_add (ParleyKeeper *keeper, gint64 wall, const char *text);

/* Returns: what the mark will be when that bubble is dealt with. */
ParleyMark parley_keeper_get_next_mark (ParleyKeeper *keeper, gint64 wall, const char *text);

/* The bubble @text and all before it are dealt with: when they are handed out again they are not
 * answered again. To be saved. */
void parley_keeper_advance (ParleyKeeper *keeper, gint64 wall, const char *text);

/* What was read is answered or set aside, but for the last @n_unread bubbles. @attempts: how often
 * those were in flight when the program died. */
void parley_keeper_settle (ParleyKeeper *keeper, guint n_unread, guint attempts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyKeeper, parley_keeper_free)

G_END_DECLS
