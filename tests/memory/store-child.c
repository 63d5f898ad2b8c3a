/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "store-child.h"

#include "memory-calls.h"
#include "memory/parley-intents.h"
#include "store-fixture.h"

#include <poll.h>
#include <glib-unix.h>
#include <unistd.h>

/* --hold PATH MS: a program that writes; --seize: one that nobody may read beside. */
static int
hold (char **argv)
{
  sqlite3 *connection = NULL;
  const char *sql = g_str_equal (argv[1], "--seize")
                        ? "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"
                          " UPDATE chats SET types = types;"
                        : "BEGIN EXCLUSIVE";

  /* A worker that nobody waited for may still be at it. */
  if (sqlite3_open (argv[2], &connection) != SQLITE_OK
      || sqlite3_busy_timeout (connection, 10000) != SQLITE_OK
      || sqlite3_exec (connection, sql, NULL, NULL, NULL) != SQLITE_OK)
    return 1;
  g_print ("held\n");
  poll (NULL, 0, (int) g_ascii_strtoull (argv[3], NULL, 10));
  return sqlite3_exec (connection, "COMMIT", NULL, NULL, NULL) != SQLITE_OK
         || sqlite3_close (connection) != SQLITE_OK;
}

/* --speak FOLDER: says a bubble while the store is held, and waits to be killed. */
G_NORETURN static void
speak (char **argv)
{
  ParleyStore *store = parley_store_new (argv[2]);
  ParleyIntents *intents = parley_intents_new (argv[2], store);
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (store, key);
  g_autoptr (ParleyIntent) intent = parley_intent_new (key, NULL, 3, 0, "I am coming.", 100);
  g_autoptr (GAsyncResult) result = NULL;
  guint64 number;

  parley_intents_declare_async (intents, intent, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  number = parley_intents_declare_finish (intents, result, NULL);
  parley_chat_memory_add_utterance (memory, PARLEY_SPEAKER_PARLEY, intent->text,
                                    parley_when_at (100), 3);
  parley_intents_settle (intents, number, PARLEY_INTENT_SAID);
  g_print ("said\n");
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
on_go (int fd, GIOCondition condition, gpointer data)
{
  StoreFixture *fixture = data;

  store_fixture_add (fixture, "ann", "hello?");
  return G_SOURCE_REMOVE;
}

/* Whether what is about to stand at @at ends a commit. */
static gboolean
ends_commit (int fd, size_t size, off_t at)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *name = g_file_read_link (link, NULL);
  guint32 frame[6]; /* in front of a page; the second is not 0 when it ends a commit */

  return g_str_has_suffix (name, "-wal") && size >= 512
         && pread (fd, frame, sizeof frame, at - (off_t) sizeof frame) == sizeof frame
         && frame[1] != 0;
}

/* Comes back only when somebody kills the program. */
static void
hang (void)
{
  g_print ("hanging\n");
  poll (NULL, 0, -1);
}

static ssize_t
hang_behind_commit (int fd, const void *data, size_t size, off_t at)
{
  ssize_t n = pwrite (fd, data, size, at);

  if (ends_commit (fd, size, at))
    hang ();
  return n;
}

static ssize_t
hang_before_commit (int fd, const void *data, size_t size, off_t at)
{
  if (ends_commit (fd, size, at))
    hang ();
  return pwrite (fd, data, size, at);
}

static gboolean
on_told (int fd, GIOCondition condition, gpointer waits)
{
  *(gboolean *) waits = FALSE;
  return G_SOURCE_REMOVE;
}

/* --quit FOLDER WHEN: hears something as it quits, or just before, and its disk hangs. */
static int
quit (char **argv)
{
  StoreFixture fixture = { .folder = argv[2], .troubles = g_ptr_array_new () };
  sqlite3_vfs *system = sqlite3_vfs_find (NULL);
  sqlite3_syscall_ptr instead
      = (sqlite3_syscall_ptr) (g_str_has_suffix (argv[1], "-before") ? hang_before_commit
                                                                     : hang_behind_commit);
  gboolean waits = g_str_equal (argv[3], "1");

  store_fixture_begin (&fixture);
  store_fixture_flush (&fixture);
  system->xSetSystemCall (system, "pwrite", instead);
  system->xSetSystemCall (system, "pwrite64", instead);
  if (!waits)
    parley_store_flush_async (fixture.store, NULL, NULL); /* what comes behind waits for closing */
  store_fixture_add (&fixture, "ann", "hello?");
  g_unix_fd_add (STDIN_FILENO, G_IO_IN, on_told, &waits);
  while (waits)
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (fixture.store);
  _exit (0);
}

/* --listen FOLDER: hears something when it is told to, and waits to be killed. */
G_NORETURN static void
listen (char **argv)
{
  StoreFixture fixture = { .folder = argv[2], .troubles = g_ptr_array_new () };

  store_fixture_begin (&fixture);
  if (g_str_equal (argv[1], "--listen-at-once"))
    on_go (STDIN_FILENO, G_IO_IN, &fixture);
  else
    store_fixture_flush (&fixture);
  g_unix_fd_add (STDIN_FILENO, G_IO_IN, on_go, &fixture);
  g_print ("ready\n");
  for (;;)
    g_main_context_iteration (NULL, TRUE);
}

int
store_child_run (char **argv)
{
  if (g_str_equal (argv[1], "--speak"))
    speak (argv);
  if (g_str_has_prefix (argv[1], "--listen"))
    listen (argv);
  if (g_str_has_prefix (argv[1], "--quit"))
    return quit (argv);
  return hold (argv);
}

GSubprocess *
store_child_spawn (const char *mode, const char *path, guint ms, const char *says)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *argument = g_strdup_printf ("%u", ms);
  g_autoptr (GError) error = NULL;
  GSubprocess *child
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDIN_PIPE, &error,
                          self, mode, path, argument, NULL);
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char *line = NULL;

  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  line = g_data_input_stream_read_line (output, NULL, NULL, NULL);
  g_assert_cmpstr (line, ==, says);
  return child;
}
