/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-leftovers.h"

struct _ParleyLeftovers
{
  GHashTable *chats;         /* ParleyChatKey → GPtrArray of ParleyIntent */
  ParleyIntents *intents;    /* (nullable): where it came from */
  GCancellable *cancellable; /* of what is being read; NULL: nothing is */
  ParleyLeftoversFunc known;
  gpointer owner;
  guint damaged; /* lines that told nothing, when they were read last */
};

ParleyLeftovers *
parley_leftovers_new (void)
{
  ParleyLeftovers *leftovers = g_new0 (ParleyLeftovers, 1);

  leftovers->chats = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                            (GDestroyNotify) parley_chat_key_free,
                                            (GDestroyNotify) g_ptr_array_unref);
  return leftovers;
}

static void
stop_reading (ParleyLeftovers *leftovers)
{
  if (leftovers->cancellable != NULL)
    g_cancellable_cancel (leftovers->cancellable);
  g_clear_object (&leftovers->cancellable);
}

void
parley_leftovers_free (ParleyLeftovers *leftovers)
{
  stop_reading (leftovers);
  g_hash_table_unref (leftovers->chats);
  g_clear_object (&leftovers->intents);
  g_free (leftovers);
}

static void
add (ParleyLeftovers *leftovers, const ParleyIntent *intent)
{
  GPtrArray *left = g_hash_table_lookup (leftovers->chats, intent->key);

  if (left == NULL)
    {
      left = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_intent_free);
      g_hash_table_insert (leftovers->chats, parley_chat_key_copy (intent->key), left);
    }
  g_ptr_array_add (left, parley_intent_copy (intent));
}

/* The leftovers are gone if this was cancelled. */
static void
on_left (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyLeftovers *leftovers = data;
  gboolean stopped = g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)));
  g_autoptr (ParleyIntentsLeft) left
      = parley_intents_take_left_finish (PARLEY_INTENTS (source), result, NULL);

  if (stopped)
    return;
  g_clear_object (&leftovers->cancellable);
  leftovers->damaged = left != NULL ? left->damaged : 0;
  for (guint i = 0; left != NULL && i < left->intents->len; i++)
    add (leftovers, g_ptr_array_index (left->intents, i));
  parley_leftovers_settle (leftovers);
  leftovers->known (leftovers->owner);
}

void
parley_leftovers_read (ParleyLeftovers *leftovers,
                       ParleyIntents *intents,
                       ParleyLeftoversFunc known,
                       gpointer owner)
{
  stop_reading (leftovers);
  g_set_object (&leftovers->intents, intents);
  leftovers->known = known;
  leftovers->owner = owner;
  leftovers->cancellable = g_cancellable_new ();
  parley_intents_take_left_async (intents, leftovers->cancellable, on_left, leftovers);
}

gboolean
parley_leftovers_are_known (const ParleyLeftovers *leftovers)
{
  return leftovers->cancellable == NULL;
}

guint
parley_leftovers_get_damaged (const ParleyLeftovers *leftovers)
{
  return leftovers->damaged;
}

GPtrArray *
parley_leftovers_list (ParleyLeftovers *leftovers)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, leftovers->chats);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (keys, key);
  return keys;
}

GPtrArray *
parley_leftovers_take (ParleyLeftovers *leftovers, const ParleyChatKey *key)
{
  gpointer left = NULL;
  gpointer own_key = NULL;

  if (!g_hash_table_steal_extended (leftovers->chats, key, &own_key, &left))
    return NULL;
  parley_chat_key_free (own_key);
  return left;
}

void
parley_leftovers_settle (ParleyLeftovers *leftovers)
{
  if (leftovers->intents != NULL && g_hash_table_size (leftovers->chats) == 0)
    parley_intents_drop_left (leftovers->intents);
}
