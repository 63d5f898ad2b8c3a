/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole table of settings by /parley set: reached, explained, checked, stored. And what the
 * user must be told when one is changed. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <pluginpref.h>
#include <prefs.h>

#include "settings/parley-setting-names.h"
#include "settings/parley-setting-text.h"
#include "parley-instance.h"
#include "dialogs/parley-prefs-frame.h"
#include "parley-prefs.h"
#include "test-dialog.h"

/* Returns: (transfer full): what the user is told, as words. */
static char *
say (Fixture *f, const char *command)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  g_autofree char *error = NULL;
  g_autofree char *shown = NULL;

  g_free (headless_dup_shown ());
  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
  shown = headless_dup_shown ();
  g_test_message ("%s", shown);
  return purple_unescape_html (shown);
}

static char *
set (Fixture *f, ParleySetting setting, const char *value)
{
  g_autofree char *name = parley_setting_dup_name (setting);
  g_autofree char *command = g_strdup_printf ("parley set %s %s", name, value);

  return say (f, command);
}

static void
assert_says (const char *said, const char *part)
{
  g_test_message ("“%s” has to be in “%s”", part, said);
  g_assert_nonnull (strstr (said, part));
}

static ParleySettings *
get_settings (Fixture *f)
{
  return parley_instance_get (f->plugin)->settings;
}

/* As it stands in the preferences, in the form in which it can be typed. */
static char *
dup_stored (ParleySetting setting)
{
  g_autofree char *path = parley_prefs_dup_path (setting);

  switch (parley_setting_get_spec (setting)->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      return g_strdup (purple_prefs_get_bool (path) ? "on" : "off");
    case PARLEY_SETTING_TYPE_INT:
      return g_strdup_printf ("%d", purple_prefs_get_int (path));
    case PARLEY_SETTING_TYPE_STRING:
    case PARLEY_SETTING_TYPE_ADDRESS:
    case PARLEY_SETTING_TYPE_CHOICE:
      return g_strdup (purple_prefs_get_string (path));
    }
  return NULL;
}

static char *
dup_default (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  if (spec->type == PARLEY_SETTING_TYPE_BOOL)
    return g_strdup (spec->default_int ? "on" : "off");
  return spec->default_string != NULL ? g_strdup (spec->default_string)
                                      : g_strdup_printf ("%d", spec->default_int);
}

/* Returns: (transfer full): a good value that is not the default. */
static char *
dup_other (ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  switch (spec->type)
    {
    case PARLEY_SETTING_TYPE_BOOL:
      return g_strdup (spec->default_int ? "off" : "on");
    case PARLEY_SETTING_TYPE_INT:
      /* Towards where no other one bounds it. */
      return g_strdup_printf ("%d", setting == PARLEY_SETTING_TURN_MAX_MS
                                            || setting == PARLEY_SETTING_BRAIN_HARD_TOKENS
                                            || setting == PARLEY_SETTING_BRAIN_CONTINUE_SCORE
                                            || setting == PARLEY_SETTING_REPLY_PACE_MAX_MS
                                            || spec->default_int == spec->min
                                        ? spec->default_int + 1
                                        : spec->default_int - 1);
    case PARLEY_SETTING_TYPE_CHOICE:
      return g_strdup (g_str_equal (spec->choices[0].value, spec->default_string)
                           ? spec->choices[1].value
                           : spec->choices[0].value);
    case PARLEY_SETTING_TYPE_ADDRESS:
      return g_strdup ("http://127.0.0.1:2/v1");
    case PARLEY_SETTING_TYPE_STRING:
      if (setting == PARLEY_SETTING_TURN_WAITS)
        return g_strdup ("irc=9; me@example.org=400");
      if (setting == PARLEY_SETTING_GUARD_QUIET_HOURS)
        return g_strdup ("Mon-Fri 22:00-07:00, Sat 10:00-12:00");
      if (setting == PARLEY_SETTING_BACKEND_HEADERS)
        return g_strdup ("X-Title: Parley; X-Team: chat");
      if (setting == PARLEY_SETTING_GUARD_ALERT_COMMAND)
        return g_strdup ("/bin/true --quietly");
      return g_strdup ("12");
    }
  return NULL;
}

/* Everything is as installed. */
static void
reset_all (Fixture *f)
{
  for (ParleySetting i = 0; i < 2 * PARLEY_N_SETTINGS; i++)
    {
      g_autoptr (GError) error = NULL;

      parley_prefs_reset (parley_instance_get (f->plugin)->prefs, i % PARLEY_N_SETTINGS, &error);
      if (i >= PARLEY_N_SETTINGS)
        g_assert_no_error (error);
    }
}

