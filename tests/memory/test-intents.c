/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "intent-calls.h"
#include "memory-calls.h"
#include "memory/parley-intents.h"
#include "store-fixture.h"
#include "test-disk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <glib/gstdio.h>
#include <unistd.h>

static const ParleyIntent *
get_left (ParleyIntentsLeft *left, guint i)
{
  g_assert_cmpuint (i, <, left->intents->len);
  return g_ptr_array_index (left->intents, i);
}

/* --- the child, which is this program --- */

/* Declares, tells how many of it are done, and waits to be killed. */
static int
run_child (char **argv)
{
  ParleyIntents *intents = parley_intents_new (argv[2], NULL);
  guint64 said;
  guint64 back;

  intent_declare (intents, "ann", 0, "I am on my way.");
  said = intent_declare (intents, "bob", 0, "Hello Bob.");
  back = intent_declare (intents, "bob", 1, "Never mind.");
  parley_intents_settle (intents, back, PARLEY_INTENT_TAKEN_BACK);
  if (g_str_equal (argv[1], "--settle"))
    parley_intents_settle (intents, said, PARLEY_INTENT_SAID);
  intent_settle_down (intents);
  g_print ("done\n");
  pause ();
  return 0;
}

static GSubprocess *
spawn (StoreFixture *fixture, const char *mode)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;
  GSubprocess *child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, self, mode,
                                         fixture->folder, NULL);
  g_autoptr (GDataInputStream) output
      = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  g_autofree char *line = g_data_input_stream_read_line (output, NULL, NULL, NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (line, ==, "done");
  return child;
}

static void
die (GSubprocess *child)
{
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
}

static void
declare_and_die (StoreFixture *fixture)
{
  g_autoptr (GSubprocess) child = spawn (fixture, "--declare");

  die (child);
}

/* --- files --- */

/* Returns: (transfer full) (nullable): the only file of intents. */
static char *
dup_file (StoreFixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  char *found = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (!g_str_has_prefix (name, "intents-"))
        continue;
      g_assert_null (found);
      found = g_build_filename (fixture->folder, name, NULL);
    }
  return found;
}

static void
assert_no_file (StoreFixture *fixture)
{
  g_autofree char *file = dup_file (fixture);

  g_assert_null (file);
}

/* The worker is not waited for. */
static void
await_no_file (StoreFixture *fixture)
{
  g_autofree char *file = NULL;

  while ((file = dup_file (fixture)) != NULL)
    {
      g_clear_pointer (&file, g_free);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* In the file that is left @from is @to now. */
static void
tamper (StoreFixture *fixture, const char *from, const char *to)
{
  g_autofree char *path = dup_file (fixture);
  g_autofree char *content = NULL;
  g_autoptr (GString) changed = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  changed = g_string_new (content);
  g_assert_cmpuint (g_string_replace (changed, from, to, 1), ==, 1);
  g_assert_true (g_file_set_contents (path, changed->str, (gssize) changed->len, NULL));
}

/* --- what earlier runs left --- */

static void
test_killed_is_known (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;
  g_autoptr (ParleyIntentsLeft) again = NULL;

  declare_and_die (fixture);
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 2);
  g_assert_cmpuint (left->damaged, ==, 0);
  g_assert_cmpstr (get_left (left, 0)->key->person, ==, "ann");
  g_assert_cmpstr (get_left (left, 0)->identity, ==, "ann@example.org/home");
  g_assert_cmpstr (get_left (left, 0)->text, ==, "I am on my way.");
  g_assert_cmpuint (get_left (left, 0)->turn, ==, 7);
  g_assert_cmpint (get_left (left, 0)->wall, ==, 1700000000);
  g_assert_cmpint (get_left (left, 0)->outcome, ==, PARLEY_INTENT_OPEN);
  g_assert_cmpstr (get_left (left, 1)->key->person, ==, "bob");
  parley_intents_drop_left (intents);
  again = intent_take_left (intents);
  g_assert_cmpuint (again->intents->len, ==, 0);
  assert_no_file (fixture);
  intent_end (intents);
}

/* Killed a second time before the store has it. */
static void
test_stays_until_dropped (StoreFixture *fixture, gconstpointer data)
{
  declare_and_die (fixture);
  for (guint i = 0; i < 2; i++)
    {
      ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
      g_autoptr (ParleyIntentsLeft) left = intent_take_left (intents);

      g_assert_cmpuint (left->intents->len, ==, 2);
      intent_end (intents);
    }
}

static void
test_another_program_that_lives_keeps_its_own (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (GSubprocess) child = spawn (fixture, "--declare");
  g_autoptr (ParleyIntentsLeft) left = intent_take_left (intents);
  g_autoptr (ParleyIntentsLeft) after = NULL;

  g_assert_cmpuint (left->intents->len, ==, 0);
  parley_intents_drop_left (intents);
  die (child);
  after = intent_take_left (intents);
  g_assert_cmpuint (after->intents->len, ==, 2);
  intent_end (intents);
}

static void
test_a_line_cut_short_was_never_said (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;
  g_autofree char *path = NULL;
  g_autofree char *content = NULL;
  gsize length;

  declare_and_die (fixture);
  path = dup_file (fixture);
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  *strstr (content, "Hello Bob.") = '\0';
  g_assert_true (g_file_set_contents (path, content, (gssize) strlen (content), NULL));
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 1);
  g_assert_cmpuint (left->damaged, ==, 0);
}

