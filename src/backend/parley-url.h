/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libsoup/soup.h>

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Where we may connect to. */

#define PARLEY_URL_ANTHROPIC "https://api.anthropic.com"

/* Checks an address from the settings: https anywhere; http only to this machine, or anywhere if
 * @allow_plain_http. No user name, password, query or fragment in it.
 * Returns: (transfer full): without a slash at the end of its path; NULL with
 * %PARLEY_ERROR_CONFIGURATION and a sentence that says what to change. */
GUri *parley_url_check (const char *url, gboolean allow_plain_http, GError **error);

/* Returns: (transfer full): whom a request to @uri is sent to, "https://example.org:8443"; the
 * usual port of a scheme is left out. */
char *parley_url_dup_origin (GUri *uri);

/* Returns: (transfer full): @base with @path, which begins with a slash, behind it. */
GUri *parley_url_append_path (GUri *base, const char *path);

/* Whether the host is this machine: 127.0.0.0/8, ::1 or "localhost". */
gboolean parley_url_is_loopback (GUri *uri);

/* Whether a key may travel there: over TLS, or without leaving this machine. */
gboolean parley_url_may_send_key (GUri *uri);

/* Returns: (transfer none): the address of the server of the settings: Anthropic's own if they name
 * none. */
const char *parley_url_get_chosen (ParleySettings *settings);

/* Returns: (transfer full) (nullable): the server that is asked, "https://api.example.org"; NULL:
 * none is, or its address can't be used. */
char *parley_url_dup_chosen_origin (ParleySettings *settings);

G_END_DECLS
