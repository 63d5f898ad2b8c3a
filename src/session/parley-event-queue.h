/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-event.h"

G_BEGIN_DECLS

/* Events that wait for a machine, with texts of their own. */
typedef struct
{
  GQueue events;
} ParleyEventQueue;

void parley_event_queue_init (ParleyEventQueue *queue);
void parley_event_queue_clear (ParleyEventQueue *queue);

/* @event is copied, its text with it. */
void parley_event_queue_push (ParleyEventQueue *queue, const ParleyEvent *event);

/* The same, in front of all others. */
void parley_event_queue_push_first (ParleyEventQueue *queue, const ParleyEvent *event);

/* Takes the next event; its text is to be freed with parley_event_clear_text().
 * Returns: FALSE if there is none. */
gboolean parley_event_queue_take (ParleyEventQueue *queue, ParleyEvent *event);

/* Frees the text of an event that came from a queue. */
void parley_event_clear_text (ParleyEvent *event);

G_END_DECLS
