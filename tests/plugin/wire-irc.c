/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "wire-irc.h"

#include <string.h>

#include <core.h>
#include <server.h>

#include "test-server.h"

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

/* @names: kept as the state, who is in the next channel. */
static void
join (Wire *wire, const char *channel)
{
  const GString *names = wire_get_state (wire);

  wire_pushf (wire,
              ":me!me@here.example JOIN %s\r\n"
              ":irc.example 353 me = %s :me %s\r\n"
              ":irc.example 366 me %s :End of names\r\n",
              channel, channel, names->str, channel);
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
}

static void
state_free (gpointer data)
{
  g_string_free (data, TRUE);
}

Wire *
wire_irc_new (void)
{
  return wire_new (measure, answer, g_string_new (NULL), state_free);
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
  wire_pushf (wire, ":%s!%s@home.example PRIVMSG me :%s\r\n", nick, nick, text);
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

  g_string_assign (wire_get_state (wire), names);
  g_hash_table_insert (components, (gpointer) "channel", (gpointer) channel);
  serv_join_chat (purple_account_get_connection (account), components);
  parley_test_wait (has_joined, &joining);
  return purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, channel, account);
}
