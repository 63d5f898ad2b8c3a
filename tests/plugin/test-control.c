/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* The program "parley ctl" and the plugin, over the socket between them. */
#include "headless-purple.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include <blist.h>
#include <cmds.h>
#include <core.h>
#include <util.h>

#include "base/parley-json.h"
#include "parley-instance.h"

/* Returns: (transfer full): where the program was built. */
static char *
dup_program (void)
{
  return g_test_build_filename (G_TEST_BUILT, "..", "src", "cli", "parley", NULL);
}

typedef struct
{
  GSubprocess *process;
  gboolean over;
  char *out;
  char *err;
} Run;

static void
run_clear (Run *run)
{
  g_clear_object (&run->process);
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
on_over (GObject *process, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (process), result, &run->out, &run->err,
                                        &error);
  g_assert_no_error (error);
  run->over = TRUE;
}

static gboolean
is_over (gpointer data)
{
  return ((Run *) data)->over;
}

/* @line: words, with "|" between them. */
static void
start (Run *run, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, "|", -1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *program = dup_program ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (argv, program);
  g_ptr_array_add (argv, (char *) "ctl");
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, (char *) "--user-dir");
  g_ptr_array_add (argv, (char *) purple_user_dir ());
  g_ptr_array_add (argv, NULL);
  run->process
      = g_subprocess_newv ((const char *const *) argv->pdata,
                           G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (run->process, NULL, NULL, on_over, run);
}

/* Returns: (transfer full): what it printed. */
static char *
control (const char *line)
{
  g_auto (Run) run = { NULL };

  start (&run, line);
  parley_test_wait (is_over, &run);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (g_subprocess_get_exit_status (run.process), ==, 0);
  return g_steal_pointer (&run.out);
}

static void
control_ok (const char *line)
{
  g_autofree char *out = control (line);

  g_assert_cmpstr (out, ==, "{\"ok\":true}\n");
}

static void
control_refused (const char *line, const char *sentence)
{
  g_auto (Run) run = { NULL };
  g_autofree char *all = g_strdup_printf ("parley ctl: %s\n", sentence);

  start (&run, line);
  parley_test_wait (is_over, &run);
  g_assert_cmpstr (run.err, ==, all);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_cmpint (g_subprocess_get_exit_status (run.process), ==, 1);
}

/* A draft for alice, whom the model answers request number @index. */
static void
have_draft (Fixture *f, guint index, const char *question, const char *answer)
{
  test_protocol_receive (f->account, "alice", question);
  headless_answer (f, index, answer);
  headless_wait_for_shown (answer);
}

/* Two for the same words of alice. */
static void
have_two_drafts (Fixture *f)
{
  PurpleConversation *conv;
  g_autofree char *error = NULL;

  control_ok ("mode|me/alice|draft");
  have_draft (f, 0, "is the boat blue?", "It is green.");
  conv = headless_find (f->account, "alice");
  g_assert_cmpint (purple_cmd_do_command (conv, "parley again", "parley again", &error), ==,
                   PURPLE_CMD_STATUS_OK);
  headless_answer (f, 1, "Green, why?");
  headless_wait_for_shown ("Green, why?");
  g_free (test_protocol_dup_wire (f->account));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  purple_prefs_set_bool ("/plugins/core/parley/guard/control", TRUE);
  headless_reload (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  purple_prefs_set_bool ("/plugins/core/parley/guard/control", FALSE);
  headless_teardown (f, data);
}

static void
test_nobody_listens_unasked (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", "control", NULL);
  g_auto (Run) run = { NULL };

  start (&run, "status");
  parley_test_wait (is_over, &run);
  g_assert_cmpint (g_subprocess_get_exit_status (run.process), ==, 1);
  g_assert_nonnull (strstr (run.err, "can't reach Parley"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_starter_wants_it (Fixture *f, gconstpointer data)
{
  g_autofree char *out = NULL;

  g_setenv ("PARLEY_CONTROL", "1", TRUE);
  headless_reload (f);
  out = control ("health");
  g_unsetenv ("PARLEY_CONTROL");
  g_assert_nonnull (strstr (out, "\"trouble\":null"));
}

static void
test_status (Fixture *f, gconstpointer data)
{
  g_autofree char *out = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonArray *chats;
  JsonObject *alice;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  out = control ("status");
  node = parley_json_parse (out, strlen (out), NULL);
  chats = parley_json_get_array (json_node_get_object (node), "chats");
  g_assert_cmpuint (json_array_get_length (chats), ==, 1);
  alice = parley_json_get_element (chats, 0);
  g_assert_cmpstr (parley_json_get_string (alice, "protocol"), ==, TEST_PROTOCOL_A);
  g_assert_cmpstr (parley_json_get_string (alice, "account"), ==, "me");
  g_assert_cmpstr (parley_json_get_string (alice, "address"), ==, "alice");
  g_assert_cmpstr (parley_json_get_string (alice, "mode"), ==, "auto");
  g_assert_cmpint (parley_json_get_int (alice, "replies", -1), ==, 1);
  g_assert_null (strstr (out, "boat"));
  g_assert_null (strstr (out, "green"));
}

/* Nothing is said any more, and that is on the disk when it is confirmed. */
static void
test_pause_and_go (Fixture *f, gconstpointer data)
{
  ParleyInstance *instance = parley_instance_get (f->plugin);

  control_ok ("pause");
  g_assert_true (parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED));
  purple_plugin_unload (f->plugin);
  purple_prefs_set_bool ("/plugins/core/parley/guard/paused", FALSE); /* as a crash would have it */
  purple_plugin_load (f->plugin);
  instance = parley_instance_get (f->plugin);
  g_assert_true (parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED));
  control_ok ("go");
  g_assert_false (parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED));
  control_ok ("pause|600");
  g_assert_true (parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED));
  control_ok ("go");
  control_refused ("pause|99999999", "A pause lasts at most 31 days.");
}

