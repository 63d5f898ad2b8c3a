/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is answered on IRC, where anybody takes a name that is free: libpurple's own IRC, and a
 * server of ours. */
#include "irc-fixture.h"

#include <string.h>

#include <cmds.h>
#include <prpl.h>
#include <server.h>

#include "headless.h"

/* --- S5: a name that is taken --- */

static void
test_thief_within_a_second_is_not_answered (WireFixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  irc_meet (f, IRC_ALICE);
  wire_hold (f->wire, TRUE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "are you there?");
  wire_hold (f->wire, FALSE);
  irc_assert_nothing_more (f, 1, 1);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "may have this name now (" IRC_MALLORY ")"));
  g_assert_null (strstr (strstr (shown, "may have this name now") + 1, "may have this name now"));
}

static void
test_thief_does_not_get_what_was_being_written (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_hold (f->wire, TRUE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_hold (f->wire, FALSE);
  wire_irc_drain (f->wire);
  headless_settle ();
  irc_assert_nothing_more (f, 2, 1);
}

/* libpurple sends nothing of what it is handed while @hold. */
static void
hold_back (WireFixture *f, gboolean hold)
{
  purple_account_set_int (f->f.account, "ratelimit-burst", 1);
  purple_account_set_int (f->f.account, "ratelimit-interval", hold ? 3600 : 0);
}

static void
answer_again_and_hold_back (WireFixture *f, const char *text)
{
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  hold_back (f, TRUE);
  headless_answer (&f->f, 1, text);
  headless_wait_for_trace ("done");
}

static void
answer_and_hold_back (WireFixture *f, const char *text)
{
  irc_meet (f, IRC_ALICE);
  answer_again_and_hold_back (f, text);
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
  irc_assert_nothing_more (f, 2, 1);
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

  irc_meet (f, IRC_ALICE);
  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (encrypt), NULL);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_answer (&f->f, 1, "4712.");
  wire_wait_for (f->wire, "PRIVMSG alice :?OTR:", 0);
  purple_signals_disconnect_by_handle (&handle);
  wire_cut (f->wire);
  wire_reconnect (f);
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "was not sent"));
}

static void
encrypt_in_parts (PurpleAccount *account, const char *who, char **text, gpointer data)
{
  PurpleConnection *gc = purple_account_get_connection (account);

  serv_send_im (gc, who, "?OTR,1,2,?OTR:AAMDTe,", 0); /* allowed: it stands for such a plugin */
  g_free (*text);
  *text = g_strdup ("?OTR,2,2,st.,");
}

/* It looks other than what was said, but it is for nobody else either. */
static void
test_thief_does_not_get_what_is_held_back_encrypted (WireFixture *f, gconstpointer parts)
{
  int handle;

  irc_meet (f, IRC_ALICE);
  purple_signal_connect (
      purple_conversations_get_handle (), "sending-im-msg", &handle,
      parts != NULL ? PURPLE_CALLBACK (encrypt_in_parts) : PURPLE_CALLBACK (encrypt), NULL);
  answer_again_and_hold_back (f, "4712.");
  purple_signals_disconnect_by_handle (&handle);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  headless_wait_for_shown ("mallory is now known as alice");
  hold_back (f, FALSE);
  wire_irc_drain (f->wire);
  headless_wait_for_shown ("The last answer was not sent");
  irc_assert_nothing_more (f, 2, 1);
}

/* The thief takes the name without a line that says so. */
static void
test_thief_is_seen_by_where_a_line_comes_from (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_who_the_user_accepts_starts_with_nothing_of_the_first (WireFixture *f, gconstpointer data)
{
  g_autofree char *error = NULL;
  const char *body;

  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "hi");
  wire_irc_drain (f->wire);
  headless_settle ();
  g_assert_cmpint (purple_cmd_do_command (headless_find (f->f.account, "alice"), "parley on",
                                          "parley on", &error),
                   ==, PURPLE_CMD_STATUS_OK);
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "are you there?");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "are you there?"));
  g_assert_null (strstr (body, "4711"));
}

/* "~" is what somebody's own computer says. */
static void
test_ident_with_a_tilde_is_only_the_host (WireFixture *f, gconstpointer data)
{
  irc_meet (f, "~alice@home.example");
  wire_irc_write_as (f->wire, "alice", "~other@home.example", "it is me");
  irc_answer (f, 1, "Yes.");
}

static void
test_other_ident_on_the_same_host_is_somebody_else (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", "other@home.example", "it is me");
  irc_assert_nothing_more (f, 1, 1);
}

