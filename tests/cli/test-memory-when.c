/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli-fixture.h"

#define NOW "--now|2026-03-11T14:30:00Z|"

static void
assert_prints (const char *program, const char *arguments, const char *wanted)
{
  g_autofree char *line = g_strdup_printf ("memory|when|%s", arguments);
  g_autofree char *out = cli_run_ok (program, line, NULL);

  g_assert_cmpstr (out, ==, wanted);
}

static void
test_a_time_becomes_two_instants (gconstpointer program)
{
  assert_prints (program, NOW "who was here in the last 24 hours?",
                 "{\"start\":\"2026-03-10T14:30:00Z\",\"end\":\"2026-03-11T14:30:00Z\"}\n");
  assert_prints (program, NOW "过去24小时",
                 "{\"start\":\"2026-03-10T14:30:00Z\",\"end\":\"2026-03-11T14:30:00Z\"}\n");
}

static void
test_no_time_is_null (gconstpointer program)
{
  assert_prints (program, NOW "at last", "null\n");
  assert_prints (program, "", "null\n");
  assert_prints (program, "--|-2 days ago", "null\n");
}

static void
test_days_are_local (gconstpointer program)
{
  g_setenv ("TZ", "Asia/Tokyo", TRUE);
  assert_prints (program, NOW "yesterday",
                 "{\"start\":\"2026-03-09T15:00:00Z\",\"end\":\"2026-03-10T14:59:59.999999Z\"}\n");
  g_setenv ("TZ", "Europe/Berlin", TRUE);
  assert_prints (program, "since 29 march|--now|2026-03-30T12:00:00+02:00",
                 "{\"start\":\"2026-03-28T23:00:00Z\",\"end\":\"2026-03-30T10:00:00Z\"}\n");
  g_unsetenv ("TZ");
}

static void
test_now_is_the_clocks_without_one (gconstpointer program)
{
  g_autofree char *out = cli_run_ok (program, "memory|when|today", NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *year = g_date_time_format (now, "\"end\":\"%Y-");

  g_assert_nonnull (g_strstr_len (out, -1, year));
}

static void
test_no_store_is_touched (gconstpointer program)
{
  g_autofree char *folder = cli_make_folder ();
  g_autofree char *store = g_build_filename (folder, "store.db", NULL);
  g_autofree char *arguments = g_strdup_printf ("--store|%s|hello", store);

  assert_prints (program, arguments, "null\n");
  g_assert_false (g_file_test (store, G_FILE_TEST_EXISTS));
  cli_remove_folder (g_steal_pointer (&folder));
}

static void
test_bad_arguments_are_refused (gconstpointer program)
{
  cli_assert_refused (program, "memory|when", NULL, "parley memory when:|one text");
  cli_assert_refused (program, "memory|when|a|b", NULL, "parley memory when:|one text");
  cli_assert_refused (program, "memory|when|\xff", NULL, "parley memory when:|UTF-8");
  cli_assert_refused (program, "memory|when|a|--now|noon", NULL, "parley memory when:|--now");
  cli_assert_refused (program, "memory|when|a|--now|2026-02-30T00:00:00Z", NULL, "--now");
  cli_assert_refused (program, "memory|when|a|--chat|b/c", NULL, "parley memory when:|--chat");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/memory-when/time", argv[1], test_a_time_becomes_two_instants);
  g_test_add_data_func ("/cli/memory-when/null", argv[1], test_no_time_is_null);
  g_test_add_data_func ("/cli/memory-when/local", argv[1], test_days_are_local);
  g_test_add_data_func ("/cli/memory-when/now", argv[1], test_now_is_the_clocks_without_one);
  g_test_add_data_func ("/cli/memory-when/no-store", argv[1], test_no_store_is_touched);
  g_test_add_data_func ("/cli/memory-when/refused", argv[1], test_bad_arguments_are_refused);
  return g_test_run ();
}
