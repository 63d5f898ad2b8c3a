/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* "Status of all chats", and the pause for all of them. */
#include "headless-purple.h"

#include <string.h>
#include <time.h>

#include <cmds.h>
#include <conversation.h>

#include "settings/parley-settings.h"
#include "parley-instance.h"
#include "test-dialog.h"

#define FIELD "person"

static gboolean
is_open (gpointer data)
{
  return test_dialog_get ()->open;
}

static void
open_status (Fixture *f)
{
  headless_run_action (f, "Status of all chats");
  parley_test_wait (is_open, NULL);
}

/* Returns: (transfer none): the chats at a glance, a line each. */
static const char *
get_rows (void)
{
  return strstr (test_dialog_get ()->secondary, "\n\n") + strlen ("\n\n");
}

#define assert_rows(expected) g_assert_cmpstr (get_rows (), ==, expected)

static void
set_up (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  test_dialogs_begin ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  headless_teardown (f, data);
  test_dialogs_end ();
}

static void
test_only_who_is_on_is_listed (Fixture *f, gconstpointer data)
{
  headless_add_buddy (f->account, "bob", FALSE);
  headless_add_buddy (f->other, "carol", TRUE);
  open_status (f);
  assert_rows ("alice on me: Answer for me. Waiting for them to write.\n"
               "carol on me too: Answer for me. Waiting for them to write.");
}

/* Of the server no more than whose it is; its path may be a secret. */
static void
test_summary_says_what_counts_for_all (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);
  g_autofree char *secret = g_strconcat (url, "/secret", NULL);
  const char *summary;

  headless_set_string ("backend/base_url", secret);
  headless_set_string ("guard/price_read", "1000");
  headless_set_string ("guard/currency", "EUR");
  headless_reload (f);
  open_status (f);
  summary = test_dialog_get ()->secondary;
  g_test_message ("%s", summary);
  g_assert_nonnull (strstr (summary, "Not paused."));
  g_assert_nonnull (strstr (summary, "“scripted” at http://127.0.0.1:"));
  g_assert_null (strstr (summary, "secret"));
  g_assert_nonnull (strstr (summary, "0 of 400"));
  g_assert_nonnull (strstr (summary, "EUR"));
  headless_set_string ("guard/price_read", "");
  headless_set_string ("guard/currency", "");
}

static void
test_closer_look_tells_the_last_turn (Fixture *f, gconstpointer data)
{
  const char *details;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  open_status (f);
  assert_rows ("alice on me: Answer for me, 1 answer. Waiting for them to write.");
  test_dialog_answer_fields ();
  g_assert_cmpstr (test_dialog_get ()->primary, ==, "alice on me");
  details = test_dialog_get ()->secondary;
  g_test_message ("%s", details);
  g_assert_nonnull (strstr (details, "Answer for me\nWaiting for them to write.\nLast time: "));
  g_assert_nonnull (strstr (details, "1 message was read. Answered."));
  g_assert_nonnull (strstr (details, "In the last 24 hours: 1 answer, "));
  g_assert_null (strstr (details, "boat"));
}

static void
test_closer_look_tells_of_drafts (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  g_autofree char *error = NULL;

  purple_cmd_do_command (conv, "parley draft", "parley draft", &error);
  test_protocol_receive (f->account, "alice", "is the boat blue?");
  headless_answer (f, 0, "It is green.");
  headless_wait_for_shown ("It is green.");
  purple_cmd_do_command (conv, "parley send 1", "parley send 1", &error);
  g_free (headless_wait_for_wire (f->account));
  open_status (f);
  test_dialog_answer_fields ();
  g_test_message ("%s", test_dialog_get ()->secondary);
  g_assert_true (g_str_has_prefix (test_dialog_get ()->secondary, "Write drafts\n"));
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "Sent unchanged: 1 of 1."));
}

