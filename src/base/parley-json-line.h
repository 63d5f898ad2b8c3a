/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One object on one line, for traces and for other programs to read, written as it is added: of
 * something that happens many times a message no tree is made first. Members come out in the order
 * in which they were added. In an array their name is NULL. Texts are UTF-8. */
typedef struct _ParleyJsonLine ParleyJsonLine;

/* Returns: (transfer full): with its object open. */
ParleyJsonLine *parley_json_line_new (void);

/* Closes the object. @line: (transfer full). Returns: (transfer full): without a newline. */
char *parley_json_line_end (ParleyJsonLine *line);

void parley_json_line_add_int (ParleyJsonLine *line, const char *name, gint64 value);

/* @value: what JSON has no number for (infinite, not a number) is null. */
void parley_json_line_add_double (ParleyJsonLine *line, const char *name, double value);
void parley_json_line_add_boolean (ParleyJsonLine *line, const char *name, gboolean value);

/* @value: (nullable): null. */
void parley_json_line_add_string (ParleyJsonLine *line, const char *name, const char *value);
void parley_json_line_add_null (ParleyJsonLine *line, const char *name);

/* @object: JSON; what is no object, or nested too deeply, is added as an empty one. */
void parley_json_line_add_object (ParleyJsonLine *line, const char *name, const char *object);

/* An object or an array as a member; to be ended. */
void parley_json_line_begin_object (ParleyJsonLine *line, const char *name);
void parley_json_line_end_object (ParleyJsonLine *line);
void parley_json_line_begin_array (ParleyJsonLine *line, const char *name);
void parley_json_line_end_array (ParleyJsonLine *line);

G_END_DECLS
