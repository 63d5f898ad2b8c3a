/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-event-queue.h"

#define MAX_TEXTS 5

/* Where an event keeps its texts. */
typedef struct
{
  const char **at[MAX_TEXTS];
  guint n;
} Texts;

static Texts
get_texts (ParleyEvent *event)
{
  if (event->type == PARLEY_EVENT_BUBBLE)
    return (Texts){ { &event->bubble.text, &event->bubble.id, &event->bubble.replaces,
                      &event->bubble.was, &event->bubble.media },
                    MAX_TEXTS };
  if (event->type == PARLEY_EVENT_REPLY_BUBBLE)
    return (Texts){ { &event->reply_bubble.text }, 1 };
  return (Texts){ .n = 0 };
}

static ParleyEvent *
copy_event (const ParleyEvent *event)
{
  ParleyEvent *copy = g_memdup2 (event, sizeof *event);
  Texts texts = get_texts (copy);

  for (guint i = 0; i < texts.n; i++)
    *texts.at[i] = g_strdup (*texts.at[i]);
  return copy;
}

void
parley_event_clear_text (ParleyEvent *event)
{
  Texts texts = get_texts (event);

  for (guint i = 0; i < texts.n; i++)
    g_free ((char *) g_steal_pointer (texts.at[i]));
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
