/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* Parley's own log, by what stands in its files. */

#include "control/parley-log-file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-disk.h"
#include "test-folder.h"
#include "test-wait.h"

#define WALL 1767225600 /* 2026-01-01 00:00:00 UTC */

typedef struct
{
  char *folder;
  char *path;
  ParleyLogFile *log;
  guint n_failures;
} Fixture;

static void
on_failed (gpointer data, const GError *error)
{
  Fixture *f = data;

  g_assert_nonnull (error);
  f->n_failures++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("parley-log-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, "parley.log", NULL);
  f->log = parley_log_file_new (f->folder, on_failed, f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->log, parley_log_file_free);
  parley_test_folder_remove (f->folder);
  g_free (f->folder);
  g_free (f->path);
}

static gboolean
is_idle (gpointer data)
{
  return !parley_log_file_is_busy (data);
}

static void
wait_until_written (Fixture *f)
{
  test_wait (NULL, is_idle, f->log, "the log");
}

/* @person: (nullable). */
static void
add (Fixture *f, const char *event, const char *person, gboolean named)
{
  ParleyLogDeed *line = g_new0 (ParleyLogDeed, 1);

  line->wall = WALL;
  line->event = g_strdup (event);
  line->reason = g_strdup ("");
  line->key = person != NULL ? parley_chat_key_new ("prpl-jabber", "me@example.org", person) : NULL;
  line->named = named;
  parley_log_file_add (f->log, line);
}

static void
forget (Fixture *f, const char *person)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me@example.org", person);

  parley_log_file_forget (f->log, key);
  wait_until_written (f);
}

/* Returns: (transfer full): what stands in the file @i. */
static char *
dup_file (Fixture *f, guint i)
{
  g_autofree char *path = i > 0 ? g_strdup_printf ("%s.%u", f->path, i) : g_strdup (f->path);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
test_lines (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  struct stat info;

  add (f, "started", NULL, FALSE);
  add (f, "said", "anna@example.org", FALSE);
  add (f, "said", "bert@example.org", FALSE);
  add (f, "said", "anna@example.org", TRUE);
  wait_until_written (f);
  text = dup_file (f, 0);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  g_assert_true (g_str_has_prefix (lines[0], "{\"log\":1,\"salt\":\""));
  g_assert_cmpstr (lines[1], ==, "{\"at\":\"2026-01-01T00:00:00Z\",\"event\":\"started\"}");
  g_assert_null (strstr (lines[2], "anna"));
  g_assert_null (strstr (lines[2], "me@"));
  g_assert_cmpstr (lines[2], !=, lines[3]);
  g_assert_nonnull (strstr (lines[4], "\"account\":\"me@example.org\",\"address\":\"anna@"));
  g_assert_true (
      g_str_has_prefix (lines[4], "{\"at\":\"2026-01-01T00:00:00Z\",\"event\":\"said\""));
  g_assert_cmpint (strncmp (lines[2], lines[4], strlen (lines[2]) - 1), ==, 0);
  g_assert_cmpint (stat (f->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpuint (f->n_failures, ==, 0);
}

/* Five of them, none over 1 MiB, whatever comes; the newest line is in the first. */
static void
test_it_stays_small (Fixture *f, gconstpointer data)
{
  goffset whole = 0;

  for (guint i = 0; i < 80; i++)
    {
      for (guint j = 0; j < PARLEY_LOG_MAX_WAITING; j++)
        add (f, "said", "anna@example.org", FALSE);
      wait_until_written (f);
    }
  add (f, "ended", NULL, FALSE);
  wait_until_written (f);
  for (guint i = 0; i < PARLEY_LOG_N_FILES; i++)
    {
      g_autofree char *text = dup_file (f, i);

      g_assert_nonnull (text);
      g_assert_cmpuint (strlen (text), <=, PARLEY_LOG_MAX_BYTES);
      g_assert_true (g_str_has_prefix (text, "{\"log\":1,"));
      g_assert_true (i > 0 || g_str_has_suffix (text, "\"ended\"}\n"));
      whole += (goffset) strlen (text);
    }
  g_assert_cmpint (whole, >, 4 * PARLEY_LOG_MAX_BYTES);
  g_assert_null (dup_file (f, PARLEY_LOG_N_FILES));
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, 0);
}

/* In every file, hashed and named; nothing of others goes. */
static void
test_forgotten (Fixture *f, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *older = NULL;
  g_autofree char *first = g_strdup_printf ("%s.1", f->path);

  add (f, "said", "anna@example.org", TRUE);
  add (f, "draft", "anna@example.org", FALSE);
  add (f, "said", "bert@example.org", TRUE);
  wait_until_written (f);
  g_assert_cmpint (g_rename (f->path, first), ==, 0);
  add (f, "said", "anna@example.org", FALSE);
  add (f, "refused", "bert@example.org", FALSE);
  wait_until_written (f);
  before = dup_file (f, 0);
  forget (f, "anna@example.org");
  after = dup_file (f, 0);
  older = dup_file (f, 1);
  g_assert_cmpuint (strlen (after), ==, strlen (before));
  g_assert_null (strstr (after, "said"));
  g_assert_nonnull (strstr (after, "refused"));
  g_assert_null (strstr (older, "anna"));
  g_assert_null (strstr (older, "draft"));
  g_assert_nonnull (strstr (older, "bert"));
  add (f, "said", "bert@example.org", FALSE);
  wait_until_written (f);
  g_free (after);
  after = dup_file (f, 0);
  g_assert_nonnull (strstr (after, "said"));
}

/* One that waits for the worker is never written. */
static void
test_forgotten_before_it_is_written (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  add (f, "started", NULL, FALSE);
  add (f, "said", "anna@example.org", TRUE);
  forget (f, "anna@example.org");
  text = dup_file (f, 0);
  g_assert_nonnull (strstr (text, "started"));
  g_assert_null (strstr (text, "anna"));
}

static void
test_nothing_unasked (Fixture *f, gconstpointer data)
{
  forget (f, "anna@example.org");
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (f->n_failures, ==, 0);
}

/* What is let go is counted, the user hears of it once, and it goes on when there is room. */
static void
test_disk_full (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { .number = ENOSPC };
  g_autofree char *text = NULL;

  add (f, "started", NULL, FALSE);
  wait_until_written (f);
  parley_test_disk_begin (&disk);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  parley_test_disk_end ();
  g_assert_cmpuint (f->n_failures, ==, 1);
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, 2);
  add (f, "turn", NULL, FALSE);
  wait_until_written (f);
  text = dup_file (f, 0);
  g_assert_null (strstr (text, "said"));
  g_assert_true (g_str_has_suffix (text, "\"turn\"}\n"));
  g_assert_cmpuint (f->n_failures, ==, 1);
}

/* The caller goes on while the disk hangs; what waits is bounded. */
static void
test_disk_hangs (Fixture *f, gconstpointer data)
{
  ParleyTestDisk disk = { .hangs = TRUE };
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me@example.org", "anna");

  add (f, "started", NULL, FALSE);
  wait_until_written (f);
  parley_test_disk_begin (&disk);
  parley_log_file_forget (f->log, key);
  for (guint i = 0; i < 2 * PARLEY_LOG_MAX_WAITING; i++)
    add (f, "said", NULL, FALSE);
  g_assert_true (parley_log_file_is_busy (f->log));
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, PARLEY_LOG_MAX_WAITING);
  g_atomic_int_set (&disk.hangs, FALSE);
  wait_until_written (f);
  parley_test_disk_end ();
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, PARLEY_LOG_MAX_WAITING);
}

