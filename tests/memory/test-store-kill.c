/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "store-fixture.h"

#include <unistd.h>

#define KILLS     25
#define STARTS    8
#define PROCESSES 4
#define WRITES    40
/* Less than a load gives back. */
#define MAX_NUMBERS 900

/* --- the child, which is this program --- */

static void
open_in_child (StoreFixture *fixture, char *folder)
{
  fixture->folder = folder;
  fixture->troubles = g_ptr_array_new_with_free_func (g_free);
  store_fixture_open (fixture);
}

/* Counts up from @first until it is killed: a mark and a bubble for each number, some of them in
 * one transaction, some not. A number is told once the store said that it is kept. */
static void
write_until_killed (StoreFixture *fixture, guint first)
{
  for (guint i = first; i < first + MAX_NUMBERS; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      store_fixture_save_count (fixture, "ann", i);
      store_fixture_add (fixture, "ann", text);
      if (i % 3 == 0)
        continue;
      store_fixture_flush (fixture);
      g_print ("%u\n", i);
    }
  pause ();
}

/* Returns: the exit status. */
static int
write_and_close (StoreFixture *fixture, const char *person)
{
  for (guint i = 1; i <= WRITES; i++)
    {
      store_fixture_save_count (fixture, person, i);
      if (i % 4 == 0)
        store_fixture_flush (fixture);
    }
  store_fixture_close (fixture);
  return (int) fixture->troubles->len;
}

static int
run_child (char **argv)
{
  StoreFixture fixture = { 0 };

  open_in_child (&fixture, argv[2]);
  if (g_str_equal (argv[1], "--close"))
    return write_and_close (&fixture, argv[3]);
  write_until_killed (&fixture, (guint) g_ascii_strtoull (argv[3], NULL, 10));
  return 1;
}

static GSubprocess *
spawn (const char *mode, StoreFixture *fixture, const char *argument)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;
  GSubprocess *child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, self, mode,
                                         fixture->folder, argument, NULL);

  g_assert_no_error (error);
  return child;
}

/* --- the tests --- */

/* Returns: the last number the child told before it was killed, in the midst of its writing. */
static guint
write_and_kill (StoreFixture *fixture, guint first, guint lines)
{
  g_autofree char *argument = g_strdup_printf ("%u", first);
  g_autoptr (GSubprocess) child = spawn ("--write", fixture, argument);
  g_autoptr (GDataInputStream) output
      = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  guint told = 0;

  for (guint i = 0; i < lines; i++)
    {
      g_autofree char *line = g_data_input_stream_read_line (output, NULL, NULL, NULL);

      g_assert_nonnull (line);
      told = (guint) g_ascii_strtoull (line, NULL, 10);
    }
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
  g_assert_true (g_subprocess_get_if_signaled (child));
  for (;;)
    {
      g_autofree char *line = g_data_input_stream_read_line (output, NULL, NULL, NULL);

      if (line == NULL || *line == '\0')
        return told;
      told = MAX (told, (guint) g_ascii_strtoull (line, NULL, 10));
    }
}

/* Returns: the last number that is kept. Those before it are all there, in order. */
static guint
check_kept (StoreFixture *fixture, guint first, guint told)
{
  g_autoptr (ParleyChatRecord) record = NULL;
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");

  store_fixture_open (fixture);
  store_fixture_assert_quiet (fixture);
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (record->mark.count, >=, told);
  /* The bubble is written after the mark: of the last pair it may lack. */
  g_assert_cmpuint (record->pending->len, >=, record->mark.count - first);
  g_assert_cmpuint (record->pending->len, <=, record->mark.count - first + 1);
  for (guint i = 0; i < record->pending->len; i++)
    {
      g_autofree char *expected = g_strdup_printf ("%u", first + i);

      g_assert_cmpstr (parley_chat_record_get_pending (record, i)->text, ==, expected);
    }
  parley_store_clear_pending (fixture->store, key, G_MAXUINT, 0);
  store_fixture_close (fixture);
  return record->mark.count;
}

static void
test_killed_loses_nothing_kept (StoreFixture *fixture, gconstpointer data)
{
  guint first = 1;

  for (guint i = 0; i < KILLS; i++)
    {
      guint told = write_and_kill (fixture, first, 1 + i);

      first = check_kept (fixture, first, told) + 1;
    }
}

/* Before the child has told anything, at whatever it is just doing: making the file, the tables. */
static void
test_killed_while_it_opens (StoreFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < KILLS; i++)
    {
      g_autoptr (GSubprocess) child = spawn ("--write", fixture, "1");
      gint64 until = g_get_monotonic_time () + i * 1000;

      while (g_get_monotonic_time () < until)
        g_thread_yield ();
      g_subprocess_force_exit (child);
      g_assert_true (g_subprocess_wait (child, NULL, NULL));
      store_fixture_open (fixture);
      store_fixture_assert_quiet (fixture);
      store_fixture_close (fixture);
      store_fixture_remove (fixture->folder);
    }
}

static void
test_programs_start_together (StoreFixture *fixture, gconstpointer data)
{
  const char *const people[PROCESSES] = { "ann", "bob", "cyd", "dan" };

  for (guint round = 0; round < STARTS; round++)
    {
      g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint i = 0; i < PROCESSES; i++)
        g_ptr_array_add (children, spawn ("--close", fixture, people[i]));
      for (guint i = 0; i < PROCESSES; i++)
        {
          GSubprocess *child = g_ptr_array_index (children, i);

          g_assert_true (g_subprocess_wait (child, NULL, NULL));
          g_assert_true (g_subprocess_get_if_exited (child));
          g_assert_cmpint (g_subprocess_get_exit_status (child), ==, 0);
        }
      store_fixture_open (fixture);
      store_fixture_assert_quiet (fixture);
      for (guint i = 0; i < PROCESSES; i++)
        {
          g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, people[i]);

          g_assert_cmpuint (record->mark.count, ==, WRITES);
        }
      store_fixture_close (fixture);
      store_fixture_remove (fixture->folder);
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

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/store/" path, StoreFixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  if (argc == 4 && argv[1][0] == '-')
    _exit (run_child (argv));
  g_test_init (&argc, &argv, NULL);
  ADD ("killed-loses-nothing-kept", test_killed_loses_nothing_kept);
  ADD ("killed-while-it-opens", test_killed_while_it_opens);
  ADD ("programs-start-together", test_programs_start_together);
  return g_test_run ();
}
