/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* With a real keyring on a bus of its own; Debian: gnome-keyring, dbus-daemon. */
#include <glib/gstdio.h>
#include <libsecret/secret.h>
#include <string.h>

#include "backend/parley-backend-choice.h"
#include "backend/parley-key.h"
#include "backend/parley-keyring.h"
#include "base/parley-error.h"
#include "test-server.h"

#define ORIGIN "https://api.example.org"
#define KEY    "sk-secret0123456789"

typedef struct
{
  char *folder;
  char *file;
  GTestDBus *bus;
  GSubprocess *daemon; /* (nullable) */
} Desktop;

typedef struct
{
  gboolean done;
  gboolean ok;
  gboolean in_keyring;
  char *key;
  GError *error;
} Outcome;

static void
outcome_clear (Outcome *outcome)
{
  g_clear_pointer (&outcome->key, parley_key_free);
  g_clear_error (&outcome->error);
  *outcome = (Outcome){ 0 };
}

static gboolean
is_done (gpointer data)
{
  return ((Outcome *) data)->done;
}

static void
on_set (GObject *source, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;

  outcome->ok = parley_keys_set_finish (result, &outcome->in_keyring, &outcome->error);
  outcome->done = TRUE;
}

static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;

  outcome->ok = parley_keys_forget_finish (result, &outcome->error);
  outcome->done = TRUE;
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;

  outcome->key = parley_keyring_find_finish (result, &outcome->error);
  outcome->done = TRUE;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;

  g_assert_null (
      parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &outcome->error));
  outcome->done = TRUE;
}

/* Nothing that comes back is given before the call has returned, and no word of it holds a key. */
static void
wait_for (Outcome *outcome)
{
  g_assert_false (outcome->done);
  parley_test_wait (is_done, outcome);
  if (outcome->error != NULL)
    g_assert_null (strstr (outcome->error->message, "sk-"));
}

static void
list (ParleyBackend *backend, Outcome *outcome)
{
  outcome_clear (outcome);
  parley_backend_list_models_async (backend, NULL, on_listed, outcome);
  wait_for (outcome);
}

static void
find (const char *origin, Outcome *outcome)
{
  outcome_clear (outcome);
  parley_keyring_find_async (origin, FALSE, NULL, NULL, on_found, outcome);
  wait_for (outcome);
}

static void
set (Desktop *desktop, const char *origin, const char *key, Outcome *outcome)
{
  outcome_clear (outcome);
  parley_keys_set_async (desktop->folder, origin, key, NULL, on_set, outcome);
  wait_for (outcome);
  g_assert_no_error (outcome->error);
  g_assert_true (outcome->ok);
}

static void
forget (Desktop *desktop, const char *origin, Outcome *outcome)
{
  outcome_clear (outcome);
  parley_keys_forget_async (desktop->folder, origin, NULL, on_forgotten, outcome);
  wait_for (outcome);
}

static char *
dup_file (Desktop *desktop)
{
  char *text = NULL;

  g_file_get_contents (desktop->file, &text, NULL, NULL);
  return text != NULL ? text : g_strdup ("");
}

static void
test_without_a_keyring_it_is_in_the_file (gconstpointer data)
{
  Desktop *desktop = (gpointer) data;
  g_autofree char *text = NULL;
  Outcome outcome = { 0 };
  GStatBuf info;

  set (desktop, ORIGIN, KEY, &outcome);
  g_assert_false (outcome.in_keyring);
  text = dup_file (desktop);
  g_assert_cmpstr (text, ==, ORIGIN " " KEY "\n");
  g_assert_cmpint (g_stat (desktop->file, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0600);

  find (ORIGIN, &outcome);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  forget (desktop, ORIGIN, &outcome);
  g_assert_no_error (outcome.error);
  g_assert_false (g_file_test (desktop->file, G_FILE_TEST_EXISTS));
  outcome_clear (&outcome);
}

static ParleyBackend *
choose (Desktop *desktop, const char *url, ParleyTimers *timers)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  g_autoptr (GError) error = NULL;
  const ParleyKeyPlaces places = { .folder = desktop->folder };
  ParleyBackend *backend;

  parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL);
  parley_settings_set_string (settings, PARLEY_SETTING_BACKEND_BASE_URL, url, NULL);
  backend = parley_backend_choose (settings, &places, NULL, timers, &error);
  g_assert_no_error (error);
  return backend;
}

/* Without a keyring a key that is in one is not left out in silence. */
static void
test_a_key_that_is_out_of_reach_is_missed (gconstpointer data)
{
  Desktop *desktop = (gpointer) data;
  ParleyTestServer *server = parley_test_server_new ();
  g_autofree char *url = parley_test_server_dup_url (server);
  g_autofree char *line = g_strdup_printf ("%s keyring", url);
  g_autoptr (ParleyTimers) timers = parley_timers_new (parley_clock_get_system (), NULL);
  g_autoptr (ParleyBackend) backend = NULL;
  Outcome outcome = { 0 };

  g_assert_true (g_file_set_contents_full (desktop->file, line, -1, 0, 0600, NULL));
  backend = choose (desktop, url, timers);
  list (backend, &outcome);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_cmpuint (parley_test_server_count (server), ==, 0);
  outcome_clear (&outcome);
  g_clear_object (&backend);
  parley_test_server_free (server);
  g_remove (desktop->file);
}

