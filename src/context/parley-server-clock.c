/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-server-clock.h"

typedef struct
{
  gint64 newest;   /* stamp */
  gint64 received; /* by our clock */
} Account;

struct _ParleyServerClock
{
  GHashTable *accounts; /* of char * → Account */
};

ParleyServerClock *
parley_server_clock_new (void)
{
  ParleyServerClock *clock = g_new0 (ParleyServerClock, 1);

  clock->accounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return clock;
}

void
parley_server_clock_free (ParleyServerClock *clock)
{
  g_hash_table_unref (clock->accounts);
  g_free (clock);
}

static Account *
get_account (ParleyServerClock *clock, const ParleyChatKey *key)
{
  g_autofree char *name = g_strconcat (key->protocol, "\n", key->account, NULL);
  Account *account = g_hash_table_lookup (clock->accounts, name);

  if (account == NULL)
    {
      account = g_new0 (Account, 1);
      g_hash_table_insert (clock->accounts, g_steal_pointer (&name), account);
    }
  return account;
}

static gint64
tell (const Account *account, gint64 now)
{
  return account->newest + MAX (now - account->received, 0);
}

void
parley_server_clock_note (ParleyServerClock *clock,
                          const ParleyChatKey *key,
                          gint64 stamp,
                          gint64 now)
{
  Account *account = get_account (clock, key);

  if (account->newest == 0 || stamp > tell (account, now))
    *account = (Account){ stamp, now };
}

gint64
parley_server_clock_get_age (ParleyServerClock *clock,
                             const ParleyChatKey *key,
                             gint64 stamp,
                             gint64 now)
{
  return MAX (tell (get_account (clock, key), now) - stamp, 0);
}
