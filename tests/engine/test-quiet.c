/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Hours in which nothing is sent. */
#include "engine-fixture.h"

#include <string.h>

#define HOUR_MS (3600 * 1000)

/* From an hour ago to an hour from now, by the clock of the test. */
static void
be_quiet (Fixture *f)
{
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (parley_timers_wall (f->timers));
  g_autoptr (GDateTime) begin = g_date_time_add_hours (now, -1);
  g_autoptr (GDateTime) end = g_date_time_add_hours (now, 1);
  g_autofree char *from = g_date_time_format (begin, "%H:%M");
  g_autofree char *to = g_date_time_format (end, "%H:%M");
  g_autofree char *hours = g_strdup_printf ("%s-%s", from, to);

  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_GUARD_QUIET_HOURS, hours, NULL));
  fixture_use_scripted_model (f);
}

static void
test_what_comes_is_answered_once_afterwards (Fixture *f, gconstpointer data)
{
  g_autofree char *why = NULL;

  be_quiet (f);
  write_line (f, f->alice, "are you up?");
  pass (f, 60000);
  write_line (f, f->alice, "call me");
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  why = parley_engine_dup_why (f->engine, f->alice);
  g_assert_nonnull (strstr (why, "quiet hours"));
  pass (f, HOUR_MS);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "are you up?"));
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), "call me"));
  parley_test_backend_answer (f->backend, "Now I am.");
  pass (f, 2000);
  expect_log (f, "alice@localhost < Now I am.\n");
}

static void
test_what_is_too_old_then_is_only_read (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_QUIET_MAX_AGE, 1800);
  be_quiet (f);
  write_line (f, f->alice, "are you up?");
  pass (f, HOUR_MS + 120000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  write_line (f, f->alice, "hm?");
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_true (parley_test_backend_was_told (f->backend, "are you up?"));
}

static void
test_reply_stops_when_they_begin (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "are you up?");
  pass (f, 2000);
  be_quiet (f);
  parley_test_backend_answer (f->backend, "I am.");
  pass (f, 2000);
  expect_log (f, "");
  pass (f, HOUR_MS + 120000);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
}

static void
test_they_outlive_a_restart (Fixture *f, gconstpointer data)
{
  be_quiet (f);
  write_line (f, f->alice, "are you up?");
  pass (f, 20 * 60000);
  fixture_quit (f);
  fixture_start (f);
  fixture_settle (f);
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  pass (f, HOUR_MS);
  fixture_settle (f);
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/quiet/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("They changed a message", test_what_comes_is_answered_once_afterwards);
  ADD ("too-old", test_what_is_too_old_then_is_only_read);
  ADD ("begin", test_reply_stops_when_they_begin);
  g_test_add ("/engine/quiet/restart", Fixture, NULL, fixture_setup_kept,
              test_they_outlive_a_restart, fixture_teardown);
  return g_test_run ();
}
