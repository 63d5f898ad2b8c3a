/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-carbons.h"

#include <conversation.h>
#include <debug.h>
#include <signals.h>
#include <util.h>
#include <xmlnode.h>

#include "guard/parley-copy.h"

#define CARBONS     "urn:xmpp:carbons:2"
#define CHAT_STATES "http://jabber.org/protocol/chatstates"
#define DELAY       "urn:xmpp:delay"
#define FORWARD     "urn:xmpp:forward:0"
#define ROOM        "http://jabber.org/protocol/muc#user"

/* So many messages are known again when they come a second time. */
#define MAX_SEEN 64

/* With its length, id and sender that tells texts apart. */
#define HASHED_BYTES 256

typedef struct
{
  char *mark;
  gboolean copied; /* it came in a copy */
} Seen;

struct _ParleyCarbons
{
  ParleyInstance *instance;
  GQueue seen; /* of Seen, newest first; of all accounts */
  guint n_forged;
  gboolean writes_parleys;
};

/* A copy: its parts belong to the stanza. */
typedef struct
{
  PurpleConnection *gc;
  xmlnode *envelope;
  xmlnode *message;
  xmlnode *delay; /* (nullable) */
  gboolean sent;
} Copy;

static void
seen_free (gpointer data)
{
  Seen *seen = data;

  g_free (seen->mark);
  g_free (seen);
}

/* Of a text of any length, which anybody may send. @length: (out): of all of it. */
static guint
hash_start (xmlnode *body, gsize *length)
{
  guint hash = 5381;

  *length = 0;
  for (xmlnode *part = body->child; part != NULL; part = part->next)
    {
      if (part->type != XMLNODE_TYPE_DATA)
        continue;
      for (gsize i = 0; i < part->data_sz && *length + i < HASHED_BYTES; i++)
        hash = hash * 33 + (guchar) part->data[i];
      *length += part->data_sz;
    }
  return hash;
}

/* Returns: (transfer full) (nullable): what tells the message from all others; NULL: it has no id,
 * or says nothing. */
static char *
dup_mark (PurpleConnection *gc, xmlnode *message)
{
  const char *id = xmlnode_get_attrib (message, "id");
  const char *from = id != NULL ? xmlnode_get_attrib (message, "from") : NULL;
  xmlnode *body = from != NULL ? xmlnode_get_child (message, "body") : NULL;
  const char *own = purple_account_get_username (purple_connection_get_account (gc));
  gsize length;
  guint hash;

  if (body == NULL)
    return NULL;
  hash = hash_start (body, &length);
  return g_strdup_printf ("%s\n%s\n%s\n%08x %" G_GSIZE_FORMAT, own, from, id, hash, length);
}

static const Seen *
find_seen (ParleyCarbons *carbons, const char *mark)
{
  for (GList *link = carbons->seen.head; link != NULL; link = link->next)
    {
      const Seen *seen = link->data;

      if (g_str_equal (seen->mark, mark))
        return seen;
    }
  return NULL;
}

/* @copied: whether it comes in a copy. Returns: whether it came before, once at least in a copy. */
static gboolean
is_seen (ParleyCarbons *carbons, PurpleConnection *gc, xmlnode *message, gboolean copied)
{
  g_autofree char *mark = dup_mark (gc, message);
  const Seen *before = mark != NULL ? find_seen (carbons, mark) : NULL;
  Seen *seen;

  if (mark == NULL || before != NULL)
    return before != NULL && (copied || before->copied);
  seen = g_new0 (Seen, 1);
  seen->mark = g_steal_pointer (&mark);
  seen->copied = copied;
  g_queue_push_head (&carbons->seen, seen);
  if (carbons->seen.length > MAX_SEEN)
    seen_free (g_queue_pop_tail (&carbons->seen));
  return FALSE;
}

static gboolean
is_room (const Copy *copy, const char *other)
{
  PurpleAccount *account = purple_connection_get_account (copy->gc);
  g_autofree char *bare = other != NULL ? g_strndup (other, strcspn (other, "/")) : NULL;

  return g_strcmp0 (xmlnode_get_attrib (copy->message, "type"), "groupchat") == 0
         || xmlnode_get_child_with_namespace (copy->message, "x", ROOM) != NULL
         || (bare != NULL
             && purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, bare, account)
                    != NULL);
}

