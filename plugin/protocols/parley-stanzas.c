/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-stanzas.h"

#include <account.h>
#include <connection.h>
#include <signals.h>
#include <xmlnode.h>

#include "guard/parley-copy.h"

#define CORRECTION "urn:xmpp:message-correct:0"
#define RETRACTION "urn:xmpp:message-retract:1"

/* As it was before it had an id of its own (XEP-0424, up to 0.3). */
#define FORMER_RETRACTION "urn:xmpp:message-retract:0"
#define FASTENING         "urn:xmpp:fasten:0"

struct _ParleyStanzas
{
  ParleyInstance *instance;
  /* The message that came last, until its line is written. */
  PurpleAccount *account; /* only to be compared; NULL: its line was written, or it has none */
  char *client;
  char *id;       /* (nullable) */
  char *replaces; /* (nullable) */
  char *retracts; /* (nullable) */
};

static void
forget (ParleyStanzas *stanzas)
{
  stanzas->account = NULL;
  g_clear_pointer (&stanzas->client, g_free);
  g_clear_pointer (&stanzas->id, g_free);
  g_clear_pointer (&stanzas->replaces, g_free);
  g_clear_pointer (&stanzas->retracts, g_free);
}

/* What libpurple has for it costs a thousand instructions. @space: (nullable): of any namespace. */
static xmlnode *
find_child (const xmlnode *node, const char *name, const char *space)
{
  for (xmlnode *child = node->child; child != NULL; child = child->next)
    {
      if (child->type == XMLNODE_TYPE_TAG && g_str_equal (child->name, name)
          && (space == NULL || g_strcmp0 (xmlnode_get_namespace (child), space) == 0))
        return child;
    }
  return NULL;
}

static gboolean
is_message (const xmlnode *stanza)
{
  return stanza != NULL && g_strcmp0 (stanza->name, "message") == 0;
}

static gboolean
has_words (const xmlnode *stanza)
{
  return is_message (stanza) && find_child (stanza, "body", NULL) != NULL;
}

/* Returns: (transfer full) (nullable): NULL also if it is empty. */
static char *
dup_id (xmlnode *node)
{
  const char *id = node != NULL ? xmlnode_get_attrib (node, "id") : NULL;

  return id != NULL && *id != '\0' ? g_strdup (id) : NULL;
}

/* Returns: (transfer full) (nullable): the id of the message that this one takes back. */
static char *
dup_retracted (const xmlnode *stanza)
{
  xmlnode *retract = find_child (stanza, "retract", RETRACTION);
  xmlnode *fastening = find_child (stanza, "apply-to", FASTENING);

  if (retract == NULL && fastening != NULL
      && find_child (fastening, "retract", FORMER_RETRACTION) != NULL)
    retract = fastening;
  return dup_id (retract);
}

/* Without words libpurple shows nothing. */
static void
take_retraction (ParleyStanzas *stanzas, PurpleConnection *gc, xmlnode *stanza)
{
  const char *type = xmlnode_get_attrib (stanza, "type");
  const char *from = xmlnode_get_attrib (stanza, "from");
  g_autofree char *retracts = dup_retracted (stanza);
  const ParleyLineFacts facts = { .received = TRUE, .retracts = retracts };
  g_autoptr (ParleyChatKey) key = NULL;

  if (retracts == NULL || from == NULL || g_strcmp0 (type, "groupchat") == 0
      || g_strcmp0 (type, "error") == 0)
    return;
  key = parley_contacts_dup_key (purple_connection_get_account (gc), from);
  parley_engine_take_line (stanzas->instance->engine, key, &facts, "", time (NULL));
}

/* All that libpurple does with it is done before the next one comes. Whose name it is takes long to
 * find out, and of most messages nobody wants to know. */
static void
on_stanza_came (PurpleConnection *gc, xmlnode **stanza, ParleyStanzas *stanzas)
{
  const char *from = has_words (*stanza) ? xmlnode_get_attrib (*stanza, "from") : NULL;

  forget (stanzas);
  if (from == NULL)
    {
      if (is_message (*stanza))
        take_retraction (stanzas, gc, *stanza);
      return;
    }
  stanzas->account = purple_connection_get_account (gc);
  stanzas->client = g_strdup (from);
  stanzas->id = dup_id (*stanza);
  stanzas->replaces = dup_id (find_child (*stanza, "replace", CORRECTION));
  stanzas->retracts = dup_retracted (*stanza);
}

void
parley_stanzas_add_facts (ParleyStanzas *stanzas,
                          PurpleAccount *account,
                          const ParleyChatKey *key,
                          ParleyLineFacts *facts)
{
  g_autoptr (ParleyChatKey) writer = NULL;

  if (stanzas->account != account || facts->sent || !facts->received)
    return;
  writer = parley_contacts_dup_key (account, stanzas->client);
  if (!parley_chat_key_equal (writer, key))
    return;
  stanzas->account = NULL;
  facts->client = stanzas->client;
  facts->id = stanzas->id;
  facts->replaces = stanzas->replaces;
  facts->retracts = stanzas->retracts;
}

static void
on_stanza_goes (PurpleConnection *gc, xmlnode **stanza, ParleyStanzas *stanzas)
{
  const char *own = purple_account_get_username (purple_connection_get_account (gc));
  guint64 nonce = ((guint64) g_random_int () << 32) | g_random_int ();
  g_autofree char *id = NULL;

  if (!parley_purple_host_is_saying (stanzas->instance->host) || !has_words (*stanza))
    return;
  id = parley_own_id_new (own, nonce);
  xmlnode_set_attrib (*stanza, "id", id);
}

ParleyStanzas *
parley_stanzas_new (ParleyInstance *instance)
{
  ParleyStanzas *stanzas = g_new0 (ParleyStanzas, 1);
  PurplePlugin *jabber = purple_find_prpl ("prpl-jabber");

  stanzas->instance = instance;
  if (jabber == NULL)
    return stanzas;
  /* Behind whoever decrypts or takes out of an envelope, and in front of whoever encrypts. */
  parley_listening_add_at (instance->listening, jabber, "jabber-receiving-xmlnode", G_MAXINT,
                           purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_came),
                           stanzas);
  parley_listening_add_at (instance->listening, jabber, "jabber-sending-xmlnode", G_MININT,
                           purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_goes),
                           stanzas);
  return stanzas;
}

void
parley_stanzas_free (ParleyStanzas *stanzas)
{
  forget (stanzas);
  g_free (stanzas);
}
