/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A plugin beside us that decrypts what comes and tells nobody that the chat is encrypted. Stanzas
 * come over a socket, and libpurple's own XMPP makes messages of what the plugin leaves. */
#include "wire-fixture.h"

#include <string.h>

#include <signals.h>
#include <version.h>
#include <xmlnode.h>

#define SECRET "three slices of pizza"
#define OMEMO                                                                                      \
  "<encrypted xmlns='eu.siacs.conversations.axolotl'><payload>" SECRET "</payload></encrypted>"
#define NOT_SENT "They wrote encrypted and an answer would not be"

/* Where in the row of handlers the plugin stands, and whether it was there before Parley. */
typedef struct
{
  const char *name;
  int priority;
  gboolean first;
} Place;

static const Place places[] = {
  { "default", PURPLE_PRIORITY_DEFAULT, FALSE },
  { "default-before-us", PURPLE_PRIORITY_DEFAULT, TRUE },
  { "highest", PURPLE_PRIORITY_HIGHEST, FALSE },
  { "highest-before-us", PURPLE_PRIORITY_HIGHEST, TRUE },
  { "lowest", PURPLE_PRIORITY_LOWEST, FALSE },
  { "lowest-before-us", PURPLE_PRIORITY_LOWEST, TRUE },
  { "like-lurch", PURPLE_PRIORITY_LOWEST + 100, FALSE },
};

static void *
get_xmpp (void)
{
  return purple_find_prpl ("prpl-jabber");
}

/* Returns: (transfer none): the message itself, also where it is a copy in an envelope. */
static xmlnode *
unwrap (xmlnode **stanza)
{
  static const char *const ways[] = { "received/forwarded/message", "result/forwarded/message" };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      xmlnode *inner = xmlnode_get_child (*stanza, ways[i]);

      if (inner != NULL)
        {
          xmlnode *copy = xmlnode_copy (inner);

          xmlnode_free (*stanza);
          *stanza = copy;
        }
    }
  return *stanza;
}

/* What it decrypts is as plain as if it had never been anything else. */
static void
decrypt (PurpleConnection *gc, xmlnode **stanza, gpointer data)
{
  static const char *const parts[] = { "encrypted", "openpgp", "x", "e2e" };
  xmlnode *message = *stanza != NULL ? unwrap (stanza) : NULL;

  for (guint i = 0; message != NULL && i < G_N_ELEMENTS (parts); i++)
    {
      xmlnode *part = xmlnode_get_child (message, parts[i]);
      xmlnode *payload = part != NULL ? xmlnode_get_child (part, "payload") : NULL;
      xmlnode *old = payload != NULL ? xmlnode_get_child (message, "body") : NULL;
      g_autofree char *text = payload != NULL ? xmlnode_get_data (payload) : NULL;
      xmlnode *body;

      if (text == NULL)
        continue;
      xmlnode_free (part);
      g_clear_pointer (&old, xmlnode_free);
      body = xmlnode_new_child (message, "body");
      xmlnode_set_namespace (body, "jabber:client");
      xmlnode_insert_data (body, text, -1);
    }
}

static int handle; /* libpurple: handlers are told apart by an address */

static void
load_decrypting (const Place *place)
{
  purple_signal_connect_priority (get_xmpp (), "jabber-receiving-xmlnode", &handle,
                                  PURPLE_CALLBACK (decrypt), NULL, place->priority);
}

static void
setup (WireFixture *f, gconstpointer data)
{
  const Place *place = data != NULL ? data : &places[0];

  if (place->first)
    load_decrypting (place);
  wire_setup_xmpp (f, data);
  if (!place->first)
    load_decrypting (place);
}

static void
teardown (WireFixture *f, gconstpointer data)
{
  purple_signals_disconnect_by_handle (&handle);
  wire_teardown (f, data);
}

static void
push_message (WireFixture *f, const char *parts)
{
  wire_pushf (f->wire, "<message type='chat' from='" WIRE_XMPP_PERSON "/phone'>%s</message>",
              parts);
}

/* Returns: whether it stands in a file of Parley's. */
static gboolean
is_kept (const char *words)
{
  static const char *const names[] = { "store.db", "store.db-wal" };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (purple_user_dir (), "parley", names[i], NULL);
      g_autofree char *bytes = NULL;
      gsize length = 0;

      if (!g_file_get_contents (path, &bytes, &length, NULL))
        continue;
      for (gsize at = 0; at + strlen (words) <= length; at++)
        found |= memcmp (bytes + at, words, strlen (words)) == 0;
    }
  return found;
}

