/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Another process has the store's file: for 1 and 3 s, with PARLEY_TEST_ALL=1 for 10 and 60. */
#include "memory-calls.h"
#include "memory/parley-intents.h"
#include "store-child.h"
#include "store-fixture.h"
#include "test-all.h"
#include "test-disk.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* --- children --- */

static gboolean
has_ended (GSubprocess *child)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return g_subprocess_get_identifier (child) == NULL;
}

static void
kill_child (GSubprocess *child)
{
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
}

static void
await (GSubprocess *child)
{
  g_assert_true (g_subprocess_wait_check (child, NULL, NULL));
}

/* --- */

static guint
get_ms (gconstpointer data)
{
  const guint some[] = { 1000, 3000 };
  const guint all[] = { 10000, 60000 };

  return (test_wants_all () ? all : some)[GPOINTER_TO_UINT (data)];
}

static void
save_stand_down (StoreFixture *fixture, gint64 until)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

  record->stand_down_until = until;
  record->left_to_parley = TRUE;
  record->mark.hash = G_MAXUINT64 - 1;
  parley_store_save_chat (fixture->store, key, record);
}

static void
add_utterance (StoreFixture *fixture, const char *text)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (fixture->store, key);

  parley_chat_memory_add_utterance (memory, PARLEY_SPEAKER_PARLEY, text, parley_when_at (100), 3);
}

static void
assert_last_utterance (StoreFixture *fixture, const char *text)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (fixture->store, key);
  g_autoptr (GPtrArray) found = memory_search (memory, "", 1);

  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (((const ParleyUtterance *) found->pdata[0])->text, ==, text);
}

static void
assert_all_there (StoreFixture *fixture)
{
  g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, "ann");

  g_assert_cmpint (record->stand_down_until, ==, 5000);
  g_assert_true (record->left_to_parley);
  g_assert_cmpuint (record->mark.hash, ==, G_MAXUINT64 - 1);
  g_assert_cmpuint (record->pending->len, ==, 1);
  g_assert_cmpstr (parley_chat_record_get_pending (record, 0)->text, ==, "hello?");
  assert_last_utterance (fixture, "I am coming.");
}

static void
write_all (StoreFixture *fixture)
{
  save_stand_down (fixture, 5000);
  store_fixture_add (fixture, "ann", "hello?");
  add_utterance (fixture, "I am coming.");
}

static void
test_nothing_written_meanwhile_is_lost (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;

  store_fixture_open (fixture);
  child = store_child_spawn ("--hold", fixture->path, get_ms (data), "held");
  write_all (fixture);
  await (child);
  assert_all_there (fixture);
  store_fixture_reopen (fixture);
  assert_all_there (fixture);
  if (get_ms (data) < PARLEY_STORE_PATIENCE_MS)
    store_fixture_assert_quiet (fixture);
}

/* Not even with a lock that keeps readers out is it taken for a new file. */
static void
test_a_stand_down_is_known_after_a_locked_start (StoreFixture *fixture, gconstpointer data)
{
  const char *const modes[] = { "--hold", "--seize" };

  store_fixture_open (fixture);
  write_all (fixture);
  store_fixture_close (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (GSubprocess) child
          = store_child_spawn (modes[i], fixture->path, get_ms (data), "held");

      store_fixture_open (fixture);
      assert_all_there (fixture);
      g_assert_true (parley_store_is_on_disk (fixture->store));
      await (child);
      store_fixture_save_count (fixture, "bob", 7);
      store_fixture_reopen (fixture);
      g_assert_true (parley_store_is_on_disk (fixture->store));
      store_fixture_close (fixture);
    }
}

