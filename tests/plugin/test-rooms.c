/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Who writes to the user alone out of a room has a name that anybody may have next: real stanzas of
 * a room, as they come over the socket. */
#define _GNU_SOURCE
#include "wire-fixture.h"

#include <malloc.h>
#include <string.h>

#include <cmds.h>
#include <prefs.h>
#include <util.h>

#include "contacts/parley-choice.h"
#include "parley-instance.h"

#define BOB      WIRE_XMPP_ROOM "/bob"
#define REAL_BOB "bob@wire.example/phone"
#define REAL_SAM "sam@wire.example/phone"
#define SECRET   "The key is under the mat."

static void
drain (WireFixture *f)
{
  wire_xmpp_drain (f->wire);
  headless_settle ();
}

static PurpleConversation *
find_chat_with_bob (WireFixture *f)
{
  PurpleConversation *conv = headless_find (f->f.account, BOB);

  g_assert_nonnull (conv);
  return conv;
}

static void
run_command (WireFixture *f, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (find_chat_with_bob (f), command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
  headless_settle ();
}

/* Bob is in the room, known by @real or not, and Parley is on for him. */
static void
meet_bob (WireFixture *f, const char *real)
{
  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "bob", real);
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "sam", NULL);
  wire_xmpp_write (f->wire, BOB, "hi");
  drain (f);
  run_command (f, "parley on");
}

typedef void (*Leaving) (WireFixture *f);

static void
leave_by_nick (WireFixture *f)
{
  wire_xmpp_rename (f->wire, WIRE_XMPP_ROOM, "bob", "rob", NULL);
}

static void
leave_the_room (WireFixture *f)
{
  wire_xmpp_leave (f->wire, WIRE_XMPP_ROOM, "bob", NULL);
}

static void
leave_by_kick (WireFixture *f)
{
  wire_xmpp_leave (f->wire, WIRE_XMPP_ROOM, "bob", "307");
}

static void
rejoin (WireFixture *f)
{
  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
}

/* The user closes the window of the room, and comes again later. */
static void
leave_with_the_window (WireFixture *f)
{
  purple_conversation_destroy (
      purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, WIRE_XMPP_ROOM, f->f.account));
  drain (f);
  rejoin (f);
}

static void
leave_while_we_are_kicked (WireFixture *f)
{
  wire_xmpp_leave (f->wire, WIRE_XMPP_ROOM, "me", "307");
  drain (f);
  rejoin (f);
}

static void
leave_while_we_are_away (WireFixture *f)
{
  wire_cut (f->wire);
  wire_reconnect (f);
  rejoin (f);
}

typedef struct
{
  const char *name;
  Leaving leave;
  const char *bob; /* NULL: the room doesn't show who he is */
  const char *sam;
} Theft;

static const Theft thefts[] = {
  { "nick", leave_by_nick, NULL, NULL },
  { "leaves", leave_the_room, NULL, NULL },
  { "kicked", leave_by_kick, NULL, NULL },
  { "window", leave_with_the_window, NULL, NULL },
  { "we-are-kicked", leave_while_we_are_kicked, NULL, NULL },
  { "away", leave_while_we_are_away, NULL, NULL },
  { "nick/real", leave_by_nick, REAL_BOB, REAL_SAM },
  { "leaves/real", leave_the_room, REAL_BOB, REAL_SAM },
};

static void
sam_takes_the_name (WireFixture *f, const Theft *theft)
{
  theft->leave (f);
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "bob", theft->sam);
  drain (f);
}

/* Bob's question is being answered while he goes. */
static void
test_thief_of_a_nick_hears_nothing (gconstpointer data)
{
  const Theft *theft = data;
  WireFixture f;
  g_autofree char *shown = NULL;

  wire_setup_xmpp (&f, NULL);
  meet_bob (&f, theft->bob);
  wire_xmpp_write (f.wire, BOB, SECRET " Did you find it?");
  headless_wait_for_request (&f.f, 0);
  g_free (headless_dup_shown ());
  sam_takes_the_name (&f, theft);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "They left this name"));
  wire_xmpp_write (f.wire, BOB, "what about it?");
  drain (&f);
  g_assert_cmpuint (wire_count (f.wire, "<body>"), ==, 0);
  g_assert_cmpuint (parley_test_server_count (f.f.server), ==, 1);
  /* The user takes him for bob. */
  run_command (&f, "parley on");
  wire_xmpp_write (f.wire, BOB, "what was it again?");
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f.f, 1)), "under the mat"));
  headless_answer (&f.f, 1, "What?");
  wire_wait_for (f.wire, "<body>What?</body>", 0);
  wire_teardown (&f, NULL);
}

