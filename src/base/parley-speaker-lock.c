/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-speaker-lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

struct _ParleySpeakerLock
{
  char *protocol;
  char *account;
  char *folder;
  char *path;
  int fd; /* -1: the file isn't open */
  ParleySpeaker speaker;
};

ParleySpeakerLock *
parley_speaker_lock_new (const char *user_dir, const char *protocol, const char *account)
{
  ParleySpeakerLock *lock = g_new0 (ParleySpeakerLock, 1);
  g_autofree char *both = g_strconcat (protocol, "\n", account, NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, both, -1);

  lock->protocol = g_strdup (protocol);
  lock->account = g_strdup (account);
  lock->folder = g_build_filename (user_dir, "locks", NULL);
  lock->path = g_build_filename (lock->folder, hash, NULL);
  lock->fd = -1;
  return lock;
}

void
parley_speaker_lock_free (ParleySpeakerLock *lock)
{
  if (lock->fd >= 0)
    close (lock->fd);
  g_free (lock->protocol);
  g_free (lock->account);
  g_free (lock->folder);
  g_free (lock->path);
  g_free (lock);
}

gboolean
parley_speaker_lock_is_for (ParleySpeakerLock *lock, const char *protocol, const char *account)
{
  return g_str_equal (lock->protocol, protocol) && g_str_equal (lock->account, account);
}

static ParleySpeaker
fail (int code, const char *path, GError **error)
{
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", path, g_strerror (code));
  return PARLEY_SPEAKER_UNLOCKED;
}

/* The file stays open while another process has the lock, and is never removed: a second file of
 * the same name would be a second lock. */
static ParleySpeaker
open_and_lock (ParleySpeakerLock *lock, GError **error)
{
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  if (lock->fd < 0 && g_mkdir_with_parents (lock->folder, 0700) != 0)
    return fail (errno, lock->folder, error);
  if (lock->fd < 0)
    lock->fd = g_open (lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock->fd < 0)
    return fail (errno, lock->path, error);
  if (fcntl (lock->fd, F_SETLK, &whole) == 0)
    return PARLEY_SPEAKER_HERE;
  if (errno == EACCES || errno == EAGAIN)
    return PARLEY_SPEAKER_OTHER;
  return fail (errno, lock->path, error);
}

ParleySpeaker
parley_speaker_lock_try (ParleySpeakerLock *lock, GError **error)
{
  lock->speaker = open_and_lock (lock, error);
  return lock->speaker;
}

ParleySpeaker
parley_speaker_lock_get (ParleySpeakerLock *lock)
{
  return lock->speaker;
}

gboolean
parley_speaker_lock_may_speak (ParleySpeakerLock *lock)
{
  return lock->speaker == PARLEY_SPEAKER_HERE || lock->speaker == PARLEY_SPEAKER_UNLOCKED;
}
