/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-slots.h"

struct _ParleySlots
{
  ParleySlotFunc granted;
  GHashTable *holders; /* set of owners, of turns and of drafts */
  GHashTable *drafts;  /* those of them whose slot is for a draft */
  GQueue waiting;      /* of owners of turns */
  GQueue waiting_drafts;
};

ParleySlots *
parley_slots_new (ParleySlotFunc granted)
{
  ParleySlots *slots = g_new0 (ParleySlots, 1);

  slots->granted = granted;
  slots->holders = g_hash_table_new (NULL, NULL);
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

  g_hash_table_unref (slots->holders);
  g_hash_table_unref (slots->drafts);
  g_free (slots);
}

static gboolean
is_free (ParleySlots *slots, guint limit)
{
  return g_hash_table_size (slots->holders) < limit;
}

static gboolean
is_free_for_draft (ParleySlots *slots, guint limit)
{
  return is_free (slots, limit) && g_hash_table_size (slots->drafts) < (limit + 1) / 2;
}

static void
grant (ParleySlots *slots, gpointer owner)
{
  g_hash_table_add (slots->holders, owner);
  slots->granted (owner);
}

static void
grant_waiting (ParleySlots *slots, guint limit)
{
  while (is_free (slots, limit) && !g_queue_is_empty (&slots->waiting))
    grant (slots, g_queue_pop_head (&slots->waiting));
  while (is_free_for_draft (slots, limit) && !g_queue_is_empty (&slots->waiting_drafts))
    {
      gpointer owner = g_queue_pop_head (&slots->waiting_drafts);

      g_hash_table_add (slots->drafts, owner);
      grant (slots, owner);
    }
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
  return is_free (slots, limit) && g_hash_table_add (slots->holders, owner);
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
