/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <plugin.h>
#include <xmlnode.h>

#include "base/parley-chat-key.h"
#include "guard/parley-policy.h"
#include "parley-listening.h"

G_BEGIN_DECLS

/* Returns: whether the OMEMO plugin lurch is loaded and encrypts what is sent to @person, or can't
 * tell. @person: normalised. */
gboolean parley_lurch_encrypts (PurpleAccount *account, const char *person);

/* What is to be known of encryption by other plugins: what they tell, and, on XMPP, how the newest
 * message of a person came. Whatever can't be told counts as encrypted. */
typedef struct _ParleyEncryption ParleyEncryption;

/* @listening: borrowed. Returns: (transfer full). */
ParleyEncryption *parley_encryption_new (ParleyListening *listening);
void parley_encryption_free (ParleyEncryption *encryption);

/* Fills in "encrypted", "exposed", "remote_allowed" and "e2e_allowed". @person: normalised.
 */
void parley_encryption_get_secrecy (ParleyEncryption *encryption,
                                    PurpleAccount *account,
                                    const char *person,
                                    ParleySecrecy *secrecy);

/* @text: (nullable): of its body. Returns: whether an XMPP message, a node of a stanza, is
 * encrypted, or its text only stands for one that is. */
gboolean parley_encryption_is_encrypted (xmlnode *message, const char *text);

/* Returns: whether nobody decrypted the newest message of the person, so that its text only stands
 * for it. */
gboolean parley_encryption_is_unreadable (ParleyEncryption *encryption, const ParleyChatKey *key);

/* Returns: whether a model on another machine may read encrypted chats with the person. Nobody's
 * who is not in the buddy list. */
gboolean parley_encryption_is_remote_allowed (PurpleAccount *account, const char *name);

/* For all buddies the user keeps as the same contact, across restarts. */
/* The same of all with whom the account's protocol always encrypts; what plugins encrypt stays the
 * person's. */
void parley_encryption_allow_account (PurpleAccount *account, gboolean allowed);

void parley_encryption_allow_remote (PurpleAccount *account, const char *name, gboolean allowed);

G_END_DECLS
