/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "base/parley-chat-key.h"
#include "base/parley-heard.h"

G_BEGIN_DECLS

/* What is known of a bubble that was about to be said. */
typedef enum
{
  PARLEY_INTENT_OPEN,       /* nothing: it reads as said */
  PARLEY_INTENT_SAID,       /* it was given to the protocol, which did not refuse it */
  PARLEY_INTENT_TAKEN_BACK, /* it was not said */
  PARLEY_INTENT_UNKNOWN,    /* it was said, perhaps */
} ParleyIntentOutcome;

/* "About to say turn N, bubble K, to this identity." */
typedef struct
{
  ParleyChatKey *key;
  char *identity; /* (nullable) */
  guint64 turn;
  guint bubble; /* of the turn */
  char *text;
  char **rest;     /* (nullable): what was to come behind it */
  ParleyMark mark; /* of the chat, if it was said */
  gint64 wall;     /* when it was due, seconds since 1970 */
  ParleyIntentOutcome outcome;
  gboolean damaged; /* it was read, and is not as it was written */
} ParleyIntent;

/* All is copied. Returns: (transfer full): open. */
ParleyIntent *parley_intent_new (const ParleyChatKey *key,
                                 const char *identity,
                                 guint64 turn,
                                 guint bubble,
                                 const char *text,
                                 gint64 wall);
ParleyIntent *parley_intent_copy (const ParleyIntent *intent);
void parley_intent_free (ParleyIntent *intent);

/* Lines of the file of intents. Returns: (transfer full): one JSON object. */
char *parley_intent_to_line (const ParleyIntent *intent, guint64 number);
char *parley_intent_outcome_to_line (ParleyIntentOutcome outcome, guint64 number);

/* @number: (out): of the line; 0 if it has none. Returns: (transfer full) (nullable): NULL if it
 * tells of no intent. */
ParleyIntent *parley_intent_from_line (JsonObject *line, guint64 *number);

/* Returns: whether it tells an outcome. */
gboolean
parley_intent_outcome_from_line (JsonObject *line, ParleyIntentOutcome *outcome, guint64 *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyIntent, parley_intent_free)

G_END_DECLS
