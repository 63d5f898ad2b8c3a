/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-heard.h"
#include "base/parley-hint.h"
#include "lexicon/parley-when.h"
#include "guard/parley-proposal.h"
#include "turn/parley-habits.h"

G_BEGIN_DECLS

/* A bubble that was read and is neither answered nor set aside yet. */
typedef struct
{
  ParleyWhen when;
  guint number; /* in the order in which the chat's bubbles came; 0: it is given one */
  char *text;
} ParleyPending;

/* What is kept of one chat across restarts. */
typedef struct
{
  ParleyMark mark;
  ParleyHeard *heard;      /* (nullable): only of one that was loaded */
  gint64 stand_down_until; /* seconds since 1970; 0: not standing down */
  gboolean left_to_parley; /* that is for one on another device */
  ParleyCadence cadence;
  ParleyHint hint;  /* for the next turn only */
  gboolean types;   /* they have been seen typing */
  gboolean asked;   /* the last turn asked them something */
  gint64 turn_wall; /* the last answered turn, seconds since 1970; 0: none known */
  guint attempts;   /* how often the pending turn was in flight when the program died */
  ParleyDraftTally drafts;
  ParleyProposal *draft;    /* (nullable): that waits, with the last number; only when loaded */
  GPtrArray *drafts_before; /* (nullable): of ParleyProposal: beside it, oldest first; likewise */
  GPtrArray *pending;       /* of ParleyPending, oldest first; never NULL */
} ParleyChatRecord;

/* Returns: (transfer full): what is known of a chat of which nothing is known. */
ParleyChatRecord *parley_chat_record_new (void);

/* Returns: (transfer full): without what was heard and the drafts. */
ParleyChatRecord *parley_chat_record_copy (const ParleyChatRecord *record);
void parley_chat_record_free (ParleyChatRecord *record);

/* Appends a bubble. @pending: copied. */
void parley_chat_record_add_pending (ParleyChatRecord *record, const ParleyPending *pending);

/* Returns: (transfer none): the bubble that is @i after the oldest one. */
const ParleyPending *parley_chat_record_get_pending (const ParleyChatRecord *record, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatRecord, parley_chat_record_free)

G_END_DECLS
