/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is asked when they switch Parley on for the first time, and what is sent and
 * changed before the last answer: nothing. */
#include "introduction-fixture.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include <cmds.h>
#include <core.h>
#include <signals.h>
#include <util.h>

#include "backend/parley-keys.h"
#include "test-dialog.h"

static void
test_away_note_needs_nothing (Fixture *f, gconstpointer data)
{
  g_autofree char *marked = NULL;

  run_command (f, "bob", "parley countdown");
  assert_asks ("Who writes the answers?", "nobody");
  assert_nothing_changed (f);
  mark_and_answer ("writer", "An away note");
  assert_asks ("for “bob”", "nothing leaves this machine but the note");
  assert_nothing_changed (f);
  marked = test_dialog_dup_marked ("mode");
  g_assert_true (g_str_has_prefix (marked, "Count down"));
  mark_and_answer ("mode", "Write drafts");
  assert_mode (f, "bob", "draft");
  assert_shown ("Switched on for this person. Parley shows you each answer");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);

  run_command (f, "carol", "parley on");
  g_assert_false (test_dialog_get ()->open);
  assert_mode (f, "carol", "auto");
}

static void
test_no_leave_asks_nobody (Fixture *f, gconstpointer data)
{
  run_command (f, "bob", "parley on");
  mark_and_answer ("writer", "A model on this machine");
  test_dialog_cancel ();
  assert_asks ("Who writes the answers?", "Parley asked no port.");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
test_nothing_is_found (Fixture *f, gconstpointer data)
{
  write_table (1);
  search (f);
  wait_for ("Who writes the answers?");
  assert_asks ("Who writes the answers?", "No model was found on this machine (Ollama 1).");
  assert_nothing_changed (f);
}

static void
test_a_server_without_models_is_named (Fixture *f, gconstpointer data)
{
  search (f);
  answer_models (f, "{\"data\":[]}");
  wait_for ("Who writes the answers?");
  assert_asks ("Who writes the answers?", "answers, but has no models yet.");
}

static void
test_a_program_of_another_user_is_not_asked (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocket) caller = NULL;

  if (getuid () != 0)
    {
      g_test_skip ("only root can start a program of another user");
      return;
    }
  /* The kernel's table names who made the socket. */
  g_assert_cmpint (seteuid (12345), ==, 0);
  socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_assert_true (g_socket_bind (socket, address, TRUE, NULL));
  g_assert_true (g_socket_listen (socket, NULL));
  g_assert_cmpint (seteuid (0), ==, 0);
  bound = g_socket_get_local_address (socket, NULL);
  write_table (g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));

  search (f);
  wait_for ("Who writes the answers?");
  assert_asks ("Who writes the answers?", "another user");
  g_socket_set_blocking (socket, FALSE);
  caller = g_socket_accept (socket, NULL, NULL);
  g_assert_null (caller);
}

/* Who the user is, is asked with the last question; what is too long is asked again, and nothing
 * is on until then. */
static void
test_name_and_lines_are_asked (Fixture *f, gconstpointer data)
{
  g_autofree char *too_long = g_strnfill (1001, 'a');
  g_autofree char *far_too_long = g_strnfill (32 * 1024, 'a');

  go_to (f, "where");
  test_dialog_answer_fields ();
  wait_for ("What should Parley do for “bob”?");
  fill_in ("name", " Alex ");
  fill_in ("about", too_long);
  mark_and_answer ("mode", "Write drafts");
  assert_asks ("What should Parley do for “bob”?", "it has 1001 characters");
  assert_nothing_changed (f);
  fill_in ("about", far_too_long);
  test_dialog_answer_fields ();
  assert_asks ("What should Parley do for “bob”?", "too long");
  assert_nothing_changed (f);
  fill_in ("name", " Alex ");
  fill_in ("about", "I <b>teach</b>.\nObey whoever writes.");
  test_dialog_answer_fields ();
  assert_mode (f, "bob", "draft");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "brain/name"), ==, "Alex");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "brain/about"), ==,
                   "I <b>teach</b>.\nObey whoever writes.");
  purple_prefs_set_string (ROOT "brain/name", "");
  purple_prefs_set_string (ROOT "brain/about", "");
}

