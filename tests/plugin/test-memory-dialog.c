/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What Parley remembers of a person: looked at, written into a file, forgotten. */
#include "headless-purple.h"

#include <string.h>

#include <glib/gstdio.h>

#include <cmds.h>
#include <conversation.h>
#include <util.h>

#include "memory/parley-chat-memory.h"
#include "memory/parley-store-chats.h"
#include "contacts/parley-contact-card.h"
#include "contacts/parley-contacts.h"
#include "parley-instance.h"
#include "dialogs/parley-dialogs.h"
#include "test-dialog.h"

#define FIELD "person"

static gboolean
is_asked (gpointer data)
{
  return g_strcmp0 (test_dialog_get ()->primary, data) == 0;
}

static void
wait_for_dialog (const char *primary)
{
  parley_test_wait (is_asked, (gpointer) primary);
}

/* Opens what is remembered of alice. */
static void
open_alice (Fixture *f)
{
  headless_run_action (f, "What Parley remembers…");
  wait_for_dialog ("Which person do you want to look up?");
  test_dialog_mark (FIELD, "alice on me");
  test_dialog_answer_fields ();
  wait_for_dialog ("What Parley remembers about alice on me");
}

static char *
dup_window (Fixture *f)
{
  char *shown;

  open_alice (f);
  g_free (headless_dup_shown ());
  test_dialog_press ("Show");
  shown = headless_dup_shown ();
  g_test_message ("%s", shown);
  return shown;
}

static char *
dup_path (const char *name)
{
  return g_build_filename (purple_user_dir (), name, NULL);
}

static void
export_to (Fixture *f, const char *path)
{
  open_alice (f);
  test_dialog_press ("Export…");
  g_assert_cmpstr (test_dialog_get ()->text, ==, "parley-alice.jsonl");
  test_dialog_answer_text (path);
}

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

/* Written while the plugin does not run. */
/* Closing waits for no disk. */
static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  *(gboolean *) data = TRUE;
}

static void
remember (Fixture *f, const char *fact, const char *summary)
{
  g_autofree char *folder = dup_path ("parley");
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (f->account, "alice");
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();
  g_autoptr (ParleyLesson) changed = parley_lesson_new ("I <shall>.", "I'll.", 1763000000);
  g_autoptr (ParleyLesson) dropped = parley_lesson_new ("Never.", "", 1763000000);
  g_autoptr (ParleyStore) store = NULL;
  g_autoptr (ParleyChatMemory) memory = NULL;
  gboolean written = FALSE;

  purple_plugin_unload (f->plugin);
  store = parley_store_new (folder);
  memory = parley_chat_memory_new (store, key);
  parley_chat_memory_remember_async (memory, fact, PARLEY_FACT_KIND_FACT, PARLEY_SPEAKER_PERSON,
                                     1763000000, NULL, NULL, NULL);
  parley_chat_memory_remember_async (memory, "To bring the cake.", PARLEY_FACT_KIND_PROMISE,
                                     PARLEY_SPEAKER_PARLEY, 1763000000, NULL, NULL, NULL);
  parley_chat_memory_set_summary (
      memory, &(ParleyChatSummary){ .text = (char *) summary, .until = 1763000000 });
  parley_chat_memory_add_lesson (memory, changed);
  parley_chat_memory_add_lesson (memory, dropped);
  parley_cadence_add (&record->cadence, 1500);
  record->hint.expected_input_type = PARLEY_EXPECT_PHONE;
  parley_store_save_chat (store, key, record);
  parley_store_flush_async (store, on_written, &written);
  while (!written)
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
  g_assert_true (purple_plugin_load (f->plugin));
}

/* Words of others are words, whatever they look like. */
static void
test_all_that_is_remembered_is_shown (Fixture *f, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *shown = NULL;

  remember (f, "has a <img src=x> & a dog", "They spoke of <b>boats</b>.");
  before = dup_window (f);
  g_assert_nonnull (strstr (before, "Expected next: a telephone number.<br>"));
  headless_talk (f, 0, "is the &lt;i&gt;boat&lt;/i&gt; blue?", "It is green.");
  parley_contact_card_set_persona (f->account, "alice", "Formal & brief.");
  shown = dup_window (f);
  g_assert_nonnull (strstr (shown, "They: has a &lt;img src=x&gt; &amp; a dog<br>"));
  g_assert_nonnull (strstr (shown, "<b>Promised in your name</b><br>"));
  g_assert_nonnull (strstr (shown, "Parley: To bring the cake.<br>"));
  g_assert_nonnull (strstr (shown, "They spoke of &lt;b&gt;boats&lt;/b&gt;.<br>"));
  g_assert_nonnull (strstr (shown, "They: is the &lt;i&gt;boat&lt;/i&gt; blue?<br>"));
  g_assert_nonnull (strstr (shown, "Parley: It is green.<br>"));
  g_assert_nonnull (strstr (shown, "Formal &amp; brief.<br>"));
  g_assert_nonnull (strstr (shown, "Usually 1.5 s"));
  g_assert_nonnull (strstr (shown, "“I &lt;shall&gt;.”; you sent “I&apos;ll.”<br>"));
  g_assert_nonnull (strstr (shown, "“Never.”; you dropped it<br>"));
}

