/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A prefs.xml that libpurple wrote when Parley had other defaults, all of which stand in it. */
#include "headless-purple.h"

#include <prefs.h>

#include "settings/parley-prefs-file.h"
#include "parley-instance.h"
#include "parley-prefs.h"

static ParleyInstance *
load (void)
{
  PurplePlugin *plugin = purple_plugins_find_with_id ("core-parley");

  g_assert_true (purple_plugin_load (plugin));
  return parley_instance_get (plugin);
}

static void
unload (void)
{
  g_assert_true (purple_plugin_unload (purple_plugins_find_with_id ("core-parley")));
}

static void
assert_new_defaults_and_own_values (ParleySettings *settings)
{
  const ParleySetting renewed[] = {
    PARLEY_SETTING_GUARD_CONTACT_10MIN,
    PARLEY_SETTING_GUARD_ALL_HOUR,
  };

  for (guint i = 0; i < G_N_ELEMENTS (renewed); i++)
    g_assert_cmpint (parley_settings_get_int (settings, renewed[i]), ==,
                     parley_setting_get_spec (renewed[i])->default_int);
  g_assert_cmpint (parley_settings_get_int (settings, PARLEY_SETTING_GUARD_CONTACT_10MIN), ==, 20);
  g_assert_cmpint (parley_settings_get_int (settings, PARLEY_SETTING_GUARD_CONTACT_HOUR), ==, 45);
  g_assert_cmpint (parley_settings_get_int (settings, PARLEY_SETTING_GUARD_CONTACT_TOKENS), ==,
                   50000);
  g_assert_cmpstr (parley_settings_get_string (settings, PARLEY_SETTING_GUARD_NEVER_SAY), ==,
                   "the cellar");
  g_assert_cmpstr (parley_settings_get_string (settings, PARLEY_SETTING_TURN_PROFILE), ==,
                   "patient");
}

static char *
dup_fixture (void)
{
  return g_test_build_filename (G_TEST_DIST, "fixtures", "prefs-first-defaults.xml", NULL);
}

static void
test_a_former_default_counts_as_not_set (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autofree char *path = dup_fixture ();
  g_autoptr (GError) error = NULL;
  ParleyInstance *instance = load ();

  g_assert_true (purple_prefs_get_bool ("/plugins/core/parley/introduced"));
  assert_new_defaults_and_own_values (instance->settings);
  /* The program reads the same file, and reads it so. */
  g_assert_true (parley_prefs_file_load (settings, path, &error));
  g_assert_no_error (error);
  assert_new_defaults_and_own_values (settings);
  for (ParleySetting setting = 0; setting < PARLEY_N_SETTINGS; setting++)
    {
      g_assert_cmpint (parley_setting_get_spec (setting)->default_string == NULL
                           ? parley_settings_get_int (settings, setting)
                           : 0,
                       ==,
                       parley_setting_get_spec (setting)->default_string == NULL
                           ? parley_settings_get_int (instance->settings, setting)
                           : 0);
    }
  unload ();
}

/* Who wants it as it was says so, and it stays. */
static void
test_a_former_default_that_was_chosen_stays (void)
{
  ParleyInstance *instance = load ();

  g_assert_true (
      parley_prefs_set_text (instance->prefs, PARLEY_SETTING_GUARD_CONTACT_10MIN, "6", NULL));
  unload ();
  instance = load ();
  g_assert_cmpint (parley_settings_get_int (instance->settings, PARLEY_SETTING_GUARD_CONTACT_10MIN),
                   ==, 6);
  unload ();
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-former-XXXXXX", NULL);
  g_autofree char *prefs = g_build_filename (folder, "prefs.xml", NULL);
  g_autofree char *fixture = NULL;
  g_autofree char *text = NULL;
  gsize length;
  int result;

  g_test_init (&argc, &argv, NULL);
  fixture = dup_fixture ();
  g_assert_true (g_file_get_contents (fixture, &text, &length, NULL));
  g_assert_true (g_file_set_contents (prefs, text, (gssize) length, NULL));
  headless_purple_start_in (folder);
  g_test_add_func ("/plugin/former-defaults/renewed", test_a_former_default_counts_as_not_set);
  g_test_add_func ("/plugin/former-defaults/chosen", test_a_former_default_that_was_chosen_stays);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