static void
test_draft_for_who_left_is_not_sent (gconstpointer data)
{
  const Theft *theft = data;
  WireFixture f;

  wire_setup_xmpp (&f, NULL);
  meet_bob (&f, theft->bob);
  run_command (&f, "parley draft");
  wire_xmpp_write (f.wire, BOB, SECRET);
  headless_answer (&f.f, 0, "Under the mat, then.");
  headless_wait_for_shown ("Under the mat, then.");
  sam_takes_the_name (&f, theft);
  if (headless_find (f.f.account, BOB) != NULL)
    run_command (&f, "parley send 1");
  drain (&f);
  g_assert_cmpuint (wire_count (f.wire, "<body>"), ==, 0);
  wire_teardown (&f, NULL);
}

static gboolean
file_has (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", name, NULL);
  g_autofree char *data = NULL;
  gsize length = 0;

  return g_file_get_contents (path, &data, &length, NULL)
         && memmem (data, length, text, strlen (text)) != NULL;
}

static void
assert_no_file_has (const char *text)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    g_assert_false (file_has (name, text));
}

/* Unloading waits 100 ms for the disk; what is not in the store by then stands beside it. */
static void
wait_for_store (WireFixture *f)
{
  do
    headless_settle ();
  while (!parley_engine_is_settled_for_tests (parley_instance_get (f->f.plugin)->engine));
}

/* The room may show who they are; their name there is still for anybody to have. */
static void
test_nothing_of_an_occupant_is_kept (WireFixture *f, gconstpointer data)
{
  const char *body;

  purple_prefs_set_bool ("/purple/logging/log_ims", TRUE);
  meet_bob (f, data);
  wire_xmpp_write (f->wire, BOB, SECRET);
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 0));
  g_assert_null (strstr (body, "\"remember\""));
  headless_answer (&f->f, 0, "Thank you.");
  wire_wait_for (f->wire, "<body>Thank you.</body>", 0);
  wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", "Mine is in the shed.");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "\"remember\""));
  g_assert_null (strstr (body, "under the mat"));
  headless_answer (&f->f, 1, "Good.");
  wire_wait_for (f->wire, "<body>Good.</body>", 0);
  wait_for_store (f);
  g_assert_true (purple_plugin_unload (f->f.plugin));
  g_assert_true (file_has ("store.db", "in the shed") || file_has ("store.db-wal", "in the shed"));
  assert_no_file_has ("under the mat");
}

/* They stay who they are while others come and go. */
static void
test_occupant_is_answered (WireFixture *f, gconstpointer data)
{
  meet_bob (f, data);
  wire_xmpp_write (f->wire, BOB, "are you there?");
  headless_wait_for_request (&f->f, 0);
  wire_xmpp_rename (f->wire, WIRE_XMPP_ROOM, "sam", "tom", NULL);
  wire_xmpp_leave (f->wire, WIRE_XMPP_ROOM, "tom", NULL);
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "bob", data); /* as when he goes away */
  drain (f);
  headless_answer (&f->f, 0, "Yes.");
  g_assert_nonnull (strstr (wire_wait_for (f->wire, "<body>Yes.</body>", 0), "to='" BOB "'"));
}

/* Returns: (transfer none): bob of the room. libpurple finds who is in its list under such a name
 * only while the user is in the room. */
static PurpleBuddy *
put_bob_in_the_list (WireFixture *f)
{
  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "bob", NULL);
  drain (f);
  return headless_add_buddy (f->f.account, BOB, TRUE);
}

/* Their name there may well be in the list. */
static void
test_buddy_list_speaks_for_nobody_in_a_room (WireFixture *f, gconstpointer data)
{
  PurpleBuddy *bob = put_bob_in_the_list (f);

  wire_xmpp_write (f->wire, BOB, "are you there?");
  drain (f);
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 0);
  purple_blist_remove_buddy (bob);
}

