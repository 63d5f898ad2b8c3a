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

/* Returns: (transfer full) (nullable): its name in the disk's folder; NULL: it is elsewhere. */
static char *
dup_name (SimDisk *disk, int fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);

  /* What is fsynced may be the folder itself. */
  if (path == NULL || !g_str_has_prefix (path, disk->folder) || path[strlen (disk->folder)] != '/'
      || g_str_has_suffix (path, " (deleted)"))
    return NULL;
  return g_strdup (path + strlen (disk->folder) + 1);
}

/* By system calls, which are not looked at. */
static void
copy (int from, const char *path)
{
  int to = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  char bytes[65536];
  off_t at = 0;
  ssize_t n;

  while ((n = pread (from, bytes, sizeof bytes, at)) > 0)
    at += syscall (SYS_write, to, bytes, (size_t) n);
  close (to);
}

static void
copy_file (const char *from, const char *to)
{
  int fd = open (from, O_RDONLY | O_CLOEXEC);

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

static int
do_sync (int fd)
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

static gboolean
fails (int fd)
{
  SimDisk *disk = g_dataset_get_data (&place, "disk");
  g_autofree char *name = NULL;

  if (disk == NULL || disk->number == 0)
    return FALSE;
  name = dup_name (disk, fd);
  errno = disk->number;
  return name != NULL;
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

/* --- in the place of the system's --- */

#define INSTEAD __attribute__ ((visibility ("default")))

INSTEAD int
fsync (int fd)
{
  return do_sync (fd);
}

INSTEAD int
fdatasync (int fd)
{
  return do_sync (fd);
}

INSTEAD ssize_t
write (int fd, const void *data, size_t size)
{
  return fails (fd) ? -1 : syscall (SYS_write, fd, data, size);
}

/* As calls of pwrite () with an off_t of 64 bits are named. */
ssize_t pwrite64 (int fd, const void *data, size_t size, off_t at);

INSTEAD ssize_t
pwrite64 (int fd, const void *data, size_t size, off_t at)
{
  return fails (fd) ? -1 : syscall (SYS_pwrite64, fd, data, size, at);
}
