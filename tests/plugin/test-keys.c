/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is asked about a server, and what is sent before they have answered: nothing. */
#include "headless-purple.h"

#include <glib/gstdio.h>
#include <string.h>

#include <request.h>
#include <util.h>

#include "backend/parley-keys.h"

#define OTHER "https://api.example.org"
#define BOX   "http://box.example:8080"

typedef void (*InputFunc) (gpointer data, const char *text);
typedef void (*ActionFunc) (gpointer data, int action);

/* The dialog that is open. */
typedef struct
{
  char *text; /* (nullable): all that is written in it; NULL: none is open */
  gboolean masked;
  GCallback ok;
  gpointer data;
} Dialog;

/* libpurple's interfaces for applications carry no data of ours. */
static Dialog dialog; /* libpurple: see above */

static void
close_dialog (void)
{
  g_clear_pointer (&dialog.text, g_free);
}

static void *
on_input (const char *title,
          const char *primary,
          const char *secondary,
          const char *default_value,
          gboolean multiline,
          gboolean masked,
          char *hint,
          const char *ok_text,
          GCallback ok,
          const char *cancel_text,
          GCallback cancel,
          PurpleAccount *account,
          const char *who,
          PurpleConversation *conv,
          void *data)
{
  g_assert_null (dialog.text);
  dialog = (Dialog){ g_strdup_printf ("%s\n%s", primary, secondary), masked, ok, data };
  return &dialog;
}

static void *
on_action (const char *title,
           const char *primary,
           const char *secondary,
           int default_action,
           PurpleAccount *account,
           const char *who,
           PurpleConversation *conv,
           void *data,
           size_t count,
           va_list actions)
{
  g_assert_null (dialog.text);
  g_assert_cmpuint (count, ==, 2);
  g_assert_cmpint (default_action, ==, 1); /* what happens when somebody just types on */
  va_arg (actions, char *);
  dialog = (Dialog){ g_strdup_printf ("%s\n%s", primary, secondary), FALSE,
                     va_arg (actions, GCallback), data };
  return &dialog;
}

static void
on_close (PurpleRequestType type, void *handle)
{
  close_dialog ();
}

static PurpleRequestUiOps request_ops = {
  /* libpurple: wants it not const */
  .request_input = on_input,
  .request_action = on_action,
  .close_request = on_close,
};

/* As an application does it: first the callback, then libpurple closes. */
static void
answer_key (const char *text)
{
  InputFunc ok = (InputFunc) dialog.ok;

  ok (dialog.data, text);
  purple_request_close (PURPLE_REQUEST_INPUT, &dialog);
}

static void
allow (void)
{
  ActionFunc ok = (ActionFunc) dialog.ok;

  ok (dialog.data, 0);
  purple_request_close (PURPLE_REQUEST_ACTION, &dialog);
}

static void
assert_asked (const char *part)
{
  g_assert_nonnull (dialog.text);
  g_test_message ("%s", dialog.text);
  g_assert_nonnull (strstr (dialog.text, part));
}

static char *
dup_key_path (void)
{
  return g_build_filename (purple_user_dir (), "parley", "key", NULL);
}

