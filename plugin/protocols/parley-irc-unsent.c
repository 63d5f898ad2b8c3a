/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-irc-unsent.h"

#include <string.h>

#include <prpl.h>
#include <signals.h>

#include "guard/parley-line-match.h"
#include "contacts/parley-contacts.h"

#define COMMAND "PRIVMSG "

/* Servers take it as a sign of life, and answer nothing. */
#define NOTHING "PONG :"

/* More than that never wait: Parley says less. */
#define MAX_LINES 100

/* By then what may have left has. */
#define DOUBT_MS 60000

typedef struct
{
  ParleyChatKey *key;
  ParleyIdentity *identity; /* (nullable) */
  char *text;
  gint64 left; /* ms of the timers: when it may have left in other words; -1: it waits */
} Line;

struct _ParleyIrcUnsent
{
  ParleyIrc *irc;
  ParleyTimers *timers;
  ParleyIrcUnsentFunc func;
  gpointer data;
  GQueue lines; /* of Line, oldest first */
};

static void
line_free (gpointer data)
{
  Line *line = data;

  parley_chat_key_free (line->key);
  g_clear_pointer (&line->identity, parley_identity_free);
  g_free (line->text);
  g_free (line);
}

/* Returns: (transfer full) (nullable): the one that leaves now. What the user typed by hand is none
 * of ours. */
static Line *
take (ParleyIrcUnsent *unsent, const ParleyChatKey *key, const char *text)
{
  for (GList *link = unsent->lines.head; link != NULL; link = link->next)
    {
      Line *line = link->data;

      if (!parley_chat_key_equal (line->key, key) || !parley_line_match (line->text, text))
        continue;
      g_queue_delete_link (&unsent->lines, link);
      return line;
    }
  return NULL;
}

/* Something else left: what the user typed, or the oldest as another plugin made it, encrypted.
 * Returns: whether there is one. */
static gboolean
doubt (ParleyIrcUnsent *unsent, const ParleyChatKey *key)
{
  for (GList *link = unsent->lines.head; link != NULL; link = link->next)
    {
      Line *line = link->data;

      if (line->left >= 0 || !parley_chat_key_equal (line->key, key))
        continue;
      line->left = parley_timers_now (unsent->timers);
      return TRUE;
    }
  return FALSE;
}

static void
forget_doubted (ParleyIrcUnsent *unsent)
{
  gint64 now = parley_timers_now (unsent->timers);
  GList *next;

  for (GList *link = unsent->lines.head; link != NULL; link = next)
    {
      Line *line = link->data;

      next = link->next;
      if (line->left < 0 || now - line->left < DOUBT_MS)
        continue;
      g_queue_delete_link (&unsent->lines, link);
      line_free (line);
    }
}

static gboolean
is_for_holder (ParleyIrcUnsent *unsent, const Line *line)
{
  ParleySight sight = parley_irc_look (unsent->irc, line->key);
  g_autoptr (ParleyIdentity) now = parley_irc_dup_identity (unsent->irc, line->key);

  if (sight == PARLEY_SIGHT_AWAY || sight == PARLEY_SIGHT_OTHER)
    return FALSE;
  return line->identity == NULL || (now != NULL && parley_identity_equal (now, line->identity));
}

/* OTR's messages, and their parts. */
static gboolean
is_encrypted (const char *text)
{
  return g_str_has_prefix (text, "?OTR:") || g_str_has_prefix (text, "?OTR,")
         || g_str_has_prefix (text, "?OTR|");
}

/* Which one it is, or what part of it, can't be told: nobody else could read it, be it what the
 * user typed. */
static gboolean
may_be_for_another (ParleyIrcUnsent *unsent, const ParleyChatKey *key)
{
  for (GList *link = unsent->lines.head; link != NULL; link = link->next)
    {
      const Line *line = link->data;

      if (parley_chat_key_equal (line->key, key) && !is_for_holder (unsent, line))
        return TRUE;
    }
  return FALSE;
}

/* Returns: whether it is not to leave. */
static gboolean
take_other (ParleyIrcUnsent *unsent, const ParleyChatKey *key, const char *text)
{
  gboolean stopped = is_encrypted (text) && may_be_for_another (unsent, key);

  if (doubt (unsent, key) && stopped)
    unsent->func (key, unsent->data);
  return stopped;
}

