/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <conversation.h>

G_BEGIN_DECLS

/* Protocols inside the process: tests feed in what a person does and read what went out to them.
 * They strip what stands behind a "/" from names, as XMPP does. */

#define TEST_PROTOCOL_A   "prpl-parley-a"
#define TEST_PROTOCOL_B   "prpl-parley-b"
#define TEST_PROTOCOL_NEW "prpl-parley-new" /* of which nobody told Parley anything */
#define TEST_PROTOCOL_IRC "prpl-irc"

/* Registers the protocols; to be called once libpurple runs. @irc: also the IRC, in the place of
 * the system's own. */
void test_protocols_register (gboolean irc);

/* Returns: (transfer none): a connected account. */
PurpleAccount *test_protocol_connect (const char *protocol, const char *username);

/* What went out since the last call: "alice < text", "alice typing", a line each.
 * Returns: (transfer full). */
char *test_protocol_dup_wire (PurpleAccount *account);

/* What sending on the account gives from now on: 1 as usual, 0 not written locally, or an error. */
void test_protocol_set_result (PurpleAccount *account, int result);

/* The person writes, or their typing state changes. */
void test_protocol_receive (PurpleAccount *account, const char *who, const char *html);
void test_protocol_receive_at (PurpleAccount *account,
                               const char *who,
                               const char *html,
                               PurpleMessageFlags flags,
                               time_t when);
void test_protocol_typing (PurpleAccount *account, const char *who, PurpleTypingState state);

G_END_DECLS
