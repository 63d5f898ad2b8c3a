/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings as people type and read them. */
#include "base/parley-error.h"
#include "settings/parley-setting-names.h"
#include "settings/parley-setting-text.h"
#include "base/parley-text.h"

#include <string.h>

static void
test_every_setting_is_found_by_its_name (void)
{
  for (ParleySetting i = 0; i < PARLEY_N_SETTINGS; i++)
    {
      g_autofree char *name = parley_setting_dup_name (i);
      ParleySetting found = PARLEY_N_SETTINGS;

      g_assert_true (parley_setting_resolve (name, &found, NULL));
      g_assert_cmpint (found, ==, i);
    }
}

static void
test_room_may_be_left_out_and_case_is_free (void)
{
  ParleySetting found;

  g_assert_true (parley_setting_resolve ("quiet_hours", &found, NULL));
  g_assert_cmpint (found, ==, PARLEY_SETTING_GUARD_QUIET_HOURS);
  g_assert_true (parley_setting_resolve ("Turn.MIN_ms", &found, NULL));
  g_assert_cmpint (found, ==, PARLEY_SETTING_TURN_MIN_MS);
}

static void
test_unknown_names_get_names_that_were_perhaps_meant (void)
{
  const struct
  {
    const char *typed;
    const char *part;
  } rows[] = {
    { "max_bubbles", "several settings “max_bubbles”: turn.max_bubbles, reply.max_bubbles." },
    { "quite_hours", "guard.quiet_hours" },
    { "turn.min_mss", "turn.min_ms" },
    { "turn.quiet_hours", "guard.quiet_hours" },
    { "retry", "There is no setting “retry”." },
    { "reply.nonsense", "reply.max_chars" },
    { "guard", "guard.paused" },
    { "", "There is no setting “”." },
    { ".", "There is no setting “.”." },
    { "turn.", "There is no setting “turn.”" },
    { "turn.min_ms.", "There is no setting" },
    { "ünlîkely", "There is no setting “ünlîkely”." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ParleySetting found = PARLEY_N_SETTINGS;
      g_autoptr (GError) error = NULL;

      g_assert_false (parley_setting_resolve (rows[i].typed, &found, &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].part));
      g_assert_cmpint (found, ==, PARLEY_N_SETTINGS);
    }
}

static void
test_slips_are_near_and_other_words_are_not (void)
{
  const char *const near[][2] = {
    { "sned", "send" },       { "stattus", "status" }, { "of", "off" },       { "drft", "draft" },
    { "count", "countdown" }, { "hlep", "help" },      { "stats", "status" },
  };
  const char *const far[][2] = {
    { "", "on" }, { "no", "why" }, { "go", "help" }, { "st", "status" }, { "telephone", "help" },
  };
  g_autofree char *long_word = g_strnfill (100000, 'a');

  for (guint i = 0; i < G_N_ELEMENTS (near); i++)
    g_assert_true (parley_typo_is_near (near[i][0], near[i][1]));
  for (guint i = 0; i < G_N_ELEMENTS (far); i++)
    g_assert_false (parley_typo_is_near (far[i][0], far[i][1]));
  g_assert_false (parley_typo_is_near (long_word, "status"));
}

static void
test_values_are_read_as_they_are_shown (void)
{
  const struct
  {
    ParleySetting setting;
    const char *typed;
    const char *shown;
  } rows[] = {
    { PARLEY_SETTING_GUARD_PAUSED, "ON", "on" },
    { PARLEY_SETTING_GUARD_PAUSED, "no", "off" },
    { PARLEY_SETTING_TURN_MIN_MS, "300", "300 ms" },
    { PARLEY_SETTING_TURN_MIN_MS, "250 ms", "250 ms" },
    { PARLEY_SETTING_TURN_MIN_MS, "240ms", "240 ms" },
    { PARLEY_SETTING_TURN_TAKEOVER_MS, "20 min", "1200000 ms (20 min)" },
    { PARLEY_SETTING_TURN_TAKEOVER_MS, "2h", "7200000 ms (2 h)" },
    { PARLEY_SETTING_TURN_TAKEOVER_MS, "0", "0 ms" },
    { PARLEY_SETTING_GUARD_MAX_AGE, "90", "90 s" },
    { PARLEY_SETTING_GUARD_MAX_AGE, "2 min", "120 s (2 min)" },
    { PARLEY_SETTING_GUARD_NEAR, "70%", "70 %" },
    { PARLEY_SETTING_MEMORY_KEEP_DAYS, "1", "1 day" },
    { PARLEY_SETTING_MEMORY_KEEP_DAYS, "1 day", "1 day" },
    { PARLEY_SETTING_MEMORY_KEEP_DAYS, "2 days", "2 days" },
    { PARLEY_SETTING_BACKEND_RETRIES, "5", "5" },
    { PARLEY_SETTING_TURN_PROFILE, "swift", "swift (Quick)" },
    { PARLEY_SETTING_BACKEND_MODEL, "llama 3:8b", "llama 3:8b" },
    { PARLEY_SETTING_BACKEND_MODEL, "", "(empty)" },
    { PARLEY_SETTING_BACKEND_BASE_URL, "https://example.org", "https://example.org" },
  };
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *shown = NULL;
      g_autoptr (GError) error = NULL;

      parley_settings_set_text (settings, rows[i].setting, rows[i].typed, &error);
      g_assert_no_error (error);
      shown = parley_settings_dup_text (settings, rows[i].setting);
      g_assert_cmpstr (shown, ==, rows[i].shown);
    }
}

