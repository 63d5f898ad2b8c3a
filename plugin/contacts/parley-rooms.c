/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-rooms.h"

#include <string.h>

#include <conversation.h>
#include <prpl.h>

typedef struct
{
  guint64 number;
  ParleyChatKey *key;
} Stay;

struct _ParleyRooms
{
  GHashTable *stays; /* PurpleConvChatBuddy → Stay */
  guint64 n_stays;
};

static void
stay_free (gpointer data)
{
  Stay *stay = data;

  parley_chat_key_free (stay->key);
  g_free (stay);
}

ParleyRooms *
parley_rooms_new (void)
{
  ParleyRooms *rooms = g_new0 (ParleyRooms, 1);

  rooms->stays = g_hash_table_new_full (NULL, NULL, NULL, stay_free);
  return rooms;
}

void
parley_rooms_free (ParleyRooms *rooms)
{
  g_hash_table_unref (rooms->stays);
  g_free (rooms);
}

/* XMPP's names keep what stands behind a "/" only in a room. */
gboolean
parley_rooms_is_occupant (const ParleyChatKey *key)
{
  return g_str_equal (key->protocol, "prpl-jabber") && strchr (key->person, '/') != NULL;
}

/* Returns: (transfer none) (nullable). */
static PurpleConvChat *
find_room (const ParleyChatKey *key)
{
  PurpleAccount *account = purple_accounts_find (key->account, key->protocol);
  g_autofree char *name = g_strndup (key->person, strcspn (key->person, "/"));
  PurpleConversation *conv
      = account != NULL
            ? purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, name, account)
            : NULL;

  return conv != NULL ? PURPLE_CONV_CHAT (conv) : NULL;
}

/* What the protocol calls an occupant to write to them alone is their real address, where the room
 * shows it. Returns: (transfer full) (nullable): that, without a resource. */
static char *
dup_real_address (PurpleConvChat *room, const ParleyChatKey *key, const char *nick)
{
  PurpleConnection *gc = purple_conversation_get_gc (purple_conv_chat_get_conversation (room));
  PurplePluginProtocolInfo *info
      = gc != NULL ? PURPLE_PLUGIN_PROTOCOL_INFO (purple_connection_get_prpl (gc)) : NULL;
  g_autofree char *real = info != NULL && info->get_cb_real_name != NULL
                              ? info->get_cb_real_name (gc, purple_conv_chat_get_id (room), nick)
                              : NULL;

  if (real == NULL || g_str_equal (real, key->person))
    return NULL;
  return g_strndup (real, strcspn (real, "/"));
}

static const Stay *
get_stay (ParleyRooms *rooms, PurpleConvChatBuddy *occupant, const ParleyChatKey *key)
{
  Stay *stay = g_hash_table_lookup (rooms->stays, occupant);

  if (stay == NULL)
    {
      stay = g_new0 (Stay, 1);
      stay->number = ++rooms->n_stays;
      stay->key = parley_chat_key_copy (key);
      g_hash_table_insert (rooms->stays, occupant, stay);
    }
  return stay;
}

ParleyIdentity *
parley_rooms_dup_identity (ParleyRooms *rooms, const ParleyChatKey *key)
{
  PurpleConvChat *room;
  PurpleConvChatBuddy *occupant;
  const char *nick;
  g_autofree char *real = NULL;
  g_autofree char *number = NULL;
  const Stay *stay;

  if (!parley_rooms_is_occupant (key))
    return NULL;
  nick = strchr (key->person, '/') + 1;
  room = find_room (key);
  occupant = room != NULL ? purple_conv_chat_cb_find (room, nick) : NULL;
  if (occupant == NULL)
    return parley_identity_new (PARLEY_IDENTITY_UNPROVEN, NULL);
  stay = get_stay (rooms, occupant, key);
  real = dup_real_address (room, key, nick);
  if (real != NULL)
    return parley_identity_new (PARLEY_IDENTITY_OCCUPANT, real);
  number = g_strdup_printf ("stay %" G_GUINT64_FORMAT, stay->number);
  return parley_identity_new (PARLEY_IDENTITY_UNPROVEN, number);
}

ParleyChatKey *
parley_rooms_take_gone (ParleyRooms *rooms, gconstpointer occupant)
{
  const Stay *stay = g_hash_table_lookup (rooms->stays, occupant);
  ParleyChatKey *key = stay != NULL ? parley_chat_key_copy (stay->key) : NULL;

  g_hash_table_remove (rooms->stays, occupant);
  return key;
}
