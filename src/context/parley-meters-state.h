/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-meter.h"

G_BEGIN_DECLS

/* The meters of all chats, and how they are written down. */
typedef struct
{
  ParleyElapsed elapsed;
  ParleyMeter *all;
  GHashTable *chats;   /* tag (char *) → ParleyMeter */
  GHashTable *changed; /* of tag: since it was written down */
  GQueue *spans;       /* of answers to all that are written down apart, oldest first */
  char *written;       /* of all, as it was written down last, but for the time; NULL: not yet */
  gint64 sweep_at;     /* when it is looked for chats in which nothing counts any more */
} ParleyMetersState;

/* Written down it is a row of what counts for all, rows with spans of the answers to all, whose
 * tags begin with %PARLEY_METERS_SPAN, and one for each chat. */
#define PARLEY_METERS_ALL  ""
#define PARLEY_METERS_SPAN "answers "

/* @tag: of a chat, a span, or %PARLEY_METERS_ALL. @text: (nullable): NULL: there is to be no such
 * row. */
typedef void (*ParleyMetersRowFunc) (const char *tag, const char *text, gpointer data);

/* Returns: (transfer full): nothing happened. */
ParleyMetersState *parley_meters_state_new (void);
void parley_meters_state_free (ParleyMetersState *state);

/* Returns: (transfer none): the meter of the chat, a new one if there was none. It is to be changed
 * before the next one is written down. */
ParleyMeter *parley_meters_state_get (ParleyMetersState *state, const char *tag);

/* Returns: (transfer none) (nullable): the same, NULL if there was none. What is changed of it now
 * may not be written down. */
ParleyMeter *parley_meters_state_find (ParleyMetersState *state, const char *tag);
void parley_meters_state_remove (ParleyMetersState *state, const char *tag);

/* Hands out the rows that changed since the last call, as @state's time is @now. However many
 * answers there were, the row of all is short. A chat of which nothing counts has no row.
 * Chats in which nothing counts any more are forgotten, within an hour. */
void parley_meters_state_write (ParleyMetersState *state,
                                gint64 now,
                                ParleyMetersRowFunc func,
                                gpointer data);

/* @rows: tag → text (char *). Returns: (transfer full) (nullable): what was written down; NULL if a
 * row is damaged, of another version, or that of all is missing. */
ParleyMetersState *parley_meters_state_read (GHashTable *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMetersState, parley_meters_state_free)

G_END_DECLS
