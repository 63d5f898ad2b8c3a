/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-carbons-wish.h"

#include <string.h>

#include <account.h>
#include <connection.h>
#include <signals.h>
#include <xmlnode.h>

#define CARBONS    "urn:xmpp:carbons:2"
#define DISCO_INFO "http://jabber.org/protocol/disco#info"

/* What is sent has these ids, and so has what the server answers. */
#define ID_OF_QUESTION "parley-has-carbons"
#define ID_OF_WISH     "parley-carbons"

/* Debian's purple-xmpp-carbons. */
#define OTHER_PLUGIN "core-riba-carbons"

typedef enum
{
  ASKED_BY_US = 1 << 0,
  ASKED_BY_OTHERS = 1 << 1,
} Asked;

struct _ParleyCarbonsWish
{
  PurplePlugin *jabber; /* (nullable) */
  GHashTable *asked;    /* PurpleConnection → Asked; those that signed on */
};

static gboolean
is_other_plugin_loaded (void)
{
  PurplePlugin *plugin = purple_plugins_find_with_id (OTHER_PLUGIN);

  return plugin != NULL && purple_plugin_is_loaded (plugin);
}

/* @to: (nullable): else the user's own account. */
static void
send_query (ParleyCarbonsWish *wish,
            PurpleConnection *gc,
            const char *type,
            const char *id,
            const char *to,
            const char *name,
            const char *space)
{
  xmlnode *iq = xmlnode_new ("iq");

  xmlnode_set_attrib (iq, "type", type);
  xmlnode_set_attrib (iq, "id", id);
  if (to != NULL)
    xmlnode_set_attrib (iq, "to", to);
  xmlnode_set_namespace (xmlnode_new_child (iq, name), space);
  purple_signal_emit (wish->jabber, "jabber-sending-xmlnode", gc, &iq);
  if (iq != NULL)
    xmlnode_free (iq);
}

/* Returns: (transfer full): of the server that the account is on. */
static char *
dup_server (PurpleConnection *gc)
{
  const char *own = purple_account_get_username (purple_connection_get_account (gc));
  const char *at = strchr (own, '@');
  const char *server = at != NULL ? at + 1 : own;

  return g_strndup (server, strcspn (server, "/"));
}

static void
begin (ParleyCarbonsWish *wish, PurpleConnection *gc)
{
  g_autofree char *server = NULL;

  if (purple_connection_get_prpl (gc) != wish->jabber)
    return;
  g_hash_table_insert (wish->asked, gc, GINT_TO_POINTER (0));
  server = dup_server (gc);
  if (!is_other_plugin_loaded ())
    send_query (wish, gc, "get", ID_OF_QUESTION, server, "query", DISCO_INFO);
}

static void
on_signed_on (PurpleConnection *gc, ParleyCarbonsWish *wish)
{
  begin (wish, gc);
}

/* Its address may be given to another one. */
static void
on_signing_off (PurpleConnection *gc, ParleyCarbonsWish *wish)
{
  g_hash_table_remove (wish->asked, gc);
}

static Asked
get_asked (ParleyCarbonsWish *wish, PurpleConnection *gc)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (wish->asked, gc));
}

static void
note_asked (ParleyCarbonsWish *wish, PurpleConnection *gc, Asked asked)
{
  g_hash_table_insert (wish->asked, gc, GINT_TO_POINTER (get_asked (wish, gc) | asked));
}

static gboolean
is_from_server (PurpleConnection *gc, xmlnode *iq)
{
  const char *from = xmlnode_get_attrib (iq, "from");
  g_autofree char *server = dup_server (gc);

  return from == NULL || g_ascii_strcasecmp (from, server) == 0;
}

static gboolean
has_carbons (xmlnode *iq)
{
  xmlnode *query = xmlnode_get_child_with_namespace (iq, "query", DISCO_INFO);
  xmlnode *feature = query != NULL ? xmlnode_get_child (query, "feature") : NULL;

  for (; feature != NULL; feature = xmlnode_get_next_twin (feature))
    {
      if (g_strcmp0 (xmlnode_get_attrib (feature, "var"), CARBONS) == 0)
        return TRUE;
    }
  return FALSE;
}

/* By now another plugin may have come, and asked. */
static void
on_stanza_came (PurpleConnection *gc, xmlnode **stanza, ParleyCarbonsWish *wish)
{
  xmlnode *iq = *stanza;

  if (iq == NULL || g_strcmp0 (iq->name, "iq") != 0
      || g_strcmp0 (xmlnode_get_attrib (iq, "type"), "result") != 0
      || g_strcmp0 (xmlnode_get_attrib (iq, "id"), ID_OF_QUESTION) != 0
      || !g_hash_table_contains (wish->asked, gc) || !is_from_server (gc, iq) || !has_carbons (iq)
      || get_asked (wish, gc) != 0 || is_other_plugin_loaded ())
    return;
  note_asked (wish, gc, ASKED_BY_US);
  send_query (wish, gc, "set", ID_OF_WISH, NULL, "enable", CARBONS);
}

static void
on_stanza_goes (PurpleConnection *gc, xmlnode **stanza, ParleyCarbonsWish *wish)
{
  xmlnode *iq = *stanza;

  if (iq != NULL && g_strcmp0 (iq->name, "iq") == 0
      && xmlnode_get_child_with_namespace (iq, "enable", CARBONS) != NULL
      && g_strcmp0 (xmlnode_get_attrib (iq, "id"), ID_OF_WISH) != 0
      && g_hash_table_contains (wish->asked, gc))
    note_asked (wish, gc, ASKED_BY_OTHERS);
}

static void
connect_signals (ParleyCarbonsWish *wish, ParleyListening *listening)
{
  void *connections = purple_connections_get_handle ();

  parley_listening_add (listening, connections, "signed-on", purple_marshal_VOID__POINTER,
                        PURPLE_CALLBACK (on_signed_on), wish);
  parley_listening_add (listening, connections, "signing-off", purple_marshal_VOID__POINTER,
                        PURPLE_CALLBACK (on_signing_off), wish);
  parley_listening_add (listening, wish->jabber, "jabber-receiving-xmlnode",
                        purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_came),
                        wish);
  /* Behind the protocol's own handler nothing is left of it. */
  parley_listening_add_at (listening, wish->jabber, "jabber-sending-xmlnode", G_MININT,
                           purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_goes),
                           wish);
}

ParleyCarbonsWish *
parley_carbons_wish_new (ParleyListening *listening)
{
  ParleyCarbonsWish *wish = g_new0 (ParleyCarbonsWish, 1);

  wish->jabber = purple_find_prpl ("prpl-jabber");
  wish->asked = g_hash_table_new (NULL, NULL);
  if (wish->jabber == NULL)
    return wish;
  connect_signals (wish, listening);
  for (GList *link = purple_connections_get_all (); link != NULL; link = link->next)
    {
      if (purple_connection_get_state (link->data) == PURPLE_CONNECTED)
        begin (wish, link->data);
    }
  return wish;
}

void
parley_carbons_wish_free (ParleyCarbonsWish *wish)
{
  GHashTableIter iter;
  gpointer gc;
  gpointer asked;

  g_hash_table_iter_init (&iter, wish->asked);
  while (g_hash_table_iter_next (&iter, &gc, &asked))
    {
      if (GPOINTER_TO_INT (asked) == ASKED_BY_US && !is_other_plugin_loaded ())
        send_query (wish, gc, "set", ID_OF_WISH, NULL, "disable", CARBONS);
    }
  g_hash_table_unref (wish->asked);
  g_free (wish);
}
