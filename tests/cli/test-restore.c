/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A backup becomes the store again: nothing of before is answered, and nobody who was forgotten
 * since comes back. */
#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"
#include "memory/parley-chat-memory.h"
#include "memory/parley-database.h"
#include "memory/parley-forgotten-file.h"
#include "memory/parley-store-chats.h"
#include "memory/parley-store-heard.h"

#define WALL 1763740800

typedef struct
{
  const char *program;
  char *folder; /* what stands for ~/.purple */
  char *own;    /* Parley's in it */
  char *store;
  char *backup;
} Fixture;

static ParleyChatKey *
key_of (const char *person)
{
  return parley_chat_key_new ("prpl-jabber", "me@example.org", person);
}

/* Somebody wrote, and waits for an answer. */
static void
add_chat (ParleyStore *store, const char *person)
{
  g_autoptr (ParleyChatKey) key = key_of (person);
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (store, key);
  const ParleyWhen when = parley_when_at (WALL);
  const ParleyPending pending = { .when = when, .text = (char *) "are you there?" };

  parley_store_hear (store, key, NULL, &pending);
  parley_chat_memory_add_utterance (memory, PARLEY_SPEAKER_PERSON, "are you there?", when, 1);
}

static void
set_up (Fixture *f, gconstpointer program)
{
  g_autoptr (ParleyStore) store = NULL;

  f->program = program;
  f->folder = cli_make_folder ();
  f->own = g_build_filename (f->folder, "parley", NULL);
  f->store = g_build_filename (f->own, "store.db", NULL);
  f->backup = g_build_filename (f->folder, "backup.db", NULL);
  store = parley_store_new_for_file (f->backup);
  add_chat (store, "ann");
  add_chat (store, "bob");
  while (!parley_store_is_idle (store))
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
}

static void
tear_down (Fixture *f, gconstpointer program)
{
  cli_remove_folder (f->folder);
  g_free (f->own);
  g_free (f->store);
  g_free (f->backup);
}

static char *
dup_arguments (Fixture *f, const char *words)
{
  return g_strconcat (words, "|--user-dir|", f->folder, NULL);
}

static char *
run (Fixture *f, const char *words)
{
  g_autofree char *arguments = dup_arguments (f, words);

  return cli_run_ok (f->program, arguments, NULL);
}

static void
assert_restored (Fixture *f, const char *said)
{
  g_autofree char *words = g_strconcat ("memory|restore|--store|", f->backup, NULL);
  g_autofree char *out = run (f, words);

  g_assert_cmpstr (out, ==, said);
}

static void
assert_refused (Fixture *f, const char *backup, const char *said)
{
  g_autofree char *words = g_strconcat ("memory|restore|--store|", backup, NULL);
  g_autofree char *arguments = dup_arguments (f, words);

  cli_assert_refused (f->program, arguments, NULL, said);
}

static void
on_pending (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GPtrArray **) data = parley_store_list_pending_finish (PARLEY_STORE (source), result, NULL);
}

static guint
count_pending (const char *path)
{
  g_autoptr (ParleyStore) store = parley_store_new_for_file (path);
  g_autoptr (GPtrArray) chats = NULL;

  parley_store_list_pending_async (store, NULL, on_pending, &chats);
  while (chats == NULL)
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
  return chats->len;
}

static void
test_only_what_comes_from_now_on_is_answered (Fixture *f, gconstpointer program)
{
  g_autofree char *chats = NULL;

  g_assert_cmpuint (count_pending (f->backup), ==, 2);
  assert_restored (f, "{\"chats\":2,\"forgotten\":0,\"unanswered\":2}\n");
  g_assert_cmpuint (count_pending (f->store), ==, 0);
  g_assert_cmpuint (count_pending (f->backup), ==, 2);
  chats = run (f, "memory|chats");
  g_assert_nonnull (strstr (chats, "/ann\""));
  g_assert_nonnull (strstr (chats, "/bob\""));
}

static void
test_who_was_forgotten_since_stays_so (Fixture *f, gconstpointer program)
{
  g_autofree char *moved = g_strconcat (f->store, ".before", NULL);
  g_autofree char *chats = NULL;

  assert_restored (f, "{\"chats\":2,\"forgotten\":0,\"unanswered\":2}\n");
  g_free (run (f, "memory|forget|--chat|me@example.org/ann"));
  g_assert_cmpint (g_rename (f->store, moved), ==, 0);
  assert_restored (f, "{\"chats\":1,\"forgotten\":1,\"unanswered\":1}\n");
  chats = run (f, "memory|chats");
  g_assert_null (strstr (chats, "/ann\""));
  g_assert_nonnull (strstr (chats, "/bob\""));
}

