/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-stanzas.h"

#include <account.h>
#include <connection.h>
#include <signals.h>
#include <xmlnode.h>

#include "guard/parley-own-id.h"
#include "parley-contacts.h"

#define CORRECTION "urn:xmpp:message-correct:0"

struct _ParleyStanzas
{
  ParleyPurpleHost *host;
  /* The message that came last, until its line is written. */
  ParleyChatKey *key; /* (nullable): its line was written, or it has none */
  char *client;
  char *id;       /* (nullable) */
  char *replaces; /* (nullable) */
};

static void
forget (ParleyStanzas *stanzas)
{
  g_clear_pointer (&stanzas->key, parley_chat_key_free);
  g_clear_pointer (&stanzas->client, g_free);
  g_clear_pointer (&stanzas->id, g_free);
  g_clear_pointer (&stanzas->replaces, g_free);
}

static gboolean
has_words (xmlnode *stanza)
{
  return stanza != NULL && g_strcmp0 (stanza->name, "message") == 0
         && xmlnode_get_child (stanza, "body") != NULL;
}

/* Returns: (transfer full) (nullable): NULL also if it is empty. */
static char *
dup_id (xmlnode *node)
{
  const char *id = node != NULL ? xmlnode_get_attrib (node, "id") : NULL;

  return id != NULL && *id != '\0' ? g_strdup (id) : NULL;
}

/* All that libpurple does with it is done before the next one comes. */
static void
on_stanza_came (PurpleConnection *gc, xmlnode **stanza, ParleyStanzas *stanzas)
{
  const char *from = has_words (*stanza) ? xmlnode_get_attrib (*stanza, "from") : NULL;

  forget (stanzas);
  if (from == NULL)
    return;
  stanzas->key = parley_contacts_dup_key (purple_connection_get_account (gc), from);
  stanzas->client = g_strdup (from);
  stanzas->id = dup_id (*stanza);
  stanzas->replaces = dup_id (xmlnode_get_child_with_namespace (*stanza, "replace", CORRECTION));
}

void
parley_stanzas_add_facts (ParleyStanzas *stanzas, const ParleyChatKey *key, ParleyLineFacts *facts)
{
  if (stanzas->key == NULL || facts->sent || !facts->received
      || !parley_chat_key_equal (stanzas->key, key))
    return;
  g_clear_pointer (&stanzas->key, parley_chat_key_free);
  facts->client = stanzas->client;
  facts->id = stanzas->id;
  facts->replaces = stanzas->replaces;
}

static void
on_stanza_goes (PurpleConnection *gc, xmlnode **stanza, ParleyStanzas *stanzas)
{
  const char *own = purple_account_get_username (purple_connection_get_account (gc));
  guint64 nonce = ((guint64) g_random_int () << 32) | g_random_int ();
  g_autofree char *id = NULL;

  if (!parley_purple_host_is_saying (stanzas->host) || !has_words (*stanza))
    return;
  id = parley_own_id_new (own, nonce);
  xmlnode_set_attrib (*stanza, "id", id);
}

ParleyStanzas *
parley_stanzas_new (PurplePlugin *plugin, ParleyPurpleHost *host)
{
  ParleyStanzas *stanzas = g_new0 (ParleyStanzas, 1);
  PurplePlugin *jabber = purple_find_prpl ("prpl-jabber");

  stanzas->host = host;
  if (jabber == NULL)
    return stanzas;
  /* Behind whoever decrypts or takes out of an envelope, and in front of whoever encrypts. */
  purple_signal_connect_priority (jabber, "jabber-receiving-xmlnode", plugin,
                                  PURPLE_CALLBACK (on_stanza_came), stanzas, G_MAXINT);
  purple_signal_connect_priority (jabber, "jabber-sending-xmlnode", plugin,
                                  PURPLE_CALLBACK (on_stanza_goes), stanzas, G_MININT);
  return stanzas;
}

void
parley_stanzas_free (ParleyStanzas *stanzas)
{
  forget (stanzas);
  g_free (stanzas);
}