static void
test_a_damaged_line_was_said_perhaps (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;

  declare_and_die (fixture);
  tamper (fixture, "on my way", "on my wax");
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 2);
  g_assert_cmpint (get_left (left, 0)->outcome, ==, PARLEY_INTENT_OPEN);
}

static void
test_a_line_that_tells_nothing_is_counted (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;

  declare_and_die (fixture);
  tamper (fixture, "{\"intent\"", "}\"intent\"");
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 1);
  g_assert_cmpuint (left->damaged, ==, 1);
}

/* --- the file --- */

static void
test_only_the_user_may_read_it (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autofree char *path = NULL;
  GStatBuf info;

  intent_declare (intents, "ann", 0, "Hello.");
  path = dup_file (fixture);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (fixture->folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
}

static void
test_does_not_grow (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strnfill (50000, 'x');
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  guint64 before = intent_declare (intents, "ann", 0, "Hello.");
  g_autofree char *path = NULL;
  GStatBuf info;

  for (guint i = 1; i < 100; i++)
    {
      guint64 number = intent_declare (intents, "ann", i, text);

      parley_intents_settle (intents, before, PARLEY_INTENT_SAID);
      before = number;
      intent_settle_down (intents);
    }
  path = dup_file (fixture);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_size, <, 2 * 1024 * 1024);
  parley_intents_settle (intents, before, PARLEY_INTENT_SAID);
  intent_settle_down (intents);
  g_assert_false (store_fixture_holds (fixture, "xxxx"));
  intent_end (intents);
  assert_no_file (fixture);
}

static void
test_a_private_chat_is_in_no_file (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (NULL, NULL);
  guint64 number = intent_declare (intents, "ann", 0, "Hello.");

  parley_intents_settle (intents, number, PARLEY_INTENT_SAID);
  intent_settle_down (intents);
  g_assert_false (g_file_test (fixture->folder, G_FILE_TEST_EXISTS));
}

static void
test_forgotten_is_in_no_file (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;

  declare_and_die (fixture);
  intent_declare (intents, "ann", 0, "Hello again, Ann.");
  intent_declare (intents, "bob", 0, "Hello again, Bob.");
  intent_forget (intents, "ann");
  g_assert_false (store_fixture_holds (fixture, "on my way"));
  g_assert_false (store_fixture_holds (fixture, "Hello again, Ann."));
  g_assert_true (store_fixture_holds (fixture, "Hello again, Bob."));
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 1);
  g_assert_cmpuint (left->damaged, ==, 0);
  g_assert_cmpstr (get_left (left, 0)->text, ==, "Hello Bob.");
  intent_end (intents);
}

