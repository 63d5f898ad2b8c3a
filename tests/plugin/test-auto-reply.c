/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* libpurple's own answer while the account is away, which is all that goes out before the main loop
 * has turned. It comes once in ten minutes for each name, so each test has names of its own. */
#include "headless-purple.h"

#include <connection.h>

#define PREF "/purple/away/auto_reply"

static PurpleConnection *
get_connection (Fixture *f)
{
  return purple_account_get_connection (f->account);
}

static void
setup (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  purple_prefs_set_string (PREF, "away");
  get_connection (f)->flags |= PURPLE_CONNECTION_AUTO_RESP;
  purple_account_set_status (f->account, "away", TRUE, "message", "Gone fishing", NULL);
}

static void
assert_core_says (Fixture *f, const char *expected)
{
  g_autofree char *wire = test_protocol_dup_wire (f->account);

  g_assert_cmpstr (wire, ==, expected);
}

static void
test_chosen_contact_hears_only_parley (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  assert_core_says (f, "");
  headless_answer (f, 0, "Yes.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Yes.\n");
}

/* Both come in one turn of the loop, as they do when a server sends what it kept. */
static void
test_others_are_left_alone (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  test_protocol_receive (f->account, "olga", "hm?");
  test_protocol_receive (f->account, "alice", "hello?");
  assert_core_says (f, "olga < Gone fishing\n");
  g_assert_cmpstr (purple_prefs_get_string (PREF), ==, "away");
}

static void
test_flag_is_back_when_the_loop_turns (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  g_assert_false (get_connection (f)->flags & PURPLE_CONNECTION_AUTO_RESP);
  headless_settle ();
  g_assert_true (get_connection (f)->flags & PURPLE_CONNECTION_AUTO_RESP);
}

static void
test_flag_is_not_given_to_who_had_none (Fixture *f, gconstpointer data)
{
  get_connection (f)->flags &= ~PURPLE_CONNECTION_AUTO_RESP;
  test_protocol_receive (f->account, "alice", "hm?");
  headless_settle ();
  g_assert_false (get_connection (f)->flags & PURPLE_CONNECTION_AUTO_RESP);
}

/* Their tick in the list does not count: it is an account of the user. */
static void
test_who_is_never_answered_is_left_alone (Fixture *f, gconstpointer data)
{
  headless_add_buddy (f->account, "me too", TRUE);
  test_protocol_connect (TEST_PROTOCOL_A, "me too");
  test_protocol_receive (f->account, "me too", "hm?");
  assert_core_says (f, "me too < Gone fishing\n");
}

static void
test_switched_off_or_unloaded (Fixture *f, gconstpointer data)
{
  PurpleBuddy *pia = headless_add_buddy (f->account, "pia", TRUE);

  headless_add_buddy (f->account, "quentin", TRUE);
  test_protocol_receive (f->account, "pia", "hm?");
  test_protocol_receive (f->account, "quentin", "hm?");
  assert_core_says (f, "");
  purple_blist_node_set_bool (PURPLE_BLIST_NODE (pia), "parley-answer", FALSE);
  test_protocol_receive (f->account, "pia", "hm?");
  assert_core_says (f, "pia < Gone fishing\n");
  test_protocol_receive (f->account, "quentin", "hm?");
  g_assert_true (purple_plugin_unload (f->plugin));
  assert_core_says (f, "");
  test_protocol_receive (f->account, "quentin", "hm?");
  assert_core_says (f, "quentin < Gone fishing\n");
}

static void
test_sign_off_before_the_loop_turns (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  purple_account_disconnect (f->account);
  headless_settle ();
  assert_core_says (f, "");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/auto-reply/" name, Fixture, NULL, setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("chosen", test_chosen_contact_hears_only_parley);
  ADD ("others", test_others_are_left_alone);
  ADD ("loop", test_flag_is_back_when_the_loop_turns);
  ADD ("no-flag", test_flag_is_not_given_to_who_had_none);
  ADD ("never-answered", test_who_is_never_answered_is_left_alone);
  ADD ("switched-off", test_switched_off_or_unloaded);
  ADD ("sign-off", test_sign_off_before_the_loop_turns);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
