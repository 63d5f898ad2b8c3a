/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Switching Parley on and off, by menu and by command. */
#include "headless-purple.h"
#include "test-menu.h"

#include <string.h>

#include <cmds.h>
#include <prpl.h>
#include <signals.h>
#include <util.h>

#include "guard/parley-policy.h"
#include "contacts/parley-contact-card.h"
#include "test-dialog.h"

static PurpleConversation *
open_conversation (PurpleAccount *account, const char *who)
{
  return purple_conversation_new (PURPLE_CONV_TYPE_IM, account, who);
}

static PurpleCmdStatus
run_command (PurpleConversation *conv, const char *command)
{
  g_autofree char *error = NULL;

  return purple_cmd_do_command (conv, command, command, &error);
}

static void
assert_shown (const char *part)
{
  g_autofree char *shown = headless_dup_shown ();

  g_test_message ("%s", shown);
  g_assert_nonnull (strstr (shown, part));
}

static gboolean
is_chosen (PurpleAccount *account, const char *who)
{
  return g_strcmp0 (purple_blist_node_get_string (
                        PURPLE_BLIST_NODE (purple_find_buddy (account, who)), "parley-mode"),
                    "auto")
         == 0;
}

static void
test_command_is_kept_in_the_buddy_list (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv;

  headless_add_buddy (f->account, "bob", FALSE);
  conv = open_conversation (f->account, "bob");
  g_assert_cmpint (run_command (conv, "parley on"), ==, PURPLE_CMD_STATUS_OK);
  g_assert_true (is_chosen (f->account, "bob"));
  assert_shown ("Switched on for this person");
  headless_reload (f);
  test_protocol_receive (f->account, "bob", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  g_assert_cmpint (run_command (conv, "parley off"), ==, PURPLE_CMD_STATUS_OK);
  g_assert_false (is_chosen (f->account, "bob"));
  assert_shown ("Switched off for this person");
}

static void
test_disclosure_names_where_the_chat_goes (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/base_url", "https://models.example.org/v1");
  headless_reload (f);
  run_command (open_conversation (f->account, "alice"), "parley on");
  assert_shown ("go to https://models.example.org/v1");
}

static void
test_stranger_is_on_for_the_sitting (Fixture *f, gconstpointer data)
{
  run_command (open_conversation (f->account, "stranger"), "parley on");
  assert_shown ("not in your buddy list");
  test_protocol_receive (f->account, "stranger", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  headless_reload (f);
  test_protocol_receive (f->account, "stranger", "hm?");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
}

static void
test_name_on_irc_is_off_when_it_changes (Fixture *f, gconstpointer data)
{
  PurpleAccount *irc = test_protocol_connect (TEST_PROTOCOL_IRC, "me@irc.localhost");
  PurpleConversation *conv = open_conversation (irc, "stranger");

  run_command (conv, "parley on");
  assert_shown ("anybody can take a name that is free");
  purple_conversation_set_name (conv, "somebody");
  run_command (open_conversation (irc, "stranger"), "parley status");
  assert_shown ("Switched off for this person.");
}

/* By any of the ways in which it is seen that a person left their nick. */

typedef void (*Leaving) (PurpleAccount *irc, const char *nick);

static void
leave_by_quitting (PurpleAccount *irc, const char *nick)
{
  purple_prpl_got_user_status (irc, nick, "offline", NULL);
}

static void
leave_by_renaming (PurpleAccount *irc, const char *nick)
{
  purple_conversation_set_name (headless_find (irc, nick), "somebody");
}

static void
leave_a_room (PurpleAccount *irc, const char *nick)
{
  PurpleConversation *room = purple_conversation_new (PURPLE_CONV_TYPE_CHAT, irc, "#room");

  purple_conv_chat_add_user (PURPLE_CONV_CHAT (room), nick, NULL, PURPLE_CBFLAGS_NONE, FALSE);
  purple_conv_chat_remove_user (PURPLE_CONV_CHAT (room), nick, NULL);
  purple_conversation_destroy (room);
}

static void
leave_while_we_are_away (PurpleAccount *irc, const char *nick)
{
  purple_account_disconnect (irc);
  purple_account_connect (irc);
}

typedef struct
{
  const char *name;
  gboolean listed; /* in the buddy list */
  Leaving leave;
} Theft;

static const Theft thefts[] = {
  { "listed-quits", TRUE, leave_by_quitting },
  { "listed-renamed", TRUE, leave_by_renaming },
  { "sitting-renamed", FALSE, leave_by_renaming },
  { "sitting-leaves-the-room", FALSE, leave_a_room },
  { "sitting-while-we-are-away", FALSE, leave_while_we_are_away },
};

/* The thief gets no answer; and when the user takes them for a friend, nothing of what was said to
 * the one before. */
static void
test_thief_of_a_nick_gets_nothing (gconstpointer data)
{
  const Theft *theft = data;
  Fixture f;
  PurpleAccount *irc;
  const char *body;
  guint asked;

  headless_setup (&f, NULL);
  irc = test_protocol_connect (TEST_PROTOCOL_IRC, "me@irc.localhost");
  if (theft->listed)
    headless_add_buddy (irc, "ann", TRUE);
  else
    run_command (open_conversation (irc, "ann"), "parley on");
  purple_prpl_got_user_status (irc, "ann", "available", NULL);
  test_protocol_receive (irc, "ann", "The key is under the mat.");
  headless_answer (&f, 0, "Thank you.");
  g_free (headless_wait_for_wire (irc));
  asked = parley_test_server_count (f.server);
  theft->leave (irc, "ann");
  g_free (test_protocol_dup_wire (irc));
  test_protocol_receive (irc, "ann", "Where did I say it is?");
  test_protocol_receive (f.account, "alice", "Are you there?");
  headless_answer (&f, asked, "Yes.");
  g_free (headless_wait_for_wire (f.account));
  g_assert_cmpuint (parley_test_server_count (f.server), ==, asked + 1);
  run_command (open_conversation (irc, "ann"), "parley on");
  /* A second later, for what comes at the same time may be what was said before. */
  test_protocol_receive_at (irc, "ann", "Well?", 0, time (NULL) + 1);
  body = parley_test_peer_get_body (headless_wait_for_request (&f, asked + 1));
  g_assert_nonnull (strstr (body, "Well?"));
  g_assert_null (strstr (body, "under the mat"));
  headless_teardown (&f, NULL);
}

static void
test_draft_is_sent_by_command (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");
  g_autofree char *wire = NULL;

  run_command (conv, "parley draft");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes & no.");
  headless_wait_for_trace ("shelved");
  headless_settle ();
  assert_shown ("Draft 1. To send it: /parley send<BR>Yes &amp; no.");
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  run_command (conv, "parley send two");
  assert_shown ("Type /parley send, or");
  run_command (conv, "parley send 1");
  g_free (headless_wait_for_wire (f->account));
}

static void
test_draft_is_changed_by_command (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");
  g_autofree char *wire = NULL;

  run_command (conv, "parley draft");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_trace ("shelved");
  headless_settle ();
  run_command (conv, "parley edit No way.");
  run_command (conv, "parley send 2");
  wire = headless_wait_for_wire (f->account);
  g_assert_nonnull (strstr (wire, "No way."));
  run_command (conv, "parley drop");
  assert_shown ("There is no draft to drop");
}

static void
test_stop_outlives_a_restart (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");

  run_command (conv, "parley on");
  run_command (conv, "parley stop");
  assert_shown ("Stopped for this person");
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "hm?");
  run_command (conv, "parley why");
  assert_shown ("Silent: Parley is stopped for this person");
  run_command (conv, "parley on");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

static void
test_pause_is_everywhere_and_outlives_a_restart (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");

  run_command (conv, "parley on");
  run_command (open_conversation (f->account, "bob"), "parley pause");
  assert_shown ("Paused in all chats");
  headless_reload (f);
  run_command (conv, "parley why");
  assert_shown ("Silent: Parley is paused in all chats");
  run_command (conv, "parley go");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

static void
test_service_is_refused (Fixture *f, gconstpointer data)
{
  PurpleAccount *irc = test_protocol_connect (TEST_PROTOCOL_IRC, "me@irc.localhost");

  headless_add_buddy (irc, "nickserv", FALSE);
  run_command (open_conversation (irc, "nickserv"), "parley on");
  assert_shown ("not a person");
  g_assert_false (is_chosen (irc, "nickserv"));
}

/* Out of a room everybody in it has the same name. */
static void
test_room_is_refused (Fixture *f, gconstpointer data)
{
  PurpleConversation *room;

  headless_add_buddy (f->account, "bob", TRUE);
  room = purple_conversation_new (PURPLE_CONV_TYPE_CHAT, f->account, "bob");
  run_command (open_conversation (f->account, "bob"), "parley on");
  assert_shown ("never answers group chats");
  test_protocol_receive (f->account, "bob", "hm?");
  headless_settle ();
  purple_conversation_destroy (room);
  test_protocol_receive (f->account, "bob", "still there?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

static void
test_status_says_why (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");

  headless_set_int ("turn/fixed_ms", 5000);
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_state ("collecting");
  run_command (conv, "parley status");
  assert_shown ("Waits 5.0 s");
  g_assert_cmpint (run_command (conv, "parley nonsense"), ==, PURPLE_CMD_STATUS_FAILED);
}

static void
test_why_tells_of_this_chat (Fixture *f, gconstpointer data)
{
  headless_set_int ("turn/fixed_ms", 5000);
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_state ("collecting");
  g_assert_cmpint (run_command (headless_find (f->account, "alice"), "parley why"), ==,
                   PURPLE_CMD_STATUS_OK);
  assert_shown ("Waits 5.0 s for more: ");
  g_assert_cmpint (run_command (open_conversation (f->account, "bob"), "parley why"), ==,
                   PURPLE_CMD_STATUS_OK);
  assert_shown ("Switched off for this person.");
}

static void
test_persona_is_for_one_person (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");
  ParleyTestPeer *peer;

  run_command (conv, "parley persona Formal & slow.");
  assert_shown ("Your style with this person: Formal &amp; slow.");
  test_protocol_receive (f->account, "alice", "hm?");
  peer = headless_wait_for_request (f, 0);
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "Formal & slow."));
  run_command (conv, "parley persona default");
  run_command (conv, "parley persona");
  assert_shown ("your general style");
  run_command (open_conversation (f->account, "stranger"), "parley persona Rude.");
  assert_shown ("only for people in your buddy list");
}

static void
test_forgotten_person_is_gone (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");

  test_protocol_receive (f->account, "alice", "is the boat green?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  run_command (conv, "parley forget");
  headless_wait_for_shown ("Parley has forgotten this chat.");
  test_protocol_receive (f->account, "alice", "hm?");
  g_assert_null (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)), "boat"));
}

/* Pidgin counts the letters of a command as typing to the person. */
static void
test_command_is_not_typing_to_the_person (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv;

  headless_set_int ("turn/fixed_ms", 1500);
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_state ("collecting");
  conv = headless_find (f->account, "alice");
  purple_conv_im_start_send_typed_timeout (PURPLE_CONV_IM (conv));
  headless_wait_for_trace ("standdown");
  g_assert_cmpint (run_command (conv, "parley why"), ==, PURPLE_CMD_STATUS_OK);
  purple_conv_im_stop_send_typed_timeout (PURPLE_CONV_IM (conv));
  assert_shown ("Waits 1.5 s for more: ");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

static void
test_command_goes_with_the_plugin (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");

  purple_plugin_unload (f->plugin);
  g_assert_cmpint (run_command (conv, "parley on"), ==, PURPLE_CMD_STATUS_NOT_FOUND);
}

static void
assert_offers (PurpleBlistNode *node, const char *part)
{
  g_autofree char *labels = test_menu_use (node, NULL);

  g_test_message ("%s", labels);
  g_assert_nonnull (strstr (labels, part));
}

static void
test_menu (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = PURPLE_BLIST_NODE (headless_add_buddy (f->account, "bob", FALSE));

  assert_offers (bob, "✓ Same as the group");
  g_free (test_menu_use (bob, "Answer for me"));
  g_assert_true (is_chosen (f->account, "bob"));
  assert_offers (bob->parent, "✓ Answer for me");
  g_free (test_menu_use (bob->parent, "Off"));
  g_assert_false (is_chosen (f->account, "bob"));
  assert_offers (bob, "✓ Off");
  g_free (test_menu_use (bob, "Same as the group"));
  g_assert_null (purple_blist_node_get_string (bob, "parley-mode"));
  g_free (test_menu_use (PURPLE_BLIST_NODE (headless_add_buddy (f->account, "carol", FALSE)),
                         "What Parley remembers about them…"));
  headless_wait_for_shown ("Parley remembers nothing about this person.");
}

static void
test_menu_says_when (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));

  g_free (test_menu_use (alice, "When I'm idle"));
  g_assert_cmpstr (purple_blist_node_get_string (alice, "parley-when"), ==, "idle");
  assert_offers (alice, "✓ When I'm idle");
  assert_offers (alice, "✓ Answer for me");
}

