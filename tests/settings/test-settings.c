/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-error.h"
#include "settings/parley-settings.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_table_is_sound (void)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);

      g_test_message ("%s", spec->name);
      g_assert_nonnull (spec->label);
      g_assert_null (strchr (spec->label, '_')); /* clients would take it as a mnemonic */
      g_assert_nonnull (spec->help);
      g_assert_true (g_str_has_suffix (spec->help, "."));
      g_assert_null (strchr (spec->help, '\n'));
      g_assert_cmpuint (strlen (spec->help), >, strlen (spec->label));
      g_assert_cmpint (spec->default_int, >=, spec->min);
      g_assert_cmpint (spec->default_int, <=, spec->max);
      g_assert_cmpint (spec->default_string != NULL, ==,
                       spec->type != PARLEY_SETTING_TYPE_INT
                           && spec->type != PARLEY_SETTING_TYPE_BOOL);
      for (ParleySetting j = 0; j < i; j++)
        {
          const ParleySettingSpec *other = parley_setting_get_spec (j);

          g_assert_false (g_str_equal (other->room, spec->room)
                          && g_str_equal (other->name, spec->name));
          g_assert_cmpstr (other->label, !=, spec->label);
          g_assert_cmpstr (other->help, !=, spec->help);
        }
    }
}

static void
test_defaults_are_allowed (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      const ParleySettingSpec *spec = parley_setting_get_spec (i);
      g_autoptr (GError) error = NULL;

      if (spec->default_string != NULL)
        parley_settings_set_string (settings, i, spec->default_string, &error);
      else
        parley_settings_set_int (settings, i, spec->default_int, &error);
      g_assert_no_error (error);
    }
  g_assert_cmpuint (parley_settings_get_serial (settings), ==, 0);
}

static void
assert_refused (gboolean ok, GError **error, const char *word)
{
  g_autoptr (GError) owned = g_steal_pointer (error);

  g_assert_false (ok);
  g_assert_error (owned, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (owned->message, word));
}

static void
test_last_good_value_stays (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  GError *error = NULL;

  g_assert_true (parley_settings_set_int (settings, PARLEY_SETTING_TURN_MAX_MS, 4000, NULL));
  assert_refused (parley_settings_set_int (settings, PARLEY_SETTING_TURN_MAX_MS, 60001, &error),
                  &error, "60000");
  g_assert_cmpint (parley_settings_get_int (settings, PARLEY_SETTING_TURN_MAX_MS), ==, 4000);
  g_assert_cmpuint (parley_settings_get_serial (settings), ==, 1);
}

static void
test_bounds_stay_in_order (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  GError *error = NULL;

  assert_refused (parley_settings_set_int (settings, PARLEY_SETTING_TURN_MIN_MS, 3001, &error),
                  &error, "3000");
  assert_refused (parley_settings_set_int (settings, PARLEY_SETTING_TURN_MAX_MS, 100, &error),
                  &error, "200");
}

static void
test_strings_are_checked (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  const struct
  {
    ParleySetting setting;
    const char *value;
    const char *word;
  } bad[] = {
    { PARLEY_SETTING_BACKEND_KIND, "telepathy", "telepathy" },
    { PARLEY_SETTING_TURN_PROFILE, "", "Wait for more" },
    { PARLEY_SETTING_TURN_WAITS, "irc=soon", "Waits by kind of account" },
    { PARLEY_SETTING_GUARD_QUIET_HOURS, "22:00-25:00", "“25:00” is not a time of day" },
    { PARLEY_SETTING_BACKEND_BASE_URL, "localhost:11434", "http://" },
    { PARLEY_SETTING_BACKEND_BASE_URL, "file:///etc/passwd", "http://" },
    { PARLEY_SETTING_BACKEND_BASE_URL, "http://", "http://" },
    { PARLEY_SETTING_BACKEND_MODEL, "two\nlines", "one line" },
    { PARLEY_SETTING_BACKEND_MODEL, "\xff", "one line" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      GError *error = NULL;

      assert_refused (parley_settings_set_string (settings, bad[i].setting, bad[i].value, &error),
                      &error, bad[i].word);
    }
  g_assert_cmpuint (parley_settings_get_serial (settings), ==, 0);
  g_assert_true (parley_settings_set_string (settings, PARLEY_SETTING_TURN_WAITS, "irc=9", NULL));
  g_assert_true (
      parley_settings_set_string (settings, PARLEY_SETTING_GUARD_QUIET_HOURS, "22:00-07:00", NULL));
  g_assert_true (parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_BASE_URL,
                                             "https://example.org/v1", NULL));
}

