/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-sign-ons.h"

#include <connection.h>

#define LONG_AGO G_MININT32

/* So long servers may need to hand out what came while nobody was signed on. */
#define CATCH_UP_MS 120000

struct _ParleySignOns
{
  GHashTable *of; /* PurpleAccount → SignOn */
};

typedef struct
{
  gint64 since; /* monotonic ms */
  ParleyChatKey *name;
} SignOn;

static void
sign_on_free (gpointer data)
{
  SignOn *sign_on = data;

  parley_chat_key_free (sign_on->name);
  g_free (sign_on);
}

static ParleyChatKey *
dup_name (PurpleAccount *account)
{
  return parley_chat_key_new (purple_account_get_protocol_id (account),
                              purple_account_get_username (account), "");
}

ParleySignOns *
parley_sign_ons_new (void)
{
  ParleySignOns *sign_ons = g_new0 (ParleySignOns, 1);

  sign_ons->of = g_hash_table_new_full (NULL, NULL, NULL, sign_on_free);
  for (GList *link = purple_connections_get_all (); link != NULL; link = link->next)
    {
      if (PURPLE_CONNECTION_IS_CONNECTED ((PurpleConnection *) link->data))
        parley_sign_ons_add (sign_ons, purple_connection_get_account (link->data), LONG_AGO);
    }
  return sign_ons;
}

void
parley_sign_ons_free (ParleySignOns *sign_ons)
{
  g_hash_table_unref (sign_ons->of);
  g_free (sign_ons);
}

void
parley_sign_ons_add (ParleySignOns *sign_ons, PurpleAccount *account, gint64 now)
{
  SignOn *sign_on = g_new0 (SignOn, 1);

  sign_on->since = now;
  sign_on->name = dup_name (account);
  g_hash_table_insert (sign_ons->of, account, sign_on);
}

void
parley_sign_ons_remove (ParleySignOns *sign_ons, PurpleAccount *account)
{
  g_hash_table_remove (sign_ons->of, account);
}

gboolean
parley_sign_ons_is_recent (ParleySignOns *sign_ons, PurpleAccount *account, gint64 now, gint64 ms)
{
  const SignOn *sign_on = g_hash_table_lookup (sign_ons->of, account);

  return sign_on != NULL && now - sign_on->since < ms;
}

gboolean
parley_sign_ons_is_catching_up (
    ParleySignOns *sign_ons, PurpleAccount *account, gint64 wall, gint64 now, gint64 now_wall)
{
  const SignOn *sign_on = g_hash_table_lookup (sign_ons->of, account);
  gint64 ms = sign_on != NULL && purple_account_is_connected (account) ? now - sign_on->since : 0;

  return ms < CATCH_UP_MS && wall < now_wall - ms / 1000;
}

ParleyChatKey *
parley_sign_ons_take_old_name (ParleySignOns *sign_ons, PurpleAccount *account)
{
  SignOn *sign_on = g_hash_table_lookup (sign_ons->of, account);
  g_autoptr (ParleyChatKey) now = dup_name (account);
  ParleyChatKey *old;

  if (sign_on == NULL || parley_chat_key_equal (sign_on->name, now))
    return NULL;
  old = sign_on->name;
  sign_on->name = g_steal_pointer (&now);
  return old;
}
