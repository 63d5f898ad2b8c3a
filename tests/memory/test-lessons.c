/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user did with drafts. */
#include <string.h>

#include "memory-calls.h"
#include "store-fixture.h"

#define WALL G_GINT64_CONSTANT (1700000000)

typedef struct
{
  StoreFixture store;
  ParleyChatMemory *ann;
} Fixture;

static void
open_memory (Fixture *f)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");

  store_fixture_open (&f->store);
  f->ann = parley_chat_memory_new (f->store.store, key);
}

static void
close_memory (Fixture *f)
{
  g_clear_object (&f->ann);
  store_fixture_close (&f->store);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  store_fixture_init (&f->store);
  open_memory (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  close_memory (f);
  store_fixture_clear (&f->store);
}

static void
add (ParleyChatMemory *memory, const char *drafted, const char *sent)
{
  g_autoptr (ParleyLesson) lesson = parley_lesson_new (drafted, sent, WALL);

  parley_chat_memory_add_lesson (memory, lesson);
}

/* "Hi. → Hello.|No. → ": oldest first. */
static void
assert_list (ParleyChatMemory *memory, const char *expected)
{
  g_autoptr (GPtrArray) lessons = memory_list_lessons (memory);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < lessons->len; i++)
    {
      const ParleyLesson *lesson = g_ptr_array_index (lessons, i);

      g_assert_cmpint (lesson->wall, ==, WALL);
      g_string_append_printf (found, "%s%s → %s", i > 0 ? "|" : "", lesson->drafted, lesson->sent);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_kept_across_a_restart (Fixture *f, gconstpointer data)
{
  assert_list (f->ann, "");
  add (f->ann, "Hi.", "Hello.");
  add (f->ann, "No.", "");
  close_memory (f);
  open_memory (f);
  assert_list (f->ann, "Hi. → Hello.|No. → ");
}

static void
test_newest_ten_are_kept (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) lessons = NULL;

  add (f->ann, "the oldest one", "");
  for (guint i = 0; i < PARLEY_MEMORY_MAX_LESSONS; i++)
    add (f->ann, "another", "");
  lessons = memory_list_lessons (f->ann);
  g_assert_cmpuint (lessons->len, ==, PARLEY_MEMORY_MAX_LESSONS);
  close_memory (f);
  g_assert_false (store_fixture_holds (&f->store, "the oldest one"));
  open_memory (f);
}

static void
test_texts_are_short_and_clean (Fixture *f, gconstpointer data)
{
  g_autofree char *longest = g_strnfill (10000, 'x');
  g_autoptr (GPtrArray) lessons = NULL;
  const ParleyLesson *lesson;

  add (f->ann, "\n\xe2\x80\xae ", "nothing was drafted");
  add (f->ann, longest, "a\xffz\xe2\x80\xae");
  lessons = memory_list_lessons (f->ann);
  g_assert_cmpuint (lessons->len, ==, 1);
  lesson = g_ptr_array_index (lessons, 0);
  g_assert_cmpuint (strlen (lesson->drafted), ==, PARLEY_MEMORY_MAX_LESSON);
  g_assert_true (g_utf8_validate (lesson->sent, -1, NULL));
  g_assert_null (strstr (lesson->sent, "\xe2\x80\xae"));
}

static void
test_of_one_chat_only (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("bob");
  g_autoptr (ParleyChatMemory) bob = parley_chat_memory_new (f->store.store, key);

  for (guint i = 0; i < PARLEY_MEMORY_MAX_LESSONS; i++)
    add (f->ann, "Hi.", "Hello.");
  add (bob, "No.", "Yes.");
  assert_list (bob, "No. → Yes.");
}

static void
test_forgotten_leaves_no_byte (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyForgotten) forgotten = NULL;

  add (f->ann, "xyzzy", "plugh");
  forgotten = memory_forget (f->ann);
  g_assert_cmpuint (forgotten->items, ==, 1);
  assert_list (f->ann, "");
  close_memory (f);
  g_assert_false (store_fixture_holds (&f->store, "xyzzy"));
  g_assert_false (store_fixture_holds (&f->store, "plugh"));
  open_memory (f);
}

/* --- other people's files --- */

static void
test_older_file_gets_lessons (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_save_count (&f->store, "ann", 7);
  close_memory (f);
  store_fixture_tamper (&f->store,
                        STORE_UNDO_6 "DROP TABLE lessons; ALTER TABLE chats DROP COLUMN drafts;"
                                     "ALTER TABLE chats DROP COLUMN unchanged;"
                                     "ALTER TABLE facts DROP COLUMN kind; PRAGMA user_version = 3");
  open_memory (f);
  store_fixture_assert_quiet (&f->store);
  record = store_fixture_load (&f->store, "ann");
  g_assert_cmpuint (record->mark.count, ==, 7);
  g_assert_cmpuint (record->drafts.all, ==, 0);
  add (f->ann, "Hi.", "Hello.");
  assert_list (f->ann, "Hi. → Hello.");
}

static void
test_damaged_rows_are_clean_or_left_out (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) lessons = NULL;
  g_autoptr (ParleyChatRecord) record = NULL;
  const ParleyLesson *lesson;

  add (f->ann, "Hi.", "Hello.");
  close_memory (f);
  store_fixture_tamper (&f->store,
                        "DROP TABLE lessons;"
                        "CREATE TABLE lessons (id INTEGER PRIMARY KEY, chat, wall, drafted, sent);"
                        "INSERT INTO lessons (chat, wall, drafted, sent) VALUES"
                        " (1, 9e18, X'6869e2', X'ff00'), (1, NULL, NULL, NULL), (99, 1, 'x', 'y');"
                        "UPDATE chats SET drafts = -5, unchanged = 9223372036854775807");
  open_memory (f);
  lessons = memory_list_lessons (f->ann);
  g_assert_cmpuint (lessons->len, ==, 1);
  lesson = g_ptr_array_index (lessons, 0);
  g_assert_true (g_utf8_validate (lesson->drafted, -1, NULL));
  g_assert_true (g_str_has_prefix (lesson->drafted, "hi"));
  g_assert_true (g_utf8_validate (lesson->sent, -1, NULL));
  g_assert_cmpint (lesson->wall, <, G_GINT64_CONSTANT (253402300800));
  record = store_fixture_load (&f->store, "ann");
  g_assert_cmpuint (record->drafts.all, ==, 0);
  g_assert_cmpuint (record->drafts.unchanged, ==, 0);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/lessons/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("kept", test_kept_across_a_restart);
  ADD ("newest", test_newest_ten_are_kept);
  ADD ("clean", test_texts_are_short_and_clean);
  ADD ("one-chat", test_of_one_chat_only);
  ADD ("forgotten-leaves-no-byte", test_forgotten_leaves_no_byte);
  ADD ("older-file-gets-lessons", test_older_file_gets_lessons);
  ADD ("damaged-rows-are-clean-or-left-out", test_damaged_rows_are_clean_or_left_out);
  return g_test_run ();
}
