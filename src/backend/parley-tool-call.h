/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a model is told of something that it may call. Static. */
typedef struct
{
  const char *name;        /* ASCII letters, digits and underscores */
  const char *description; /* for the model, in English */
  const char *schema;      /* of the arguments: a JSON Schema object, as text */
} ParleyToolSpec;

/* What a model wants called. Nothing of it was looked at: it is a stranger's words. */
typedef struct
{
  char *id;        /* the server's; made up where it has none */
  char *name;      /* valid UTF-8 */
  char *arguments; /* as the model wrote them, valid UTF-8; "{}" where it wrote nothing */
} ParleyToolCall;

/* Returns: (transfer full). */
ParleyToolCall *parley_tool_call_new (const char *id, const char *name, const char *arguments);
ParleyToolCall *parley_tool_call_copy (const ParleyToolCall *call);
void parley_tool_call_free (ParleyToolCall *call);

/* Returns: (transfer full): an array that owns its calls. */
GPtrArray *parley_tool_calls_new (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyToolCall, parley_tool_call_free)

G_END_DECLS
