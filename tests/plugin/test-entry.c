/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* A draft that the user changes where they write, and what the menu does with drafts. */
#include "headless-purple.h"
#include "test-dialog.h"
#include "test-menu.h"

#include <string.h>

#include <cmds.h>

#include "parley-instance.h"

/* A client that has an entry, as Pidgin does: what is put there stands behind what is there. */
typedef struct
{
  Fixture plugin;
  PurpleConversationUiOps ops; /* of the conversation with alice; its first member */
  PurpleConversation *conv;
  GString *entry;
} Client;

#define ENTRY "parley-test-entry"

static void
on_confirm (PurpleConversation *conv, const char *html)
{
  g_string_append (purple_conversation_get_data (conv, ENTRY), html);
}

static void
set_up (Client *client, gconstpointer data)
{
  Fixture *f = &client->plugin;

  headless_setup (f, data);
  client->conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  client->entry = g_string_new (NULL);
  client->ops = *purple_conversation_get_ui_ops (client->conv);
  client->ops.send_confirm = on_confirm;
  purple_conversation_set_ui_ops (client->conv, &client->ops);
  purple_conversation_set_data (client->conv, ENTRY, client->entry);
}

static void
tear_down (Client *client, gconstpointer data)
{
  headless_teardown (&client->plugin, data);
  g_string_free (client->entry, TRUE);
}

static void
type (Client *client, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (client->conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
  headless_settle ();
}

static void
have_draft (Client *client, guint index, const char *question, const char *answer)
{
  test_protocol_receive (client->plugin.account, "alice", question);
  headless_answer (&client->plugin, index, answer);
  headless_wait_for_shown ("Draft");
  headless_settle ();
  g_free (test_protocol_dup_wire (client->plugin.account));
}

static void
assert_tally (Client *client, guint unchanged, guint all)
{
  ParleyInstance *instance = parley_instance_get (client->plugin.plugin);
  g_autoptr (ParleyChatKey) key = parley_chat_key_new (TEST_PROTOCOL_A, "me", "alice");
  guint n_unchanged = 99;
  guint n_all = 99;

  parley_engine_get_draft_tally (instance->engine, key, &n_unchanged, &n_all);
  g_assert_cmpuint (n_unchanged, ==, unchanged);
  g_assert_cmpuint (n_all, ==, all);
}

static void
assert_no_draft (Client *client)
{
  ParleyInstance *instance = parley_instance_get (client->plugin.plugin);
  g_autoptr (ParleyChatKey) key = parley_chat_key_new (TEST_PROTOCOL_A, "me", "alice");
  guint number;

  g_assert_null (parley_engine_dup_proposal (instance->engine, key, &number));
}

/* The words are as they will be read, whatever looks like HTML in them; nothing is sent. */
static void
test_taken (Client *client, gconstpointer data)
{
  g_autofree char *wire = NULL;

  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is <green> & old.\n\nVery old.");
  type (client, "parley take");
  g_assert_cmpstr (client->entry->str, ==, "It is &lt;green&gt; &amp; old.<BR>Very old.");
  wire = test_protocol_dup_wire (client->plugin.account);
  g_assert_null (strstr (wire, " < "));
}

/* What they send is theirs, and counts as made of the draft. */
static void
test_changed_and_sent (Client *client, gconstpointer data)
{
  g_autofree char *wire = NULL;

  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  type (client, "parley take 1");
  purple_conv_im_send (PURPLE_CONV_IM (client->conv), "It is green, I think.");
  headless_settle ();
  wire = headless_wait_for_wire (client->plugin.account);
  g_assert_cmpstr (wire, ==, "alice < It is green, I think.\n");
  assert_tally (client, 0, 1);
  assert_no_draft (client);
}

static void
test_sent_as_it_was (Client *client, gconstpointer data)
{
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  type (client, "parley take");
  purple_conv_im_send (PURPLE_CONV_IM (client->conv), "It is green.");
  headless_settle ();
  assert_tally (client, 1, 1);
  assert_no_draft (client);
}

/* The next draft learns of it, as of one that was changed by command. */
static void
test_learnt (Client *client, gconstpointer data)
{
  ParleyTestPeer *peer;

  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  type (client, "parley take");
  purple_conv_im_send (PURPLE_CONV_IM (client->conv), "green!!");
  headless_settle ();
  type (client, "parley go");
  test_protocol_receive (client->plugin.account, "alice", "and the house?");
  peer = headless_wait_for_request (&client->plugin, 1);
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "green!!"));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "It is green."));
}

/* Who takes it is at it: it is not sent meanwhile. */
static void
test_countdown_stops (Client *client, gconstpointer data)
{
  type (client, "parley countdown 5 s");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  g_free (headless_dup_shown ());
  type (client, "parley take");
  headless_wait_for_shown ("The countdown is stopped.");
  g_assert_cmpstr (client->entry->str, ==, "It is green.");
}