static void
on_name (GDBusConnection *connection, const char *name, const char *owner, gpointer data)
{
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

/* Unlocked with an empty password. Returns: FALSE when there is none on this machine. */
static gboolean
start_keyring (Desktop *desktop)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE
                                   | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GError) error = NULL;
  gboolean there = FALSE;
  guint watch;

  if (desktop->daemon != NULL)
    return TRUE;
  /* Its warnings are not ours. */
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  desktop->daemon
      = g_subprocess_launcher_spawn (launcher, &error, "gnome-keyring-daemon", "--foreground",
                                     "--unlock", "--components=secrets", NULL);
  if (desktop->daemon == NULL)
    {
      g_test_skip ("there is no gnome-keyring-daemon");
      return FALSE;
    }
  g_output_stream_write_all (g_subprocess_get_stdin_pipe (desktop->daemon), "\n", 1, NULL, NULL,
                             &error);
  g_assert_no_error (error);
  g_output_stream_close (g_subprocess_get_stdin_pipe (desktop->daemon), NULL, NULL);
  watch = g_bus_watch_name (G_BUS_TYPE_SESSION, "org.freedesktop.secrets",
                            G_BUS_NAME_WATCHER_FLAGS_NONE, on_name, NULL, &there, NULL);
  parley_test_wait (is_true, &there);
  g_bus_unwatch_name (watch);
  return TRUE;
}