/* A backup that was made after it has only what came since. */
static void
test_who_was_forgotten_before_it_is_kept (Fixture *f, gconstpointer program)
{
  g_autoptr (ParleyForgottenFile) file = NULL;
  g_autoptr (ParleyChatKey) ann = key_of ("ann");

  g_assert_cmpint (g_mkdir (f->own, 0700), ==, 0);
  file = parley_forgotten_file_new (f->own);
  parley_forgotten_file_add (file, ann, WALL - 1);
  assert_restored (f, "{\"chats\":2,\"forgotten\":0,\"unanswered\":2}\n");
}

/* Who has the file can't tell who it was without trying names, and not from another file. */
static void
test_forgotten_names_are_hashed_anew_in_each_file (Fixture *f, gconstpointer program)
{
  g_autofree char *path = g_build_filename (f->own, "forgotten", NULL);
  g_autoptr (ParleyChatKey) ann = key_of ("ann");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_cmpint (g_mkdir (f->own, 0700), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ParleyForgottenFile) file = parley_forgotten_file_new (f->own);

      parley_forgotten_file_add (file, ann, WALL);
      g_assert_cmpuint (parley_forgotten_file_count (file, ann), ==, 1);
      g_assert_cmpint (parley_forgotten_file_get_wall (file, ann), ==, WALL);
      g_assert_true (g_file_get_contents (path, i == 0 ? &first : &second, NULL, NULL));
      g_unlink (path);
    }
  g_assert_null (strstr (first, "ann"));
  g_assert_cmpstr (strchr (first, '\n'), !=, strchr (second, '\n'));
}

/* What an earlier Parley wrote has no salt: it makes room. */
static void
test_file_of_an_earlier_version (Fixture *f, gconstpointer program)
{
  g_autofree char *path = g_build_filename (f->own, "forgotten", NULL);
  g_autoptr (ParleyForgottenFile) file = parley_forgotten_file_new (f->own);
  g_autoptr (ParleyChatKey) ann = key_of ("ann");

  g_assert_cmpint (g_mkdir (f->own, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "01234567\n89abcdef\n", -1, NULL));
  g_assert_cmpuint (parley_forgotten_file_count (file, ann), ==, 0);
  parley_forgotten_file_add (file, ann, WALL);
  g_assert_cmpuint (parley_forgotten_file_count (file, ann), ==, 1);
}

static void
test_store_that_is_there_is_left_alone (Fixture *f, gconstpointer program)
{
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir (f->own, 0700), ==, 0);
  g_assert_true (g_file_set_contents (f->store, "mine", -1, NULL));
  assert_refused (f, f->backup, "store.db is there already");
  g_assert_true (g_file_get_contents (f->store, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
}

static gboolean
make_newer (ParleyDatabase *database, GError **error)
{
  return parley_database_run (database, "PRAGMA user_version = 1000;", error);
}

static void
test_what_is_no_backup_changes_nothing (Fixture *f, gconstpointer program)
{
  g_autofree char *text
      = cli_write (f->folder, "text", "not a database, and long enough to be one");
  g_autofree char *none = g_build_filename (f->folder, "none", NULL);
  g_autoptr (GDir) left = NULL;
  g_autoptr (GError) error = NULL;
  ParleyDatabase *database;

  assert_refused (f, text, "can't be used as a backup. Nothing was changed.");
  assert_refused (f, none, "There is no file");
  assert_refused (f, f->folder, "There is no file");
  database = parley_database_open (f->backup, NULL, make_newer, &error);
  g_assert_no_error (error);
  parley_database_close (database, FALSE);
  assert_refused (f, f->backup, "later version|can't be used as a backup. Nothing was changed.");
  left = g_dir_open (f->own, 0, NULL);
  g_assert_null (g_dir_read_name (left));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/cli/restore/" path, Fixture, argv[1], set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("from-now-on", test_only_what_comes_from_now_on_is_answered);
  ADD ("forgotten", test_who_was_forgotten_since_stays_so);
  ADD ("forgotten-before", test_who_was_forgotten_before_it_is_kept);
  ADD ("salt", test_forgotten_names_are_hashed_anew_in_each_file);
  ADD ("earlier", test_file_of_an_earlier_version);
  ADD ("there", test_store_that_is_there_is_left_alone);
  ADD ("no-backup", test_what_is_no_backup_changes_nothing);
  return g_test_run ();
}
