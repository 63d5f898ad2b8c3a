/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-peer-proxy.h"

#include "backend/parley-listener.h"

#define PROTOCOL               "parley-peer"

#define PARLEY_TYPE_PEER_PROXY (parley_peer_proxy_get_type ())
G_DECLARE_FINAL_TYPE (ParleyPeerProxy, parley_peer_proxy, PARLEY, PEER_PROXY, GObject)

struct _ParleyPeerProxy
{
  GObject parent_instance;
};

static void parley_peer_proxy_init_interface (GProxyInterface *interface);

G_DEFINE_TYPE_WITH_CODE (ParleyPeerProxy,
                         parley_peer_proxy,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_PROXY, parley_peer_proxy_init_interface))

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (parley_listener_check_peer_finish (result, &error))
    g_task_return_pointer (task, g_object_ref (source), g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
connect_async (GProxy *proxy,
               GIOStream *connection,
               GProxyAddress *address,
               GCancellable *cancellable,
               GAsyncReadyCallback callback,
               gpointer user_data)
{
  g_autofree char *origin
      = g_uri_join (G_URI_FLAGS_NONE, g_proxy_address_get_destination_protocol (address), NULL,
                    g_proxy_address_get_destination_hostname (address),
                    g_proxy_address_get_destination_port (address), "", NULL, NULL);
  GTask *task = g_task_new (proxy, cancellable, callback, user_data);

  g_task_set_source_tag (task, connect_async);
  parley_listener_check_peer_async (G_SOCKET_CONNECTION (connection), origin, cancellable,
                                    on_checked, task);
}

static GIOStream *
connect_finish (GProxy *proxy, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Nothing of ours connects so. */
static GIOStream *
connect_blocking (GProxy *proxy,
                  GIOStream *connection,
                  GProxyAddress *address,
                  GCancellable *cancellable,
                  GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "asynchronous only");
  return NULL;
}

static gboolean
supports_hostname (GProxy *proxy)
{
  return TRUE;
}

static void
parley_peer_proxy_init_interface (GProxyInterface *interface)
{
  interface->connect = connect_blocking;
  interface->connect_async = connect_async;
  interface->connect_finish = connect_finish;
  interface->supports_hostname = supports_hostname;
}

static void
parley_peer_proxy_class_init (ParleyPeerProxyClass *klass)
{
}

static void
parley_peer_proxy_init (ParleyPeerProxy *self)
{
}

/* GIO knows the point where proxies are announced once it has looked for one. */
static void
announce (void)
{
  GProxy *known = g_proxy_get_default_for_protocol (PROTOCOL);

  if (known == NULL)
    g_io_extension_point_implement (G_PROXY_EXTENSION_POINT_NAME, PARLEY_TYPE_PEER_PROXY, PROTOCOL,
                                    0);
  g_clear_object (&known);
}

GProxyResolver *
parley_peer_proxy_new_resolver (GUri *server)
{
  g_autofree char *address = g_uri_join (G_URI_FLAGS_NONE, PROTOCOL, NULL, g_uri_get_host (server),
                                         g_uri_get_port (server), "", NULL, NULL);

  announce ();
  return g_simple_proxy_resolver_new (address, NULL);
}
