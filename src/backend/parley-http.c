/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-http.h"

#include "backend/parley-url.h"
#include "backend/parley-peer-proxy.h"

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
