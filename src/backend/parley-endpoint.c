/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-endpoint.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-key.h"
#include "backend/parley-keyring.h"
#include "backend/parley-peer-proxy.h"
#include "backend/parley-url.h"
#include "base/parley-error.h"
#include "settings/parley-headers.h"

static gboolean
check_key (const char *key, GError **error)
{
  if (key == NULL || *key == '\0' || parley_key_is_valid (key))
    return TRUE;
  g_set_error_literal (
      error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
      _ ("The API key contains a space or another character that no key has: copy it again."));
  return FALSE;
}

static GUri *
find_base (const ParleyDialect *dialect, const ParleyServerConfig *config, GError **error)
{
  const char *url = config->base_url != NULL ? config->base_url : dialect->default_url;
  g_autoptr (GUri) base = parley_url_check (url, config->allow_plain_http, error);

  if (base == NULL || dialect->version == NULL
      || g_str_has_suffix (g_uri_get_path (base), dialect->version))
    return g_steal_pointer (&base);
  return parley_url_append_path (base, dialect->version);
}

static double
draw (gpointer data)
{
  return g_random_double ();
}

ParleyEndpoint *
parley_endpoint_new (const ParleyDialect *dialect,
                     const ParleyServerConfig *config,
                     ParleyTimers *timers,
                     GError **error)
{
  g_autoptr (GUri) base = find_base (dialect, config, error);
  g_autoptr (ParleyThinkMarks) marks = NULL;
  gboolean has_key = config->key != NULL && *config->key != '\0';
  ParleyEndpoint *endpoint;

  if (base == NULL || !check_key (config->key, error))
    return NULL;
  marks = parley_think_marks_load (config->user_dir, error);
  if (marks == NULL)
    return NULL;

  endpoint = g_new0 (ParleyEndpoint, 1);
  endpoint->dialect = dialect;
  endpoint->marks = g_steal_pointer (&marks);
  endpoint->session = parley_http_session_new (base, config->proxy);
  endpoint->key = has_key && parley_url_may_send_key (base) ? g_strdup (config->key) : NULL;
  endpoint->key_in_keyring = config->key_in_keyring && parley_url_may_send_key (base);
  endpoint->base = g_steal_pointer (&base);
  endpoint->model = g_utf8_make_valid (config->model != NULL ? config->model : "", -1);
  endpoint->headers = g_strdup (config->headers != NULL ? config->headers : "");
  endpoint->said_here = config->said_here;
  endpoint->timers = timers;
  endpoint->timeouts = (ParleyTimeouts){
    .connect = config->connect_ms,
    .first_byte = config->first_byte_ms,
    .idle = config->idle_ms,
    .total = config->total_ms,
  };
  endpoint->retries = config->retries;
  endpoint->random = config->random != NULL ? config->random : draw;
  endpoint->random_data = config->random_data;
  return endpoint;
}

void
parley_endpoint_free (ParleyEndpoint *endpoint)
{
  parley_think_marks_free (endpoint->marks);
  g_object_unref (endpoint->session);
  g_uri_unref (endpoint->base);
  g_free (endpoint->model);
  g_free (endpoint->headers);
  parley_key_free (endpoint->key);
  g_free (endpoint);
}

void
parley_endpoint_find_key_async (ParleyEndpoint *endpoint,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autofree char *origin = parley_url_dup_origin (endpoint->base);

  parley_keyring_find_async (origin, FALSE, endpoint->timers, cancellable, callback, user_data);
}

gboolean
parley_endpoint_find_key_finish (ParleyEndpoint *endpoint, GAsyncResult *result, GError **error)
{
  char *key = parley_keyring_find_finish (result, error);

  if (key == NULL || !check_key (key, error))
    {
      parley_key_free (key);
      return FALSE;
    }
  parley_key_free (endpoint->key);
  endpoint->key = key;
  endpoint->key_in_keyring = FALSE;
  return TRUE;
}

gboolean
parley_endpoint_takes_cache_key (const ParleyEndpoint *endpoint)
{
  return g_strcmp0 (g_uri_get_host (endpoint->base), endpoint->dialect->key_host) == 0;
}

static void
add_header (const char *name, const char *value, gpointer headers)
{
  soup_message_headers_replace (headers, name, value);
}

/* The dialect's go before the user's. */
static SoupMessage *
new_message (const ParleyEndpoint *endpoint, const char *method, GUri *uri)
{
  SoupMessage *message = soup_message_new_from_uri (method, uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  parley_headers_foreach (endpoint->headers, add_header, headers);
  endpoint->dialect->add_headers (headers, endpoint->key);
  return message;
}

SoupMessage *
parley_endpoint_new_message (const ParleyEndpoint *endpoint,
                             const char *method,
                             const char *path,
                             const char *query)
{
  g_autoptr (GUri) plain = parley_url_append_path (endpoint->base, path);
  g_autoptr (GUri) uri = soup_uri_copy (plain, SOUP_URI_QUERY, query, SOUP_URI_NONE);

  return new_message (endpoint, method, uri);
}

SoupMessage *
parley_endpoint_new_root_message (const ParleyEndpoint *endpoint,
                                  const char *method,
                                  const char *path)
{
  g_autoptr (GUri) uri = soup_uri_copy (endpoint->base, SOUP_URI_PATH, path, SOUP_URI_NONE);

  return new_message (endpoint, method, uri);
}

ParleyExchangeSetup
parley_endpoint_get_setup (const ParleyEndpoint *endpoint,
                           SoupMessage *message,
                           GCancellable *cancellable)
{
  return (ParleyExchangeSetup){
    .session = endpoint->session,
    .message = message,
    .timers = endpoint->timers,
    .timeouts = endpoint->timeouts,
    .key = endpoint->key,
    .cancellable = cancellable,
  };
}

#define MAX_CONNECTIONS          32
#define MAX_CONNECTIONS_PER_HOST 16

SoupSession *
parley_http_session_new (GUri *server, GProxyResolver *proxy)
{
  const GType unwanted[] = {
    SOUP_TYPE_CACHE,      SOUP_TYPE_CONTENT_DECODER, SOUP_TYPE_CONTENT_SNIFFER,
    SOUP_TYPE_COOKIE_JAR, SOUP_TYPE_HSTS_ENFORCER,   SOUP_TYPE_WEBSOCKET_EXTENSION_MANAGER,
  };
  SoupSession *session
      = soup_session_new_with_options ("max-conns", MAX_CONNECTIONS, "max-conns-per-host",
                                       MAX_CONNECTIONS_PER_HOST, "user-agent", "Parley", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (unwanted); i++)
    soup_session_remove_feature_by_type (session, unwanted[i]);
  if (parley_url_is_loopback (server))
    {
      g_autoptr (GProxyResolver) peer = parley_peer_proxy_new_resolver (server);

      soup_session_set_proxy_resolver (session, peer);
    }
  else if (proxy != NULL)
    soup_session_set_proxy_resolver (session, proxy);
  return session;
}
