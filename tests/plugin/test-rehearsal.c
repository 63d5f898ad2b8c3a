/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* "Talk to my Parley". */
#include "headless-purple.h"

#include <string.h>

#include <glib/gstdio.h>

#include <blist.h>
#include <cmds.h>
#include <prefs.h>
#include <prpl.h>
#include <savedstatuses.h>
#include <server.h>
#include <signals.h>
#include <util.h>

/* Where the second and third program of a test keep their files. */
#define FOLDER "PARLEY_TEST_FOLDER"

#define TITLE  "Talk to my Parley"

static PurpleConversation *
find_window (void)
{
  for (GList *link = purple_get_ims (); link != NULL; link = link->next)
    {
      if (g_str_equal (purple_conversation_get_title (link->data), TITLE))
        return link->data;
    }
  return NULL;
}

static gboolean
has_window (gpointer data)
{
  return find_window () != NULL;
}

static PurpleConversation *
open_window (Fixture *f)
{
  headless_run_action (f, TITLE);
  parley_test_wait (has_window, NULL);
  return find_window ();
}

static gboolean
has_no_protocol (gpointer data)
{
  return purple_find_prpl ("prpl-parley-rehearsal") == NULL;
}

static void
close_window (void)
{
  purple_conversation_destroy (find_window ());
  parley_test_wait (has_no_protocol, NULL);
}

/* The user writes in the window. */
static void
write_there (const char *text)
{
  purple_conv_im_send (PURPLE_CONV_IM (find_window ()), text);
}

/* As the client tells the protocol. */
static void
type_there (PurpleTypingState state)
{
  PurpleConversation *conv = find_window ();

  serv_send_typing (purple_conversation_get_gc (conv), purple_conversation_get_name (conv), state);
}

/* Returns: (transfer full): who wrote what in the window, without Parley's own lines. */
static char *
dup_talk (void)
{
  GString *talk = g_string_new (NULL);
  GList *link = g_list_last (purple_conversation_get_message_history (find_window ()));

  for (; link != NULL; link = link->prev)
    {
      if ((purple_conversation_message_get_flags (link->data) & PURPLE_MESSAGE_SYSTEM) != 0)
        continue;
      g_string_append_printf (talk, "%s: %s\n", ((PurpleConvMessage *) link->data)->alias,
                              purple_conversation_message_get_message (link->data));
    }
  return g_string_free (talk, FALSE);
}

static gboolean
is_said (gpointer data)
{
  g_autofree char *talk = dup_talk ();

  return strstr (talk, data) != NULL;
}

/* Runs the main loop until the talk has @last in it, and compares the whole of it. */
static void
assert_talk (const char *last, const char *expected)
{
  g_autofree char *talk = NULL;

  parley_test_wait (is_said, (gpointer) last);
  headless_settle ();
  talk = dup_talk ();
  g_assert_cmpstr (talk, ==, expected);
}

static void
assert_nothing_went_out (Fixture *f)
{
  g_autofree char *wire = test_protocol_dup_wire (f->account);
  g_autofree char *other = test_protocol_dup_wire (f->other);

  g_assert_cmpstr (wire, ==, "");
  g_assert_cmpstr (other, ==, "");
}

static void
run_command (const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (find_window (), command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

/* As in a real chat */

static void
test_burst_is_answered_once (Fixture *f, gconstpointer data)
{
  headless_set_int ("turn/fixed_ms", 200);
  open_window (f);
  write_there ("wait");
  write_there ("so i just had");
  write_there ("3 slices");
  write_there ("of <b>cake</b> &amp; tea");
  headless_answer (f, 0, "Lucky you.");
  assert_talk ("Lucky", "You: wait\nYou: so i just had\nYou: 3 slices\n"
                        "You: of <b>cake</b> &amp; tea\nMy Parley: Lucky you.\n");
  g_assert_nonnull (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 0)),
                            "wait\\nso i just had\\n3 slices\\nof cake & tea"));
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  assert_nothing_went_out (f);
}

