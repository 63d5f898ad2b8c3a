/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Another plugin unloads Parley in the midst of what libpurple tells both: in front of Parley,
 * between its handlers, and behind it. Stanzas come over the socket. */
#include "test-all.h"
#include "test-menu.h"
#include "wire-fixture.h"

#include <string.h>

#include <cmds.h>
#include <ft.h>
#include <savedstatuses.h>

#define PHONE WIRE_XMPP_PERSON "/phone"

/* --- the other plugin --- */

typedef struct
{
  void *(*get_handle) (void); /* NULL: XMPP's own */
  const char *name;
} Signal;

static const Signal signals[] = {
  { purple_conversations_get_handle, "receiving-im-msg" },
  { purple_conversations_get_handle, "received-im-msg" },
  { purple_conversations_get_handle, "conversation-created" },
  { purple_conversations_get_handle, "conversation-updated" },
  { purple_conversations_get_handle, "writing-im-msg" },
  { purple_conversations_get_handle, "wrote-im-msg" },
  { purple_conversations_get_handle, "sending-im-msg" },
  { purple_conversations_get_handle, "sent-im-msg" },
  { purple_conversations_get_handle, "writing-chat-msg" },
  { purple_conversations_get_handle, "wrote-chat-msg" },
  { purple_conversations_get_handle, "chat-buddy-left" },
  { purple_conversations_get_handle, "deleting-chat-buddy" },
  { purple_conversations_get_handle, "buddy-typing" },
  { purple_conversations_get_handle, "buddy-typed" },
  { purple_conversations_get_handle, "buddy-typing-stopped" },
  { purple_conversations_get_handle, "got-attention" },
  { purple_conversations_get_handle, "deleting-conversation" },
  { purple_blist_get_handle, "buddy-signed-on" },
  { purple_blist_get_handle, "buddy-signed-off" },
  { purple_blist_get_handle, "buddy-idle-changed" },
  { purple_blist_get_handle, "buddy-status-changed" },
  { purple_blist_get_handle, "blist-node-extended-menu" },
  { purple_xfers_get_handle, "file-recv-request" },
  { purple_connections_get_handle, "signed-on" },
  { purple_connections_get_handle, "signing-off" },
  { purple_connections_get_handle, "signed-off" },
  { purple_accounts_get_handle, "account-status-changed" },
  { purple_accounts_get_handle, "account-destroying" },
  { NULL, "jabber-receiving-xmlnode" },
  { NULL, "jabber-sending-xmlnode" },
};

/* The highest number is called last; at G_MININT some of Parley's have theirs, too. */
static const int priorities[] = { G_MININT, -1, PURPLE_SIGNAL_PRIORITY_DEFAULT, G_MAXINT };

typedef struct
{
  const Signal *signal;
  int priority;
} Cell;

typedef struct
{
  PurplePlugin *plugin;
  guint passed; /* so often it lets Parley be */
  gboolean done;
} Unloader;

static void *
unload (va_list values, Unloader *unloader)
{
  if (unloader->done)
    return NULL;
  if (unloader->passed > 0)
    {
      unloader->passed--;
      return NULL;
    }
  unloader->done = TRUE;
  g_assert_true (purple_plugin_unload (unloader->plugin));
  return NULL;
}

/* Whoever is loaded before Parley is in front of it among those of one priority. */
static void
begin_unloading (Unloader *unloader, const Cell *cell)
{
  void *emitter = cell->signal->get_handle != NULL ? cell->signal->get_handle ()
                                                   : purple_find_prpl ("prpl-jabber");

  purple_signal_connect_priority_vargs (emitter, cell->signal->name, unloader,
                                        PURPLE_CALLBACK (unload), unloader, cell->priority);
}

/* --- what libpurple tells --- */

static void
pass (WireFixture *f)
{
  wire_xmpp_drain (f->wire);
  headless_settle ();
}

static void
see_presence (WireFixture *f)
{
  PurpleBuddy *alice = purple_find_buddy (f->f.account, WIRE_XMPP_PERSON);

  wire_pushf (f->wire, "<presence from='%s' to='me@wire.example'/>", PHONE);
  wire_pushf (f->wire, "<presence from='%s' to='me@wire.example'><show>away</show></presence>",
              PHONE);
  pass (f);
  g_assert_nonnull (alice);
  purple_prpl_got_user_idle (f->f.account, WIRE_XMPP_PERSON, TRUE, time (NULL) - 600);
  purple_prpl_got_user_idle (f->f.account, WIRE_XMPP_PERSON, FALSE, 0);
}

static void
see_typing (WireFixture *f)
{
  static const char *const states[] = { "composing", "paused", "inactive" };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    wire_pushf (f->wire,
                "<message from='%s' to='me@wire.example' type='chat'>"
                "<%s xmlns='http://jabber.org/protocol/chatstates'/></message>",
                PHONE, states[i]);
  pass (f);
}

