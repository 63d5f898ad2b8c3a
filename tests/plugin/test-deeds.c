/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* "What Parley did". */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <conversation.h>

#include "memory/parley-journal.h"

static gboolean
is_shown (gpointer data)
{
  GString *all = data;
  g_autofree char *shown = headless_dup_shown ();

  g_string_append (all, shown);
  return strstr (all->str, "[What Parley did]") != NULL;
}

/* Returns: (transfer full): what the window shows. */
static char *
show (Fixture *f)
{
  GString *all = g_string_new (NULL);

  headless_run_action (f, "What Parley did");
  parley_test_wait (is_shown, all);
  g_string_erase (all, 0, strstr (all->str, "[What Parley did]") - all->str);
  return g_string_free (all, FALSE);
}

static void
run_command (PurpleConversation *conv, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
}

static void
assert_in_order (const char *shown, const char *const *parts)
{
  g_test_message ("%s", shown);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      shown = strstr (shown, parts[i]);
      g_assert_nonnull (shown);
    }
}

static void
test_turn_is_shown_newest_first (Fixture *f, gconstpointer data)
{
  const char *const parts[]
      = { "<b>alice</b>: Answered.", "<b>alice</b>: Said: “Less &lt; more &amp; so on”",
          "<b>alice</b>: Read 1 message.", "<b>Parley</b>: Who answers from now on: “scripted (",
          NULL };
  g_autofree char *shown = NULL;

  headless_talk (f, 0, "is the boat blue?", "Less < more & so on");
  shown = show (f);
  assert_in_order (shown, parts);
  g_assert_null (strstr (shown, "boat"));
}

static void
test_switching_is_shown (Fixture *f, gconstpointer data)
{
  const char *const parts[] = { "<b>bob</b>: Switched off", "<b>bob</b>: Switched on", NULL };
  PurpleConversation *conv;
  g_autofree char *shown = NULL;

  headless_add_buddy (f->account, "bob", FALSE);
  conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "bob");
  purple_conversation_set_logging (conv, TRUE);
  run_command (conv, "parley on");
  run_command (conv, "parley off");
  shown = show (f);
  assert_in_order (shown, parts);
}

/* Who is switched off anyway was never chosen, and is in no log. */
static void
test_stranger_is_not_shown (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "carol");
  g_autofree char *shown = NULL;

  run_command (conv, "parley off");
  shown = show (f);
  g_assert_null (strstr (shown, "carol"));
}

static void
test_private_chat_is_shown_in_its_sitting_only (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  g_autofree char *now = NULL;
  g_autofree char *later = NULL;

  purple_conversation_set_logging (conv, FALSE);
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  now = show (f);
  g_assert_nonnull (strstr (now, "Said: “It is green.”"));
  headless_reload (f);
  later = show (f);
  g_assert_null (strstr (later, "green"));
}

static void
test_many_are_cut (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", NULL);
  g_autoptr (ParleyStore) store = NULL;
  g_autofree char *shown = NULL;
  const ParleyJournalBounds bounds = { 0 };
  guint n = 0;

  purple_plugin_unload (f->plugin);
  store = parley_store_new (path);
  for (guint i = 0; i < 500; i++)
    {
      const ParleyJournalEntry entry
          = { .wall = g_get_real_time () / G_USEC_PER_SEC, .kind = PARLEY_JOURNAL_RESUMED };

      parley_journal_add (store, &entry, &bounds);
    }
  parley_store_close (store);
  g_assert_true (purple_plugin_load (f->plugin));
  shown = show (f);
  for (const char *p = shown; (p = strstr (p, "<br>")) != NULL; p++)
    n++;
  g_assert_cmpuint (n, ==, 200);
}

/* The answer comes when the plugin is gone. */
static void
test_unloaded_meanwhile (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  g_free (headless_dup_shown ());
  headless_run_action (f, "What Parley did");
  purple_plugin_unload (f->plugin);
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "What Parley did"));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/deeds/" path, Fixture, NULL, headless_setup, function, headless_teardown)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("newest-first", test_turn_is_shown_newest_first);
  ADD ("switching", test_switching_is_shown);
  ADD ("stranger", test_stranger_is_not_shown);
  ADD ("private-chat", test_private_chat_is_shown_in_its_sitting_only);
  ADD ("many", test_many_are_cut);
  ADD ("unloaded-meanwhile", test_unloaded_meanwhile);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