static void
test_menu_of_a_group (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = headless_add_buddy (f->account, "bob", FALSE);
  PurpleBlistNode *group = PURPLE_BLIST_NODE (purple_buddy_get_group (bob));

  g_free (test_menu_use (group, "Write drafts"));
  assert_shown ("for everybody of this group or account in your buddy list");
  g_assert_cmpstr (purple_blist_node_get_string (group, "parley-mode"), ==, "draft");
  assert_offers (group, "✓ Write drafts");
  g_free (test_menu_use (group, "Same as the account"));
  assert_offers (group, "✓ Same as the account");
}

static void
test_menu_asks_at_which_hours (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));

  test_dialogs_begin ();
  g_free (test_menu_use (alice, "At certain hours…"));
  g_assert_nonnull (strstr (test_dialog_get ()->primary, "alice"));
  test_dialog_answer_text ("09:00-25:00");
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "“25:00” is not a time of day"));
  g_assert_null (purple_blist_node_get_string (alice, "parley-when"));
  test_dialog_answer_text ("09:00-17:00");
  g_assert_false (test_dialog_get ()->open);
  g_assert_cmpstr (purple_blist_node_get_string (alice, "parley-when"), ==, "hours:09:00-17:00");
  assert_offers (alice, "✓ At certain hours…");
  g_free (test_menu_use (PURPLE_BLIST_NODE (purple_buddy_get_group (PURPLE_BUDDY (alice))),
                         "At certain hours…"));
  g_assert_nonnull (strstr (test_dialog_get ()->primary, "Buddies"));
  purple_plugin_unload (f->plugin);
  g_assert_false (test_dialog_get ()->open);
  test_dialogs_end ();
}

