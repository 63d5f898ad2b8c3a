/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* What the log file says, and when the program of the user's is run. */
#include "headless-purple.h"

#include <string.h>
#include <sys/stat.h>

#include <core.h>
#include <glib/gstdio.h>
#include <util.h>

#include "parley-instance.h"
#include "contacts/parley-switch.h"

/* The clock goes with the system's and leaps when a test wants it to. */

static gint64 *
get_ahead (void)
{
  static gint64 ahead; /* libpurple: the clock that the linker puts there has no place for it */

  return &ahead;
}

static gint64
get_ms (gpointer data)
{
  return g_get_monotonic_time () / 1000 + *get_ahead ();
}

static gint64
get_wall (gpointer data)
{
  return g_get_real_time () / G_USEC_PER_SEC + *get_ahead () / 1000;
}

/* The linker has the plugin call this. */
const ParleyClock *__wrap_parley_clock_get_system (void);

const ParleyClock *
__wrap_parley_clock_get_system (void)
{
  static const ParleyClock clock = { get_ms, get_wall, NULL };

  return &clock;
}

static void
leap (Fixture *f, gint64 ms)
{
  *get_ahead () += ms;
  parley_timers_dispatch (parley_instance_get (f->plugin)->timers);
}

/* Returns: (transfer full): a file in Parley's folder. */
static char *
dup_path (const char *name)
{
  return g_build_filename (purple_user_dir (), "parley", name, NULL);
}

static gboolean
has_part (gpointer data)
{
  const char *const *what = data;
  g_autofree char *path = dup_path (what[0]);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, what[1]) != NULL;
}

static void
wait_for (const char *name, const char *part)
{
  const char *what[] = { name, part };

  parley_test_wait (has_part, what);
}

static char *
dup_file (const char *name)
{
  g_autofree char *path = dup_path (name);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  purple_prefs_set_bool ("/plugins/core/parley/guard/log_file", TRUE);
  headless_reload (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  purple_prefs_set_bool ("/plugins/core/parley/guard/log_file", FALSE);
  purple_prefs_set_bool ("/plugins/core/parley/guard/log_names", FALSE);
  headless_set_string ("guard/alert_command", "");
  headless_teardown (f, data);
}

static void
test_no_log_unasked (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("parley.log");

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  headless_settle_all (f);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* No words of anybody's, and no names. */
static void
test_log (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("parley.log");
  g_autofree char *text = NULL;
  struct stat info;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  wait_for ("parley.log", "\"event\":\"turn\"");
  text = dup_file ("parley.log");
  g_assert_nonnull (strstr (text, "\"event\":\"started\""));
  g_assert_nonnull (strstr (text, "\"event\":\"said\",\"chat\":\""));
  g_assert_null (strstr (text, "alice"));
  g_assert_null (strstr (text, "boat"));
  g_assert_null (strstr (text, "green"));
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
}

static void
test_names_and_forget (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *path = dup_path ("parley.log");
  g_autoptr (ParleyChatKey) key = NULL;

  purple_prefs_set_bool ("/plugins/core/parley/guard/log_names", TRUE);
  headless_reload (f);
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  wait_for ("parley.log", "\"address\":\"alice\"");
  key = parley_contacts_dup_key (f->account, "alice");
  parley_switch_forget (parley_instance_get (f->plugin), key);
  purple_plugin_unload (f->plugin);
  text = dup_file ("parley.log");
  g_assert_null (strstr (text, "alice"));
  g_assert_nonnull (strstr (text, "\"event\":\"ended\""));
  purple_plugin_load (f->plugin);
}

/* Answers go on while the log can't be written. */
static void
test_log_that_cannot_be (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("parley.log");

  purple_plugin_unload (f->plugin);
  g_remove (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  purple_plugin_load (f->plugin);
  headless_wait_for_shown ("Parley can't write its log file. It goes on without it.");
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  g_rmdir (path);
}

static void
have_command (Fixture *f)
{
  g_autofree char *program = dup_path ("tell");
  g_autofree char *out = dup_path ("told");
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\necho \"$1\" >> '%s'\n", out);

  g_remove (out);
  g_file_set_contents_full (program, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL);
  headless_set_string ("guard/alert_command", program);
  headless_reload (f);
}

/* One word, once, and once when it is over; no alarm for a connection that is made anew. */
static void
test_alert (Fixture *f, gconstpointer data)
{
  g_autofree char *out = dup_path ("told");
  g_autofree char *text = NULL;

  have_command (f);
  leap (f, 31000);
  purple_account_disconnect (f->other);
  leap (f, 31000);
  purple_account_connect (f->other);
  leap (f, 31000);
  leap (f, 31000);
  headless_settle_all (f);
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
  purple_account_disconnect (f->other);
  leap (f, 31000);
  leap (f, 31000);
  wait_for ("told", "offline\n");
  wait_for ("parley.log", "\"event\":\"health\",\"reason\":\"offline\"");
  leap (f, 31000);
  leap (f, 31000);
  purple_account_connect (f->other);
  leap (f, 31000);
  leap (f, 31000);
  wait_for ("told", "ok\n");
  text = dup_file ("told");
  g_assert_cmpstr (text, ==, "offline\nok\n");
}

/* Nobody was told, so it stands where the user looks. */
static void
test_alert_that_cannot_be_run (Fixture *f, gconstpointer data)
{
  g_autofree char *program = dup_path ("tell");

  have_command (f);
  g_remove (program);
  purple_account_disconnect (f->other);
  leap (f, 31000);
  leap (f, 31000);
  wait_for ("parley.log", "\"event\":\"important\",\"reason\":\"alert_failed\"");
  purple_account_connect (f->other);
}

static void
test_alert_of_a_pause (Fixture *f, gconstpointer data)
{
  have_command (f);
  parley_switch_pause (parley_instance_get (f->plugin), TRUE, NULL);
  leap (f, 31000);
  leap (f, 31000);
  wait_for ("told", "paused\n");
  parley_switch_pause (parley_instance_get (f->plugin), FALSE, NULL);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/health/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  g_test_add ("/plugin/health/unasked", Fixture, NULL, headless_setup, test_no_log_unasked,
              headless_teardown);
  ADD ("log", test_log);
  ADD ("names", test_names_and_forget);
  ADD ("unwritten", test_log_that_cannot_be);
  ADD ("alert", test_alert);
  ADD ("alert-failed", test_alert_that_cannot_be_run);
  ADD ("paused", test_alert_of_a_pause);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
