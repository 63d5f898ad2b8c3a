/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is answered on IRC, where anybody takes a name that is free: libpurple's own IRC, and a
 * server of ours. */
#include "wire-fixture.h"

#include <string.h>

#include <cmds.h>

#include "headless.h"
#include "parley-contacts.h"
#include "parley-instance.h"

#define ALICE   "alice@home.example"
#define MALLORY "mal@elsewhere.example"
#define SECRET  "the door code is 4711"

/* The one who was there first said something, and has an answer. */
static void
meet (WireFixture *f, const char *address)
{
  wire_irc_join (f->wire, f->f.account, "#tea", "alice mallory");
  wire_irc_write_as (f->wire, "alice", address, SECRET);
  headless_answer (&f->f, 0, "Thank you.");
  wire_wait_for (f->wire, "PRIVMSG alice :Thank you.", 0);
  wire_irc_set_person (f->wire, "mallory", MALLORY, NULL);
  wire_pushf (f->wire, ":mallory!%s JOIN #tea\r\n", MALLORY);
  wire_irc_drain (f->wire);
  headless_settle ();
  g_free (headless_dup_shown ());
}

static void
pass (WireFixture *f, gint seconds)
{
  headless_settle_all (&f->f);
  headless_clock_step (seconds);
  headless_settle_all (&f->f);
}

static void
assert_nothing_more (WireFixture *f, guint requests, guint lines)
{
  wire_irc_drain (f->wire);
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, requests);
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG alice"), ==, lines);
}

static void
answer_and_wait (WireFixture *f, guint index, const char *text)
{
  g_autofree char *line = g_strdup_printf ("PRIVMSG alice :%s", text);

  headless_answer (&f->f, index, text);
  wire_wait_for (f->wire, line, 0);
}

/* --- S5: a name that is taken --- */

static void
test_thief_within_a_second_is_not_answered (WireFixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  meet (f, ALICE);
  wire_hold (f->wire, TRUE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_irc_write_as (f->wire, "alice", MALLORY, "what was the code again?");
  wire_irc_write_as (f->wire, "alice", MALLORY, "are you there?");
  wire_hold (f->wire, FALSE);
  assert_nothing_more (f, 1, 1);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "may be somebody else (" MALLORY ")"));
  g_assert_null (strstr (strstr (shown, "may be somebody else") + 1, "may be somebody else"));
}

static void
test_thief_does_not_get_what_was_being_written (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_hold (f->wire, TRUE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_hold (f->wire, FALSE);
  wire_irc_drain (f->wire);
  headless_settle ();
  assert_nothing_more (f, 2, 1);
}

/* libpurple sends nothing of what it is handed while @hold. */
static void
hold_back (WireFixture *f, gboolean hold)
{
  purple_account_set_int (f->f.account, "ratelimit-burst", 1);
  purple_account_set_int (f->f.account, "ratelimit-interval", hold ? 3600 : 0);
}

static void
answer_and_hold_back (WireFixture *f, const char *text)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  hold_back (f, TRUE);
  headless_answer (&f->f, 1, text);
  headless_wait_for_trace ("done");
}

static void
test_thief_does_not_get_what_libpurple_holds_back (WireFixture *f, gconstpointer encoding)
{
  purple_account_set_string (f->f.account, "encoding", encoding);
  answer_and_hold_back (f, "Über 4712.");
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  headless_wait_for_shown ("mallory is now known as alice");
  hold_back (f, FALSE);
  wire_irc_drain (f->wire);
  headless_wait_for_shown ("The last answer was not sent");
  assert_nothing_more (f, 2, 1);
}

static void
test_what_libpurple_holds_back_is_sent_to_who_it_is_for (WireFixture *f, gconstpointer data)
{
  answer_and_hold_back (f, "4712.");
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG alice"), ==, 1);
  hold_back (f, FALSE);
  wire_wait_for (f->wire, "PRIVMSG alice :4712.", 0);
}

static void
test_what_libpurple_holds_back_is_told_of_when_the_connection_is_lost (WireFixture *f,
                                                                       gconstpointer data)
{
  answer_and_hold_back (f, "4712.");
  wire_cut (f->wire);
  headless_wait_for_shown ("The last answer was not sent");
}