/* libpurple frees him, and goes on to name him among all buddies. */
static void
test_who_is_out_of_the_list_is_not_looked_at (WireFixture *f, gconstpointer data)
{
  PurpleBuddy *bob = put_bob_in_the_list (f);
  g_autoptr (GSList) of_account = NULL;
  g_autoptr (GSList) all = NULL;

  purple_account_disconnect (f->f.account);
  purple_blist_remove_buddy (bob);
  of_account = parley_choice_list_buddies (parley_place_of_account (f->f.account));
  all = parley_choice_list_buddies ((ParleyPlace){ 0 });
  g_assert_null (g_slist_find (of_account, bob));
  g_assert_null (g_slist_find (all, bob));
  g_assert_cmpuint (g_slist_length (all), >, 0);
  headless_reload (&f->f);
}

static void
say_in_room (WireFixture *f, const char *nick, const char *body)
{
  wire_pushf (f->wire,
              "<message type='groupchat' from='%s/%s' to='" WIRE_XMPP_USER "/here'>"
              "<body>%s</body></message>",
              WIRE_XMPP_ROOM, nick, body);
  drain (f);
}

typedef struct
{
  char *text; /* as the window and the log have it */
  PurpleMessageFlags flags;
} Shown;

static void
on_wrote_chat (PurpleAccount *account,
               const char *who,
               char *text,
               PurpleConversation *conv,
               PurpleMessageFlags flags,
               Shown *shown)
{
  g_free (shown->text);
  shown->text = g_strdup (text);
  shown->flags = flags;
}

/* libpurple compares nicks without looking at capitals, and takes the line for ours. */
static void
test_nick_like_ours_can_not_speak_as_parley (WireFixture *f, gconstpointer data)
{
  Shown shown = { 0 };

  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "Me", NULL);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-chat-msg", &shown,
                         PURPLE_CALLBACK (on_wrote_chat), &shown);
  say_in_room (f, "Me", "Parley: your draft was sent.");
  g_assert_cmpint (shown.flags & PURPLE_MESSAGE_SEND, !=, 0);
  g_assert_cmpint (shown.flags & PURPLE_MESSAGE_RECV, ==, 0);
  g_assert_cmpstr (shown.text, ==, "[from Me] Parley: your draft was sent.");
  say_in_room (f, "Me", "good morning");
  g_assert_cmpstr (shown.text, ==, "good morning");
  purple_signals_disconnect_by_handle (&shown);
  g_free (shown.text);
}

static void
test_long_line_in_a_room_is_told_to_be_its_writers (WireFixture *f, gconstpointer data)
{
  g_autofree char *words = g_strnfill (5000, 'x');
  Shown shown = { 0 };

  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "mallory", NULL);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-chat-msg", &shown,
                         PURPLE_CALLBACK (on_wrote_chat), &shown);
  say_in_room (f, "mallory", words);
  headless_settle ();
  g_assert_cmpstr (
      shown.text, ==,
      "Parley: Nothing that mallory wrote above is from Parley, even if it looks like it.");
  purple_signals_disconnect_by_handle (&shown);
  g_free (shown.text);
}

/* What is told of them doesn't take them for Parley. */
static void
test_who_is_called_parley_in_a_room_is_somebody (WireFixture *f, gconstpointer data)
{
  g_autofree char *words = g_strnfill (5000, 'x');
  Shown shown = { 0 };

  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "Parley", NULL);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-chat-msg", &shown,
                         PURPLE_CALLBACK (on_wrote_chat), &shown);
  say_in_room (f, "Parley", "all is sent");
  g_assert_cmpstr (shown.text, ==, "[from somebody called Parley] all is sent");
  say_in_room (f, "Parley", words);
  headless_settle ();
  g_assert_cmpstr (shown.text, ==,
                   "Parley: A contact is called “Parley”. Nothing they wrote above is from the "
                   "program Parley, even if it looks like it.");
  purple_signals_disconnect_by_handle (&shown);
  g_free (shown.text);
}

/* On IRC the window goes along with a nick, under the new one. */

/* From where he comes he is not known again. */
#define IRC_BOB "bob@gateway/web/example"

static void
meet_bob_on_irc (WireFixture *f)
{
  g_autofree char *error = NULL;

  wire_irc_join (f->wire, f->f.account, "#tea", "bob sam");
  wire_irc_write_as (f->wire, "bob", IRC_BOB, "hi");
  wire_irc_drain (f->wire);
  g_assert_cmpint (
      purple_cmd_do_command (headless_find (f->f.account, "bob"), "parley on", "parley on", &error),
      ==, PURPLE_CMD_STATUS_OK);
  wire_irc_write_as (f->wire, "bob", IRC_BOB, SECRET);
  headless_answer (&f->f, 0, "Thank you.");
  wire_wait_for (f->wire, "PRIVMSG bob :Thank you.", 0);
  headless_settle ();
  g_free (headless_dup_shown ());
}

