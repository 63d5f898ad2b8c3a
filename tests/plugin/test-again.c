/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* /parley again. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <conversation.h>

static PurpleConversation *
open_conversation (PurpleAccount *account, const char *who)
{
  return purple_conversation_new (PURPLE_CONV_TYPE_IM, account, who);
}

static void
run_command (PurpleConversation *conv, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

static void
test_another_draft_is_written_by_command (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");
  g_autofree char *wire = NULL;

  run_command (conv, "parley draft");
  run_command (conv, "parley again");
  headless_wait_for_shown ("There is nothing to answer again");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_shown ("Draft 1.");
  run_command (conv, "parley again shorter & <b>kinder</b>");
  headless_wait_for_shown ("Another draft is being written");
  g_assert_nonnull (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)),
                            "The owner wishes for this answer: shorter &"));
  headless_answer (f, 1, "Yep.");
  headless_wait_for_shown ("Draft 2. To send it: /parley send<BR>Yep.");
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  run_command (conv, "parley send 2");
  g_free (g_steal_pointer (&wire));
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Yep.\n");
  run_command (conv, "parley status");
  headless_wait_for_shown ("Sent unchanged: 1 of 1.");
}

/* What they wrote while the user had the chat is not lost to it. */
static void
test_draft_of_what_was_missed_by_command (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");
  g_autofree char *wire = NULL;

  run_command (conv, "parley on");
  purple_conv_im_send (PURPLE_CONV_IM (conv), "I'm here");
  test_protocol_receive (f->account, "alice", "when do you come?");
  run_command (conv, "parley again");
  headless_answer (f, 0, "Soon.");
  headless_wait_for_shown ("Draft 1. To send it: /parley send<BR>Soon.");
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, "Soon."));
}

/* Nothing of it comes after the plugin is gone. */
static void
test_unloaded_meanwhile (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_conversation (f->account, "alice");
  g_autofree char *shown = NULL;

  run_command (conv, "parley draft");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_shown ("Draft 1.");
  run_command (conv, "parley again");
  headless_wait_for_request (f, 1);
  g_assert_true (purple_plugin_unload (f->plugin));
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "Draft 2"));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/again/" path, Fixture, NULL, headless_setup, function, headless_teardown)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("another", test_another_draft_is_written_by_command);
  ADD ("missed", test_draft_of_what_was_missed_by_command);
  ADD ("unloaded", test_unloaded_meanwhile);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