static gboolean
load (ParleySettings *settings, const char *text, GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("parley-settings-XXXXXX", &path, NULL);
  gboolean ok;

  g_assert_true (g_close (fd, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  ok = parley_settings_load_key_file (settings, path, error);
  g_remove (path);
  return ok;
}

static void
test_key_file (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autoptr (GError) error = NULL;

  load (settings, "[turn]\nprofile=patient\nmin_ms=300\n[brain]\ntools=false\n", &error);
  g_assert_no_error (error);
  g_assert_cmpint (parley_settings_get_int (settings, PARLEY_SETTING_TURN_MIN_MS), ==, 300);
  g_assert_cmpstr (parley_settings_get_string (settings, PARLEY_SETTING_TURN_PROFILE), ==,
                   "patient");
  g_assert_false (parley_settings_get_bool (settings, PARLEY_SETTING_BRAIN_TOOLS));
}

static void
test_bad_key_files (void)
{
  const char *const bad[]
      = { "[turn]\nmin_mss=3\n", "[turn]\nmin_ms=soon\n", "[turn]\nmin_ms=-1\n",
          "nothing\n",           "[backend]\nkind=\n",    "[t\xffurn]\nmin_ms=3\n" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (ParleySettings) settings = parley_settings_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (load (settings, bad[i], &error));
      g_assert_nonnull (strstr (error->message, "parley-settings-"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

static void
assert_damage (const char *text, guint line)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *place = g_strdup_printf (":%u: ", line);

  g_assert_false (load (settings, text, &error));
  if (strstr (error->message, place) == NULL)
    g_test_fail_printf ("“%s” is not in line %u", error->message, line);
}

static void
test_damaged_line_is_named (void)
{
  assert_damage ("nothing\n", 1);
  assert_damage ("# ours\n\nmin_ms=3\n[turn]\n", 3);
  assert_damage ("[turn]\nmin_ms=300\n\nnothing\n[brain]\nnothing\n", 4);
  assert_damage ("[turn]\nmin_ms=300\n [brain]\n# ours\n=3", 5);
  assert_damage ("[turn]\nEncoding=latin1\n", 2);
  assert_damage ("[turn]\n[brain]\nEncoding=latin1\n[a\n", 4);
  assert_damage ("[turn]\n[turn]\nEncoding=latin1\n", 3);
}

/* Reading all lines again for each of them would not come to an end. */
static void
test_damage_of_a_long_file_is_found (void)
{
  g_autoptr (GString) text = g_string_new ("[turn]\n");

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "min_ms=300\n");
  g_string_append (text, "nothing\n");
  assert_damage (text->str, 200002);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/settings/table", test_table_is_sound);
  g_test_add_func ("/base/settings/defaults", test_defaults_are_allowed);
  g_test_add_func ("/base/settings/last-good-value", test_last_good_value_stays);
  g_test_add_func ("/base/settings/order", test_bounds_stay_in_order);
  g_test_add_func ("/base/settings/strings", test_strings_are_checked);
  g_test_add_func ("/base/settings/key-file", test_key_file);
  g_test_add_func ("/base/settings/bad-key-files", test_bad_key_files);
  g_test_add_func ("/base/settings/damaged-line", test_damaged_line_is_named);
  g_test_add_func ("/base/settings/damaged-line-of-many", test_damage_of_a_long_file_is_found);
  return g_test_run ();
}
