/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "disk-faults.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

/* SQLite calls the system through a table that may be changed, but hands nothing of ours to what
 * stands in it: the faults wait behind a file system's name. */
#define NAME "parley-disk-faults"

static gboolean
fails (void)
{
  DiskFaults *faults = sqlite3_vfs_find (NAME)->pAppData;
  gint call = g_atomic_int_add (&faults->calls, 1);

  if (faults->fail_at < 0 || call < faults->fail_at || call >= faults->fail_end)
    return FALSE;
  errno = faults->number;
  return TRUE;
}

static ssize_t
failing_pwrite (int fd, const void *data, size_t size, off_t at)
{
  return fails () ? -1 : pwrite (fd, data, size, at);
}

static ssize_t
failing_pread (int fd, void *data, size_t size, off_t at)
{
  return fails () ? -1 : pread (fd, data, size, at);
}

static int
failing_truncate (int fd, off_t size)
{
  return fails () ? -1 : ftruncate (fd, size);
}

static int
failing_open (const char *path, int flags, int mode)
{
  return fails () ? -1 : open (path, flags, mode);
}

typedef struct
{
  DiskFaultsKind kind;
  const char *call;
  sqlite3_syscall_ptr instead;
} Instead;

/* off_t is 64 bits wide in this project, so both names fit. */
static const Instead table[] = {
  { DISK_FAULTS_WRITE, "pwrite", (sqlite3_syscall_ptr) failing_pwrite },
  { DISK_FAULTS_WRITE, "pwrite64", (sqlite3_syscall_ptr) failing_pwrite },
  { DISK_FAULTS_READ, "pread", (sqlite3_syscall_ptr) failing_pread },
  { DISK_FAULTS_READ, "pread64", (sqlite3_syscall_ptr) failing_pread },
  { DISK_FAULTS_WRITE, "ftruncate", (sqlite3_syscall_ptr) failing_truncate },
  { DISK_FAULTS_OPEN, "open", (sqlite3_syscall_ptr) failing_open },
};

void
disk_faults_begin (DiskFaults *faults, DiskFaultsKind kind)
{
  sqlite3_vfs *system = sqlite3_vfs_find (NULL);
  sqlite3_vfs *holder = g_memdup2 (system, sizeof *system);

  holder->zName = NAME;
  holder->pAppData = faults;
  g_assert_cmpint (sqlite3_vfs_register (holder, 0), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      if (table[i].kind == kind && system->xGetSystemCall (system, table[i].call) != NULL)
        g_assert_cmpint (system->xSetSystemCall (system, table[i].call, table[i].instead), ==,
                         SQLITE_OK);
    }
}

void
disk_faults_end (void)
{
  sqlite3_vfs *system = sqlite3_vfs_find (NULL);
  sqlite3_vfs *holder = sqlite3_vfs_find (NAME);

  system->xSetSystemCall (system, NULL, NULL);
  sqlite3_vfs_unregister (holder);
  g_free (holder);
}
