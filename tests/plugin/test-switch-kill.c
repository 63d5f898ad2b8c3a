/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The program is killed the moment it has confirmed what the user switched, seconds before
 * libpurple would write it down. The next one has it so. */
#include "headless-purple.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include <cmds.h>
#include <signals.h>
#include <util.h>

#include "parley-instance.h"
#include "test-dialog.h"

/* Who is who: alice was switched on alone, bob by his group, carol by the account, dave alone in a
 * group where drafts are written, and erin to drafts. */
static const char *const people[] = { "alice", "bob", "carol", "dave", "erin" };

static PurpleAccount *
get_account (void)
{
  return purple_accounts_find ("me", TEST_PROTOCOL_A);
}

static PurpleBlistNode *
get_node (const char *who)
{
  return PURPLE_BLIST_NODE (purple_find_buddy (get_account (), who));
}

/* What the user does */

static void
type (const char *command)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, get_account (), "alice");
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

static gboolean
choose_item (GList *menu, PurpleBlistNode *node, const char *label)
{
  for (GList *link = menu; link != NULL; link = link->next)
    {
      PurpleMenuAction *item = link->data;

      if (g_str_has_suffix (item->label, label) && item->callback != NULL)
        {
          ((void (*) (PurpleBlistNode *, gpointer)) item->callback) (node, item->data);
          return TRUE;
        }
      if (choose_item (item->children, node, label))
        return TRUE;
    }
  return FALSE;
}

static void
choose_in_menu (PurpleBlistNode *node, const char *label)
{
  GList *menu = NULL;

  purple_signal_emit (purple_blist_get_handle (), "blist-node-extended-menu", node, &menu);
  g_assert_true (choose_item (menu, node, label));
}

static void
choose_for_alice (const char *label)
{
  choose_in_menu (get_node ("alice"), label);
}

static void
choose_for_dave (const char *label)
{
  choose_in_menu (get_node ("dave"), label);
}

static void
choose_for_erin (const char *label)
{
  choose_in_menu (get_node ("erin"), label);
}

static void
choose_for_the_group (const char *label)
{
  choose_in_menu (get_node ("bob")->parent->parent, label);
}

static void
choose_for_the_account (const char *label)
{
  Fixture f = { .plugin = purple_plugins_find_with_id ("core-parley") };

  test_dialogs_begin ();
  headless_run_action (&f, "Answer for a whole account…");
  purple_request_field_account_set_value (
      purple_request_fields_get_field (test_dialog_get ()->fields, "account"), get_account ());
  test_dialog_mark ("mode", label);
  test_dialog_answer_fields ();
}

static void
choose_action (const char *label)
{
  Fixture f = { .plugin = purple_plugins_find_with_id ("core-parley") };

  headless_run_action (&f, label);
}

typedef struct
{
  const char *name;
  void (*act) (const char *what);
  const char *what;
  const char *confirmed;
  const char *state; /* of all of them, in the next program */
} Case;