/* The user wants to send it all the same, by habit. */
static void
test_draft_is_not_sent_to_a_thief_and_kept_for_who_it_is_for (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  irc_run_command (f, "parley draft");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_answer (&f->f, 1, "4712.");
  headless_wait_for_shown ("To send it: /parley send");
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_irc_drain (f->wire);
  irc_run_command (f, "parley send 1");
  irc_assert_nothing_more (f, 2, 1);
  wire_irc_quit (f->wire, "alice");
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, NULL);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", IRC_ALICE);
  wire_irc_drain (f->wire);
  irc_run_command (f, "parley send 1");
  wire_wait_for (f->wire, "PRIVMSG alice :4712.", 0);
}

/* --- coming back --- */

static void
test_same_one_who_quit_goes_on (WireFixture *f, gconstpointer data)
{
  const char *body;

  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "4711"));
  irc_answer (f, 1, "Welcome back.");
}

static void
test_burst_waits_for_who_quit (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG alice"), ==, 1);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, NULL);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", IRC_ALICE);
  irc_answer (f, 2, "4712.");
}

static void
test_burst_waits_through_a_reconnect_of_ours (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_cut (f->wire);
  wire_reconnect (f);
  irc_answer (f, 2, "4712.");
}

static void
test_thief_during_a_reconnect_of_ours_gets_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_cut (f->wire);
  wire_irc_set_person (f->wire, "alice", IRC_MALLORY, NULL);
  wire_reconnect (f);
  wire_wait_for (f->wire, "WHOIS alice", 1);
  irc_assert_nothing_more (f, 2, 1);
}

static void
test_who_comes_back_after_a_day_is_asked_about (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  irc_pass (f, 86401);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_owner_of_a_name_goes_on_after_a_thief (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "it is me");
  irc_answer (f, 1, "Yes.");
}

/* Their old connection is not given up yet when they are back. */
static void
test_ghost_is_the_same_one (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_set_person (f->wire, "alice_", IRC_ALICE, NULL);
  wire_pushf (f->wire, ":alice_!%s JOIN #tea\r\n", IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_rename (f->wire, "alice_", "alice");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_answer (f, 1, "Welcome back.");
}

/* The services took their name away until they logged in, and in no channel was that seen. */
static void
test_who_was_called_otherwise_unseen_is_the_same_one (WireFixture *f, gconstpointer data)
{
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, IRC_SECRET);
  irc_answer (f, 0, "Thank you.");
  wire_cut (f->wire);
  wire_reconnect (f); /* from here on libpurple asks who is on */
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the other door?");
  irc_answer (f, 1, "4712.");
  wire_irc_set_person (f->wire, "alice", NULL, NULL);
  wire_irc_write_as (f->wire, "Guest7", IRC_ALICE, "who took my name?");
  wire_irc_drain (f->wire);
  irc_pass (f, 46);
  wire_irc_drain (f->wire);
  wire_irc_set_person (f->wire, "Guest7", NULL, NULL);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_answer (f, 2, "Welcome back.");
  wire_cut (f->wire);
  wire_reconnect (f);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the third door?");
  irc_answer (f, 3, "4713.");
}

/* Their ghost is seen to quit, and that they take the name back is not. */
static void
test_who_comes_back_unseen_is_the_same_one (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "Guest7", IRC_ALICE, "who took my name?");
  wire_irc_quit (f->wire, "alice");
  wire_irc_set_person (f->wire, "Guest7", NULL, NULL);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_answer (f, 1, "Welcome back.");
  wire_cut (f->wire);
  wire_reconnect (f);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "and the third door?");
  irc_answer (f, 2, "4713.");
}

/* They had not written a word to the user. libpurple's IRC tells only of those who leave that were
 * in the list when it signed on. */
static void
meet_in_channel_only (WireFixture *f)
{
  wire_cut (f->wire);
  wire_reconnect (f);
  wire_irc_join (f->wire, f->f.account, "#tea", "mallory");
  wire_irc_set_person (f->wire, "mallory", IRC_MALLORY, NULL);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, NULL);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", IRC_ALICE);
  wire_irc_drain (f->wire);
  headless_settle ();
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  headless_settle ();
}

static void
test_who_was_only_seen_is_known_again_after_a_netsplit (WireFixture *f, gconstpointer data)
{
  meet_in_channel_only (f);
  wire_irc_set_person (f->wire, "alice", IRC_ALICE, NULL);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "is anybody there?");
  irc_answer (f, 0, "Yes.");
}

static void
test_thief_of_who_was_only_seen_gets_nothing (WireFixture *f, gconstpointer data)
{
  meet_in_channel_only (f);
  wire_irc_rename (f->wire, "mallory", "alice");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "is anybody there?");
  irc_assert_nothing_more (f, 0, 0);
}