static void
test_a_keyring_takes_it (gconstpointer data)
{
  Desktop *desktop = (gpointer) data;
  g_autofree char *text = NULL;
  Outcome outcome = { 0 };

  if (!start_keyring (desktop))
    return;
  set (desktop, ORIGIN, KEY, &outcome);
  g_assert_true (outcome.in_keyring);
  text = dup_file (desktop);
  g_assert_cmpstr (text, ==, ORIGIN " keyring\n");

  find (ORIGIN, &outcome);
  g_assert_no_error (outcome.error);
  g_assert_cmpstr (outcome.key, ==, KEY);
  find (ORIGIN ":8443", &outcome);
  g_assert_error (outcome.error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (outcome.error->message, ORIGIN ":8443"));

  set (desktop, ORIGIN, "sk-another", &outcome);
  find (ORIGIN, &outcome);
  g_assert_cmpstr (outcome.key, ==, "sk-another");

  forget (desktop, ORIGIN, &outcome);
  g_assert_true (outcome.ok);
  g_assert_false (g_file_test (desktop->file, G_FILE_TEST_EXISTS));
  find (ORIGIN, &outcome);
  g_assert_error (outcome.error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  forget (desktop, ORIGIN, &outcome);
  g_assert_no_error (outcome.error);
  outcome_clear (&outcome);
}

/* The first request fetches it, and all that follow have it. */
static void
test_a_server_gets_its_key_out_of_the_keyring (gconstpointer data)
{
  Desktop *desktop = (gpointer) data;
  ParleyTestServer *server = parley_test_server_new ();
  g_autofree char *url = parley_test_server_dup_url (server);
  g_autofree char *origin = g_strndup (url, strlen (url) - strlen ("/v1"));
  g_autoptr (ParleyTimers) timers = parley_timers_new (parley_clock_get_system (), NULL);
  g_autoptr (ParleyBackend) backend = NULL;
  Outcome outcome = { 0 };

  if (start_keyring (desktop))
    {
      set (desktop, origin, KEY, &outcome);
      backend = choose (desktop, url, timers);
      for (guint i = 0; i < 2; i++)
        {
          ParleyTestPeer *peer;

          outcome_clear (&outcome);
          parley_backend_list_models_async (backend, NULL, on_listed, &outcome);
          peer = parley_test_server_wait_for (server, i);
          g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer " KEY);
          parley_test_peer_head (peer, 403, "application/json", "Connection: close\r\n");
          parley_test_peer_end (peer);
          parley_test_peer_cut (peer);
          wait_for (&outcome);
        }
      forget (desktop, origin, &outcome);
    }
  outcome_clear (&outcome);
  g_clear_object (&backend);
  parley_test_server_free (server);
}

static void
test_a_locked_keyring_is_not_unlocked_in_passing (gconstpointer data)
{
  Desktop *desktop = (gpointer) data;
  g_autoptr (SecretService) service = NULL;
  g_autoptr (SecretCollection) collection = NULL;
  g_autoptr (GError) error = NULL;
  GList *all = NULL;
  Outcome outcome = { 0 };

  if (!start_keyring (desktop))
    return;
  set (desktop, ORIGIN, KEY, &outcome);
  service = secret_service_get_sync (SECRET_SERVICE_OPEN_SESSION, NULL, &error);
  g_assert_no_error (error);
  collection = secret_collection_for_alias_sync (service, SECRET_COLLECTION_DEFAULT,
                                                 SECRET_COLLECTION_NONE, NULL, &error);
  g_assert_no_error (error);
  all = g_list_prepend (NULL, collection);
  g_assert_cmpint (secret_service_lock_sync (service, all, NULL, NULL, &error), ==, 1);
  g_assert_no_error (error);
  g_list_free (all);
  find (ORIGIN, &outcome);
  g_assert_error (outcome.error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (outcome.error->message, "locked"));
  outcome_clear (&outcome);
}

/* --- a keyring that hangs --- */

/* In a thread of the connection's: whatever it is asked is not answered. */
static GDBusMessage *
drop_call (GDBusConnection *connection, GDBusMessage *message, gboolean incoming, gpointer data)
{
  if (!incoming || g_dbus_message_get_message_type (message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL)
    return message;
  g_object_unref (message);
  return NULL;
}

/* Returns: (transfer full): as long as it is there, it has the keyring's name. */
static GDBusConnection *
hang_keyring (Desktop *desktop)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
      g_test_dbus_get_bus_address (desktop->bus),
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, &error);

  g_assert_no_error (error);
  g_dbus_connection_add_filter (connection, drop_call, NULL, NULL);
  reply = g_dbus_connection_call_sync (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "RequestName",
                                       g_variant_new ("(su)", "org.freedesktop.secrets", 4u), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

static void
test_a_keyring_that_hangs_is_not_waited_for (gconstpointer data)
{
  Desktop *desktop = (gpointer) data;
  ParleyTestServer *server = parley_test_server_new ();
  g_autofree char *url = parley_test_server_dup_url (server);
  g_autofree char *line = g_strdup_printf ("%s keyring", url);
  g_autoptr (ParleyTimers) timers = parley_timers_new (parley_clock_get_system (), NULL);
  g_autoptr (ParleyBackend) backend = NULL;
  g_autoptr (GDBusConnection) keyring = hang_keyring (desktop);
  gint64 from = g_get_monotonic_time ();
  Outcome outcome = { 0 };

  g_assert_true (g_file_set_contents_full (desktop->file, line, -1, 0, 0600, NULL));
  backend = choose (desktop, url, timers);
  list (backend, &outcome);
  g_assert_error (outcome.error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (outcome.error->message, "doesn't answer"));
  g_assert_cmpint (g_get_monotonic_time () - from, <,
                   (PARLEY_KEYRING_PATIENCE_MS + 5000) * G_TIME_SPAN_MILLISECOND);
  g_assert_cmpuint (parley_test_server_count (server), ==, 0);
  outcome_clear (&outcome);
  g_clear_object (&backend);
  parley_test_server_free (server);
  g_remove (desktop->file);
  g_assert_true (g_dbus_connection_close_sync (keyring, NULL, NULL));
  secret_service_disconnect ();
}

static void
desktop_init (Desktop *desktop)
{
  *desktop = (Desktop){ .folder = g_dir_make_tmp ("parley-keyring-XXXXXX", NULL) };
  desktop->file = g_build_filename (desktop->folder, "key", NULL);
  g_setenv ("HOME", desktop->folder, TRUE);
  g_setenv ("XDG_DATA_HOME", desktop->folder, TRUE);
  g_setenv ("XDG_RUNTIME_DIR", desktop->folder, TRUE);
  g_unsetenv (PARLEY_KEY_VARIABLE);
  desktop->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (desktop->bus);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      remove_all (below);
    }
  g_remove (path);
}

static void
desktop_clear (Desktop *desktop)
{
  secret_service_disconnect ();
  if (desktop->daemon != NULL)
    {
      g_subprocess_force_exit (desktop->daemon);
      g_subprocess_wait (desktop->daemon, NULL, NULL);
    }
  g_clear_object (&desktop->daemon);
  g_test_dbus_stop (desktop->bus);
  g_object_unref (desktop->bus);
  remove_all (desktop->folder);
  g_free (desktop->file);
  g_free (desktop->folder);
}

#define ADD(name, func) g_test_add_data_func ("/backend/keyring/" name, &desktop, func)

int
main (int argc, char **argv)
{
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");
  Desktop desktop;
  int status;

  g_test_init (&argc, &argv, NULL);
  if (daemon == NULL)
    {
      g_print ("1..0 # SKIP there is no dbus-daemon\n");
      return 0;
    }
  desktop_init (&desktop);
  ADD ("file", test_without_a_keyring_it_is_in_the_file);
  ADD ("out-of-reach", test_a_key_that_is_out_of_reach_is_missed);
  ADD ("hangs", test_a_keyring_that_hangs_is_not_waited_for);
  ADD ("keyring", test_a_keyring_takes_it);
  ADD ("server", test_a_server_gets_its_key_out_of_the_keyring);
  ADD ("locked", test_a_locked_keyring_is_not_unlocked_in_passing);
  status = g_test_run ();
  desktop_clear (&desktop);
  return status;
}
