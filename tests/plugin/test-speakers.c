/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Two programs on one profile: another process that has signed on first, and this one. */
#include "headless-purple.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include <cmds.h>
#include <util.h>

#include "base/parley-speaker-lock.h"

#define SHARED "shared"

/* The account that both programs have. */
static void
run_other (const char *folder, int ready)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  headless_purple_start_in (folder);
  g_assert_true (purple_plugin_load (purple_plugins_find_with_id ("core-parley")));
  test_protocol_connect (TEST_PROTOCOL_A, SHARED);
  g_assert_cmpint (write (ready, "", 1), ==, 1);
  while (TRUE)
    g_main_context_iteration (NULL, TRUE);
}

static pid_t
start_other (const char *folder)
{
  int ready[2];
  char byte;
  pid_t pid;

  g_assert_cmpint (pipe (ready), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    run_other (folder, ready[1]);
  close (ready[1]);
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  return pid;
}

/* What a process that starts now would find. */
static ParleySpeaker
look_from_outside_at (const char *account)
{
  int status = 0;
  pid_t pid = fork ();

  if (pid == 0)
    {
      g_autofree char *user_dir = g_build_filename (purple_user_dir (), "parley", NULL);

      _exit (parley_speaker_lock_try (parley_speaker_lock_new (user_dir, TEST_PROTOCOL_A, account),
                                      NULL));
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return WEXITSTATUS (status);
}

static ParleySpeaker
look_from_outside (void)
{
  return look_from_outside_at (SHARED);
}

static void
type (PurpleAccount *account, const char *who, const char *command)
{
  g_autofree char *error = NULL;

  purple_cmd_do_command (purple_conversation_new (PURPLE_CONV_TYPE_IM, account, who), command,
                         command, &error);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    n++;
  return n;
}

static void
test_second_is_silent_until_the_first_is_killed (Fixture *f, gconstpointer data)
{
  pid_t other = *(const pid_t *) data;
  PurpleAccount *shared = test_protocol_connect (TEST_PROTOCOL_A, SHARED);
  g_autofree char *told = headless_dup_shown ();
  g_autofree char *wire = NULL;
  gint64 since;

  g_assert_cmpuint (count (told, "already answers for “shared”"), ==, 1);
  headless_add_buddy (shared, "carol", TRUE);
  test_protocol_receive (shared, "carol", "hm?");
  test_protocol_receive (f->account, "alice", "are you there?");
  headless_answer (f, 0, "On another account, yes.");
  g_free (headless_wait_for_wire (f->account));
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);

  since = g_get_monotonic_time ();
  g_assert_cmpint (kill (other, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (other, NULL, 0), ==, other);
  headless_wait_for_shown ("Parley answers for “shared” from here now");
  g_assert_cmpint (g_get_monotonic_time () - since, <, 5 * G_USEC_PER_SEC);
  test_protocol_receive (shared, "carol", "still there?");
  headless_answer (f, 1, "Yes.");
  wire = headless_wait_for_wire (shared);
  g_assert_cmpstr (wire, ==, "carol < Yes.\n");
}

static void
test_lock_goes_with_the_connection (Fixture *f, gconstpointer data)
{
  PurpleAccount *shared = test_protocol_connect (TEST_PROTOCOL_A, SHARED);
  g_autofree char *told = headless_dup_shown ();

  g_assert_cmpstr (told, ==, "");
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_OTHER);
  purple_account_disconnect (shared);
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_HERE);
  purple_account_connect (shared);
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_OTHER);
  headless_reload (f);
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_OTHER);
  g_assert_true (purple_plugin_unload (f->plugin));
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_HERE);
}

/* As the account editor does it: no signal, and nobody is disconnected. */
static void
test_lock_follows_the_name (Fixture *f, gconstpointer data)
{
  PurpleAccount *shared = test_protocol_connect (TEST_PROTOCOL_A, SHARED);

  purple_account_set_username (shared, "another");
  type (shared, "carol", "parley status");
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_HERE);
  g_assert_cmpint (look_from_outside_at ("another"), ==, PARLEY_SPEAKER_OTHER);
  purple_account_disconnect (shared);
  g_assert_cmpint (look_from_outside_at ("another"), ==, PARLEY_SPEAKER_HERE);
}

