/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-stats.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "base/parley-error.h"
#include "base/parley-metrics.h"
#include "cli/parley-options.h"
#include "memory/parley-store-texts.h"

typedef struct
{
  GMainLoop *loop;
  char *state;
} Reading;

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;

  reading->state = parley_store_get_text_finish (PARLEY_STORE (source), result, NULL);
  g_main_loop_quit (reading->loop);
}

static void
on_trouble (ParleyStore *store, const char *message, gpointer data)
{
  g_printerr ("parley stats: %s\n", message);
}

/* Looking makes no file. Returns: (transfer full) (nullable): what was kept. */
static char *
read_state (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "store.db", NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (ParleyStore) store = NULL;
  Reading reading = { .loop = loop };

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  store = parley_store_new (folder);
  g_signal_connect (store, "trouble", G_CALLBACK (on_trouble), NULL);
  parley_store_get_text_async (store, PARLEY_METRICS_NAME, NULL, on_read, &reading);
  g_main_loop_run (loop);
  parley_store_close (store);
  return reading.state;
}

int
parley_stats_run (char **args)
{
  const GOptionEntry none[] = { G_OPTION_ENTRY_NULL };
  g_auto (ParleyOptions) options = { 0 };
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *state = NULL;
  g_autofree char *text = NULL;

  if (parley_options_parse (&options, args, none, &error)
      && parley_options_count_arguments (&options) > 0)
    g_set_error (&error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, _ ("stats takes no arguments"));
  if (error != NULL)
    return parley_options_complain ("stats", error);
  folder = parley_options_dup_folder (&options);
  state = read_state (folder);
  if (state != NULL)
    parley_metrics_load_state (metrics, state);
  text = parley_metrics_dup_text (metrics);
  fputs (text, stdout);
  return parley_options_finish ("stats");
}
