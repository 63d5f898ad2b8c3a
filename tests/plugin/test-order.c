/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Delayed stanzas over the socket of libpurple's own XMPP: XEP-0203, offline storage, and what a
 * server hands out twice. */
#include "wire-fixture.h"

#include <cmds.h>
#include <string.h>

#include "base/parley-json.h"

/* Returns: (transfer full): the time @seconds ago, as a server tells it. */
static char *
dup_stamp (int seconds)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_seconds (now, -seconds);

  return g_date_time_format (then, "%Y-%m-%dT%H:%M:%SZ");
}

/* alice wrote it then. */
static void
write_stamped (WireFixture *f, const char *body, const char *stamp)
{
  wire_pushf (f->wire,
              "<message type='chat' from='%s/phone' to='%s'><body>%s</body>"
              "<delay xmlns='urn:xmpp:delay' stamp='%s'/></message>",
              WIRE_XMPP_PERSON, WIRE_XMPP_USER, body, stamp);
}

static void
write_delayed (WireFixture *f, const char *body, int seconds)
{
  g_autofree char *stamp = dup_stamp (seconds);

  write_stamped (f, body, stamp);
}

static void
write_now (WireFixture *f, const char *body)
{
  wire_xmpp_write (f->wire, WIRE_XMPP_PERSON "/phone", body);
}

/* All that was pushed so far has been handled. */
static void
wait_until_read (WireFixture *f)
{
  guint before = wire_count (f->wire, "id='done'");

  wire_push (f->wire, "<iq type='get' id='done' from='wire.example'>"
                      "<ping xmlns='urn:xmpp:ping'/></iq>");
  wire_wait_for (f->wire, "id='done'", before);
}

static guint
count_requests (WireFixture *f)
{
  return parley_test_server_count (f->f.server);
}

/* Returns: (transfer full): the prompt of the newest request, its marks without their nonce. */
static char *
dup_front (WireFixture *f)
{
  const char *body
      = parley_test_peer_get_body (headless_wait_for_request (&f->f, count_requests (f) - 1));
  g_autoptr (JsonNode) root = parley_json_parse (body, strlen (body), NULL);
  JsonArray *messages = json_object_get_array_member (json_node_get_object (root), "messages");
  GString *front = g_string_new (NULL);
  char *unmarked;

  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonObject *message = json_array_get_object_element (messages, i);

      g_string_append_printf (front, "%s: %s\n", json_object_get_string_member (message, "role"),
                              json_object_get_string_member (message, "content"));
    }
  g_strchomp (front->str);
  unmarked = headless_dup_unmarked (front->str, front->str);
  g_string_free (front, TRUE);
  return unmarked;
}

/* What was pushed is answered. Returns: (transfer full): the front of what was asked. */
static char *
answer (WireFixture *f, guint index, const char *text)
{
  g_autofree char *body = g_strdup_printf ("<body>%s</body>", text);

  headless_wait_for_request (&f->f, index);
  headless_answer (&f->f, index, text);
  wire_wait_for (f->wire, body, 0);
  headless_settle ();
  g_assert_cmpuint (count_requests (f), ==, index + 1);
  return dup_front (f);
}

static void
talk (WireFixture *f, guint index, const char *question, const char *reply)
{
  write_now (f, question);
  g_free (answer (f, index, reply));
}

/* Nothing of what was pushed is answered, only what is asked now: that is a turn of its own. */
static void
expect_only (WireFixture *f, guint index, const char *question, const char *reply)
{
  g_autofree char *front = NULL;
  g_autofree char *end = g_strdup_printf ("<they>\n%s\n</they>", question);

  wait_until_read (f);
  headless_settle ();
  g_assert_cmpuint (count_requests (f), ==, index);
  write_now (f, question);
  front = answer (f, index, reply);
  if (!g_str_has_suffix (front, end))
    g_test_fail_printf ("not only “%s” in:\n%s", question, front);
}

static void
expect_in (const char *front, const char *part)
{
  if (strstr (front, part) == NULL)
    g_test_fail_printf ("no “%s” in:\n%s", part, front);
}

static void
reconnect (WireFixture *f)
{
  wire_cut (f->wire);
  wire_reconnect (f);
}

static void
test_delayed_behind_an_answer_is_answered (WireFixture *f, gconstpointer data)
{
  g_autofree char *front = NULL;

  talk (f, 0, "shall we go?", "Yes.");
  write_delayed (f, "or stay at home?", 300);
  front = answer (f, 1, "No, we go.");
  expect_in (front, ", came late, written ");
  expect_in (front, "<they>\nor stay at home?\n</they>");
}

static void
test_delayed_by_an_hour_is_read (WireFixture *f, gconstpointer data)
{
  g_autofree char *front = NULL;

  talk (f, 0, "shall we go?", "Yes.");
  write_delayed (f, "or stay at home?", 3600);
  expect_only (f, 1, "well?", "Well.");
  front = dup_front (f);
  expect_in (front, "<they>\nor stay at home?\n</they>");
}