static void
test_a_file_that_goes_is_made_again (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autofree char *path = NULL;

  intent_declare (intents, "ann", 0, "Hello Ann.");
  path = dup_file (fixture);
  store_fixture_remove (fixture->folder);
  intent_declare (intents, "bob", 0, "Hello Bob.");
  g_assert_true (store_fixture_holds (fixture, "Hello Ann."));
  g_assert_true (store_fixture_holds (fixture, "Hello Bob."));
  intent_end (intents);
}

/* --- the disk --- */

/* A disk, and what it has of files when the power is cut. */
static void
begin_disk (StoreFixture *fixture, ParleyTestDisk *disk)
{
  disk->lasting = g_build_filename (fixture->top, "lasting", NULL);
  g_assert_cmpint (g_mkdir (disk->lasting, 0700), ==, 0);
  parley_test_disk_begin (disk);
}

static void
end_disk (ParleyTestDisk *disk)
{
  parley_test_disk_end ();
  g_free ((char *) disk->lasting);
}

static void
assert_lasts (StoreFixture *fixture, const ParleyTestDisk *disk, const char *words, gboolean lasts)
{
  g_autofree char *path = dup_file (fixture);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *kept = g_build_filename (disk->lasting, name, NULL);
  g_autofree char *content = NULL;

  g_assert_true (g_file_get_contents (kept, &content, NULL, NULL));
  g_assert_true ((strstr (content, words) != NULL) == lasts);
}

static void
test_what_is_done_is_overwritten_on_the_disk (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  ParleyTestDisk disk = { 0 };
  guint64 number;

  begin_disk (fixture, &disk);
  number = intent_declare (intents, "ann", 0, "Hello, dear Ann.");
  assert_lasts (fixture, &disk, "dear Ann", TRUE);
  parley_intents_settle (intents, number, PARLEY_INTENT_SAID);
  intent_settle_down (intents);
  g_assert_false (store_fixture_holds (fixture, "dear Ann"));
  number = intent_declare (intents, "bob", 0, "Hi.");
  assert_lasts (fixture, &disk, "dear Ann", FALSE);
  parley_intents_settle (intents, number, PARLEY_INTENT_SAID);
  intent_settle_down (intents);
  intent_end (intents);
  assert_no_file (fixture);
  g_assert_cmpint (disk.uncovered, ==, 0);
  end_disk (&disk);
}

static void
test_forgotten_is_overwritten_on_the_disk (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  ParleyTestDisk disk = { 0 };

  begin_disk (fixture, &disk);
  intent_declare (intents, "ann", 0, "Hello, dear Ann.");
  intent_forget (intents, "ann");
  assert_lasts (fixture, &disk, "dear Ann", FALSE);
  intent_end (intents);
  assert_no_file (fixture);
  g_assert_cmpint (disk.uncovered, ==, 0);
  end_disk (&disk);
}

/* As any system does within half a minute. */
static void
write_back (StoreFixture *fixture)
{
  g_autofree char *path = dup_file (fixture);
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);

  g_assert_cmpint (fsync (fd), ==, 0);
  close (fd);
}

static void
test_what_was_left_is_overwritten_on_the_disk (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;
  ParleyTestDisk disk = { 0 };

  declare_and_die (fixture);
  begin_disk (fixture, &disk);
  write_back (fixture);
  assert_lasts (fixture, &disk, "on my way", TRUE);
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 2);
  parley_intents_drop_left (intents);
  intent_settle_down (intents);
  assert_no_file (fixture);
  g_assert_cmpint (disk.uncovered, ==, 0);
  intent_end (intents);
  end_disk (&disk);
}

/* What never is without an intent is written anew when it grew. */
static void
test_what_grew_is_overwritten_on_the_disk (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strnfill (50000, 'x');
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  ParleyTestDisk disk = { 0 };

  begin_disk (fixture, &disk);
  intent_declare (intents, "bob", 0, "Hello.");
  before = dup_file (fixture);
  for (guint i = 0; i < 40; i++)
    {
      guint64 number = intent_declare (intents, "ann", i, text);

      parley_intents_settle (intents, number, PARLEY_INTENT_SAID);
      intent_settle_down (intents);
    }
  after = dup_file (fixture);
  g_assert_cmpstr (before, !=, after);
  g_assert_cmpint (disk.uncovered, ==, 0);
  intent_end (intents);
  end_disk (&disk);
}

