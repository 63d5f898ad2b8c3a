/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-memory.h"
#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* What happened with one person while the user was away, for the user to read. Nothing in it is
 * made up: it is what they wrote, what was said, and what the journal and a model noted down. */

/* What is left to do for the user, the most pressing first. */
typedef enum
{
  PARLEY_LEFT_PROMISE,   /* something was promised in their name */
  PARLEY_LEFT_QUESTION,  /* a question is open */
  PARLEY_LEFT_DRAFT,     /* an answer waits to be sent */
  PARLEY_LEFT_ANSWER,    /* the model left the answer to them */
  PARLEY_LEFT_ATTENTION, /* they called, offered a file, sounded urgent */
  PARLEY_LEFT_PERHAPS,   /* what was said may not have arrived */
  PARLEY_LEFT_SILENCE,   /* they were not answered, or not with all of it */
  PARLEY_LEFT_NOTHING,
} ParleyLeft;

/* Of more than so many the newest are read. */
#define PARLEY_ABSENCE_MAX_TALK 500

/* All that is known of the chat from that time, oldest first. */
typedef struct
{
  const ParleyChatKey *key;
  GPtrArray *entries;    /* of ParleyJournalEntry */
  GPtrArray *utterances; /* of ParleyUtterance */
  GPtrArray *facts;      /* of ParleyFact, in any order; older ones, too */
  gint64 since;          /* seconds since 1970 */
  gboolean draft_waits;
} ParleyAbsenceSources;

/* Texts are one line without hidden characters, plain, at most some hundred characters. */
typedef struct
{
  ParleyChatKey *key;
  ParleyLeft left;
  char *due;    /* what is left to do, in words; "": nothing */
  char *wanted; /* theirs: the first question that is open, else the newest; "": not known */
  char *said;   /* ours, the newest answer; "": none */
  GPtrArray
      *talk;   /* of ParleyUtterance: all that was said meanwhile, oldest first, each one line */
  gint64 wall; /* when something happened last, seconds since 1970 */
} ParleyAbsence;

/* What came before the user's own last words there they have seen. Returns: (transfer full)
 * (nullable): NULL if nothing happened that is worth telling: whoever wrote and was not answered
 * is. */
ParleyAbsence *parley_absence_new (const ParleyAbsenceSources *sources);
void parley_absence_free (ParleyAbsence *absence);

/* Returns: (transfer full): that somebody wrote @n times and nobody answered, in a sentence. */
char *parley_absence_dup_ignored (guint n);

/* Returns: (transfer full): one line of at most @max_chars of @text, without hidden characters. */
char *parley_absence_shorten (const char *text, guint max_chars);

/* For g_ptr_array_sort(): what is most pressing comes first, then what is newest. */
int parley_absence_compare (gconstpointer a, gconstpointer b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyAbsence, parley_absence_free)

G_END_DECLS
