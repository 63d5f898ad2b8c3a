/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A model server on loopback that says what a test tells it, when the test tells it. The requests
 * are read by a real SoupServer; the answers are raw bytes, so that a connection can be cut at any
 * place. All runs in the test's own main context. */
typedef struct _ParleyTestServer ParleyTestServer;

/* One request and the connection it came on. Owned by the server. */
typedef struct _ParleyTestPeer ParleyTestPeer;

ParleyTestServer *parley_test_server_new (void);
void parley_test_server_free (ParleyTestServer *server);

guint16 parley_test_server_get_port (ParleyTestServer *server);

/* Returns: (transfer full): "http://127.0.0.1:PORT/v1". */
char *parley_test_server_dup_url (ParleyTestServer *server);

guint parley_test_server_count (ParleyTestServer *server);

/* Runs the loop until request number @index, from 0, has come. Fails the test after 10 s. */
ParleyTestPeer *parley_test_server_wait_for (ParleyTestServer *server, guint index);

const char *parley_test_peer_get_method (ParleyTestPeer *peer);
const char *parley_test_peer_get_path (ParleyTestPeer *peer);
const char *parley_test_peer_get_body (ParleyTestPeer *peer);
/* Returns: (nullable). */
const char *parley_test_peer_get_authorization (ParleyTestPeer *peer);
const char *parley_test_peer_get_header (ParleyTestPeer *peer, const char *name);

/* Queues bytes as they are. */
void parley_test_peer_raw (ParleyTestPeer *peer, const void *data, gsize length);

/* Queues the head of an answer with a chunked body. @headers: (nullable): more lines, each with
 * CR LF. */
void
parley_test_peer_head (ParleyTestPeer *peer, guint status, const char *type, const char *headers);

/* Queues one chunk of the body. */
void parley_test_peer_chunk (ParleyTestPeer *peer, const char *data, gssize length);

/* Queues the proper end of the body. */
void parley_test_peer_end (ParleyTestPeer *peer);

/* Closes the connection once all that is queued has been sent. */
void parley_test_peer_cut (ParleyTestPeer *peer);

/* Whether the client closed the connection. */
gboolean parley_test_peer_is_closed (ParleyTestPeer *peer);

/* Bytes the kernel has taken so far. */
gsize parley_test_peer_get_sent (ParleyTestPeer *peer);

typedef gboolean (*ParleyTestCondition) (gpointer data);

/* Runs the main loop until @condition is TRUE. Fails the test after 10 s. */
void parley_test_wait (ParleyTestCondition condition, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTestServer, parley_test_server_free)

G_END_DECLS
