/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* A bound on requests in flight, over all chats. Turns that are over go before drafts, and each in
 * the order they asked; a chat that asks again goes to the end, so that none holds up the others.
 * Drafts never hold more than half of the slots.
 *
 * A request that has got no further for %PARLEY_SLOTS_STUCK_MS lets somebody else have its place,
 * so that a server that hangs with a few does not keep all others waiting: then there may be twice
 * as many in flight, and no more. */
typedef struct _ParleySlots ParleySlots;

/* Longer than a server that is well needs for a first word, and no longer than a person waits. */
#define PARLEY_SLOTS_STUCK_MS 15000

typedef void (*ParleySlotFunc) (gpointer owner);

/* @timers: borrowed. @granted: called with an owner when it gets its slot, at once or later.
 * Returns: (transfer full). */
ParleySlots *parley_slots_new (ParleyTimers *timers, ParleySlotFunc granted);

/* Frees the slots. Nobody may hold one or wait for one. */
void parley_slots_free (ParleySlots *slots);

/* Asks for a slot. @limit: how many there are now. An owner has one at most. */
void parley_slots_request (ParleySlots *slots, gpointer owner, gboolean draft, guint limit);

/* The draft of @owner has become a request; nothing if it has none. */
void parley_slots_promote (ParleySlots *slots, gpointer owner, guint limit);

/* Takes a slot only if one is free right now, without a call to granted.
 * Returns: whether it was. */
gboolean parley_slots_try (ParleySlots *slots, gpointer owner, guint limit);

/* Gives the slot back, or stops waiting for one; nothing if neither. */
void parley_slots_release (ParleySlots *slots, gpointer owner, guint limit);

/* The request of @owner got further; nothing if it has no slot. */
void parley_slots_note_progress (ParleySlots *slots, gpointer owner);

/* Returns: whether @owner waits for a slot. */
gboolean parley_slots_is_waiting (ParleySlots *slots, gpointer owner);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySlots, parley_slots_free)

G_END_DECLS
