/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-stores.h"

#include "memory/parley-journal.h"
#include "memory/parley-store-owner.h"

/* What of the time for closing the intents have when the stores took theirs. */
#define INTENTS_CLOSE_MS 20

#define DAY_S            (24 * 3600)

void
parley_stores_open (ParleyStores *stores, const char *user_dir)
{
  if (user_dir == NULL)
    return;
  stores->kept = parley_store_new (user_dir);
  stores->forgotten = parley_forgotten_file_new (user_dir);
  stores->intents = parley_intents_new (user_dir, stores->kept);
}

static void
close_store (ParleyStore **store, gint64 end)
{
  if (*store != NULL)
    parley_store_close_until (*store, end);
  g_clear_object (store);
}

static void
close_intents (ParleyIntents **intents, gint64 end)
{
  if (*intents != NULL)
    parley_intents_close (*intents, end);
  g_clear_object (intents);
}

/* All of it together waits no longer than that for the disk. The intents want to know what the
 * store has. */
void
parley_stores_close (ParleyStores *stores)
{
  gint64 end = g_get_monotonic_time () + PARLEY_STORES_CLOSE_MS * G_TIME_SPAN_MILLISECOND;
  gint64 store_end = end - INTENTS_CLOSE_MS * G_TIME_SPAN_MILLISECOND;

  close_store (&stores->kept, store_end);
  close_store (&stores->sitting, store_end);
  close_store (&stores->sealed, store_end);
  close_intents (&stores->intents, end);
  close_intents (&stores->private_intents, end);
  g_clear_pointer (&stores->forgotten, parley_forgotten_file_free);
}

ParleyStore *
parley_stores_get (ParleyStores *stores, ParleyPrivacy privacy)
{
  ParleyStore **store = privacy == PARLEY_PRIVACY_ENCRYPTED ? &stores->sealed : &stores->sitting;

  if (stores->kept != NULL && privacy == PARLEY_PRIVACY_NONE)
    return stores->kept;
  if (*store == NULL)
    *store = parley_store_new (NULL);
  return *store;
}

ParleyIntents *
parley_stores_get_intents (ParleyStores *stores, ParleyPrivacy privacy)
{
  if (stores->intents != NULL && privacy == PARLEY_PRIVACY_NONE)
    return stores->intents;
  if (stores->private_intents == NULL)
    stores->private_intents = parley_intents_new (NULL, NULL);
  return stores->private_intents;
}

GPtrArray *
parley_stores_list (const ParleyStores *stores)
{
  ParleyStore *all[] = { stores->kept, stores->sitting, stores->sealed };
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      if (all[i] != NULL)
        g_ptr_array_add (list, g_object_ref (all[i]));
    }
  return list;
}

gboolean
parley_stores_are_idle (const ParleyStores *stores)
{
  ParleyIntents *const intents[] = { stores->intents, stores->private_intents };
  ParleyStore *const all[] = { stores->kept, stores->sitting, stores->sealed };
  gboolean idle = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (intents); i++)
    idle = idle && (intents[i] == NULL || parley_intents_is_idle (intents[i]));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    idle = idle && (all[i] == NULL || parley_store_is_idle (all[i]));
  return idle;
}

/* The store knows when it was done last, also by an earlier run. */
void
parley_stores_clean_daily (ParleyStores *stores, ParleySettings *settings, gint64 wall)
{
  ParleyJournalBounds journal;
  ParleySeriesBounds series;

  if (stores->kept == NULL || wall < stores->clean_at)
    return;
  stores->clean_at = wall + DAY_S;
  journal = parley_journal_bounds_read (settings);
  series = parley_series_bounds_read (settings);
  parley_journal_trim (stores->kept, &journal, wall);
  parley_store_clean_daily (stores->kept, &series, wall * G_USEC_PER_SEC);
}