static void
test_wrong_values_are_refused_with_what_is_possible (void)
{
  const struct
  {
    ParleySetting setting;
    const char *typed;
    const char *part;
  } rows[] = {
    { PARLEY_SETTING_GUARD_PAUSED, "maybe",
      "“Pause everything” can't be “maybe”: it is on or off." },
    { PARLEY_SETTING_TURN_MIN_MS, "soon", "can't be “soon”: it is a number from 0 to 60000." },
    { PARLEY_SETTING_TURN_MIN_MS, "99999999999999", "it is a number from 0 to 60000." },
    { PARLEY_SETTING_TURN_MIN_MS, "-1", "it goes from 0 to 60000." },
    { PARLEY_SETTING_TURN_MIN_MS, "3 days", "it is a number" },
    { PARLEY_SETTING_TURN_MIN_MS, "1.5 s", "it is a number" },
    { PARLEY_SETTING_TURN_MIN_MS, "2147483647 h", "it goes from 0 to 60000." },
    { PARLEY_SETTING_TURN_MIN_MS, "-2147483648 h", "it goes from 0 to 60000." },
    { PARLEY_SETTING_TURN_MIN_MS, "ms", "it is a number" },
    { PARLEY_SETTING_BACKEND_RETRIES, "5 ms", "it is a number" },
    { PARLEY_SETTING_TURN_PROFILE, "Quick", "it is one of swift, patient, learned, fixed." },
    { PARLEY_SETTING_BACKEND_BASE_URL, "example.org", "http://" },
  };
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (parley_settings_set_text (settings, rows[i].setting, rows[i].typed, &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].part));
    }
  g_assert_cmpuint (parley_settings_get_serial (settings), ==, 0);
}

static void
test_default_is_refused_where_another_setting_bounds_it (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (parley_settings_set_text (settings, PARLEY_SETTING_TURN_MIN_MS, "0", NULL));
  g_assert_true (parley_settings_set_text (settings, PARLEY_SETTING_TURN_MAX_MS, "100", NULL));
  g_assert_false (parley_settings_reset (settings, PARLEY_SETTING_TURN_MIN_MS, &error));
  g_assert_nonnull (strstr (error->message, "“Longest wait” is 100"));
  g_assert_true (parley_settings_reset (settings, PARLEY_SETTING_TURN_MAX_MS, NULL));
  g_assert_true (parley_settings_reset (settings, PARLEY_SETTING_TURN_MIN_MS, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/setting-names/every", test_every_setting_is_found_by_its_name);
  g_test_add_func ("/base/setting-names/free", test_room_may_be_left_out_and_case_is_free);
  g_test_add_func ("/base/setting-names/unknown",
                   test_unknown_names_get_names_that_were_perhaps_meant);
  g_test_add_func ("/base/setting-names/slips", test_slips_are_near_and_other_words_are_not);
  g_test_add_func ("/base/setting-names/values", test_values_are_read_as_they_are_shown);
  g_test_add_func ("/base/setting-names/wrong-values",
                   test_wrong_values_are_refused_with_what_is_possible);
  g_test_add_func ("/base/setting-names/default",
                   test_default_is_refused_where_another_setting_bounds_it);
  return g_test_run ();
}
