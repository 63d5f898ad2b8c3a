/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>

#include "base/parley-timers.h"
#include "guard/parley-inbound.h"
#include "guard/parley-nicks.h"
#include "guard/parley-policy.h"
#include "base/parley-chat-key.h"
#include "parley-listening.h"

G_BEGIN_DECLS

#define PARLEY_IRC_PROTOCOL "prpl-irc"

/* What IRC servers say of who has which nick: their raw lines are handed to the core, and WHOIS is
 * asked when it wants that. Only libpurple's own IRC shows them; elsewhere nothing is known. */
typedef struct _ParleyIrc ParleyIrc;

/* Something came to be known about who has a name. Called from the main loop, never from inside of
 * another call. */
typedef void (*ParleyIrcFunc) (const ParleyChatKey *key, gpointer data);

/* @listening, @timers: borrowed. Returns: (transfer full). */
ParleyIrc *parley_irc_new (ParleyListening *listening,
                           ParleyTimers *timers,
                           const char *user_dir,
                           ParleyIrcFunc func,
                           gpointer data);
void parley_irc_free (ParleyIrc *irc);

ParleySight parley_irc_look (ParleyIrc *irc, const ParleyChatKey *key);

/* Fills in what the guard wants to know of it. */
void parley_irc_get_person (ParleyIrc *irc, const ParleyChatKey *key, ParleyPersonFacts *person);

/* Returns: (transfer full) (nullable): whom the chat is with. */
ParleyIdentity *parley_irc_dup_identity (ParleyIrc *irc, const ParleyChatKey *key);

/* People change their names, and are known by the first of them. Returns: (transfer full): the chat
 * with who has @name on @account now. */
ParleyChatKey *parley_irc_dup_key (ParleyIrc *irc, PurpleAccount *account, const char *name);

/* Returns: (transfer none): the name that the person of a chat has now. */
const char *parley_irc_get_name (ParleyIrc *irc, const ParleyChatKey *key);

/* Has who the chat is with be known again in the next run, if they are in the buddy list; or
 * nothing be kept of it. */
void parley_irc_keep (ParleyIrc *irc, const ParleyChatKey *key);
void parley_irc_forget (ParleyIrc *irc, const ParleyChatKey *key);

/* Returns: (transfer none) (nullable): user@host of who has the name. */
const char *parley_irc_get_address (ParleyIrc *irc, const ParleyChatKey *key);

/* Returns: whether who has the name would be known again. */
gboolean parley_irc_knows_again (ParleyIrc *irc, const ParleyChatKey *key);

/* Returns: whether they were there, and nobody is known to be now. */
gboolean parley_irc_has_left (ParleyIrc *irc, const ParleyChatKey *key);

/* Returns: whether only WHOIS can say more of who has it. */
gboolean parley_irc_wants (ParleyIrc *irc, const ParleyChatKey *key);

/* Returns: whether what libpurple shows of them now is that their program asks something: it does
 * so in words, as a message. */
gboolean parley_irc_is_request (ParleyIrc *irc, const ParleyChatKey *key);

/* Has WHOIS asked, as soon as it may be. */
void parley_irc_seek (ParleyIrc *irc, const ParleyChatKey *key);

/* The user chose: whoever has the name now is whom they mean. */
void parley_irc_accept (ParleyIrc *irc, const ParleyChatKey *key);

/* Whether the user says of the account's network that names are registered there: a name is whose
 * account of that name the server says they are logged in to, as long as it does. Kept with the
 * account. */
gboolean parley_irc_is_trusting (PurpleAccount *account);
void parley_irc_trust (ParleyIrc *irc, PurpleAccount *account, gboolean trusted);

/* Returns: whether it can be said of the account: it is one of libpurple's own IRC. */
gboolean parley_irc_can_trust (PurpleAccount *account);

/* They are gone, as libpurple says; nothing more needs to be known of them if @forget. */
void parley_irc_leave (ParleyIrc *irc, const ParleyChatKey *key, gboolean forget);

/* The account's connection is gone. */
void parley_irc_disconnect (ParleyIrc *irc, PurpleAccount *account);

/* The account is. */
void parley_irc_remove (ParleyIrc *irc, PurpleAccount *account);

G_END_DECLS