static void
test_offline_storage_handed_out_twice_is_answered_once (WireFixture *f, gconstpointer data)
{
  g_autofree char *stamp = dup_stamp (90);
  g_autofree char *ahead = dup_stamp (-86400);
  g_autofree char *front = NULL;

  for (guint i = 0; i < 2; i++)
    {
      wire_hold (f->wire, TRUE);
      write_stamped (f, "ha", stamp);
      write_stamped (f, "ha", stamp);
      write_stamped (f, "by a clock ahead?", ahead);
      wire_hold (f->wire, FALSE);
      if (i == 0)
        front = answer (f, 0, "Yes.");
      if (i == 0)
        reconnect (f);
    }
  expect_in (front, "<they>\nha\nha\n</they>");
  expect_in (front, "<they>\nby a clock ahead?\n</they>");
  expect_only (f, 1, "well?", "Well.");
  headless_reload (&f->f);
  write_stamped (f, "by a clock ahead?", ahead);
  write_stamped (f, "ha", stamp);
  write_delayed (f, "well?", 1); /* as the server has it */
  expect_only (f, 2, "really?", "Really.");
}

/* The server's cache of a prompt's front lives on. */
static void
test_prompt_is_the_same_after_a_restart (WireFixture *f, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  talk (f, 0, "first", "One.");
  write_delayed (f, "an hour late", 3600);
  write_delayed (f, "two hours late", 7200);
  wait_until_read (f);
  talk (f, 1, "second", "Two.");
  write_delayed (f, "four minutes late", 240);
  g_free (answer (f, 2, "Three."));
  reconnect (f);
  wire_hold (f->wire, TRUE);
  write_delayed (f, "five minutes late", 300);
  write_delayed (f, "tomorrow", -86400);
  wire_hold (f->wire, FALSE);
  before = answer (f, 3, "Four.");
  *g_strrstr (before, "[It is ") = '\0'; /* where it ends that stays */
  headless_reload (&f->f);
  write_now (f, "and now?");
  after = answer (f, 4, "Five.");
  if (!g_str_has_prefix (after, before))
    g_test_fail_printf ("before:\n%s\nafter:\n%s", before, after);
}

static void
run_command (WireFixture *f, const char *command)
{
  PurpleConversation *conv = headless_find (f->f.account, WIRE_XMPP_PERSON);
  g_autofree char *error = NULL;

  g_assert_nonnull (conv);
  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
  headless_settle ();
}

/* The window is gone with the client. When it is opened the draft is shown, and then it is sent. */
static void
test_draft_outlives_the_client (WireFixture *f, gconstpointer data)
{
  write_now (f, "shall we go?");
  g_free (answer (f, 0, "Where to?"));
  run_command (f, "parley draft");
  write_now (f, "to the lake.");
  headless_answer (&f->f, 1, "Yes, at eight.");
  headless_wait_for_shown ("Draft 1.");
  g_assert_true (purple_plugin_unload (f->f.plugin));
  purple_conversation_destroy (headless_find (f->f.account, WIRE_XMPP_PERSON));
  g_assert_true (purple_plugin_load (f->f.plugin));
  headless_settle ();
  purple_conversation_new (PURPLE_CONV_TYPE_IM, f->f.account, WIRE_XMPP_PERSON);
  headless_wait_for_shown ("Draft 1 is from before the restart");
  g_assert_cmpuint (wire_count (f->wire, "<body>Yes, at eight.</body>"), ==, 0);
  run_command (f, "parley send 1");
  wire_wait_for (f->wire, "<body>Yes, at eight.</body>", 0);
}

/* They wrote while the client was closed. */
static void
test_draft_is_out_of_date_after_a_restart (WireFixture *f, gconstpointer data)
{
  write_now (f, "shall we go?");
  g_free (answer (f, 0, "Where to?"));
  run_command (f, "parley draft");
  write_now (f, "to the lake.");
  headless_answer (&f->f, 1, "Yes, at eight.");
  headless_wait_for_shown ("Draft 1.");
  g_assert_true (purple_plugin_unload (f->f.plugin));
  purple_conversation_destroy (headless_find (f->f.account, WIRE_XMPP_PERSON));
  g_assert_true (purple_plugin_load (f->f.plugin));
  headless_settle ();
  write_delayed (f, "no, stay", 60);
  headless_wait_for_request (&f->f, 2);
  run_command (f, "parley send 1");
  headless_wait_for_shown ("out of date");
  g_assert_cmpuint (wire_count (f->wire, "<body>Yes, at eight.</body>"), ==, 0);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/order/" name, WireFixture, NULL, wire_setup_xmpp, func, wire_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  ADD ("delayed", test_delayed_behind_an_answer_is_answered);
  ADD ("delayed-by-an-hour", test_delayed_by_an_hour_is_read);
  ADD ("twice", test_offline_storage_handed_out_twice_is_answered_once);
  ADD ("restart", test_prompt_is_the_same_after_a_restart);
  ADD ("draft", test_draft_outlives_the_client);
  ADD ("draft-out-of-date", test_draft_is_out_of_date_after_a_restart);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
