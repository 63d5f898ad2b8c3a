/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "wire-irc.h"

#include <string.h>

#include <core.h>
#include <server.h>

#include "test-server.h"

typedef struct
{
  char *address;
  char *account; /* NULL: none */
  gboolean near; /* in the user's channel */
} Person;

typedef struct
{
  char *names;        /* who is in the next channel */
  GHashTable *people; /* nick → Person */
  gboolean mute;
} State;

static void
person_free (gpointer data)
{
  Person *person = data;

  g_free (person->address);
  g_free (person->account);
  g_free (person);
}

static gsize
measure (const char *data)
{
  const char *end = strchr (data, '\n');

  return end != NULL ? (gsize) (end + 1 - data) : 0;
}

static void
welcome (Wire *wire)
{
  wire_push (wire, ":irc.example 001 me :Welcome\r\n"
                   ":irc.example 002 me :Your host\r\n"
                   ":irc.example 003 me :This server\r\n"
                   ":irc.example 004 me irc.example wire o o\r\n"
                   ":irc.example 005 me CHANTYPES=# PREFIX=(ov)@+ :are supported\r\n"
                   ":irc.example 375 me :- begin\r\n"
                   ":irc.example 376 me :- end\r\n");
}

static void
join (Wire *wire, const char *channel)
{
  const State *state = wire_get_state (wire);

  wire_pushf (wire,
              ":me!me@here.example JOIN %s\r\n"
              ":irc.example 353 me = %s :me %s\r\n"
              ":irc.example 366 me %s :End of names\r\n",
              channel, channel, state->names, channel);
}

static void
answer_whois (Wire *wire, const char *nick)
{
  const State *state = wire_get_state (wire);
  const Person *person = g_hash_table_lookup (state->people, nick);
  g_auto (GStrv) parts = person != NULL ? g_strsplit (person->address, "@", 2) : NULL;

  if (state->mute)
    return;
  if (person == NULL)
    wire_pushf (wire, ":irc.example 401 me %s :No such nick\r\n", nick);
  else
    wire_pushf (wire, ":irc.example 311 me %s %s %s * :Somebody\r\n", nick, parts[0], parts[1]);
  if (person != NULL && person->account != NULL)
    wire_pushf (wire, ":irc.example 330 me %s %s :is logged in as\r\n", nick, person->account);
  wire_pushf (wire, ":irc.example 318 me %s :End of WHOIS\r\n", nick);
}

/* Of those whom libpurple asks for, who is on. */
static void
answer_ison (Wire *wire, char **nicks)
{
  const State *state = wire_get_state (wire);
  g_autoptr (GString) on = g_string_new (NULL);

  for (guint i = 0; nicks[i] != NULL; i++)
    {
      const char *nick = nicks[i] + (*nicks[i] == ':');

      if (g_hash_table_contains (state->people, nick))
        g_string_append_printf (on, "%s%s", on->len > 0 ? " " : "", nick);
    }
  wire_pushf (wire, ":irc.example 303 me :%s\r\n", on->str);
}

static void
answer_who (Wire *wire, const char *channel)
{
  const State *state = wire_get_state (wire);
  GHashTableIter iter;
  gpointer nick;
  gpointer value;

  g_hash_table_iter_init (&iter, state->people);
  while (g_hash_table_iter_next (&iter, &nick, &value))
    {
      const Person *person = value;
      g_auto (GStrv) parts = g_strsplit (person->address, "@", 2);

      if (person->near)
        wire_pushf (wire, ":irc.example 352 me %s %s %s irc.example %s H :0 Somebody\r\n", channel,
                    parts[0], parts[1], (const char *) nick);
    }
  wire_pushf (wire, ":irc.example 315 me %s :End of WHO\r\n", channel);
}

static void
answer (Wire *wire, const char *line)
{
  g_auto (GStrv) words = line != NULL ? g_strsplit_set (line, " \r\n", -1) : NULL;

  if (words == NULL)
    return;
  if (g_str_equal (words[0], "USER"))
    welcome (wire);
  else if (g_str_equal (words[0], "PING"))
    wire_pushf (wire, ":irc.example PONG irc.example %s\r\n", words[1]);
  else if (g_str_equal (words[0], "JOIN"))
    join (wire, words[1]);
  else if (g_str_equal (words[0], "WHOIS"))
    answer_whois (wire, words[1]);
  else if (g_str_equal (words[0], "ISON"))
    answer_ison (wire, words + 1);
  else if (g_str_equal (words[0], "WHO"))
    answer_who (wire, words[1]);
}

static void
state_free (gpointer data)
{
  State *state = data;

  g_hash_table_unref (state->people);
  g_free (state->names);
  g_free (state);
}

