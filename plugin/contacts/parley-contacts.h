/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <blist.h>

#include "base/parley-chat-key.h"
#include "guard/parley-policy.h"
#include "guard/parley-rule.h"
#include "contacts/parley-rooms.h"

G_BEGIN_DECLS

/* What the user lets Parley do for whom, and when. It is kept in the buddy list and at the
 * accounts, across restarts; for people who are not in the list it holds for this sitting.
 *
 * Somebody out of a room is never of the list, whatever it says of their name there, and who comes
 * to have the name after them is nobody that the user chose.
 *
 * For each of the two, what to do and when, the first that was chosen counts: for the person, for
 * their group, for the account. Of somebody who stands in several groups, the most careful of what
 * they say counts. Groups and accounts cover only who the user keeps in the list: no strangers, and
 * nobody whom a protocol puts there by itself for a while.
 *
 * What is chosen for a person is chosen for every buddy that the user keeps as the same contact at
 * that moment. One who is added to such a contact later is off, whatever group and account say: the
 * user decided there person by person, and has not decided about this one. Where nothing was chosen
 * for any buddy of a contact, a newcomer is one of the group, which was chosen knowing that people
 * come into it. */
typedef struct _ParleyContacts ParleyContacts;

typedef void (*ParleyContactFunc) (const ParleyChatKey *key, gpointer data);

/* @rooms: borrowed, must outlive it. Returns: (transfer full). */
ParleyContacts *parley_contacts_new (ParleyRooms *rooms);
void parley_contacts_free (ParleyContacts *contacts);

/* Returns: (transfer full): the chat of @name on @account, with the name normalised. */
ParleyChatKey *parley_contacts_dup_key (PurpleAccount *account, const char *name);

/* Returns: (transfer none) (nullable): the account of a key, NULL if it is gone. */
PurpleAccount *parley_contacts_find_account (const ParleyChatKey *key);

/* Fills in mode, stopped, rule_broken and rule_rests. @now: what rules look at on @account. */
void parley_contacts_judge (ParleyContacts *contacts,
                            PurpleAccount *account,
                            const char *name,
                            const ParleyRuleFacts *now,
                            ParleyFacts *facts);

/* Asked before anything else, of whatever anybody does. Returns: FALSE if nothing is to be done for
 * the person; TRUE is no permission. */
gboolean
parley_contacts_may_be_chosen (ParleyContacts *contacts, PurpleAccount *account, const char *name);

/* Returns: what may be done for the person, whenever. */
ParleyMode
parley_contacts_get_mode (ParleyContacts *contacts, PurpleAccount *account, const char *name);

/* Returns: what group and account say of the buddy, whatever was chosen for them alone. */
ParleyMode parley_contacts_get_shared_mode (PurpleBuddy *buddy);

/* Returns: whether something was chosen at a buddy who had another name then, or whose account
 * did. */
gboolean parley_contacts_has_moved (PurpleAccount *account, const char *name);

/* Chooses for a person, with all buddies the user keeps as the same contact. Returns: whether it
 * will outlive this sitting. */
gboolean parley_contacts_choose (ParleyContacts *contacts,
                                 PurpleAccount *account,
                                 const char *name,
                                 ParleyMode mode);

/* Returns: the mode that the person has, or had before they were switched off or lost their name;
 * where the same people have several, the most careful; OFF if nothing was ever chosen. */
ParleyMode
parley_contacts_get_last_mode (ParleyContacts *contacts, PurpleAccount *account, const char *name);

/* Has the mode rest until one is chosen again, or until the second of them, for the same people. */
void parley_contacts_stop (ParleyContacts *contacts, PurpleAccount *account, const char *name);
void parley_contacts_go_on (ParleyContacts *contacts, PurpleAccount *account, const char *name);

gboolean
parley_contacts_is_stopped (ParleyContacts *contacts, PurpleAccount *account, const char *name);

/* The same for when; @rule: one that parley_rule_check() lets pass. Only for people in the list. */
void parley_contacts_choose_rule (PurpleAccount *account, const char *name, const char *rule);

/* Takes back all that was chosen for the person, likewise. */
void parley_contacts_clear (PurpleAccount *account, const char *name);

/* Whoever was switched on for the sitting may be somebody else now. Returns: whether anybody was.
 */
gboolean parley_contacts_end_sitting (ParleyContacts *contacts, const ParleyChatKey *key);

/* Somebody left a name that anybody can take: what was chosen in the buddy list rests as well,
 * until the user chooses again. */
void parley_contacts_distrust (ParleyContacts *contacts, const ParleyChatKey *key);

/* Returns: (transfer full): of ParleyChatKey: who is switched on for the sitting on the account, by
 * its name as in a key: the one that it had when they were. */
GPtrArray *
parley_contacts_list_sitting (ParleyContacts *contacts, const char *protocol, const char *account);

/* Calls @func for each chat that parley_contacts_choose() would switch. */
void parley_contacts_foreach_alike (PurpleAccount *account,
                                    const char *name,
                                    ParleyContactFunc func,
                                    gpointer data);

G_END_DECLS