static void
test_no_draft (Client *client, gconstpointer data)
{
  type (client, "parley take");
  headless_wait_for_shown ("There is no draft");
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  type (client, "parley take 7");
  headless_wait_for_shown ("There is no draft to change.");
  type (client, "parley take it");
  headless_wait_for_shown ("Type /parley take, or /parley take and the draft");
  g_assert_cmpstr (client->entry->str, ==, "");
}

/* The chat is closed before the entry is reached, or the plugin unloaded. */
static void
test_gone_meanwhile (Client *client, gconstpointer data)
{
  g_autofree char *error = NULL;

  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  purple_cmd_do_command (client->conv, "parley take", "parley take", &error);
  purple_conversation_destroy (client->conv);
  headless_settle ();
  g_assert_cmpstr (client->entry->str, ==, "");
  client->conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, client->plugin.account, "alice");
  purple_cmd_do_command (client->conv, "parley take", "parley take", &error);
  purple_plugin_unload (client->plugin.plugin);
  headless_settle ();
}

/* As in Finch, whose entry nothing can be put into: it is changed in a dialog. */
static void
test_client_without_entry (Client *client, gconstpointer data)
{
  g_autofree char *wire = NULL;

  client->ops.send_confirm = NULL;
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is <green>.\n\nOld.");
  test_dialogs_begin ();
  type (client, "parley take");
  g_assert_true (test_dialog_get ()->open);
  g_assert_cmpstr (test_dialog_get ()->text, ==, "It is <green>.\nOld.");
  test_dialog_answer_text ("It is <red>.\nOld.");
  wire = headless_wait_for_wire (client->plugin.account);
  g_assert_cmpstr (wire, ==, "alice < It is &lt;red&gt;.<BR>Old.\n");
  assert_tally (client, 0, 1);
  assert_no_draft (client);
  test_dialogs_end ();
}

/* They wrote on meanwhile: what stands in the dialog answers something else. */
static void
test_dialog_out_of_date (Client *client, gconstpointer data)
{
  g_autofree char *wire = NULL;

  client->ops.send_confirm = NULL;
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  test_dialogs_begin ();
  type (client, "parley take");
  test_protocol_receive (client->plugin.account, "alice", "forget it");
  headless_settle ();
  g_free (test_protocol_dup_wire (client->plugin.account));
  test_dialog_answer_text ("It is green.");
  headless_wait_for_shown ("That draft is out of date, so nothing was sent.");
  wire = test_protocol_dup_wire (client->plugin.account);
  g_assert_null (strstr (wire, " < "));
  test_dialogs_end ();
}

/* The dialog goes with the plugin. */
static void
test_dialog_and_unloading (Client *client, gconstpointer data)
{
  client->ops.send_confirm = NULL;
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  test_dialogs_begin ();
  type (client, "parley take");
  g_assert_true (test_dialog_get ()->open);
  purple_plugin_unload (client->plugin.plugin);
  g_assert_false (test_dialog_get ()->open);
  test_dialogs_end ();
}

/* --- the menu --- */

static char *
use_menu (Client *client, const char *label)
{
  PurpleBuddy *alice = purple_find_buddy (client->plugin.account, "alice");
  char *labels = test_menu_use (PURPLE_BLIST_NODE (alice), label);

  headless_settle ();
  return labels;
}

static void
test_menu_without_draft (Client *client, gconstpointer data)
{
  g_autofree char *labels = use_menu (client, NULL);

  g_assert_null (strstr (labels, "Draft"));
}

static void
test_menu_takes (Client *client, gconstpointer data)
{
  g_autofree char *labels = NULL;

  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  labels = use_menu (client, "Put it into the entry");
  g_assert_nonnull (strstr (
      labels, "Draft 1\nSend the draft\nPut it into the entry\nWrite another one\nDrop it\n"));
  g_assert_cmpstr (client->entry->str, ==, "It is green.");
}

/* What the user writes there is left alone. */
static void
test_menu_while_writing (Client *client, gconstpointer data)
{
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  purple_conv_im_start_send_typed_timeout (PURPLE_CONV_IM (client->conv));
  g_free (use_menu (client, "Put it into the entry"));
  headless_wait_for_shown ("You are writing there.");
  g_assert_cmpstr (client->entry->str, ==, "");
}

static void
test_menu_sends (Client *client, gconstpointer data)
{
  g_autofree char *wire = NULL;

  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  g_free (use_menu (client, "Send the draft"));
  wire = headless_wait_for_wire (client->plugin.account);
  g_assert_cmpstr (wire, ==, "alice < It is green.\n");
}

static void
test_menu_drops (Client *client, gconstpointer data)
{
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  g_free (use_menu (client, "Drop it"));
  headless_wait_for_shown ("The draft is dropped.");
}

