/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-loop.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <unistd.h>

#include "cost-table.h"
#include "test-site.h"

/* A batch is far shorter than the time between two deadlines, so that most batches have none. */
#define ROUNDS     3000
#define BATCH      50
#define RATIO_GOAL 1.1
#define WATCH_MS   1000

static const guint numbers[] = { 0, 1000, 10000 };

#define N_SITES G_N_ELEMENTS (numbers)

static gboolean
on_host_source (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* What every host has: a connection, and a timeout; because of that GLib asks for the time on every
 * turn of the loop, whether we wait for something or not. */
static void
add_host_sources (ParleyTestSite *site, int fd)
{
  g_autoptr (GSource) timeout = g_timeout_source_new_seconds (3600);
  g_autoptr (GSource) connection = g_unix_fd_source_new (fd, G_IO_IN);

  g_source_set_callback (timeout, on_host_source, NULL, NULL);
  g_source_attach (timeout, site->loop);
  g_source_set_callback (connection, on_host_source, NULL, NULL);
  g_source_attach (connection, site->loop);
}

/* They type, so the gate holds for longer than all of this takes. */
static void
let_wait (ParleyTestSite *site, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_test_site_new_key (i);

      parley_test_site_write (site, key, "wait, there is more");
      parley_engine_take_typing (site->engine, key, PARLEY_TYPING_ACTIVE);
    }
}

static double
run_batch (ParleyTestSite *site)
{
  double start = parley_test_site_get_cpu_ms ();

  for (guint i = 0; i < BATCH; i++)
    g_main_context_iteration (site->loop, FALSE);
  return (parley_test_site_get_cpu_ms () - start) * 1e6 / BATCH;
}

static void
report (GArray *const *batches)
{
  double empty = cost_table_get_median (batches[0]);

  cost_table_add ("one turn of the host's loop, no chat waiting", empty, 0, "ns");
  for (guint i = 1; i < N_SITES; i++)
    {
      g_autofree char *what
          = g_strdup_printf ("the same with %u chats waiting, against none", numbers[i]);

      cost_table_add_goal (what, cost_table_get_median (batches[i]) / empty, 3, "", RATIO_GOAL);
    }
}

/* While a chat waits the user is looked at for typing, twice a second. */
static void
measure_watching (ParleyTestSite *site, guint n)
{
  double start = parley_test_site_get_cpu_ms ();

  parley_test_site_count_wakeups (site, WATCH_MS);
  cost_table_add ("CPU per waiting chat and second",
                  (parley_test_site_get_cpu_ms () - start) * 1000 / n, 1, "µs");
}

void
cost_loop_measure (void)
{
  ParleyTestSite *sites[N_SITES];
  GArray *batches[N_SITES];
  int pipe[2];

  g_assert_true (g_unix_open_pipe (pipe, FD_CLOEXEC, NULL));
  for (guint i = 0; i < N_SITES; i++)
    {
      sites[i] = parley_test_site_new (parley_clock_get_system (), NULL);
      batches[i] = g_array_new (FALSE, FALSE, sizeof (double));
      add_host_sources (sites[i], pipe[0]);
      let_wait (sites[i], numbers[i]);
    }
  for (guint round = 0; round < ROUNDS; round++)
    {
      for (guint i = 0; i < N_SITES; i++)
        {
          guint which = (round + i) % N_SITES;
          double cost = run_batch (sites[which]);

          g_array_append_val (batches[which], cost);
        }
    }
  report (batches);
  measure_watching (sites[N_SITES - 1], numbers[N_SITES - 1]);
  for (guint i = N_SITES; i > 0; i--)
    {
      parley_test_site_free (sites[i - 1]);
      g_array_unref (batches[i - 1]);
    }
  close (pipe[0]);
  close (pipe[1]);
}