static void
wait_for_troubles (StoreFixture *fixture, guint n)
{
  while (fixture->troubles->len < n)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_the_user_is_told_once_and_when_it_is_over (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;

  store_fixture_open (fixture);
  parley_store_set_patience_for_tests (fixture->store, 0);
  child = store_child_spawn ("--hold", fixture->path, 5000, "held");
  write_all (fixture);
  wait_for_troubles (fixture, 1);
  g_assert_nonnull (strstr (fixture->troubles->pdata[0], "Until it lets go"));
  save_stand_down (fixture, 5000);
  wait_for_troubles (fixture, 2);
  g_assert_nonnull (strstr (fixture->troubles->pdata[1], "has saved what it kept"));
  await (child);
  assert_all_there (fixture);
  g_assert_cmpuint (fixture->troubles->len, ==, 2);
}

/* Neither earlier nor much later than was promised. */
static void
test_the_user_is_told_in_time (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;
  gint64 from;
  gint64 ms;

  store_fixture_open (fixture);
  parley_store_set_patience_for_tests (fixture->store, 500);
  child = store_child_spawn ("--hold", fixture->path, 60000, "held");
  from = g_get_monotonic_time ();
  write_all (fixture);
  wait_for_troubles (fixture, 1);
  ms = (g_get_monotonic_time () - from) / G_TIME_SPAN_MILLISECOND;
  g_assert_cmpint (ms, >=, 500);
  g_assert_cmpint (ms, <, 1500);
  kill_child (child);
}

static void
test_a_locked_start_is_told (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;

  store_fixture_open (fixture);
  store_fixture_add (fixture, "ann", "hello?");
  store_fixture_close (fixture);
  child = store_child_spawn ("--seize", fixture->path, 5000, "held");
  store_fixture_begin (fixture);
  parley_store_set_patience_for_tests (fixture->store, 0);
  wait_for_troubles (fixture, 1);
  g_assert_nonnull (strstr (fixture->troubles->pdata[0], "answers nobody"));
  wait_for_troubles (fixture, 2);
  await (child);
}

/* What an answer needs of the memory it gets before the other program lets go: they wait. */
static void
test_an_answer_waits_for_nobody (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = NULL;
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GPtrArray) facts = NULL;

  store_fixture_open (fixture);
  store_fixture_add (fixture, "ann", "hello?");
  memory = parley_chat_memory_new (fixture->store, key);
  g_ptr_array_unref (memory_recall (memory, "", 1)); /* all of that is written */
  child = store_child_spawn ("--hold", fixture->path, 20000, "held");
  write_all (fixture);
  facts = memory_recall (memory, "flowers", 5);
  g_assert_cmpuint (facts->len, ==, 0);
  g_assert_false (has_ended (child));
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
}

/* --- at the end --- */

static void
test_quitting_waits_for_nobody (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;
  gint64 from;

  store_fixture_open (fixture);
  child = store_child_spawn ("--hold", fixture->path, get_ms (data), "held");
  write_all (fixture);
  from = g_get_monotonic_time ();
  store_fixture_close (fixture);
  g_assert_cmpint (g_get_monotonic_time () - from, <, 500 * G_TIME_SPAN_MILLISECOND);
  await (child);
  g_assert_true (store_fixture_holds (fixture, "I am coming."));
  for (guint i = 0; i < 2; i++)
    {
      store_fixture_open (fixture);
      assert_all_there (fixture);
      store_fixture_close (fixture);
    }
  store_fixture_assert_quiet (fixture);
}

/* The next one that begins does so before the other program lets go. */
static void
test_the_rest_comes_before_what_is_read (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;

  store_fixture_open (fixture);
  child = store_child_spawn ("--hold", fixture->path, get_ms (data), "held");
  write_all (fixture);
  store_fixture_close (fixture);
  store_fixture_open (fixture);
  assert_all_there (fixture);
  await (child);
}

static void
test_killed_meanwhile_it_is_known_what_was_said (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GSubprocess) speaker = NULL;
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (ParleyIntentsLeft) left = NULL;

  store_fixture_open (fixture);
  store_fixture_add (fixture, "ann", "hello?");
  store_fixture_close (fixture);
  child = store_child_spawn ("--hold", fixture->path, get_ms (data), "held");
  speaker = store_child_spawn ("--speak", fixture->folder, 0, "said");
  g_subprocess_force_exit (speaker);
  g_assert_true (g_subprocess_wait (speaker, NULL, NULL));
  await (child);
  parley_intents_take_left_async (intents, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  left = parley_intents_take_left_finish (intents, result, NULL);
  g_assert_cmpuint (left->intents->len, ==, 1);
  g_assert_cmpstr (((const ParleyIntent *) left->intents->pdata[0])->text, ==, "I am coming.");
}

/* --- killed --- */

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
tell_to_hear (GSubprocess *child)
{
  GOutputStream *input = g_subprocess_get_stdin_pipe (child);

  g_assert_true (g_output_stream_write_all (input, "\n", 1, NULL, NULL, NULL));
}

/* Nobody would see a kill come: it is written down at once. */
static void
await_words (StoreFixture *fixture)
{
  gint64 end = g_get_monotonic_time () + 1000 * G_TIME_SPAN_MILLISECOND;

  while (!store_fixture_holds (fixture, "hello?"))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      poll (NULL, 0, 1);
    }
}

