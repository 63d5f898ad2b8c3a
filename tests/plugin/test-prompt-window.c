/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The window with what the model sees. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <conversation.h>
#include <json-glib/json-glib.h>

#include "backend/parley-keys.h"
#include "contacts/parley-contacts.h"
#include "parley-instance.h"
#include "dialogs/parley-dialogs.h"
#include "test-dialog.h"

static void
set_up (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  test_dialogs_begin ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  headless_teardown (f, data);
  test_dialogs_end ();
}

static char *
dup_window (const char *part)
{
  g_autoptr (GString) all = g_string_new (NULL);

  while (strstr (all->str, part) == NULL)
    {
      g_autofree char *shown = NULL;

      headless_settle ();
      shown = headless_dup_shown ();
      g_string_append (all, shown);
    }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
run_command (Fixture *f, const char *line)
{
  PurpleConversation *conv = headless_find (f->account, "alice");
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, line, line, &error), ==, PURPLE_CMD_STATUS_OK);
}

/* Returns: (transfer full): without what is said of what is missing, which is marked in the window.
 */
static char *
dup_without_gaps (const char *html)
{
  g_autoptr (GRegex) gap = g_regex_new ("<i>--- [^<]*</i><br>", 0, 0, NULL);

  return g_regex_replace_literal (gap, html, -1, 0, "", 0, NULL);
}

/* Returns: (transfer full): as the window writes it. */
static char *
dup_shown_as (const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_auto (GStrv) lines = g_strsplit (escaped, "\n", -1);

  return g_strjoinv ("<br>", lines);
}

/* A minute may go by between the window and the request. Returns: (transfer full). */
static char *
dup_without_minute (const char *text)
{
  g_autoptr (GRegex) time = g_regex_new ("\\[It is [-0-9]+ [0-9:]+", 0, 0, NULL);

  return g_regex_replace_literal (time, text, -1, 0, "[It is", 0, NULL);
}

static void
assert_shows_all (const char *shown, const char *body)
{
  g_autofree char *bare = dup_without_gaps (shown);
  g_autofree char *window = dup_without_minute (bare);
  g_autoptr (JsonNode) root = json_from_string (body, NULL);
  JsonArray *messages = json_object_get_array_member (json_node_get_object (root), "messages");

  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonObject *message = json_array_get_object_element (messages, i);
      g_autofree char *content
          = dup_without_minute (json_object_get_string_member (message, "content"));
      g_autofree char *part = dup_shown_as (content);

      g_assert_nonnull (strstr (window, part));
    }
}

/* Before it is sent, and it is that to the byte. */
static void
test_command_shows_what_goes_out (Fixture *f, gconstpointer data)
{
  g_autofree char *window = NULL;

  headless_talk (f, 0, "do you &lt;i&gt;sing&lt;/i&gt;?", "Like a tap.");
  headless_set_int ("turn/fixed_ms", 9000);
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "and dance?");
  headless_wait_for_state ("collecting");
  run_command (f, "parley prompt");
  window = dup_window ("What the model sees");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  g_assert_nonnull (strstr (window, "Nothing was sent for this window."));
  g_assert_nonnull (strstr (window, "do you &lt;i&gt;sing&lt;/i&gt;?"));
  g_assert_nonnull (strstr (window, "<i>--- Your name is not given yet.</i><br>"));
  assert_shows_all (window, parley_test_peer_get_body (headless_wait_for_request (f, 1)));
}

#define KEY "sk-xyzzy-0123456789"

/* They go along with the request, and no window shows them. */
static void
test_neither_key_nor_headers_are_shown (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);
  g_autofree char *window = NULL;
  ParleyTestPeer *peer;

  g_setenv (PARLEY_KEY_VARIABLE, KEY, TRUE);
  g_setenv (PARLEY_KEY_ORIGIN_VARIABLE, url, TRUE);
  headless_set_string ("backend/headers", "X-Gateway: plugh-7");
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "do you sing?");
  peer = headless_wait_for_request (f, 0);
  g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer " KEY);
  g_assert_cmpstr (parley_test_peer_get_header (peer, "X-Gateway"), ==, "plugh-7");
  run_command (f, "parley prompt");
  window = dup_window ("What the model sees");
  g_assert_nonnull (strstr (window, "do you sing?"));
  g_assert_null (strstr (window, "xyzzy"));
  g_assert_null (strstr (window, "plugh"));
  g_assert_null (strstr (window, "X-Gateway"));
  g_assert_null (strstr (window, "Bearer"));
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  g_unsetenv (PARLEY_KEY_VARIABLE);
  g_unsetenv (PARLEY_KEY_ORIGIN_VARIABLE);
  headless_set_string ("backend/headers", "");
}

static void
test_action_asks_which_chat (Fixture *f, gconstpointer data)
{
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;

  headless_run_action (f, "What the model sees…");
  one = dup_window ("What the model sees of the chat with alice");
  g_assert_nonnull (strstr (one, "They wrote nothing that waits for an answer."));
  headless_add_buddy (f->account, "bob", TRUE);
  headless_run_action (f, "What the model sees…");
  g_assert_cmpstr (test_dialog_get ()->primary, ==, "Which chat do you want to look at?");
  test_dialog_mark ("person", "bob on me");
  test_dialog_answer_fields ();
  other = dup_window ("What the model sees of the chat with bob");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
test_who_is_not_chosen_is_not_shown (Fixture *f, gconstpointer data)
{
  ParleyInstance *instance = parley_instance_get (f->plugin);
  g_autoptr (ParleyChatKey) key = NULL;
  g_autofree char *shown = NULL;

  headless_add_buddy (f->account, "carol", FALSE);
  key = parley_contacts_dup_key (f->account, "carol");
  parley_prompt_window_open (instance->dialogs->prompt, key);
  shown = dup_window ("carol");
  g_assert_nonnull (strstr (shown, "Switched off for this person."));
  g_assert_null (strstr (shown, "==="));
}

static void
test_unloaded_while_it_looks (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "do you sing?", "Like a tap.");
  g_free (headless_dup_shown ());
  run_command (f, "parley prompt");
  run_command (f, "parley prompt");
  headless_reload (f);
  headless_settle_all (f);
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/prompt-window/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("command", test_command_shows_what_goes_out);
  ADD ("key", test_neither_key_nor_headers_are_shown);
  ADD ("action", test_action_asks_which_chat);
  ADD ("not-chosen", test_who_is_not_chosen_is_not_shown);
  ADD ("unloaded", test_unloaded_while_it_looks);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
