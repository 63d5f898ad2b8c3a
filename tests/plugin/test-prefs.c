/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Preferences, their dialog, and "Test connection". */
#include "headless-purple.h"

#include <string.h>

#include <pluginpref.h>
#include <prefs.h>

#include "settings/parley-settings.h"
#include "parley-prefs.h"
#include "test-dialog.h"

static void
assert_shown (const char *part)
{
  g_autofree char *shown = headless_dup_shown ();

  g_test_message ("%s", shown);
  g_assert_nonnull (strstr (shown, part));
}

static void
test_every_setting_is_a_preference (Fixture *f, gconstpointer data)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);
      g_autofree char *path
          = g_strdup_printf ("/plugins/core/parley/%s/%s", spec->room, spec->name);

      g_assert_true (purple_prefs_exists (path));
    }
}

static void
assert_not_answered (Fixture *f)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
assert_answered (Fixture *f)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

/* Nobody knows what the user wants until they say it. */
static void
test_bad_value_is_named_and_closes (Fixture *f, gconstpointer data)
{
  headless_set_int ("turn/grace_ms", 999999);
  headless_reload (f);
  assert_shown ("60000");
  assert_not_answered (f);
  headless_set_int ("turn/grace_ms", 20);
  parley_prefs_flush (parley_instance_get (f->plugin)->prefs);
  assert_answered (f);
}

static void
test_bad_value_keeps_the_last_good_one (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/base_url", "gopher://somewhere");
  headless_wait_for_shown ("http://");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

/* It stays as it is until the user says that it may go. */
static void
test_wrong_type_is_named_and_closes (Fixture *f, gconstpointer data)
{
  const char *path = "/plugins/core/parley/guard/quiet_hours";

  test_dialogs_begin ();
  purple_plugin_unload (f->plugin);
  purple_prefs_remove (path);
  purple_prefs_add_int (path, 22);
  g_assert_true (purple_plugin_load (f->plugin));
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "“Quiet hours"));
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "can't be read"));
  assert_not_answered (f);
  g_assert_cmpint (purple_prefs_get_int (path), ==, 22);
  test_dialog_press_first ();
  g_assert_cmpstr (purple_prefs_get_string (path), ==, "");
  assert_answered (f);
  test_dialogs_end ();
}

/* Shortest and longest wait both move past where the other one was. */
static void
test_bounds_may_move_together (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  headless_set_int ("turn/min_ms", 5000);
  headless_set_int ("turn/max_ms", 6000);
  headless_reload (f);
  shown = headless_dup_shown ();
  g_assert_cmpstr (shown, ==, "");
  headless_set_int ("turn/min_ms", 200);
  headless_set_int ("turn/max_ms", 3000);
}

static void
test_dialog (Fixture *f, gconstpointer data)
{
  PurplePluginPrefFrame *frame = f->plugin->info->prefs_info->get_plugin_pref_frame (f->plugin);
  GList *prefs = purple_plugin_pref_frame_get_prefs (frame);

  g_assert_null (purple_plugin_pref_get_name (prefs->data)); /* begins with a plain label */
  for (GList *link = prefs; link != NULL; link = link->next)
    {
      const char *name = purple_plugin_pref_get_name (link->data);

      g_assert_nonnull (purple_plugin_pref_get_label (link->data));
      g_assert_true (name == NULL || purple_prefs_exists (name));
      g_assert_true (purple_plugin_pref_get_type (link->data) != PURPLE_PLUGIN_PREF_INFO);
    }
  purple_plugin_pref_frame_destroy (frame);
}

static void
run_test_connection (Fixture *f)
{
  headless_run_action (f, "Test connection");
}

static void
answer_models (Fixture *f, const char *json)
{
  ParleyTestPeer *peer = headless_wait_for_request (f, 0);

  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/models");
  parley_test_peer_head (peer, 200, "application/json", NULL);
  parley_test_peer_chunk (peer, json, -1);
  parley_test_peer_end (peer);
}