static void
test_unwell_while_paused (Fixture *f, gconstpointer data)
{
  g_auto (Run) run = { NULL };

  control_ok ("pause");
  start (&run, "health");
  parley_test_wait (is_over, &run);
  g_assert_cmpint (g_subprocess_get_exit_status (run.process), ==, 1);
  g_assert_nonnull (strstr (run.out, "\"trouble\":\"paused\""));
  control_ok ("go");
}

static void
test_unwell_while_offline (Fixture *f, gconstpointer data)
{
  g_auto (Run) run = { NULL };

  purple_account_disconnect (f->other);
  start (&run, "health");
  parley_test_wait (is_over, &run);
  g_assert_cmpint (g_subprocess_get_exit_status (run.process), ==, 1);
  g_assert_nonnull (strstr (run.out, "\"trouble\":\"offline\""));
  g_assert_nonnull (strstr (run.out, "\"accounts\":2,\"online\":1"));
}

static void
test_drafts (Fixture *f, gconstpointer data)
{
  g_autofree char *out = NULL;
  g_autofree char *wire = NULL;

  control_ok ("mode|me/alice|draft");
  have_draft (f, 0, "is the boat blue?", "It is green.");
  out = control ("drafts");
  g_assert_cmpstr (out, ==,
                   "{\"ok\":true,\"drafts\":[{\"protocol\":\"" TEST_PROTOCOL_A
                   "\",\"account\":\"me\",\"address\":\"alice\",\"number\":1,"
                   "\"text\":\"It is green.\"}]}\n");
  control_refused ("send|2", "There is no draft with that number.");
  g_free (test_protocol_dup_wire (f->account));
  control_ok ("send|1");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < It is green.\n");
  have_draft (f, 1, "and the car?", "It is red.");
  control_ok ("drop|2|me/alice");
  g_free (out);
  out = control ("drafts");
  g_assert_cmpstr (out, ==, "{\"ok\":true,\"drafts\":[]}\n");
}

/* Two for the same words: the one that is sent makes the other untrue. */
static void
test_drafts_to_choose_from (Fixture *f, gconstpointer data)
{
  g_autofree char *out = NULL;
  g_autofree char *wire = NULL;
  g_autofree char *after = NULL;

  have_two_drafts (f);
  out = control ("drafts");
  g_assert_cmpstr (out, ==,
                   "{\"ok\":true,\"drafts\":["
                   "{\"protocol\":\"" TEST_PROTOCOL_A "\",\"account\":\"me\","
                   "\"address\":\"alice\",\"number\":1,\"text\":\"It is green.\"},"
                   "{\"protocol\":\"" TEST_PROTOCOL_A "\",\"account\":\"me\","
                   "\"address\":\"alice\",\"number\":2,\"text\":\"Green, why?\"}]}\n");
  control_ok ("send|1");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < It is green.\n");
  after = control ("drafts");
  g_assert_cmpstr (after, ==, "{\"ok\":true,\"drafts\":[]}\n");
  control_refused ("send|2|me/alice", "There is no draft with that number.");
}

static void
test_dropped_from_several (Fixture *f, gconstpointer data)
{
  g_autofree char *out = NULL;
  g_autofree char *wire = NULL;

  have_two_drafts (f);
  control_ok ("drop|1");
  control_refused ("drop|1", "There is no draft with that number.");
  out = control ("drafts");
  g_assert_nonnull (strstr (out, "\"number\":2"));
  g_assert_null (strstr (out, "\"number\":1"));
  control_ok ("send|2");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Green, why?\n");
}

