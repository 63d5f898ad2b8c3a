/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* kill -9 in the 50 ms around the first and the second bubble of an answer, with the store free and
 * held by another program: nothing is said twice, nothing that was said is unknown after it, and no
 * question that was read is lost. What was said is what came out of the other process. */
#include "engine-fixture.h"
#include "test-all.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KILLS     20
#define ALL_KILLS 500
#define SWEEP_US  50000

static const char *const bubbles[] = { "One fine thing.", "Two fine things." };
#define ANSWER "One fine thing.\n\nTwo fine things."

/* --- the child, which is this program --- */

static void
report (const char *what, const char *text)
{
  g_autofree char *line = g_strdup_printf ("%s %s\n", what, text);

  g_strdelimit (line + strlen (what), "\n", ' ');
  line[strlen (line) - 1] = '\n';
  if (write (STDOUT_FILENO, line, strlen (line)) < 0)
    _exit (1);
}

/* The send call: from here on somebody has it. */
static void
on_say (gpointer data)
{
  Fixture *f = data;
  const char *text = strstr (f->host->log->str, " < ") + 3;

  report ("said", text);
  g_string_truncate (f->host->log, 0);
}

static void
set_up (Fixture *f, const char *folder)
{
  fixture_setup_in (f, folder);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 600);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_MIN_MS, 0);
  f->host->during_say = on_say;
  f->host->during_data = f;
}

/* As in a client: time goes on, and whoever is ready is called. */
static void
live (Fixture *f, gboolean until_asked)
{
  gint64 begin = g_get_monotonic_time () / 1000 - f->clock.ms;

  while (!until_asked || g_queue_is_empty (&f->backend->open))
    {
      f->clock.ms = g_get_monotonic_time () / 1000 - begin;
      parley_timers_dispatch (f->timers);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* Answers one question until it is killed. */
static int
talk (const char *folder)
{
  Fixture f = { 0 };
  char go;

  set_up (&f, folder);
  report ("ready", "");
  if (read (STDIN_FILENO, &go, 1) != 1)
    return 1;
  write_while_loading (&f, f.alice, "What is there?");
  live (&f, TRUE);
  report ("answering", "");
  parley_test_backend_answer (f.backend, ANSWER);
  live (&f, FALSE);
  return 1;
}

/* The next run: what it says, what the user is told, and what the model knows. */
static int
go_on (const char *folder)
{
  Fixture f = { 0 };

  set_up (&f, folder);
  for (guint i = 0; i < 10; i++)
    {
      pass (&f, 2000);
      if (!g_queue_is_empty (&f.backend->open))
        parley_test_backend_answer (f.backend, ANSWER);
    }
  for (guint i = 0; i < f.host->told->len; i++)
    report ("told", g_ptr_array_index (f.host->told, i));
  write_line (&f, f.alice, "And now?");
  pass (&f, 3000);
  for (guint i = 0; i < G_N_ELEMENTS (bubbles); i++)
    {
      g_autofree char *perhaps = g_strdup_printf ("[perhaps not delivered] %s", bubbles[i]);

      if (parley_test_backend_was_told (f.backend, perhaps))
        report ("perhaps", bubbles[i]);
      else if (parley_test_backend_was_told (f.backend, bubbles[i]))
        report ("known", bubbles[i]);
    }
  fixture_teardown (&f, NULL);
  return 0;
}

/* --- the parent --- */

typedef struct
{
  guint point;   /* 0: around the first bubble, 1: around the second */
  gboolean held; /* another program has the store */
} Case;

static GSubprocess *
spawn (const char *mode, const char *folder)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;
  GSubprocess *child
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDIN_PIPE, &error,
                          self, mode, folder, NULL);

  g_assert_no_error (error);
  return child;
}

/* Reads lines up to one that begins with @word; NULL: all. */
static void
read_lines (GDataInputStream *output, const char *word, GString *lines)
{
  for (;;)
    {
      g_autofree char *line = g_data_input_stream_read_line (output, NULL, NULL, NULL);

      if (line == NULL && word == NULL)
        return;
      g_assert_nonnull (line);
      g_string_append_printf (lines, "%s\n", line);
      if (word != NULL && g_str_has_prefix (line, word))
        return;
    }
}

static sqlite3 *
hold_store (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "store.db", NULL);
  sqlite3 *other = NULL;

  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  sqlite3_busy_timeout (other, 10000);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), ==, SQLITE_OK);
  return other;
}

static void
let_pass (gint64 us)
{
  gint64 end = g_get_monotonic_time () + us;

  while (g_get_monotonic_time () < end)
    ;
}

