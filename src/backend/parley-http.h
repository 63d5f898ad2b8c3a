/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* Where we may connect to, and with what manners. */

/* Checks an address from the settings: https anywhere; http only to this machine, or anywhere if
 * @allow_plain_http. No user name, password, query or fragment in it.
 * Returns: (transfer full): without a slash at the end of its path; NULL with
 * %PARLEY_ERROR_CONFIGURATION and a sentence that says what to change. */
GUri *parley_http_check_url (const char *url, gboolean allow_plain_http, GError **error);

/* Returns: (transfer full): whom a request to @uri is sent to, "https://example.org:8443"; the
 * usual port of a scheme is left out. */
char *parley_http_dup_origin (GUri *uri);

/* Returns: (transfer full): @base with @path, which begins with a slash, behind it. */
GUri *parley_http_append_path (GUri *base, const char *path);

/* Whether the host is this machine: 127.0.0.0/8, ::1 or "localhost". */
gboolean parley_http_is_loopback (GUri *uri);

/* Whether a key may travel there: over TLS, or without leaving this machine. */
gboolean parley_http_may_send_key (GUri *uri);

/* A session that keeps nothing and adds nothing: no cookies, cache, sniffing, decoding.
 * libsoup allows 2 connections to a host unless told otherwise, and a stream takes one of them as
 * long as it lasts. @server: whom it is for; if that is this machine, no proxy is asked, so that
 * what is meant for it stays on it, and each connection is looked at before anything is written:
 * backend/parley-peer-proxy.h. @proxy: (nullable): who is asked else; NULL is the system's.
 * Returns: (transfer full). */
SoupSession *parley_http_session_new (GUri *server, GProxyResolver *proxy);

G_END_DECLS
