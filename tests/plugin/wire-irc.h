/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <conversation.h>

#include "wire.h"

G_BEGIN_DECLS

/* As much of an IRC server as libpurple's own IRC needs to log in, without TLS: NICK, USER, PING,
 * JOIN, WHO, WHOIS, ISON. The test does all the rest with wire_push (): lines with CR LF, as raw
 * text. A unit is one line that came, without its end. The user is "me". libpurple sends five lines
 * at once, then one every two seconds. */

/* Returns: (transfer full). */
Wire *wire_irc_new (void);

/* Returns: (transfer none): the user's account, logged in. */
PurpleAccount *wire_irc_connect (Wire *wire);

/* "nick" writes to the user alone. */
void wire_irc_write (Wire *wire, const char *nick, const char *text);

/* The same from "user@host"; nothing else than that is said of them there. */
void wire_irc_write_as (Wire *wire, const char *nick, const char *address, const char *text);

/* What WHOIS says of a nick from now on. Who writes is known by themselves. @address: NULL: there
 * is nobody. @account: (nullable): that they are logged in to. */
void wire_irc_set_person (Wire *wire, const char *nick, const char *address, const char *account);

/* They are in the user's channel, as WHO says from now on. */
void wire_irc_set_near (Wire *wire, const char *nick);
gboolean wire_irc_is_near (Wire *wire, const char *nick);

/* WHOIS gets no answer from now on, or does again. */
void wire_irc_mute (Wire *wire, gboolean mute);

/* They quit; they take another nick, as everybody in a common channel is told. */
void wire_irc_quit (Wire *wire, const char *nick);
void wire_irc_rename (Wire *wire, const char *nick, const char *to);

/* Runs the main loop until libpurple has handled all that was pushed, and what it sent has come.
 * Counts as one of its five lines. */
void wire_irc_drain (Wire *wire);

/* Has the account join a channel, where @names are, "bob carol". Returns: (transfer none). */
PurpleConversation *
wire_irc_join (Wire *wire, PurpleAccount *account, const char *channel, const char *names);

G_END_DECLS
