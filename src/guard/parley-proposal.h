/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What became of so many drafts of a chat, the newest, is counted. */
#define PARLEY_DRAFT_TALLY_MAX 20

/* How often the user sent a draft as it was. Counted are drafts that they sent or did not want; one
 * that newer words made untrue says nothing. All zero: there was none. */
typedef struct
{
  guint all;       /* at most %PARLEY_DRAFT_TALLY_MAX */
  guint unchanged; /* a bit for each that was sent as it was, the newest the lowest */
} ParleyDraftTally;

/* Makes of what was stored a tally, whatever it is. */
ParleyDraftTally parley_draft_tally_read (guint64 all, guint64 unchanged);

void parley_draft_tally_note (ParleyDraftTally *tally, gboolean unchanged);

/* Returns: how many of them were sent as they were. */
guint parley_draft_tally_count_unchanged (const ParleyDraftTally *tally);

/* A reply that waits for the user: they see it under a number and send it, or it is sent when a
 * countdown is over. A newer one, or newer words of the person, takes its place. Pure: all times
 * are handed in, monotonic ms but where it says otherwise.
 *
 * Nobody reads faster than this: what was shown later than that is not what a bare “send it” means.
 */
#define PARLEY_PROPOSAL_READ_MS 1500

/* What was shown longer ago, in seconds, or on another day, they may no longer have in mind. */
#define PARLEY_PROPOSAL_FRESH_S 3600

/* One bubble. */
typedef struct
{
  char *text;
  char *markup; /* the same as HTML; NULL: plain */
} ParleyProposed;

typedef struct
{
  guint last;         /* the highest number ever given in the chat; 0: none was */
  guint number;       /* of this one, or the one before if none waits; 0: there was none */
  GPtrArray *bubbles; /* of ParleyProposed; NULL: none waits */
  guint64 turn;       /* what it answers */
  char *original;     /* as it was before the user changed it; NULL: they did not */
  gint64 written;     /* when, seconds since 1970; 0: not known */
  gint64 told;        /* when the user saw it last, with its age, seconds since 1970; 0: not yet */
  guint32 told_day;   /* the Julian day of that */
  gint64 shown_at;
  gint64 send_at;      /* -1: only the user sends it */
  gint64 typing_since; /* the person types, so it is not sent by itself; -1: they don't */
  gboolean is_note;    /* it is an away note */
  gboolean kept;       /* it is from an earlier run */
  gboolean unseen;     /* the user was not shown it in this one */
  gboolean outdated;   /* they wrote since: it is shown, and not sent */
  guint revision;      /* changes with what is to be kept of it */
} ParleyProposal;

void parley_proposal_init (ParleyProposal *proposal);
void parley_proposal_clear (ParleyProposal *proposal);

/* Returns: (transfer full): of all but its times. */
ParleyProposal *parley_proposal_copy (const ParleyProposal *proposal);
void parley_proposal_free (ParleyProposal *proposal);

/* Goes on with what an earlier run left: it waits, unseen. @left: borrowed. */
void parley_proposal_restore (ParleyProposal *proposal, const ParleyProposal *left);

/* Returns: whether a reply waits. */
gboolean parley_proposal_is_open (const ParleyProposal *proposal);

/* Puts a reply in the place of the one before, with a number of its own and without bubbles.
 * @countdown_ms: after which it is sent; -1: never. */
void parley_proposal_open (ParleyProposal *proposal, guint64 turn, gint64 now, int countdown_ms);

/* Adds a bubble behind the others. @markup: (nullable). */
void parley_proposal_add (ParleyProposal *proposal, const char *text, const char *markup);

/* The user puts @text in the place of all bubbles, under a new number; it is not sent by itself. */
void parley_proposal_edit (ParleyProposal *proposal, const char *text, gint64 now);

/* Takes out the first bubble: it is sent. Returns: (transfer full): NULL when all are. */
ParleyProposed *parley_proposal_take (ParleyProposal *proposal);
void parley_proposed_free (ParleyProposed *bubble);

/* It is out of date, or not wanted. Its number is not used again. */
void parley_proposal_withdraw (ParleyProposal *proposal);

/* It is sent in @ms by itself from now on. */
void parley_proposal_count_down (ParleyProposal *proposal, gint64 now, int ms);

/* It is no longer sent by itself. Returns: whether it would have been. */
gboolean parley_proposal_stop (ParleyProposal *proposal);

/* The user sees it. @wall: seconds since 1970. @day: the Julian day. */
void parley_proposal_note_told (ParleyProposal *proposal, gint64 wall, guint32 day);

/* Returns: whether that is so long ago that they are to see it again before it is sent. */
gboolean parley_proposal_is_old (const ParleyProposal *proposal, gint64 wall, guint32 day);

/* Whether the person types now. */
void parley_proposal_note_typing (ParleyProposal *proposal, gboolean typing, gint64 now);

/* Whether the countdown is over. @cap_ms: nobody types longer than that without sending. */
gboolean parley_proposal_is_due (const ParleyProposal *proposal, gint64 now, int cap_ms);

/* Returns: when that has to be asked, or -1. */
gint64 parley_proposal_get_deadline (const ParleyProposal *proposal, int cap_ms);

/* What the user's “send it” means. */
typedef enum
{
  PARLEY_PROPOSAL_SEND,     /* the one that waits */
  PARLEY_PROPOSAL_NONE,     /* there was none yet */
  PARLEY_PROPOSAL_OUTDATED, /* one that is no longer true */
  PARLEY_PROPOSAL_UNREAD,   /* the one that waits can't have been read yet */
  PARLEY_PROPOSAL_UNSEEN,   /* it was not shown yet */
  PARLEY_PROPOSAL_OLD,      /* it was shown too long ago */
} ParleyProposalWish;

/* @number: that the user gave; 0: none. @old: as parley_proposal_is_old () says. */
ParleyProposalWish
parley_proposal_judge (const ParleyProposal *proposal, guint number, gint64 now, gboolean old);

/* Returns: (transfer full): the bubbles, a line each. */
char *parley_proposal_dup_text (const ParleyProposal *proposal);

/* Returns: (transfer full): the same before the user changed it. */
char *parley_proposal_dup_original (const ParleyProposal *proposal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyProposed, parley_proposed_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyProposal, parley_proposal_free)

G_END_DECLS
