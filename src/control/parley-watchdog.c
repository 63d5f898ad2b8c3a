/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "control/parley-watchdog.h"

#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A unit that wants to hear it more often than this is told so often. */
#define MIN_MS 1000
#define MAX_MS 3600000

struct _ParleyWatchdog
{
  ParleyTimers *timers;
  ParleyTimer *timer;
  struct sockaddr_un address;
  socklen_t length;
  int socket;
  gint64 every_ms;
};

/* A name that begins with “@” is one without a file. */
static gboolean
read_address (ParleyWatchdog *watchdog, const char *name)
{
  gsize length = name != NULL ? strlen (name) : 0;

  if (length < 2 || length >= sizeof watchdog->address.sun_path || (*name != '/' && *name != '@'))
    return FALSE;
  watchdog->address.sun_family = AF_UNIX;
  memcpy (watchdog->address.sun_path, name, length);
  if (*name == '@')
    watchdog->address.sun_path[0] = '\0';
  watchdog->length = (socklen_t) (offsetof (struct sockaddr_un, sun_path) + length);
  return TRUE;
}

/* WATCHDOG_PID is not looked at: where a client runs in a terminal that tmux holds, that is tmux's,
 * and the unit says that others may tell it. */
static gboolean
read_time (ParleyWatchdog *watchdog, const char *text)
{
  guint64 us;

  if (text == NULL || !g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT64, &us, NULL))
    return FALSE;
  watchdog->every_ms = CLAMP ((gint64) (us / 2000), MIN_MS, MAX_MS);
  return TRUE;
}

/* What can't be taken at once is not: the next one will be. */
static void
tell (gpointer data)
{
  ParleyWatchdog *watchdog = data;
  const char *alive = "WATCHDOG=1";

  if (sendto (watchdog->socket, alive, strlen (alive), MSG_DONTWAIT | MSG_NOSIGNAL,
              (const struct sockaddr *) &watchdog->address, watchdog->length)
      < 0)
    g_debug ("systemd did not hear that the main loop runs");
  parley_timer_arm (watchdog->timer, parley_timers_now (watchdog->timers) + watchdog->every_ms);
}

ParleyWatchdog *
parley_watchdog_new (char **environment, ParleyTimers *timers)
{
  g_autoptr (ParleyWatchdog) watchdog = g_new0 (ParleyWatchdog, 1);

  watchdog->socket = -1;
  if (!read_address (watchdog, g_environ_getenv (environment, "NOTIFY_SOCKET"))
      || !read_time (watchdog, g_environ_getenv (environment, "WATCHDOG_USEC")))
    return NULL;
  watchdog->socket = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (watchdog->socket < 0)
    return NULL;
  watchdog->timers = timers;
  watchdog->timer = parley_timer_new (timers, tell, watchdog);
  tell (watchdog);
  return g_steal_pointer (&watchdog);
}

void
parley_watchdog_free (ParleyWatchdog *watchdog)
{
  if (watchdog->timer != NULL)
    parley_timer_free (watchdog->timer);
  if (watchdog->socket >= 0)
    close (watchdog->socket);
  g_free (watchdog);
}
