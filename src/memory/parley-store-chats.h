/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "memory/parley-chat-record.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* More bubbles of one chat than these, the newest, don't come back from the store. */
#define PARLEY_STORE_MAX_PENDING 1000

/* What is kept of chats. All but the _async functions are writes. Keys, records and texts are
 * borrowed during the call. */

void parley_store_load_chat_async (ParleyStore *store,
                                   const ParleyChatKey *key,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);

/* Returns: (transfer full): an empty one for an unknown chat and when reading failed; NULL with
 * %G_IO_ERROR_CANCELLED. Whatever the file holds, its values are in range and its texts UTF-8. */
ParleyChatRecord *
parley_store_load_chat_finish (ParleyStore *store, GAsyncResult *result, GError **error);

/* Keeps all of @record but what is pending and was heard. */
void parley_store_save_chat (ParleyStore *store,
                             const ParleyChatKey *key,
                             const ParleyChatRecord *record);

/* The @n oldest bubbles are answered or set aside, the last of which has the number @newest; 0: it
 * has none. By the number also those go that an earlier call left which failed. */
void
parley_store_clear_pending (ParleyStore *store, const ParleyChatKey *key, guint n, guint newest);

/* Nothing is known of the chat any more; what was is overwritten in the file and its log. */
void parley_store_forget (ParleyStore *store, const ParleyChatKey *key);

void parley_store_list_pending_async (ParleyStore *store,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);

/* Returns: (transfer full) (element-type ParleyChatKey): chats with pending bubbles, the one that
 * waits longest first, and then those with a draft; NULL with %G_IO_ERROR_CANCELLED. */
GPtrArray *
parley_store_list_pending_finish (ParleyStore *store, GAsyncResult *result, GError **error);

G_END_DECLS
