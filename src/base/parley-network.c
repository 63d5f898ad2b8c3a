/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-network.h"

#include <gio/gio.h>

/* The task that finds the monitor may end after its owner did. */
struct _ParleyNetwork
{
  GNetworkMonitor *monitor; /* borrowed from GLib; NULL until it is found */
};

static void
find_monitor (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, g_network_monitor_get_default (), NULL);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyNetwork *network = data;

  network->monitor = g_task_propagate_pointer (G_TASK (result), NULL);
  g_rc_box_release (network);
}

ParleyNetwork *
parley_network_new (void)
{
  ParleyNetwork *network = g_rc_box_new0 (ParleyNetwork);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_found, g_rc_box_acquire (network));

  g_task_run_in_thread (task, find_monitor);
  return network;
}

void
parley_network_free (ParleyNetwork *network)
{
  g_rc_box_release (network);
}

gboolean
parley_network_is_metered (ParleyNetwork *network)
{
  return network->monitor != NULL && g_network_monitor_get_network_metered (network->monitor);
}