static void
assert_read_by_nobody (WireFixture *f)
{
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 0);
  g_assert_cmpuint (wire_count (f->wire, "<body>"), ==, 0);
  g_assert_true (purple_plugin_unload (f->f.plugin));
  g_assert_false (is_kept ("slices"));
  g_assert_true (purple_plugin_load (f->f.plugin));
}

static void
test_decrypted_message_reaches_no_model_nor_disk (WireFixture *f, gconstpointer data)
{
  push_message (f, OMEMO "<body>I sent you an OMEMO encrypted message</body>");
  headless_wait_for_shown (NOT_SENT);
  g_assert_cmpstr (purple_conversation_message_get_message (
                       g_list_last (purple_conversation_get_message_history (
                                        headless_find (f->f.account, WIRE_XMPP_PERSON)))
                           ->data),
                   ==, SECRET);
  assert_read_by_nobody (f);
}

/* Ways of encrypting a stanza, and of bringing one. */
static const char *const forms[] = {
  OMEMO,
  "<encrypted xmlns='urn:xmpp:omemo:2'><payload>" SECRET "</payload></encrypted>",
  "<openpgp xmlns='urn:xmpp:openpgp:0'><payload>" SECRET "</payload></openpgp>",
  "<x xmlns='jabber:x:encrypted'><payload>" SECRET "</payload></x>",
  "<e2e xmlns='urn:ietf:params:xml:ns:xmpp-e2e'><payload>" SECRET "</payload></e2e>",
  "<body>" SECRET "</body><encryption xmlns='urn:xmpp:eme:0' namespace='urn:example:new'/>",
};

static void
test_each_way_of_encrypting_counts (WireFixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_test_message ("%s", forms[i]);
      push_message (f, forms[i]);
      headless_wait_for_shown (NOT_SENT);
      assert_read_by_nobody (f);
    }
}

/* A copy of what they wrote to another of the user's clients. */
static void
test_decrypted_copy_counts (WireFixture *f, gconstpointer data)
{
  wire_push (f->wire, "<message from='" WIRE_XMPP_USER "' type='chat'>"
                      "<received xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>"
                      "<message xmlns='jabber:client' type='chat' to='" WIRE_XMPP_USER
                      "/phone' from='" WIRE_XMPP_PERSON "/phone'>" OMEMO
                      "</message></forwarded></received></message>");
  headless_wait_for_shown (NOT_SENT);
  assert_read_by_nobody (f);
}

static void
assert_next_request_has_no_secret (WireFixture *f)
{
  const char *body = parley_test_peer_get_body (headless_wait_for_request (&f->f, 0));

  g_assert_nonnull (strstr (body, "and what about you?"));
  g_assert_null (strstr (body, "slices"));
  headless_answer (&f->f, 0, "Fine.");
  wire_wait_for (f->wire, "<body>Fine.</body>", 0);
  headless_settle ();
  g_assert_true (purple_plugin_unload (f->f.plugin));
  g_assert_true (is_kept ("what about you"));
  g_assert_false (is_kept ("slices"));
  g_assert_true (purple_plugin_load (f->f.plugin));
}

/* Both come while the chat is still being read from the disk. */
static void
test_open_message_behind_it_opens_nothing (WireFixture *f, gconstpointer data)
{
  wire_hold (f->wire, TRUE);
  push_message (f, OMEMO);
  push_message (f, "<body>and what about you?</body>");
  wire_hold (f->wire, FALSE);
  assert_next_request_has_no_secret (f);
}

static void
test_open_message_in_front_is_not_answered_either (WireFixture *f, gconstpointer data)
{
  wire_hold (f->wire, TRUE);
  push_message (f, "<body>listen</body>");
  push_message (f, OMEMO);
  wire_hold (f->wire, FALSE);
  headless_wait_for_shown (NOT_SENT);
  assert_read_by_nobody (f);
}

/* The encryption is over, and so is the turn. */
static void
test_open_message_later_is_answered (WireFixture *f, gconstpointer data)
{
  push_message (f, OMEMO);
  headless_wait_for_shown (NOT_SENT);
  push_message (f, "<body>and what about you?</body>");
  assert_next_request_has_no_secret (f);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/decrypting/" name, WireFixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/decrypting/at/%s", places[i].name);

      g_test_add (path, WireFixture, &places[i], setup,
                  test_decrypted_message_reaches_no_model_nor_disk, teardown);
    }
  ADD ("forms", test_each_way_of_encrypting_counts);
  ADD ("copy", test_decrypted_copy_counts);
  ADD ("open-behind", test_open_message_behind_it_opens_nothing);
  ADD ("open-in-front", test_open_message_in_front_is_not_answered_either);
  ADD ("open-later", test_open_message_later_is_answered);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
