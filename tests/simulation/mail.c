/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What servers hand out: what people write, at once or after the user was away, once or twice, with
 * a stamp that is right or not; and what the user's side sent, as far as it comes back. */
#include "world.h"

/* Older messages are for the memory only. */
#define MOST_AGE_S 600

typedef struct
{
  SimWorld *world;
  ParleyTimer *timer;
  SimChat *chat;
  char *text;
} Later;

static gboolean
is_there (SimWorld *world, SimChat *chat)
{
  return world->engine != NULL && chat->account->online;
}

/* --- what people write --- */

static void
waiting_free (SimWaiting *waiting)
{
  g_free (waiting->text);
  g_free (waiting);
}

static void
hand_in (SimWorld *world, SimChat *chat, guint n, const char *text, gint64 stamp)
{
  g_autofree char *id = g_strdup_printf ("id-%s-%u", chat->key->person, n);
  const ParleyLineFacts facts = { .received = TRUE, .age_s = world->clock.wall - stamp, .id = id };

  parley_engine_take_line (world->engine, chat->key, &facts, text, stamp);
}

static gboolean
may_read (const SimChat *chat)
{
  return chat->facts.mode != PARLEY_MODE_OFF && chat->facts.connected;
}

static void
deliver (SimWorld *world, SimChat *chat, SimWaiting *waiting, gboolean delayed)
{
  SimBody *body = g_ptr_array_index (world->bodies, waiting->body);
  SimMessage *message = &g_array_index (body->messages, SimMessage, waiting->n);
  gint64 stamp = message->wall;

  if (delayed && world->stamps == SIM_STAMPS_NOW)
    stamp = world->clock.wall;
  else if (delayed && world->stamps == SIM_STAMPS_AHEAD)
    stamp += 7200;
  sim_world_tell (world, "%s%s: %s", delayed ? "the server hands out, of " : "", body->name,
                  waiting->text);
  message->at = sim_world_now (world);
  message->secret = chat->facts.secrecy.encrypted;
  message->loose = sim_world_has_trouble (world);
  message->heard = may_read (chat) && world->clock.wall - stamp < MOST_AGE_S;
  g_free (chat->last);
  chat->last = g_strdup (waiting->text);
  chat->last_n = waiting->n;
  chat->last_secret = message->secret;
  chat->last_wall = stamp;
  hand_in (world, chat, waiting->n, waiting->text, stamp);
}

void
sim_mail_deliver (SimWorld *world, SimChat *chat)
{
  SimWaiting *waiting;

  while (is_there (world, chat) && (waiting = g_queue_pop_head (&chat->waiting)) != NULL)
    {
      deliver (world, chat, waiting, TRUE);
      waiting_free (waiting);
    }
}

static char *
dup_text (const SimBody *body, guint n)
{
  static const char *const words[] = {
    "hey",
    "are you there?",
    "did you see the game",
    "and then",
    "can we meet tomorrow?",
    "ok",
    "lol",
    "what about the tickets",
    "I was thinking",
    "so",
    "call me back please",
    "where are we eating?",
    "*smiles*",
    "/me waves",
    "see https://example.org/a for that",
  };

  return g_strdup_printf ("%s %sq%u", words[n % G_N_ELEMENTS (words)], body->name,
                          body->messages->len);
}

static void
correct (SimWorld *world, SimChat *chat, const char *text)
{
  g_autofree char *id = g_strdup_printf ("id-%s-%u", chat->key->person, chat->last_n + 1);
  g_autofree char *old = g_strdup_printf ("id-%s-%u", chat->key->person, chat->last_n);
  const ParleyLineFacts facts = { .received = TRUE, .id = id, .replaces = old };

  sim_world_tell (world, "what was corrected: %s", text);
  parley_engine_take_line (world->engine, chat->key, &facts, text, world->clock.wall);
}

