/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What is wrong with a call, one sentence in English for the model that made it; it can try again.
 * Never shown to people. */
#define PARLEY_TOOL_ERROR (parley_tool_error_quark ())
GQuark parley_tool_error_quark (void);

typedef enum
{
  PARLEY_TOOL_ERROR_ARGUMENTS,   /* they are not what the schema wants */
  PARLEY_TOOL_ERROR_UNAVAILABLE, /* it can't be done now */
} ParleyToolError;

/* @schema: of a tool, of this part of JSON Schema: type, properties, required,
 * additionalProperties false, enum (strings), minimum, maximum, minLength, maxLength (characters),
 * items, maxItems. @text: as a model wrote it; at most 64 KiB are looked at.
 * Returns: (transfer full): an object as the schema wants it; NULL with
 * %PARLEY_TOOL_ERROR_ARGUMENTS. */
JsonNode *parley_arguments_parse (const char *schema, const char *text, GError **error);

/* Returns: (transfer full): what a call of @tool with @arguments asks for: the same for arguments
 * that differ in order, case, blanks or how many results are wanted only. */
char *parley_arguments_dup_resource (const char *tool, JsonObject *arguments);

G_END_DECLS
