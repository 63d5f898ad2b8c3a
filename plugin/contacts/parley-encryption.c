/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-encryption.h"

#include <blist.h>
#include <prpl.h>
#include <signals.h>
#include <xmlnode.h>
#include <plugin.h>

#include "guard/parley-inbound.h"
#include "contacts/parley-contacts.h"
#include "protocols/parley-otr.h"

/* In the buddy list's file. */
#define SETTING "parley-remote-reads-encrypted"

/* Whichever client it was chosen in. */
#define UI "parley"

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

/* What a stanza says of itself. */
typedef enum
{
  PART_BODY = 1 << 0,
  PART_ENCRYPTED = 1 << 1, /* is taken out when it is decrypted */
  PART_HINT = 1 << 2,      /* there is something encrypted in it, perhaps in the body */
  PART_ENVELOPE = 1 << 3,  /* another message is inside */
} Parts;

typedef struct
{
  const char *name;
  const char *space; /* NULL: any */
  Parts part;
} Part;

/* OMEMO in all its versions (XEP-0384), OpenPGP (XEP-0373), the old ways of PGP (XEP-0027), of
 * sessions (XEP-0200) and of S/MIME (RFC 3923), the hint that others give (XEP-0380); copies
 * (XEP-0280) and archives (XEP-0313). */
static const Part parts[] = {
  { "body", NULL, PART_BODY },
  { "encrypted", NULL, PART_ENCRYPTED },
  { "openpgp", "urn:xmpp:openpgp:0", PART_ENCRYPTED },
  { "x", "jabber:x:encrypted", PART_ENCRYPTED },
  { "c", "http://www.xmpp.org/extensions/xep-0200.html#ns", PART_ENCRYPTED },
  { "e2e", "urn:ietf:params:xml:ns:xmpp-e2e", PART_ENCRYPTED },
  { "encryption", "urn:xmpp:eme:0", PART_HINT },
  { "received", "urn:xmpp:carbons:2", PART_ENVELOPE },
  { "sent", "urn:xmpp:carbons:2", PART_ENVELOPE },
  { "result", NULL, PART_ENVELOPE },
};

static Parts
find_part (xmlnode *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (g_str_equal (node->name, parts[i].name)
          && (parts[i].space == NULL
              || g_strcmp0 (xmlnode_get_namespace (node), parts[i].space) == 0))
        return parts[i].part;
    }
  return 0;
}

static Parts
find_parts (xmlnode *message)
{
  Parts found = 0;

  for (xmlnode *child = message->child; child != NULL; child = child->next)
    {
      if (child->type == XMLNODE_TYPE_TAG)
        found |= find_part (child);
    }
  return found;
}

static gboolean
is_message (xmlnode *node)
{
  return node != NULL && g_strcmp0 (node->name, "message") == 0;
}

/* Only our own server brings us copies: anybody else could say what they like of other people's
 * messages. */
static gboolean
is_from_own_server (PurpleConnection *gc, xmlnode *stanza)
{
  PurpleAccount *account = purple_connection_get_account (gc);
  const char *from = xmlnode_get_attrib (stanza, "from");
  g_autoptr (ParleyChatKey) sender = NULL;
  g_autoptr (ParleyChatKey) own = NULL;

  if (from == NULL)
    return TRUE;
  sender = parley_contacts_dup_key (account, from);
  own = parley_contacts_dup_key (account, purple_account_get_username (account));
  return parley_chat_key_equal (sender, own);
}

/* Returns: (transfer none): the message that is meant, in its envelope or without. */
static xmlnode *
find_message (PurpleConnection *gc, xmlnode *stanza)
{
  static const char *const ways[]
      = { "received/forwarded/message", "sent/forwarded/message", "result/forwarded/message" };

  if ((find_parts (stanza) & PART_ENVELOPE) == 0 || !is_from_own_server (gc, stanza))
    return stanza;
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      xmlnode *inner = xmlnode_get_child (stanza, ways[i]);

      if (inner != NULL)
        return inner;
    }
  return stanza;
}

/* Returns: (transfer full) (nullable): with whom the chat is. */
static ParleyChatKey *
dup_person (PurpleConnection *gc, xmlnode *stanza, xmlnode *message)
{
  gboolean own = message != stanza && is_from_own_server (gc, message);
  const char *person = xmlnode_get_attrib (message, own ? "to" : "from");

  return person != NULL ? parley_contacts_dup_key (purple_connection_get_account (gc), person)
                        : NULL;
}

static Wire
get_wire (ParleyEncryption *encryption, const ParleyChatKey *key)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (encryption->wires, key));
}

static void
set_wire (ParleyEncryption *encryption, ParleyChatKey *key, Wire wire)
{
  g_hash_table_replace (encryption->wires, key, GINT_TO_POINTER (wire));
}

