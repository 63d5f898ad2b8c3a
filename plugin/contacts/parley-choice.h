/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <blist.h>

#include "guard/parley-policy.h"

G_BEGIN_DECLS

/* Where a choice is kept: at a buddy or a group of the list, or at an account. One of the two. */
typedef struct
{
  PurpleBlistNode *node;
  PurpleAccount *account;
} ParleyPlace;

/* What the user chose in one place. What they did not choose there comes from elsewhere. */
typedef struct
{
  gboolean stopped; /* until another mode is chosen */
  gboolean moved;   /* it was for somebody of another name; it counts as "off" */
  gboolean has_mode;
  gboolean mode_broken; /* what is stored is no mode; it counts as "off" */
  ParleyMode mode;
  ParleyMode before; /* of who is switched off: what they had; off if nothing is known of it */
  const char *rule; /* (transfer none) (nullable): as stored; "", which is none, if it is no text */
} ParleyChoice;

ParleyPlace parley_place_of_buddy (PurpleBuddy *buddy);
ParleyPlace parley_place_of_group (PurpleGroup *group);
ParleyPlace parley_place_of_account (PurpleAccount *account);

/* libpurple's own list of buddies may hold freed ones: where a name depends on whether the user is
 * in a room, it files it as it is then, and looks for it as it is now. Returns: (transfer
 * container): of PurpleBuddy: who belongs to a group or an account; to neither: everybody. */
GSList *parley_choice_list_buddies (ParleyPlace place);

/* Never changes what is stored. The switch of earlier versions, which knew only on and off, counts
 * where it is found: it is taken away when a mode is set, so it is the newer of the two. */
ParleyChoice parley_choice_read (ParleyPlace place);

/* Holds for whoever has the place's name, and the account its own, right now. What was chosen there
 * for somebody else is taken away. */
void parley_choice_set_mode (ParleyPlace place, ParleyMode mode);

/* Has all that was chosen before names were kept with it hold for those who have them now. */
void parley_choice_claim_all (void);

/* The mode stays what it is, and rests, until the second of them. */
void parley_choice_stop (ParleyPlace place);
void parley_choice_go_on (ParleyPlace place);

/* Has it be known, of a buddy that is switched off, what they had. */
void parley_choice_set_before (ParleyPlace place, ParleyMode mode);

/* @rule: one that parley_rule_check() lets pass. */
void parley_choice_set_rule (ParleyPlace place, const char *rule);

/* Whether the user says that on the protocol of the account, which Parley doesn't know, nobody else
 * can take a name. */
typedef enum
{
  PARLEY_PROTOCOL_UNSAID,
  PARLEY_PROTOCOL_NOT_TRUSTED,
  PARLEY_PROTOCOL_TRUSTED,
} ParleyProtocolChoice;

ParleyProtocolChoice parley_choice_read_protocol (PurpleAccount *account);
void parley_choice_set_protocol (PurpleAccount *account, gboolean trusted);

/* Takes all of it back from a buddy or a group. */
void parley_choice_clear (PurpleBlistNode *node);

G_END_DECLS