/* However often it starts. */
static void
assert_heard_once (StoreFixture *fixture)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ParleyChatRecord) record = NULL;
      g_autofree char *rest = NULL;

      store_fixture_open (fixture);
      record = store_fixture_load (fixture, "ann");
      g_assert_cmpuint (record->pending->len, ==, 1);
      g_assert_cmpstr (parley_chat_record_get_pending (record, 0)->text, ==, "hello?");
      rest = dup_rest_path (fixture);
      g_assert_null (rest);
      store_fixture_close (fixture);
    }
}

static void
test_killed_while_held_it_knows_what_came (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) listener = store_child_spawn ("--listen", fixture->folder, 0, "ready");
  g_autoptr (GSubprocess) holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  g_autofree char *rest = NULL;
  GStatBuf info;

  tell_to_hear (listener);
  await_words (fixture);
  rest = dup_rest_path (fixture);
  g_assert_cmpint (g_stat (rest, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  kill_child (listener);
  kill_child (holder);
  assert_heard_once (fixture);
}

/* Not even a file is there yet. */
static void
test_killed_after_a_locked_start_it_knows_what_came (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) holder = NULL;
  g_autoptr (GSubprocess) listener = NULL;

  store_fixture_open (fixture);
  store_fixture_close (fixture);
  holder = store_child_spawn ("--seize", fixture->path, 60000, "held");
  listener = store_child_spawn ("--listen-at-once", fixture->folder, 0, "ready");
  await_words (fixture);
  kill_child (listener);
  kill_child (holder);
  assert_heard_once (fixture);
}

static void
test_killed_as_the_store_takes_it_once (StoreFixture *fixture, gconstpointer data)
{
  const guint n = test_wants_all () ? 200 : 20;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GSubprocess) listener
          = store_child_spawn ("--listen", fixture->folder, 0, "ready");
      g_autoptr (GSubprocess) holder = store_child_spawn ("--hold", fixture->path, 60000, "held");

      tell_to_hear (listener);
      await_words (fixture);
      kill_child (holder);
      poll (NULL, 0, (int) (i * 60 / n));
      kill_child (listener);
      assert_heard_once (fixture);
      store_fixture_remove (fixture->folder);
    }
}

/* Before and behind what ends the commit; as it begins when closing, and when it is under way. */
static void
test_quit_while_the_disk_hangs_it_takes_it_once (StoreFixture *fixture, gconstpointer data)
{
  const char *const modes[] = { "--quit-before", "--quit-behind" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (GSubprocess) quitting
          = store_child_spawn (modes[i], fixture->folder, GPOINTER_TO_UINT (data), "hanging");

      tell_to_hear (quitting);
      await (quitting);
      assert_heard_once (fixture);
      store_fixture_remove (fixture->folder);
    }
}

/* A store that the user put somewhere. */
static void
test_a_folder_of_others_stays_as_it_is (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GSubprocess) holder = NULL;
  g_autofree char *rest = NULL;
  GStatBuf info;

  store_fixture_open (fixture);
  store_fixture_close (fixture);
  g_assert_cmpint (g_chmod (fixture->folder, 0755), ==, 0);
  holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  fixture->store = parley_store_new_for_file (fixture->path);
  store_fixture_add (fixture, "ann", "hello?");
  while ((rest = dup_rest_path (fixture)) == NULL)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (g_stat (fixture->folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0755);
  kill_child (holder);
}

static void
test_forgotten_it_is_gone_from_every_file (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = NULL;
  g_autoptr (ParleyForgotten) forgotten = NULL;
  g_autoptr (GSubprocess) holder = NULL;
  g_autofree char *rest = NULL;

  store_fixture_open (fixture);
  memory = parley_chat_memory_new (fixture->store, key);
  holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  store_fixture_add (fixture, "ann", "hello?");
  while ((rest = dup_rest_path (fixture)) == NULL)
    g_main_context_iteration (NULL, FALSE);
  kill_child (holder);
  forgotten = memory_forget (memory);
  g_assert_nonnull (forgotten);
  g_assert_false (store_fixture_holds (fixture, "hello?"));
}

static void
assert_lasts (const ParleyTestDisk *disk, const char *path, gboolean lasts)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *copy = g_build_filename (disk->lasting, name, NULL);
  g_autofree char *content = NULL;

  g_assert_true (g_file_get_contents (copy, &content, NULL, NULL));
  g_assert_true ((strstr (content, "hello?") != NULL) == lasts);
}

