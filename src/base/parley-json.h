/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* JSON from strangers. json-glib 1.6 recurses once per bracket (about 75,000 of them end the
 * process), takes comments and other things that are no JSON, and makes invalid UTF-8 out of half
 * a surrogate pair; so a text is looked through before json-glib sees it. */
#define PARLEY_JSON_MAX_BYTES (1024 * 1024)
#define PARLEY_JSON_MAX_DEPTH 64

/* Whether @data may be given to json-glib: within the two bounds, valid UTF-8, closed strings with
 * proper escapes, nothing outside of them but brackets, separators, numbers and bare words.
 * On failure %PARLEY_ERROR_BAD_RESPONSE. */
gboolean parley_json_check (const char *data, gsize length, GError **error);

/* Parses an object. @data: need not end in NUL; may be NULL when @length is 0.
 * Returns: (transfer full): a node that holds an object; NULL with %PARLEY_ERROR_BAD_RESPONSE.
 * Safe in any thread. */
JsonNode *parley_json_parse (const char *data, gsize length, GError **error);

/* The same for a line of a file that the user names: of any length. @data: valid UTF-8.
 * Returns: (transfer full) (nullable): NULL if it is no object, or is nested too deeply. */
JsonNode *parley_json_parse_line (const char *data, gsize length);

/* Members by name. All return: (transfer none) (nullable): NULL when the member is absent, of
 * another type, or a string that is not valid UTF-8. @object: (nullable). */
const char *parley_json_get_string (JsonObject *object, const char *name);
JsonObject *parley_json_get_object (JsonObject *object, const char *name);
JsonArray *parley_json_get_array (JsonObject *object, const char *name);

/* Returns: the whole number, or @fallback when the member is absent or not a whole number. */
gint64 parley_json_get_int (JsonObject *object, const char *name, gint64 fallback);

/* Returns: (transfer none) (nullable): NULL when there is no such element or it is no object.
 * @array: (nullable). */
JsonObject *parley_json_get_element (JsonArray *array, guint index);

G_END_DECLS
