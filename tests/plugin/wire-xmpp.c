/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "wire-xmpp.h"

#include <string.h>

#include <core.h>
#include <server.h>

#include "test-server.h"

#define MUC "http://jabber.org/protocol/muc"

typedef struct
{
  GString *roster;
  GString *features;
  gboolean authenticated;
} State;

static void
state_free (gpointer data)
{
  State *state = data;

  g_string_free (state->roster, TRUE);
  g_string_free (state->features, TRUE);
  g_free (state);
}

/* Returns: behind the tag that begins at @data, quoted ">" and all; NULL: it is not whole yet. */
static const char *
find_end_of_tag (const char *data)
{
  char quote = '\0';

  for (; *data != '\0'; data++)
    {
      if (quote != '\0' && *data == quote)
        quote = '\0';
      else if (quote == '\0' && (*data == '\'' || *data == '"'))
        quote = *data;
      else if (quote == '\0' && *data == '>')
        return data + 1;
    }
  return NULL;
}

static gboolean
stands_alone (const char *tag)
{
  return g_str_has_prefix (tag, "<?") || g_str_has_prefix (tag, "<stream:stream")
         || g_str_has_prefix (tag, "</stream:stream");
}

/* A stanza; or what stands alone: declaration, begin and end of the stream. */
static gsize
measure (const char *data)
{
  const char *tag = data;
  int depth = 0;

  while ((tag = strchr (tag, '<')) != NULL)
    {
      const char *end = find_end_of_tag (tag);

      if (end == NULL)
        return 0;
      if (depth == 0 && stands_alone (tag))
        return end - data;
      if (tag[1] == '/')
        depth--;
      else if (end[-2] != '/')
        depth++;
      if (depth == 0)
        return end - data;
      tag = end;
    }
  return 0;
}

/* Returns: (transfer full) (nullable): an attribute of the stanza's own tag. */
static char *
dup_attribute (const char *stanza, const char *name)
{
  g_autofree char *tag = g_strndup (stanza, find_end_of_tag (stanza) - stanza);
  g_autofree char *begin = g_strdup_printf (" %s='", name);
  const char *value = strstr (tag, begin);

  if (value == NULL)
    return NULL;
  value += strlen (begin);
  return g_strndup (value, strcspn (value, "'"));
}

static void
open_stream (Wire *wire)
{
  const State *state = wire_get_state (wire);

  wire_push (wire, "<?xml version='1.0'?><stream:stream xmlns='jabber:client' "
                   "xmlns:stream='http://etherx.jabber.org/streams' id='wire' version='1.0' "
                   "from='wire.example'><stream:features>");
  if (state->authenticated)
    wire_push (wire, "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
                     "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>");
  else
    wire_push (wire, "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
                     "<mechanism>PLAIN</mechanism></mechanisms>");
  wire_push (wire, "</stream:features>");
}

/* Returns: (transfer full) (nullable): what the answer holds; NULL: it is an error. */
static char *
dup_result (const State *state, const char *iq)
{
  if (strstr (iq, "urn:ietf:params:xml:ns:xmpp-bind") != NULL)
    return g_strdup ("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>" WIRE_XMPP_USER
                     "/here</jid></bind>");
  if (strstr (iq, "type='get'") != NULL && strstr (iq, "'jabber:iq:roster'") != NULL)
    return g_strdup_printf ("<query xmlns='jabber:iq:roster'>%s</query>", state->roster->str);
  if (strstr (iq, "disco#items") != NULL)
    return g_strdup ("<query xmlns='http://jabber.org/protocol/disco#items'/>");
  if (strstr (iq, "disco#info") != NULL)
    return g_strdup_printf ("<query xmlns='http://jabber.org/protocol/disco#info'>"
                            "<identity category='server' type='im'/>%s</query>",
                            state->features->str);
  if (strstr (iq, "urn:xmpp:carbons:2") != NULL && state->features->len > 0)
    return g_strdup ("");
  if (strstr (iq, "xmpp-session") != NULL || strstr (iq, "urn:xmpp:ping") != NULL
      || strstr (iq, "'jabber:iq:roster'") != NULL)
    return g_strdup ("");
  return NULL;
}

static void
answer_iq (Wire *wire, const char *iq)
{
  g_autofree char *type = dup_attribute (iq, "type");
  g_autofree char *id = dup_attribute (iq, "id");
  g_autofree char *to = dup_attribute (iq, "to");
  g_autofree char *from = to != NULL ? g_strdup_printf (" from='%s'", to) : g_strdup ("");
  g_autofree char *result = NULL;

  if (g_strcmp0 (type, "get") != 0 && g_strcmp0 (type, "set") != 0)
    return;
  result = dup_result (wire_get_state (wire), iq);
  if (result != NULL)
    wire_pushf (wire, "<iq type='result' id='%s'%s>%s</iq>", id, from, result);
  else
    wire_pushf (wire,
                "<iq type='error' id='%s'%s><error type='cancel'><service-unavailable "
                "xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>",
                id, from);
}

/* Who joins or leaves a room is told so; that comes last of what a room tells. */
static void
answer_presence (Wire *wire, const char *presence)
{
  g_autofree char *to = dup_attribute (presence, "to");
  g_autofree char *type = dup_attribute (presence, "type");

  if (to == NULL || strchr (to, '/') == NULL || (type == NULL && strstr (presence, MUC) == NULL))
    return;
  wire_pushf (wire,
              "<presence from='%s' to='" WIRE_XMPP_USER "/here'%s><x xmlns='" MUC "#user'>"
              "<item affiliation='none' role='%s'/><status code='110'/></x></presence>",
              to, type != NULL ? " type='unavailable'" : "", type != NULL ? "none" : "participant");
}