static void
test_menu_wants_another (Client *client, gconstpointer data)
{
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  g_free (use_menu (client, "Write another one"));
  headless_answer (&client->plugin, 1, "Green, why?");
  headless_wait_for_shown ("Green, why?");
}

/* --- the menu, with several to choose from --- */

/* Two drafts for the same words. */
static void
have_two (Client *client)
{
  type (client, "parley draft");
  have_draft (client, 0, "is the boat blue?", "It is green.");
  type (client, "parley again");
  headless_answer (&client->plugin, 1, "Green, why?");
  headless_wait_for_shown ("Green, why?");
  g_free (test_protocol_dup_wire (client->plugin.account));
}

/* Opens the menu and chooses an item of what belongs to the draft called @draft. */
static void
use_menu_of (Client *client, const char *draft, const char *label)
{
  PurpleBlistNode *node = PURPLE_BLIST_NODE (purple_find_buddy (client->plugin.account, "alice"));
  GList *menu = test_menu_open (node);

  test_menu_choose_in (menu, node, draft, label);
  test_menu_free (menu);
  headless_settle ();
}

/* The newest first, each with what can be done with it. */
static void
test_menu_of_two (Client *client, gconstpointer data)
{
  g_autofree char *labels = NULL;

  have_two (client);
  labels = use_menu (client, NULL);
  g_assert_nonnull (strstr (labels, "Draft 2\nSend the draft\nPut it into the entry\n"
                                    "Write another one\nDrop it\n"
                                    "Draft 1\nSend the draft\nPut it into the entry\n"
                                    "Write another one\nDrop it\n"));
}

/* Never both: they answer the same words. */
static void
test_menu_sends_the_older_one (Client *client, gconstpointer data)
{
  g_autofree char *wire = NULL;
  g_autofree char *labels = NULL;

  have_two (client);
  use_menu_of (client, "Draft 1", "Send the draft");
  wire = headless_wait_for_wire (client->plugin.account);
  g_assert_cmpstr (wire, ==, "alice < It is green.\n");
  labels = use_menu (client, NULL);
  g_assert_null (strstr (labels, "Draft"));
}

static void
test_menu_takes_the_older_one (Client *client, gconstpointer data)
{
  have_two (client);
  use_menu_of (client, "Draft 1", "Put it into the entry");
  g_assert_cmpstr (client->entry->str, ==, "It is green.");
}

static void
test_menu_drops_the_older_one (Client *client, gconstpointer data)
{
  g_autofree char *labels = NULL;
  g_autofree char *wire = NULL;

  have_two (client);
  use_menu_of (client, "Draft 1", "Drop it");
  headless_wait_for_shown ("The draft is dropped. 1 still waits");
  labels = use_menu (client, NULL);
  g_assert_null (strstr (labels, "Draft 1"));
  use_menu_of (client, "Draft 2", "Send the draft");
  wire = headless_wait_for_wire (client->plugin.account);
  g_assert_cmpstr (wire, ==, "alice < Green, why?\n");
}

/* One of them was sent while the menu stood open. */
static void
test_menu_is_older_than_the_choice (Client *client, gconstpointer data)
{
  PurpleBlistNode *node = PURPLE_BLIST_NODE (purple_find_buddy (client->plugin.account, "alice"));
  g_autofree char *wire = NULL;
  GList *menu;

  have_two (client);
  menu = test_menu_open (node);
  type (client, "parley send 2");
  g_free (headless_wait_for_wire (client->plugin.account));
  test_menu_choose_in (menu, node, "Draft 1", "Send the draft");
  test_menu_free (menu);
  headless_wait_for_shown ("out of date, so nothing was sent");
  headless_settle ();
  wire = test_protocol_dup_wire (client->plugin.account);
  g_assert_null (strstr (wire, " < "));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/entry/" path, Client, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("taken", test_taken);
  ADD ("changed", test_changed_and_sent);
  ADD ("unchanged", test_sent_as_it_was);
  ADD ("learnt", test_learnt);
  ADD ("countdown", test_countdown_stops);
  ADD ("no-draft", test_no_draft);
  ADD ("gone", test_gone_meanwhile);
  ADD ("no-entry", test_client_without_entry);
  ADD ("dialog-outdated", test_dialog_out_of_date);
  ADD ("dialog-unload", test_dialog_and_unloading);
  ADD ("menu-without", test_menu_without_draft);
  ADD ("menu-takes", test_menu_takes);
  ADD ("menu-writing", test_menu_while_writing);
  ADD ("menu-sends", test_menu_sends);
  ADD ("menu-drops", test_menu_drops);
  ADD ("menu-again", test_menu_wants_another);
  ADD ("menu-two", test_menu_of_two);
  ADD ("menu-two-sends", test_menu_sends_the_older_one);
  ADD ("menu-two-takes", test_menu_takes_the_older_one);
  ADD ("menu-two-drops", test_menu_drops_the_older_one);
  ADD ("menu-two-open", test_menu_is_older_than_the_choice);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
