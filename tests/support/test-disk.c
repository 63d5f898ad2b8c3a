/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-disk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char place = 0;

void
parley_test_disk_begin (ParleyTestDisk *disk)
{
  g_dataset_set_data (&place, "disk", disk);
}

void
parley_test_disk_end (void)
{
  g_dataset_destroy (&place);
}

/* Not what syncs itself. */
static void
copy (int from, const char *path)
{
  int to = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  char bytes[65536];
  off_t at = 0;
  ssize_t n;

  while ((n = pread (from, bytes, sizeof bytes, at)) > 0)
    at += write (to, bytes, (size_t) n);
  close (to);
}

static void
keep (int fd)
{
  ParleyTestDisk *disk = g_dataset_get_data (&place, "disk");
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *kept = NULL;
  struct stat info;

  if (disk == NULL || disk->lasting == NULL || fstat (fd, &info) != 0 || !S_ISREG (info.st_mode))
    return;
  path = g_file_read_link (link, NULL);
  name = g_path_get_basename (path);
  kept = g_build_filename (disk->lasting, name, NULL);
  copy (fd, kept);
}

/* Returns: @code. */
static int
end_sync (int fd, long code)
{
  if (code == 0)
    keep (fd);
  return (int) code;
}

static gboolean
is_folder (int fd)
{
  struct stat info;

  return fstat (fd, &info) == 0 && S_ISDIR (info.st_mode);
}

/* Returns: whether it is to fail. */
static gboolean
delay (int fd)
{
  ParleyTestDisk *disk = g_dataset_get_data (&place, "disk");

  if (disk == NULL)
    return FALSE;
  g_atomic_int_inc (&disk->syncs);
  do
    poll (NULL, 0, g_atomic_int_get (&disk->delay_ms));
  while (g_atomic_int_get (&disk->hangs));
  errno = is_folder (fd) ? g_atomic_int_get (&disk->folder_sync_number) : 0;
  errno = errno != 0 ? errno : g_atomic_int_get (&disk->sync_number);
  return errno != 0;
}

/* These stand before libc's, for this program and for libraries. */
#define INSTEAD __attribute__ ((visibility ("default")))

INSTEAD int
fdatasync (int fd)
{
  return delay (fd) ? -1 : end_sync (fd, syscall (SYS_fdatasync, fd));
}

INSTEAD int
fsync (int fd)
{
  return delay (fd) ? -1 : end_sync (fd, syscall (SYS_fsync, fd));
}

/* As calls of pwrite () with an off_t of 64 bits are named. */
ssize_t pwrite64 (int fd, const void *data, size_t size, off_t at);

INSTEAD ssize_t
pwrite64 (int fd, const void *data, size_t size, off_t at)
{
  ParleyTestDisk *disk = g_dataset_get_data (&place, "disk");

  errno = disk != NULL ? g_atomic_int_get (&disk->number) : 0;
  return errno != 0 ? -1 : syscall (SYS_pwrite64, fd, data, size, at);
}

/* A disk goes on having what stood in blocks that no file has any more. */
static void
look_at_cut (const char *path, gsize length)
{
  ParleyTestDisk *disk = g_dataset_get_data (&place, "disk");
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *kept = NULL;
  g_autofree char *content = NULL;
  gsize n = 0;

  if (disk == NULL || disk->lasting == NULL || name == NULL || !g_str_has_suffix (name, ".lines"))
    return;
  kept = g_build_filename (disk->lasting, name, NULL);
  if (!g_file_get_contents (kept, &content, &n, NULL))
    return;
  for (gsize i = length; i < n; i++)
    {
      if (!g_ascii_isspace (content[i]))
        {
          g_atomic_int_inc (&disk->uncovered);
          return;
        }
    }
}

INSTEAD int
unlink (const char *path)
{
  look_at_cut (path, 0);
  return (int) syscall (SYS_unlinkat, AT_FDCWD, path, 0);
}

/* As calls of ftruncate () with an off_t of 64 bits are named. */
int ftruncate64 (int fd, off_t length);

INSTEAD int
ftruncate64 (int fd, off_t length)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);

  look_at_cut (path, (gsize) length);
  return (int) syscall (SYS_ftruncate, fd, length);
}
