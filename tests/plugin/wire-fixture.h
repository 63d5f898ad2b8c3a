/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "headless-purple.h"
#include "wire-irc.h"
#include "wire-xmpp.h"

G_BEGIN_DECLS

/* A libpurple as in headless-purple.h, but with an account of a real protocol plugin that is logged
 * in to a server of the test's:
 *
 *   static void
 *   test_something (WireFixture *f, gconstpointer data)
 *   {
 *     wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", "are you there?");
 *     headless_answer (&f->f, 0, "Yes.");
 *     wire_wait_for (f->wire, "<body>Yes.</body>", 0);
 *   }
 *
 *   g_test_add ("/plugin/x/y", WireFixture, NULL, wire_setup_xmpp, test_something, wire_teardown);
 *
 * main () calls wire_start () instead of headless_purple_start (), and headless_purple_stop (). Of
 * headless-purple.h all works but what reads the wire of an account (headless_wait_for_wire,
 * headless_talk, headless_bring_to): wait for a unit instead. */
typedef struct
{
  Fixture f; /* its account is the one that is logged in; it has no other */
  Wire *wire;
} WireFixture;

/* Starts libpurple with its own protocols; once in a process. */
void wire_start (void);

/* Parley freshly loaded, a scripted model, alice on the roster and switched on. */
void wire_setup_xmpp (WireFixture *f, gconstpointer data);

/* The same with a server that has @feature, (nullable). */
void wire_setup_xmpp_with (WireFixture *f, const char *feature);

/* The same on IRC, where alice is a nick. */
void wire_setup_irc (WireFixture *f, gconstpointer data);

void wire_teardown (WireFixture *f, gconstpointer data);

/* Connects the account again after wire_cut () or a disconnect, and waits until it is. */
void wire_reconnect (WireFixture *f);

G_END_DECLS