/* The dialog stands open while the person is removed. */
static void
test_hours_of_somebody_who_is_gone (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = headless_add_buddy (f->account, "bob", FALSE);

  test_dialogs_begin ();
  g_free (test_menu_use (PURPLE_BLIST_NODE (bob), "At certain hours…"));
  purple_blist_remove_buddy (bob);
  test_dialog_answer_text ("09:00-17:00");
  g_assert_false (test_dialog_get ()->open);
  test_dialogs_end ();
}

static void
test_whole_account (Fixture *f, gconstpointer data)
{
  PurpleRequestFields *fields;

  headless_add_buddy (f->account, "bob", FALSE);
  test_dialogs_begin ();
  headless_run_action (f, "Answer for a whole account…");
  fields = test_dialog_get ()->fields;
  purple_request_field_account_set_value (purple_request_fields_get_field (fields, "account"),
                                          f->account);
  test_dialog_mark ("mode", "Answer for me");
  test_dialog_answer_fields ();
  assert_shown ("for everybody of this group or account in your buddy list");
  test_protocol_receive (f->account, "bob", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  headless_run_action (f, "Answer for a whole account…");
  g_assert_cmpstr (test_dialog_get ()->secondary, ==, "me: Answer for me");
  test_dialog_mark ("rule", "At certain hours…");
  test_dialog_answer_fields ();
  assert_shown ("Write the hours like this");
  test_dialogs_end ();
}

static gboolean
is_closed (gpointer data)
{
  return parley_test_peer_is_closed (data);
}

/* What was being written to somebody of the group is not sent. */
static void
test_group_off_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = headless_add_buddy (f->account, "bob", FALSE);
  PurpleBlistNode *group = PURPLE_BLIST_NODE (purple_buddy_get_group (bob));
  g_autofree char *wire = NULL;

  g_free (test_menu_use (group, "Answer for me"));
  test_protocol_receive (f->account, "bob", "hm?");
  headless_wait_for_request (f, 0);
  g_free (test_menu_use (group, "Off"));
  parley_test_wait (is_closed, headless_wait_for_request (f, 0));
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  g_free (test_menu_use (group, "Same as the account"));
}

