/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <plugin.h>

#include "test-protocol.h"
#include "test-server.h"

G_BEGIN_DECLS

/* A real libpurple without a screen, with a folder of its own and Parley as a built-in plugin. */

/* Starts libpurple; once in a process. */
void headless_purple_start (void);

/* The same in a folder that another process may use, too. */
void headless_purple_start_in (const char *folder);

/* The same for a client of that name. */
void headless_purple_start_as (const char *folder, const char *client);

/* The same. @own_irc: whether the IRC inside the process takes the place of libpurple's. */
void headless_purple_start_with (const char *folder, const char *client, gboolean own_irc);

/* Stops it, so that all it has to write is written. */
void headless_purple_quit (void);

/* Stops it and removes the folder. */
void headless_purple_stop (void);

/* What every test of the plugin begins with: Parley freshly loaded, a scripted model, two connected
 * accounts, alice switched on on the first. */
typedef struct
{
  ParleyTestServer *server;
  PurplePlugin *plugin;
  PurpleAccount *account;
  PurpleAccount *other; /* of the other protocol */
} Fixture;

void headless_setup (Fixture *f, gconstpointer data);

/* The same with what an earlier run remembers. */
void headless_setup_again (Fixture *f);

/* The same without accounts and without alice. */
void headless_setup_bare (Fixture *f);

void headless_teardown (Fixture *f, gconstpointer data);

/* Unloads and loads the plugin, so that changed preferences count at once. */
void headless_reload (Fixture *f);

/* Chooses one of the plugin's actions in the client's menu. */
void headless_run_action (Fixture *f, const char *label);

/* Adds a person to the buddy list, and to Parley's. */
PurpleBuddy *headless_add_buddy (PurpleAccount *account, const char *name, gboolean chosen);

/* Sets one of Parley's preferences: "turn/min_ms". */
void headless_set_int (const char *name, int value);
void headless_set_string (const char *name, const char *value);

/* Has the model answer its @index-th request, from 0, as soon as it comes. */
void headless_answer (Fixture *f, guint index, const char *text);

/* Runs the main loop until something was sent out on the account and nothing is left to do.
 * Returns: (transfer full): what was sent. */
char *headless_wait_for_wire (PurpleAccount *account);

/* Alice asks, the model answers request number @index, from 0, and she has the answer. */
void headless_talk (Fixture *f, guint index, const char *question, const char *answer);

/* Runs the main loop until request number @index, from 0, has come. */
ParleyTestPeer *headless_wait_for_request (Fixture *f, guint index);

/* Runs the main loop until the person's chat is where it is wished, by the trace: "idle". */
void headless_wait_for_state (const char *state);

/* Runs the main loop until an event of this name is in the trace, from now on. */
void headless_wait_for_trace (const char *event);

/* Forgets what was traced and shown. */
void headless_forget (void);

/* Returns: (transfer full): @part of @prompt, the marks of its fences without their nonce. */
char *headless_dup_unmarked (const char *prompt, const char *part);

/* Runs the main loop until nothing is left to do now. */
void headless_settle (void);

/* The same, and until nothing is left to do for other threads and the kernel. */
void headless_settle_all (Fixture *f);

/* What the user was shown: notifications and system lines in conversations, a line each.
 * Returns: (transfer full). */
char *headless_dup_shown (void);

/* Runs the main loop until the user was shown @part, and forgets what was shown. */
void headless_wait_for_shown (const char *part);

/* Returns: (transfer none) (nullable): the conversation with @who. */
PurpleConversation *headless_find (PurpleAccount *account, const char *who);

/* Brings alice's chat to a state: "idle", "collecting", "thinking" or "speaking", where nothing was
 * said yet. Everything takes so long there that nothing moves on by itself. */
void headless_bring_to (Fixture *f, const char *state);

G_END_DECLS
