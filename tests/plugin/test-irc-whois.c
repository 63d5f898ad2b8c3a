/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who has a name on IRC, as the server says when it is asked. */
#include "irc-fixture.h"

#include <string.h>

#include <cmds.h>

#include "headless.h"
#include "contacts/parley-contacts.h"
#include "parley-instance.h"

/* --- awaited before a send --- */

static void
test_nobody_is_answered_unseen_before_whois_says_who (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_mute (f->wire, TRUE);
  irc_pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG alice"), ==, 1);
  wire_push (f->wire, ":irc.example 311 me alice alice home.example * :Somebody\r\n"
                      ":irc.example 318 me alice :End of WHOIS\r\n");
  wire_wait_for (f->wire, "PRIVMSG alice :4712.", 0);
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 2);
}

static void
test_who_is_somebody_else_by_whois_gets_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_set_person (f->wire, "alice", IRC_MALLORY, NULL);
  irc_pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 2, 1);
}

static void
test_who_is_not_there_by_whois_gets_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_set_person (f->wire, "alice", NULL, NULL);
  irc_pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 2, 1);
}

/* The server never says who it is. */
static void
test_answer_becomes_a_draft_without_whois (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_mute (f->wire, TRUE);
  irc_pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_pass (f, 31);
  headless_wait_for_shown ("The answer waits until the server says who has this name");
  irc_pass (f, 120);
  headless_wait_for_shown ("The server did not say whether they still have this name.");
  irc_assert_nothing_more (f, 2, 1);
  wire_irc_mute (f->wire, FALSE);
  irc_pass (f, 31);
  irc_run_command (f, "parley send 1");
  wire_wait_for (f->wire, "PRIVMSG alice :4712.", 0);
}

static void
test_line_is_given_up_without_whois_and_kept_for_a_draft (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice-at-work");
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_mute (f->wire, TRUE);
  wire_irc_write_as (f->wire, "alice", "alice@train.example", "I am on the train");
  wire_irc_drain (f->wire);
  irc_pass (f, 41);
  wire_irc_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "WHOIS alice"), ==, 2);
  irc_pass (f, 80);
  headless_wait_for_shown ("Not answered: the server did not say who has this name now");
  wire_push (f->wire, ":irc.example 311 me alice alice train.example * :Somebody\r\n"
                      ":irc.example 330 me alice alice-at-work :is logged in as\r\n"
                      ":irc.example 318 me alice :End of WHOIS\r\n");
  irc_assert_nothing_more (f, 1, 1);
  irc_run_command (f, "parley again");
  g_assert_nonnull (strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 1)),
                            "I am on the train"));
}

static void
test_whois_is_asked_once_in_30_seconds (WireFixture *f, gconstpointer data)
{
  ParleyInstance *instance = parley_instance_get (f->f.plugin);
  g_autoptr (ParleyChatKey) key = NULL;

  irc_meet (f, IRC_ALICE);
  key = parley_contacts_dup_key (f->f.account, "alice");
  g_assert_cmpuint (wire_count (f->wire, "WHOIS alice"), ==, 1);
  for (guint i = 0; i < 5; i++)
    parley_irc_seek (instance->irc, key);
  wire_irc_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "WHOIS alice"), ==, 1);
  irc_pass (f, 31);
  parley_irc_seek (instance->irc, key);
  wire_wait_for (f->wire, "WHOIS alice", 1);
}

static void
test_account_proves_who_comes_from_elsewhere (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice-at-work");
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  irc_pass (f, 31);
  wire_irc_set_person (f->wire, "alice", "alice@train.example", "alice-at-work");
  wire_irc_write_as (f->wire, "alice", "alice@train.example", "I am on the train");
  irc_answer (f, 1, "Welcome back.");
}

static void
test_other_account_from_elsewhere_is_somebody_else (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice-at-work");
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  irc_pass (f, 31);
  wire_irc_set_person (f->wire, "alice", IRC_MALLORY, "mallory");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "I am on the train");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 1, 1);
}

/* What WHOIS shows may be of who took the name after the line. */
static void
test_account_of_another_address_proves_nothing (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice-at-work");
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  irc_pass (f, 31);
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  wire_irc_set_person (f->wire, "alice", "alice@train.example", "alice-at-work");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 1, 1);
}

/* --- names that are registered --- */

static void
trust (WireFixture *f)
{
  g_autofree char *error = NULL;
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->f.account, "alice");

  g_assert_cmpint (purple_cmd_do_command (conv, "parley trust-names", "parley trust-names", &error),
                   ==, PURPLE_CMD_STATUS_OK);
  headless_wait_for_shown ("only if names are registered");
}

static void
test_trusted_name_is_answered_from_anywhere_while_logged_in (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "Alice");
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  irc_pass (f, 31);
  wire_irc_set_person (f->wire, "alice", "alice@train.example", "alice");
  wire_irc_write_as (f->wire, "alice", "alice@train.example", "I am on the train");
  irc_answer (f, 1, "Welcome back.");
}

static void
test_trusted_name_has_a_memory_and_another_has_none (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 0)), "\"remember\""));
  trust (f);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice");
  irc_pass (f, 31);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  g_assert_nonnull (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 1)), "\"remember\""));
}

static void
test_trusted_name_is_nobodys_who_is_not_logged_in (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice");
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  irc_pass (f, 31);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "what was the code again?");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_trusted_name_is_not_answered_once_logged_out (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, "alice");
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, NULL);
  irc_pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 2, 1);
}

static void
test_registered_nick_is_trusted_by_307 (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_mute (f->wire, TRUE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "are you there?");
  wire_wait_for (f->wire, "WHOIS alice", 0);
  wire_push (f->wire, ":irc.example 311 me alice alice home.example * :Somebody\r\n"
                      ":irc.example 307 me alice :is a registered nick\r\n"
                      ":irc.example 318 me alice :End of WHOIS\r\n");
  irc_answer (f, 0, "Yes.");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  IRC_ADD ("whois/awaited", test_nobody_is_answered_unseen_before_whois_says_who);
  IRC_ADD ("whois/other", test_who_is_somebody_else_by_whois_gets_nothing);
  IRC_ADD ("whois/nobody", test_who_is_not_there_by_whois_gets_nothing);
  IRC_ADD ("whois/never", test_answer_becomes_a_draft_without_whois);
  IRC_ADD ("whois/held", test_line_is_given_up_without_whois_and_kept_for_a_draft);
  IRC_ADD ("whois/rate", test_whois_is_asked_once_in_30_seconds);
  IRC_ADD ("proof/account", test_account_proves_who_comes_from_elsewhere);
  IRC_ADD ("proof/other-account", test_other_account_from_elsewhere_is_somebody_else);
  IRC_ADD ("proof/other-address", test_account_of_another_address_proves_nothing);
  IRC_ADD ("trust/anywhere", test_trusted_name_is_answered_from_anywhere_while_logged_in);
  IRC_ADD ("trust/memory", test_trusted_name_has_a_memory_and_another_has_none);
  IRC_ADD ("trust/not-logged-in", test_trusted_name_is_nobodys_who_is_not_logged_in);
  IRC_ADD ("trust/logged-out", test_trusted_name_is_not_answered_once_logged_out);
  IRC_ADD ("trust/307", test_registered_nick_is_trusted_by_307);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