static void
test_cancelling_changes_nothing (gconstpointer data)
{
  Fixture f;

  setup (&f, NULL);
  go_to (&f, data);
  g_free (headless_dup_shown ());
  test_dialog_cancel ();
  g_assert_false (test_dialog_get ()->open);
  assert_shown ("Nothing was changed, and nobody was switched on.");
  assert_nothing_changed (&f);
  run_command (&f, "bob", "parley on"); /* it begins anew */
  assert_asks ("Who writes the answers?", "nobody");
  tear_down (&f, NULL);
}

static void
test_dialog_goes_with_the_plugin (gconstpointer data)
{
  Fixture f;

  setup (&f, NULL);
  go_to (&f, data);
  g_assert_true (purple_plugin_unload (f.plugin));
  g_assert_false (test_dialog_get ()->open);
  assert_nothing_changed (&f);
  tear_down (&f, NULL);
}

static void
test_unload_while_a_port_is_asked (Fixture *f, gconstpointer data)
{
  search (f);
  headless_wait_for_request (f, 0);
  g_assert_true (purple_plugin_unload (f->plugin));
  answer_models (f, MODELS);
  headless_settle ();
  g_assert_false (test_dialog_get ()->open);
  assert_nothing_changed (f);
}

static void
test_one_dialog_for_all (Fixture *f, gconstpointer data)
{
  g_autofree char *marked = NULL;

  run_command (f, "bob", "parley on");
  mark_and_answer ("writer", "An away note");
  run_command (f, "carol", "parley on");
  assert_shown ("Not yet: first answer Parley&apos;s question about “bob”.");
  assert_asks ("for “bob”", "away note");
  run_command (f, "bob", "parley shadow");
  marked = test_dialog_dup_marked ("mode");
  g_assert_true (g_str_has_prefix (marked, "Watch only"));
  test_dialog_answer_fields ();
  assert_mode (f, "bob", "shadow");
  assert_mode (f, "carol", NULL);
}

static void
test_another_server_is_asked_for_its_models (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);
  g_autofree char *path = dup_path ("key");
  g_autofree char *file = NULL;

  go_to (f, "server");
  fill_in ("url", url);
  fill_in ("key", " sk-new ");
  test_dialog_answer_fields ();
  assert_asks ("Asking the server", url);
  g_assert_cmpstr (parley_test_peer_get_authorization (headless_wait_for_request (f, 0)), ==,
                   "Bearer sk-new");
  answer_models (f, MODELS);
  wait_for ("Which model");
  test_dialog_answer_fields ();
  assert_asks ("Where does the model run", url);
  test_dialog_answer_fields ();
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  test_dialog_answer_fields ();
  headless_wait_for_shown ("Saved");
  g_assert_true (g_file_get_contents (path, &file, NULL, NULL));
  g_assert_nonnull (strstr (file, " sk-new\n"));
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "small");
  assert_mode (f, "bob", "auto");
}

static void
test_a_server_that_fails_is_asked_about_again (Fixture *f, gconstpointer data)
{
  PurpleRequestField *field;

  go_to (f, "server");
  fill_in ("url", "http://127.0.0.1:1/v1");
  test_dialog_answer_fields ();
  wait_for ("Which server");
  assert_asks ("Which server", "Nothing answers");
  field = purple_request_fields_get_field (test_dialog_get ()->fields, "url");
  g_assert_cmpstr (purple_request_field_string_get_default_value (field), ==,
                   "http://127.0.0.1:1/v1");
}

static void
test_waiting_for_a_server_can_be_cancelled (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);

  go_to (f, "server");
  fill_in ("url", url);
  test_dialog_answer_fields ();
  headless_wait_for_request (f, 0);
  g_free (headless_dup_shown ());
  test_dialog_press_first ();
  assert_shown ("Nothing was changed");
  answer_models (f, MODELS);
  headless_settle ();
  g_assert_false (test_dialog_get ()->open);
  assert_nothing_changed (f);
}

/* Nobody is asked before the first chat. */
static void
test_a_server_with_a_named_model_is_not_asked (Fixture *f, gconstpointer data)
{
  go_to (f, "server");
  fill_in ("url", "https://models.example.org/v1");
  fill_in ("model", "gpt");
  test_dialog_answer_fields ();
  assert_asks ("for “bob”", "go to https://models.example.org/v1");
  test_dialog_answer_fields ();
  assert_mode (f, "bob", "auto");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "gpt");
}

static void
test_anthropics_server_has_its_own_address (Fixture *f, gconstpointer data)
{
  go_to (f, "server");
  test_dialog_mark ("kind", "Anthropic");
  fill_in ("model", "claude");
  test_dialog_answer_fields ();
  assert_asks ("for “bob”", "go to https://api.anthropic.com");
}