Wire *
wire_irc_new (void)
{
  State *state = g_new0 (State, 1);

  state->names = g_strdup ("");
  state->people = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, person_free);
  return wire_new (measure, answer, state, state_free);
}

static gboolean
is_connected (gpointer data)
{
  return purple_account_is_connected (data);
}

PurpleAccount *
wire_irc_connect (Wire *wire)
{
  PurpleAccount *account = purple_account_new ("me@127.0.0.1", "prpl-irc");

  purple_account_set_int (account, "port", wire_get_port (wire));
  purple_account_set_bool (account, "ssl", FALSE);
  purple_account_set_int (account, "ratelimit-interval", 0); /* else a line in 2 s */
  purple_accounts_add (account);
  purple_account_set_status (account, "available", TRUE, NULL);
  purple_account_set_enabled (account, purple_core_get_ui (), TRUE);
  if (purple_account_get_connection (account) == NULL)
    purple_account_connect (account);
  parley_test_wait (is_connected, account);
  return account;
}

void
wire_irc_write (Wire *wire, const char *nick, const char *text)
{
  g_autofree char *address = g_strdup_printf ("%s@home.example", nick);

  wire_irc_write_as (wire, nick, address, text);
}

void
wire_irc_write_as (Wire *wire, const char *nick, const char *address, const char *text)
{
  const State *state = wire_get_state (wire);
  const Person *person = g_hash_table_lookup (state->people, nick);

  if (person == NULL || !g_str_equal (person->address, address))
    wire_irc_set_person (wire, nick, address, NULL);
  wire_pushf (wire, ":%s!%s PRIVMSG me :%s\r\n", nick, address, text);
}

void
wire_irc_set_person (Wire *wire, const char *nick, const char *address, const char *account)
{
  State *state = wire_get_state (wire);
  Person *person;

  if (address == NULL)
    {
      g_hash_table_remove (state->people, nick);
      return;
    }
  person = g_new0 (Person, 1);
  person->address = g_strdup (address);
  person->account = g_strdup (account);
  person->near = wire_irc_is_near (wire, nick);
  g_hash_table_insert (state->people, g_strdup (nick), person);
}

gboolean
wire_irc_is_near (Wire *wire, const char *nick)
{
  const State *state = wire_get_state (wire);
  const Person *person = g_hash_table_lookup (state->people, nick);

  return person != NULL && person->near;
}

void
wire_irc_set_near (Wire *wire, const char *nick)
{
  const State *state = wire_get_state (wire);

  ((Person *) g_hash_table_lookup (state->people, nick))->near = TRUE;
}

void
wire_irc_mute (Wire *wire, gboolean mute)
{
  ((State *) wire_get_state (wire))->mute = mute;
}

void
wire_irc_quit (Wire *wire, const char *nick)
{
  const State *state = wire_get_state (wire);
  const Person *person = g_hash_table_lookup (state->people, nick);

  wire_pushf (wire, ":%s!%s QUIT :bye\r\n", nick, person->address);
  wire_irc_set_person (wire, nick, NULL, NULL);
}

void
wire_irc_rename (Wire *wire, const char *nick, const char *to)
{
  const State *state = wire_get_state (wire);
  const Person *person = g_hash_table_lookup (state->people, nick);

  wire_pushf (wire, ":%s!%s NICK %s\r\n", nick, person->address, to);
  wire_irc_set_person (wire, to, person->address, person->account);
  if (person->near)
    wire_irc_set_near (wire, to);
  wire_irc_set_person (wire, nick, NULL, NULL);
}

void
wire_irc_drain (Wire *wire)
{
  guint n = wire_count (wire, "PONG");

  wire_push (wire, "PING :drained\r\n");
  wire_wait_for (wire, "PONG", n);
}

typedef struct
{
  PurpleAccount *account;
  const char *channel;
} Joining;

static gboolean
has_joined (gpointer data)
{
  const Joining *joining = data;
  PurpleConversation *conv = purple_find_conversation_with_account (
      PURPLE_CONV_TYPE_CHAT, joining->channel, joining->account);

  return conv != NULL && purple_conv_chat_find_user (PURPLE_CONV_CHAT (conv), "me");
}

PurpleConversation *
wire_irc_join (Wire *wire, PurpleAccount *account, const char *channel, const char *names)
{
  g_autoptr (GHashTable) components = g_hash_table_new (g_str_hash, g_str_equal);
  Joining joining = { account, channel };
  State *state = wire_get_state (wire);

  g_free (state->names);
  state->names = g_strdup (names);
  g_hash_table_insert (components, (gpointer) "channel", (gpointer) channel);
  serv_join_chat (purple_account_get_connection (account), components);
  parley_test_wait (has_joined, &joining);
  return purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, channel, account);
}