/* A system writes to the disk when it likes. */
static void
test_done_it_is_gone_from_the_disk (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *lasting = g_build_filename (fixture->top, "lasting", NULL);
  ParleyTestDisk disk = { .lasting = lasting };
  g_autoptr (GSubprocess) holder = NULL;
  g_autofree char *rest = NULL;
  int fd;

  g_assert_cmpint (g_mkdir (lasting, 0700), ==, 0);
  store_fixture_open (fixture);
  holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  parley_test_disk_begin (&disk);
  store_fixture_add (fixture, "ann", "hello?");
  while ((rest = dup_rest_path (fixture)) == NULL || !store_fixture_holds (fixture, "hello?"))
    g_main_context_iteration (NULL, FALSE);
  fd = g_open (rest, O_RDONLY | O_CLOEXEC, 0);
  g_assert_cmpint (fsync (fd), ==, 0);
  assert_lasts (&disk, rest, TRUE);
  kill_child (holder);
  store_fixture_flush (fixture);
  assert_lasts (&disk, rest, FALSE);
  parley_test_disk_end ();
  close (fd);
}

/* Quitting, it waits for no disk: the next start removes what is overwritten. */
static void
test_quit_it_is_gone_from_the_disk (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *lasting = g_build_filename (fixture->top, "lasting", NULL);
  ParleyTestDisk disk = { .lasting = lasting };
  g_autoptr (GSubprocess) holder = NULL;
  g_autofree char *rest = NULL;
  int fd;

  g_assert_cmpint (g_mkdir (lasting, 0700), ==, 0);
  store_fixture_open (fixture);
  holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  parley_test_disk_begin (&disk);
  store_fixture_add (fixture, "ann", "hello?");
  while ((rest = dup_rest_path (fixture)) == NULL || !store_fixture_holds (fixture, "hello?"))
    g_main_context_iteration (NULL, FALSE);
  fd = g_open (rest, O_RDONLY | O_CLOEXEC, 0);
  g_assert_cmpint (fsync (fd), ==, 0);
  close (fd);
  assert_lasts (&disk, rest, TRUE);
  kill_child (holder);
  store_fixture_close (fixture);
  assert_heard_once (fixture);
  g_assert_cmpint (disk.uncovered, ==, 0);
  parley_test_disk_end ();
}

/* --- */

static void
setup (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_init (fixture);
}

static void
teardown (StoreFixture *fixture, gconstpointer data)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  store_fixture_clear (fixture);
}

static void
add (const char *name, guint i, void (*func) (StoreFixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/memory/store-held/%s-%u", name, i + 1);

  g_test_add (path, StoreFixture, GUINT_TO_POINTER (i), setup, func, teardown);
}

int
main (int argc, char **argv)
{
  if (argc == 4)
    return store_child_run (argv);
  g_test_init (&argc, &argv, NULL);
  add ("an-answer-waits-for-nobody", 0, test_an_answer_waits_for_nobody);
  for (guint i = 0; i < 2; i++)
    {
      add ("nothing-written-meanwhile-is-lost", i, test_nothing_written_meanwhile_is_lost);
      add ("a-stand-down-is-known-after-a-locked-start", i,
           test_a_stand_down_is_known_after_a_locked_start);
      add ("quitting-waits-for-nobody", i, test_quitting_waits_for_nobody);
      add ("the-rest-comes-before-what-is-read", i, test_the_rest_comes_before_what_is_read);
      add ("killed-meanwhile-it-is-known-what-was-said", i,
           test_killed_meanwhile_it_is_known_what_was_said);
    }
  add ("killed-while-held-it-knows-what-came", 0, test_killed_while_held_it_knows_what_came);
  add ("killed-after-a-locked-start-it-knows-what-came", 0,
       test_killed_after_a_locked_start_it_knows_what_came);
  add ("killed-as-the-store-takes-it-once", 0, test_killed_as_the_store_takes_it_once);
  for (guint i = 0; i < 2; i++)
    add ("quit-while-the-disk-hangs-it-takes-it-once", i,
         test_quit_while_the_disk_hangs_it_takes_it_once);
  add ("a-folder-of-others-stays-as-it-is", 0, test_a_folder_of_others_stays_as_it_is);
  add ("forgotten-it-is-gone-from-every-file", 0, test_forgotten_it_is_gone_from_every_file);
  add ("done-it-is-gone-from-the-disk", 0, test_done_it_is_gone_from_the_disk);
  add ("quit-it-is-gone-from-the-disk", 0, test_quit_it_is_gone_from_the_disk);
  add ("the-user-is-told-in-time", 0, test_the_user_is_told_in_time);
  add ("the-user-is-told-once-and-when-it-is-over", 0,
       test_the_user_is_told_once_and_when_it_is_over);
  add ("a-locked-start-is-told", 0, test_a_locked_start_is_told);
  return g_test_run ();
}