static void
test_connection_works (Fixture *f, gconstpointer data)
{
  run_test_connection (f);
  answer_models (f, "{\"data\":[{\"id\":\"scripted\"},{\"id\":\"other\"}]}");
  headless_wait_for_shown ("has the model “scripted”");
}

static void
test_connection_without_the_model (Fixture *f, gconstpointer data)
{
  run_test_connection (f);
  answer_models (f, "{\"data\":[{\"id\":\"other\"}]}");
  headless_wait_for_shown ("no model “scripted”");
}

/* To see what there is one need not know what there is. */
static void
test_connection_without_a_name (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/model", "");
  headless_reload (f);
  run_test_connection (f);
  answer_models (f, "{\"data\":[{\"id\":\"llama\"}]}");
  headless_wait_for_shown ("Choose one of the server's models:\nllama");
}

static gboolean
dialog_is_open (gpointer data)
{
  return test_dialog_get ()->open;
}

static void
test_model_is_chosen_from_the_servers (Fixture *f, gconstpointer data)
{
  g_autofree char *marked = NULL;

  test_dialogs_begin ();
  headless_run_action (f, "Choose a model…");
  answer_models (f, "{\"data\":[{\"id\":\"scripted\"},{\"id\":\"other\"}]}");
  parley_test_wait (dialog_is_open, NULL);
  marked = test_dialog_dup_marked ("model");
  g_assert_cmpstr (marked, ==, "scripted");
  test_dialog_mark ("model", "other");
  test_dialog_answer_fields ();
  g_assert_cmpstr (purple_prefs_get_string ("/plugins/core/parley/backend/model"), ==, "other");
  test_dialogs_end ();
}

static void
test_dialog_goes_with_the_plugin (Fixture *f, gconstpointer data)
{
  test_dialogs_begin ();
  headless_run_action (f, "Choose a model…");
  answer_models (f, "{\"data\":[{\"id\":\"scripted\"}]}");
  parley_test_wait (dialog_is_open, NULL);
  purple_plugin_unload (f->plugin);
  g_assert_false (test_dialog_get ()->open);
  test_dialogs_end ();
}

/* The button is pressed right after the address was typed. */
static void
test_connection_uses_what_was_just_typed (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/base_url", "http://127.0.0.1:1/v1");
  run_test_connection (f);
  headless_wait_for_shown ("does not work");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
test_another_server_is_disclosed (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/base_url", "https://models.example.org/v1");
  headless_wait_for_shown ("go to https://models.example.org/v1");
}

static void
test_connection_refused (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/base_url", "http://127.0.0.1:1/v1");
  headless_reload (f);
  run_test_connection (f);
  headless_wait_for_shown ("does not work");
}

static void
test_connection_of_builtin (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/kind", "builtin");
  headless_reload (f);
  run_test_connection (f);
  assert_shown ("No connection is needed");
}

static void
test_unload_during_the_connection_test (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  run_test_connection (f);
  headless_wait_for_request (f, 0);
  purple_plugin_unload (f->plugin);
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_cmpstr (shown, ==, "");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/prefs/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("every-setting", test_every_setting_is_a_preference);
  ADD ("bad-value", test_bad_value_is_named_and_closes);
  ADD ("last-good-value", test_bad_value_keeps_the_last_good_one);
  ADD ("wrong-type", test_wrong_type_is_named_and_closes);
  ADD ("bounds", test_bounds_may_move_together);
  ADD ("dialog", test_dialog);
  ADD ("connection", test_connection_works);
  ADD ("connection-without-model", test_connection_without_the_model);
  ADD ("connection-without-name", test_connection_without_a_name);
  ADD ("choose-a-model", test_model_is_chosen_from_the_servers);
  ADD ("dialog-goes", test_dialog_goes_with_the_plugin);
  ADD ("connection-just-typed", test_connection_uses_what_was_just_typed);
  ADD ("another-server", test_another_server_is_disclosed);
  ADD ("connection-refused", test_connection_refused);
  ADD ("connection-builtin", test_connection_of_builtin);
  ADD ("connection-unload", test_unload_during_the_connection_test);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