/* Each chat counts for itself: nobody gets what was meant for somebody else. */
static void
test_same_number_twice (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  headless_add_buddy (f->account, "bob", TRUE);
  control_ok ("mode|me/alice|draft");
  control_ok ("mode|me/bob|draft");
  have_draft (f, 0, "is the boat blue?", "It is green.");
  test_protocol_receive (f->account, "bob", "and the house?");
  headless_answer (f, 1, "White.");
  headless_wait_for_shown ("White.");
  g_free (test_protocol_dup_wire (f->account));
  control_refused ("send|1", "Several chats have a draft with that number: add the person.");
  control_ok ("send|1|me/bob");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "bob < White.\n");
}

static void
test_who_is_meant (Fixture *f, gconstpointer data)
{
  PurpleBuddy *buddy = purple_find_buddy (f->account, "alice");
  ParleyInstance *instance = parley_instance_get (f->plugin);
  PurpleAccount *twin = test_protocol_connect (TEST_PROTOCOL_B, "me");

  purple_blist_alias_buddy (buddy, "Ally");
  headless_add_buddy (twin, "alice", TRUE);
  control_refused ("off|me/alice", "Several accounts are called “me”: add the protocol.");
  control_refused ("off|me/Ally|--protocol|parley-a",
                   "“Ally” is not in the buddy list of that account.");
  control_refused ("off|you/alice", "There is no account “you”.");
  control_refused ("mode|me/alice|loud|--protocol|" TEST_PROTOCOL_A,
                   "The mode is one of: off, shadow, draft, countdown, auto.");
  g_assert_cmpint (parley_contacts_get_mode (instance->contacts, f->account, "alice"), ==,
                   PARLEY_MODE_AUTO);
  control_ok ("off|me/alice|--protocol|parley-a");
  g_assert_cmpint (parley_contacts_get_mode (instance->contacts, f->account, "alice"), ==,
                   PARLEY_MODE_OFF);
  g_assert_cmpint (parley_contacts_get_mode (instance->contacts, twin, "alice"), ==,
                   PARLEY_MODE_AUTO);
  control_refused ("on|me/alice|--protocol|parley-a",
                   "Parley is off for this person. “mode” switches it on.");
  control_ok ("mode|me/alice|shadow|--protocol|parley-a");
  control_ok ("on|me/alice|--protocol|parley-a");
  g_assert_cmpint (parley_contacts_get_mode (instance->contacts, f->account, "alice"), ==,
                   PARLEY_MODE_SHADOW);
}

/* What was changed stands in the activity log. */
static void
test_it_is_written_down (Fixture *f, gconstpointer data)
{
  control_ok ("mode|me/alice|draft");
  control_ok ("pause");
  control_ok ("go");
  g_free (headless_dup_shown ());
  headless_run_action (f, "What Parley did");
  headless_wait_for_shown ("<b>alice</b>");
}

static void
test_first_questions (Fixture *f, gconstpointer data)
{
  purple_prefs_set_bool ("/plugins/core/parley/introduced", FALSE);
  headless_set_string ("backend/kind", "builtin");
  control_ok ("off|me/alice");
  purple_plugin_unload (f->plugin);
  purple_blist_remove_buddy (purple_find_buddy (f->account, "alice"));
  purple_plugin_load (f->plugin);
  control_refused ("status", "Nothing was changed: first switch Parley on for somebody in Pidgin "
                             "or Finch, and answer its questions there.");
}

static gboolean
has_line (gpointer data)
{
  return strchr (((GString *) data)->str, '\n') != NULL;
}

static void
on_line (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autofree char *line = g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (stream),
                                                                     result, NULL, NULL);

  g_string_append_printf (data, "%s\n", line != NULL ? line : "");
}

/* Returns: (transfer full): the next line that the process prints. */
static char *
read_line (GDataInputStream *stream)
{
  GString *text = g_string_new (NULL);

  g_data_input_stream_read_line_async (stream, G_PRIORITY_DEFAULT, NULL, on_line, text);
  parley_test_wait (has_line, text);
  return g_string_free (text, FALSE);
}