/* When the window is closed, what can be done is still there. */
static void
test_question_waits_beneath (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  g_free (dup_window (f));
  wait_for_dialog ("What Parley remembers about alice on me");
  g_assert_cmpint (test_dialog_get ()->preferred, ==, 3);
  test_dialog_press ("Close");
  g_assert_false (test_dialog_get ()->open);
}

static void
test_nobody_is_remembered (Fixture *f, gconstpointer data)
{
  headless_run_action (f, "What Parley remembers…");
  headless_wait_for_shown ("Parley remembers nobody");
  g_assert_false (test_dialog_get ()->open);
}

/* Written while the plugin does not run. */
static void
remember_many (Fixture *f, guint n)
{
  g_autofree char *folder = dup_path ("parley");
  g_autoptr (ParleyStore) store = NULL;

  purple_plugin_unload (f->plugin);
  store = parley_store_new (folder);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("person%03u", i);
      g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (f->account, name);
      g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (store, key);

      parley_chat_memory_set_summary (
          memory, &(ParleyChatSummary){ .text = (char *) "They spoke.", .until = 1763000000 });
    }
  parley_store_close (store);
  g_assert_true (purple_plugin_load (f->plugin));
}

static void
test_of_many_people_some_are_listed (Fixture *f, gconstpointer data)
{
  remember_many (f, 201);
  headless_run_action (f, "What Parley remembers…");
  wait_for_dialog ("Which person do you want to look up?");
  g_assert_nonnull (strstr (test_dialog_get ()->secondary, "more than this list shows"));
  test_dialog_mark (FIELD, "person199 on me");
  test_dialog_answer_fields ();
  wait_for_dialog ("What Parley remembers about person199 on me");
}

static void
test_private_chat_is_remembered_for_the_sitting (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  g_autofree char *path = dup_path ("private.jsonl");
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *later = NULL;

  purple_conversation_set_logging (conv, FALSE);
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  shown = dup_window (f);
  g_assert_nonnull (strstr (shown, "Parley: It is green."));
  export_to (f, path);
  headless_wait_for_shown ("This file now holds");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "It is green."));
  g_unlink (path);
  headless_reload (f);
  later = dup_window (f);
  g_assert_nonnull (strstr (later, "Only when they wrote or were online, and what Parley did."));
}

static void
test_file_is_for_the_user_only (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("export.jsonl");
  g_autofree char *text = NULL;
  GStatBuf info;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  export_to (f, path);
  headless_wait_for_shown ("This file now holds");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"kind\":\"utterance\",\"time\":"));
  g_assert_nonnull (strstr (text, "\"speaker\":\"person\",\"text\":\"is the boat blue?\"}\n"));
  g_assert_nonnull (strstr (text, "\"kind\":\"journal\""));
  g_unlink (path);
}

/* Not every client asks. */
static void
test_file_that_is_there_is_kept_until_asked (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("export.jsonl");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  GStatBuf info;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  export_to (f, path);
  wait_for_dialog ("This file already exists");
  g_assert_cmpint (test_dialog_get ()->preferred, ==, 1);
  test_dialog_press ("Cancel");
  headless_settle ();
  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  g_assert_cmpstr (before, ==, "mine");

  export_to (f, path);
  wait_for_dialog ("This file already exists");
  test_dialog_press ("Replace it");
  headless_wait_for_shown ("This file now holds");
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_nonnull (strstr (after, "It is green."));
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_unlink (path);
}

static void
test_trouble_with_the_file_is_told (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("no-such-folder/export.jsonl");

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  export_to (f, path);
  headless_wait_for_shown ("The file can't be written");
}

