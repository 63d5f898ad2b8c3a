/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "backend/parley-backend-choice.h"
#include "backend/parley-url.h"
#include "base/parley-error.h"
#include "test-clock.h"
#include "test-server.h"

#define OPENAI "https://api.openai.com"
#define LOCAL  "http://127.0.0.1:11434"
#define BOX    "http://box.example:8080"

typedef struct
{
  char *folder;
  char *own;  /* Parley's own file */
  char *file; /* that the user named */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("parley-keys-XXXXXX", NULL);
  fixture->own = g_build_filename (fixture->folder, "key", NULL);
  fixture->file = g_build_filename (fixture->folder, "named", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_unsetenv (PARLEY_KEY_VARIABLE);
  g_unsetenv (PARLEY_KEY_ORIGIN_VARIABLE);
  g_remove (fixture->own);
  g_remove (fixture->file);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->own);
  g_free (fixture->file);
  g_free (fixture->folder);
}

static void
write_file (const char *path, const char *text)
{
  g_remove (path);
  if (text == NULL)
    return;
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
}

static void
set_variable (const char *name, const char *value)
{
  if (value != NULL)
    g_setenv (name, value, TRUE);
  else
    g_unsetenv (name);
}

typedef struct
{
  const char *server;
  const char *variable;
  const char *variable_origin;
  const char *file;
  const char *own;
  gboolean named_here;
  gboolean plain_here;
  ParleyKeyState state;
  const char *key;
  const char *other;
} Row;

#define NOT_NEEDED PARLEY_KEY_STATE_NOT_NEEDED
#define HERE       PARLEY_KEY_STATE_HERE
#define IN_KEYRING PARLEY_KEY_STATE_IN_KEYRING
#define ELSEWHERE  PARLEY_KEY_STATE_ELSEWHERE
#define PLAIN      PARLEY_KEY_STATE_PLAIN

static const Row rows[] = {
  /* Nobody gave a key for anything. */
  { .server = LOCAL, .state = NOT_NEEDED },
  { .server = OPENAI, .state = NOT_NEEDED },
  { .server = BOX, .state = PLAIN },
  { .server = BOX, .plain_here = TRUE, .state = NOT_NEEDED },
  { .server = BOX, .named_here = TRUE, .state = PLAIN },
  { .server = BOX, .own = BOX " -", .state = NOT_NEEDED },
  { .server = BOX, .own = "http://box.example:8081 -", .state = PLAIN },
  { .server = BOX, .own = "https://box.example:8080 -", .state = PLAIN },

  /* One that names its server. */
  { .server = OPENAI, .own = OPENAI " sk-1", .state = HERE, .key = "sk-1" },
  { .server = OPENAI "/v1", .own = "# mine\n" OPENAI "/v1 sk-1\n", .state = HERE, .key = "sk-1" },
  { .server = OPENAI, .own = OPENAI " keyring", .state = IN_KEYRING },
  { .server = OPENAI, .own = OPENAI " -", .state = NOT_NEEDED },
  { .server = OPENAI, .file = OPENAI " sk-1", .own = OPENAI " sk-2", .state = HERE, .key = "sk-1" },
  { .server = LOCAL,
    .variable = "sk-1",
    .variable_origin = LOCAL "/v1",
    .state = HERE,
    .key = "sk-1" },

  /* Another scheme, host or port is another server. */
  { .server = "https://api.openai.org",
    .own = OPENAI " sk-1",
    .state = ELSEWHERE,
    .other = OPENAI },
  { .server = OPENAI ":8443", .own = OPENAI " sk-1", .state = ELSEWHERE, .other = OPENAI },
  { .server = "https://api.openai.com.evil.example",
    .own = OPENAI " sk-1",
    .state = ELSEWHERE,
    .other = OPENAI },
  { .server = LOCAL, .own = OPENAI " sk-1", .state = ELSEWHERE, .other = OPENAI },
  { .server = LOCAL, .own = OPENAI " keyring", .state = ELSEWHERE, .other = OPENAI },
  { .server = "http://127.0.0.1:11435", .own = LOCAL " sk-1", .state = ELSEWHERE, .other = LOCAL },
  { .server = "https://127.0.0.1:11434", .own = LOCAL " sk-1", .state = ELSEWHERE, .other = LOCAL },
  { .server = "http://localhost:11434", .own = LOCAL " sk-1", .state = ELSEWHERE, .other = LOCAL },
  { .server = "http://api.openai.com", .own = OPENAI " sk-1", .state = PLAIN },
  { .server = LOCAL,
    .variable = "sk-1",
    .variable_origin = OPENAI,
    .state = ELSEWHERE,
    .other = OPENAI },
  { .server = LOCAL, .file = OPENAI " sk-1", .state = ELSEWHERE, .other = OPENAI },

  /* ... until the user says that it needs none, or gives one. */
  { .server = LOCAL, .own = OPENAI " sk-1\n" LOCAL " -", .state = NOT_NEEDED },
  { .server = LOCAL, .own = OPENAI " sk-1\n" LOCAL " sk-2", .state = HERE, .key = "sk-2" },
  { .server = LOCAL,
    .variable = "sk-1",
    .variable_origin = OPENAI,
    .own = LOCAL " -",
    .state = NOT_NEEDED },
  { .server = OPENAI, .own = LOCAL " -", .state = NOT_NEEDED },

  /* One that names no server is for this machine. */
  { .server = LOCAL, .own = "sk-1", .state = HERE, .key = "sk-1" },
  { .server = "http://[::1]:1", .own = "sk-1", .state = HERE, .key = "sk-1" },
  { .server = LOCAL, .variable = "sk-1", .state = HERE, .key = "sk-1" },
  { .server = LOCAL, .variable = " sk-1\n", .own = "sk-2", .state = HERE, .key = "sk-1" },
  { .server = LOCAL, .variable = "", .own = "sk-2", .state = HERE, .key = "sk-2" },
  { .server = OPENAI, .own = "sk-1", .state = ELSEWHERE },
  { .server = OPENAI, .file = "sk-1", .state = ELSEWHERE },
  { .server = OPENAI, .variable = "sk-1", .state = ELSEWHERE },
  { .server = OPENAI, .variable = "sk-1", .own = OPENAI " sk-2", .state = HERE, .key = "sk-2" },

  /* ... or for the one that is named in the same command. */
  { .server = OPENAI, .variable = "sk-1", .named_here = TRUE, .state = HERE, .key = "sk-1" },
  { .server = OPENAI, .file = "sk-1", .named_here = TRUE, .state = HERE, .key = "sk-1" },
  { .server = OPENAI, .own = "sk-1", .named_here = TRUE, .state = NOT_NEEDED },
  { .server = OPENAI, .own = LOCAL " sk-1", .named_here = TRUE, .state = NOT_NEEDED },
  { .server = OPENAI,
    .variable = "sk-1",
    .variable_origin = LOCAL,
    .named_here = TRUE,
    .state = NOT_NEEDED },

  /* None goes where everybody on the way can read it. */
  { .server = BOX, .own = BOX " sk-1", .state = PLAIN },
  { .server = BOX, .own = "sk-1", .plain_here = TRUE, .state = NOT_NEEDED },
  { .server = BOX,
    .variable = "sk-1",
    .variable_origin = BOX,
    .plain_here = TRUE,
    .state = NOT_NEEDED },
};