/* A lock that is given up takes with it what else this process has on the file. */
static void
test_locks_follow_names_that_change_places (Fixture *f, gconstpointer data)
{
  PurpleAccount *shared = test_protocol_connect (TEST_PROTOCOL_A, SHARED);

  purple_account_set_username (shared, "me");
  purple_account_set_username (f->account, SHARED);
  type (shared, "carol", "parley status");
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_OTHER);
  g_assert_cmpint (look_from_outside_at ("me"), ==, PARLEY_SPEAKER_OTHER);
  purple_account_disconnect (f->account);
  g_assert_cmpint (look_from_outside (), ==, PARLEY_SPEAKER_HERE);
  g_assert_cmpint (look_from_outside_at ("me"), ==, PARLEY_SPEAKER_OTHER);
}

/* Two accounts are connected; a file stands where the folder of the locks should be. */
static void
test_without_locks_nothing_is_sent_and_it_says_so_once (Fixture *f, gconstpointer data)
{
  g_autofree char *locks = g_build_filename (purple_user_dir (), "parley", "locks", NULL);
  g_autofree char *aside = g_strconcat (locks, ".aside", NULL);
  g_autofree char *told = NULL;
  g_autofree char *wire = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *why = NULL;

  g_assert_cmpint (g_rename (locks, aside), ==, 0);
  g_assert_true (g_file_set_contents (locks, "", 0, NULL));
  headless_reload (f);
  told = headless_dup_shown ();
  g_assert_cmpuint (count (told, "so it only writes drafts"), ==, 1);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  headless_wait_for_trace ("shelved");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  g_free (headless_dup_shown ());
  type (f->account, "alice", "parley status");
  why = headless_dup_shown ();
  g_assert_cmpuint (count (why, "Parley can&apos;t tell whether another Pidgin or Finch answers"),
                    ==, 1);
  type (f->account, "alice", "parley send 1");
  sent = headless_wait_for_wire (f->account);
  g_assert_cmpstr (sent, ==, "alice < Yes.\n");
  g_assert_cmpint (g_remove (locks), ==, 0);
  g_assert_cmpint (g_rename (aside, locks), ==, 0);
}

static gboolean
is_locked (gpointer data)
{
  Fixture *f = data;
  g_autofree char *status = NULL;

  type (f->account, "alice", "parley status");
  status = headless_dup_shown ();
  return count (status, "so it only writes drafts") == 0;
}

/* Whoever mends the folder need not start anything anew. */
static void
test_a_mended_folder_is_found (Fixture *f, gconstpointer data)
{
  g_autofree char *locks = g_build_filename (purple_user_dir (), "parley", "locks", NULL);
  g_autofree char *aside = g_strconcat (locks, ".aside", NULL);
  g_autofree char *wire = NULL;

  g_assert_cmpint (g_rename (locks, aside), ==, 0);
  g_assert_true (g_file_set_contents (locks, "", 0, NULL));
  headless_reload (f);
  g_assert_false (is_locked (f));
  g_assert_cmpint (g_remove (locks), ==, 0);
  g_assert_cmpint (g_rename (aside, locks), ==, 0);
  parley_test_wait (is_locked, f);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Yes.\n");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/speakers/" name, Fixture, &other, headless_setup, func, headless_teardown)

/* The other process is made before this one has anything that a fork would copy. */
int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  pid_t other;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("parley-speakers-XXXXXX", NULL);
  other = start_other (folder);
  headless_purple_start_in (folder);
  ADD ("killed", test_second_is_silent_until_the_first_is_killed);
  ADD ("connection", test_lock_goes_with_the_connection);
  ADD ("renamed", test_lock_follows_the_name);
  ADD ("swapped", test_locks_follow_names_that_change_places);
  ADD ("no-locks", test_without_locks_nothing_is_sent_and_it_says_so_once);
  ADD ("mended", test_a_mended_folder_is_found);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