/* Another chat is answered: by then the rehearsal would have been, too. */
static void
pass_a_turn (Fixture *f, guint index)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "are you there?");
  headless_answer (f, index, "Yes.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Yes.\n");
}

static void
test_typing_holds_and_others_are_answered_meanwhile (Fixture *f, gconstpointer data)
{
  open_window (f);
  write_there ("hm?");
  type_there (PURPLE_TYPING);
  pass_a_turn (f, 0);
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  type_there (PURPLE_NOT_TYPING);
  headless_answer (f, 1, "Go on.");
  assert_talk ("Go on", "You: hm?\nMy Parley: Go on.\n");
}

static void
make_slow (Fixture *f)
{
  headless_set_int ("turn/fixed_ms", 1);
  headless_set_int ("reply/pace_cps", 1);
  headless_set_int ("reply/pace_min_ms", 0);
  headless_set_int ("reply/pace_max_ms", 30000);
  headless_set_int ("reply/pace_jitter", 0);
}

/* The answer is written, and takes so long to type that nothing of it is said. */
static void
bring_to_speaking (Fixture *f)
{
  make_slow (f);
  open_window (f);
  write_there ("hm?");
  headless_answer (f, 0, "A reply that takes twenty seconds to type.");
  headless_wait_for_state ("speaking");
}

static void
test_breaking_in_drops_the_answer (Fixture *f, gconstpointer data)
{
  bring_to_speaking (f);
  write_there ("no, wait");
  g_assert_nonnull (
      strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)), "hm?\\nno, wait"));
  assert_talk ("no, wait", "You: hm?\nYou: no, wait\n");
}

static gboolean
partner_types (gpointer data)
{
  return purple_conv_im_get_typing_state (PURPLE_CONV_IM (find_window ())) == PURPLE_TYPING;
}

static void
test_its_typing_is_seen (Fixture *f, gconstpointer data)
{
  bring_to_speaking (f);
  parley_test_wait (partner_types, NULL);
}

static void
test_answer_is_text_not_markup (Fixture *f, gconstpointer data)
{
  open_window (f);
  write_there ("hm?");
  headless_answer (f, 0, "1 < 2 & <script>");
  assert_talk ("1 &lt;", "You: hm?\nMy Parley: 1 &lt; 2 &amp; &lt;script&gt;\n");
}

/* Its name is Parley's, and yet the window is no place for a trick. */
static void
test_its_lines_are_not_marked_as_somebody_elses (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  open_window (f);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "Parley: Write as somebody who writes to you"));
  g_assert_nonnull (strstr (shown, "Parley: The model “scripted” on this machine"));
  g_assert_null (strstr (shown, "[from"));
}

static void
test_paused_parley_can_be_tried (Fixture *f, gconstpointer data)
{
  purple_prefs_set_bool ("/plugins/core/parley/guard/paused", TRUE);
  open_window (f);
  write_there ("hm?");
  headless_answer (f, 0, "Yes.");
  assert_talk ("Yes", "You: hm?\nMy Parley: Yes.\n");
  purple_prefs_set_bool ("/plugins/core/parley/guard/paused", FALSE);
}

/* The window */

static void
test_opened_twice_is_one_window (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_window (f);

  headless_run_action (f, TITLE);
  headless_settle ();
  g_assert_true (find_window () == conv);
  g_assert_cmpuint (g_list_length (purple_get_ims ()), ==, 1);
}

static gboolean
is_hung_up (gpointer peer)
{
  return parley_test_peer_is_closed (peer);
}

static void
test_closed_while_it_thinks_hangs_up (Fixture *f, gconstpointer data)
{
  ParleyTestPeer *peer;

  open_window (f);
  write_there ("hm?");
  peer = headless_wait_for_request (f, 0);
  close_window ();
  parley_test_wait (is_hung_up, peer);
  g_assert_null (find_window ());
}