static ParleyKeyAnswer *
find (Fixture *fixture, const Row *row, GError **error)
{
  g_autoptr (GUri) server = parley_url_check (row->server, TRUE, NULL);
  const ParleyKeyPlaces places = {
    .folder = fixture->folder,
    .file = row->file != NULL ? fixture->file : NULL,
    .named_here = row->named_here,
    .plain_here = row->plain_here,
  };

  set_variable (PARLEY_KEY_VARIABLE, row->variable);
  set_variable (PARLEY_KEY_ORIGIN_VARIABLE, row->variable_origin);
  write_file (fixture->file, row->file);
  write_file (fixture->own, row->own);
  return parley_keys_find (&places, server, error);
}

/* The user is told for whom the key is and for whom it isn't. */
static void
assert_explained (const ParleyKeyAnswer *answer, const Row *row)
{
  g_autoptr (GError) error = parley_key_answer_explain (answer);

  if (row->state != ELSEWHERE && row->state != PLAIN)
    {
      g_assert_no_error (error);
      return;
    }
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_nonnull (strstr (error->message, answer->origin));
  g_assert_nonnull (strstr (error->message, "Set the key"));
  g_assert_null (strstr (error->message, "sk-"));
  if (row->state == ELSEWHERE)
    g_assert_nonnull (strstr (error->message, row->other != NULL ? row->other : "this machine"));
}

static void
test_a_key_belongs_to_its_server (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ParleyKeyAnswer) answer = find (fixture, &rows[i], &error);

      g_test_message ("row %u: %s", i, rows[i].server);
      g_assert_no_error (error);
      g_assert_cmpint (answer->state, ==, rows[i].state);
      g_assert_cmpstr (answer->key, ==, rows[i].key);
      if (rows[i].state == ELSEWHERE)
        g_assert_cmpstr (answer->other, ==, rows[i].other);
      assert_explained (answer, &rows[i]);
    }
}