static ParleyCopy
judge (const Copy *copy, xmlnode *stanza)
{
  const char *from = xmlnode_get_attrib (copy->message, "from");
  const char *to = xmlnode_get_attrib (copy->message, "to");
  const ParleyCopyFacts facts = {
    .sent = copy->sent,
    .room = is_room (copy, copy->sent ? to : from),
    .own = purple_connection_get_display_name (copy->gc),
    .bringer = xmlnode_get_attrib (stanza, "from"),
    .from = from,
    .to = to,
  };

  return parley_copy_judge (&facts);
}

/* Each message is looked at, of whomever. Returns: (transfer none) (nullable). */
static xmlnode *
find_envelope (xmlnode *stanza)
{
  for (xmlnode *child = stanza->child; child != NULL; child = child->next)
    {
      if (child->type == XMLNODE_TYPE_TAG
          && (g_str_equal (child->name, "sent") || g_str_equal (child->name, "received"))
          && g_strcmp0 (xmlnode_get_namespace (child), CARBONS) == 0)
        return child;
    }
  return NULL;
}

/* Returns: FALSE if it is not a copy of a message. */
static gboolean
find_copy (PurpleConnection *gc, xmlnode *stanza, Copy *copy)
{
  xmlnode *envelope = find_envelope (stanza);
  xmlnode *forwarded;

  *copy = (Copy){ .gc = gc,
                  .envelope = envelope,
                  .sent = envelope != NULL && g_str_equal (envelope->name, "sent") };
  forwarded = copy->envelope != NULL
                  ? xmlnode_get_child_with_namespace (copy->envelope, "forwarded", FORWARD)
                  : NULL;
  copy->message = forwarded != NULL ? xmlnode_get_child (forwarded, "message") : NULL;
  if (copy->message == NULL)
    return FALSE;
  copy->delay = xmlnode_get_child_with_namespace (copy->message, "delay", DELAY);
  if (copy->delay == NULL)
    copy->delay = xmlnode_get_child_with_namespace (forwarded, "delay", DELAY);
  return TRUE;
}

/* Returns: when it was sent, seconds since 1970; 0: just now. */
static time_t
get_time (const Copy *copy)
{
  const char *stamp = copy->delay != NULL ? xmlnode_get_attrib (copy->delay, "stamp") : NULL;

  return stamp != NULL ? purple_str_to_time (stamp, TRUE, NULL, NULL, NULL) : 0;
}

static PurpleMessageFlags
get_flags (const Copy *copy)
{
  return PURPLE_MESSAGE_SEND | PURPLE_MESSAGE_REMOTE_SEND
         | (get_time (copy) > 0 ? PURPLE_MESSAGE_DELAYED : 0);
}

/* Only their own server brings it, so nobody else can have given it that id. */
static gboolean
is_parleys (const Copy *copy)
{
  const char *own = purple_account_get_username (purple_connection_get_account (copy->gc));

  return parley_own_id_is (xmlnode_get_attrib (copy->message, "id"), own);
}

/* Nobody here reads it, but it is the user's. Other plugins may. */
static void
take_secret (ParleyCarbons *carbons, const Copy *copy)
{
  PurpleAccount *account = purple_connection_get_account (copy->gc);
  time_t at = get_time (copy);
  const ParleyLineFacts facts
      = { .sent = TRUE, .unreadable = TRUE, .delayed = at > 0, .by_parley = is_parleys (copy) };
  g_autoptr (ParleyChatKey) key
      = parley_contacts_dup_key (account, xmlnode_get_attrib (copy->message, "to"));

  parley_engine_take_line (carbons->instance->engine, key, &facts, "", at > 0 ? at : time (NULL));
}

static PurpleConversation *
get_conversation (const Copy *copy)
{
  PurpleAccount *account = purple_connection_get_account (copy->gc);
  const char *to = xmlnode_get_attrib (copy->message, "to");
  g_autofree char *bare = g_strndup (to, strcspn (to, "/"));
  PurpleConversation *conv
      = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, bare, account);

  return conv != NULL ? conv : purple_conversation_new (PURPLE_CONV_TYPE_IM, account, bare);
}

