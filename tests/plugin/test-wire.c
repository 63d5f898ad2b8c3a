/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole way from one socket to another: libpurple's own XMPP and IRC, and a server of ours. */
#include "wire-fixture.h"

#include <string.h>

/* A burst is read once and answered once. */
static void
test_stanzas_of_a_burst_get_one_request_and_one_stanza (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_hold (f->wire, TRUE); /* they come at once, however slow this machine is */
  wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", "hi");
  wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", "I wanted to ask");
  wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", "are you there <later>?");
  wire_hold (f->wire, FALSE);
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 0));
  g_assert_nonnull (strstr (body, "I wanted to ask"));
  g_assert_nonnull (strstr (body, "are you there <later>?"));
  headless_answer (&f->f, 0, "Yes.");
  g_assert_nonnull (
      strstr (wire_wait_for (f->wire, "<body>Yes.</body>", 0), "to='alice@wire.example/phone'"));
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "<body>"), ==, 1);
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 1);
}

static void
test_lines_of_a_burst_get_one_request_and_one_line (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_hold (f->wire, TRUE); /* they come at once, however slow this machine is */
  wire_irc_write (f->wire, "alice", "hi");
  wire_irc_write (f->wire, "alice", "I wanted to ask");
  wire_irc_write (f->wire, "alice", "are you there?");
  wire_hold (f->wire, FALSE);
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 0));
  g_assert_nonnull (strstr (body, "I wanted to ask"));
  g_assert_nonnull (strstr (body, "are you there?"));
  headless_answer (&f->f, 0, "Yes.");
  wire_wait_for (f->wire, "PRIVMSG alice :Yes.", 0);
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG"), ==, 1);
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 1);
}

/* The connection dies while the model thinks. */
static void
test_answer_comes_once_after_a_lost_connection (WireFixture *f, gconstpointer data)
{
  wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", "are you there?");
  headless_wait_for_request (&f->f, 0);
  wire_cut (f->wire);
  wire_reconnect (f);
  headless_answer (&f->f, 1, "Yes.");
  wire_wait_for (f->wire, "<body>Yes.</body>", 0);
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "<body>"), ==, 1);
}

static void
test_room_shows_who_comes_and_goes (WireFixture *f, gconstpointer data)
{
  PurpleConversation *room = wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  PurpleConvChat *chat = PURPLE_CONV_CHAT (room);

  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "bob", "bob@wire.example/phone");
  wire_xmpp_rename (f->wire, WIRE_XMPP_ROOM, "bob", "rob", "bob@wire.example/phone");
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "sam", NULL);
  wire_xmpp_leave (f->wire, WIRE_XMPP_ROOM, "sam", "307");
  wire_pushf (f->wire, "<message type='groupchat' from='%s/rob'><body>hello</body></message>",
              WIRE_XMPP_ROOM);
  wire_xmpp_drain (f->wire);
  g_assert_false (purple_conv_chat_find_user (chat, "bob"));
  g_assert_true (purple_conv_chat_find_user (chat, "rob"));
  g_assert_false (purple_conv_chat_find_user (chat, "sam"));
  g_assert_cmpstr (purple_conversation_message_get_message (
                       purple_conversation_get_message_history (room)->data),
                   ==, "hello");
}

static void
test_channel_shows_who_is_there (WireFixture *f, gconstpointer data)
{
  PurpleConversation *room = wire_irc_join (f->wire, f->f.account, "#tea", "bob carol");

  g_assert_true (purple_conv_chat_find_user (PURPLE_CONV_CHAT (room), "bob"));
  g_assert_true (purple_conv_chat_find_user (PURPLE_CONV_CHAT (room), "carol"));
}

#define ADD(name, setup, func)                                                                     \
  g_test_add ("/plugin/wire/" name, WireFixture, NULL, setup, func, wire_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  ADD ("burst/xmpp", wire_setup_xmpp, test_stanzas_of_a_burst_get_one_request_and_one_stanza);
  ADD ("burst/irc", wire_setup_irc, test_lines_of_a_burst_get_one_request_and_one_line);
  ADD ("cut", wire_setup_xmpp, test_answer_comes_once_after_a_lost_connection);
  ADD ("room", wire_setup_xmpp, test_room_shows_who_comes_and_goes);
  ADD ("channel", wire_setup_irc, test_channel_shows_who_is_there);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
