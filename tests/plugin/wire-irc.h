/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <conversation.h>

#include "wire.h"

G_BEGIN_DECLS

/* As much of an IRC server as libpurple's own IRC needs to log in, without TLS: NICK, USER, PING,
 * JOIN. The test does all the rest with wire_push (): lines with CR LF, as raw text. A unit is one
 * line that came, without its end. The user is "me". libpurple sends five lines at once, then one
 * every two seconds. */

/* Returns: (transfer full). */
Wire *wire_irc_new (void);

/* Returns: (transfer none): the user's account, logged in. */
PurpleAccount *wire_irc_connect (Wire *wire);

/* "nick" writes to the user alone. */
void wire_irc_write (Wire *wire, const char *nick, const char *text);

/* Runs the main loop until libpurple has handled all that was pushed, and what it sent has come.
 * Counts as one of its five lines. */
void wire_irc_drain (Wire *wire);

/* Has the account join a channel, where @names are, "bob carol". Returns: (transfer none). */
PurpleConversation *
wire_irc_join (Wire *wire, PurpleAccount *account, const char *channel, const char *names);

G_END_DECLS
