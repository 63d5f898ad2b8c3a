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

/* A message came, and is to be added then. @line: without its number and its text's hash. Returns:
 * its number in the order in which they came; 0 if it came before: a server hands it out again. */
guint parley_keeper_hear (ParleyKeeper *keeper, const ParleyHeardLine *line, const char *text);

/* What came before may be handed out again from now on. */
void parley_keeper_begin_connection (ParleyKeeper *keeper);

/* What an earlier run left is another program's to answer: it stays as it is. */
void parley_keeper_leave_pending (ParleyKeeper *keeper);

/* It is to be answered: it is kept until it is. @pending: borrowed; without a number if it is only
 * kept for the next run. Returns: whether it is. */
gboolean parley_keeper_add (ParleyKeeper *keeper, const ParleyPending *pending);

/* One that is kept was changed to @text, or taken back: NULL. */
void parley_keeper_revise (ParleyKeeper *keeper, guint number, const char *text);

/* It is not. */
void parley_keeper_add_read (ParleyKeeper *keeper);

/* Returns: what the mark will be when the bubble @text is dealt with. */
ParleyMark
parley_keeper_get_next_mark (ParleyKeeper *keeper, guint number, gint64 received, const char *text);

/* The bubble @text and all that came before it are dealt with. @number: 0: nothing is. To be
 * saved. */
void parley_keeper_advance (ParleyKeeper *keeper, guint number, gint64 received, const char *text);

/* What became of the drafts that wait. @draft: the newest. @aside: of ParleyProposal: those before
 * it. All borrowed. @secret: of @draft only that there was one is written down; in private it is
 * never more. */
void parley_keeper_set_drafts (ParleyKeeper *keeper,
                               const ParleyProposal *draft,
                               const GPtrArray *aside,
                               gboolean secret);

/* What was read is answered or set aside, but for the last @n_unread bubbles. @attempts: how often
 * those were in flight when the program died. */
void parley_keeper_settle (ParleyKeeper *keeper, guint n_unread, guint attempts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyKeeper, parley_keeper_free)

G_END_DECLS
