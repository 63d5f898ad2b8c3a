/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Asking this machine for model servers. */
#include <string.h>

#include <glib/gstdio.h>

#include "backend/parley-local-server.h"
#include "base/parley-error.h"
#include "test-clock.h"
#include "test-server.h"

#define MODELS "{\"data\":[{\"id\":\"small\"}]}"

typedef struct
{
  ParleyTestServer *servers[2];
  ParleyTestClock clock;
  ParleyTimers *timers;
  GCancellable *cancellable;
  GPtrArray *found;
  GError *error;
  gboolean done;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (f->servers); i++)
    f->servers[i] = parley_test_server_new ();
  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  f->cancellable = g_cancellable_new ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  for (guint i = 0; i < G_N_ELEMENTS (f->servers); i++)
    parley_test_server_free (f->servers[i]);
  parley_timers_unref (f->timers);
  g_object_unref (f->cancellable);
  g_clear_pointer (&f->found, g_ptr_array_unref);
  g_clear_error (&f->error);
}

/* Returns: (transfer full): of a table of the user's. */
static GPtrArray *
load (const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-local-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "local-servers.ini", NULL);
  ParleyData *data = parley_data_new (folder);
  GPtrArray *servers;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  servers = parley_local_servers_load (data);
  parley_data_free (data);
  g_remove (path);
  g_rmdir (folder);
  return servers;
}

static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  f->found = parley_local_servers_ask_finish (result, &f->error);
  f->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Fixture *) data)->done;
}

/* Both servers, the second behind a port where nobody listens. */
static void
ask (Fixture *f)
{
  g_autofree char *text = g_strdup_printf (
      "[One]\naddress=http://127.0.0.1:%u/v1\n[Nobody]\naddress=http://127.0.0.1:1/v1\n"
      "[Two]\naddress=http://127.0.0.1:%u/v1\n",
      parley_test_server_get_port (f->servers[0]), parley_test_server_get_port (f->servers[1]));
  g_autoptr (GPtrArray) servers = load (text);

  parley_local_servers_ask_async (servers, f->timers, f->cancellable, on_asked, f);
}

static void
answer (Fixture *f, guint server, guint status, const char *body)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (f->servers[server], 0);

  parley_test_peer_head (peer, status, "application/json", NULL);
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
}

static const ParleyLocalServer *
get (Fixture *f, guint index)
{
  return g_ptr_array_index (f->found, index);
}

static void
test_table_has_the_usual_ports (void)
{
  static const guint ports[] = { 11434, 1234, 8080, 8000 };
  ParleyData *data = parley_data_new (NULL);
  g_autoptr (GPtrArray) servers = parley_local_servers_load (data);

  parley_data_free (data);
  g_assert_cmpuint (servers->len, ==, G_N_ELEMENTS (ports));
  for (guint i = 0; i < servers->len; i++)
    g_assert_cmpuint (((ParleyLocalServer *) g_ptr_array_index (servers, i))->port, ==, ports[i]);
}

static void
test_other_machines_are_left_out (void)
{
  g_autoptr (GPtrArray) servers
      = load ("[A]\naddress=http://192.168.1.5:11434/v1\n[B]\naddress=https://example.org/v1\n"
              "[C]\n[D]\naddress=nonsense\n[E]\naddress=http://localhost:11434/v1\n");

  g_assert_cmpuint (servers->len, ==, 1);
  g_assert_cmpstr (((ParleyLocalServer *) g_ptr_array_index (servers, 0))->name, ==, "E");
}

static void
test_all_are_asked_at_once (Fixture *f, gconstpointer data)
{
  ask (f);
  parley_test_server_wait_for (f->servers[0], 0);
  answer (f, 1, 200, MODELS);
  answer (f, 0, 401, "{\"error\":{\"message\":\"no key\"}}");
  parley_test_wait (is_done, f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (f->found->len, ==, 3);
  g_assert_null (get (f, 0)->models);
  g_assert_error (get (f, 0)->error, PARLEY_ERROR, PARLEY_ERROR_AUTH);
  g_assert_null (get (f, 1)->models); /* where nobody listens there is nothing to tell */
  g_assert_null (get (f, 1)->error);
  g_assert_cmpuint (get (f, 2)->models->len, ==, 1);
  g_assert_null (
      parley_test_peer_get_authorization (parley_test_server_wait_for (f->servers[1], 0)));
}

static void
test_one_that_says_nothing_is_given_up (Fixture *f, gconstpointer data)
{
  ask (f);
  parley_test_server_wait_for (f->servers[0], 0);
  answer (f, 1, 200, MODELS);
  parley_test_clock_advance (&f->clock, 3001);
  parley_timers_dispatch (f->timers);
  parley_test_wait (is_done, f);
  g_assert_null (get (f, 0)->models);
  g_assert_null (get (f, 0)->error);
}

static gboolean
is_closed (gpointer data)
{
  return parley_test_peer_is_closed (data);
}

static void
test_cancelling_closes_the_connections (Fixture *f, gconstpointer data)
{
  ParleyTestPeer *peer;

  ask (f);
  peer = parley_test_server_wait_for (f->servers[0], 0);
  g_cancellable_cancel (f->cancellable);
  parley_test_wait (is_done, f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (f->found);
  parley_test_wait (is_closed, peer);
}

static void
test_an_empty_table_is_soon_asked (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) servers = load ("");

  parley_local_servers_ask_async (servers, f->timers, f->cancellable, on_asked, f);
  g_assert_false (f->done);
  parley_test_wait (is_done, f);
  g_assert_cmpuint (f->found->len, ==, 0);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/backend/local-server/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backend/local-server/table", test_table_has_the_usual_ports);
  g_test_add_func ("/backend/local-server/other-machines", test_other_machines_are_left_out);
  ADD ("all", test_all_are_asked_at_once);
  ADD ("silent", test_one_that_says_nothing_is_given_up);
  ADD ("cancel", test_cancelling_closes_the_connections);
  ADD ("empty", test_an_empty_table_is_soon_asked);
  return g_test_run ();
}
