/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-facts.h"

G_BEGIN_DECLS

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
