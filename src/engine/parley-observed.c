/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-observed.h"

void
parley_observed_init (ParleyObserved *observed)
{
  observed->unshown = parley_unshown_new ();
  observed->strays = parley_strays_new ();
  observed->server_clock = parley_server_clock_new ();
  observed->leftovers = parley_leftovers_new ();
  observed->notes = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                           (GDestroyNotify) parley_chat_key_free, g_free);
}

void
parley_observed_clear (ParleyObserved *observed)
{
  parley_leftovers_free (observed->leftovers);
  parley_unshown_free (observed->unshown);
  parley_strays_free (observed->strays);
  parley_server_clock_free (observed->server_clock);
  g_hash_table_unref (observed->notes);
}

ParleyAwayNoteGiven
parley_observed_get_note (ParleyObserved *observed, const ParleyChatKey *key)
{
  const ParleyAwayNoteGiven *note = g_hash_table_lookup (observed->notes, key);

  return note != NULL ? *note : (ParleyAwayNoteGiven){ 0 };
}

void
parley_observed_set_note (ParleyObserved *observed,
                          const ParleyChatKey *key,
                          const ParleyAwayNoteGiven *note)
{
  g_hash_table_replace (observed->notes, parley_chat_key_copy (key),
                        g_memdup2 (note, sizeof *note));
}
