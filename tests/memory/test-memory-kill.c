/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include "memory-calls.h"
#include "memory/parley-journal.h"
#include "store-fixture.h"

/* Merges and talks, and dies at a random one of the program's writes to the disk, in the midst of
 * it; the seed says at which, so that every run is the same. */
#ifdef __SANITIZE_ADDRESS__
#define KILLS 100 /* each start takes ten times as long */
#else
#define KILLS 1000
#endif
#define PER_STORE  50
#define BATCH      7 /* entries of a merge */
#define MAX_CALLS  120
#define MAX_ROUNDS 1000

/* --- the child, which is this program --- */

/* SQLite calls the system through a table that hands over nothing of ours: what is left until death
 * waits in a pipe, of which each write takes a byte. */
#define LIFE_FD 100

static gboolean
is_time (void)
{
  char one;

  return read (LIFE_FD, &one, 1) != 1;
}

static ssize_t
deadly_pwrite (int fd, const void *data, size_t size, off_t at)
{
  if (is_time ())
    {
      pwrite (fd, data, size / 2, at);
      kill (getpid (), SIGKILL);
    }
  return pwrite (fd, data, size, at);
}

static int
deadly_truncate (int fd, off_t size)
{
  if (is_time ())
    kill (getpid (), SIGKILL);
  return ftruncate (fd, size);
}

static void
give_life (guint calls)
{
  sqlite3_vfs *system = sqlite3_vfs_find (NULL);
  char bytes[MAX_CALLS] = { 0 };
  int fds[2];

  g_assert_cmpint (pipe (fds), ==, 0);
  g_assert_cmpint (write (fds[1], bytes, calls), ==, (gssize) calls);
  g_assert_cmpint (dup2 (fds[0], LIFE_FD), ==, LIFE_FD);
  close (fds[0]);
  close (fds[1]);
  system->xSetSystemCall (system, "pwrite", (sqlite3_syscall_ptr) deadly_pwrite);
  if (system->xGetSystemCall (system, "pwrite64") != NULL)
    system->xSetSystemCall (system, "pwrite64", (sqlite3_syscall_ptr) deadly_pwrite);
  system->xSetSystemCall (system, "ftruncate", (sqlite3_syscall_ptr) deadly_truncate);
}

/* A round is told once the store said that it is kept. */
static void
do_round (StoreFixture *fixture, ParleyChatMemory *memory, guint round)
{
  const ParleyInterval fetched = { round * 100, round * 100 + 99 };
  GPtrArray *entries = parley_series_entries_new ();
  g_autofree char *text = g_strdup_printf ("%u", round);
  const ParleyJournalBounds bounds = { 0 };
  const ParleyJournalEntry entry = { .wall = round, .kind = PARLEY_JOURNAL_SAID, .text = text };

  for (guint i = 0; i < BATCH; i++)
    {
      g_autofree char *id = g_strdup_printf ("thing_%u_%u", round, i);

      memory_add_entry (entries, id, fetched.start + i);
    }
  parley_chat_memory_add_utterance (memory, PARLEY_SPEAKER_PERSON, text, parley_when_at (round),
                                    round);
  parley_journal_add (fixture->store, &entry, &bounds);
  store_fixture_flush (fixture);
  memory_merge (memory, "things", entries, &fetched, 1);
  g_print ("%u\n", round);
}

static int
run_child (char **argv)
{
  StoreFixture fixture = { .folder = argv[2] };
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = NULL;
  guint first = (guint) g_ascii_strtoull (argv[4], NULL, 10);

  fixture.troubles = g_ptr_array_new_with_free_func (g_free);
  give_life ((guint) g_ascii_strtoull (argv[3], NULL, 10));
  store_fixture_open (&fixture);
  memory = parley_chat_memory_new (fixture.store, key);
  for (guint round = first; round < first + MAX_ROUNDS; round++)
    do_round (&fixture, memory, round);
  return 1;
}

/* --- the test --- */