static void
encrypt (PurpleAccount *account, const char *who, char **text, gpointer data)
{
  g_free (*text);
  *text = g_strdup ("?OTR:AAMDTest.");
}

/* What left looks other than what was said. */
static void
test_what_left_encrypted_is_not_said_to_be_unsent (WireFixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;
  int handle;

  meet (f, ALICE);
  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (encrypt), NULL);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "PRIVMSG alice :?OTR:", 0);
  purple_signals_disconnect_by_handle (&handle);
  wire_cut (f->wire);
  wire_reconnect (f);
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "was not sent"));
}

/* The thief takes the name without a line that says so. */
static void
test_thief_is_seen_by_where_a_line_comes_from (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", MALLORY, "what was the code again?");
  assert_nothing_more (f, 1, 1);
}

static void
test_who_the_user_accepts_starts_with_nothing_of_the_first (WireFixture *f, gconstpointer data)
{
  g_autofree char *error = NULL;
  const char *body;

  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", MALLORY, "hi");
  wire_irc_drain (f->wire);
  headless_settle ();
  g_assert_cmpint (purple_cmd_do_command (headless_find (f->f.account, "alice"), "parley on",
                                          "parley on", &error),
                   ==, PURPLE_CMD_STATUS_OK);
  wire_irc_write_as (f->wire, "alice", MALLORY, "are you there?");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "are you there?"));
  g_assert_null (strstr (body, "4711"));
}

/* "~" is what somebody's own computer says. */
static void
test_ident_with_a_tilde_is_only_the_host (WireFixture *f, gconstpointer data)
{
  meet (f, "~alice@home.example");
  wire_irc_write_as (f->wire, "alice", "~other@home.example", "it is me");
  answer_and_wait (f, 1, "Yes.");
}

static void
test_other_ident_on_the_same_host_is_somebody_else (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", "other@home.example", "it is me");
  assert_nothing_more (f, 1, 1);
}

static void
run_command (WireFixture *f, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (
      purple_cmd_do_command (headless_find (f->f.account, "alice"), command, command, &error), ==,
      PURPLE_CMD_STATUS_OK);
}

/* The user wants to send it all the same, by habit. */
static void
test_draft_is_not_sent_to_a_thief_and_kept_for_who_it_is_for (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  run_command (f, "parley draft");
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_answer (&f->f, 1, "4712.");
  headless_wait_for_shown ("To send it: /parley send");
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_irc_drain (f->wire);
  run_command (f, "parley send 1");
  assert_nothing_more (f, 2, 1);
  wire_irc_quit (f->wire, "alice");
  wire_irc_set_person (f->wire, "alice", ALICE, NULL);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", ALICE);
  wire_irc_drain (f->wire);
  run_command (f, "parley send 1");
  wire_wait_for (f->wire, "PRIVMSG alice :4712.", 0);
}

/* --- coming back --- */

static void
test_same_one_who_quit_goes_on (WireFixture *f, gconstpointer data)
{
  const char *body;

  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", ALICE, "here I am again");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "4711"));
  answer_and_wait (f, 1, "Welcome back.");
}

static void
test_burst_waits_for_who_quit (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG alice"), ==, 1);
  wire_irc_set_person (f->wire, "alice", ALICE, NULL);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", ALICE);
  answer_and_wait (f, 2, "4712.");
}

static void
test_burst_waits_through_a_reconnect_of_ours (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_cut (f->wire);
  wire_reconnect (f);
  answer_and_wait (f, 2, "4712.");
}

static void
test_thief_during_a_reconnect_of_ours_gets_nothing (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_cut (f->wire);
  wire_irc_set_person (f->wire, "alice", MALLORY, NULL);
  wire_reconnect (f);
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 2, 1);
}

static void
test_who_comes_back_after_a_day_is_asked_about (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  pass (f, 86401);
  wire_irc_write_as (f->wire, "alice", ALICE, "here I am again");
  assert_nothing_more (f, 1, 1);
}

static void
test_owner_of_a_name_goes_on_after_a_thief (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", MALLORY, "what was the code again?");
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", ALICE, "it is me");
  answer_and_wait (f, 1, "Yes.");
}

