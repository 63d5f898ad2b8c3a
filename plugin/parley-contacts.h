/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <blist.h>

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Whom the user switched Parley on for. People in the buddy list keep it there, across restarts;
 * for others it holds for this sitting. */
typedef struct _ParleyContacts ParleyContacts;

typedef void (*ParleyContactFunc) (const ParleyChatKey *key, gpointer data);

/* Returns: (transfer full). */
ParleyContacts *parley_contacts_new (void);
void parley_contacts_free (ParleyContacts *contacts);

/* Returns: (transfer full): the chat of @name on @account, with the name normalised. */
ParleyChatKey *parley_contacts_dup_key (PurpleAccount *account, const char *name);

/* Returns: (transfer none) (nullable): the account of a key, NULL if it is gone. */
PurpleAccount *parley_contacts_find_account (const ParleyChatKey *key);

gboolean
parley_contacts_is_chosen (ParleyContacts *contacts, PurpleAccount *account, const char *name);

/* Switches a person, with all buddies the user keeps as the same contact. Returns: whether it will
 * outlive this sitting. */
gboolean parley_contacts_choose (ParleyContacts *contacts,
                                 PurpleAccount *account,
                                 const char *name,
                                 gboolean chosen);

/* Whoever was switched on for the sitting may be somebody else now. */
void parley_contacts_end_sitting (ParleyContacts *contacts, const ParleyChatKey *key);

/* Calls @func for each chat that parley_contacts_choose() would switch. */
void parley_contacts_foreach_alike (PurpleAccount *account,
                                    const char *name,
                                    ParleyContactFunc func,
                                    gpointer data);

G_END_DECLS