/* Returns: the last round it told, or @first - 1. */
static guint
live_and_die (StoreFixture *fixture, guint calls, guint first)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *life = g_strdup_printf ("%u", calls);
  g_autofree char *begin = g_strdup_printf ("%u", first);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, self,
                                                    "--live", fixture->folder, life, begin, NULL);
  g_auto (GStrv) lines = NULL;
  guint n;

  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (child, NULL, NULL, &output, NULL, NULL));
  g_assert_true (g_subprocess_get_if_signaled (child));
  g_assert_cmpint (g_subprocess_get_term_sig (child), ==, SIGKILL);
  lines = g_strsplit (output, "\n", -1);
  n = g_strv_length (lines);
  return n >= 2 ? (guint) g_ascii_strtoull (lines[n - 2], NULL, 10) : first - 1;
}

static gint64
ask (sqlite3 *connection, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  gint64 value;

  g_assert_cmpint (sqlite3_prepare_v2 (connection, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  value = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return value;
}

/* Returns: how many rounds are kept: whole ones, and of the next at most what was said. */
static guint
check_kept (StoreFixture *fixture, guint told)
{
  sqlite3 *connection = NULL;
  gint64 rounds;

  store_fixture_open (fixture);
  store_fixture_assert_quiet (fixture);
  store_fixture_close (fixture);
  g_assert_cmpint (sqlite3_open (fixture->path, &connection), ==, SQLITE_OK);
  /* A worker that nobody waited for may still be at it. */
  g_assert_cmpint (sqlite3_busy_timeout (connection, 10000), ==, SQLITE_OK);
  g_assert_cmpint (ask (connection, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"),
                   ==, 1);
  g_assert_cmpint (ask (connection, "SELECT count(*) FROM pragma_foreign_key_check"), ==, 0);
  rounds = ask (connection, "SELECT count(*) FROM entries") / BATCH;
  g_assert_cmpint (ask (connection, "SELECT count(*) FROM entries"), ==, rounds * BATCH);
  g_assert_cmpint (ask (connection, "SELECT ifnull (sum(n_entries), 0) FROM series"), ==,
                   rounds * BATCH);
  g_assert_cmpint (ask (connection, "SELECT ifnull (sum(total_fetched), 0) FROM series"), ==,
                   rounds * BATCH);
  /* Each fetched where the one before ended. */
  g_assert_cmpint (ask (connection, "SELECT count(*) FROM coverage"), ==, rounds > 0);
  g_assert_cmpint (ask (connection, "SELECT ifnull (sum(stop - start + 1), 0) FROM coverage"), ==,
                   rounds * 100);
  g_assert_cmpint (rounds, >=, told);
  g_assert_cmpint (ask (connection, "SELECT count(DISTINCT text) FROM utterances"), >=, rounds);
  g_assert_cmpint (ask (connection, "SELECT count(DISTINCT text) FROM utterances"), <=, rounds + 1);
  g_assert_cmpint (ask (connection, "SELECT count(DISTINCT text) FROM journal"), >=, rounds);
  g_assert_cmpint (ask (connection, "SELECT count(DISTINCT text) FROM journal"), <=, rounds + 1);
  sqlite3_close (connection);
  return (guint) rounds;
}

static void
test_killed_at_random_points (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1000);
  guint kept = 0;

  for (guint i = 0; i < KILLS; i++)
    {
      guint calls = (guint) g_rand_int_range (rand, 0, MAX_CALLS);
      guint told;

      if (i % PER_STORE == 0)
        {
          store_fixture_remove (fixture->folder);
          kept = 0;
        }
      told = live_and_die (fixture, calls, kept + 1);
      kept = check_kept (fixture, told);
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

int
main (int argc, char **argv)
{
  if (argc == 5 && g_str_equal (argv[1], "--live"))
    return run_child (argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/memory/kill/at-random-points", StoreFixture, NULL, set_up,
              test_killed_at_random_points, tear_down);
  return g_test_run ();
}
