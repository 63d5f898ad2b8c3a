/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-mode.h"

G_BEGIN_DECLS

/* How far a chat has gone towards what it may cost and how often it may be answered. */
typedef enum
{
  PARLEY_LIMIT_NONE,
  PARLEY_LIMIT_NEAR,     /* most of the day's tokens are used: nothing is written ahead */
  PARLEY_LIMIT_IN_A_ROW, /* many answers since the user last wrote: only drafts */
  PARLEY_LIMIT_BUDGET,   /* the day's tokens are used: only drafts */
  PARLEY_LIMIT_RATE,     /* too many answers in too short a time: only drafts, and not many */
  PARLEY_LIMIT_SPENT,    /* far more than the day's tokens: nothing */
  PARLEY_LIMIT_LOOP,     /* a program seems to answer ours: nothing */
} ParleyLimit;

/* What is known of a chat at the moment Parley wants to read, ask or speak in it. Whoever fills
 * this in starts from all zero, which is refused. */
typedef struct
{
  ParleyMode mode;
  gboolean connected;      /* the account has a connection */
  gboolean absent;         /* they left the name, or it can't be said if who has it is them */
  gboolean unsighted;      /* whether they still have it was not seen for a while */
  gboolean recognised;     /* they are known again when they come back to it */
  gboolean visible;        /* the user's status is not invisible */
  gboolean speaker;        /* no other program answers on this account */
  gboolean unlocked;       /* it can't be seen whether another program answers on it */
  gboolean blocked;        /* the user blocks the person */
  gboolean group_chat;     /* more than two can read it */
  gboolean service;        /* a program, not a person */
  gboolean own_account;    /* the person is the user, on another account */
  gboolean rule_broken;    /* when to answer can't be read */
  gboolean rule_rests;     /* the user wants answers at other times, or with another status */
  gboolean stopped;        /* the user stopped it here */
  gboolean paused;         /* the user wants silence everywhere */
  gboolean quiet;          /* nothing is to be sent at this hour */
  gboolean encrypted;      /* only the two are to read the chat */
  gboolean end_to_end;     /* nor is anybody to where the protocol always encrypts */
  gboolean remote;         /* answers are written on another machine */
  gboolean remote_allowed; /* and that may read it all the same */
  gboolean e2e_allowed;    /* and that may read what the protocol always encrypts */
  gboolean exposed;        /* what they wrote came encrypted, and an answer would not go out so */
  ParleyLimit limit;
  gboolean asked_enough;     /* models may not be asked for the chat for now */
  gboolean protocol_trusted; /* of one that is not known: the user says that names prove there */
  gboolean unknown_protocol; /* what names prove there nobody said */
  gboolean from_room;        /* their name is that of an occupant of a room */
  gboolean proven;           /* nobody else can take the person's name */
  gboolean logged;           /* the user keeps a log of the chat */
  gboolean undisclosed;      /* the user wants no mark on automatic answers here */
  gboolean unseen_typing;    /* it can't be seen that the user begins to write */
  gboolean unshown;          /* what is sent on the account is never shown here */
  gboolean expires;          /* what is written is gone from the chat after a while */
} ParleyFacts;

/* Where what is said in a chat may be remembered. The order is that of how little that is. */
typedef enum
{
  PARLEY_PRIVACY_NONE,      /* on the disk */
  PARLEY_PRIVACY_SITTING,   /* in memory only, until the program ends */
  PARLEY_PRIVACY_ENCRYPTED, /* likewise, and apart from what was said in the open */
} ParleyPrivacy;

ParleyPrivacy parley_facts_get_privacy (const ParleyFacts *facts);

/* Returns: whether what is said in the chat may not outlive the sitting. */
gboolean parley_facts_are_private (const ParleyFacts *facts);