/* Who was switched off since is still there, for what was done. */
static void
test_it_is_switched_off_and_shown_anew (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  open_status (f);
  test_dialog_answer_fields ();
  g_assert_cmpint (test_dialog_get ()->preferred, ==, 4);
  test_dialog_press ("Switch off");
  headless_wait_for_shown ("Switched off");
  open_status (f);
  assert_rows ("alice on me: Off, 1 answer. Switched off for this person.");
  test_dialog_answer_fields ();
  g_assert_cmpuint (test_dialog_get ()->n_buttons, ==, 3);
  test_dialog_press ("Back");
  parley_test_wait (is_open, NULL);
  assert_rows ("alice on me: Off, 1 answer. Switched off for this person.");
}

static void
test_it_is_stopped (Fixture *f, gconstpointer data)
{
  open_status (f);
  test_dialog_answer_fields ();
  test_dialog_press ("Stop here");
  headless_wait_for_shown ("Stopped for this person");
  open_status (f);
  assert_rows (
      "alice on me: Answer for me. Parley is stopped for this person until you type /parley go.");
}

static void
test_chat_is_opened (Fixture *f, gconstpointer data)
{
  open_status (f);
  g_assert_null (headless_find (f->account, "alice"));
  test_dialog_answer_fields ();
  test_dialog_press ("Open the chat");
  g_assert_nonnull (headless_find (f->account, "alice"));
}

static void
test_nobody_is_on (Fixture *f, gconstpointer data)
{
  purple_blist_remove_buddy (purple_find_buddy (f->account, "alice"));
  headless_run_action (f, "Status of all chats");
  headless_wait_for_shown ("Parley is switched on for nobody");
  g_assert_false (test_dialog_get ()->open);
}

/* Names are anybody's: two may be alike, and a row is one line without anything hidden. */
static void
test_hostile_names_are_rows (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = headless_add_buddy (f->account, "bob", TRUE);
  PurpleBuddy *carol = headless_add_buddy (f->account, "carol", TRUE);

  purple_blist_alias_buddy (bob, "<b>x</b>\n\xe2\x80\xae"
                                 "y");
  purple_blist_alias_buddy (carol, "<b>x</b> y");
  open_status (f);
  assert_rows ("alice on me: Answer for me. Waiting for them to write.\n"
               "<b>x</b> y (bob) on me: Answer for me. Waiting for them to write.\n"
               "<b>x</b> y (carol) on me: Answer for me. Waiting for them to write.");
  test_dialog_mark (FIELD, "<b>x</b> y (carol)");
  test_dialog_answer_fields ();
  test_dialog_press ("Open the chat");
  g_assert_nonnull (headless_find (f->account, "carol"));
  g_assert_null (headless_find (f->account, "bob"));
}

static void
test_account_is_gone_at_the_answer (Fixture *f, gconstpointer data)
{
  const char *const buttons[] = { "Open the chat", "Switch off", "Stop here" };
  g_autofree char *shown = NULL;

  headless_add_buddy (f->other, "carol", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      open_status (f);
      test_dialog_mark (FIELD, "carol on me too");
      test_dialog_answer_fields ();
      purple_account_set_username (f->other, "renamed");
      g_free (headless_dup_shown ());
      test_dialog_press (buttons[i]);
      purple_account_set_username (f->other, "me too");
    }
  shown = headless_dup_shown ();
  g_assert_cmpstr (shown, ==, "");
  g_assert_null (headless_find (f->other, "carol"));
}

static void
test_it_goes_with_the_plugin (Fixture *f, gconstpointer data)
{
  open_status (f);
  purple_plugin_unload (f->plugin);
  g_assert_false (test_dialog_get ()->open);
  g_assert_true (purple_plugin_load (f->plugin));
  headless_run_action (f, "Status of all chats");
  purple_plugin_unload (f->plugin);
  headless_settle ();
  g_assert_false (test_dialog_get ()->open);
}

static void
test_it_needs_no_connection (Fixture *f, gconstpointer data)
{
  const char *rows;

  purple_account_disconnect (f->account);
  open_status (f);
  rows = get_rows ();
  g_assert_nonnull (strstr (rows, "alice on me: Answer for me. "));
  g_assert_null (strstr (rows, "Waiting for them"));
}

