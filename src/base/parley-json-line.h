/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* One object on one line, for traces and for other programs to read. Members come out in the order
 * in which they were added. */

/* Returns: (transfer full): with its object open. */
JsonBuilder *parley_json_line_new (void);

/* Closes the object. @line: (transfer full). Returns: (transfer full): without a newline. */
char *parley_json_line_end (JsonBuilder *line);

void parley_json_line_add_int (JsonBuilder *line, const char *name, gint64 value);
void parley_json_line_add_double (JsonBuilder *line, const char *name, double value);
void parley_json_line_add_boolean (JsonBuilder *line, const char *name, gboolean value);

/* @value: (nullable): null. */
void parley_json_line_add_string (JsonBuilder *line, const char *name, const char *value);
void parley_json_line_add_null (JsonBuilder *line, const char *name);

/* @object: JSON; what is no object, or nested too deeply, is added as an empty one. */
void parley_json_line_add_object (JsonBuilder *line, const char *name, const char *object);

/* An object as a member; json_builder_end_object() closes it. */
void parley_json_line_begin_object (JsonBuilder *line, const char *name);

G_END_DECLS