/* It says that something happened, and nothing of whom or what. */
static void
test_watching (Fixture *f, gconstpointer data)
{
  g_autofree char *program = dup_program ();
  g_autoptr (GSubprocess) watcher
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, program, "ctl", "watch",
                          "--user-dir", purple_user_dir (), NULL);
  g_autoptr (GDataInputStream) stream
      = g_data_input_stream_new (g_subprocess_get_stdout_pipe (watcher));
  g_autofree char *first = read_line (stream);
  g_autofree char *second = NULL;

  g_assert_cmpstr (first, ==, "{\"ok\":true}\n");
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  second = read_line (stream);
  g_assert_cmpstr (second, ==, "{\"event\":\"read\",\"reason\":\"timeout\"}\n");
  while (strstr (second, "\"turn\"") == NULL)
    {
      g_free (second);
      second = read_line (stream);
      g_assert_true (g_str_has_prefix (second, "{\"event\":\""));
      g_assert_null (strstr (second, "green"));
      g_assert_null (strstr (second, "alice"));
    }
  g_subprocess_force_exit (watcher);
}

static void
test_metrics (Fixture *f, gconstpointer data)
{
  g_autofree char *out = NULL;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  out = control ("metrics");
  g_assert_nonnull (strstr (out, "\nparley_accounts_online 2\n"));
  g_assert_nonnull (strstr (out, "\nparley_model_reachable 1\n"));
  g_assert_nonnull (strstr (out, "\nparley_deeds_total{kind=\"said\",reason=\"\"} 1\n"));
  g_assert_nonnull (strstr (out, "\nparley_turn_message_count_count 1\n"));
  g_assert_null (strstr (out, "alice"));
}

/* As in a new profile, where nothing of Parley's is yet. */
static void
test_first_start_of_all (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (purple_user_dir (), "parley", NULL);
  g_autofree char *path = g_build_filename (folder, "control", NULL);

  purple_plugin_unload (f->plugin);
  parley_test_folder_remove (folder);
  purple_plugin_load (f->plugin);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* What could not be written is counted, and answers go on. */
static void
test_metrics_of_a_log_that_cannot_be_written (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", "parley.log", NULL);
  g_autofree char *out = NULL;

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  purple_prefs_set_bool ("/plugins/core/parley/guard/log_file", TRUE);
  headless_reload (f);
  headless_wait_for_shown ("Parley can't write its log file. It goes on without it.");
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  headless_settle_all (f);
  out = control ("metrics");
  purple_prefs_set_bool ("/plugins/core/parley/guard/log_file", FALSE);
  g_rmdir (path);
  g_assert_nonnull (strstr (out, "{kind=\"important\",reason=\"log_failed\"} 1\n"));
  g_assert_nonnull (strstr (out, "\nparley_log_lines_lost_total "));
  g_assert_null (strstr (out, "\nparley_log_lines_lost_total 0\n"));
}

/* A key that was changed by hand counts from the next request on. */
static void
test_reload (Fixture *f, gconstpointer data)
{
  control_ok ("reload");
  headless_talk (f, 0, "is the boat blue?", "It is green.");
}

static void
test_unloaded_while_watched (Fixture *f, gconstpointer data)
{
  g_auto (Run) run = { NULL };
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", "control", NULL);

  start (&run, "watch");
  headless_settle_all (f);
  purple_plugin_unload (f->plugin);
  parley_test_wait (is_over, &run);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_link_in_its_place (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", "control", NULL);

  purple_plugin_unload (f->plugin);
  g_assert_cmpint (symlink ("/etc/hostname", path), ==, 0);
  purple_plugin_load (f->plugin);
  headless_wait_for_shown ("Parley can't be controlled at");
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
  g_unlink (path);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/control/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  g_test_add ("/plugin/control/unasked", Fixture, NULL, headless_setup, test_nobody_listens_unasked,
              headless_teardown);
  g_test_add ("/plugin/control/starter", Fixture, NULL, headless_setup, test_starter_wants_it,
              headless_teardown);
  ADD ("status", test_status);
  ADD ("pause", test_pause_and_go);
  ADD ("unwell-paused", test_unwell_while_paused);
  ADD ("unwell-offline", test_unwell_while_offline);
  ADD ("drafts", test_drafts);
  ADD ("several", test_drafts_to_choose_from);
  ADD ("several-dropped", test_dropped_from_several);
  ADD ("same-number", test_same_number_twice);
  ADD ("who", test_who_is_meant);
  ADD ("written-down", test_it_is_written_down);
  ADD ("first-questions", test_first_questions);
  ADD ("watch", test_watching);
  ADD ("metrics", test_metrics);
  ADD ("first-start", test_first_start_of_all);
  ADD ("metrics-lost", test_metrics_of_a_log_that_cannot_be_written);
  ADD ("reload", test_reload);
  ADD ("unloaded", test_unloaded_while_watched);
  ADD ("link", test_link_in_its_place);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
