/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is known of a chat at the moment Parley wants to read, ask or speak in it. Whoever fills
 * this in starts from all zero, which is refused. */
typedef struct
{
  gboolean chosen;      /* the user switched this contact on */
  gboolean connected;   /* the account has a connection */
  gboolean visible;     /* the user's status is not invisible */
  gboolean speaker;     /* no other program answers on this account */
  gboolean blocked;     /* the user blocks the person */
  gboolean group_chat;  /* more than two can read it */
  gboolean service;     /* a program, not a person */
  gboolean own_account; /* the person is the user, on another account */
  gboolean proven;      /* nobody else can take the person's name */
  gboolean logged;      /* the user keeps a log of the chat */
} ParleyFacts;

/* Returns: whether what is said in the chat may not outlive the sitting. */
gboolean parley_facts_are_private (const ParleyFacts *facts);

typedef enum
{
  PARLEY_VERDICT_ALLOWED,
  PARLEY_VERDICT_GROUP_CHAT,
  PARLEY_VERDICT_SERVICE,
  PARLEY_VERDICT_OWN_ACCOUNT,
  PARLEY_VERDICT_NOT_CHOSEN,
  PARLEY_VERDICT_BLOCKED,
  PARLEY_VERDICT_INVISIBLE,
  PARLEY_VERDICT_OTHER_SPEAKER,
  PARLEY_VERDICT_OFFLINE,
} ParleyVerdict;

/* The one decision whether somebody may be answered now. */
ParleyVerdict parley_policy_judge (const ParleyFacts *facts);

/* The part of it that switching a contact on depends on: whether they may ever be answered. */
ParleyVerdict parley_policy_judge_person (const ParleyFacts *facts);

/* Returns: (transfer none): one translated sentence for the user. */
const char *parley_verdict_explain (ParleyVerdict verdict);

/* Returns: (transfer none): "allowed" and so on, for logs. */
const char *parley_verdict_to_string (ParleyVerdict verdict);

G_END_DECLS