static void
test_closed_while_it_speaks_and_opened_anew (Fixture *f, gconstpointer data)
{
  bring_to_speaking (f);
  purple_conversation_destroy (find_window ());
  open_window (f);
  assert_talk ("", "");
  write_there ("who are you?");
  g_assert_null (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)), "hm?"));
}

static void
test_unloaded_while_it_thinks (Fixture *f, gconstpointer data)
{
  ParleyTestPeer *peer;

  open_window (f);
  write_there ("hm?");
  peer = headless_wait_for_request (f, 0);
  g_assert_true (purple_plugin_unload (f->plugin));
  g_assert_null (find_window ());
  g_assert_true (has_no_protocol (NULL));
  parley_test_wait (is_hung_up, peer);
}

static void
test_unloaded_while_it_speaks (Fixture *f, gconstpointer data)
{
  bring_to_speaking (f);
  g_assert_true (purple_plugin_unload (f->plugin));
  headless_settle ();
  g_assert_null (find_window ());
}

/* The menu was chosen, and the plugin is gone before the window opens. */
static void
test_unloaded_as_soon_as_it_opens (Fixture *f, gconstpointer data)
{
  headless_run_action (f, TITLE);
  g_assert_true (purple_plugin_unload (f->plugin));
  headless_settle ();
  g_assert_null (find_window ());
}

static void
test_200_times_leave_nothing (Fixture *f, gconstpointer data)
{
  guint n_plugins = g_list_length (purple_plugins_get_all ());
  guint n_protocols = g_list_length (purple_plugins_get_protocols ());
  guint n_accounts = g_list_length (purple_accounts_get_all ());

  for (guint i = 0; i < 200; i++)
    {
      open_window (f);
      write_there ("hm?");
      if (i % 10 != 9)
        close_window ();
      else
        headless_reload (f);
    }
  g_assert_cmpuint (g_list_length (purple_plugins_get_all ()), ==, n_plugins);
  g_assert_cmpuint (g_list_length (purple_plugins_get_protocols ()), ==, n_protocols);
  g_assert_cmpuint (g_list_length (purple_accounts_get_all ()), ==, n_accounts);
  g_assert_cmpuint (g_list_length (purple_connections_get_all ()), ==, 2);
}

/* An account that the user made of the protocol while a window was open would be taken for ours. */
static void
test_account_in_its_place_is_told (Fixture *f, gconstpointer data)
{
  open_window (f);
  purple_accounts_add (purple_account_new ("You", "prpl-parley-rehearsal"));
  close_window ();
  headless_run_action (f, TITLE);
  headless_wait_for_shown ("Remove it, and try again");
  g_assert_null (find_window ());
}

/* Commands */

static void
test_commands_are_about_the_rehearsal (Fixture *f, gconstpointer data)
{
  open_window (f);
  g_free (headless_dup_shown ());
  run_command ("parley why");
  headless_wait_for_shown ("Silent: nothing came that Parley may answer.");
  run_command ("parley status");
  headless_wait_for_shown ("Switched on for this person.");
  write_there ("hm?");
  headless_wait_for_request (f, 0);
  run_command ("parley why");
  headless_wait_for_shown ("Waits for the answer that it is writing.");
}

static void
test_nobody_is_switched_on_there (Fixture *f, gconstpointer data)
{
  static const char *const commands[] = { "off", "draft", "shadow", "forget", "persona Be rude." };

  open_window (f);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *command = g_strconcat ("parley ", commands[i], NULL);

      run_command (command);
      headless_wait_for_shown ("This is a rehearsal");
    }
  write_there ("hm?");
  headless_answer (f, 0, "Yes.");
  assert_talk ("Yes", "You: hm?\nMy Parley: Yes.\n");
}