static void
test_every_setting_is_explained (Fixture *f, gconstpointer data)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);
      g_autofree char *name = parley_setting_dup_name (i);
      g_autofree char *value = parley_settings_dup_text (get_settings (f), i);
      g_autofree char *range = parley_setting_dup_range_text (i);
      g_autofree char *line = g_strdup_printf ("%s: %s [%s]", spec->label, value, name);
      g_autofree char *by_set = set (f, i, "");
      g_autofree char *command = g_strdup_printf ("parley help %s", name);
      g_autofree char *by_help = say (f, command);

      assert_says (by_set, line);
      assert_says (by_set, spec->help);
      assert_says (by_set, range);
      g_assert_cmpstr (by_help, ==, by_set);
    }
}

static void
test_every_setting_is_changed_and_taken_back (Fixture *f, gconstpointer data)
{
  reset_all (f);
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      g_autofree char *other = dup_other (i);
      g_autofree char *usual = dup_default (i);
      g_autofree char *said = NULL;
      g_autofree char *stored = NULL;
      g_autofree char *restored = NULL;

      if (parley_setting_get_spec (i)->personal)
        continue;
      said = set (f, i, other);
      assert_says (said, "From now on: ");
      stored = dup_stored (i);
      g_assert_cmpstr (stored, ==, other);
      g_free (set (f, i, "default"));
      restored = dup_stored (i);
      g_assert_cmpstr (restored, ==, usual);
    }
}

static void
test_every_change_outlives_a_restart (Fixture *f, gconstpointer data)
{
  reset_all (f);
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      g_autofree char *other = dup_other (i);

      g_free (set (f, i, other));
    }
  headless_reload (f);
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      g_autofree char *other = dup_other (i);
      g_autoptr (ParleySettings) wanted = parley_settings_new ();
      g_autofree char *expected = NULL;
      g_autofree char *shown = NULL;

      if (parley_setting_get_spec (i)->personal)
        continue;
      g_assert_true (parley_settings_set_text (wanted, i, other, NULL));
      expected = parley_settings_dup_text (wanted, i);
      shown = parley_settings_dup_text (get_settings (f), i);
      g_assert_cmpstr (shown, ==, expected);
    }
  reset_all (f);
}

static void
assert_refused (Fixture *f, ParleySetting setting, const char *value)
{
  g_autofree char *before = dup_stored (setting);
  g_autofree char *said = set (f, setting, value);
  g_autofree char *after = dup_stored (setting);
  g_autofree char *quoted = g_strdup_printf ("“%s”", parley_setting_get_spec (setting)->label);

  assert_says (said, quoted);
  g_assert_null (strstr (said, "From now on"));
  g_assert_cmpstr (after, ==, before);
}

static void
assert_int_refused (Fixture *f, ParleySetting setting, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  assert_refused (f, setting, text);
}

static void
test_every_wrong_value_is_refused (Fixture *f, gconstpointer data)
{
  reset_all (f);
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);

      switch (spec->type)
        {
        case PARLEY_SETTING_TYPE_BOOL:
          assert_refused (f, i, "perhaps");
          break;
        case PARLEY_SETTING_TYPE_INT:
          assert_int_refused (f, i, (gint64) spec->min - 1);
          assert_int_refused (f, i, (gint64) spec->max + 1);
          assert_refused (f, i, "many");
          break;
        case PARLEY_SETTING_TYPE_CHOICE:
          assert_refused (f, i, "nonsense");
          break;
        case PARLEY_SETTING_TYPE_ADDRESS:
          assert_refused (f, i, "nowhere");
          break;
        case PARLEY_SETTING_TYPE_STRING:
          assert_refused (f, i, "left\342\200\256right");
          break;
        }
    }
  assert_refused (f, PARLEY_SETTING_GUARD_QUIET_HOURS, "soon");
  assert_refused (f, PARLEY_SETTING_BACKEND_HEADERS, "Authorization: Bearer hunter2hunter");
}

/* What can't be typed is in the dialog. */
static void
test_personal_ones_are_in_the_dialog (Fixture *f, gconstpointer data)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      gboolean found = FALSE;
      guint n_groups;
      const ParleyPrefsGroup *groups = parley_prefs_groups_get (&n_groups);

      if (!parley_setting_get_spec (i)->personal)
        continue;
      assert_refused (f, i, "/tmp/keys");
      assert_refused (f, i, "default");
      for (guint j = 0; j < n_groups; j++)
        {
          for (guint k = 0; k < groups[j].n_settings; k++)
            found |= groups[j].settings[k] == i;
        }
      g_assert_true (found);
    }
}