static void
talk_and_kill (const Case *it, const char *folder, gint64 us, GString *lines)
{
  g_autoptr (GSubprocess) child = spawn ("--talk", folder);
  g_autoptr (GDataInputStream) output
      = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  sqlite3 *other = NULL;

  read_lines (output, "ready", lines);
  if (it->held)
    other = hold_store (folder);
  g_assert_true (
      g_output_stream_write_all (g_subprocess_get_stdin_pipe (child), "\n", 1, NULL, NULL, NULL));
  read_lines (output, it->point == 0 ? "answering" : "said", lines);
  let_pass (us);
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
  read_lines (output, NULL, lines);
  sqlite3_close (other);
}

static gboolean
has (const GString *lines, const char *what, const char *text)
{
  g_auto (GStrv) all = g_strsplit (lines->str, "\n", -1);

  for (char **line = all; *line != NULL; line++)
    if (g_str_has_prefix (*line, what) && strstr (*line, text) != NULL)
      return TRUE;
  return FALSE;
}

/* How many kills ended how. */
typedef struct
{
  guint unanswered; /* before anything was said */
  guint perhaps;    /* between a bubble's intent and its outcome */
  guint twice;      /* and a bubble was said again */
  guint unknown;    /* and nobody knows that a bubble was said, or may have been */
  guint lost;       /* and the question is neither answered nor is there a draft */
} Tally;

static void
check (const GString *before, const GString *after, Tally *tally)
{
  gboolean some = has (before, "said", bubbles[0]);
  gboolean twice = FALSE;
  gboolean unknown = FALSE;
  gboolean lost = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (bubbles); i++)
    {
      gboolean said = has (before, "said", bubbles[i]);
      gboolean again = has (after, "said", bubbles[i]);
      gboolean perhaps = has (after, "perhaps", bubbles[i]);

      twice = twice || (said && again);
      unknown = unknown || (said && !perhaps && !has (after, "known", bubbles[i]))
                || (perhaps && !has (after, "told Parley closed", bubbles[i]));
      /* What was to follow is told as a draft. */
      lost = lost || (!said && !has (after, "told", bubbles[i]) && (some || !again));
    }
  if (twice || unknown || lost)
    g_test_message ("%s---\n%s", before->str, after->str);
  tally->unanswered += !some;
  tally->perhaps += has (after, "perhaps", "");
  tally->twice += twice;
  tally->unknown += unknown;
  tally->lost += lost;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      unlink (path);
    }
  rmdir (folder);
}

static void
kill_once (const Case *it, gint64 us, Tally *tally)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-kill-XXXXXX", NULL);
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GDataInputStream) output = NULL;

  talk_and_kill (it, folder, us, before);
  child = spawn ("--go-on", folder);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  read_lines (output, NULL, after);
  g_assert_true (g_subprocess_wait_check (child, NULL, NULL));
  check (before, after, tally);
  remove_folder (folder);
}

static void
test_killed_program_says_nothing_twice (gconstpointer data)
{
  guint n = test_wants_all () ? ALL_KILLS : KILLS;
  Tally tally = { 0 };

  for (guint i = 0; i < n; i++)
    kill_once (data, (gint64) i * SWEEP_US / n, &tally);
  g_test_message ("%u kills, %u before anything was said, %u between a bubble's intent and its "
                  "outcome; said twice: %u, said and unknown: %u, read and lost: %u",
                  n, tally.unanswered, tally.perhaps, tally.twice, tally.unknown, tally.lost);
  g_assert_cmpuint (tally.twice, ==, 0);
  g_assert_cmpuint (tally.unknown, ==, 0);
  g_assert_cmpuint (tally.lost, ==, 0);
}

int
main (int argc, char **argv)
{
  static const Case cases[] = { { 0, FALSE }, { 1, FALSE }, { 0, TRUE }, { 1, TRUE } };

  if (argc == 3 && g_str_equal (argv[1], "--talk"))
    return talk (argv[2]);
  if (argc == 3 && g_str_equal (argv[1], "--go-on"))
    return go_on (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/kill/first-bubble", &cases[0],
                        test_killed_program_says_nothing_twice);
  g_test_add_data_func ("/engine/kill/second-bubble", &cases[1],
                        test_killed_program_says_nothing_twice);
  g_test_add_data_func ("/engine/kill/first-bubble-store-held", &cases[2],
                        test_killed_program_says_nothing_twice);
  g_test_add_data_func ("/engine/kill/second-bubble-store-held", &cases[3],
                        test_killed_program_says_nothing_twice);
  return g_test_run ();
}
