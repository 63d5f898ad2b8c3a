/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-slots.h"

struct _ParleySlots
{
  ParleySlotFunc granted;
  ParleyTimers *timers;
  ParleyTimer *timer; /* when somebody who waits may have the place of one who is stuck */
  guint limit;        /* as it was heard last */
  GHashTable
      *holders; /* owners, of turns and of drafts → gint64 *: since when they are no further */
  GHashTable *drafts; /* those of them whose slot is for a draft */
  GQueue waiting;     /* of owners of turns */
  GQueue waiting_drafts;
};

static void on_timer (gpointer data);

ParleySlots *
parley_slots_new (ParleyTimers *timers, ParleySlotFunc granted)
{
  ParleySlots *slots = g_new0 (ParleySlots, 1);

  slots->granted = granted;
  slots->timers = timers;
  slots->timer = parley_timer_new (timers, on_timer, slots);
  slots->holders = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  slots->drafts = g_hash_table_new (NULL, NULL);
  g_queue_init (&slots->waiting);
  g_queue_init (&slots->waiting_drafts);
  return slots;
}

void
parley_slots_free (ParleySlots *slots)
{
  g_return_if_fail (g_queue_is_empty (&slots->waiting));
  g_return_if_fail (g_queue_is_empty (&slots->waiting_drafts));

  parley_timer_free (slots->timer);
  g_hash_table_unref (slots->holders);
  g_hash_table_unref (slots->drafts);
  g_free (slots);
}

/* @next: (out) (nullable): when there may be one more; -1 if never. Returns: how many are no
 * further than they were. */
static guint
count_stuck (ParleySlots *slots, gint64 *next)
{
  gint64 now = parley_timers_now (slots->timers);
  GHashTableIter iter;
  gpointer since;
  guint n = 0;

  *next = -1;
  g_hash_table_iter_init (&iter, slots->holders);
  while (g_hash_table_iter_next (&iter, NULL, &since))
    {
      gint64 due = *(const gint64 *) since + PARLEY_SLOTS_STUCK_MS;

      if (due <= now)
        n++;
      else if (*next < 0 || due < *next)
        *next = due;
    }
  return n;
}

static gboolean
is_free (ParleySlots *slots, guint limit)
{
  gint64 next;

  return g_hash_table_size (slots->holders) - MIN (count_stuck (slots, &next), limit) < limit;
}

static void
hold (ParleySlots *slots, gpointer owner)
{
  gint64 *since = g_new (gint64, 1);

  *since = parley_timers_now (slots->timers);
  g_hash_table_insert (slots->holders, owner, since);
}

/* Nobody is woken up where nobody waits. */
static void
update_timer (ParleySlots *slots)
{
  gint64 next;

  count_stuck (slots, &next);
  if (next < 0 || (g_queue_is_empty (&slots->waiting) && g_queue_is_empty (&slots->waiting_drafts)))
    parley_timer_disarm (slots->timer);
  else
    parley_timer_arm (slots->timer, next);
}

static gboolean
is_free_for_draft (ParleySlots *slots, guint limit)
{
  return is_free (slots, limit) && g_hash_table_size (slots->drafts) < (limit + 1) / 2;
}

static void
grant (ParleySlots *slots, gpointer owner)
{
  hold (slots, owner);
  slots->granted (owner);
}

static void
grant_waiting (ParleySlots *slots, guint limit)
{
  slots->limit = limit;
  while (is_free (slots, limit) && !g_queue_is_empty (&slots->waiting))
    grant (slots, g_queue_pop_head (&slots->waiting));
  while (is_free_for_draft (slots, limit) && !g_queue_is_empty (&slots->waiting_drafts))
    {
      gpointer owner = g_queue_pop_head (&slots->waiting_drafts);

      g_hash_table_add (slots->drafts, owner);
      grant (slots, owner);
    }
  update_timer (slots);
}

static void
on_timer (gpointer data)
{
  ParleySlots *slots = data;

  grant_waiting (slots, slots->limit);
}

void
parley_slots_note_progress (ParleySlots *slots, gpointer owner)
{
  gint64 *since = g_hash_table_lookup (slots->holders, owner);

  if (since != NULL)
    *since = parley_timers_now (slots->timers);
}

void
parley_slots_request (ParleySlots *slots, gpointer owner, gboolean draft, guint limit)
{
  g_return_if_fail (!g_hash_table_contains (slots->holders, owner));

  g_queue_push_tail (draft ? &slots->waiting_drafts : &slots->waiting, owner);
  grant_waiting (slots, limit);
}

void
parley_slots_promote (ParleySlots *slots, gpointer owner, guint limit)
{
  g_hash_table_remove (slots->drafts, owner);
  if (g_queue_remove (&slots->waiting_drafts, owner))
    g_queue_push_tail (&slots->waiting, owner);
  grant_waiting (slots, limit);
}

gboolean
parley_slots_try (ParleySlots *slots, gpointer owner, guint limit)
{
  gboolean free = is_free (slots, limit) && !g_hash_table_contains (slots->holders, owner);

  if (free)
    hold (slots, owner);
  return free;
}

void
parley_slots_release (ParleySlots *slots, gpointer owner, guint limit)
{
  g_hash_table_remove (slots->holders, owner);
  g_hash_table_remove (slots->drafts, owner);
  g_queue_remove (&slots->waiting, owner);
  g_queue_remove (&slots->waiting_drafts, owner);
  grant_waiting (slots, limit);
}

gboolean
parley_slots_is_waiting (ParleySlots *slots, gpointer owner)
{
  return g_queue_find (&slots->waiting, owner) != NULL
         || g_queue_find (&slots->waiting_drafts, owner) != NULL;
}