/* Their old connection is not given up yet when they are back. */
static void
test_ghost_is_the_same_one (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_set_person (f->wire, "alice_", ALICE, NULL);
  wire_pushf (f->wire, ":alice_!%s JOIN #tea\r\n", ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "alice_", "alice");
  wire_irc_write_as (f->wire, "alice", ALICE, "here I am again");
  answer_and_wait (f, 1, "Welcome back.");
}

static void
test_everybody_is_known_again_after_a_netsplit (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_pushf (f->wire, ":alice!%s QUIT :a.example b.example\r\n", ALICE);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "here I am again");
  answer_and_wait (f, 1, "Welcome back.");
}

static gboolean
is_dropping_written_down (gpointer data)
{
  g_autofree char *shown = NULL;

  headless_run_action (data, "What Parley did");
  headless_settle ();
  shown = headless_dup_shown ();
  return strstr (shown, "what waited for an answer is dropped") != NULL;
}

/* They would not be known again. */
static void
test_burst_that_is_dropped_is_in_the_activity_log (WireFixture *f, gconstpointer data)
{
  meet (f, "web@gateway/web/example");
  wire_irc_write_as (f->wire, "alice", "web@gateway/web/example", "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  parley_test_wait (is_dropping_written_down, &f->f);
  assert_nothing_more (f, 2, 1);
}

/* --- what proves nothing --- */

static void
test_gateway_proves_nothing (WireFixture *f, gconstpointer data)
{
  meet (f, "web@gateway/web/example");
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", "web@gateway/web/example", "here I am again");
  assert_nothing_more (f, 1, 1);
}

static void
test_address_of_two_nicks_at_once_proves_nothing (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_pushf (f->wire, ":sam!%s JOIN #tea\r\n", ALICE);
  wire_pushf (f->wire, ":alice!%s PRIVMSG #tea :hi\r\n", ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", ALICE, "here I am again");
  assert_nothing_more (f, 1, 1);
}

/* --- WHOIS --- */

static void
test_nobody_is_answered_unseen_before_whois_says_who (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_mute (f->wire, TRUE);
  pass (f, 31);
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
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_set_person (f->wire, "alice", MALLORY, NULL);
  pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 2, 1);
}

static void
test_who_is_not_there_by_whois_gets_nothing (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_set_person (f->wire, "alice", NULL, NULL);
  pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 2, 1);
}

/* The server never says who it is. */
static void
test_answer_becomes_a_draft_without_whois (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_mute (f->wire, TRUE);
  pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  pass (f, 31);
  headless_wait_for_shown ("The answer waits until the server says who has this name");
  pass (f, 120);
  headless_wait_for_shown ("The server did not say whether they still have this name.");
  assert_nothing_more (f, 2, 1);
  wire_irc_mute (f->wire, FALSE);
  pass (f, 31);
  run_command (f, "parley send 1");
  wire_wait_for (f->wire, "PRIVMSG alice :4712.", 0);
}

static void
test_line_is_given_up_without_whois_and_kept_for_a_draft (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", ALICE, "alice-at-work");
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_mute (f->wire, TRUE);
  wire_irc_write_as (f->wire, "alice", "alice@train.example", "I am on the train");
  wire_irc_drain (f->wire);
  pass (f, 41);
  wire_irc_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "WHOIS alice"), ==, 2);
  pass (f, 80);
  headless_wait_for_shown ("Not answered: the server did not say who has this name now");
  wire_push (f->wire, ":irc.example 311 me alice alice train.example * :Somebody\r\n"
                      ":irc.example 330 me alice alice-at-work :is logged in as\r\n"
                      ":irc.example 318 me alice :End of WHOIS\r\n");
  assert_nothing_more (f, 1, 1);
  run_command (f, "parley again");
  g_assert_nonnull (strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 1)),
                            "I am on the train"));
}

static void
test_whois_is_asked_once_in_30_seconds (WireFixture *f, gconstpointer data)
{
  ParleyInstance *instance = parley_instance_get (f->f.plugin);
  g_autoptr (ParleyChatKey) key = NULL;

  meet (f, ALICE);
  key = parley_contacts_dup_key (f->f.account, "alice");
  g_assert_cmpuint (wire_count (f->wire, "WHOIS alice"), ==, 1);
  for (guint i = 0; i < 5; i++)
    parley_irc_seek (instance->irc, key);
  wire_irc_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "WHOIS alice"), ==, 1);
  pass (f, 31);
  parley_irc_seek (instance->irc, key);
  wire_wait_for (f->wire, "WHOIS alice", 1);
}