static void
test_damage_refuses_all (Fixture *fixture, gconstpointer data)
{
  static const Row damaged[] = {
    { .server = LOCAL, .variable = "sk-1\nsk-2" },
    { .server = LOCAL, .variable = "sk-1", .variable_origin = "nowhere" },
    { .server = LOCAL, .file = "sk 1" },
    { .server = LOCAL, .own = OPENAI },
    { .server = LOCAL, .variable = "sk-1", .own = "sk 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (find (fixture, &damaged[i], &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_null (strstr (error->message, "sk-"));
    }
}

/* With real servers */

typedef struct
{
  ParleyTestServer *first;
  ParleyTestServer *second;
  ParleySettings *settings;
  ParleyTestClock clock;
  ParleyTimers *timers;
} Move;

static void
move_init (Move *move)
{
  move->first = parley_test_server_new ();
  move->second = parley_test_server_new ();
  move->settings = parley_settings_new ();
  parley_test_clock_init (&move->clock);
  move->timers = parley_timers_new (&move->clock.clock, NULL);
  parley_settings_set_string (move->settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL);
  parley_settings_set_string (move->settings, PARLEY_SETTING_BACKEND_MODEL, "m", NULL);
}

static void
move_clear (Move *move)
{
  parley_test_server_free (move->first);
  parley_test_server_free (move->second);
  parley_settings_free (move->settings);
  parley_timers_unref (move->timers);
}

static ParleyBackend *
choose (Fixture *fixture, Move *move, ParleyTestServer *server, GError **error)
{
  g_autofree char *url = parley_test_server_dup_url (server);
  const ParleyKeyPlaces places = { .folder = fixture->folder };

  g_assert_true (
      parley_settings_set_string (move->settings, PARLEY_SETTING_BACKEND_BASE_URL, url, NULL));
  return parley_backend_choose (move->settings, &places, NULL, move->timers, error);
}

static void
on_generated (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyCompletion *completion
      = parley_backend_generate_finish (PARLEY_BACKEND (source), result, NULL);

  g_assert_null (completion);
  *(gboolean *) data = TRUE;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &error));
  g_assert_nonnull (strstr (error->message, "another user"));
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

/* Asks with some text. Returns: the request as the server saw it. */
static ParleyTestPeer *
ask (ParleyBackend *backend, ParleyTestServer *server)
{
  g_autoptr (ParleyRequest) request = parley_request_new (16);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ParleyTestPeer *peer;
  gboolean done = FALSE;

  parley_request_add (request, PARLEY_ROLE_USER, "a secret talk");
  parley_backend_generate_async (backend, request, NULL, NULL, cancellable, on_generated, &done);
  peer = parley_test_server_wait_for (server, parley_test_server_count (server));
  g_cancellable_cancel (cancellable);
  parley_test_wait (is_true, &done);
  return peer;
}

static void
test_a_changed_address_gets_nothing (Fixture *fixture, gconstpointer data)
{
  Move move;
  g_autofree char *line = NULL;
  g_autofree char *none = NULL;
  g_autofree char *url = NULL;
  g_autoptr (ParleyBackend) backend = NULL;
  g_autoptr (GError) error = NULL;
  ParleyTestPeer *peer;

  move_init (&move);
  url = parley_test_server_dup_url (move.first);
  line = g_strdup_printf ("%s sk-secret\n", url);
  write_file (fixture->own, line);
  backend = choose (fixture, &move, move.first, &error);
  g_assert_no_error (error);
  peer = ask (backend, move.first);
  g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer sk-secret");
  g_clear_object (&backend);

  backend = choose (fixture, &move, move.second, &error);
  g_assert_null (backend);
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_cmpuint (parley_test_server_count (move.second), ==, 0);
  g_clear_error (&error);

  /* The user says that this one needs no key: it gets the talk, and not the other's key. */
  g_free (url);
  url = parley_test_server_dup_url (move.second);
  none = g_strdup_printf ("%s%s -\n", line, url);
  write_file (fixture->own, none);
  backend = choose (fixture, &move, move.second, &error);
  g_assert_no_error (error);
  peer = ask (backend, move.second);
  g_assert_null (parley_test_peer_get_authorization (peer));
  g_assert_nonnull (strstr (parley_test_peer_get_body (peer), "a secret talk"));
  g_clear_object (&backend);
  move_clear (&move);
}

static void
test_a_squatter_gets_nothing (Fixture *fixture, gconstpointer data)
{
  Move move;
  g_autoptr (ParleyBackend) backend = NULL;
  g_autoptr (ParleyRequest) request = parley_request_new (16);
  g_autoptr (GError) error = NULL;
  gboolean done = FALSE;

  if (getuid () != 0)
    {
      g_test_skip ("only root can start a program of another user");
      return;
    }
  move_init (&move);
  parley_test_server_free (move.second);
  /* The kernel's table names who made the socket. */
  g_assert_cmpint (seteuid (12345), ==, 0);
  move.second = parley_test_server_new ();
  g_assert_cmpint (seteuid (0), ==, 0);
  write_file (fixture->own, "sk-secret");

  backend = choose (fixture, &move, move.second, &error);
  g_assert_no_error (error);
  parley_request_add (request, PARLEY_ROLE_USER, "a secret talk");
  parley_backend_generate_async (backend, request, NULL, NULL, NULL, on_generated, &done);
  parley_test_wait (is_true, &done);
  done = FALSE;
  parley_backend_list_models_async (backend, NULL, on_listed, &done);
  parley_test_wait (is_true, &done);
  g_assert_cmpuint (parley_test_server_count (move.second), ==, 0);
  g_clear_object (&backend);
  move_clear (&move);
}

#define ADD(name, func) g_test_add ("/backend/keys/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("belongs-to-its-server", test_a_key_belongs_to_its_server);
  ADD ("damage", test_damage_refuses_all);
  ADD ("changed-address", test_a_changed_address_gets_nothing);
  ADD ("squatter", test_a_squatter_gets_nothing);
  return g_test_run ();
}
