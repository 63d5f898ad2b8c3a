/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands in the place of the system's calls for files: each may be one that fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "disk.h"

#define INSTEAD(name) __asm__(name) __attribute__ ((visibility ("default")))

/* Under other names, for the system's headers declare them in their own way. */
int sim_open (const char *path, int flags, ...) INSTEAD ("open64");
ssize_t sim_read (int fd, void *data, size_t size) INSTEAD ("read");
ssize_t sim_pread (int fd, void *data, size_t size, off_t at) INSTEAD ("pread64");
ssize_t sim_write (int fd, const void *data, size_t size) INSTEAD ("write");
ssize_t sim_pwrite (int fd, const void *data, size_t size, off_t at) INSTEAD ("pwrite64");
int sim_fsync (int fd) INSTEAD ("fsync");
int sim_fdatasync (int fd) INSTEAD ("fdatasync");
int sim_fcntl (int fd, int command, ...) INSTEAD ("fcntl64");
int sim_rename (const char *from, const char *to) INSTEAD ("rename");
int sim_unlink (const char *path) INSTEAD ("unlink");
int sim_mkdir (const char *path, mode_t mode) INSTEAD ("mkdir");
int sim_ftruncate (int fd, off_t size) INSTEAD ("ftruncate64");
void *sim_mmap (void *at, size_t size, int may, int flags, int fd, off_t from) INSTEAD ("mmap64");

int
sim_open (const char *path, int flags, ...)
{
  va_list args;
  mode_t mode;

  va_start (args, flags);
  mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg (args, mode_t) : 0;
  va_end (args);
  if (sim_disk_refuses_to_open (path, flags) || sim_disk_fails_at (path, SIM_CALL_OPEN))
    return -1;
  return (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t
sim_read (int fd, void *data, size_t size)
{
  return sim_disk_fails (fd, SIM_CALL_READ) ? -1 : syscall (SYS_read, fd, data, size);
}

ssize_t
sim_pread (int fd, void *data, size_t size, off_t at)
{
  return sim_disk_fails (fd, SIM_CALL_READ) ? -1 : syscall (SYS_pread64, fd, data, size, at);
}

ssize_t
sim_write (int fd, const void *data, size_t size)
{
  return sim_disk_fails (fd, SIM_CALL_WRITE) ? -1 : syscall (SYS_write, fd, data, size);
}

ssize_t
sim_pwrite (int fd, const void *data, size_t size, off_t at)
{
  return sim_disk_fails (fd, SIM_CALL_WRITE) ? -1 : syscall (SYS_pwrite64, fd, data, size, at);
}

int
sim_fsync (int fd)
{
  return sim_disk_fails (fd, SIM_CALL_SYNC) ? -1 : sim_disk_sync (fd);
}

int
sim_fdatasync (int fd)
{
  return sim_fsync (fd);
}

int
sim_fcntl (int fd, int command, ...)
{
  va_list args;
  void *argument;

  va_start (args, command);
  argument = va_arg (args, void *);
  va_end (args);
  if (command == F_SETLK && ((struct flock *) argument)->l_type != F_UNLCK
      && sim_disk_fails (fd, SIM_CALL_LOCK))
    return -1;
  return (int) syscall (SYS_fcntl, fd, command, argument);
}

int
sim_rename (const char *from, const char *to)
{
  return sim_disk_fails_at (to, SIM_CALL_NAME)
             ? -1
             : (int) syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int
sim_unlink (const char *path)
{
  return sim_disk_fails_at (path, SIM_CALL_NAME) ? -1
                                                 : (int) syscall (SYS_unlinkat, AT_FDCWD, path, 0);
}

int
sim_mkdir (const char *path, mode_t mode)
{
  return sim_disk_fails_at (path, SIM_CALL_NAME)
             ? -1
             : (int) syscall (SYS_mkdirat, AT_FDCWD, path, mode);
}

int
sim_ftruncate (int fd, off_t size)
{
  return sim_disk_fails (fd, SIM_CALL_SIZE) ? -1 : (int) syscall (SYS_ftruncate, fd, size);
}

void *
sim_mmap (void *at, size_t size, int may, int flags, int fd, off_t from)
{
  if (fd >= 0 && sim_disk_fails (fd, SIM_CALL_SIZE))
    return MAP_FAILED;
  return (void *) syscall (SYS_mmap, at, size, may, flags, fd, from);
}
