/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Has each new connection to a server on this machine looked at before anything is written on it.
 * GSocketClient, by which libsoup connects, asks nobody about a connection it made, but has a proxy
 * go first where there is one; so this is a "proxy" that is the server itself: it looks whose the
 * other end is, and hands the connection on as it is, or an error. */

/* @server: on this machine. Returns: (transfer full): names that proxy for everything. */
GProxyResolver *parley_peer_proxy_new_resolver (GUri *server);

G_END_DECLS