void
sim_mail_write (SimWorld *world, SimChat *chat, guint n, gboolean replaces)
{
  guint number;
  SimBody *body = sim_world_get_holder (world, chat, &number);
  const SimMessage message
      = { .at = sim_world_now (world), .wall = world->clock.wall, .answered = -1 };
  SimWaiting *waiting = g_new0 (SimWaiting, 1);

  chat->typing = PARLEY_TYPING_NONE;
  waiting->body = number;
  waiting->n = body->messages->len;
  waiting->text = dup_text (body, n);
  g_array_append_val (body->messages, message);
  if (!is_there (world, chat) && chat->facts.person.from_room)
    {
      sim_world_tell (world, "%s writes, and no room keeps it: %s", body->name, waiting->text);
      waiting_free (waiting);
      return;
    }
  if (!is_there (world, chat))
    {
      sim_world_tell (world, "%s writes, and it waits: %s", body->name, waiting->text);
      g_queue_push_tail (&chat->waiting, waiting);
      return;
    }
  if (replaces)
    {
      SimMessage *now = &g_array_index (body->messages, SimMessage, waiting->n);

      if (chat->last_n < waiting->n)
        now->at = g_array_index (body->messages, SimMessage, chat->last_n).at;
      now->secret = chat->facts.secrecy.encrypted;
      now->settled = TRUE;
      now->loose = TRUE;
      if (chat->last_n < waiting->n)
        g_array_index (body->messages, SimMessage, chat->last_n).loose = TRUE;
      correct (world, chat, waiting->text);
    }
  else
    deliver (world, chat, waiting, FALSE);
  waiting_free (waiting);
}

/* @form: with places such as {sign}. Returns: (transfer full). */
static char *
fill (const char *form)
{
  g_autoptr (GRegex) places
      = g_regex_new ("\\{[^}]*\\}", G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);

  return g_regex_replace_literal (places, form, -1, 0, "hm", G_REGEX_MATCH_DEFAULT, NULL);
}

void
sim_mail_react (SimWorld *world, SimChat *chat)
{
  const char *const *forms
      = parley_protocols_get_forms (world->protocols, chat->key->protocol, PARLEY_FORM_REACTION);
  const ParleyLineFacts facts = { .received = TRUE };
  g_autofree char *text = forms != NULL && forms[0] != NULL ? fill (forms[0]) : NULL;

  if (text == NULL || !is_there (world, chat))
    return;
  sim_world_tell (world, "%s reacts: %s", chat->key->person, text);
  parley_engine_take_line (world->engine, chat->key, &facts, text, world->clock.wall);
}

void
sim_mail_repeat (SimWorld *world, SimChat *chat)
{
  if (chat->last == NULL || chat->last_secret || !is_there (world, chat))
    return;
  sim_world_tell (world, "the server hands out again: %s", chat->last);
  hand_in (world, chat, chat->last_n, chat->last, chat->last_wall);
}

/* --- what comes back --- */

static void
later_free (Later *later)
{
  parley_timer_free (later->timer);
  g_free (later->text);
  g_free (later);
}

static void
on_later (gpointer data)
{
  Later *later = data;
  SimWorld *world = later->world;
  const ParleyLineFacts facts = { .sent = TRUE };

  g_queue_remove (&world->later, later);
  if (is_there (world, later->chat))
    {
      sim_world_tell (world, "the server shows what was sent to %s: %s", later->chat->key->person,
                      later->text);
      parley_engine_take_line (world->engine, later->chat->key, &facts, later->text,
                               world->clock.wall);
    }
  later_free (later);
}

void
sim_mail_echo (SimWorld *world, SimChat *chat, const char *text)
{
  const SimServer *server = chat->account->server;

  for (guint i = 0; i < server->echoes; i++)
    {
      Later *later = g_new0 (Later, 1);
      gint64 delay = server->delay_ms > 0 ? server->delay_ms
                                          : 50 + sim_seams_guess (&world->seams, 5 + i, 2000);

      later->world = world;
      later->chat = chat;
      later->text = g_strdup (server->instead != NULL ? server->instead : text);
      later->timer = parley_timer_new (world->timers, on_later, later);
      parley_timer_arm (later->timer, world->clock.ms + delay);
      g_queue_push_tail (&world->later, later);
    }
}

void
sim_mail_clear (SimWorld *world)
{
  g_queue_clear_full (&world->later, (GDestroyNotify) later_free);
  for (guint i = 0; i < world->chats->len; i++)
    {
      SimChat *chat = g_ptr_array_index (world->chats, i);

      g_queue_clear_full (&chat->waiting, (GDestroyNotify) waiting_free);
    }
}