/* Parley answers if it is still there. */
static void
talk (WireFixture *f)
{
  guint n = parley_test_server_count (f->f.server);
  PurpleConversation *conv;

  wire_xmpp_write (f->wire, PHONE, "are you there?");
  pass (f);
  if (purple_plugin_is_loaded (f->f.plugin))
    {
      headless_answer (&f->f, n, "Yes.");
      while (purple_plugin_is_loaded (f->f.plugin)
             && wire_count (f->wire, "<body>Yes.</body>") == 0)
        g_main_context_iteration (NULL, TRUE);
    }
  conv = headless_find (f->f.account, WIRE_XMPP_PERSON);
  purple_conversation_update (conv, PURPLE_CONV_UPDATE_TITLE);
  conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->f.account, "carol@wire.example");
  purple_conv_im_send (PURPLE_CONV_IM (conv), "by hand");
  pass (f);
  purple_conversation_destroy (conv);
}

static void
sit_in_a_room (WireFixture *f)
{
  PurpleConversation *room = wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");

  wire_xmpp_enter (f->wire, WIRE_XMPP_ROOM, "bob", NULL);
  wire_pushf (f->wire,
              "<message from='%s/bob' to='me@wire.example' type='groupchat'>"
              "<body>hello room</body></message>",
              WIRE_XMPP_ROOM);
  pass (f);
  wire_xmpp_leave (f->wire, WIRE_XMPP_ROOM, "bob", "307");
  pass (f);
  purple_conversation_destroy (room);
}

static void
see_the_rest (WireFixture *f)
{
  PurpleXfer *xfer = purple_xfer_new (f->f.account, PURPLE_XFER_RECEIVE, WIRE_XMPP_PERSON);
  PurpleBlistNode *node = (PurpleBlistNode *) purple_find_buddy (f->f.account, WIRE_XMPP_PERSON);
  GList *menu = NULL;

  purple_prpl_got_attention (purple_account_get_connection (f->f.account), WIRE_XMPP_PERSON, 0);
  purple_xfer_set_filename (xfer, "tax.pdf");
  purple_signal_emit (purple_xfers_get_handle (), "file-recv-request", xfer);
  purple_xfer_unref (xfer);
  purple_signal_emit (purple_blist_get_handle (), "blist-node-extended-menu", node, &menu);
  test_menu_free (menu);
  purple_account_set_status (f->f.account, "away", TRUE, NULL);
  purple_account_set_status (f->f.account, "available", TRUE, NULL);
  pass (f);
}

static void
see_it_end (WireFixture *f)
{
  PurpleConversation *conv = headless_find (f->f.account, WIRE_XMPP_PERSON);

  wire_pushf (f->wire, "<presence type='unavailable' from='%s' to='me@wire.example'/>", PHONE);
  pass (f);
  if (conv != NULL)
    purple_conversation_destroy (conv);
  wire_cut (f->wire);
  wire_reconnect (f);
  purple_account_destroy (purple_account_new ("nobody@wire.example", "prpl-jabber"));
  headless_settle ();
}

static void
live (WireFixture *f)
{
  see_presence (f);
  see_typing (f);
  talk (f);
  sit_in_a_room (f);
  see_the_rest (f);
  see_it_end (f);
}

/* --- */

static void
load_again (WireFixture *f)
{
  g_assert_true (purple_plugin_load (f->f.plugin));
  headless_settle ();
}

static void
assert_it_answers (WireFixture *f)
{
  guint n = parley_test_server_count (f->f.server);

  wire_xmpp_write (f->wire, PHONE, "and now?");
  headless_answer (&f->f, n, "Now, too.");
  wire_wait_for (f->wire, "<body>Now, too.</body>", 0);
}

static void
test_unloaded_in (WireFixture *f, gconstpointer data)
{
  const Cell *cell = data;
  Unloader unloader = { .plugin = f->f.plugin };

  begin_unloading (&unloader, cell);
  live (f);
  purple_signals_disconnect_by_handle (&unloader);
  g_assert_true (unloader.done);
  g_assert_false (purple_plugin_is_loaded (f->f.plugin));
  load_again (f);
  assert_it_answers (f);
}

/* What Parley read before it was unloaded is answered when it is back. */
static void
test_what_was_read_is_not_lost (WireFixture *f, gconstpointer data)
{
  const Signal signal = { purple_conversations_get_handle, "wrote-im-msg" };
  const Cell cell = { &signal, G_MAXINT };
  Unloader unloader = { .plugin = f->f.plugin };

  begin_unloading (&unloader, &cell);
  wire_xmpp_write (f->wire, PHONE, "are you there?");
  pass (f);
  purple_signals_disconnect_by_handle (&unloader);
  g_assert_true (unloader.done);
  g_assert_true (purple_plugin_load (f->f.plugin));
  headless_answer (&f->f, 0, "Yes.");
  wire_wait_for (f->wire, "<body>Yes.</body>", 0);
}

static void *
reload (va_list values, Unloader *unloader)
{
  if (unloader->done)
    return NULL;
  unloader->done = TRUE;
  g_assert_true (purple_plugin_unload (unloader->plugin));
  g_assert_false (purple_plugin_load (unloader->plugin));
  return NULL;
}

