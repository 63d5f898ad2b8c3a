/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user's other XMPP clients send and get, as their server copies it (XEP-0280). */
#include "test-dialog.h"
#include "wire-fixture.h"

#include <string.h>

#include <cmds.h>

#include "parley-sources.h"

#define CARBONS "urn:xmpp:carbons:2"
#define PERSON  WIRE_XMPP_PERSON "/phone"
#define OTHER   WIRE_XMPP_USER "/phone"

#define DEBIANS "/usr/lib/purple-2/carbons.so"

static ParleyCarbons *
get_carbons (WireFixture *f)
{
  return parley_instance_get (f->f.plugin)->sources->carbons;
}

static void
setup_offering (WireFixture *f, gconstpointer data)
{
  wire_setup_xmpp_with (f, CARBONS);
}

/* @outer: (nullable): attributes of the stanza. @inner: those of the message inside. */
static void
push_copy (
    WireFixture *f, const char *kind, const char *outer, const char *inner, const char *parts)
{
  wire_pushf (f->wire,
              "<message to='" WIRE_XMPP_USER "/here' %s><%s xmlns='" CARBONS "'>"
              "<forwarded xmlns='urn:xmpp:forward:0'>"
              "<message xmlns='jabber:client' type='chat' %s>%s</message>"
              "</forwarded></%s></message>",
              outer, kind, inner, parts, kind);
}

static void
push_sent (WireFixture *f, const char *parts)
{
  push_copy (f, "sent", "from='" WIRE_XMPP_USER "'",
             "id='s1' from='" OTHER "' to='" WIRE_XMPP_PERSON "'", parts);
}

static void
push_received (WireFixture *f, const char *parts)
{
  push_copy (f, "received", "from='" WIRE_XMPP_USER "'", "id='r1' from='" PERSON "' to='" OTHER "'",
             parts);
}

/* Returns: (transfer full): the window's lines with their flags, oldest first. */
static char *
dup_window (WireFixture *f)
{
  PurpleConversation *conv = headless_find (f->f.account, WIRE_XMPP_PERSON);
  GString *lines = g_string_new (NULL);

  for (GList *link = conv != NULL ? purple_conversation_get_message_history (conv) : NULL;
       link != NULL; link = link->next)
    {
      PurpleMessageFlags flags = purple_conversation_message_get_flags (link->data);
      g_autofree char *line
          = g_strdup_printf ("%s %s\n", (flags & PURPLE_MESSAGE_SEND) != 0 ? ">" : "<",
                             purple_conversation_message_get_message (link->data));

      if ((flags & PURPLE_MESSAGE_SYSTEM) == 0)
        g_string_prepend (lines, line);
    }
  return g_string_free (lines, FALSE);
}

static void
assert_window (WireFixture *f, const char *expected)
{
  g_autofree char *lines = dup_window (f);

  g_assert_cmpstr (lines, ==, expected);
}

static void
command (WireFixture *f, const char *text)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (
      purple_cmd_do_command (headless_find (f->f.account, WIRE_XMPP_PERSON), text, text, &error),
      ==, PURPLE_CMD_STATUS_OK);
}

/* Nothing keeps Parley from answering, and nothing was heard of what is @secret. */
static void
assert_goes_on_without (WireFixture *f, const char *secret)
{
  const char *body;

  wire_xmpp_write (f->wire, PERSON, "are you there?");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 0));
  g_assert_nonnull (strstr (body, "are you there?"));
  g_assert_null (strstr (body, secret));
  headless_answer (&f->f, 0, "Yes.");
  wire_wait_for (f->wire, "<body>Yes.</body>", 0);
}

/* She writes, and nobody is asked for an answer. */
static void
assert_stands_down (WireFixture *f)
{
  guint n = parley_test_server_count (f->f.server);

  wire_xmpp_write (f->wire, PERSON, "and now?");
  wire_xmpp_drain (f->wire);
  headless_settle ();
  g_assert_cmpstr (parley_state_to_string (parley_engine_get_state (
                       parley_instance_get (f->f.plugin)->engine,
                       &(ParleyChatKey){ (char *) "prpl-jabber", (char *) WIRE_XMPP_USER "/here",
                                         (char *) WIRE_XMPP_PERSON })),
                   ==, "idle");
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, n);
  g_assert_cmpuint (wire_count (f->wire, "<body>"), ==, 0);
}

typedef struct
{
  const char *name;
  const char *outer;
  const char *sent;     /* (nullable) */
  const char *received; /* (nullable) */
} Forgery;

