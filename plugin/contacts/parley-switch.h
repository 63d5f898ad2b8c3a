/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "contacts/parley-choice.h"
#include "parley-instance.h"
#include "contacts/parley-subject.h"

G_BEGIN_DECLS

/* Sets what Parley does for a person and tells the user in the chat what that means. The first time
 * the user is asked about it first (parley-introduction). Returns: whether it is as wished now. */
gboolean
parley_switch (ParleyInstance *instance, PurpleAccount *account, const char *name, ParleyMode mode);

/* Switches on who is off, to what they had before, or else to answers that are sent. For whom it is
 * on the mode stays what it is: then the same as parley_switch_go_on (). */
void parley_switch_on (ParleyInstance *instance, PurpleAccount *account, const char *name);

/* Takes back whatever has Parley be silent here: a stop, a pause, that it left the chat to the user
 * or to another program. Nothing else changes, and nobody is switched on. */
void parley_switch_go_on (ParleyInstance *instance, PurpleAccount *account, const char *name);

/* Has Parley be silent for the person until it is to go on, or a mode is chosen, and call off what
 * it is at. */
void parley_switch_stop (ParleyInstance *instance, PurpleAccount *account, const char *name);

/* All that is remembered of the person goes. The user is told, and where their own log of the chat
 * is, which is not ours to delete. @key: the account may be gone. */
void parley_switch_forget (ParleyInstance *instance, const ParleyChatKey *key);

/* Silence in all chats, or not any more. The user is told in the chat @key, or with NULL in a
 * dialog. */
void parley_switch_pause (ParleyInstance *instance, gboolean paused, const ParleyChatKey *key);

/* Silence in all chats for so many seconds. */
void parley_switch_pause_for (ParleyInstance *instance, gint64 seconds, const ParleyChatKey *key);

/* When a person, or all who are in a group or an account, are answered. */
void parley_switch_rule (ParleyInstance *instance,
                         PurpleAccount *account,
                         const char *name,
                         const char *rule);
void parley_switch_place_rule (ParleyInstance *instance, ParleyPlace place, const char *rule);

/* Takes back all that was chosen for the person, so that their group and account count. */
void parley_switch_clear (ParleyInstance *instance, PurpleAccount *account, const char *name);

/* Sets what Parley does for all who are in the list there and for whom nothing else was chosen.
 * @place: a group or an account. The first time as above. */
void parley_switch_place (ParleyInstance *instance, ParleyPlace place, ParleyMode mode);

/* Switches whom the user was asked about, as the menu does. Only after parley_subject_check (). */
void
parley_switch_subject (ParleyInstance *instance, const ParleySubject *subject, ParleyMode mode);

/* Takes back all that was chosen for a group. */
void parley_switch_clear_group (ParleyInstance *instance, PurpleGroup *group);

G_END_DECLS
