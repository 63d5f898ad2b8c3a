/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "introduction-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include <cmds.h>
#include <util.h>

#include "test-dialog.h"

char *
dup_path (const char *name)
{
  return g_build_filename (purple_user_dir (), "parley", name, NULL);
}

void
write_table (guint16 port)
{
  g_autofree char *path = dup_path ("local-servers.ini");
  g_autofree char *text = g_strdup_printf ("[Ollama]\naddress=http://127.0.0.1:%u/v1\n"
                                           "[Elsewhere]\naddress=http://models.example.org/v1\n",
                                           port);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
setup (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  purple_blist_remove_buddy (purple_find_buddy (f->account, "alice"));
  headless_add_buddy (f->account, "bob", FALSE);
  headless_add_buddy (f->account, "carol", FALSE);
  headless_set_string ("backend/kind", "builtin");
  headless_set_string ("backend/base_url", "http://127.0.0.1:11434/v1");
  headless_set_string ("backend/runs_here", "");
  headless_set_string ("backend/model", "");
  purple_prefs_set_bool (ROOT "introduced", FALSE);
  write_table (parley_test_server_get_port (f->server));
  headless_reload (f);
  g_free (headless_dup_shown ());
  test_dialogs_begin ();
}

void
tear_down (Fixture *f, gconstpointer data)
{
  g_autofree char *table = dup_path ("local-servers.ini");
  g_autofree char *key = dup_path ("key");

  headless_teardown (f, data);
  test_dialogs_end ();
  g_remove (table);
  g_remove (key);
}

void
run_command (Fixture *f, const char *who, const char *command)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, who);
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

void
assert_shown (const char *part)
{
  g_autofree char *shown = headless_dup_shown ();

  g_test_message ("%s", shown);
  g_assert_nonnull (strstr (shown, part));
}

void
assert_asks (const char *question, const char *part)
{
  const TestDialog *dialog = test_dialog_get ();

  g_assert_true (dialog->open);
  g_test_message ("%s\n%s", dialog->primary, dialog->secondary);
  g_assert_nonnull (strstr (dialog->primary, question));
  g_assert_nonnull (strstr (dialog->secondary, part));
}

static gboolean
is_asked (gpointer data)
{
  const TestDialog *dialog = test_dialog_get ();

  return dialog->open && strstr (dialog->primary, data) != NULL;
}

void
wait_for (const char *question)
{
  parley_test_wait (is_asked, (gpointer) question);
}

void
assert_mode (Fixture *f, const char *who, const char *mode)
{
  PurpleBuddy *buddy = purple_find_buddy (f->account, who);

  g_assert_cmpstr (purple_blist_node_get_string (PURPLE_BLIST_NODE (buddy), "parley-mode"), ==,
                   mode);
}

void
assert_nothing_changed (Fixture *f)
{
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/kind"), ==, "builtin");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "");
  g_assert_false (purple_prefs_get_bool (ROOT "introduced"));
  assert_mode (f, "bob", NULL);
}

void
mark_and_answer (const char *field, const char *row)
{
  test_dialog_mark (field, row);
  test_dialog_answer_fields ();
}

void
answer_models (Fixture *f, const char *models)
{
  ParleyTestPeer *peer = headless_wait_for_request (f, 0);

  g_assert_cmpstr (parley_test_peer_get_method (peer), ==, "GET");
  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/models");
  g_assert_cmpstr (parley_test_peer_get_body (peer), ==, "");
  parley_test_peer_head (peer, 200, "application/json", "Connection: close\r\n");
  parley_test_peer_chunk (peer, models, -1);
  parley_test_peer_end (peer);
}

void
search (Fixture *f)
{
  run_command (f, "bob", "parley on");
  mark_and_answer ("writer", "A model on this machine");
  test_dialog_answer_fields ();
}

void
fill_in (const char *field, const char *text)
{
  purple_request_field_string_set_value (
      purple_request_fields_get_field (test_dialog_get ()->fields, field), text);
}

void
go_to (Fixture *f, const char *step)
{
  run_command (f, "bob", "parley on");
  if (g_str_equal (step, "writers"))
    return;
  mark_and_answer ("writer", g_str_equal (step, "mode")     ? "An away note"
                             : g_str_equal (step, "server") ? "A model on another server"
                                                            : "A model on this machine");
  if (!g_str_equal (step, "models") && !g_str_equal (step, "where"))
    return;
  test_dialog_answer_fields ();
  answer_models (f, MODELS);
  wait_for ("Which model");
  if (g_str_equal (step, "where"))
    test_dialog_answer_fields ();
}
