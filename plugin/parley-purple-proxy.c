/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-purple-proxy.h"

#include <glib/gi18n-lib.h>

#include <proxy.h>
#include <util.h>

struct _ParleyPurpleProxy
{
  GObject parent_instance;
};

static void parley_purple_proxy_iface_init (GProxyResolverInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyPurpleProxy,
                               parley_purple_proxy,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_PROXY_RESOLVER,
                                                      parley_purple_proxy_iface_init))

/* Returns: (nullable): NULL when it is no matter of libpurple's. Tor is reached by SOCKS 5. */
static const char *
get_scheme (PurpleProxyType type)
{
  switch (type)
    {
    case PURPLE_PROXY_NONE:
      return "direct";
    case PURPLE_PROXY_HTTP:
      return "http";
    case PURPLE_PROXY_SOCKS4:
      return "socks4";
    case PURPLE_PROXY_SOCKS5:
    case PURPLE_PROXY_TOR:
      return "socks5";
    case PURPLE_PROXY_USE_GLOBAL:
    case PURPLE_PROXY_USE_ENVVAR:
      break;
    }
  return NULL;
}

/* Returns: (transfer full) (nullable): "user:password", escaped. */
static char *
dup_userinfo (PurpleProxyInfo *info)
{
  const char *name = purple_proxy_info_get_username (info);
  const char *password = purple_proxy_info_get_password (info);
  g_autofree char *escaped_name = NULL;
  g_autofree char *escaped_password = NULL;

  if (name == NULL || *name == '\0')
    return NULL;
  escaped_name = g_uri_escape_string (name, NULL, FALSE);
  if (password == NULL || *password == '\0')
    return g_steal_pointer (&escaped_name);
  escaped_password = g_uri_escape_string (password, NULL, FALSE);
  return g_strconcat (escaped_name, ":", escaped_password, NULL);
}

/* A proxy without a host must not become a connection without a proxy. */
static char *
dup_uri (PurpleProxyInfo *info, const char *scheme, GError **error)
{
  const char *host = purple_proxy_info_get_host (info);
  int port = purple_proxy_info_get_port (info);
  g_autofree char *userinfo = dup_userinfo (info);

  if (g_str_equal (scheme, "direct"))
    return g_strdup ("direct://");
  if (host == NULL || *host == '\0')
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PROXY_FAILED,
                           _ ("The proxy in the preferences has no host name."));
      return NULL;
    }
  return g_uri_join_with_user (G_URI_FLAGS_ENCODED, scheme, userinfo, NULL, NULL, host,
                               port > 0 ? port : -1, "", NULL, NULL);
}

/* Desktops keep the proxy themselves, and libpurple would run a program to ask for it. */
static const char *
find_scheme (PurpleProxyInfo *info)
{
  if (info == NULL || purple_running_gnome ())
    return NULL;
  return get_scheme (purple_proxy_info_get_type (info));
}

static char **
lookup (GProxyResolver *resolver, const char *uri, GCancellable *cancellable, GError **error)
{
  PurpleProxyInfo *info = purple_global_proxy_get_info ();
  const char *scheme = find_scheme (info);
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  g_autofree char *way = NULL;

  if (scheme == NULL)
    return g_proxy_resolver_lookup (g_proxy_resolver_get_default (), uri, cancellable, error);
  way = dup_uri (info, scheme, error);
  if (way == NULL)
    return NULL;
  g_strv_builder_add (found, way);
  return g_strv_builder_end (found);
}

static void
on_looked_up (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  char **found = g_proxy_resolver_lookup_finish (G_PROXY_RESOLVER (source), result, &error);

  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

/* libpurple must be asked on the main thread, and that takes no time; the system may. */
static void
lookup_async (GProxyResolver *resolver,
              const char *uri,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, user_data);
  GError *error = NULL;
  char **found;

  g_task_set_source_tag (task, lookup_async);
  if (find_scheme (purple_global_proxy_get_info ()) == NULL)
    {
      g_proxy_resolver_lookup_async (g_proxy_resolver_get_default (), uri, cancellable,
                                     on_looked_up, g_steal_pointer (&task));
      return;
    }
  found = lookup (resolver, uri, cancellable, &error);
  if (found != NULL)
    g_task_return_pointer (task, found, (GDestroyNotify) g_strfreev);
  else
    g_task_return_error (task, error);
}

static char **
lookup_finish (GProxyResolver *resolver, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, resolver), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
parley_purple_proxy_iface_init (GProxyResolverInterface *iface)
{
  iface->lookup = lookup;
  iface->lookup_async = lookup_async;
  iface->lookup_finish = lookup_finish;
}

static void
parley_purple_proxy_class_init (ParleyPurpleProxyClass *class)
{
}

static void
parley_purple_proxy_init (ParleyPurpleProxy *self)
{
}

GProxyResolver *
parley_purple_proxy_new (void)
{
  return g_object_new (PARLEY_TYPE_PURPLE_PROXY, NULL);
}
