/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Learning from libpurple's own logs how the user writes to somebody. */
#define _GNU_SOURCE /* memmem () */

#include "headless-purple.h"

#include <string.h>

#include <conversation.h>
#include <log.h>
#include <prefs.h>
#include <util.h>
#include <utime.h>

#include "parley-instance.h"
#include "dialogs/parley-dialogs.h"
#include "test-dialog.h"

#define SINCE "/plugins/core/parley/since"

static const char *const lines[] = { "on my way", "nah not today", "ok cool see ya",
                                     "who won",   "later then",    "my password is hunter2" };

static void
set_up (Fixture *f, gconstpointer data)
{
  headless_setup (f, data);
  purple_prefs_set_bool ("/purple/logging/log_ims", TRUE);
  test_dialogs_begin ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  headless_teardown (f, data);
  test_dialogs_end ();
}

/* As the user does, before Parley is switched on there. @format: of the log. */
static PurpleBuddy *
keep_log (Fixture *f, const char *who, const char *format, gint64 when)
{
  PurpleBuddy *buddy = headless_add_buddy (f->account, who, FALSE);
  g_autofree char *folder = purple_log_get_log_dir (PURPLE_LOG_IM, who, f->account);
  PurpleConversation *conv;
  GDir *dir;
  const char *name;

  purple_prefs_set_string ("/purple/logging/format", format);
  conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, who);
  purple_conversation_set_logging (conv, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    purple_conv_im_send (PURPLE_CONV_IM (conv), lines[i]);
  test_protocol_receive (f->account, who, "not mine at all");
  headless_settle ();
  purple_conversation_destroy (conv);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      const struct utimbuf times = { when, when };

      g_assert_cmpint (utime (path, &times), ==, 0);
    }
  g_dir_close (dir);
  purple_blist_node_set_string (PURPLE_BLIST_NODE (buddy), "parley-mode", "auto");
  headless_reload (f);
  g_free (test_protocol_dup_wire (f->account));
  return buddy;
}

static gboolean
is_asked (gpointer data)
{
  return g_strcmp0 (test_dialog_get ()->primary, data) == 0;
}

static void
open_for (Fixture *f, PurpleBuddy *buddy)
{
  parley_log_dialog_open_for (parley_instance_get (f->plugin)->dialogs->log, buddy);
}

static const char *
get_request (Fixture *f, const char *who)
{
  test_protocol_receive (f->account, who, "and now?");
  return parley_test_peer_get_body (headless_wait_for_request (f, 0));
}

static void
test_lines_are_shown_and_used (Fixture *f, gconstpointer format)
{
  PurpleBuddy *bob = keep_log (f, "bob", format, time (NULL) - 1000);
  const char *body;

  purple_prefs_set_string (SINCE, "9999999999");
  open_for (f, bob);
  g_assert_cmpstr (test_dialog_get ()->primary, ==,
                   "May Parley read your logs of the chat with bob on me?");
  test_dialog_press ("Read them");
  parley_test_wait (is_asked, (gpointer) "May the model see how you write to bob on me?");
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "\non my way\n"));
  g_assert_null (strstr (test_dialog_get ()->secondary, "hunter2"));
  g_assert_null (strstr (test_dialog_get ()->secondary, "not mine"));
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
  test_dialog_press ("Use them");
  headless_wait_for_shown ("From the next answer on, these lines show the model how you write.");
  body = get_request (f, "bob");
  g_assert_nonnull (strstr (body, "lower case, no full stops, no emoji. Old lines:"));
  g_assert_nonnull (strstr (body, "on my way"));
}

/* Returns: whether the store's folder has @words in any file. */
static gboolean
is_kept (const char *words)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", NULL);
  GDir *dir = g_dir_open (path, 0, NULL);
  gboolean found = FALSE;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *text = NULL;
      gsize length = 0;

      if (g_file_get_contents (file, &text, &length, NULL))
        found = found || memmem (text, length, words, strlen (words)) != NULL;
    }
  if (dir != NULL)
    g_dir_close (dir);
  return found;
}

