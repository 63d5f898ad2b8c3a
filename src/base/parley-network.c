/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-network.h"

#include <gio/gio.h>

/* The task that finds the monitor may end after its owner did. */
struct _ParleyNetwork
{
  GNetworkMonitor *monitor; /* borrowed from GLib; NULL until it is found */
  gulong handler;
  gulong metered_handler;
  gboolean metered;
  void (*available) (gpointer data); /* NULL once it is freed */
  gpointer data;
};

static void
on_changed (GNetworkMonitor *monitor, gboolean is_available, gpointer data)
{
  ParleyNetwork *network = data;

  network->metered = g_network_monitor_get_network_metered (monitor);
  if (is_available)
    network->available (network->data);
}

static void
on_metered (GNetworkMonitor *monitor, GParamSpec *property, gpointer data)
{
  ((ParleyNetwork *) data)->metered = g_network_monitor_get_network_metered (monitor);
}

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
  if (network->available != NULL)
    {
      network->handler = g_signal_connect (network->monitor, "network-changed",
                                           G_CALLBACK (on_changed), network);
      network->metered_handler = g_signal_connect (network->monitor, "notify::network-metered",
                                                   G_CALLBACK (on_metered), network);
      on_metered (network->monitor, NULL, network);
    }
  g_rc_box_release (network);
}

/* GLib can lock up when one thread registers a type while another sets up a class that
 * uses it, as libsoup does while we look for the monitor: what both need is registered before. */
static void
register_shared_types (void)
{
  g_type_ensure (G_TYPE_SOCKET);
  g_type_ensure (G_TYPE_SOCKET_CLIENT);
  g_type_ensure (G_TYPE_INET_SOCKET_ADDRESS);
  g_type_ensure (G_TYPE_INET_ADDRESS_MASK);
  g_type_ensure (G_TYPE_TCP_CONNECTION);
  g_type_ensure (G_TYPE_TLS_CONNECTION);
  g_type_ensure (G_TYPE_TLS_DATABASE);
  g_type_ensure (G_TYPE_TLS_INTERACTION);
  g_type_ensure (G_TYPE_PROXY_RESOLVER);
  g_type_ensure (G_TYPE_NETWORK_MONITOR);
  g_type_ensure (G_TYPE_DBUS_PROXY);
}

ParleyNetwork *
parley_network_new (void (*available) (gpointer data), gpointer data)
{
  ParleyNetwork *network = g_rc_box_new0 (ParleyNetwork);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_found, g_rc_box_acquire (network));

  network->available = available;
  network->data = data;
  register_shared_types ();
  g_task_run_in_thread (task, find_monitor);
  return network;
}

void
parley_network_free (ParleyNetwork *network)
{
  network->available = NULL;
  if (network->handler != 0)
    {
      g_signal_handler_disconnect (network->monitor, network->handler);
      g_signal_handler_disconnect (network->monitor, network->metered_handler);
    }
  g_rc_box_release (network);
}

gboolean
parley_network_is_metered (ParleyNetwork *network)
{
  return network->metered;
}
