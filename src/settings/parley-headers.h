/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Headers that a gateway before a model server wants: "HTTP-Referer: https://example.org; X-Title:
 * Parley". They stand in the settings, so none of them may be a key. */

/* Whether @value can be such a list, or is empty. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION
 * and what is wrong, in which no value is quoted. */
gboolean parley_headers_check (const char *value, GError **error);

typedef void (*ParleyHeaderFunc) (const char *name, const char *value, gpointer data);

/* Calls @func with each header of @value, which was checked. */
void parley_headers_foreach (const char *value, ParleyHeaderFunc func, gpointer data);

G_END_DECLS
