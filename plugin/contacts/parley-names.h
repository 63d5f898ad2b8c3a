/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What was chosen for a name ends with it: people take other nicks, leave names that anybody can
 * have next, and the user gives accounts other names. */

/* Returns: whether the person is switched on. */
gboolean parley_names_is_on (ParleyInstance *instance, const ParleyChatKey *key);

/* They left the name. The user is told if they were on and the name proves nothing. */
void parley_names_end_sitting (ParleyInstance *instance, const ParleyChatKey *key);

/* While we are away we don't see who takes which name. */
void parley_names_end_sittings (ParleyInstance *instance, PurpleAccount *account);

/* Returns: (transfer none): the chat of the conversation. What was chosen under its name of before
 * is over. */
const ParleyChatKey *parley_names_see_conversation (ParleyInstance *instance,
                                                    PurpleConversation *conv);

/* The same of an account, whose chats may have no window. */
void parley_names_see_account (ParleyInstance *instance, PurpleAccount *account);

/* From here on it is noticed when the conversation, in which nothing need have been written yet,
 * goes along with a person to another name. */
void parley_names_watch (ParleyInstance *instance, PurpleAccount *account, const char *name);

G_END_DECLS