/* There can be no new window without a connection; one that is open is shown. */
static void
test_chat_is_not_opened_without_a_connection (Fixture *f, gconstpointer data)
{
  purple_account_disconnect (f->account);
  open_status (f);
  test_dialog_answer_fields ();
  test_dialog_press ("Open the chat");
  headless_wait_for_shown ("The chat can't be opened");
  g_assert_null (headless_find (f->account, "alice"));
}

/* Nothing of a private chat outlives the sitting, and in it it counts. */
static void
test_stranger_in_private_is_shown_in_this_sitting (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "zoe");
  g_autofree char *error = NULL;

  purple_conversation_set_logging (conv, FALSE);
  purple_cmd_do_command (conv, "parley on", "parley on", &error);
  test_protocol_receive (f->account, "zoe", "hello?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  open_status (f);
  g_assert_nonnull (strstr (get_rows (), "zoe on me: Answer for me, 1 answer. "));
  headless_reload (f);
  open_status (f);
  g_assert_null (strstr (get_rows (), "zoe"));
}

/* Returns: µs of the processor that this thread has had: other programs don't count. */
static gint64
get_work (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* The slowest turn of the main loop while a thousand are looked up and shown. It takes 3 ms; the
 * bound leaves room for sanitizers. */
static void
test_a_thousand_are_no_stall (Fixture *f, gconstpointer data)
{
  gint64 begin;
  gint64 worst;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("person-%u", i);

      headless_add_buddy (f->account, name, TRUE);
    }
  headless_settle ();
  begin = get_work ();
  headless_run_action (f, "Status of all chats");
  worst = get_work () - begin;
  while (!test_dialog_get ()->open)
    {
      begin = get_work ();
      g_main_context_iteration (NULL, FALSE);
      worst = MAX (worst, get_work () - begin);
    }
  g_test_message ("%.1f ms", (double) worst / 1000);
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "\nAnd 989 more chats."));
  g_assert_cmpint (worst, <, 30000);
}

static gboolean
is_paused (Fixture *f)
{
  ParleyInstance *instance = f->plugin->extra;

  return parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED);
}

/* Pressed twice it is still paused: who wants silence must not have to look first. */
static void
test_all_is_paused_and_goes_on (Fixture *f, gconstpointer data)
{
  headless_run_action (f, "Pause everything");
  headless_wait_for_shown ("Paused in all chats.");
  headless_run_action (f, "Pause everything");
  headless_wait_for_shown ("Paused in all chats.");
  g_assert_true (is_paused (f));
  open_status (f);
  g_assert_true (g_str_has_prefix (test_dialog_get ()->secondary, "Paused in all chats.\n"));
  headless_run_action (f, "Go on everywhere");
  headless_wait_for_shown ("Parley goes on in all chats.");
  g_assert_false (is_paused (f));
}

static void
test_pause_stops_what_is_being_said (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  headless_bring_to (f, "speaking");
  headless_run_action (f, "Pause everything");
  headless_wait_for_state ("idle");
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, " < "));
  headless_run_action (f, "Go on everywhere");
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/status/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("listed", test_only_who_is_on_is_listed);
  ADD ("summary", test_summary_says_what_counts_for_all);
  ADD ("closer-look", test_closer_look_tells_the_last_turn);
  ADD ("drafts", test_closer_look_tells_of_drafts);
  ADD ("switched-off", test_it_is_switched_off_and_shown_anew);
  ADD ("stopped", test_it_is_stopped);
  ADD ("chat-opened", test_chat_is_opened);
  ADD ("nobody", test_nobody_is_on);
  ADD ("hostile-names", test_hostile_names_are_rows);
  ADD ("account-gone", test_account_is_gone_at_the_answer);
  ADD ("unload", test_it_goes_with_the_plugin);
  ADD ("offline", test_it_needs_no_connection);
  ADD ("offline-chat", test_chat_is_not_opened_without_a_connection);
  ADD ("private", test_stranger_in_private_is_shown_in_this_sitting);
  ADD ("thousand", test_a_thousand_are_no_stall);
  ADD ("paused", test_all_is_paused_and_goes_on);
  ADD ("pause-stops", test_pause_stops_what_is_being_said);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