/* Where it would show the user a draft it shows them one. */
static void
test_draft_is_edited_and_sent_there (Fixture *f, gconstpointer data)
{
  headless_set_string ("guard/never_say", "pistachio");
  open_window (f);
  write_there ("hm?");
  headless_answer (f, 0, "I like pistachio.");
  headless_wait_for_shown ("I like pistachio.");
  run_command ("parley edit I like <nuts>.");
  run_command ("parley send 2"); /* which came just now, so the number is asked for */
  assert_talk ("nuts", "You: hm?\nMy Parley: I like &lt;nuts&gt;.\n");
  headless_set_string ("guard/never_say", "");
}

/* What stays behind */

static gboolean
is_listed (gpointer data)
{
  GString *all = data;
  g_autofree char *shown = headless_dup_shown ();

  g_string_append (all, shown);
  return strstr (all->str, "[What Parley did]") != NULL;
}

static void
test_what_parley_did_has_nothing_of_it (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) shown = g_string_new (NULL);

  open_window (f);
  write_there ("hm?");
  headless_answer (f, 0, "Yes indeed.");
  assert_talk ("Yes", "You: hm?\nMy Parley: Yes indeed.\n");
  g_free (headless_dup_shown ());
  headless_run_action (f, "What Parley did");
  parley_test_wait (is_listed, shown);
  g_assert_null (strstr (shown->str, "Yes indeed"));
  g_assert_null (strstr (shown->str, "Answered"));
  g_assert_null (strstr (shown->str, "rehearsal"));
}

/* Of a client that has its buddy list saved as libpurple does it. */
static PurpleBlistUiOps blist_ops; /* libpurple: written to */

/* A program with the same accounts and preferences each time. */
static void
set_up_program (Fixture *f)
{
  purple_prefs_set_bool ("/purple/logging/log_ims", TRUE);
  purple_blist_set_ui_ops (&blist_ops);
  purple_blist_load (); /* one that was never read is never written */
  purple_prefs_set_bool ("/purple/away/away_when_idle", FALSE);
  headless_setup (f, NULL);
  headless_set_string ("backend/kind", "builtin");
  headless_set_string ("backend/base_url",
                       "http://127.0.0.1:9/v1"); /* else another port each time */
  headless_set_string ("backend/runs_here", "");
  headless_reload (f);
  purple_savedstatus_get_current (); /* libpurple makes it when it is first asked for */
}

/* libpurple writes its files when it quits. */
static void
quit_program (Fixture *f)
{
  parley_test_server_free (f->server);
  headless_purple_quit ();
  exit (0);
}

/* The window is open till the end. */
static void
test_program_with_a_rehearsal (void)
{
  Fixture f = { 0 };

  set_up_program (&f);
  open_window (&f);
  write_there ("are you there?");
  parley_test_wait (is_said, (gpointer) "My Parley: I&apos;m away at the moment.");
  quit_program (&f);
}

static void
test_program_without (void)
{
  Fixture f = { 0 };

  set_up_program (&f);
  quit_program (&f);
}

static char *
run_program (const char *path)
{
  char *folder = g_dir_make_tmp ("parley-rehearsal-XXXXXX", NULL);

  g_setenv (FOLDER, folder, TRUE);
  g_test_trap_subprocess (path, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  return folder;
}

/* Parley's own folder has what it cost; libpurple notes in status.xml when a status was used. */
static gboolean
may_differ (const char *name)
{
  return g_str_equal (name, "parley") || g_str_equal (name, "status.xml");
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds a line for each file: its name and all that is in it. The files are removed. */
static void
take_from (GString *all, const char *path, const char *shown)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *child = g_build_filename (path, g_ptr_array_index (names, i), NULL);
      g_autoptr (GString) rest = g_string_new (NULL);

      take_from (may_differ (g_ptr_array_index (names, i)) ? rest : all, child,
                 g_ptr_array_index (names, i));
    }
  if (dir == NULL && g_file_get_contents (path, &text, NULL, NULL))
    g_string_append_printf (all, "%s: %s\n", shown, text);
  g_remove (path);
}

/* Returns: (transfer full): what a program leaves, without the name of its folder and the seconds
 * in which libpurple made the status and Parley was first there. */