/* With the person goes what was chosen of the logs, which stay the client's. */
static void
test_what_was_chosen_is_forgotten (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = keep_log (f, "bob", "html", time (NULL) - 1000);
  ParleyInstance *instance = parley_instance_get (f->plugin);
  g_autoptr (ParleyChatKey) key = parley_chat_key_new (TEST_PROTOCOL_A, "me", "bob");
  g_autofree char *folder = purple_log_get_log_dir (PURPLE_LOG_IM, "bob", f->account);

  purple_prefs_set_string (SINCE, "9999999999");
  open_for (f, bob);
  test_dialog_press ("Read them");
  parley_test_wait (is_asked, (gpointer) "May the model see how you write to bob on me?");
  test_dialog_press ("Use them");
  headless_wait_for_shown ("From the next answer on");
  g_assert_nonnull (strstr (get_request (f, "bob"), "on my way"));
  headless_answer (f, 0, "Soon.");
  g_free (headless_wait_for_wire (f->account));
  headless_settle_all (f);
  g_assert_true (is_kept ("on my way"));
  parley_engine_forget_person (instance->engine, key);
  headless_settle_all (f);
  g_assert_false (is_kept ("on my way"));
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
  headless_reload (f);
  test_protocol_receive (f->account, "bob", "and then?");
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)), "on my way"));
}

static void
test_no_means_nothing (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = keep_log (f, "bob", "html", time (NULL) - 1000);

  purple_prefs_set_string (SINCE, "9999999999");
  open_for (f, bob);
  test_dialog_press ("No");
  open_for (f, bob);
  test_dialog_press ("Read them");
  parley_test_wait (is_asked, (gpointer) "May the model see how you write to bob on me?");
  test_dialog_press ("No");
  g_assert_null (strstr (get_request (f, "bob"), "on my way"));
}

/* They may be Parley's. */
static void
test_logs_of_parleys_time_are_not_read (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = keep_log (f, "bob", "html", time (NULL));

  purple_prefs_set_string (SINCE, "");
  headless_reload (f);
  g_assert_cmpstr (purple_prefs_get_string (SINCE), !=, "");
  open_for (f, bob);
  test_dialog_press ("Read them");
  headless_wait_for_shown ("The logs of this chat have too few lines of yours");
  g_assert_null (strstr (get_request (f, "bob"), "on my way"));
}

static void
test_who_is_not_chosen_is_not_read (Fixture *f, gconstpointer data)
{
  PurpleBuddy *carol = headless_add_buddy (f->account, "carol", FALSE);

  open_for (f, carol);
  headless_wait_for_shown ("Switched off for this person.");
}

static void
test_unloaded_while_it_reads (Fixture *f, gconstpointer data)
{
  PurpleBuddy *bob = keep_log (f, "bob", "html", time (NULL) - 1000);

  purple_prefs_set_string (SINCE, "9999999999");
  open_for (f, bob);
  test_dialog_press ("Read them");
  headless_reload (f);
  headless_settle_all (f);
  g_assert_null (strstr (get_request (f, "bob"), "on my way"));
}

#define ADD(name, func, data)                                                                      \
  g_test_add ("/plugin/log-dialog/" name, Fixture, data, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("html", test_lines_are_shown_and_used, "html");
  ADD ("text", test_lines_are_shown_and_used, "txt");
  ADD ("forgotten", test_what_was_chosen_is_forgotten, NULL);
  ADD ("no", test_no_means_nothing, NULL);
  ADD ("parleys-time", test_logs_of_parleys_time_are_not_read, NULL);
  ADD ("not-chosen", test_who_is_not_chosen_is_not_read, NULL);
  ADD ("unloaded", test_unloaded_while_it_reads, NULL);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
