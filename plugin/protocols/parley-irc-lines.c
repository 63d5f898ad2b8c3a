/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-irc-lines.h"

#include <glib/gi18n-lib.h>

/* Of one who floods, the rest is not read. */
#define MAX_HELD 50

/* A server that says nothing is asked again, and not waited for any longer than this. */
#define ASK_AGAIN_MS 40000
#define GIVE_UP_MS   120000

#define NEVER        G_MAXINT64

typedef struct
{
  ParleyChatKey *key;
  char *address; /* of who wrote it */
  ParleyLineFacts facts;
  char *text;
  gint64 wall;
  gint64 until; /* ms of the timers; NEVER: the user was told that it is not answered */
} Held;

struct _ParleyIrcLines
{
  ParleyInstance *instance;
  GQueue held; /* of Held, oldest first */
  ParleyTimer *patience;
  GHashTable *asked; /* ParleyChatKey → address that the user was asked about last */
};

static void
held_free (gpointer data)
{
  Held *held = data;

  parley_chat_key_free (held->key);
  g_free (held->address);
  g_free (held->text);
  g_free (held);
}

static void on_patience (gpointer data);

ParleyIrcLines *
parley_irc_lines_new (ParleyInstance *instance)
{
  ParleyIrcLines *lines = g_new0 (ParleyIrcLines, 1);

  lines->instance = instance;
  g_queue_init (&lines->held);
  lines->patience = parley_timer_new (instance->timers, on_patience, lines);
  lines->asked = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                        (GDestroyNotify) parley_chat_key_free, g_free);
  return lines;
}

void
parley_irc_lines_free (ParleyIrcLines *lines)
{
  parley_timer_free (lines->patience);
  g_queue_clear_full (&lines->held, held_free);
  g_hash_table_unref (lines->asked);
  g_free (lines);
}

/* Once for everybody who has the name. */
static void
ask_user (ParleyIrcLines *lines, const ParleyChatKey *key)
{
  ParleyInstance *instance = lines->instance;
  const char *address = parley_irc_get_address (instance->irc, key);
  g_autofree char *text = NULL;

  if (address == NULL || g_strcmp0 (g_hash_table_lookup (lines->asked, key), address) == 0)
    return;
  g_hash_table_insert (lines->asked, parley_chat_key_copy (key), g_strdup (address));
  parley_engine_note_stranger (instance->engine, key);
  /* Translators: %s is user@host */
  text = g_strdup_printf (_ ("Somebody else may have this name now (%s), so Parley answers nothing "
                             "they write. If it is who you mean: /parley on"),
                          address);
  parley_host_tell_user (PARLEY_HOST (instance->host), key, text);
}

static gint64
now (ParleyIrcLines *lines)
{
  return parley_timers_now (lines->instance->timers);
}

/* What is not waited for goes before what is. */
static gboolean
make_room (ParleyIrcLines *lines)
{
  if (lines->held.length < MAX_HELD)
    return TRUE;
  for (GList *link = lines->held.head; link != NULL; link = link->next)
    {
      Held *held = link->data;

      if (held->until != NEVER)
        continue;
      g_queue_delete_link (&lines->held, link);
      held_free (held);
      return TRUE;
    }
  return FALSE;
}

static void
hold (ParleyIrcLines *lines,
      const ParleyChatKey *key,
      const ParleyLineFacts *facts,
      const char *text,
      gint64 wall)
{
  Held *held = g_new0 (Held, 1);

  held->key = parley_chat_key_copy (key);
  held->address = g_strdup (parley_irc_get_address (lines->instance->irc, key));
  held->facts = *facts;
  held->text = g_strdup (text);
  held->wall = wall;
  held->until = now (lines) + GIVE_UP_MS;
  if (!parley_timer_is_armed (lines->patience))
    parley_timer_arm (lines->patience, now (lines) + ASK_AGAIN_MS);
  g_queue_push_tail (&lines->held, held);
  parley_irc_seek (lines->instance->irc, key);
}