static const Case cases[] = {
  { "pause", type, "parley pause", "Paused in all chats",
    "alice:auto bob:auto carol:auto dave:auto erin:draft paused" },
  { "pause-for", type, "parley pause 10 min", "Paused in all chats until",
    "alice:auto bob:auto carol:auto dave:auto erin:draft paused" },
  { "set-paused", type, "parley set paused on", "From now on",
    "alice:auto bob:auto carol:auto dave:auto erin:draft paused" },
  { "stop", type, "parley stop", "Stopped for this person",
    "alice:auto,stopped bob:auto carol:auto dave:auto erin:draft" },
  { "off", type, "parley off", "Switched off for this person",
    "alice:off bob:auto carol:auto dave:auto erin:draft" },
  { "draft", type, "parley draft", "Parley shows you each answer",
    "alice:draft bob:auto carol:auto dave:auto erin:draft" },
  { "menu-off", choose_for_alice, "Off", "Switched off for this person",
    "alice:off bob:auto carol:auto dave:auto erin:draft" },
  { "menu-watch", choose_for_alice, "Watch only", "Switched on for this person",
    "alice:shadow bob:auto carol:auto dave:auto erin:draft" },
  { "menu-away", choose_for_alice, "When I'm away", NULL,
    "alice:auto,rests bob:auto carol:auto dave:auto erin:draft" },
  { "menu-as-group", choose_for_dave, "Same as the group", NULL,
    "alice:auto bob:auto carol:auto dave:draft erin:draft" },
  { "group-off", choose_for_the_group, "Off", "Switched off for everybody",
    "alice:auto bob:off carol:auto dave:auto erin:draft" },
  { "account-off", choose_for_the_account, "Off", "Switched off for everybody",
    "alice:auto bob:auto carol:off dave:auto erin:draft" },
  /* libpurple's record is the stricter one here, and counts. */
  { "menu-auto", choose_for_erin, "Answer for me", "Switched on for this person",
    "alice:auto bob:auto carol:auto dave:auto erin:draft" },
  { "pause-action", choose_action, "Pause everything", "Paused in all chats",
    "alice:auto bob:auto carol:auto dave:auto erin:draft paused" },
};

/* The three programs */

/* Without one libpurple keeps no buddy list. */
static PurpleBlistUiOps blist_ops = { 0 }; /* libpurple: fills it in */

/* As accounts.xml would have it: the protocol of the tests comes too late for libpurple to read it
 * from there. */
static void
add_account (void)
{
  purple_account_set_ui_string (test_protocol_connect (TEST_PROTOCOL_A, "me"), "parley",
                                "parley-mode", "auto");
}

static PurplePlugin *
start (const char *folder)
{
  PurplePlugin *plugin;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  headless_purple_start_in (folder);
  purple_blist_set_ui_ops (&blist_ops);
  add_account ();
  purple_blist_load ();
  plugin = purple_plugins_find_with_id ("core-parley");
  g_assert_true (purple_plugin_load (plugin));
  return plugin;
}

static void
add (PurpleAccount *account, const char *who, const char *group, const char *mode)
{
  PurpleBuddy *buddy = purple_buddy_new (account, who, NULL);

  purple_blist_add_buddy (buddy, NULL, purple_group_new (group), NULL);
  if (mode != NULL)
    purple_blist_node_set_string (PURPLE_BLIST_NODE (buddy), "parley-mode", mode);
}

static void
run_first (const char *folder)
{
  PurpleAccount *account;

  start (folder);
  purple_prefs_set_bool ("/plugins/core/parley/introduced", TRUE);
  account = get_account ();
  add (account, "alice", "Alone", "auto");
  add (account, "bob", "Friends", NULL);
  add (account, "carol", "Others", NULL);
  add (account, "dave", "Careful", "auto");
  add (account, "erin", "Alone", "draft");
  purple_blist_node_set_string (PURPLE_BLIST_NODE (purple_find_group ("Friends")), "parley-mode",
                                "auto");
  purple_blist_node_set_string (PURPLE_BLIST_NODE (purple_find_group ("Careful")), "parley-mode",
                                "draft");
  headless_purple_quit ();
  _exit (0);
}

static void
run_killed (const char *folder, const Case *it)
{
  ParleyInstance *instance = parley_instance_get (start (folder));

  it->act (it->what);
  if (it->confirmed != NULL)
    headless_wait_for_shown (it->confirmed);
  else
    g_free (headless_dup_shown ());
  g_assert_nonnull (instance);
  kill (getpid (), SIGKILL);
}

static void
describe (ParleyInstance *instance, const char *who, GString *text)
{
  g_autoptr (GDateTime) local = g_date_time_new_now_local ();
  const ParleyRuleFacts now = { .local = local };
  ParleyFacts facts = { 0 };

  parley_contacts_judge (instance->contacts, get_account (), who, &now, &facts);
  g_string_append_printf (text, "%s%s:%s%s%s%s", text->len > 0 ? " " : "", who,
                          parley_mode_to_string (facts.mode), facts.stopped ? ",stopped" : "",
                          facts.rule_rests ? ",rests" : "", facts.rule_broken ? ",broken" : "");
}