#define GOOD_SENT     "from='" OTHER "' to='" WIRE_XMPP_PERSON "'"
#define GOOD_RECEIVED "from='" PERSON "' to='" OTHER "'"

static const Forgery forgeries[] = {
  { "contact", "from='bob@wire.example/pc'", GOOD_SENT, GOOD_RECEIVED },
  { "the-person", "from='" PERSON "'", GOOD_SENT, GOOD_RECEIVED },
  { "occupant", "from='" WIRE_XMPP_ROOM "/me'", GOOD_SENT, GOOD_RECEIVED },
  { "room", "type='groupchat' from='" WIRE_XMPP_ROOM "/bob'", GOOD_SENT, GOOD_RECEIVED },
  { "another-host", "from='me@evil.example'", GOOD_SENT, GOOD_RECEIVED },
  { "server", "from='wire.example'", GOOD_SENT, GOOD_RECEIVED },
  { "own-full", "from='" WIRE_XMPP_USER "/here'", GOOD_SENT, GOOD_RECEIVED },
  { "own-other-full", "from='" OTHER "'", GOOD_SENT, GOOD_RECEIVED },
  { "not-ours", "from='" WIRE_XMPP_USER "'", "from='bob@wire.example/pc' to='" WIRE_XMPP_PERSON "'",
    "from='" PERSON "' to='bob@wire.example'" },
};

static gboolean
is_open (gpointer data)
{
  return test_dialog_get ()->open;
}

/* Where the user looks. */
static void
assert_counted (WireFixture *f, guint n)
{
  g_autofree char *line = g_strdup_printf ("\n%u forged copies of messages were ignored.", n);

  test_dialogs_begin ();
  headless_run_action (&f->f, "Status of all chats");
  parley_test_wait (is_open, NULL);
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, line));
  test_dialogs_end ();
}

static void
test_forged_copies_are_ignored (WireFixture *f, gconstpointer data)
{
  guint n = 0;

  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  for (guint i = 0; i < G_N_ELEMENTS (forgeries); i++)
    {
      const Forgery *forgery = &forgeries[i];

      push_copy (f, "sent", forgery->outer, forgery->sent, "<body>forged words</body>");
      push_copy (f, "sent", forgery->outer, forgery->sent,
                 "<composing xmlns='http://jabber.org/protocol/chatstates'/>");
      push_copy (f, "sent", forgery->outer, forgery->sent, "<encrypted xmlns='urn:xmpp:omemo:2'/>");
      push_copy (f, "received", forgery->outer, forgery->received, "<body>forged words</body>");
      wire_xmpp_drain (f->wire);
      n += 4;
      g_test_message ("%s", forgery->name);
      g_assert_cmpuint (parley_carbons_get_n_forged (get_carbons (f)), ==, n);
    }
  g_assert_null (headless_find (f->f.account, WIRE_XMPP_PERSON));
  assert_counted (f, n);
  assert_goes_on_without (f, "forged");
  assert_window (f, "< are you there?\n> Yes.\n");
}

static void
test_copies_of_rooms_are_ignored (WireFixture *f, gconstpointer data)
{
  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  push_copy (f, "received", "from='" WIRE_XMPP_USER "'",
             "from='" WIRE_XMPP_ROOM "/bob' to='" OTHER "'", "<body>out of a room</body>");
  push_copy (f, "sent", "from='" WIRE_XMPP_USER "'", "from='" OTHER "' to='" WIRE_XMPP_PERSON "'",
             "<body>out of a room</body><x xmlns='http://jabber.org/protocol/muc#user'/>");
  wire_xmpp_drain (f->wire);
  g_assert_null (headless_find (f->f.account, WIRE_XMPP_ROOM "/bob"));
  g_assert_cmpuint (parley_carbons_get_n_forged (get_carbons (f)), ==, 0);
  assert_goes_on_without (f, "out of a room");
}

/* The model thinks already; it is not heard any more. */
static void
test_sent_elsewhere_stops_it (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_xmpp_write (f->wire, PERSON, "are you there?");
  headless_wait_for_request (&f->f, 0);
  push_sent (f, "<body>I am &lt;here&gt;\nand there</body>");
  wire_xmpp_drain (f->wire);
  assert_stands_down (f);
  assert_window (f, "< are you there?\n> I am &lt;here&gt;<BR>and there\n< and now?\n");
  command (f, "parley go");
  wire_xmpp_write (f->wire, PERSON, "what was that?");
  body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 1));
  g_assert_nonnull (strstr (body, "I am <here>"));
  g_assert_nonnull (strstr (body, "what was that?"));
}