gboolean
parley_irc_lines_keep (ParleyIrcLines *lines,
                       PurpleConversation *conv,
                       const ParleyChatKey *key,
                       const ParleyLineFacts *facts,
                       const char *text,
                       gint64 wall)
{
  ParleySight sight = parley_irc_look (lines->instance->irc, key);
  gboolean theirs = facts->received && !facts->sent && !facts->system;

  if (sight == PARLEY_SIGHT_OTHER)
    {
      if (theirs)
        ask_user (lines, key);
      return TRUE;
    }
  if (sight != PARLEY_SIGHT_AWAY || !theirs)
    return FALSE;
  if (make_room (lines))
    hold (lines, key, facts, text, wall);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the oldest one in the chat. */
static Held *
take_held (ParleyIrcLines *lines, const ParleyChatKey *key)
{
  for (GList *link = lines->held.head; link != NULL; link = link->next)
    {
      Held *held = link->data;

      if (!parley_chat_key_equal (held->key, key))
        continue;
      g_queue_delete_link (&lines->held, link);
      return held;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): the oldest that is waited for. */
static const Held *
get_awaited (ParleyIrcLines *lines)
{
  for (GList *link = lines->held.head; link != NULL; link = link->next)
    {
      const Held *held = link->data;

      if (held->until != NEVER)
        return held;
    }
  return NULL;
}

/* All that they wrote is one. It is kept to be read, as old: the user was told that it is not
 * answered. */
static void
give_up (ParleyIrcLines *lines, const ParleyChatKey *key)
{
  for (GList *link = lines->held.head; link != NULL; link = link->next)
    {
      Held *held = link->data;

      if (!parley_chat_key_equal (held->key, key))
        continue;
      held->until = NEVER;
      held->facts.age_s = G_MAXINT64;
    }
}

/* One chat at a time, told of last: what hears of it may unload Parley. */
static void
on_patience (gpointer data)
{
  ParleyIrcLines *lines = data;
  const Held *oldest = get_awaited (lines);
  g_autoptr (ParleyChatKey) key = NULL;

  if (oldest != NULL && oldest->until <= now (lines))
    {
      key = parley_chat_key_copy (oldest->key);
      give_up (lines, key);
      oldest = get_awaited (lines);
    }
  for (GList *link = lines->held.head; link != NULL; link = link->next)
    {
      const Held *held = link->data;

      if (held->until != NEVER)
        parley_irc_seek (lines->instance->irc, held->key);
    }
  if (oldest != NULL)
    parley_timer_arm (lines->patience, MIN (oldest->until, now (lines) + ASK_AGAIN_MS));
  if (key != NULL)
    parley_engine_note_unseen (lines->instance->engine, key);
}

/* Somebody else may have had the name in between. */
static gboolean
is_of_holder (ParleyIrcLines *lines, const Held *held)
{
  const char *address = parley_irc_get_address (lines->instance->irc, held->key);

  return address != NULL && held->address != NULL
         && g_ascii_strcasecmp (address, held->address) == 0;
}

void
parley_irc_lines_note_sight (ParleyIrcLines *lines, const ParleyChatKey *key)
{
  ParleySight sight = parley_irc_look (lines->instance->irc, key);
  Held *held;

  if (sight == PARLEY_SIGHT_AWAY && !parley_irc_has_left (lines->instance->irc, key))
    return;
  while ((held = take_held (lines, key)) != NULL)
    {
      if (sight == PARLEY_SIGHT_OTHER)
        ask_user (lines, key);
      else if (sight != PARLEY_SIGHT_AWAY && is_of_holder (lines, held))
        parley_engine_take_line (lines->instance->engine, key, &held->facts, held->text,
                                 held->wall);
      else
        parley_engine_note_stranger (lines->instance->engine, key);
      held_free (held);
    }
}
