/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "settings/parley-settings.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* What Parley did, and why: a log in the store to which is only ever added. What the person wrote
 * is not in it, and what was said in private goes only into a store that ends with the sitting. */

typedef enum
{
  PARLEY_JOURNAL_READ,        /* messages were read as one, and are to be answered */
  PARLEY_JOURNAL_TURN,        /* and that is over */
  PARLEY_JOURNAL_SAID,        /* a bubble was said */
  PARLEY_JOURNAL_WITHHELD,    /* a bubble was not */
  PARLEY_JOURNAL_DROPPED,     /* bubbles that nobody wants any more */
  PARLEY_JOURNAL_REFUSED,     /* nothing was done there */
  PARLEY_JOURNAL_DRAFT,       /* an answer was shown to the user only */
  PARLEY_JOURNAL_SENT,        /* and they had it sent */
  PARLEY_JOURNAL_HANDED_OVER, /* the user was asked to answer */
  PARLEY_JOURNAL_STOPPED,     /* silent for a while */
  PARLEY_JOURNAL_RESUMED,     /* no longer */
  PARLEY_JOURNAL_MODE,        /* what may be done for a person was changed */
  PARLEY_JOURNAL_SERVER,      /* who writes the answers was changed */
  PARLEY_JOURNAL_LIMIT,       /* a limit came near, or was reached */
  PARLEY_JOURNAL_LOOP,        /* a program seems to answer */
  PARLEY_JOURNAL_ERROR,       /* no answer could be had */
  PARLEY_JOURNAL_IMPORTANT,   /* the user was shown what they did */
  PARLEY_N_JOURNAL_KINDS,
} ParleyJournalKind;

/* Bytes of a text that are kept. */
#define PARLEY_JOURNAL_MAX_TEXT 500

typedef struct
{
  const ParleyChatKey *key; /* NULL: it is of no one chat */
  gint64 wall;              /* seconds since 1970 */
  ParleyJournalKind kind;
  const char *reason; /* a word for a program: "timeout", "rate"; NULL or "" for none */
  const char *text;   /* ours: said, withheld, shown; NULL or "" for none */
  guint n;            /* messages; 0: it has no number */
  gint64 ms;          /* how long it took; 0 likewise */
} ParleyJournalEntry;

/* For what parley_journal_list_finish () gives. */
void parley_journal_entry_free (ParleyJournalEntry *entry);

/* Returns: (transfer none): "said" and so on. */
const char *parley_journal_kind_to_string (ParleyJournalKind kind);

/* 0: no bound. */
typedef struct
{
  guint keep_days;
  guint max_entries;
} ParleyJournalBounds;

ParleyJournalBounds parley_journal_bounds_read (ParleySettings *settings);

/* Adds @entry, borrowed during the call, and lets go of what is beyond @bounds. A refusal, silence,
 * limit or error that repeats the newest entry of its chat is left out for an hour, a server that
 * is still the same for ever. A write. */
void parley_journal_add (ParleyStore *store,
                         const ParleyJournalEntry *entry,
                         const ParleyJournalBounds *bounds);

/* @now: seconds since 1970. A write. */
void parley_journal_trim (ParleyStore *store, const ParleyJournalBounds *bounds, gint64 now);

/* @key: (nullable): NULL: of all chats and of none. */
void parley_journal_list_async (ParleyStore *store,
                                const ParleyChatKey *key,
                                guint limit,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Returns: (transfer full) (element-type ParleyJournalEntry): the newest, newest first; NULL with
 * %G_IO_ERROR_CANCELLED. Whatever the file holds, the strings are there and UTF-8. */
GPtrArray *parley_journal_list_finish (ParleyStore *store, GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyJournalEntry, parley_journal_entry_free)

G_END_DECLS