static void
write_key_file (const char *text)
{
  g_autofree char *path = dup_key_path ();

  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

static char *
dup_key_file (void)
{
  g_autofree char *path = dup_key_path ();
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
run_action (Fixture *f, const char *label)
{
  GList *actions = f->plugin->info->actions (f->plugin, NULL);

  for (GList *link = actions; link != NULL; link = link->next)
    {
      PurplePluginAction *action = link->data;

      action->plugin = f->plugin;
      if (g_str_equal (action->label, label))
        action->callback (action);
    }
  g_list_free_full (actions, (GDestroyNotify) purple_plugin_action_free);
}

/* A burst comes and nobody is asked about it. */
static void
assert_nothing_is_sent (Fixture *f)
{
  test_protocol_receive (f->account, "alice", "a secret talk");
  headless_wait_for_shown ("Parley sends nothing to");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static ParleyTestPeer *
receive_answer (Fixture *f)
{
  guint index = parley_test_server_count (f->server);

  test_protocol_receive (f->account, "alice", index == 0 ? "hm?" : "and now?");
  headless_answer (f, index, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  return parley_test_server_wait_for (f->server, index);
}

static void
test_another_server_is_asked_about (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);
  g_autofree char *file = NULL;

  write_key_file (OTHER " sk-secret\n");
  headless_reload (f);
  assert_asked (OTHER);
  g_assert_nonnull (strstr (dialog.text, "http://127.0.0.1:"));
  g_assert_null (strstr (dialog.text, "sk-"));
  g_assert_true (dialog.masked);
  assert_nothing_is_sent (f);

  answer_key ("");
  headless_wait_for_shown ("This server gets no API key.");
  g_assert_null (parley_test_peer_get_authorization (receive_answer (f)));
  file = dup_key_file ();
  g_assert_true (g_str_has_prefix (file, OTHER " sk-secret\nhttp://127.0.0.1:"));
  g_assert_true (g_str_has_suffix (file, " -\n"));
}

static void
test_a_key_that_is_given_is_used (Fixture *f, gconstpointer data)
{
  run_action (f, "Set the key…");
  assert_asked ("http://127.0.0.1:");
  answer_key ("two words");
  headless_wait_for_shown ("contains a space");
  run_action (f, "Set the key…");
  answer_key (" sk-new\n");
  headless_wait_for_shown ("Saved");
  g_assert_cmpstr (parley_test_peer_get_authorization (receive_answer (f)), ==, "Bearer sk-new");

  run_action (f, "Forget the key");
  headless_wait_for_shown ("forgotten");
  g_assert_null (parley_test_peer_get_authorization (receive_answer (f)));
  g_assert_null (dup_key_file ());
}

static void
test_one_that_is_forgotten_may_come_from_elsewhere (Fixture *f, gconstpointer data)
{
  g_setenv (PARLEY_KEY_VARIABLE, "sk-environment", TRUE);
  run_action (f, "Forget the key");
  headless_wait_for_shown ("environment");
  g_unsetenv (PARLEY_KEY_VARIABLE);
}

/* One yes, for one server. */
static void
test_an_unencrypted_server_wants_one_yes (Fixture *f, gconstpointer data)
{
  g_autofree char *file = NULL;

  headless_set_string ("backend/base_url", BOX "/v1");
  headless_reload (f);
  assert_asked (BOX " is not encrypted");
  assert_nothing_is_sent (f);
  allow ();
  headless_wait_for_shown ("Saved");
  file = dup_key_file ();
  g_assert_cmpstr (file, ==, BOX " -\n");
  headless_reload (f);
  g_assert_null (dialog.text);

  headless_set_string ("backend/base_url", "http://box.example:8081/v1");
  headless_reload (f);
  assert_asked ("http://box.example:8081 is not encrypted");
  run_action (f, "Set the key…");
  assert_asked ("http://box.example:8081 is not encrypted");
}

static void
test_the_dialog_goes_with_the_plugin (Fixture *f, gconstpointer data)
{
  write_key_file (OTHER " sk-secret\n");
  headless_reload (f);
  g_assert_nonnull (dialog.text);
  purple_plugin_unload (f->plugin);
  g_assert_null (dialog.text);
}

static void
test_the_note_needs_no_key (Fixture *f, gconstpointer data)
{
  write_key_file (OTHER " sk-secret\n");
  headless_set_string ("backend/kind", "builtin");
  headless_reload (f);
  g_assert_null (dialog.text);
  run_action (f, "Set the key…");
  headless_wait_for_shown ("No API key is needed");
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_key_path ();

  headless_teardown (f, data);
  g_remove (path);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/keys/" name, Fixture, NULL, headless_setup, func, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_unsetenv (PARLEY_KEY_VARIABLE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE); /* no keyring */
  headless_purple_start ();
  purple_request_set_ui_ops (&request_ops);
  ADD ("another-server", test_another_server_is_asked_about);
  ADD ("given", test_a_key_that_is_given_is_used);
  ADD ("environment", test_one_that_is_forgotten_may_come_from_elsewhere);
  ADD ("unencrypted", test_an_unencrypted_server_wants_one_yes);
  ADD ("unload", test_the_dialog_goes_with_the_plugin);
  ADD ("note", test_the_note_needs_no_key);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
