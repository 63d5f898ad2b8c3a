/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "memory/parley-intent-book.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* Bubbles that are about to be said, written down before they are: whatever ends the program, the
 * next start knows what may have been said. They stand in a file of this process beside the store,
 * which no other work holds up. What is handed in together shares one wait for the disk.
 *
 * The file holds an intent from when it is declared until the store has what came of it. Of one
 * folder there is one of these in a process. */
#define PARLEY_TYPE_INTENTS (parley_intents_get_type ())
G_DECLARE_FINAL_TYPE (ParleyIntents, parley_intents, PARLEY, INTENTS, GObject)

/* @folder: Parley's own; NULL: of chats that are not to be written down: all is in memory, and
 * declared at once. @store: (nullable): where what comes of them is kept. Returns: (transfer full).
 */
ParleyIntents *parley_intents_new (const char *folder, ParleyStore *store);

/* Nothing calls back afterwards: what is asked is answered with %G_IO_ERROR_CANCELLED before it
 * returns. Close the store before: if then all is kept for good that it was asked for, and no
 * intent is open, the file goes. @end: until when the disk is waited for at most: monotonic, µs. */
void parley_intents_close (ParleyIntents *intents, gint64 end);

/* Whether all that was asked for is done, and answered. */
gboolean parley_intents_is_idle (ParleyIntents *intents);

/* @intent: borrowed during the call. Comes back when not even a power cut takes it. If @cancellable
 * was cancelled meanwhile it is taken back. */
void parley_intents_declare_async (ParleyIntents *intents,
                                   const ParleyIntent *intent,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);

/* Returns: its number; 0 with an error: %G_IO_ERROR_CANCELLED, or it can't be written down, with a
 * fragment for the user that follows a colon: %G_IO_ERROR_NO_SPACE, %G_IO_ERROR_READ_ONLY and
 * others. It is then not in the file. */
guint64
parley_intents_declare_finish (ParleyIntents *intents, GAsyncResult *result, GError **error);

/* What came of it, as far as it is known; its line stays, with what was to be said behind it. */
void parley_intents_note (ParleyIntents *intents, guint64 number, ParleyIntentOutcome outcome);

/* Not waited for. What came of it, the utterance and that its turn is answered, is handed to the
 * store before: the line goes when the store has all it was asked until now for good. */
void parley_intents_settle (ParleyIntents *intents, guint64 number, ParleyIntentOutcome outcome);

/* --- what earlier runs left --- */

/* What processes left that are no more. Their files stay, and are held, until
 * parley_intents_drop_left (). */
void parley_intents_take_left_async (ParleyIntents *intents,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);

/* Returns: (transfer full). */
ParleyIntentsLeft *
parley_intents_take_left_finish (ParleyIntents *intents, GAsyncResult *result, GError **error);

/* What was taken was handed to the store: its files go when the store has done it. */
void parley_intents_drop_left (ParleyIntents *intents);

/* --- forgetting --- */

/* No line of that chat is left, in memory, in this process's file and in those of processes that
 * are no more; where they stood is overwritten. Intents without outcome are forgotten, too. */
void parley_intents_forget_async (ParleyIntents *intents,
                                  const ParleyChatKey *key,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean
parley_intents_forget_finish (ParleyIntents *intents, GAsyncResult *result, GError **error);

G_END_DECLS
