/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libsoup/soup.h>

#include "backend/parley-dialect.h"
#include "backend/parley-exchange.h"
#include "backend/parley-think-marks.h"

G_BEGIN_DECLS

/* With what manners we connect. */

/* A session that keeps nothing and adds nothing: no cookies, cache, sniffing, decoding.
 * libsoup allows 2 connections to a host unless told otherwise, and a stream takes one of them as
 * long as it lasts. @server: whom it is for; if that is this machine, no proxy is asked, so that
 * what is meant for it stays on it, and each connection is looked at before anything is written:
 * backend/parley-peer-proxy.h. @proxy: (nullable): who is asked else; NULL is the system's.
 * Returns: (transfer full). */
SoupSession *parley_http_session_new (GUri *server, GProxyResolver *proxy);

/* Where a model server is and how it is spoken to: what all requests to it have in common. */

/* All borrowed. Times in milliseconds, on the clock of the timers; 0 is no limit. */
typedef struct
{
  const char *base_url;      /* (nullable): "http://127.0.0.1:11434/v1"; NULL: the dialect's own */
  const char *user_dir;      /* (nullable): where files may be that go before those of data/ */
  const char *model;         /* as the server names it; empty: only its models can be listed */
  const char *headers;       /* (nullable): as parley_headers_check () has them */
  gboolean said_here;        /* the user said that its models run on this machine */
  const char *key;           /* (nullable): sent only over TLS or to loopback */
  gboolean key_in_keyring;   /* that is where it is looked up, when it is needed */
  gboolean allow_plain_http; /* the user said yes to plain http beyond this machine */
  GProxyResolver *proxy;     /* (nullable): the system's; never asked for loopback */
  int connect_ms;            /* until there is a connection, TLS and all */
  int first_byte_ms;         /* from the request to the first of the reply, connecting included */
  int idle_ms;               /* between two pieces of a reply, reasoning too; a comment is none */
  int total_ms;              /* of a whole generation, all tries of it */
  guint retries;             /* further tries while nothing of the reply came */
  double (*random) (gpointer data); /* (nullable): 0 up to 1, for the pauses between tries */
  gpointer random_data;             /* must outlive the backend */
} ParleyServerConfig;

typedef struct
{
  const ParleyDialect *dialect;
  ParleyThinkMarks *marks;
  SoupSession *session;
  GUri *base;
  char *model;
  char *headers;
  gboolean said_here;
  char *key; /* (nullable): also NULL where it may not travel, and until it is looked up */
  gboolean key_in_keyring; /* and not looked up yet */
  ParleyTimeouts timeouts;
  ParleyTimers *timers; /* borrowed */
  guint retries;
  double (*random) (gpointer data);
  gpointer random_data;
} ParleyEndpoint;

/* @timers: borrowed, must outlive the endpoint. Returns: (transfer full): NULL with
 * %PARLEY_ERROR_CONFIGURATION when the address or the key is not one that may be used, or
 * reasoning.ini can't be; the message says what to change. */
ParleyEndpoint *parley_endpoint_new (const ParleyDialect *dialect,
                                     const ParleyServerConfig *config,
                                     ParleyTimers *timers,
                                     GError **error);
void parley_endpoint_free (ParleyEndpoint *endpoint);

/* Gets the key out of the keyring, which asks nobody for a password. To be called before the first
 * request if key_in_keyring; the endpoint must live until @callback. */
void parley_endpoint_find_key_async (ParleyEndpoint *endpoint,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean
parley_endpoint_find_key_finish (ParleyEndpoint *endpoint, GAsyncResult *result, GError **error);

/* Returns: whether the server is known to take a key for its prompt cache: others may refuse the
 * request for it. */
gboolean parley_endpoint_takes_cache_key (const ParleyEndpoint *endpoint);

/* @query: (nullable). Returns: (transfer full): a request with the user's headers and the
 * dialect's. */
SoupMessage *parley_endpoint_new_message (const ParleyEndpoint *endpoint,
                                          const char *method,
                                          const char *path,
                                          const char *query);

/* The same for a path that stands at the server's root. */
SoupMessage *parley_endpoint_new_root_message (const ParleyEndpoint *endpoint,
                                               const char *method,
                                               const char *path);

/* Returns: all of it borrowed. */
ParleyExchangeSetup parley_endpoint_get_setup (const ParleyEndpoint *endpoint,
                                               SoupMessage *message,
                                               GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyEndpoint, parley_endpoint_free)

G_END_DECLS