/* A line of ours that is shorter, or cut short, says nothing of the ones that stood there. */
static void
test_a_line_cut_short_where_others_stood_was_never_said (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyIntentsLeft) left = NULL;
  g_autofree char *path = NULL;
  g_autofree char *content = NULL;
  char *from;

  declare_and_die (fixture);
  path = dup_file (fixture);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  from = strstr (content, "Hello Bob.");
  memset (from, ' ', strlen (from) - 1);
  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  left = intent_take_left (intents);
  g_assert_cmpuint (left->intents->len, ==, 1);
  g_assert_cmpuint (left->damaged, ==, 0);
}

static void
test_what_comes_together_waits_once (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  ParleyTestDisk disk = { 0 };
  GAsyncResult *results[20] = { NULL };

  intent_declare (intents, "ann", 0, "Hello.");
  parley_test_disk_begin (&disk);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (ParleyIntent) intent = parley_intent_new (key, NULL, 7, i + 1, "Hello.", 0);

      parley_intents_declare_async (intents, intent, NULL, store_fixture_take_result, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      memory_wait (&results[i]);
      g_assert_cmpuint (parley_intents_declare_finish (intents, results[i], NULL), >, 0);
      g_object_unref (results[i]);
    }
  parley_test_disk_end ();
  g_assert_cmpint (disk.syncs, >=, 1);
  g_assert_cmpint (disk.syncs, <=, 2);
}

static void
wait_for_end (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_mutex_lock (data);
  g_mutex_unlock (data);
}

/* Names that are looked up, files that are read: libraries do that in the threads of GTask, too. */
static void
test_it_never_queues_behind_other_work (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  gint64 from = g_get_monotonic_time ();
  GTask *others[100];
  GMutex end;

  g_mutex_init (&end);
  g_mutex_lock (&end);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      others[i] = g_task_new (NULL, NULL, NULL, NULL);
      g_task_set_priority (others[i], G_PRIORITY_HIGH - 1);
      g_task_set_task_data (others[i], &end, NULL);
      g_task_run_in_thread (others[i], wait_for_end);
    }
  intent_declare (intents, "ann", 0, "Hello.");
  g_assert_cmpint (g_get_monotonic_time () - from, <, 10 * G_USEC_PER_SEC);
  g_mutex_unlock (&end);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      while (!g_task_get_completed (others[i]))
        g_main_context_iteration (NULL, TRUE);
      g_object_unref (others[i]);
    }
  g_mutex_clear (&end);
}

static void
test_what_fails_is_not_declared (StoreFixture *fixture, gconstpointer data)
{
  const ParleyTestDisk disks[] = { { .number = ENOSPC }, { .sync_number = EIO } };
  const int codes[] = { G_IO_ERROR_NO_SPACE, G_IO_ERROR_FAILED };

  for (guint i = 0; i < G_N_ELEMENTS (disks); i++)
    {
      ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
      ParleyTestDisk disk = disks[i];
      g_autoptr (GError) error = NULL;

      intent_declare (intents, "ann", 0, "Hello.");
      parley_test_disk_begin (&disk);
      g_assert_cmpuint (intent_declare_with (intents, "ann", 1, "Never said.", &error), ==, 0);
      parley_test_disk_end ();
      g_assert_error (error, G_IO_ERROR, codes[i]);
      g_assert_false (store_fixture_holds (fixture, "Never said."));
      intent_declare (intents, "ann", 1, "Said.");
      g_assert_true (store_fixture_holds (fixture, "Hello."));
      g_assert_true (store_fixture_holds (fixture, "Said."));
      intent_end (intents);
      store_fixture_remove (fixture->folder);
    }
}

static void
test_no_folder_no_word (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyIntents) intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (fixture->folder, "", 0, NULL));
  g_assert_cmpuint (intent_declare_with (intents, "ann", 0, "Hello.", &error), ==, 0);
  g_assert_nonnull (error);
}