static char *
run_and_take_files (const char *path)
{
  g_autoptr (GRegex) made
      = g_regex_new ("(name='(default' type='int|since' type='string)' value=')[0-9]+", 0, 0, NULL);
  g_autofree char *folder = run_program (path);
  g_autoptr (GString) files = g_string_new (NULL);

  take_from (files, folder, "");
  g_string_replace (files, folder, "", 0);
  g_assert_nonnull (strstr (files->str, "accounts.xml: "));
  g_assert_nonnull (strstr (files->str, "blist.xml: "));
  g_assert_nonnull (strstr (files->str, "prefs.xml: "));
  return g_regex_replace (made, files->str, -1, 0, "\\1", 0, NULL);
}

static void
test_libpurples_files_are_the_same_as_without (void)
{
  g_autofree char *with = run_and_take_files ("/plugin/rehearsal/files/subprocess/with");
  g_autofree char *without = run_and_take_files ("/plugin/rehearsal/files/subprocess/without");

  g_assert_null (strstr (with, "away at the moment"));
  g_assert_cmpstr (with, ==, without);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/rehearsal/" name, Fixture, NULL, headless_setup, func, headless_teardown)

static void
count_plugin (PurplePlugin *plugin, guint *told)
{
  (*told)++;
}

/* Where it opens later, Pidgin leaves another chat in front; told of a plugin, clients rebuild the
 * menu it was chosen in. */
static void
test_opens_in_the_menu_and_leaves_the_menu_alone (Fixture *f, gconstpointer data)
{
  guint told = 0;

  purple_signal_connect (purple_plugins_get_handle (), "plugin-load", &told,
                         PURPLE_CALLBACK (count_plugin), &told);
  headless_run_action (f, TITLE);
  g_assert_nonnull (find_window ());
  g_assert_cmpuint (told, ==, 0);
  purple_signals_disconnect_by_handle (&told);
  close_window ();
}

static void
add_tests (void)
{
  ADD ("burst", test_burst_is_answered_once);
  ADD ("typing", test_typing_holds_and_others_are_answered_meanwhile);
  ADD ("breaking-in", test_breaking_in_drops_the_answer);
  ADD ("its-typing", test_its_typing_is_seen);
  ADD ("markup", test_answer_is_text_not_markup);
  ADD ("not-marked", test_its_lines_are_not_marked_as_somebody_elses);
  ADD ("paused", test_paused_parley_can_be_tried);
  ADD ("opening", test_opens_in_the_menu_and_leaves_the_menu_alone);
  ADD ("twice", test_opened_twice_is_one_window);
  ADD ("closed/thinking", test_closed_while_it_thinks_hangs_up);
  ADD ("closed/speaking", test_closed_while_it_speaks_and_opened_anew);
  ADD ("unloaded/thinking", test_unloaded_while_it_thinks);
  ADD ("unloaded/speaking", test_unloaded_while_it_speaks);
  ADD ("unloaded/opening", test_unloaded_as_soon_as_it_opens);
  ADD ("often", test_200_times_leave_nothing);
  ADD ("account", test_account_in_its_place_is_told);
  ADD ("commands", test_commands_are_about_the_rehearsal);
  ADD ("switches", test_nobody_is_switched_on_there);
  ADD ("draft", test_draft_is_edited_and_sent_there);
  ADD ("journal", test_what_parley_did_has_nothing_of_it);
  g_test_add_func ("/plugin/rehearsal/files", test_libpurples_files_are_the_same_as_without);
  g_test_add_func ("/plugin/rehearsal/files/subprocess/with", test_program_with_a_rehearsal);
  g_test_add_func ("/plugin/rehearsal/files/subprocess/without", test_program_without);
}

int
main (int argc, char **argv)
{
  const char *folder = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_test_subprocess () ? g_getenv (FOLDER) : NULL;
  if (folder != NULL)
    headless_purple_start_in (folder);
  else
    headless_purple_start ();
  add_tests ();
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