static void
test_folder_gone (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  add (f, "started", NULL, FALSE);
  wait_until_written (f);
  parley_test_folder_remove (f->folder);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  g_assert_cmpuint (f->n_failures, ==, 1);
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, 1);
  g_assert_cmpint (g_mkdir (f->folder, 0700), ==, 0);
  add (f, "turn", NULL, FALSE);
  wait_until_written (f);
  text = dup_file (f, 0);
  g_assert_nonnull (strstr (text, "turn"));
}

/* What it names is not touched, and the log does without; so it is with a second name of a file. */
static void
test_link_in_its_place (Fixture *f, gconstpointer data)
{
  g_autofree char *other = g_build_filename (f->folder, "other", NULL);
  g_autofree char *text = NULL;

  g_file_set_contents (other, "mine\n", -1, NULL);
  g_assert_cmpint (symlink (other, f->path), ==, 0);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  g_assert_cmpuint (f->n_failures, ==, 1);
  forget (f, "anna@example.org");
  g_unlink (f->path);
  g_assert_cmpint (link (other, f->path), ==, 0);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, 2);
  g_file_get_contents (other, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, "mine\n");
}

static void
test_folder_in_its_place (Fixture *f, gconstpointer data)
{
  g_assert_cmpint (g_mkdir (f->path, 0700), ==, 0);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  g_assert_cmpuint (f->n_failures, ==, 1);
  g_assert_cmpuint (parley_log_file_get_lost (f->log), ==, 1);
}

/* Nobody else's file is written into: it moves on, and a new one is begun. */
static void
test_no_log_of_ours (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *older = NULL;

  g_file_set_contents (f->path, "mine\n", -1, NULL);
  add (f, "said", NULL, FALSE);
  wait_until_written (f);
  text = dup_file (f, 0);
  older = dup_file (f, 1);
  g_assert_true (g_str_has_prefix (text, "{\"log\":1,"));
  g_assert_cmpstr (older, ==, "mine\n");
}

/* Two of one process, between whom no lock holds: each line stays whole. */
static void
test_two_writers (Fixture *f, gconstpointer data)
{
  Fixture other = *f;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  add (f, "started", NULL, FALSE);
  wait_until_written (f);
  other.log = parley_log_file_new (f->folder, on_failed, &other);
  for (guint i = 0; i < 200; i++)
    {
      add (f, "said", "anna@example.org", FALSE);
      add (&other, "said", "bert@example.org", FALSE);
    }
  parley_log_file_free (other.log);
  wait_until_written (f);
  text = dup_file (f, 0);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 1 + 400 + 1);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/control/log-file/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("lines", test_lines);
  ADD ("small", test_it_stays_small);
  ADD ("forgotten", test_forgotten);
  ADD ("forgotten-unwritten", test_forgotten_before_it_is_written);
  ADD ("unasked", test_nothing_unasked);
  ADD ("disk-full", test_disk_full);
  ADD ("disk-hangs", test_disk_hangs);
  ADD ("folder-gone", test_folder_gone);
  ADD ("link", test_link_in_its_place);
  ADD ("folder", test_folder_in_its_place);
  ADD ("foreign", test_no_log_of_ours);
  ADD ("two", test_two_writers);
  return g_test_run ();
}