static void
answer (Wire *wire, const char *stanza)
{
  State *state = wire_get_state (wire);

  if (stanza == NULL)
    {
      state->authenticated = FALSE;
      return;
    }
  stanza += strspn (stanza, " \r\n");
  if (g_str_has_prefix (stanza, "<stream:stream"))
    open_stream (wire);
  else if (g_str_has_prefix (stanza, "<auth"))
    {
      state->authenticated = TRUE;
      wire_push (wire, "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>");
    }
  else if (g_str_has_prefix (stanza, "<iq"))
    answer_iq (wire, stanza);
  else if (g_str_has_prefix (stanza, "<presence"))
    answer_presence (wire, stanza);
}

Wire *
wire_xmpp_new (void)
{
  State *state = g_new0 (State, 1);

  state->roster = g_string_new (NULL);
  state->features = g_string_new (NULL);
  return wire_new (measure, answer, state, state_free);
}

void
wire_xmpp_add_contact (Wire *wire, const char *jid)
{
  State *state = wire_get_state (wire);

  g_string_append_printf (state->roster, "<item jid='%s' subscription='both'/>", jid);
}

void
wire_xmpp_add_feature (Wire *wire, const char *feature)
{
  State *state = wire_get_state (wire);

  g_string_append_printf (state->features, "<feature var='%s'/>", feature);
}

static gboolean
is_connected (gpointer data)
{
  return purple_account_is_connected (data);
}

PurpleAccount *
wire_xmpp_connect (Wire *wire)
{
  PurpleAccount *account = purple_account_new (WIRE_XMPP_USER "/here", "prpl-jabber");

  purple_account_set_password (account, "secret");
  purple_account_set_string (account, "connect_server", "127.0.0.1");
  purple_account_set_int (account, "port", wire_get_port (wire));
  purple_account_set_string (account, "connection_security", "opportunistic_tls");
  purple_account_set_bool (account, "auth_plain_in_clear", TRUE);
  purple_accounts_add (account);
  purple_account_set_status (account, "available", TRUE, NULL);
  purple_account_set_enabled (account, purple_core_get_ui (), TRUE);
  if (purple_account_get_connection (account) == NULL)
    purple_account_connect (account);
  parley_test_wait (is_connected, account);
  return account;
}

void
wire_xmpp_write (Wire *wire, const char *from, const char *body)
{
  g_autofree char *escaped = g_markup_escape_text (body, -1);

  wire_pushf (wire,
              "<message type='chat' from='%s' to='" WIRE_XMPP_USER "/here'><body>%s</body>"
              "</message>",
              from, escaped);
}

void
wire_xmpp_drain (Wire *wire)
{
  guint n = wire_count (wire, "id='drained'");

  wire_push (wire, "<iq type='get' id='drained' from='wire.example'>"
                   "<ping xmlns='urn:xmpp:ping'/></iq>");
  wire_wait_for (wire, "id='drained'", n);
}

typedef struct
{
  PurpleAccount *account;
  const char *room;
} Joining;

static gboolean
has_joined (gpointer data)
{
  const Joining *joining = data;
  PurpleConversation *conv = purple_find_conversation_with_account (
      PURPLE_CONV_TYPE_CHAT, joining->room, joining->account);

  return conv != NULL && !purple_conv_chat_has_left (PURPLE_CONV_CHAT (conv));
}

PurpleConversation *
wire_xmpp_join (Wire *wire, PurpleAccount *account, const char *room, const char *nick)
{
  g_auto (GStrv) parts = g_strsplit (room, "@", 2);
  g_autoptr (GHashTable) components = g_hash_table_new (g_str_hash, g_str_equal);
  Joining joining = { account, room };

  g_hash_table_insert (components, (gpointer) "room", parts[0]);
  g_hash_table_insert (components, (gpointer) "server", parts[1]);
  g_hash_table_insert (components, (gpointer) "handle", (gpointer) nick);
  serv_join_chat (purple_account_get_connection (account), components);
  parley_test_wait (has_joined, &joining);
  return purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, room, account);
}

/* @real, @code: (nullable). @item: the attributes that tell what becomes of them. */
static void
push_occupant (Wire *wire,
               const char *room,
               const char *nick,
               const char *real,
               const char *item,
               const char *code)
{
  g_autofree char *jid = real != NULL ? g_strdup_printf (" jid='%s'", real) : g_strdup ("");
  g_autofree char *status
      = code != NULL ? g_strdup_printf ("<status code='%s'/>", code) : g_strdup ("");
  gboolean gone = strstr (item, "role='none'") != NULL || code != NULL;

  wire_pushf (wire,
              "<presence from='%s/%s' to='" WIRE_XMPP_USER "/here'%s><x xmlns='" MUC "#user'>"
              "<item affiliation='none' %s%s/>%s</x></presence>",
              room, nick, gone ? " type='unavailable'" : "", item, jid, status);
}

void
wire_xmpp_enter (Wire *wire, const char *room, const char *nick, const char *real)
{
  push_occupant (wire, room, nick, real, "role='participant'", NULL);
}

void
wire_xmpp_leave (Wire *wire, const char *room, const char *nick, const char *code)
{
  push_occupant (wire, room, nick, NULL, "role='none'", code);
}

void
wire_xmpp_rename (Wire *wire, const char *room, const char *old, const char *nick, const char *real)
{
  g_autofree char *item = g_strdup_printf ("role='participant' nick='%s'", nick);

  push_occupant (wire, room, old, real, item, "303");
  push_occupant (wire, room, nick, real, "role='participant'", NULL);
}
