/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-chat-key.h"

#include <string.h>

/* The names stand behind the key, in one piece of memory: keys are copied with each event. */
ParleyChatKey *
parley_chat_key_new (const char *protocol, const char *account, const char *person)
{
  gsize n_protocol = strlen (protocol) + 1;
  gsize n_account = strlen (account) + 1;
  gsize n_person = strlen (person) + 1;
  ParleyChatKey *key = g_malloc (sizeof *key + n_protocol + n_account + n_person);

  key->protocol = memcpy (key + 1, protocol, n_protocol);
  key->account = memcpy (key->protocol + n_protocol, account, n_account);
  key->person = memcpy (key->account + n_account, person, n_person);
  return key;
}

ParleyChatKey *
parley_chat_key_copy (const ParleyChatKey *key)
{
  return parley_chat_key_new (key->protocol, key->account, key->person);
}

void
parley_chat_key_free (ParleyChatKey *key)
{
  g_free (key);
}

guint
parley_chat_key_hash (gconstpointer key)
{
  const ParleyChatKey *self = key;

  return (g_str_hash (self->protocol) * 31 + g_str_hash (self->account)) * 31
         + g_str_hash (self->person);
}

gboolean
parley_chat_key_equal (gconstpointer a, gconstpointer b)
{
  const ParleyChatKey *left = a;
  const ParleyChatKey *right = b;

  return g_str_equal (left->protocol, right->protocol)
         && g_str_equal (left->account, right->account)
         && g_str_equal (left->person, right->person);
}

char *
parley_chat_key_dup_tag (const ParleyChatKey *key)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const parts[] = { key->protocol, key->account, key->person };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (checksum, (const guchar *) parts[i], strlen (parts[i]) + 1);
  return g_strndup (g_checksum_get_string (checksum), 8);
}
