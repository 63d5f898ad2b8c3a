/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-slots.h"

struct _ParleySlots
{
  ParleySlotFunc granted;
  GHashTable *holders; /* set of owners */
  GQueue waiting;      /* of owners */
};

ParleySlots *
parley_slots_new (ParleySlotFunc granted)
{
  ParleySlots *slots = g_new0 (ParleySlots, 1);

  slots->granted = granted;
  slots->holders = g_hash_table_new (NULL, NULL);
  g_queue_init (&slots->waiting);
  return slots;
}

void
parley_slots_free (ParleySlots *slots)
{
  g_return_if_fail (g_queue_is_empty (&slots->waiting));

  g_hash_table_unref (slots->holders);
  g_free (slots);
}

static void
grant_waiting (ParleySlots *slots, guint limit)
{
  while (g_hash_table_size (slots->holders) < limit && !g_queue_is_empty (&slots->waiting))
    {
      gpointer owner = g_queue_pop_head (&slots->waiting);

      g_hash_table_add (slots->holders, owner);
      slots->granted (owner);
    }
}

void
parley_slots_request (ParleySlots *slots, gpointer owner, guint limit)
{
  g_return_if_fail (!g_hash_table_contains (slots->holders, owner));

  g_queue_push_tail (&slots->waiting, owner);
  grant_waiting (slots, limit);
}

void
parley_slots_release (ParleySlots *slots, gpointer owner, guint limit)
{
  g_hash_table_remove (slots->holders, owner);
  g_queue_remove (&slots->waiting, owner);
  grant_waiting (slots, limit);
}
