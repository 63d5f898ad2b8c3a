/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* What the journal says of the turns of one chat. */
typedef struct
{
  ParleyChatKey *key;
  gint64 wall;    /* the last turn, seconds since 1970 */
  char *reason;   /* its outcome, as in #ParleyJournalEntry */
  guint messages; /* read in it; 0: not known */
  guint answered; /* turns that were */
} ParleyJournalTally;

void parley_journal_tally_free (ParleyJournalTally *tally);

/* @since: seconds since 1970. */
void parley_journal_tally_async (ParleyStore *store,
                                 gint64 since,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);

/* Returns: (transfer full) (element-type ParleyJournalTally): of each chat with a turn since then;
 * NULL with %G_IO_ERROR_CANCELLED. */
GPtrArray *parley_journal_tally_finish (ParleyStore *store, GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyJournalTally, parley_journal_tally_free)

G_END_DECLS