/* Before any plugin has decrypted it. Most messages are not, and of most people none ever was. */
static void
on_stanza_came (PurpleConnection *gc, xmlnode **stanza, ParleyEncryption *encryption)
{
  xmlnode *message = is_message (*stanza) ? find_message (gc, *stanza) : NULL;
  Parts found = message != NULL ? find_parts (message) : 0;
  gboolean secret = (found & (PART_ENCRYPTED | PART_HINT)) != 0;
  g_autoptr (ParleyChatKey) key = NULL;

  if (!secret && ((found & PART_BODY) == 0 || g_hash_table_size (encryption->wires) == 0))
    return;
  key = dup_person (gc, *stanza, message);
  if (key == NULL)
    return;
  if (!secret)
    g_hash_table_remove (encryption->wires, key);
  else
    set_wire (encryption, g_steal_pointer (&key),
              (found & PART_ENCRYPTED) != 0 ? WIRE_UNREADABLE : WIRE_DECRYPTED);
}

/* After all of them. */
static void
on_stanza_left (PurpleConnection *gc, xmlnode **stanza, ParleyEncryption *encryption)
{
  xmlnode *message = NULL;
  g_autoptr (ParleyChatKey) key = NULL;

  if (g_hash_table_size (encryption->wires) == 0 || !is_message (*stanza))
    return;
  message = find_message (gc, *stanza);
  if ((find_parts (message) & PART_ENCRYPTED) != 0)
    return;
  key = dup_person (gc, *stanza, message);
  if (key != NULL && get_wire (encryption, key) == WIRE_UNREADABLE)
    set_wire (encryption, g_steal_pointer (&key), WIRE_DECRYPTED);
}

ParleyEncryption *
parley_encryption_new (ParleyListening *listening)
{
  ParleyEncryption *encryption = g_new0 (ParleyEncryption, 1);
  PurplePlugin *jabber = purple_find_prpl ("prpl-jabber");

  encryption->wires = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                             (GDestroyNotify) parley_chat_key_free, NULL);
  if (jabber == NULL)
    return encryption;
  /* The highest number is called last, and plugins use the ends of libpurple's range, too. */
  parley_listening_add_at (listening, jabber, "jabber-receiving-xmlnode", G_MININT,
                           purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_came),
                           encryption);
  parley_listening_add_at (listening, jabber, "jabber-receiving-xmlnode", G_MAXINT,
                           purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_left),
                           encryption);
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
parley_encryption_get_secrecy (ParleyEncryption *encryption,
                               PurpleAccount *account,
                               const char *person,
                               ParleySecrecy *secrecy)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, person);

  parley_otr_add_secrecy (account, person, secrecy);
  if (parley_lurch_encrypts (account, person))
    secrecy->encrypted = TRUE;
  if (!secrecy->encrypted && get_wire (encryption, key) == WIRE_DECRYPTED)
    secrecy->encrypted = secrecy->exposed = TRUE;
  secrecy->remote_allowed = parley_encryption_is_remote_allowed (account, person);
  secrecy->e2e_allowed = purple_account_get_ui_bool (account, UI, SETTING, FALSE);
}

gboolean
parley_encryption_is_encrypted (xmlnode *message, const char *text)
{
  return (find_parts (message) & (PART_ENCRYPTED | PART_HINT)) != 0
         || (text != NULL && parley_inbound_is_fallback (text));
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

void
parley_encryption_allow_account (PurpleAccount *account, gboolean allowed)
{
  purple_account_set_ui_bool (account, UI, SETTING, allowed);
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

#define PLUGIN_ID "core-riba-lurch"

/* The plugin's lurch_status_t. Where it has no session yet it makes one when something is sent. */
typedef enum
{
  STATUS_DISABLED,
  STATUS_NOT_SUPPORTED,
  STATUS_NO_SESSION,
  STATUS_OK,
} Status;

typedef void (*StatusFunc) (gint32 error, Status status, gpointer data);

/* Called from inside the question. */
static void
on_status (gint32 error, Status status, gpointer data)
{
  gboolean *encrypts = data;

  *encrypts = error != 0 || (status != STATUS_DISABLED && status != STATUS_NOT_SUPPORTED);
}

gboolean
parley_lurch_encrypts (PurpleAccount *account, const char *person)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (PLUGIN_ID);
  StatusFunc func = on_status;
  gboolean encrypts = TRUE;

  if (plugin == NULL || !purple_plugin_is_loaded (plugin)
      || !g_str_equal (purple_account_get_protocol_id (account), "prpl-jabber"))
    return FALSE;
  purple_signal_emit (purple_plugins_get_handle (), "lurch-status-im", account, person, func,
                      &encrypts);
  return encrypts;
}