static void
test_sent_twice_is_written_once (WireFixture *f, gconstpointer data)
{
  push_sent (f, "<body>I am here</body>");
  push_sent (f, "<body>I am here</body>");
  wire_xmpp_drain (f->wire);
  assert_window (f, "> I am here\n");
  push_sent (f, "<body>I am there</body>");
  wire_xmpp_drain (f->wire);
  assert_window (f, "> I am here\n> I am there\n");
}

/* It came here itself, too. */
static void
test_copy_of_what_was_sent_here_is_not_written (WireFixture *f, gconstpointer data)
{
  push_copy (f, "sent", "from='" WIRE_XMPP_USER "'",
             "id='h1' from='" WIRE_XMPP_USER "/here' to='" WIRE_XMPP_PERSON "'",
             "<body>said here</body>");
  wire_xmpp_drain (f->wire);
  g_assert_null (headless_find (f->f.account, WIRE_XMPP_PERSON));
}

/* Returns: (transfer full): so long ago, for a stanza. */
static char *
dup_delay (gint64 seconds)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_utc (time (NULL) - seconds);
  g_autofree char *stamp = g_date_time_format (at, "%Y-%m-%dT%H:%M:%SZ");

  return g_strdup_printf ("<delay xmlns='urn:xmpp:delay' stamp='%s'/>", stamp);
}

static void
test_sent_an_hour_ago_stops_nothing (WireFixture *f, gconstpointer data)
{
  g_autofree char *delay = dup_delay (3600);
  g_autofree char *parts = g_strconcat ("<body>that was yes</body>", delay, NULL);
  PurpleConvMessage *line;

  push_sent (f, parts);
  wire_xmpp_drain (f->wire);
  line = purple_conversation_get_message_history (headless_find (f->f.account, WIRE_XMPP_PERSON))
             ->data;
  g_assert_cmpint (time (NULL) - purple_conversation_message_get_timestamp (line), >=, 3600);
  g_assert_cmpint (time (NULL) - purple_conversation_message_get_timestamp (line), <, 3660);
  wire_xmpp_write (f->wire, PERSON, "are you there?");
  headless_answer (&f->f, 0, "Yes.");
  wire_wait_for (f->wire, "<body>Yes.</body>", 0);
}

static void
test_typing_elsewhere_stops_it (WireFixture *f, gconstpointer data)
{
  wire_xmpp_write (f->wire, PERSON, "are you there?");
  headless_wait_for_request (&f->f, 0);
  push_sent (f, "<composing xmlns='http://jabber.org/protocol/chatstates'/>");
  wire_xmpp_drain (f->wire);
  assert_stands_down (f);
  assert_window (f, "< are you there?\n< and now?\n");
}

static void
test_encrypted_elsewhere_stops_it_without_a_word (WireFixture *f, gconstpointer data)
{
  wire_xmpp_write (f->wire, PERSON, "are you there?");
  headless_wait_for_request (&f->f, 0);
  push_sent (f, "<body>?OTR:AAMDsecret</body>");
  wire_xmpp_drain (f->wire);
  assert_stands_down (f);
  assert_window (f, "< are you there?\n< and now?\n");
  command (f, "parley go");
  wire_xmpp_write (f->wire, PERSON, "what was that?");
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f->f, 1)), "AAMDsecret"));
}

static void
test_omemo_elsewhere_stops_it (WireFixture *f, gconstpointer data)
{
  wire_xmpp_write (f->wire, PERSON, "are you there?");
  headless_wait_for_request (&f->f, 0);
  push_sent (f, "<encrypted xmlns='eu.siacs.conversations.axolotl'/>"
                "<body>I sent you an OMEMO encrypted message but your client doesn't</body>");
  wire_xmpp_drain (f->wire);
  assert_stands_down (f);
}

/* Their server sent it to the other client alone. */
static void
test_received_elsewhere_is_answered_once (WireFixture *f, gconstpointer data)
{
  wire_hold (f->wire, TRUE);
  push_received (f, "<body>are you there?</body>");
  wire_hold (f->wire, FALSE);
  headless_answer (&f->f, 0, "Yes.");
  g_assert_nonnull (strstr (wire_wait_for (f->wire, "<body>Yes.</body>", 0), "to='" PERSON "'"));
  assert_window (f, "< are you there?\n> Yes.\n");
}

static void
test_direct_one_comes_behind_its_copy (WireFixture *f, gconstpointer data)
{
  push_received (f, "<body>are you there?</body>");
  wire_push (f->wire, "<message type='chat' id='r1' from='" PERSON "' to='" WIRE_XMPP_USER
                      "/here'><body>are you there?</body></message>");
  wire_xmpp_drain (f->wire);
  assert_window (f, "< are you there?\n");
}

