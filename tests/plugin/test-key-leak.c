/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A whole run with a key, and then everything that was written anywhere is searched for it. */
#define _GNU_SOURCE /* memmem () */

#include "headless-purple.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include <debug.h>
#include <notify.h>
#include <util.h>

#include "backend/parley-keys.h"

#define KEY "sk-5ecret0123456789abcdef"

/* What libpurple was told, all categories. */
static GString *debug; /* libpurple: its interface carries no data */

static void
on_debug (PurpleDebugLevel level, const char *category, const char *line)
{
  g_string_append (debug, line);
}

static gboolean
is_debug_enabled (PurpleDebugLevel level, const char *category)
{
  return TRUE;
}

static PurpleDebugUiOps debug_ops
    = { .print = on_debug, .is_enabled = is_debug_enabled }; /* libpurple: wants it not const */

static void
assert_free_of_it (const char *where, const char *text, gssize length)
{
  if (memmem (text, length >= 0 ? (gsize) length : strlen (text), "5ecret", strlen ("5ecret"))
      != NULL)
    g_error ("the key is in %s", where);
}

/* Returns: the number of files. */
static guint
search_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autofree char *text = NULL;
  gsize length = 0;
  guint n = 0;
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      n += search_folder (below);
    }
  if (folder != NULL || !g_file_get_contents (path, &text, &length, NULL))
    return n;
  assert_free_of_it (path, text, length);
  return 1;
}

static void
refuse (Fixture *f, guint index, guint status, const char *body)
{
  ParleyTestPeer *peer = headless_wait_for_request (f, index);

  g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer " KEY);
  parley_test_peer_head (peer, status, "application/json", "Connection: close\r\n");
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
  parley_test_peer_cut (peer);
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

typedef struct
{
  GString *text; /* all that was shown */
  const char *part;
} Shown;

static gboolean
is_shown (gpointer data)
{
  Shown *shown = data;
  g_autofree char *more = headless_dup_shown ();

  g_string_append (shown->text, more);
  return strstr (shown->text->str, shown->part) != NULL;
}

/* Waits until the user was shown @part: without the key, and without anything to click on. */
static void
wait_for_harmless (const char *part)
{
  Shown shown = { g_string_new (NULL), part };

  parley_test_wait (is_shown, &shown);
  g_test_message ("%s", shown.text->str);
  g_assert_null (strstr (shown.text->str, "evil.example"));
  assert_free_of_it ("what the user saw", shown.text->str, -1);
  g_string_free (shown.text, TRUE);
}

/* Servers quote the key they refuse, in more than one way. */
static void
test_the_key_is_nowhere (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);
  g_autofree char *wire = NULL;

  g_setenv (PARLEY_KEY_ORIGIN_VARIABLE, url, TRUE);
  headless_set_string ("backend/base_url", url);
  headless_reload (f);
  purple_debug_set_ui_ops (&debug_ops);

  test_protocol_receive (f->account, "alice", "hm?");
  refuse (f, 0, 401,
          "{\"error\":{\"message\":\"Incorrect API key provided: " KEY
          ". See https://evil.example/" KEY "\"}}");
  wait_for_harmless ("No answer was sent");

  run_action (f, "Test connection");
  refuse (f, 1, 500, "Authorization: Bearer " KEY);
  wait_for_harmless ("does not work");

  test_protocol_receive (f->account, "alice", "and now?");
  headless_answer (f, 2, "Yes.");
  wire = headless_wait_for_wire (f->account);
  assert_free_of_it ("an answer", wire, -1);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-purple-XXXXXX", NULL);
  g_autofree char *stderr_path = g_build_filename (folder, "stderr", NULL);
  g_autofree char *arguments = NULL;
  gsize length;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv (PARLEY_KEY_VARIABLE, KEY, TRUE);
  headless_purple_start_in (folder);
  purple_prefs_set_bool ("/purple/logging/log_ims", TRUE);
  g_assert_cmpint (dup2 (g_open (stderr_path, O_CREAT | O_WRONLY, 0600), STDERR_FILENO), >=, 0);
  debug = g_string_new (NULL);
  g_test_add ("/plugin/key-leak/everything", Fixture, NULL, headless_setup, test_the_key_is_nowhere,
              headless_teardown);
  status = g_test_run ();
  headless_purple_quit ();

  /* prefs.xml, accounts, buddy list, logs, store with its counts, standard error. */
  g_assert_cmpuint (search_folder (folder), >=, 5);
  g_assert_cmpuint (debug->len, >, 0);
  assert_free_of_it ("the debug output", debug->str, debug->len);
  g_assert_true (g_file_get_contents ("/proc/self/cmdline", &arguments, &length, NULL));
  assert_free_of_it ("the arguments", arguments, length);
  g_string_free (debug, TRUE);
  headless_purple_stop ();
  return status;
}