/* From the window it is read as all that the user sends. */
static void
write_sent (ParleyCarbons *carbons, const Copy *copy, const char *text)
{
  PurpleConversation *conv = get_conversation (copy);
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_autofree char *html = purple_strdup_withhtml (escaped);
  time_t at = get_time (copy);

  carbons->writes_parleys = is_parleys (copy);
  purple_conv_im_write (PURPLE_CONV_IM (conv), NULL, html, get_flags (copy),
                        at > 0 ? at : time (NULL));
  carbons->writes_parleys = FALSE;
}

static void
take_typing (ParleyCarbons *carbons, const Copy *copy)
{
  PurpleAccount *account = purple_connection_get_account (copy->gc);
  g_autoptr (ParleyChatKey) key = NULL;

  if (xmlnode_get_child_with_namespace (copy->message, "composing", CHAT_STATES) == NULL)
    return;
  key = parley_contacts_dup_key (account, xmlnode_get_attrib (copy->message, "to"));
  parley_engine_take_own_typing (carbons->instance->engine, key);
}

static void
take_sent (ParleyCarbons *carbons, const Copy *copy)
{
  xmlnode *body = xmlnode_get_child (copy->message, "body");
  g_autofree char *text = body != NULL ? xmlnode_get_data (body) : NULL;

  if (parley_encryption_is_encrypted (copy->message, text))
    {
      take_secret (carbons, copy);
      return;
    }
  if (text == NULL)
    take_typing (carbons, copy);
  else if (!is_seen (carbons, copy->gc, copy->message, TRUE))
    write_sent (carbons, copy, text);
  xmlnode_free (copy->envelope);
}

/* libpurple looks for the time in the message itself. */
static void
take_received (ParleyCarbons *carbons, const Copy *copy, xmlnode **stanza)
{
  xmlnode *message;

  if (is_seen (carbons, copy->gc, copy->message, TRUE))
    {
      xmlnode_free (copy->envelope);
      return;
    }
  message = xmlnode_copy (copy->message);
  if (copy->delay != NULL && copy->delay->parent != copy->message)
    xmlnode_insert_child (message, xmlnode_copy (copy->delay));
  xmlnode_free (*stanza);
  *stanza = message;
}

static void
take_copy (ParleyCarbons *carbons, const Copy *copy, xmlnode **stanza)
{
  switch (judge (copy, *stanza))
    {
    case PARLEY_COPY_BELIEVED:
      if (copy->sent)
        take_sent (carbons, copy);
      else
        take_received (carbons, copy, stanza);
      break;
    case PARLEY_COPY_FORGED:
      carbons->n_forged++;
      purple_debug_warning ("parley", "%u copies of messages were forged\n", carbons->n_forged);
      xmlnode_free (copy->envelope); /* other plugins may believe it */
      break;
    case PARLEY_COPY_ROOM:
    case PARLEY_COPY_HERE:
      break;
    }
}

/* It came in a copy already, and is in the window. */
static void
empty (xmlnode *message)
{
  while (message->child != NULL)
    xmlnode_free (message->child);
}

static void
on_stanza_came (PurpleConnection *gc, xmlnode **stanza, ParleyCarbons *carbons)
{
  Copy copy;

  if (*stanza == NULL || g_strcmp0 ((*stanza)->name, "message") != 0)
    return;
  if (find_copy (gc, *stanza, &copy))
    take_copy (carbons, &copy, stanza);
  else if (is_seen (carbons, gc, *stanza, FALSE))
    empty (*stanza);
}

ParleyCarbons *
parley_carbons_new (ParleyInstance *instance)
{
  ParleyCarbons *carbons = g_new0 (ParleyCarbons, 1);
  PurplePlugin *jabber = purple_find_prpl ("prpl-jabber");

  carbons->instance = instance;
  g_queue_init (&carbons->seen);
  /* Behind our look at what is encrypted, in front of all others. */
  if (jabber != NULL)
    parley_listening_add_at (instance->listening, jabber, "jabber-receiving-xmlnode", G_MININT + 1,
                             purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_stanza_came),
                             carbons);
  return carbons;
}

void
parley_carbons_free (ParleyCarbons *carbons)
{
  g_queue_clear_full (&carbons->seen, seen_free);
  g_free (carbons);
}

gboolean
parley_carbons_is_writing_parleys (ParleyCarbons *carbons)
{
  return carbons->writes_parleys;
}

guint
parley_carbons_get_n_forged (ParleyCarbons *carbons)
{
  return carbons->n_forged;
}