static void
test_direct_one_comes_before_its_copy (WireFixture *f, gconstpointer data)
{
  wire_hold (f->wire, TRUE);
  wire_push (f->wire, "<message type='chat' id='r1' from='" PERSON "' to='" WIRE_XMPP_USER
                      "/here'><body>are you there?</body></message>");
  push_received (f, "<body>are you there?</body>");
  wire_hold (f->wire, FALSE);
  wire_xmpp_drain (f->wire);
  assert_window (f, "< are you there?\n");
}

static void
test_received_long_ago_is_not_answered (WireFixture *f, gconstpointer data)
{
  g_autofree char *delay = dup_delay (86400);

  wire_pushf (f->wire,
              "<message from='" WIRE_XMPP_USER "'><received xmlns='" CARBONS "'>"
              "<forwarded xmlns='urn:xmpp:forward:0'>%s<message xmlns='jabber:client' type='chat'"
              " from='" PERSON "' to='" OTHER "'><body>old</body></message></forwarded>"
              "</received></message>",
              delay);
  wire_xmpp_drain (f->wire);
  headless_settle ();
  assert_window (f, "< old\n");
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 0);
}

/* --- asking for them --- */

static void
test_asked_for_once (WireFixture *f, gconstpointer data)
{
  wire_wait_for (f->wire, "<enable xmlns='" CARBONS "'", 0);
  wire_xmpp_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "<enable"), ==, 1);
  wire_cut (f->wire);
  wire_forget (f->wire);
  wire_reconnect (f);
  wire_wait_for (f->wire, "<enable xmlns='" CARBONS "'", 0);
}

static void
test_not_asked_for_where_there_are_none (WireFixture *f, gconstpointer data)
{
  wire_xmpp_drain (f->wire);
  wire_xmpp_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "<enable"), ==, 0);
  g_assert_true (purple_plugin_unload (f->f.plugin));
  wire_xmpp_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "<disable"), ==, 0);
  g_assert_true (purple_plugin_load (f->f.plugin));
}

static void
test_unloading_takes_them_back (WireFixture *f, gconstpointer data)
{
  wire_wait_for (f->wire, "<enable", 0);
  g_assert_true (purple_plugin_unload (f->f.plugin));
  wire_wait_for (f->wire, "<disable xmlns='" CARBONS "'", 0);
  g_assert_true (purple_plugin_load (f->f.plugin));
  wire_wait_for (f->wire, "<enable", 1);
}

/* Each moment of a sign-on, by what has come up to it. */
static void
test_unloading_during_sign_on (WireFixture *f, gconstpointer data)
{
  static const char *const moments[]
      = { "<stream:stream", "<auth", "xmpp-bind", "disco#info", "parley-has-carbons", "<enable" };

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      wire_cut (f->wire);
      wire_forget (f->wire);
      wire_hold (f->wire, FALSE);
      while (purple_account_get_connection (f->f.account) != NULL)
        g_main_context_iteration (NULL, TRUE);
      purple_account_connect (f->f.account);
      wire_wait_for (f->wire, moments[i], 0);
      g_assert_true (purple_plugin_unload (f->f.plugin));
      headless_settle ();
      g_assert_cmpuint (wire_count (f->wire, "<disable"), <=, wire_count (f->wire, "<enable"));
      g_assert_true (purple_plugin_load (f->f.plugin));
    }
}

static void
send_as_another_plugin (WireFixture *f, const char *name)
{
  g_autofree char *text
      = g_strdup_printf ("<iq type='set' id='other'><%s xmlns='" CARBONS "'/></iq>", name);
  xmlnode *iq = xmlnode_from_str (text, -1);

  purple_signal_emit (purple_find_prpl ("prpl-jabber"), "jabber-sending-xmlnode",
                      purple_account_get_connection (f->f.account), &iq);
  xmlnode_free (iq);
}

static void
test_what_others_asked_for_stays (WireFixture *f, gconstpointer data)
{
  wire_wait_for (f->wire, "<enable", 0);
  send_as_another_plugin (f, "enable");
  g_assert_true (purple_plugin_unload (f->f.plugin));
  wire_xmpp_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "<disable"), ==, 0);
  g_assert_true (purple_plugin_load (f->f.plugin));
}

/* --- beside Debian's plugin --- */