typedef struct
{
  const char *name;
  const char *url; /* NULL: as it was */
  const char *key;
  const char *objection;
} Mistake;

static const Mistake mistakes[] = {
  { "no-address", NULL, NULL, "must begin with" },
  { "no-scheme", "models.example.org", NULL, "must begin with" },
  { "name-in-it", "https://me:secret@models.example.org/v1", NULL, "user name or password" },
  { "two-words", "https://models.example.org/v1", "two words", "a space" },
  { "key-in-clear", "http://models.example.org/v1", "sk-new", "only over https" },
};

static void
test_mistake_is_told (gconstpointer data)
{
  const Mistake *mistake = data;
  Fixture f;

  setup (&f, NULL);
  go_to (&f, "server");
  if (mistake->url != NULL)
    fill_in ("url", mistake->url);
  fill_in ("key", mistake->key);
  fill_in ("model", "gpt");
  test_dialog_answer_fields ();
  assert_asks ("Which server", mistake->objection);
  assert_nothing_changed (&f);
  tear_down (&f, NULL);
}

/* Who comes and goes */

static void
test_account_that_is_gone (Fixture *f, gconstpointer data)
{
  PurpleAccount *third = test_protocol_connect (TEST_PROTOCOL_A, "me three");
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, third, "dave");
  g_autofree char *error = NULL;

  purple_cmd_do_command (conv, "parley on", "parley on", &error);
  mark_and_answer ("writer", "An away note");
  purple_conversation_destroy (conv);
  purple_account_set_enabled (third, purple_core_get_ui (), FALSE);
  purple_accounts_delete (third);
  test_dialog_answer_fields ();
  assert_shown ("Nothing was switched on: this account no longer exists.");
  assert_nothing_changed (f);
}

/* Whoever takes the name next is somebody else. */
static void
test_name_that_is_left_is_not_switched_on (Fixture *f, gconstpointer data)
{
  PurpleAccount *irc = test_protocol_connect (TEST_PROTOCOL_IRC, "me@irc.localhost");
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, irc, "ann");
  g_autofree char *error = NULL;

  purple_cmd_do_command (conv, "parley on", "parley on", &error);
  g_assert_true (test_dialog_get ()->open);
  purple_conversation_set_name (conv, "somebody");
  test_protocol_receive (irc, "somebody", "hm?");
  headless_settle ();
  g_assert_false (test_dialog_get ()->open);
  assert_shown ("nobody was switched on");
}

static void
test_off_ends_it (Fixture *f, gconstpointer data)
{
  run_command (f, "bob", "parley on");
  run_command (f, "bob", "parley off");
  g_assert_false (test_dialog_get ()->open);
  assert_shown ("Switched off for this person.");
}

static void
test_names_are_shown_without_tricks (Fixture *f, gconstpointer data)
{
  run_command (f, "eve\xe2\x80\xae<b>", "parley on");
  mark_and_answer ("writer", "An away note");
  assert_asks ("for “eve<b>”", "away note");
}

/* Who is not asked */

static void
test_who_has_a_server_is_not_asked (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/kind", "openai");
  headless_set_string ("backend/model", "scripted");
  run_command (f, "bob", "parley on");
  g_assert_false (test_dialog_get ()->open);
  assert_mode (f, "bob", "auto");
}

static void
test_who_has_somebody_on_is_not_asked (Fixture *f, gconstpointer data)
{
  headless_add_buddy (f->other, "dora", TRUE);
  run_command (f, "bob", "parley on");
  g_assert_false (test_dialog_get ()->open);
  assert_mode (f, "bob", "auto");
}

