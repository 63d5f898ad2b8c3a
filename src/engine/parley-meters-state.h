/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-elapsed.h"
#include "guard/parley-meter.h"

G_BEGIN_DECLS

/* The meters of all chats, and how they are written down. */
typedef struct
{
  ParleyElapsed elapsed;
  ParleyMeter *all;
  GHashTable *chats; /* tag (char *) → ParleyMeter */
  GHashTable *texts; /* tag → char *: as it was written down, if nothing happened since */
} ParleyMetersState;

/* So many chats are written down, those in which something happened last. */
#define PARLEY_METERS_MAX_CHATS 256

/* Returns: (transfer full): nothing happened. */
ParleyMetersState *parley_meters_state_new (void);
void parley_meters_state_free (ParleyMetersState *state);

/* Returns: (transfer none): the meter of the chat, a new one if there was none. It is to be changed
 * before the next one is written down. */
ParleyMeter *parley_meters_state_get (ParleyMetersState *state, const char *tag);

/* Returns: (transfer none) (nullable): the same, NULL if there was none. */
const ParleyMeter *parley_meters_state_find (ParleyMetersState *state, const char *tag);
void parley_meters_state_remove (ParleyMetersState *state, const char *tag);

/* Returns: (transfer full): all that outlives a sitting, as @state's time is @now. Chats in which
 * nothing counts any more are forgotten. Called after every bubble, so what it costs is that of the
 * chats in which something happened. */
char *parley_meters_state_dup_text (ParleyMetersState *state, gint64 now);

/* Returns: (transfer full) (nullable): what was written down; NULL if @text is damaged or of
 * another version. */
ParleyMetersState *parley_meters_state_parse (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMetersState, parley_meters_state_free)

G_END_DECLS
