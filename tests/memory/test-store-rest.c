/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a store could not write, in files beside it: taken in whole, in order, and once. */
#include "store-child.h"
#include "store-fixture.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <glib/gstdio.h>

static void
assert_pending (StoreFixture *fixture, const char *const *texts)
{
  g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, "ann");

  g_assert_cmpuint (record->pending->len, ==, g_strv_length ((char **) texts));
  for (guint i = 0; texts[i] != NULL; i++)
    g_assert_cmpstr (parley_chat_record_get_pending (record, i)->text, ==, texts[i]);
}

/* Returns: (transfer full) (nullable): where stands what could not be written yet. */
static char *
dup_rest_path (StoreFixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_prefix (name, "store.db-rest-"))
        return g_build_filename (fixture->folder, name, NULL);
    }
  return NULL;
}

static void
kill_child (GSubprocess *child)
{
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
}

static void
wait_for_words (StoreFixture *fixture, const char *words)
{
  while (!store_fixture_holds (fixture, words))
    g_main_context_iteration (NULL, FALSE);
}

static void
write_file (StoreFixture *fixture, const char *name, const char *line, time_t modified)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *content = g_strconcat (line, "\n", NULL);
  const struct timeval times[] = { { .tv_sec = modified }, { .tv_sec = modified } };

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  g_assert_cmpint (utimes (path, times), ==, 0);
}

/* Quitting while the disk hangs leaves two files of one program; which of them is written last is
 * the disk's to say. @data: how much later the first one is written, in s. */
static void
test_two_files_are_taken_in_in_order (StoreFixture *fixture, gconstpointer data)
{
  const char *const both[] = { "the first", "the second", NULL };
  g_autoptr (GSubprocess) holder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *content = NULL;
  g_auto (GStrv) lines = NULL;

  store_fixture_open (fixture);
  holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  store_fixture_add (fixture, "ann", "the first");
  store_fixture_add (fixture, "ann", "the second");
  store_fixture_close (fixture);
  kill_child (holder);
  path = dup_rest_path (fixture);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  lines = g_strsplit (content, "\n", 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpint (g_unlink (path), ==, 0);
  write_file (fixture, "store.db-rest-00000001.lines", lines[0], 5000 + GPOINTER_TO_INT (data));
  write_file (fixture, "store.db-rest-00000002.lines", lines[1], 5000);
  store_fixture_open (fixture);
  assert_pending (fixture, both);
  store_fixture_close (fixture);
}

/* Of the file the disk has what it had before; of the store all that was written. */
static void
test_a_power_cut_after_quitting_brings_nothing_twice (StoreFixture *fixture, gconstpointer data)
{
  const char *const one[] = { "hello?", NULL };
  g_autoptr (GSubprocess) holder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *content = NULL;

  store_fixture_open (fixture);
  holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  store_fixture_add (fixture, "ann", "hello?");
  wait_for_words (fixture, "hello?");
  path = dup_rest_path (fixture);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  kill_child (holder);
  store_fixture_close (fixture);
  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      store_fixture_open (fixture);
      assert_pending (fixture, one);
      store_fixture_close (fixture);
    }
}

static void
set_up (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_init (fixture);
}

static void
tear_down (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_clear (fixture);
}

#define ADD(path, data, function)                                                                  \
  g_test_add ("/memory/store-rest/" path, StoreFixture, data, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  if (argc == 4)
    return store_child_run (argv);
  g_test_init (&argc, &argv, NULL);
  ADD ("two-files-are-taken-in-in-order/at-once", GINT_TO_POINTER (0),
       test_two_files_are_taken_in_in_order);
  ADD ("two-files-are-taken-in-in-order/first-is-late", GINT_TO_POINTER (1),
       test_two_files_are_taken_in_in_order);
  ADD ("a-power-cut-after-quitting-brings-nothing-twice", NULL,
       test_a_power_cut_after_quitting_brings_nothing_twice);
  return g_test_run ();
}