static void
test_cancelled_is_taken_back (StoreFixture *fixture, gconstpointer data)
{
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyIntent) intent = parley_intent_new (key, NULL, 7, 0, "Hello.", 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  parley_intents_declare_async (intents, intent, cancellable, store_fixture_take_result, &result);
  g_cancellable_cancel (cancellable);
  memory_wait (&result);
  g_assert_cmpuint (parley_intents_declare_finish (intents, result, &error), ==, 0);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  intent_settle_down (intents);
  g_assert_false (store_fixture_holds (fixture, "Hello."));
  intent_end (intents);
}

/* What the disk has got after all was never said. */
static void
test_a_disk_that_hangs_holds_nobody_up (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyIntent) intent = parley_intent_new (key, NULL, 7, 0, "Hello.", 0);
  ParleyIntents *intents = parley_intents_new (fixture->folder, NULL);
  ParleyTestDisk disk = { .hangs = TRUE };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 from;

  parley_test_disk_begin (&disk);
  parley_intents_declare_async (intents, intent, NULL, store_fixture_take_result, &result);
  while (g_atomic_int_get (&disk.syncs) == 0)
    g_thread_yield ();
  from = g_get_monotonic_time ();
  parley_intents_close (intents, from + 100 * G_TIME_SPAN_MILLISECOND);
  g_assert_cmpint (g_get_monotonic_time () - from, <, G_USEC_PER_SEC);
  g_assert_nonnull (result);
  g_assert_cmpuint (parley_intents_declare_finish (intents, result, &error), ==, 0);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_atomic_int_set (&disk.hangs, FALSE);
  g_clear_object (&result);
  await_no_file (fixture);
  intent_end (intents);
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

#define ADD(name, func)                                                                            \
  g_test_add ("/memory/intents/" name, StoreFixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  if (argc == 3 && g_str_has_prefix (argv[1], "--"))
    return run_child (argv);
  g_test_init (&argc, &argv, NULL);
  ADD ("killed-is-known", test_killed_is_known);
  ADD ("stays-until-dropped", test_stays_until_dropped);
  ADD ("another-program-that-lives-keeps-its-own", test_another_program_that_lives_keeps_its_own);
  ADD ("a-line-cut-short-was-never-said", test_a_line_cut_short_was_never_said);
  ADD ("a-damaged-line-was-said-perhaps", test_a_damaged_line_was_said_perhaps);
  ADD ("a-line-that-tells-nothing-is-counted", test_a_line_that_tells_nothing_is_counted);
  ADD ("only-the-user-may-read-it", test_only_the_user_may_read_it);
  ADD ("does-not-grow", test_does_not_grow);
  ADD ("a-private-chat-is-in-no-file", test_a_private_chat_is_in_no_file);
  ADD ("forgotten-is-in-no-file", test_forgotten_is_in_no_file);
  ADD ("a-file-that-goes-is-made-again", test_a_file_that_goes_is_made_again);
  ADD ("what-is-done-is-overwritten-on-the-disk", test_what_is_done_is_overwritten_on_the_disk);
  ADD ("forgotten-is-overwritten-on-the-disk", test_forgotten_is_overwritten_on_the_disk);
  ADD ("what-was-left-is-overwritten-on-the-disk", test_what_was_left_is_overwritten_on_the_disk);
  ADD ("what-grew-is-overwritten-on-the-disk", test_what_grew_is_overwritten_on_the_disk);
  ADD ("a-line-cut-short-where-others-stood-was-never-said",
       test_a_line_cut_short_where_others_stood_was_never_said);
  ADD ("what-comes-together-waits-once", test_what_comes_together_waits_once);
  ADD ("it-never-queues-behind-other-work", test_it_never_queues_behind_other_work);
  ADD ("what-fails-is-not-declared", test_what_fails_is_not_declared);
  ADD ("no-folder-no-word", test_no_folder_no_word);
  ADD ("cancelled-is-taken-back", test_cancelled_is_taken_back);
  ADD ("a-disk-that-hangs-holds-nobody-up", test_a_disk_that_hangs_holds_nobody_up);
  return g_test_run ();
}