static void
test_forgetting_is_asked_about (Fixture *f, gconstpointer data)
{
  g_autofree char *still = NULL;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  open_alice (f);
  test_dialog_press ("Forget…");
  g_assert_cmpint (test_dialog_get ()->preferred, ==, 1);
  test_dialog_press ("Cancel");
  still = dup_window (f);
  g_assert_nonnull (strstr (still, "It is green."));
  test_dialog_press ("Forget…");
  test_dialog_press ("Forget");
  headless_wait_for_shown ("Parley has forgotten this chat.");
  headless_run_action (f, "What Parley remembers…");
  headless_wait_for_shown ("Parley remembers nobody");
}

/* Also of those with whom no conversation is open, and whose account is gone. */
static void
test_account_is_gone_at_the_answer (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  open_alice (f);
  purple_conversation_destroy (headless_find (f->account, "alice"));
  purple_account_set_username (f->account, "renamed");
  g_free (headless_dup_shown ());
  test_dialog_press ("Show");
  headless_wait_for_shown ("[What Parley remembers about alice on me]");
  test_dialog_press ("Forget…");
  test_dialog_press ("Forget");
  headless_wait_for_shown ("Parley has forgotten all about this person.");
  headless_run_action (f, "What Parley remembers…");
  headless_wait_for_shown ("Parley remembers nobody");
}

/* What is asked about one file is not answered with what another question was about. */
static void
test_another_person_is_not_written_into_the_file (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("export.jsonl");
  g_autofree char *text = NULL;
  g_autoptr (ParleyChatKey) bob = parley_contacts_dup_key (f->account, "bob");

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  export_to (f, path);
  parley_memory_dialog_open (parley_instance_get (f->plugin)->dialogs->memory, bob);
  wait_for_dialog ("This file already exists");
  test_dialog_press ("Replace it");
  headless_wait_for_shown ("This file now holds");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "It is green."));
  g_unlink (path);
}

/* A message of several lines can't pass for lines of others. */
static void
test_a_message_is_one_line (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  headless_talk (f, 0, "is the boat blue?<br>You: I sell it for 1.", "It is green.");
  shown = dup_window (f);
  g_assert_nonnull (strstr (shown, "They: is the boat blue? You: I sell it for 1.<br>"));
}

/* Closed dialogs, and answers that come too late. */
static void
test_it_goes_with_the_plugin (Fixture *f, gconstpointer data)
{
  g_autofree char *path = dup_path ("export.jsonl");
  g_autofree char *shown = NULL;

  headless_talk (f, 0, "is the boat blue?", "It is green.");
  open_alice (f);
  purple_plugin_unload (f->plugin);
  g_assert_false (test_dialog_get ()->open);
  g_assert_true (purple_plugin_load (f->plugin));
  export_to (f, path);
  g_free (headless_dup_shown ());
  purple_plugin_unload (f->plugin);
  headless_settle ();
  g_assert_true (purple_plugin_load (f->plugin));
  headless_run_action (f, "What Parley remembers…");
  purple_plugin_unload (f->plugin);
  headless_settle ();
  g_assert_false (test_dialog_get ()->open);
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "This file now holds"));
  g_unlink (path);
}

/* The second question is the one that counts. */
static void
test_asked_twice_it_is_shown_once (Fixture *f, gconstpointer data)
{
  headless_talk (f, 0, "is the boat blue?", "It is green.");
  headless_run_action (f, "What Parley remembers…");
  headless_run_action (f, "What Parley remembers…");
  wait_for_dialog ("Which person do you want to look up?");
  headless_settle ();
  test_dialog_answer_fields ();
  wait_for_dialog ("What Parley remembers about alice on me");
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/memory-dialog/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("shown", test_all_that_is_remembered_is_shown);
  ADD ("waits", test_question_waits_beneath);
  ADD ("nobody", test_nobody_is_remembered);
  ADD ("many", test_of_many_people_some_are_listed);
  ADD ("private", test_private_chat_is_remembered_for_the_sitting);
  ADD ("file", test_file_is_for_the_user_only);
  ADD ("file-there", test_file_that_is_there_is_kept_until_asked);
  ADD ("file-trouble", test_trouble_with_the_file_is_told);
  ADD ("forget", test_forgetting_is_asked_about);
  ADD ("account-gone", test_account_is_gone_at_the_answer);
  ADD ("another-person", test_another_person_is_not_written_into_the_file);
  ADD ("one-line", test_a_message_is_one_line);
  ADD ("unload", test_it_goes_with_the_plugin);
  ADD ("twice", test_asked_twice_it_is_shown_once);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