static void
run_next (const char *folder, int out)
{
  ParleyInstance *instance = parley_instance_get (start (folder));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (people); i++)
    describe (instance, people[i], text);
  if (parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED))
    g_string_append (text, " paused");
  g_assert_cmpint (write (out, text->str, text->len), ==, (gssize) text->len);
  _exit (0);
}

/* The test */

static int
wait_for (pid_t pid)
{
  int status = 0;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

/* Returns: (transfer full): all that libpurple has on the disk of what can be switched. */
static char *
dup_libpurple (const char *folder)
{
  static const char *const names[] = { "blist.xml", "prefs.xml" };
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_string_append (all, text);
    }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static char *
dup_next_state (const char *folder)
{
  char text[256] = "";
  int out[2];
  pid_t pid;

  g_assert_cmpint (pipe (out), ==, 0);
  pid = fork ();
  if (pid == 0)
    run_next (folder, out[1]);
  g_assert_cmpint (wait_for (pid), ==, 0);
  g_assert_cmpint (read (out[0], text, sizeof text - 1), >, 0);
  close (out[0]);
  close (out[1]);
  return g_strdup (text);
}

static void
kill_after (const char *folder, const Case *it)
{
  pid_t pid = fork ();
  int status;

  if (pid == 0)
    run_killed (folder, it);
  status = wait_for (pid);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
}

static void
remove_folder (const char *folder)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

static char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("parley-switch-kill-XXXXXX", NULL);
  g_autofree char *accounts = NULL;
  pid_t pid = fork ();

  if (pid == 0)
    run_first (folder);
  g_assert_cmpint (wait_for (pid), ==, 0);
  accounts = g_build_filename (folder, "accounts.xml", NULL);
  g_assert_cmpint (g_remove (accounts), ==, 0);
  return folder;
}

static void
test_what_was_confirmed_outlives_a_kill (gconstpointer data)
{
  const Case *it = data;
  g_autofree char *folder = make_folder ();
  g_autofree char *before = dup_libpurple (folder);
  g_autofree char *accounts = g_build_filename (folder, "accounts.xml", NULL);
  g_autofree char *after = NULL;
  g_autofree char *state = NULL;

  kill_after (folder, it);
  after = dup_libpurple (folder);
  g_assert_false (g_file_test (accounts, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (after, ==, before);
  state = dup_next_state (folder);
  g_assert_cmpstr (state, ==, it->state);
  remove_folder (folder);
}

static void
test_the_last_switch_counts (void)
{
  static const Case off = { "off", type, "parley off", "Switched off", NULL };
  static const Case on = { "on", type, "parley auto", "Parley sends answers by itself", NULL };
  g_autofree char *folder = make_folder ();
  g_autofree char *state = NULL;

  kill_after (folder, &off);
  kill_after (folder, &on);
  state = dup_next_state (folder);
  g_assert_cmpstr (state, ==, "alice:auto bob:auto carol:auto dave:auto erin:draft");
  remove_folder (folder);
}

/* A folder stands where the file should be: nothing is confirmed falsely, and the next program
 * is silent and says why. */
static void
test_what_cannot_be_written_is_not_confirmed (void)
{
  static const Case stop = { "stop", type, "parley stop", "save this, so it may be lost", NULL };
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "parley", "switches", NULL);
  g_autofree char *inner = g_build_filename (path, "inner", NULL);
  g_autofree char *state = NULL;

  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  kill_after (folder, &stop);
  state = dup_next_state (folder);
  g_assert_cmpstr (state, ==, "alice:auto bob:auto carol:auto dave:auto erin:draft paused");
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/switch-kill/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_what_was_confirmed_outlives_a_kill);
    }
  g_test_add_func ("/plugin/switch-kill/last", test_the_last_switch_counts);
  g_test_add_func ("/plugin/switch-kill/unwritable", test_what_cannot_be_written_is_not_confirmed);
  return g_test_run ();
}
