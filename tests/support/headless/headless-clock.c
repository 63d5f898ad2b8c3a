/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "headless.h"

#define EXPORTED __attribute__ ((visibility ("default")))

/* What this program exports under the names of libc goes before libc, in GLib, libpurple and the
 * plugin too: all of them see the same time, and what waits until then is due. */

static gint *
get_offset (void)
{
  static gint seconds; /* libpurple: nor has libc a place for it */

  return &seconds;
}

void
headless_clock_step (gint seconds)
{
  g_atomic_int_add (get_offset (), seconds);
  g_main_context_wakeup (NULL);
}

EXPORTED int
clock_gettime (clockid_t id, struct timespec *time)
{
  int result = (int) syscall (SYS_clock_gettime, id, time);

  if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_MONOTONIC))
    time->tv_sec += g_atomic_int_get (get_offset ());
  return result;
}

EXPORTED time_t
time (time_t *out)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  if (out != NULL)
    *out = now.tv_sec;
  return now.tv_sec;
}

EXPORTED int
gettimeofday (struct timeval *out, void *zone)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  *out = (struct timeval){ .tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000 };
  return 0;
}