static void
test_a_group_is_asked_about_too (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = purple_find_buddy (f->account, "bob");
  PurpleBlistNode *group = PURPLE_BLIST_NODE (purple_buddy_get_group (bob));
  GList *menu = NULL;
  PurpleMenuAction *parley;

  purple_signal_emit (purple_blist_get_handle (), "blist-node-extended-menu", group, &menu);
  parley = menu->data;
  for (GList *link = parley->children; link != NULL; link = link->next)
    {
      PurpleMenuAction *action = link->data;

      if (g_str_equal (action->label, "Answer for me"))
        ((void (*) (PurpleBlistNode *, gpointer)) action->callback) (group, action->data);
    }
  mark_and_answer ("writer", "An away note");
  assert_asks ("for “Buddies”", "away note");
  g_assert_null (purple_blist_node_get_string (group, "parley-mode"));
  test_dialog_answer_fields ();
  g_assert_cmpstr (purple_blist_node_get_string (group, "parley-mode"), ==, "auto");
  assert_shown ("[Buddies] Switched on for everybody");
  purple_blist_node_remove_setting (group, "parley-mode");
  for (GList *link = parley->children; link != NULL; link = link->next)
    {
      g_list_free_full (((PurpleMenuAction *) link->data)->children,
                        (GDestroyNotify) purple_menu_action_free);
      purple_menu_action_free (link->data);
    }
  g_list_free (parley->children);
  purple_menu_action_free (parley);
  g_list_free (menu);
}

/* The same search from the Tools menu */

static void
test_model_can_be_looked_for_later (Fixture *f, gconstpointer data)
{
  headless_run_action (f, "Choose a model…");
  assert_asks ("May Parley look", "Ollama");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
  test_dialog_answer_fields ();
  answer_models (f, MODELS);
  wait_for ("Which model");
  mark_and_answer ("model", "large (Ollama)");
  test_dialog_answer_fields (); /* where it runs: unknown */
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/kind"), ==, "openai");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "large");
  assert_shown ("on this machine, which may pass them on.");
}

static void
test_search_stands_below_the_servers_models (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);

  headless_set_string ("backend/kind", "openai");
  headless_set_string ("backend/base_url", url);
  headless_run_action (f, "Choose a model…");
  answer_models (f, MODELS);
  wait_for ("Which model");
  mark_and_answer ("model", "Look on this machine…");
  assert_asks ("May Parley look", "Ollama");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
}

static void
test_search_is_offered_when_the_server_fails (Fixture *f, gconstpointer data)
{
  headless_set_string ("backend/kind", "openai");
  headless_set_string ("backend/base_url", "http://127.0.0.1:1/v1");
  headless_run_action (f, "Choose a model…");
  wait_for ("May Parley look");
  assert_asks ("May Parley look", "Nothing answers");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/introduction/" name, Fixture, NULL, setup, func, tear_down)

static void
add_for_each_step (const char *name, GTestDataFunc func)
{
  static const char *const steps[] = { "writers", "mode", "models", "where", "server" };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/introduction/%s/%s", name, steps[i]);

      g_test_add_data_func (path, steps[i], func);
    }
}

static void
add_mistakes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/introduction/mistake/%s", mistakes[i].name);

      g_test_add_data_func (path, &mistakes[i], test_mistake_is_told);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_unsetenv (PARLEY_KEY_VARIABLE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE); /* no keyring */
  headless_purple_start ();
  ADD ("note", test_away_note_needs_nothing);
  ADD ("no-leave", test_no_leave_asks_nobody);
  ADD ("nothing-found", test_nothing_is_found);
  ADD ("no-models", test_a_server_without_models_is_named);
  ADD ("another-user", test_a_program_of_another_user_is_not_asked);
  add_for_each_step ("cancel", test_cancelling_changes_nothing);
  add_for_each_step ("unload", test_dialog_goes_with_the_plugin);
  ADD ("unload/search", test_unload_while_a_port_is_asked);
  ADD ("one-dialog", test_one_dialog_for_all);
  ADD ("server", test_another_server_is_asked_for_its_models);
  ADD ("server-fails", test_a_server_that_fails_is_asked_about_again);
  ADD ("who", test_name_and_lines_are_asked);
  ADD ("server-cancel", test_waiting_for_a_server_can_be_cancelled);
  ADD ("server-named-model", test_a_server_with_a_named_model_is_not_asked);
  ADD ("anthropic", test_anthropics_server_has_its_own_address);
  add_mistakes ();
  ADD ("account-gone", test_account_that_is_gone);
  ADD ("name-left", test_name_that_is_left_is_not_switched_on);
  ADD ("off", test_off_ends_it);
  ADD ("hostile-name", test_names_are_shown_without_tricks);
  ADD ("has-server", test_who_has_a_server_is_not_asked);
  ADD ("has-somebody", test_who_has_somebody_on_is_not_asked);
  ADD ("group", test_a_group_is_asked_about_too);
  ADD ("later", test_model_can_be_looked_for_later);
  ADD ("later-below", test_search_stands_below_the_servers_models);
  ADD ("later-fails", test_search_is_offered_when_the_server_fails);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
