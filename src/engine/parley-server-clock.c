/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-server-clock.h"

struct _ParleyServerClock
{
  GHashTable *offsets; /* of char * → gint64 *, how far it is behind ours */
};

ParleyServerClock *
parley_server_clock_new (void)
{
  ParleyServerClock *clock = g_new0 (ParleyServerClock, 1);

  clock->offsets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return clock;
}

void
parley_server_clock_free (ParleyServerClock *clock)
{
  g_hash_table_unref (clock->offsets);
  g_free (clock);
}

void
parley_server_clock_note (ParleyServerClock *clock,
                          const ParleyChatKey *key,
                          gint64 stamp,
                          gint64 now)
{
  gint64 *offset = g_new (gint64, 1);

  *offset = now - stamp;
  g_hash_table_insert (clock->offsets, g_strconcat (key->protocol, "\n", key->account, NULL),
                       offset);
}

gint64
parley_server_clock_get_age (ParleyServerClock *clock,
                             const ParleyChatKey *key,
                             gint64 stamp,
                             gint64 now)
{
  g_autofree char *account = g_strconcat (key->protocol, "\n", key->account, NULL);
  const gint64 *offset = g_hash_table_lookup (clock->offsets, account);

  return MAX (now - stamp - (offset != NULL ? *offset : 0), 0);
}