typedef struct
{
  char *window; /* in which it was told */
} Told;

static void
on_wrote_im (PurpleAccount *account,
             const char *who,
             char *text,
             PurpleConversation *conv,
             PurpleMessageFlags flags,
             Told *told)
{
  if (strstr (text, "They left this name") == NULL)
    return;
  g_free (told->window);
  told->window = g_strdup (purple_conversation_get_name (conv));
}

static void
test_end_is_told_in_the_renamed_window (WireFixture *f, gconstpointer data)
{
  Told told = { 0 };

  meet_bob_on_irc (f);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-im-msg", &told,
                         PURPLE_CALLBACK (on_wrote_im), &told);
  wire_push (f->wire, ":bob!" IRC_BOB " NICK rob\r\n");
  wire_irc_drain (f->wire);
  purple_signals_disconnect_by_handle (&told);
  g_assert_cmpstr (told.window, ==, "rob");
  g_free (told.window);
  wire_irc_write_as (f->wire, "rob", IRC_BOB, "are you there?");
  wire_irc_drain (f->wire);
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 1);
}

static void
test_end_is_told_without_a_window (WireFixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  meet_bob_on_irc (f);
  purple_conversation_destroy (headless_find (f->f.account, "bob"));
  wire_push (f->wire, ":bob!" IRC_BOB " PART #tea\r\n");
  wire_irc_drain (f->wire);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "[bob] They left this name"));
}

/* Rooms are large. The first round is for tables that only grow. */
static void
test_strangers_who_leave_leave_nothing (WireFixture *f, gconstpointer data)
{
  PurpleConversation *room = wire_irc_join (f->wire, f->f.account, "#tea", "sam");
  gsize before;

  for (guint round = 0; round < 2; round++)
    {
      purple_conversation_clear_message_history (room);
      before = mallinfo2 ().uordblks;
      for (guint i = 0; i < 2000; i++)
        {
          wire_pushf (f->wire,
                      ":guest%u%u!guest@home.example JOIN #tea\r\n"
                      ":guest%u%u!guest@home.example PART #tea\r\n",
                      round, i, round, i);
          if (i % 100 == 0)
            headless_settle ();
        }
      wire_irc_drain (f->wire);
      purple_conversation_clear_message_history (room);
    }
  /* A key alone takes more than 100 bytes. */
  g_assert_cmpuint (mallinfo2 ().uordblks, <, before + 100000);
}

#define ADD_IRC(name, func)                                                                        \
  g_test_add ("/plugin/rooms/irc/" name, WireFixture, NULL, wire_setup_irc, func, wire_teardown)
#define ADD(name, data, func)                                                                      \
  g_test_add ("/plugin/rooms/" name, WireFixture, data, wire_setup_xmpp, func, wire_teardown)

static void
add_thefts (const char *name, GTestDataFunc func)
{
  for (guint i = 0; i < G_N_ELEMENTS (thefts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/rooms/%s/%s", name, thefts[i].name);

      g_test_add_data_func (path, &thefts[i], func);
    }
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  add_thefts ("thief", test_thief_of_a_nick_hears_nothing);
  add_thefts ("draft", test_draft_for_who_left_is_not_sent);
  ADD ("nothing-kept", NULL, test_nothing_of_an_occupant_is_kept);
  ADD ("nothing-kept/real", REAL_BOB, test_nothing_of_an_occupant_is_kept);
  ADD ("answered", NULL, test_occupant_is_answered);
  ADD ("answered/real", REAL_BOB, test_occupant_is_answered);
  ADD ("buddy-list", NULL, test_buddy_list_speaks_for_nobody_in_a_room);
  ADD ("nick-like-ours", NULL, test_nick_like_ours_can_not_speak_as_parley);
  ADD ("long-line", NULL, test_long_line_in_a_room_is_told_to_be_its_writers);
  ADD ("called-parley", NULL, test_who_is_called_parley_in_a_room_is_somebody);
  ADD_IRC ("renamed-window", test_end_is_told_in_the_renamed_window);
  ADD_IRC ("no-window", test_end_is_told_without_a_window);
  ADD_IRC ("strangers", test_strangers_who_leave_leave_nothing);
  /* Last, for libpurple may look at him. */
  ADD ("removed/not-looked-at", NULL, test_who_is_out_of_the_list_is_not_looked_at);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
