/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-speaker-lock.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

typedef struct
{
  char *root;
  char *user_dir;
  char *locks;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  f->root = g_dir_make_tmp ("parley-lock-XXXXXX", NULL);
  f->user_dir = g_build_filename (f->root, "parley", NULL);
  f->locks = g_build_filename (f->user_dir, "locks", NULL);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_folder (child);
    }
  g_remove (path);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  remove_folder (f->root);
  g_free (f->root);
  g_free (f->user_dir);
  g_free (f->locks);
}

/* Another process that takes the lock and keeps it until it is killed. */
static pid_t
start_other (Fixture *f)
{
  int ready[2];
  char byte = 0;
  pid_t pid;

  g_assert_cmpint (pipe (ready), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      ParleySpeakerLock *lock = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me");

      prctl (PR_SET_PDEATHSIG, SIGKILL);
      byte = parley_speaker_lock_try (lock, NULL) == PARLEY_SPEAKER_HERE ? 'y' : 'n';
      g_assert_cmpint (write (ready[1], &byte, 1), ==, 1);
      while (TRUE)
        pause ();
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_assert_cmpint (byte, ==, 'y');
  close (ready[0]);
  close (ready[1]);
  return pid;
}

static void
end_other (pid_t pid)
{
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
}

static void
test_only_one_process_holds_it (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleySpeakerLock) lock = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me");
  g_autoptr (GError) error = NULL;
  pid_t other = start_other (f);

  g_assert_cmpint (parley_speaker_lock_try (lock, &error), ==, PARLEY_SPEAKER_OTHER);
  g_assert_no_error (error);
  g_assert_false (parley_speaker_lock_may_speak (lock));
  end_other (other);
  g_assert_cmpint (parley_speaker_lock_try (lock, &error), ==, PARLEY_SPEAKER_HERE);
  g_assert_cmpint (parley_speaker_lock_try (lock, &error), ==, PARLEY_SPEAKER_HERE);
  g_assert_no_error (error);
  g_assert_true (parley_speaker_lock_may_speak (lock));
}

static void
test_accounts_are_apart (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleySpeakerLock) account
      = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me2");
  g_autoptr (ParleySpeakerLock) protocol = parley_speaker_lock_new (f->user_dir, "prpl-irc", "me");
  pid_t other = start_other (f);

  g_assert_cmpint (parley_speaker_lock_try (account, NULL), ==, PARLEY_SPEAKER_HERE);
  g_assert_cmpint (parley_speaker_lock_try (protocol, NULL), ==, PARLEY_SPEAKER_HERE);
  end_other (other);
}

/* A name lookup that hangs must not keep the lock of a client that was killed. */
static void
test_a_forked_child_does_not_keep_it (Fixture *f, gconstpointer data)
{
  ParleySpeakerLock *lock = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me");
  pid_t child;

  g_assert_cmpint (parley_speaker_lock_try (lock, NULL), ==, PARLEY_SPEAKER_HERE);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  while (child == 0)
    pause ();
  parley_speaker_lock_free (lock);
  end_other (start_other (f));
  end_other (child);
}

static void
test_nobody_may_speak_before_a_try (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleySpeakerLock) lock = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me");

  g_assert_cmpint (parley_speaker_lock_get (lock), ==, PARLEY_SPEAKER_FREE);
  g_assert_false (parley_speaker_lock_may_speak (lock));
}

static void
test_only_the_user_can_read (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleySpeakerLock) lock
      = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me@example.org");
  g_autoptr (GDir) dir = NULL;
  g_autofree char *file = NULL;
  GStatBuf folder;
  GStatBuf info;

  parley_speaker_lock_try (lock, NULL);
  dir = g_dir_open (f->locks, 0, NULL);
  file = g_build_filename (f->locks, g_dir_read_name (dir), NULL);
  g_assert_null (strstr (file, "example"));
  g_assert_cmpint (g_stat (f->locks, &folder), ==, 0);
  g_assert_cmpint (g_stat (file, &info), ==, 0);
  g_assert_cmpint (folder.st_mode & 0777, ==, 0700);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
}

/* A file stands where the folder should be: as good as one that can't be written, also for root. */
static void
test_without_a_folder_it_says_so (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleySpeakerLock) lock = parley_speaker_lock_new (f->user_dir, "prpl-jabber", "me");
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (f->user_dir, "", 0, NULL));
  g_assert_cmpint (parley_speaker_lock_try (lock, &error), ==, PARLEY_SPEAKER_UNLOCKED);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY);
  g_assert_nonnull (strstr (error->message, f->locks));
  g_assert_true (parley_speaker_lock_may_speak (lock));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/base/speaker-lock/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("only-one", test_only_one_process_holds_it);
  ADD ("accounts-are-apart", test_accounts_are_apart);
  ADD ("forked-child", test_a_forked_child_does_not_keep_it);
  ADD ("before-a-try", test_nobody_may_speak_before_a_try);
  ADD ("private", test_only_the_user_can_read);
  ADD ("no-folder", test_without_a_folder_it_says_so);
  return g_test_run ();
}