static void
test_account_proves_who_comes_from_elsewhere (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", ALICE, "alice-at-work");
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  pass (f, 31);
  wire_irc_set_person (f->wire, "alice", "alice@train.example", "alice-at-work");
  wire_irc_write_as (f->wire, "alice", "alice@train.example", "I am on the train");
  answer_and_wait (f, 1, "Welcome back.");
}

static void
test_other_account_from_elsewhere_is_somebody_else (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", ALICE, "alice-at-work");
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  pass (f, 31);
  wire_irc_set_person (f->wire, "alice", MALLORY, "mallory");
  wire_irc_write_as (f->wire, "alice", MALLORY, "I am on the train");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 1, 1);
}

/* What WHOIS shows may be of who took the name after the line. */
static void
test_account_of_another_address_proves_nothing (WireFixture *f, gconstpointer data)
{
  wire_irc_set_person (f->wire, "alice", ALICE, "alice-at-work");
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  pass (f, 31);
  wire_irc_write_as (f->wire, "alice", MALLORY, "what was the code again?");
  wire_irc_set_person (f->wire, "alice", "alice@train.example", "alice-at-work");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 1, 1);
}

/* --- names that are registered --- */

static void
trust (WireFixture *f)
{
  g_autofree char *error = NULL;
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->f.account, "alice");

  g_assert_cmpint (purple_cmd_do_command (conv, "parley trust-names", "parley trust-names", &error),
                   ==, PURPLE_CMD_STATUS_OK);
  headless_wait_for_shown ("only where names are registered");
}

static void
test_trusted_name_is_answered_from_anywhere_while_logged_in (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_set_person (f->wire, "alice", ALICE, "Alice");
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  pass (f, 31);
  wire_irc_set_person (f->wire, "alice", "alice@train.example", "alice");
  wire_irc_write_as (f->wire, "alice", "alice@train.example", "I am on the train");
  answer_and_wait (f, 1, "Welcome back.");
}

static void
test_trusted_name_has_a_memory_and_another_has_none (WireFixture *f, gconstpointer data)
{
  meet (f, ALICE);
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 0)), "\"remember\""));
  trust (f);
  wire_irc_set_person (f->wire, "alice", ALICE, "alice");
  pass (f, 31);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  g_assert_nonnull (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 1)), "\"remember\""));
}

static void
test_trusted_name_is_nobodys_who_is_not_logged_in (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_set_person (f->wire, "alice", ALICE, "alice");
  meet (f, ALICE);
  wire_irc_quit (f->wire, "alice");
  pass (f, 31);
  wire_irc_write_as (f->wire, "alice", ALICE, "what was the code again?");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 1, 1);
}

static void
test_trusted_name_is_not_answered_once_logged_out (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_set_person (f->wire, "alice", ALICE, "alice");
  meet (f, ALICE);
  wire_irc_write_as (f->wire, "alice", ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_set_person (f->wire, "alice", ALICE, NULL);
  pass (f, 31);
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "WHOIS alice", 1);
  assert_nothing_more (f, 2, 1);
}

static void
test_registered_nick_is_trusted_by_307 (WireFixture *f, gconstpointer data)
{
  trust (f);
  wire_irc_mute (f->wire, TRUE);
  wire_irc_write_as (f->wire, "alice", ALICE, "are you there?");
  wire_wait_for (f->wire, "WHOIS alice", 0);
  wire_push (f->wire, ":irc.example 311 me alice alice home.example * :Somebody\r\n"
                      ":irc.example 307 me alice :is a registered nick\r\n"
                      ":irc.example 318 me alice :End of WHOIS\r\n");
  answer_and_wait (f, 0, "Yes.");
}

/* --- CTCP --- */