/* The menu still stands open. */
static void
test_menu_outlives_the_plugin (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = PURPLE_BLIST_NODE (headless_add_buddy (f->account, "bob", FALSE));
  GList *menu = NULL;

  purple_signal_emit (purple_blist_get_handle (), "blist-node-extended-menu", bob, &menu);
  g_assert_true (purple_plugin_unload (f->plugin));
  test_menu_choose (menu, bob, "Answer for me");
  test_menu_choose (menu, bob, "At certain hours…");
  test_menu_free (menu);
  g_assert_false (is_chosen (f->account, "bob"));
}

static void
test_contact_means_all_its_buddies_now (Fixture *f, gconstpointer data)
{
  PurpleBuddy *home = headless_add_buddy (f->account, "bob", FALSE);
  PurpleBuddy *work = purple_buddy_new (f->other, "bob at work", NULL);
  PurpleBuddy *later = purple_buddy_new (f->other, "bob's phone", NULL);

  purple_blist_add_buddy (work, purple_buddy_get_contact (home), NULL, NULL);
  g_free (test_menu_use (PURPLE_BLIST_NODE (home), "Answer for me"));
  purple_blist_add_buddy (later, purple_buddy_get_contact (home), NULL, NULL);
  g_assert_true (is_chosen (f->account, "bob"));
  g_assert_true (is_chosen (f->other, "bob at work"));
  g_assert_false (is_chosen (f->other, "bob's phone"));
}

