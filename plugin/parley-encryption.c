/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-encryption.h"

#include <blist.h>
#include <prpl.h>
#include <signals.h>
#include <xmlnode.h>

#include "parley-contacts.h"
#include "parley-lurch.h"
#include "parley-otr.h"

/* In the buddy list's file. */
#define SETTING "parley-remote-reads-encrypted"

/* How a person's newest message came. */
typedef enum
{
  WIRE_PLAIN,
  WIRE_UNREADABLE, /* encrypted, and it stayed so */
  WIRE_DECRYPTED,
} Wire;

struct _ParleyEncryption
{
  GHashTable *wires; /* ParleyChatKey → Wire; not there: plain */
};

/* OMEMO in all its versions (XEP-0384), OpenPGP (XEP-0373) and the old way of PGP (XEP-0027). */
static gboolean
has_encrypted_part (xmlnode *stanza)
{
  return xmlnode_get_child (stanza, "encrypted") != NULL
         || xmlnode_get_child_with_namespace (stanza, "openpgp", "urn:xmpp:openpgp:0") != NULL
         || xmlnode_get_child_with_namespace (stanza, "x", "jabber:x:encrypted") != NULL;
}

/* Returns: (transfer full) (nullable): whose message it is; NULL: it is something else. */
static ParleyChatKey *
dup_sender (PurpleConnection *gc, xmlnode *stanza)
{
  const char *from = stanza != NULL && g_strcmp0 (stanza->name, "message") == 0
                         ? xmlnode_get_attrib (stanza, "from")
                         : NULL;

  return from != NULL ? parley_contacts_dup_key (purple_connection_get_account (gc), from) : NULL;
}

static Wire
get_wire (ParleyEncryption *encryption, const ParleyChatKey *key)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (encryption->wires, key));
}

/* Before any plugin has decrypted it. */
static void
on_stanza_came (PurpleConnection *gc, xmlnode **stanza, ParleyEncryption *encryption)
{
  g_autoptr (ParleyChatKey) key = dup_sender (gc, *stanza);

  if (key == NULL)
    return;
  if (has_encrypted_part (*stanza))
    g_hash_table_replace (encryption->wires, g_steal_pointer (&key),
                          GINT_TO_POINTER (WIRE_UNREADABLE));
  else if (xmlnode_get_child (*stanza, "body") != NULL)
    g_hash_table_remove (encryption->wires, key);
}

/* After all of them. */
static void
on_stanza_left (PurpleConnection *gc, xmlnode **stanza, ParleyEncryption *encryption)
{
  g_autoptr (ParleyChatKey) key = dup_sender (gc, *stanza);

  if (key != NULL && get_wire (encryption, key) == WIRE_UNREADABLE && !has_encrypted_part (*stanza))
    g_hash_table_replace (encryption->wires, g_steal_pointer (&key),
                          GINT_TO_POINTER (WIRE_DECRYPTED));
}

ParleyEncryption *
parley_encryption_new (PurplePlugin *plugin)
{
  ParleyEncryption *encryption = g_new0 (ParleyEncryption, 1);
  PurplePlugin *jabber = purple_find_prpl ("prpl-jabber");

  encryption->wires = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                             (GDestroyNotify) parley_chat_key_free, NULL);
  if (jabber == NULL)
    return encryption;
  purple_signal_connect_priority (jabber, "jabber-receiving-xmlnode", plugin,
                                  PURPLE_CALLBACK (on_stanza_came), encryption,
                                  PURPLE_PRIORITY_HIGHEST);
  purple_signal_connect_priority (jabber, "jabber-receiving-xmlnode", plugin,
                                  PURPLE_CALLBACK (on_stanza_left), encryption,
                                  PURPLE_PRIORITY_LOWEST);
  return encryption;
}

void
parley_encryption_free (ParleyEncryption *encryption)
{
  g_hash_table_unref (encryption->wires);
  g_free (encryption);
}

/* What came encrypted was decrypted by a plugin that either is none of those we know, or does not
 * encrypt what is sent there. */
void
parley_encryption_get_facts (ParleyEncryption *encryption,
                             PurpleAccount *account,
                             const char *person,
                             ParleyFacts *facts)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, person);

  parley_otr_add_facts (account, person, facts);
  if (parley_lurch_encrypts (account, person))
    facts->encrypted = TRUE;
  if (!facts->encrypted && get_wire (encryption, key) == WIRE_DECRYPTED)
    facts->encrypted = facts->exposed = TRUE;
  facts->remote_allowed = parley_encryption_is_remote_allowed (account, person);
}

gboolean
parley_encryption_is_unreadable (ParleyEncryption *encryption, const ParleyChatKey *key)
{
  return get_wire (encryption, key) == WIRE_UNREADABLE;
}

gboolean
parley_encryption_is_remote_allowed (PurpleAccount *account, const char *name)
{
  g_autoptr (GSList) buddies = purple_find_buddies (account, name);

  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      if (!purple_blist_node_get_bool (PURPLE_BLIST_NODE (link->data), SETTING))
        return FALSE;
    }
  return buddies != NULL;
}

static void
allow (const ParleyChatKey *key, gpointer data)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  g_autoptr (GSList) buddies = account != NULL ? purple_find_buddies (account, key->person) : NULL;

  for (GSList *link = buddies; link != NULL; link = link->next)
    purple_blist_node_set_bool (PURPLE_BLIST_NODE (link->data), SETTING, GPOINTER_TO_INT (data));
}

void
parley_encryption_allow_remote (PurpleAccount *account, const char *name, gboolean allowed)
{
  parley_contacts_foreach_alike (account, name, allow, GINT_TO_POINTER (allowed));
}
