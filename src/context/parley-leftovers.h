/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-intents.h"

G_BEGIN_DECLS

/* What earlier runs had declared to say and may have said, chat by chat, until it is taken over. */
typedef struct _ParleyLeftovers ParleyLeftovers;

typedef void (*ParleyLeftoversFunc) (gpointer owner);

/* Returns: (transfer full): nothing is left. */
ParleyLeftovers *parley_leftovers_new (void);
void parley_leftovers_free (ParleyLeftovers *leftovers);

/* Looks what is left. @known: called once, later, and never after the leftovers are freed. */
void parley_leftovers_read (ParleyLeftovers *leftovers,
                            ParleyIntents *intents,
                            ParleyLeftoversFunc known,
                            gpointer owner);

/* Whether nothing is being read. */
gboolean parley_leftovers_are_known (const ParleyLeftovers *leftovers);

/* Returns: (transfer container) (element-type ParleyChatKey): the chats in which something is left;
 * the keys are valid until it is taken. */
GPtrArray *parley_leftovers_list (ParleyLeftovers *leftovers);

/* Returns: how many lines told nothing, when they were read last. */
guint parley_leftovers_get_damaged (const ParleyLeftovers *leftovers);

/* Returns: (transfer full) (nullable) (element-type ParleyIntent): what is left of the chat, oldest
 * first. */
GPtrArray *parley_leftovers_take (ParleyLeftovers *leftovers, const ParleyChatKey *key);

/* What was taken was handed to the store. */
void parley_leftovers_settle (ParleyLeftovers *leftovers);

G_END_DECLS
