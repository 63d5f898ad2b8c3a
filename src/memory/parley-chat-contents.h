/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-memory.h"
#include "memory/parley-chat-record.h"
#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* All that one store has of a chat, for its owner to look at. */
typedef struct
{
  ParleyChatKey *key;
  ParleyHistory *history; /* what was said, oldest first */
  ParleyChatSummary *summary;
  ParleyChatRecord *record; /* how they write, and what is unanswered */
  GPtrArray *facts;         /* of #ParleyFact */
  GPtrArray *lessons;       /* of #ParleyLesson, oldest first */
  GPtrArray *series;        /* of #ParleySeriesInfo */
  GArray *presence;         /* of #ParleyPresence, newest first */
  GPtrArray *journal;       /* of #ParleyJournalEntry, newest first */
  GPtrArray *entries;       /* of #ParleySeriesQuery, one for each of @series; else NULL */
  GPtrArray *unreadable;    /* of #ParleySeriesInfo: whose entries can't be read; not in @series */
} ParleyChatContents;

void parley_chat_contents_free (ParleyChatContents *contents);

/* Whether nothing is known of the chat. */
gboolean parley_chat_contents_is_empty (const ParleyChatContents *contents);

/* @max_utterances: the newest of them, the newest of presence and journal, and no entries; 0:
 * everything that there is in the store. */
void parley_chat_contents_load_async (ParleyStore *store,
                                      const ParleyChatKey *key,
                                      guint max_utterances,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);

/* Returns: (transfer full): NULL with %G_IO_ERROR_CANCELLED. */
ParleyChatContents *parley_chat_contents_load_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatContents, parley_chat_contents_free)

G_END_DECLS
