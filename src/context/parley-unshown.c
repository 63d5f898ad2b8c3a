/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-unshown.h"

/* One that is lost may be a server's trouble, and two as well. */
#define TAUGHT 3

typedef struct
{
  guint in_a_row;
  gboolean told;
} Account;

struct _ParleyUnshown
{
  GHashTable *accounts; /* of char * → Account */
};

ParleyUnshown *
parley_unshown_new (void)
{
  ParleyUnshown *unshown = g_new0 (ParleyUnshown, 1);

  unshown->accounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return unshown;
}

void
parley_unshown_free (ParleyUnshown *unshown)
{
  g_hash_table_unref (unshown->accounts);
  g_free (unshown);
}

static Account *
get_account (ParleyUnshown *unshown, const ParleyChatKey *key)
{
  g_autofree char *name = g_strconcat (key->protocol, "\n", key->account, NULL);
  Account *account = g_hash_table_lookup (unshown->accounts, name);

  if (account == NULL)
    {
      account = g_new0 (Account, 1);
      g_hash_table_insert (unshown->accounts, g_steal_pointer (&name), account);
    }
  return account;
}

void
parley_unshown_note (ParleyUnshown *unshown, const ParleyChatKey *key, gboolean shown)
{
  Account *account = get_account (unshown, key);

  account->in_a_row = shown ? 0 : account->in_a_row + 1;
}

gboolean
parley_unshown_is (ParleyUnshown *unshown, const ParleyChatKey *key)
{
  return get_account (unshown, key)->in_a_row >= TAUGHT;
}

gboolean
parley_unshown_tell (ParleyUnshown *unshown, const ParleyChatKey *key)
{
  Account *account = get_account (unshown, key);
  gboolean first = !account->told;

  account->told = TRUE;
  return first;
}
