/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* With what manners we connect. */

/* A session that keeps nothing and adds nothing: no cookies, cache, sniffing, decoding.
 * libsoup allows 2 connections to a host unless told otherwise, and a stream takes one of them as
 * long as it lasts. @server: whom it is for; if that is this machine, no proxy is asked, so that
 * what is meant for it stays on it, and each connection is looked at before anything is written:
 * backend/parley-peer-proxy.h. @proxy: (nullable): who is asked else; NULL is the system's.
 * Returns: (transfer full). */
SoupSession *parley_http_session_new (GUri *server, GProxyResolver *proxy);

G_END_DECLS
