/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include "base/parley-metrics.h"
#include "memory/parley-store-texts.h"

static void
test_nothing_counted_yet (gconstpointer program)
{
  g_autofree char *folder = cli_make_folder ();
  g_autofree char *arguments = g_strdup_printf ("stats|--user-dir|%s", folder);
  g_autofree char *out = cli_run_ok (program, arguments, NULL);
  g_autofree char *inside = g_build_filename (folder, "parley", NULL);

  g_assert_nonnull (strstr (out, "parley_turn_message_count_count 0\n"));
  g_assert_false (g_file_test (inside, G_FILE_TEST_EXISTS));
  cli_remove_folder (g_steal_pointer (&folder));
}

static void
test_what_was_kept_is_told (gconstpointer program)
{
  g_autofree char *folder = cli_make_folder ();
  g_autofree char *inside = g_build_filename (folder, "parley", NULL);
  g_autofree char *arguments = g_strdup_printf ("--user-dir|%s", folder);
  g_autofree char *line = g_strdup_printf ("stats|%s", arguments);
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autoptr (ParleyStore) store = parley_store_new (inside);
  g_autofree char *state = NULL;
  g_autofree char *out = NULL;

  parley_metrics_observe_turn (metrics, 1500, 3, "timeout");
  state = parley_metrics_dup_state (metrics);
  parley_store_set_text (store, PARLEY_METRICS_NAME, state);
  while (!parley_store_is_idle (store))
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
  out = cli_run_ok (program, line, NULL);
  g_assert_nonnull (strstr (out, "parley_turn_completion_reason_total{reason=\"timeout\"} 1\n"));
  g_assert_nonnull (strstr (out, "parley_turn_accumulation_duration_ms_sum 1500\n"));
  g_assert_nonnull (strstr (out, "parley_turn_message_count_bucket{le=\"3\"} 1\n"));
  cli_remove_folder (g_steal_pointer (&folder));
}

static void
test_arguments_are_refused (gconstpointer program)
{
  cli_assert_refused (program, "stats|nonsense", NULL, "parley stats:");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/stats/nothing", argv[1], test_nothing_counted_yet);
  g_test_add_data_func ("/cli/stats/kept", argv[1], test_what_was_kept_is_told);
  g_test_add_data_func ("/cli/stats/refused", argv[1], test_arguments_are_refused);
  return g_test_run ();
}