static void
test_overview_is_the_dialog (Fixture *f, gconstpointer data)
{
  g_autofree char *said = say (f, "parley set");
  PurplePluginPrefFrame *frame = f->plugin->info->prefs_info->get_plugin_pref_frame (f->plugin);
  GList *prefs = purple_plugin_pref_frame_get_prefs (frame);

  g_assert_cmpstr (purple_plugin_pref_get_label (prefs->data), ==, "Model");
  for (GList *link = prefs; link != NULL; link = link->next)
    {
      const char *label = purple_plugin_pref_get_label (link->data);
      const char *unit = g_str_has_suffix (label, "s)") ? strrchr (label, '(') - 1 : NULL;
      g_autofree char *words = g_strndup (label, unit != NULL ? unit - label : strlen (label));

      assert_says (said, words);
    }
  assert_says (said, "/parley set NAME VALUE");
  purple_plugin_pref_frame_destroy (frame);
}

static void
test_unknown_name_gets_its_neighbours (Fixture *f, gconstpointer data)
{
  g_autofree char *slip = say (f, "parley set quite_hours 22:00-07:00");
  g_autofree char *room = say (f, "parley set reply");
  g_autofree char *markup = say (f, "parley set <b>bold</b>");

  assert_says (slip, "guard.quiet_hours");
  assert_says (room, "reply.max_bubbles, reply.max_chars");
  assert_says (markup, "There is no setting “<b>bold</b>”.");
}

static void
test_name_alone_is_enough (Fixture *f, gconstpointer data)
{
  g_autofree char *said = say (f, "parley set   quiet_hours    22:00-07:00  ");

  assert_says (said, "Quiet hours (22:00-07:00): 22:00-07:00 [guard.quiet_hours]");
  /* What is set outlives a test, and at night nobody would be answered in the next. */
  g_free (say (f, "parley set quiet_hours default"));
}

static gboolean
is_told (Fixture *f, const char *part)
{
  g_autofree char *shown = headless_dup_shown ();

  return strstr (shown, part) != NULL;
}

/* As with the preferences: before anything goes there. */
static void
test_another_server_is_disclosed_at_once (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  g_autofree char *error = NULL;

  purple_cmd_do_command (conv, "parley set base_url https://models.example.org/v1",
                         "parley set base_url https://models.example.org/v1", &error);
  g_assert_true (is_told (f, "go to https://models.example.org/v1"));
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static gboolean
is_closed (gpointer data)
{
  return parley_test_peer_is_closed (data);
}

static void
test_pause_holds_at_once (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 0);
  g_free (say (f, "parley set paused on"));
  parley_test_wait (is_closed, headless_wait_for_request (f, 0));
  g_free (say (f, "parley set paused off"));
}

/* What somebody edited into another type is set right by the user's word. */
static void
test_broken_preference_is_mended (Fixture *f, gconstpointer data)
{
  const char *path = "/plugins/core/parley/guard/quiet_hours";
  g_autofree char *said = NULL;

  test_dialogs_begin ();
  purple_plugin_unload (f->plugin);
  purple_prefs_remove (path);
  purple_prefs_add_int (path, 22);
  g_assert_true (purple_plugin_load (f->plugin));
  g_assert_true (test_dialog_get ()->open);
  said = say (f, "parley set guard.quiet_hours default");
  assert_says (said, "From now on");
  g_assert_cmpstr (purple_prefs_get_string (path), ==, "");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  test_dialogs_end ();
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/settings/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("explained", test_every_setting_is_explained);
  ADD ("changed", test_every_setting_is_changed_and_taken_back);
  ADD ("kept", test_every_change_outlives_a_restart);
  ADD ("refused", test_every_wrong_value_is_refused);
  ADD ("personal", test_personal_ones_are_in_the_dialog);
  ADD ("overview", test_overview_is_the_dialog);
  ADD ("unknown", test_unknown_name_gets_its_neighbours);
  ADD ("name-alone", test_name_alone_is_enough);
  ADD ("disclosed", test_another_server_is_disclosed_at_once);
  ADD ("pause", test_pause_holds_at_once);
  ADD ("broken", test_broken_preference_is_mended);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
