/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-event-queue.h"

/* Returns: (transfer none) (nullable): where an event keeps its text. */
static const char **
get_text (ParleyEvent *event)
{
  if (event->type == PARLEY_EVENT_BUBBLE)
    return &event->bubble.text;
  if (event->type == PARLEY_EVENT_REPLY_BUBBLE)
    return &event->reply_bubble.text;
  return NULL;
}

static ParleyEvent *
copy_event (const ParleyEvent *event)
{
  ParleyEvent *copy = g_memdup2 (event, sizeof *event);
  const char **text = get_text (copy);

  if (text != NULL)
    *text = g_strdup (*text);
  return copy;
}

void
parley_event_clear_text (ParleyEvent *event)
{
  const char **text = get_text (event);

  if (text != NULL)
    g_free ((char *) g_steal_pointer (text));
}

static void
event_free (gpointer data)
{
  parley_event_clear_text (data);
  g_free (data);
}

void
parley_event_queue_init (ParleyEventQueue *queue)
{
  g_queue_init (&queue->events);
}

void
parley_event_queue_clear (ParleyEventQueue *queue)
{
  g_queue_clear_full (&queue->events, event_free);
}

void
parley_event_queue_push (ParleyEventQueue *queue, const ParleyEvent *event)
{
  g_queue_push_tail (&queue->events, copy_event (event));
}

void
parley_event_queue_push_first (ParleyEventQueue *queue, const ParleyEvent *event)
{
  g_queue_push_head (&queue->events, copy_event (event));
}

gboolean
parley_event_queue_take (ParleyEventQueue *queue, ParleyEvent *event)
{
  g_autofree ParleyEvent *next = g_queue_pop_head (&queue->events);

  if (next == NULL)
    return FALSE;
  *event = *next;
  return TRUE;
}
