/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is answered on IRC under another name than the user knows them by. */
#include "irc-fixture.h"

#include <string.h>

#include <cmds.h>

#include "headless.h"

static void
rename_alice (WireFixture *f)
{
  wire_irc_rename (f->wire, "alice", "alice_away");
  wire_irc_set_person (f->wire, "alice_away", IRC_ALICE, NULL);
}

static void
test_who_is_called_otherwise_is_the_same_one (WireFixture *f, gconstpointer data)
{
  const char *body;

  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_write_as (f->wire, "alice_away", IRC_ALICE, "and the other door?");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "4711"));
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "PRIVMSG alice_away :4712.", 0);
  wire_irc_rename (f->wire, "alice_away", "alice");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the third?");
  irc_answer (f, 2, "4713.");
}

static void
test_burst_goes_along_to_another_name (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  rename_alice (f);
  wire_irc_drain (f->wire);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "PRIVMSG alice_away :4712.", 0);
  irc_assert_nothing_more (f, 2, 1 + 1); /* "PRIVMSG alice_away" begins like the first */
}

static void
test_user_switches_off_who_is_called_otherwise (WireFixture *f, gconstpointer data)
{
  g_autofree char *error = NULL;

  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_drain (f->wire);
  g_assert_cmpint (purple_cmd_do_command (headless_find (f->f.account, "alice_away"), "parley off",
                                          "parley off", &error),
                   ==, PURPLE_CMD_STATUS_OK);
  wire_irc_write_as (f->wire, "alice_away", IRC_ALICE, "and the other door?");
  irc_assert_nothing_more (f, 1, 1);
}

/* Whoever takes the first name is nobody, and may have gone after them to the other. */
static void
test_thief_of_the_name_before_gets_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_thief_of_the_other_name_gets_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_quit (f->wire, "alice_away");
  wire_irc_rename (f->wire, "mallory", "alice_away");
  wire_irc_write_as (f->wire, "alice_away", IRC_MALLORY, "what was the code again?");
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_other_name_goes_on_after_a_netsplit (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_write_as (f->wire, "alice_away", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_pushf (f->wire, ":alice_away!%s QUIT :a.example b.example\r\n", IRC_ALICE);
  wire_irc_drain (f->wire);
  irc_assert_nothing_more (f, 2, 1);
  wire_pushf (f->wire, ":alice_away!%s JOIN #tea\r\n", IRC_ALICE);
  headless_answer (&f->f, 2, "4712.");
  wire_wait_for (f->wire, "PRIVMSG alice_away :4712.", 0);
}

static void
test_other_name_goes_on_after_a_reconnect_of_ours (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_drain (f->wire);
  wire_cut (f->wire);
  wire_reconnect (f);
  wire_irc_write_as (f->wire, "alice_away", IRC_ALICE, "and the other door?");
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "PRIVMSG alice_away :4712.", 0);
}

static void
test_thief_of_the_other_name_during_a_reconnect_gets_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  rename_alice (f);
  wire_irc_drain (f->wire);
  wire_cut (f->wire);
  wire_irc_set_person (f->wire, "alice_away", IRC_MALLORY, NULL);
  wire_reconnect (f);
  wire_irc_write_as (f->wire, "alice_away", IRC_MALLORY, "what was the code again?");
  irc_assert_nothing_more (f, 1, 1);
}

/* The name that the user knows them by is not the first that they wrote under. */
static void
test_who_takes_a_name_in_the_list_is_answered_there (WireFixture *f, gconstpointer data)
{
  wire_irc_join (f->wire, f->f.account, "#tea", "alice_away mallory");
  wire_irc_write_as (f->wire, "alice_away", IRC_ALICE, "is anybody there?");
  irc_assert_nothing_more (f, 0, 0);
  wire_irc_rename (f->wire, "alice_away", "alice");
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, NULL);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and now?");
  irc_answer (f, 0, "Yes.");
}

/* What is to be done for who has a name in the list is said there. */
static void
test_other_name_that_is_in_the_list_is_its_own (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  headless_add_buddy (f->f.account, "alice_away", FALSE);
  rename_alice (f);
  wire_irc_write_as (f->wire, "alice_away", IRC_ALICE, "and the other door?");
  irc_assert_nothing_more (f, 1, 1);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  IRC_ADD ("renamed/same", test_who_is_called_otherwise_is_the_same_one);
  IRC_ADD ("renamed/burst", test_burst_goes_along_to_another_name);
  IRC_ADD ("renamed/off", test_user_switches_off_who_is_called_otherwise);
  IRC_ADD ("renamed/thief-before", test_thief_of_the_name_before_gets_nothing);
  IRC_ADD ("renamed/thief-after", test_thief_of_the_other_name_gets_nothing);
  IRC_ADD ("renamed/netsplit", test_other_name_goes_on_after_a_netsplit);
  IRC_ADD ("renamed/reconnect", test_other_name_goes_on_after_a_reconnect_of_ours);
  IRC_ADD ("renamed/thief-reconnect", test_thief_of_the_other_name_during_a_reconnect_gets_nothing);
  IRC_ADD ("renamed/into-list", test_who_takes_a_name_in_the_list_is_answered_there);
  IRC_ADD ("renamed/listed", test_other_name_that_is_in_the_list_is_its_own);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
