/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char place = 0;

void
sim_disk_begin (SimDisk *disk)
{
  g_dataset_set_data (&place, "disk", disk);
}

void
sim_disk_end (void)
{
  g_dataset_destroy (&place);
}

static gboolean
is_below (const char *path, const char *folder)
{
  return g_str_has_prefix (path, folder) && path[strlen (folder)] == '/';
}

/* Returns: (transfer full) (nullable): where it is; NULL: it has no name any more. */
static char *
dup_path (int fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);

  return path != NULL && !g_str_has_suffix (path, " (deleted)") ? g_steal_pointer (&path) : NULL;
}

/* Returns: (transfer full) (nullable): its name in the disk's folder; NULL: it is elsewhere. */
static char *
dup_name (SimDisk *disk, int fd)
{
  g_autofree char *path = dup_path (fd);

  /* What is fsynced may be the folder itself. */
  return path != NULL && is_below (path, disk->folder) ? g_strdup (path + strlen (disk->folder) + 1)
                                                       : NULL;
}

/* By system calls, which are not looked at. */
static void
copy (int from, const char *path)
{
  int to
      = (int) syscall (SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  char bytes[65536];
  off_t at = 0;
  ssize_t n;

  while ((n = syscall (SYS_pread64, from, bytes, sizeof bytes, at)) > 0)
    at += syscall (SYS_write, to, bytes, (size_t) n);
  close (to);
}

static void
copy_file (const char *from, const char *to)
{
  int fd = (int) syscall (SYS_openat, AT_FDCWD, from, O_RDONLY | O_CLOEXEC);

  copy (fd, to);
  close (fd);
}

/* What is not in the folder any more does not come back. */
static void
drop_removed (SimDisk *disk)
{
  g_autoptr (GDir) dir = g_dir_open (disk->lasting, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *there = g_build_filename (disk->folder, name, NULL);
      g_autofree char *kept = g_build_filename (disk->lasting, name, NULL);

      if (!g_file_test (there, G_FILE_TEST_EXISTS))
        g_unlink (kept);
    }
}

int
sim_disk_sync (int fd)
{
  SimDisk *disk = g_dataset_get_data (&place, "disk");
  g_autofree char *name = disk != NULL ? dup_name (disk, fd) : NULL;
  g_autofree char *kept = NULL;
  struct stat info;

  if (disk == NULL)
    return (int) syscall (SYS_fsync, fd);
  errno = disk->sync_number;
  if (errno != 0)
    return -1;
  if (fstat (fd, &info) == 0 && S_ISDIR (info.st_mode))
    drop_removed (disk);
  if (name == NULL || *name == '\0')
    return 0;
  kept = g_build_filename (disk->lasting, name, NULL);
  copy (fd, kept);
  return 0;
}

/* --- what fails --- */

static gboolean
strike (SimDisk *disk, const char *path, SimCall call)
{
  if (!is_below (path, disk->top) || is_below (path, disk->lasting)
      || !sim_faults_strike (disk->faults, call))
    return FALSE;
  errno = sim_faults_get_errno (call);
  return TRUE;
}

/* What is open already can't be written either. */
static gboolean
is_locked (SimDisk *disk, const char *path, SimCall call)
{
  return disk->number == EROFS && is_below (path, disk->folder)
         && (call == SIM_CALL_WRITE || call == SIM_CALL_NAME || call == SIM_CALL_SIZE);
}

gboolean
sim_disk_fails_at (const char *path, SimCall call)
{
  SimDisk *disk = g_dataset_get_data (&place, "disk");

  if (disk == NULL || !is_locked (disk, path, call))
    return disk != NULL && strike (disk, path, call);
  errno = EROFS;
  return TRUE;
}

gboolean
sim_disk_refuses_to_open (const char *path, int flags)
{
  SimDisk *disk = g_dataset_get_data (&place, "disk");

  if (disk == NULL || (flags & O_ACCMODE) == O_RDONLY || !is_locked (disk, path, SIM_CALL_WRITE))
    return FALSE;
  errno = EROFS;
  return TRUE;
}

gboolean
sim_disk_fails (int fd, SimCall call)
{
  SimDisk *disk = g_dataset_get_data (&place, "disk");
  gboolean full = disk != NULL && disk->number != 0 && call == SIM_CALL_WRITE;
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;

  if (disk == NULL || (!full && (disk->faults == NULL || !disk->faults->on)))
    return FALSE;
  path = dup_path (fd);
  if (path == NULL)
    return FALSE;
  if (full && is_below (path, disk->folder))
    {
      errno = disk->number;
      return TRUE;
    }
  return strike (disk, path, call);
}

void
sim_disk_copy (SimDisk *disk, const char *to, gboolean power_cut)
{
  const char *from = power_cut ? disk->lasting : disk->folder;
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);

  g_assert_cmpint (g_mkdir (to, 0700), ==, 0);
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *one = g_build_filename (from, name, NULL);
      g_autofree char *other = g_build_filename (to, name, NULL);

      if (!g_str_has_suffix (name, "-shm"))
        copy_file (one, other);
    }
}

void
sim_disk_hold (SimDisk *disk, gboolean hold)
{
  g_autofree char *path = g_build_filename (disk->folder, "store.db", NULL);

  sqlite3_close (g_steal_pointer (&disk->holder));
  if (!hold || !g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  g_assert_cmpint (sqlite3_open (path, &disk->holder), ==, SQLITE_OK);
  sqlite3_exec (disk->holder, "BEGIN IMMEDIATE", NULL, NULL, NULL);
}
