/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <conversation.h>

#include "wire.h"

G_BEGIN_DECLS

/* As much of an XMPP server as libpurple's own XMPP needs to log in, without TLS: streams, SASL
 * PLAIN, bind, session, roster, disco, ping. It answers each other question with an error, and the
 * test does all the rest with wire_push (): stanzas of people and of rooms, as raw text.
 *
 * What came in is as libpurple wrote it: attributes in single quotes, "'" as "&apos;" in texts. The
 * user is me@wire.example, and each domain is this server's. */

#define WIRE_XMPP_USER   "me@wire.example"
#define WIRE_XMPP_PERSON "alice@wire.example"
#define WIRE_XMPP_ROOM   "tea@rooms.wire.example"

/* Returns: (transfer full). */
Wire *wire_xmpp_new (void);

/* Puts somebody on the server's roster, for the next login. */
void wire_xmpp_add_contact (Wire *wire, const char *jid);

/* The server says that it has this, and has it if it is "urn:xmpp:carbons:2". */
void wire_xmpp_add_feature (Wire *wire, const char *feature);

/* Returns: (transfer none): the user's account, logged in. */
PurpleAccount *wire_xmpp_connect (Wire *wire);

/* Somebody, a full address, writes @body, plain. */
void wire_xmpp_write (Wire *wire, const char *from, const char *body);

/* Runs the main loop until libpurple has handled all that was pushed, and what it sent has come. */
void wire_xmpp_drain (Wire *wire);

/* Has the account join a room under @nick, which the server grants. Returns: (transfer none). */
PurpleConversation *
wire_xmpp_join (Wire *wire, PurpleAccount *account, const char *room, const char *nick);

/* An occupant enters the room, leaves it (with a status code such as "307", a kick), or is called
 * @nick from now on. @real: (nullable): their full address, where the room shows it. */
void wire_xmpp_enter (Wire *wire, const char *room, const char *nick, const char *real);
void wire_xmpp_leave (Wire *wire, const char *room, const char *nick, const char *code);
void wire_xmpp_rename (
    Wire *wire, const char *room, const char *old, const char *nick, const char *real);

G_END_DECLS
