/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "wire-fixture.h"

G_BEGIN_DECLS

/* Alice, who is answered, on an IRC server of the test's. */

#define IRC_ALICE   "alice@home.example"
#define IRC_MALLORY "mal@elsewhere.example"
#define IRC_SECRET  "the door code is 4711"

/* The one who was there first said something, and has an answer; then somebody else comes in. */
void irc_meet (WireFixture *f, const char *address);

/* Time goes by. */
void irc_pass (WireFixture *f, gint seconds);

/* Has the model give its answer @index, and waits until alice has it. */
void irc_answer (WireFixture *f, guint index, const char *text);

/* So many requests to the model, and lines to alice, in all. */
void irc_assert_nothing_more (WireFixture *f, guint requests, guint lines);

/* In the window of alice. */
void irc_run_command (WireFixture *f, const char *command);

#define IRC_ADD_WITH(name, data, func)                                                             \
  g_test_add ("/plugin/irc/" name, WireFixture, data, wire_setup_irc, func, wire_teardown)
#define IRC_ADD(name, func) IRC_ADD_WITH (name, NULL, func)

G_END_DECLS