/* What Parley wants to do. */
typedef enum
{
  PARLEY_ACT_READ, /* take a message as one to be answered */
  PARLEY_ACT_ASK,  /* send the chat to a model */
  PARLEY_ACT_TYPE, /* show the person that somebody types */
  PARLEY_ACT_SAY,  /* say what a model wrote */
  PARLEY_ACT_SEND, /* say what the user saw and wants sent */
  PARLEY_N_ACTS,
} ParleyAct;

typedef enum
{
  PARLEY_PERMIT_NONE,
  PARLEY_PERMIT_DRAFT, /* the user only, not the person */
  PARLEY_PERMIT_FULL,
} ParleyPermit;

/* Why, in the order in which it is said: what nothing can be done about comes first. */
typedef enum
{
  PARLEY_VERDICT_ALLOWED,
  PARLEY_VERDICT_GROUP_CHAT,
  PARLEY_VERDICT_SERVICE,
  PARLEY_VERDICT_OWN_ACCOUNT,
  PARLEY_VERDICT_NOT_CHOSEN,
  PARLEY_VERDICT_BLOCKED,
  PARLEY_VERDICT_OFFLINE,
  PARLEY_VERDICT_ABSENT,
  PARLEY_VERDICT_INVISIBLE,
  PARLEY_VERDICT_OTHER_SPEAKER,
  PARLEY_VERDICT_EXPOSED,
  PARLEY_VERDICT_RULE_BROKEN,
  PARLEY_VERDICT_STOPPED,
  PARLEY_VERDICT_PAUSED,
  PARLEY_VERDICT_ENCRYPTED,
  PARLEY_VERDICT_LOOP,
  PARLEY_VERDICT_SPENT,
  PARLEY_VERDICT_REQUESTS,
  PARLEY_VERDICT_RULE_RESTS,
  PARLEY_VERDICT_QUIET,
  PARLEY_VERDICT_SHADOW,
  PARLEY_VERDICT_DRAFT,
  PARLEY_VERDICT_UNLOCKED,
  PARLEY_VERDICT_UNKNOWN_PROTOCOL,
  PARLEY_VERDICT_RATE,
  PARLEY_VERDICT_IN_A_ROW,
  PARLEY_VERDICT_BUDGET,
  PARLEY_VERDICT_COUNTDOWN,
  PARLEY_N_VERDICTS,
} ParleyVerdict;

typedef struct
{
  ParleyPermit permit;
  ParleyVerdict verdict;
} ParleyDecision;

/* The one decision whether something may be done for the user now. Asked at a turn's first bubble,
 * before each request, and again at each call that sends or shows something. Of all that speaks
 * against it the strictest counts, and of equally strict ones the first; where nothing does, the
 * verdict is ALLOWED. The whole of it is the table in docs/decision.md. */
ParleyDecision parley_policy_decide (const ParleyFacts *facts, ParleyAct act);

/* The part of it that switching a contact on depends on: whether they may ever be answered. */
ParleyVerdict parley_policy_judge_person (const ParleyFacts *facts);

/* Returns: whether it is only that there is no way to the person now: what waits for them does so
 * until there is. */
gboolean parley_verdict_is_out_of_reach (ParleyVerdict verdict);

/* Returns: (transfer none): one translated sentence for the user. */
const char *parley_verdict_explain (ParleyVerdict verdict);

/* Returns: (transfer none): "allowed" and so on, for logs. */
const char *parley_verdict_to_string (ParleyVerdict verdict);

/* Never sooner than this after the note before it, in ms. */
#define PARLEY_AWAY_NOTE_GAP_MS (10 * 60 * 1000)

/* What the user shows the world. */
typedef struct
{
  gboolean away;
  guint period; /* another number each time the user goes away */
} ParleyAwayStatus;

/* The last away note a person was given. All zero: none. */
typedef struct
{
  gboolean given;
  guint period;
  gint64 at; /* monotonic ms */
} ParleyAwayNoteGiven;

/* Whether a person may be given a note: once in each away period, and not too often. */
gboolean parley_away_note_is_due (const ParleyAwayStatus *status,
                                  const ParleyAwayNoteGiven *last,
                                  gint64 now);

G_END_DECLS