/* Returns: (nullable). */
static PurplePlugin *
load_debians (void)
{
  PurplePlugin *plugin
      = g_file_test (DEBIANS, G_FILE_TEST_EXISTS) ? purple_plugin_probe (DEBIANS) : NULL;

  return plugin != NULL && purple_plugin_load (plugin) ? plugin : NULL;
}

static void
assert_copies_are_shown_once (WireFixture *f)
{
  push_sent (f, "<body>I am here</body>");
  push_received (f, "<body>ah</body>");
  push_copy (f, "sent", "from='bob@wire.example/pc'", GOOD_SENT, "<body>forged words</body>");
  wire_xmpp_drain (f->wire);
  assert_window (f, "> I am here\n< ah\n");
  g_assert_null (headless_find (f->f.account, WIRE_XMPP_USER));
}

static void
test_beside_debians_plugin (WireFixture *f, gconstpointer data)
{
  PurplePlugin *debians = load_debians ();

  if (debians == NULL)
    {
      g_test_skip ("purple-xmpp-carbons is not installed");
      return;
    }
  wire_cut (f->wire);
  wire_forget (f->wire);
  wire_reconnect (f);
  wire_wait_for (f->wire, "<enable", 0);
  wire_xmpp_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "<enable"), ==, 1);
  g_assert_cmpuint (wire_count (f->wire, "id='parley"), ==, 0);
  assert_copies_are_shown_once (f);
  assert_stands_down (f);
  g_assert_true (purple_plugin_unload (f->f.plugin));
  wire_xmpp_drain (f->wire);
  g_assert_cmpuint (wire_count (f->wire, "<disable"), ==, 0);
  g_assert_true (purple_plugin_load (f->f.plugin));
  g_assert_true (purple_plugin_unload (debians));
}

/* It comes when ours has asked already, and goes before. */
static void
test_debians_plugin_comes_and_goes (WireFixture *f, gconstpointer data)
{
  PurplePlugin *debians;

  wire_wait_for (f->wire, "<enable", 0);
  debians = load_debians ();
  if (debians == NULL)
    {
      g_test_skip ("purple-xmpp-carbons is not installed");
      return;
    }
  wire_wait_for (f->wire, "<enable", 1);
  assert_copies_are_shown_once (f);
  g_assert_true (purple_plugin_unload (debians));
  push_copy (f, "received", "from='" WIRE_XMPP_USER "'", "from='" PERSON "' to='" OTHER "'",
             "<body>again</body>");
  wire_xmpp_drain (f->wire);
  assert_window (f, "> I am here\n< ah\n< again\n");
}

#define ADD(name, setup, func)                                                                     \
  g_test_add ("/plugin/carbons/" name, WireFixture, NULL, setup, func, wire_teardown)

static void
add_copies (void)
{
  ADD ("forged", wire_setup_xmpp, test_forged_copies_are_ignored);
  ADD ("rooms", wire_setup_xmpp, test_copies_of_rooms_are_ignored);
  ADD ("sent", wire_setup_xmpp, test_sent_elsewhere_stops_it);
  ADD ("sent-twice", wire_setup_xmpp, test_sent_twice_is_written_once);
  ADD ("sent-here", wire_setup_xmpp, test_copy_of_what_was_sent_here_is_not_written);
  ADD ("sent-long-ago", wire_setup_xmpp, test_sent_an_hour_ago_stops_nothing);
  ADD ("typing", wire_setup_xmpp, test_typing_elsewhere_stops_it);
  ADD ("encrypted", wire_setup_xmpp, test_encrypted_elsewhere_stops_it_without_a_word);
  ADD ("omemo", wire_setup_xmpp, test_omemo_elsewhere_stops_it);
  ADD ("received", wire_setup_xmpp, test_received_elsewhere_is_answered_once);
  ADD ("received-before", wire_setup_xmpp, test_direct_one_comes_behind_its_copy);
  ADD ("received-after", wire_setup_xmpp, test_direct_one_comes_before_its_copy);
  ADD ("received-long-ago", wire_setup_xmpp, test_received_long_ago_is_not_answered);
}

static void
add_asking (void)
{
  ADD ("asked", setup_offering, test_asked_for_once);
  ADD ("not-asked", wire_setup_xmpp, test_not_asked_for_where_there_are_none);
  ADD ("unload", setup_offering, test_unloading_takes_them_back);
  ADD ("unload-during-sign-on", setup_offering, test_unloading_during_sign_on);
  ADD ("unload-others", setup_offering, test_what_others_asked_for_stays);
  ADD ("debian", setup_offering, test_beside_debians_plugin);
  ADD ("debian-later", setup_offering, test_debians_plugin_comes_and_goes);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  add_copies ();
  add_asking ();
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
