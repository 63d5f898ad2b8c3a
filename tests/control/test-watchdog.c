/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* What systemd's watchdog hears, at its socket. */

#include "control/parley-watchdog.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>

#include "test-clock.h"
#include "test-folder.h"

typedef struct
{
  char *folder;
  char *path;
  GSocket *socket;
  ParleyTestClock clock;
  ParleyTimers *timers;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketAddress) address = NULL;

  f->folder = g_dir_make_tmp ("parley-notify-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, "notify", NULL);
  address = g_unix_socket_address_new (f->path);
  f->socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, 0, NULL);
  g_assert_true (g_socket_bind (f->socket, address, FALSE, NULL));
  g_socket_set_blocking (f->socket, FALSE);
  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  parley_timers_unref (f->timers);
  g_object_unref (f->socket);
  parley_test_folder_remove (f->folder);
  g_free (f->folder);
  g_free (f->path);
}

static ParleyWatchdog *
watchdog (Fixture *f, const char *path, const char *us)
{
  const char *set[] = { NULL, NULL, NULL };
  g_autofree char *socket = g_strconcat ("NOTIFY_SOCKET=", path, NULL);
  g_autofree char *time = g_strconcat ("WATCHDOG_USEC=", us, NULL);

  set[0] = socket;
  set[1] = us != NULL ? time : NULL;
  return parley_watchdog_new ((char **) set, f->timers);
}

/* Returns: how often it heard that the loop runs. */
static guint
hear (Fixture *f)
{
  char text[100];
  guint n = 0;
  gssize length;

  while ((length = g_socket_receive (f->socket, text, sizeof text, NULL, NULL)) > 0)
    {
      g_assert_cmpmem (text, (gsize) length, "WATCHDOG=1", 10);
      n++;
    }
  return n;
}

static void
test_twice_in_each_time (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyWatchdog) told = watchdog (f, f->path, "120000000");

  g_assert_nonnull (told);
  g_assert_cmpuint (hear (f), ==, 1);
  for (guint i = 0; i < 10; i++)
    {
      parley_test_clock_advance (&f->clock, 59000);
      parley_timers_dispatch (f->timers);
      g_assert_cmpuint (hear (f), ==, 0);
      parley_test_clock_advance (&f->clock, 1000);
      parley_timers_dispatch (f->timers);
      g_assert_cmpuint (hear (f), ==, 1);
    }
}

/* It ends with us, and nothing wakes the loop where nobody listens. */
static void
test_nobody_wants_it (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyWatchdog) told = watchdog (f, f->path, "120000000");

  g_clear_pointer (&told, parley_watchdog_free);
  g_assert_null (watchdog (f, f->path, NULL));
  g_assert_null (watchdog (f, f->path, "0"));
  g_assert_null (watchdog (f, f->path, "soon"));
  g_assert_null (watchdog (f, "", "120000000"));
  g_assert_null (watchdog (f, "elsewhere", "120000000"));
  g_assert_cmpint (parley_timers_get_next (f->timers), ==, -1);
}

/* Who listened is gone: it goes on. */
static void
test_gone (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyWatchdog) told = NULL;

  g_socket_close (f->socket, NULL);
  told = watchdog (f, f->path, "120000000");
  g_assert_nonnull (told);
  parley_test_clock_advance (&f->clock, 60000);
  parley_timers_dispatch (f->timers);
  g_assert_cmpint (parley_timers_get_next (f->timers), >, 0);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/control/watchdog/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("twice", test_twice_in_each_time);
  ADD ("nobody", test_nobody_wants_it);
  ADD ("gone", test_gone);
  return g_test_run ();
}
