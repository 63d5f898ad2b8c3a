/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  PARLEY_ROLE_SYSTEM,
  PARLEY_ROLE_USER,
  PARLEY_ROLE_ASSISTANT,
} ParleyRole;

typedef struct
{
  ParleyRole role;
  char *text; /* valid UTF-8 */
} ParleyMessage;

/* The user's published status, all that a note without a model may say about them. */
typedef struct
{
  gboolean note_due; /* the user is away and this person had no note yet in this away period */
  char *status_text; /* (nullable): plain text the user shows the world */
} ParleyAwayNote;

/* What is asked of a model, without saying which. Immutable once handed to a backend;
 * reference counted. */
typedef struct
{
  GPtrArray *messages; /* of ParleyMessage, system first */
  int max_tokens;      /* bound of the reply, always sent */
  ParleyAwayNote away;
  guint n_bubbles; /* of the burst that is answered */
} ParleyRequest;

/* Returns: (transfer full). */
ParleyRequest *parley_request_new (int max_tokens);
ParleyRequest *parley_request_ref (ParleyRequest *request);
void parley_request_unref (ParleyRequest *request);

/* Adds a message, or adds to the last one if it has the same role: many servers want the roles to
 * take turns. */
void parley_request_add (ParleyRequest *request, ParleyRole role, const char *text);

/* Returns: (transfer none): "system", "user" or "assistant". */
const char *parley_role_to_string (ParleyRole role);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRequest, parley_request_unref)

G_END_DECLS