/* Where nobody is told there is nothing to choose. */
static void
test_menu_says_whether_it_tells (Fixture *f, gconstpointer data)
{
  PurpleBuddy *home = headless_add_buddy (f->account, "bob", FALSE);
  PurpleBuddy *work = purple_buddy_new (f->other, "bob at work", NULL);
  PurpleBlistNode *bob = PURPLE_BLIST_NODE (home);
  g_autofree char *labels = test_menu_use (bob, NULL);

  g_assert_null (strstr (labels, "Say that answers are automatic"));
  run_command (open_conversation (f->account, "bob"), "parley set disclosure on");
  assert_offers (bob, "✓ Say that answers are automatic");
  purple_blist_add_buddy (work, purple_buddy_get_contact (home), NULL, NULL);
  g_free (test_menu_use (bob->parent, "✓ Say that answers are automatic"));
  assert_offers (bob, "\nSay that answers are automatic");
  g_assert_true (parley_contact_card_is_undisclosed (f->account, "bob"));
  g_assert_true (parley_contact_card_is_undisclosed (f->other, "bob at work"));
  g_free (test_menu_use (bob, "Say that answers are automatic"));
  g_assert_false (parley_contact_card_is_undisclosed (f->account, "bob"));
}

static void
test_off_in_the_middle_of_a_turn (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 0);
  run_command (headless_find (f->account, "alice"), "parley off");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
}

static void
test_no_window_is_opened (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = headless_add_buddy (f->account, "bob", FALSE);

  g_free (test_menu_use (PURPLE_BLIST_NODE (bob), "Answer for me"));
  g_assert_null (headless_find (f->account, "bob"));
  assert_shown ("[bob] Switched on for this person");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/switch/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("command", test_command_is_kept_in_the_buddy_list);
  ADD ("disclosure", test_disclosure_names_where_the_chat_goes);
  ADD ("stranger", test_stranger_is_on_for_the_sitting);
  ADD ("name-on-irc", test_name_on_irc_is_off_when_it_changes);
  for (guint i = 0; i < G_N_ELEMENTS (thefts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/switch/thief/%s", thefts[i].name);

      g_test_add_data_func (path, &thefts[i], test_thief_of_a_nick_gets_nothing);
    }
  ADD ("draft", test_draft_is_sent_by_command);
  ADD ("draft-changed", test_draft_is_changed_by_command);
  ADD ("stop", test_stop_outlives_a_restart);
  ADD ("pause", test_pause_is_everywhere_and_outlives_a_restart);
  ADD ("service", test_service_is_refused);
  ADD ("room", test_room_is_refused);
  ADD ("status", test_status_says_why);
  ADD ("why", test_why_tells_of_this_chat);
  ADD ("persona", test_persona_is_for_one_person);
  ADD ("forget", test_forgotten_person_is_gone);
  ADD ("command-is-not-typing", test_command_is_not_typing_to_the_person);
  ADD ("command-goes", test_command_goes_with_the_plugin);
  ADD ("menu", test_menu);
  ADD ("menu-when", test_menu_says_when);
  ADD ("menu-of-a-group", test_menu_of_a_group);
  ADD ("menu-hours", test_menu_asks_at_which_hours);
  ADD ("hours-of-nobody", test_hours_of_somebody_who_is_gone);
  ADD ("account", test_whole_account);
  ADD ("group-off-in-a-turn", test_group_off_in_the_middle_of_a_turn);
  ADD ("menu-outlives", test_menu_outlives_the_plugin);
  ADD ("contact", test_contact_means_all_its_buddies_now);
  ADD ("menu-discloses", test_menu_says_whether_it_tells);
  ADD ("off-in-a-turn", test_off_in_the_middle_of_a_turn);
  ADD ("no-window", test_no_window_is_opened);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