static void
test_everybody_is_known_again_after_a_netsplit (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_pushf (f->wire, ":alice!%s QUIT :a.example b.example\r\n", IRC_ALICE);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_answer (f, 1, "Welcome back.");
}

static gboolean
is_dropping_written_down (gpointer data)
{
  g_autofree char *shown = NULL;

  headless_run_action (data, "What Parley did");
  headless_settle ();
  shown = headless_dup_shown ();
  return strstr (shown, "dropped what waited for an answer") != NULL;
}

/* They would not be known again. */
static void
test_burst_that_is_dropped_is_in_the_activity_log (WireFixture *f, gconstpointer data)
{
  irc_meet (f, "web@gateway/web/example");
  wire_irc_write_as (f->wire, "alice", "web@gateway/web/example", "and the other door?");
  headless_wait_for_request (&f->f, 1);
  wire_irc_quit (f->wire, "alice");
  wire_irc_drain (f->wire);
  parley_test_wait (is_dropping_written_down, &f->f);
  irc_assert_nothing_more (f, 2, 1);
}

/* --- after a restart --- */

static void
meet_and_restart (WireFixture *f, const char *address)
{
  irc_meet (f, address);
  headless_reload (&f->f);
  headless_settle ();
}

static void
test_same_one_goes_on_after_a_restart (WireFixture *f, gconstpointer data)
{
  const char *body;

  meet_and_restart (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_null (strstr (body, "4711")); /* nothing is remembered */
  irc_answer (f, 1, "Welcome back.");
}

/* They are seen to go, and to come back, before they write. */
static void
test_who_goes_and_comes_after_a_restart_is_the_same_one (WireFixture *f, gconstpointer data)
{
  PurpleBuddy *buddy = purple_find_buddy (f->f.account, "alice");

  meet_and_restart (f, IRC_ALICE);
  wire_pushf (f->wire, ":alice!%s JOIN #tea\r\n", IRC_ALICE);
  wire_irc_drain (f->wire);
  purple_prpl_got_user_status (f->f.account, "alice", "available", NULL);
  purple_prpl_got_user_status (f->f.account, "alice", "offline", NULL);
  g_assert_false (PURPLE_BUDDY_IS_ONLINE (buddy));
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_answer (f, 1, "Welcome back.");
}

static void
test_thief_after_a_restart_is_not_answered (WireFixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  meet_and_restart (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  irc_assert_nothing_more (f, 1, 1);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "may have this name now (" IRC_MALLORY ")"));
  irc_run_command (f, "parley on");
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "are you there?");
  irc_answer (f, 1, "Yes.");
}

static void
test_owner_of_a_name_goes_on_after_a_thief_and_a_restart (WireFixture *f, gconstpointer data)
{
  meet_and_restart (f, IRC_ALICE);
  wire_irc_write_as (f->wire, "alice", IRC_MALLORY, "what was the code again?");
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_answer (f, 1, "Welcome back.");
}

/* A gateway is of many. */
static void
test_who_proved_nothing_is_asked_about_after_a_restart (WireFixture *f, gconstpointer data)
{
  meet_and_restart (f, "web@gateway/web/example");
  wire_irc_write_as (f->wire, "alice", "web@gateway/web/example", "here I am again");
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_nothing_readable_is_kept_of_who_they_are (WireFixture *f, gconstpointer data)
{
  PurpleBlistNode *node = PURPLE_BLIST_NODE (purple_find_buddy (f->f.account, "alice"));
  const char *who;

  irc_meet (f, IRC_ALICE);
  who = purple_blist_node_get_string (node, "parley-irc-holder");
  g_assert_nonnull (who);
  g_assert_null (strstr (who, "home"));
  irc_run_command (f, "parley off");
  g_assert_null (purple_blist_node_get_string (node, "parley-irc-holder"));
}

/* --- what proves nothing --- */

static void
test_gateway_proves_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, "web@gateway/web/example");
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", "web@gateway/web/example", "here I am again");
  irc_assert_nothing_more (f, 1, 1);
}

static void
test_address_of_two_nicks_at_once_proves_nothing (WireFixture *f, gconstpointer data)
{
  irc_meet (f, IRC_ALICE);
  wire_pushf (f->wire, ":sam!%s JOIN #tea\r\n", IRC_ALICE);
  wire_pushf (f->wire, ":alice!%s PRIVMSG #tea :hi\r\n", IRC_ALICE);
  wire_irc_quit (f->wire, "alice");
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "here I am again");
  irc_assert_nothing_more (f, 1, 1);
}