/* Parley tells the user something of what it reads: two of it would read that. */
static void
test_it_is_not_there_twice (WireFixture *f, gconstpointer data)
{
  Unloader unloader = { .plugin = f->f.plugin };

  talk (f);
  purple_signal_connect_priority_vargs (purple_conversations_get_handle (), "wrote-im-msg",
                                        &unloader, PURPLE_CALLBACK (reload), &unloader, G_MAXINT);
  purple_cmd_do_command (headless_find (f->f.account, WIRE_XMPP_PERSON), "parley status",
                         "parley status", &(char *){ NULL });
  headless_settle ();
  purple_signals_disconnect_by_handle (&unloader);
  g_assert_true (unloader.done);
  load_again (f);
  assert_it_answers (f);
}

/* What Parley tells the user is written by libpurple, which tells others. */
static void
test_unloaded_by_what_a_command_tells (WireFixture *f, gconstpointer data)
{
  static const char *const commands[]
      = { "status", "pause", "on", "draft", "why", "forget", "help" };
  const Signal signal = { purple_conversations_get_handle, "wrote-im-msg" };
  const Cell cell = { &signal, GPOINTER_TO_INT (data) };

  talk (f);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      Unloader unloader = { .plugin = f->f.plugin };
      g_autofree char *command = g_strconcat ("parley ", commands[i], NULL);
      g_autofree char *error = NULL;

      begin_unloading (&unloader, &cell);
      purple_cmd_do_command (headless_find (f->f.account, WIRE_XMPP_PERSON), command, command,
                             &error);
      headless_settle ();
      purple_signals_disconnect_by_handle (&unloader);
      g_test_message ("%s: %s", commands[i], unloader.done ? "unloaded" : "tells nothing");
      if (unloader.done)
        g_assert_true (purple_plugin_load (f->f.plugin));
      headless_settle ();
    }
}

static void
unload_by_pref (const char *name, PurplePrefType type, gconstpointer value, gpointer data)
{
  Unloader *unloader = data;

  if (!unloader->done)
    unloader->done = purple_plugin_unload (unloader->plugin);
}

/* A pause is told of while libpurple tells all who want to know that it is switched on. */
static void
test_unloaded_by_a_preference (WireFixture *f, gconstpointer data)
{
  static const char paused[] = "/plugins/core/parley/guard/paused";
  Unloader unloader = { .plugin = f->f.plugin };

  purple_prefs_connect_callback (&unloader, data, unload_by_pref, &unloader);
  talk (f);
  purple_prefs_set_bool (paused, TRUE);
  headless_settle ();
  purple_prefs_disconnect_by_handle (&unloader);
  g_assert_true (unloader.done);
  load_again (f);
  purple_prefs_set_bool (paused, FALSE);
  headless_settle ();
  assert_it_answers (f);
}

/* Of each signal one, unless all are wanted: each is the start of a program. */
static void
add_cells (Cell *cells)
{
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    for (guint j = 0; j < G_N_ELEMENTS (priorities); j++)
      {
        g_autofree char *path = g_strdup_printf ("/plugin/unloading/%s/%u", signals[i].name, j);
        Cell *cell = &cells[i * G_N_ELEMENTS (priorities) + j];

        *cell = (Cell){ &signals[i], priorities[j] };
        if ((i + j) % G_N_ELEMENTS (priorities) != 0 && !test_wants_all ())
          continue;
        g_test_add_vtable (path, sizeof (WireFixture), cell,
                           (GTestFixtureFunc) (GCallback) wire_setup_xmpp,
                           (GTestFixtureFunc) (GCallback) test_unloaded_in,
                           (GTestFixtureFunc) (GCallback) wire_teardown);
      }
}

int
main (int argc, char **argv)
{
  g_autofree Cell *cells = g_new (Cell, G_N_ELEMENTS (signals) * G_N_ELEMENTS (priorities));
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  add_cells (cells);
  g_test_add ("/plugin/unloading/what-was-read-is-not-lost", WireFixture, NULL, wire_setup_xmpp,
              test_what_was_read_is_not_lost, wire_teardown);
  g_test_add ("/plugin/unloading/not-there-twice", WireFixture, NULL, wire_setup_xmpp,
              test_it_is_not_there_twice, wire_teardown);
  g_test_add ("/plugin/unloading/by-a-preference/itself", WireFixture,
              "/plugins/core/parley/guard/paused", wire_setup_xmpp, test_unloaded_by_a_preference,
              wire_teardown);
  g_test_add ("/plugin/unloading/by-a-preference/above", WireFixture, "/plugins/core",
              wire_setup_xmpp, test_unloaded_by_a_preference, wire_teardown);
  g_test_add ("/plugin/unloading/by-what-a-command-tells/before", WireFixture,
              GINT_TO_POINTER (G_MININT), wire_setup_xmpp, test_unloaded_by_what_a_command_tells,
              wire_teardown);
  g_test_add ("/plugin/unloading/by-what-a-command-tells/behind", WireFixture,
              GINT_TO_POINTER (G_MAXINT), wire_setup_xmpp, test_unloaded_by_what_a_command_tells,
              wire_teardown);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
