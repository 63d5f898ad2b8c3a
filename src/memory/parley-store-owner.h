/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-memory.h"

G_BEGIN_DECLS

/* What only the owner of the store may do: look at all chats. */

typedef struct
{
  ParleyChatKey *key;
  guint64 utterances;
  guint64 facts;
  guint64 entries;  /* of its series */
  gint64 last_wall; /* the last utterance, seconds since 1970; 0: none */
} ParleyChatInfo;

void parley_chat_info_free (ParleyChatInfo *info);

void parley_store_list_chats_async (ParleyStore *store,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* Returns: (transfer full) (element-type ParleyChatInfo): by account, person and protocol. */
GPtrArray *
parley_store_list_chats_finish (ParleyStore *store, GAsyncResult *result, GError **error);

/* Cleans up all series, and presence that is older, if that was not done within the last day.
 * @now: µs since 1970. A write. */
void parley_store_clean_daily (ParleyStore *store, const ParleySeriesBounds *bounds, gint64 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatInfo, parley_chat_info_free)

G_END_DECLS