/* --- CTCP --- */

static void
test_requests_of_programs_are_no_messages (WireFixture *f, gconstpointer data)
{
  static const char *const requests[]
      = { "\001VERSION\001", "\001PING 1 2\001", "\001FINGER\001",           "\001CLIENTINFO\001",
          "\001VERSION",     "\001TIME",         "\001DCC CHAT chat 1 2\001" };

  irc_meet (f, IRC_ALICE);
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    wire_irc_write_as (f->wire, "alice", IRC_ALICE, requests[i]);
  irc_assert_nothing_more (f, 1, 1);
  wire_irc_write_as (f->wire, "alice", IRC_ALICE, "\001ACTION waves\001");
  irc_answer (f, 1, "Hello.");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  IRC_ADD ("thief/second", test_thief_within_a_second_is_not_answered);
  IRC_ADD ("thief/pending", test_thief_does_not_get_what_was_being_written);
  IRC_ADD_WITH ("thief/held-back", "UTF-8", test_thief_does_not_get_what_libpurple_holds_back);
  IRC_ADD_WITH ("thief/encoding", "ISO-8859-1,UTF-8",
                test_thief_does_not_get_what_libpurple_holds_back);
  IRC_ADD ("thief/encrypted", test_thief_does_not_get_what_is_held_back_encrypted);
  IRC_ADD_WITH ("thief/encrypted-in-parts", "parts",
                test_thief_does_not_get_what_is_held_back_encrypted);
  IRC_ADD ("held-back/encrypted", test_what_left_encrypted_is_not_said_to_be_unsent);
  IRC_ADD ("held-back/sent", test_what_libpurple_holds_back_is_sent_to_who_it_is_for);
  IRC_ADD ("held-back/lost", test_what_libpurple_holds_back_is_told_of_when_the_connection_is_lost);
  IRC_ADD ("thief/line", test_thief_is_seen_by_where_a_line_comes_from);
  IRC_ADD ("thief/accepted", test_who_the_user_accepts_starts_with_nothing_of_the_first);
  IRC_ADD ("thief/tilde", test_ident_with_a_tilde_is_only_the_host);
  IRC_ADD ("thief/ident", test_other_ident_on_the_same_host_is_somebody_else);
  IRC_ADD ("thief/draft", test_draft_is_not_sent_to_a_thief_and_kept_for_who_it_is_for);
  IRC_ADD ("back/quit", test_same_one_who_quit_goes_on);
  IRC_ADD ("back/burst", test_burst_waits_for_who_quit);
  IRC_ADD ("back/reconnect", test_burst_waits_through_a_reconnect_of_ours);
  IRC_ADD ("back/reconnect-thief", test_thief_during_a_reconnect_of_ours_gets_nothing);
  IRC_ADD ("back/day", test_who_comes_back_after_a_day_is_asked_about);
  IRC_ADD ("back/owner", test_owner_of_a_name_goes_on_after_a_thief);
  IRC_ADD ("back/ghost", test_ghost_is_the_same_one);
  IRC_ADD ("back/renamed-unseen", test_who_was_called_otherwise_unseen_is_the_same_one);
  IRC_ADD ("back/unseen", test_who_comes_back_unseen_is_the_same_one);
  IRC_ADD ("back/netsplit", test_everybody_is_known_again_after_a_netsplit);
  IRC_ADD ("back/dropped", test_burst_that_is_dropped_is_in_the_activity_log);
  IRC_ADD ("restart/same", test_same_one_goes_on_after_a_restart);
  IRC_ADD ("restart/unseen", test_who_goes_and_comes_after_a_restart_is_the_same_one);
  IRC_ADD ("restart/thief", test_thief_after_a_restart_is_not_answered);
  IRC_ADD ("restart/owner", test_owner_of_a_name_goes_on_after_a_thief_and_a_restart);
  IRC_ADD ("restart/gateway", test_who_proved_nothing_is_asked_about_after_a_restart);
  IRC_ADD ("restart/digest", test_nothing_readable_is_kept_of_who_they_are);
  IRC_ADD ("back/seen-only", test_who_was_only_seen_is_known_again_after_a_netsplit);
  IRC_ADD ("back/seen-only-thief", test_thief_of_who_was_only_seen_gets_nothing);
  IRC_ADD ("nothing/gateway", test_gateway_proves_nothing);
  IRC_ADD ("nothing/twins", test_address_of_two_nicks_at_once_proves_nothing);
  IRC_ADD ("ctcp", test_requests_of_programs_are_no_messages);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