static void
test_requests_of_programs_are_no_messages (WireFixture *f, gconstpointer data)
{
  static const char *const requests[]
      = { "\001VERSION\001", "\001PING 1 2\001", "\001FINGER\001",           "\001CLIENTINFO\001",
          "\001VERSION",     "\001TIME",         "\001DCC CHAT chat 1 2\001" };

  meet (f, ALICE);
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    wire_irc_write_as (f->wire, "alice", ALICE, requests[i]);
  assert_nothing_more (f, 1, 1);
  wire_irc_write_as (f->wire, "alice", ALICE, "\001ACTION waves\001");
  answer_and_wait (f, 1, "Hello.");
}

#define ADD_WITH(name, data, func)                                                                 \
  g_test_add ("/plugin/irc/" name, WireFixture, data, wire_setup_irc, func, wire_teardown)
#define ADD(name, func) ADD_WITH (name, NULL, func)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  ADD ("thief/second", test_thief_within_a_second_is_not_answered);
  ADD ("thief/pending", test_thief_does_not_get_what_was_being_written);
  ADD_WITH ("thief/held-back", "UTF-8", test_thief_does_not_get_what_libpurple_holds_back);
  ADD_WITH ("thief/encoding", "ISO-8859-1,UTF-8",
            test_thief_does_not_get_what_libpurple_holds_back);
  ADD ("held-back/encrypted", test_what_left_encrypted_is_not_said_to_be_unsent);
  ADD ("held-back/sent", test_what_libpurple_holds_back_is_sent_to_who_it_is_for);
  ADD ("held-back/lost", test_what_libpurple_holds_back_is_told_of_when_the_connection_is_lost);
  ADD ("thief/line", test_thief_is_seen_by_where_a_line_comes_from);
  ADD ("thief/accepted", test_who_the_user_accepts_starts_with_nothing_of_the_first);
  ADD ("thief/tilde", test_ident_with_a_tilde_is_only_the_host);
  ADD ("thief/ident", test_other_ident_on_the_same_host_is_somebody_else);
  ADD ("thief/draft", test_draft_is_not_sent_to_a_thief_and_kept_for_who_it_is_for);
  ADD ("back/quit", test_same_one_who_quit_goes_on);
  ADD ("back/burst", test_burst_waits_for_who_quit);
  ADD ("back/reconnect", test_burst_waits_through_a_reconnect_of_ours);
  ADD ("back/reconnect-thief", test_thief_during_a_reconnect_of_ours_gets_nothing);
  ADD ("back/day", test_who_comes_back_after_a_day_is_asked_about);
  ADD ("back/owner", test_owner_of_a_name_goes_on_after_a_thief);
  ADD ("back/ghost", test_ghost_is_the_same_one);
  ADD ("back/netsplit", test_everybody_is_known_again_after_a_netsplit);
  ADD ("back/dropped", test_burst_that_is_dropped_is_in_the_activity_log);
  ADD ("nothing/gateway", test_gateway_proves_nothing);
  ADD ("nothing/twins", test_address_of_two_nicks_at_once_proves_nothing);
  ADD ("whois/awaited", test_nobody_is_answered_unseen_before_whois_says_who);
  ADD ("whois/other", test_who_is_somebody_else_by_whois_gets_nothing);
  ADD ("whois/nobody", test_who_is_not_there_by_whois_gets_nothing);
  ADD ("whois/never", test_answer_becomes_a_draft_without_whois);
  ADD ("whois/held", test_line_is_given_up_without_whois_and_kept_for_a_draft);
  ADD ("whois/rate", test_whois_is_asked_once_in_30_seconds);
  ADD ("proof/account", test_account_proves_who_comes_from_elsewhere);
  ADD ("proof/other-account", test_other_account_from_elsewhere_is_somebody_else);
  ADD ("proof/other-address", test_account_of_another_address_proves_nothing);
  ADD ("trust/anywhere", test_trusted_name_is_answered_from_anywhere_while_logged_in);
  ADD ("trust/memory", test_trusted_name_has_a_memory_and_another_has_none);
  ADD ("trust/not-logged-in", test_trusted_name_is_nobodys_who_is_not_logged_in);
  ADD ("trust/logged-out", test_trusted_name_is_not_answered_once_logged_out);
  ADD ("trust/307", test_registered_nick_is_trusted_by_307);
  ADD ("ctcp", test_requests_of_programs_are_no_messages);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
