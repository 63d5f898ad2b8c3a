/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What went wrong on the way to a server, as a %PARLEY_ERROR with one sentence for the user.
 * All functions that give a GError return it (transfer full). */

/* A server's own words, fit to be shown: one line of at most 200 characters, without control,
 * direction and zero-width characters, links and anything of @key. Plain text: escape it where
 * markup is shown. @key: (nullable). Returns: (transfer full) (nullable): NULL when nothing is
 * left. */
char *parley_http_quote (const char *text, const char *key);

/* An answer whose status is not 2xx. @body: as far as it was read, of any form. */
GError *
parley_http_error_from_status (guint status, const char *body, gsize length, const char *key);

/* The error in a JSON object of an answer with status 200, in any of the forms servers use:
 * {"error": {…}}, {"error": "text"}, {"object": "error", …}.
 * Returns: (nullable): NULL when the object is no error. */
GError *parley_http_error_from_object (JsonObject *object, const char *key);

/* The field "error" of llama.cpp: an error object without anything around it. */
GError *parley_http_error_from_details (JsonObject *details, const char *key);

/* What GIO or libsoup said. @answered: whether some of the answer had come by then.
 * %G_IO_ERROR_CANCELLED stays what it is. */
GError *parley_http_error_from_transport (const GError *transport, gboolean answered);

/* Something else than the server answered. */
GError *parley_http_error_new_login_page (void);

/* The stream ended before the reply did. */
GError *parley_http_error_new_cut (void);

G_END_DECLS