/* libpurple sends what is missing of a shorter line from the one there was, and sends none again
 * and again: the line keeps its length. */
static void
blank (char *text)
{
  memset (text, 'x', strcspn (text, "\r\n"));
  memcpy (text, NOTHING, strlen (NOTHING));
}

/* libpurple leaves what it can't encode as it is. Returns: (transfer full). */
static char *
dup_decoded (PurpleAccount *account, const char *line)
{
  const char *encodings = purple_account_get_string (account, "encoding", "UTF-8");
  g_autofree char *first = g_strndup (encodings, strcspn (encodings, ","));
  char *decoded = g_convert (line, -1, "UTF-8", first, NULL, NULL, NULL);

  return decoded != NULL ? decoded : g_utf8_make_valid (line, -1);
}

static void
on_sending (PurpleConnection *gc, char **text, ParleyIrcUnsent *unsent)
{
  PurpleAccount *account = purple_connection_get_account (gc);
  g_autofree char *raw = NULL;
  g_autofree char *line = NULL;
  g_autoptr (ParleyChatKey) key = NULL;
  Line *ours;
  char *colon;

  forget_doubted (unsent);
  if (unsent->lines.length == 0 || *text == NULL || !g_str_has_prefix (*text, COMMAND))
    return;
  raw = g_strndup (*text + strlen (COMMAND), strcspn (*text, "\r\n") - strlen (COMMAND));
  line = dup_decoded (account, raw);
  colon = strstr (line, " :");
  if (colon == NULL)
    return;
  *colon = '\0';
  key = parley_irc_dup_key (unsent->irc, account, line);
  ours = take (unsent, key, colon + 2);
  if (ours == NULL && take_other (unsent, key, colon + 2))
    blank (*text);
  else if (ours != NULL && !is_for_holder (unsent, ours))
    {
      blank (*text);
      unsent->func (key, unsent->data);
    }
  g_clear_pointer (&ours, line_free);
}

ParleyIrcUnsent *
parley_irc_unsent_new (ParleyListening *listening,
                       ParleyIrc *irc,
                       ParleyTimers *timers,
                       ParleyIrcUnsentFunc func,
                       gpointer data)
{
  ParleyIrcUnsent *unsent = g_new0 (ParleyIrcUnsent, 1);
  PurplePlugin *protocol = purple_find_prpl (PARLEY_IRC_PROTOCOL);

  unsent->irc = irc;
  unsent->timers = timers;
  unsent->func = func;
  unsent->data = data;
  g_queue_init (&unsent->lines);
  if (protocol != NULL && protocol->path != NULL)
    parley_listening_add (listening, protocol, "irc-sending-text",
                          purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_sending),
                          unsent);
  return unsent;
}

void
parley_irc_unsent_free (ParleyIrcUnsent *unsent)
{
  g_queue_clear_full (&unsent->lines, line_free);
  g_free (unsent);
}

void
parley_irc_unsent_add (ParleyIrcUnsent *unsent, const ParleyChatKey *key, const char *text)
{
  Line *line;

  if (!g_str_equal (key->protocol, PARLEY_IRC_PROTOCOL))
    return;
  if (unsent->lines.length >= MAX_LINES)
    line_free (g_queue_pop_head (&unsent->lines));
  line = g_new0 (Line, 1);
  line->key = parley_chat_key_copy (key);
  line->identity = parley_irc_dup_identity (unsent->irc, key);
  line->text = g_strdup (text);
  line->left = -1;
  g_queue_push_tail (&unsent->lines, line);
}

void
parley_irc_unsent_disconnect (ParleyIrcUnsent *unsent, PurpleAccount *account)
{
  GList *next;

  for (GList *link = unsent->lines.head; link != NULL; link = next)
    {
      Line *line = link->data;

      next = link->next;
      if (parley_contacts_find_account (line->key) != account)
        continue;
      g_queue_delete_link (&unsent->lines, link);
      if (line->left < 0)
        unsent->func (line->key, unsent->data);
      line_free (line);
    }
}
