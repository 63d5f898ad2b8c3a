/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* The program that is run when something is wrong. */

#include "control/parley-alert.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/parley-command-line.h"
#include "test-folder.h"
#include "test-wait.h"

typedef struct
{
  char *folder;
  char *out;
  char *program;
  ParleyAlert *alert;
  guint n_failed;
} Fixture;

static void
on_failed (gpointer data, const GError *error)
{
  g_assert_nonnull (error);
  ((Fixture *) data)->n_failed++;
}

/* A program that writes down what it is given and then does @more. */
static void
have_program (Fixture *f, const char *more)
{
  g_autofree char *text
      = g_strdup_printf ("#!/bin/sh\nfor w; do echo \"[$w]\" >> '%s'; done\n%s\n", f->out, more);

  g_file_set_contents_full (f->program, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("parley-alert-XXXXXX", NULL);
  f->out = g_build_filename (f->folder, "out", NULL);
  f->program = g_build_filename (f->folder, "tell", NULL);
  f->alert = parley_alert_new (PARLEY_ALERT_MAX_MS, on_failed, f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  parley_alert_free (f->alert);
  parley_test_folder_remove (f->folder);
  g_free (f->folder);
  g_free (f->out);
  g_free (f->program);
}

static gboolean
is_idle (gpointer data)
{
  return !parley_alert_is_busy (data);
}

static void
wait_until_over (Fixture *f)
{
  test_wait (NULL, is_idle, f->alert, "the alert");
}

static void
assert_told (Fixture *f, const char *words)
{
  g_autofree char *text = NULL;

  g_file_get_contents (f->out, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, words);
}

/* What a shell would make something of stays as it is. */
static void
test_no_shell (Fixture *f, gconstpointer data)
{
  g_autofree char *line = g_strdup_printf ("%s --to 'anna; $(id)' `id` \"*\"", f->program);

  have_program (f, "");
  parley_alert_tell (f->alert, line, "offline");
  wait_until_over (f);
  assert_told (f, "[--to]\n[anna; $(id)]\n[`id`]\n[*]\n[offline]\n");
}

static void
test_none (Fixture *f, gconstpointer data)
{
  parley_alert_tell (f->alert, "", "offline");
  parley_alert_tell (f->alert, " ", "offline");
  g_assert_false (parley_alert_is_busy (f->alert));
}

static void
test_not_there (Fixture *f, gconstpointer data)
{
  parley_alert_tell (f->alert, f->program, "offline");
  wait_until_over (f);
  g_assert_cmpuint (f->n_failed, ==, 1);
  have_program (f, "");
  parley_alert_tell (f->alert, f->program, "ok");
  wait_until_over (f);
  g_assert_cmpuint (f->n_failed, ==, 1);
  assert_told (f, "[ok]\n");
}

/* One that does not end is killed; of what was to be told meanwhile the last word is. */
static void
test_one_that_hangs (Fixture *f, gconstpointer data)
{
  gint64 before = g_get_monotonic_time ();

  parley_alert_free (f->alert);
  f->alert = parley_alert_new (200, on_failed, f);
  have_program (f, "case $1 in model) exec sleep 1000;; esac");
  parley_alert_tell (f->alert, f->program, "model");
  parley_alert_tell (f->alert, f->program, "offline");
  parley_alert_tell (f->alert, f->program, "ok");
  g_assert_cmpint (g_get_monotonic_time () - before, <, 100000);
  wait_until_over (f);
  assert_told (f, "[model]\n[ok]\n");
}

/* Pidgin and Finch collect every child as soon as it ends. */
static void
collect (int number)
{
  while (waitpid (-1, NULL, WNOHANG) > 0)
    ;
}

static void
test_collected_by_the_client (Fixture *f, gconstpointer data)
{
  struct sigaction before;
  const struct sigaction by_client = { .sa_handler = collect };

  sigaction (SIGCHLD, &by_client, &before);
  have_program (f, "");
  for (guint i = 0; i < 20; i++)
    {
      parley_alert_tell (f->alert, f->program, "ok");
      wait_until_over (f);
    }
  sigaction (SIGCHLD, &before, NULL);
  g_assert_true (g_file_test (f->out, G_FILE_TEST_EXISTS));
}

static void
test_what_is_a_command (void)
{
  g_assert_true (parley_command_line_check ("", NULL));
  g_assert_true (parley_command_line_check ("/bin/true", NULL));
  g_assert_true (parley_command_line_check ("/bin/echo 'a b'", NULL));
  g_assert_false (parley_command_line_check ("true", NULL));
  g_assert_false (parley_command_line_check ("/bin/echo 'a", NULL));
  g_assert_false (parley_command_line_check ("# /bin/echo", NULL));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/control/alert/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("no-shell", test_no_shell);
  ADD ("none", test_none);
  ADD ("not-there", test_not_there);
  ADD ("hangs", test_one_that_hangs);
  ADD ("collected", test_collected_by_the_client);
  g_test_add_func ("/control/alert/command", test_what_is_a_command);
  return g_test_run ();
}
