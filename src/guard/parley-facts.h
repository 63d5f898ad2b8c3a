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

/* Who the chat is with, as far as it can be told. */
typedef struct
{
  gboolean absent;           /* they left the name, or it can't be said if who has it is them */
  gboolean unsighted;        /* whether they still have it was not seen for a while */
  gboolean recognised;       /* they are known again when they come back to it */
  gboolean blocked;          /* the user blocks them */
  gboolean group_chat;       /* more than two can read it */
  gboolean service;          /* a program, not a person */
  gboolean own_account;      /* the user, on another account */
  gboolean from_room;        /* their name is that of an occupant of a room */
  gboolean protocol_trusted; /* of one that is not known: the user says that names prove there */
  gboolean unknown_protocol; /* what names prove there nobody said */
  gboolean proven;           /* nobody else can take their name */
} ParleyPersonFacts;

/* @known: whether the protocol is. @proves: whether a name proves there who has it. */
void parley_person_facts_prove (ParleyPersonFacts *person, gboolean known, gboolean proves);

/* Who is to read the chat, and who may. */
typedef struct
{
  gboolean encrypted;      /* only the two are to read it */
  gboolean end_to_end;     /* nor is anybody to where the protocol always encrypts */
  gboolean remote;         /* answers are written on another machine */
  gboolean remote_allowed; /* and that may read it all the same */
  gboolean e2e_allowed;    /* and that may read what the protocol always encrypts */
  gboolean exposed;        /* what they wrote came encrypted, and an answer would not go out so */
} ParleySecrecy;

/* Returns: whether a model that is asked would read what it may not. */
gboolean parley_secrecy_forbids_model (const ParleySecrecy *secrecy);

/* What is known of a chat at the moment Parley wants to read, ask or speak in it. Whoever fills
 * this in starts from all zero, which is refused. */
typedef struct
{
  ParleyMode mode;
  ParleyPersonFacts person;
  ParleySecrecy secrecy;
  ParleyLimit limit;
  gboolean asked_enough;  /* models may not be asked for the chat for now */
  gboolean connected;     /* the account has a connection */
  gboolean visible;       /* the user's status is not invisible */
  gboolean speaker;       /* no other program answers on this account */
  gboolean unlocked;      /* it can't be seen whether another program answers on it */
  gboolean rule_broken;   /* when to answer can't be read */
  gboolean rule_rests;    /* the user wants answers at other times, or with another status */
  gboolean stopped;       /* the user stopped it here */
  gboolean paused;        /* the user wants silence everywhere */
  gboolean quiet;         /* nothing is to be sent at this hour */
  gboolean logged;        /* the user keeps a log of the chat */
  gboolean undisclosed;   /* the user wants no mark on automatic answers here */
  gboolean unseen_typing; /* it can't be seen that the user begins to write */
  gboolean unshown;       /* what is sent on the account is never shown here */
  gboolean expires;       /* what is written is gone from the chat after a while */
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

G_END_DECLS
