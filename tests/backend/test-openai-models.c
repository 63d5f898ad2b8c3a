/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json.h"
#include "openai-fixture.h"

typedef struct
{
  GCancellable *cancellable;
  GPtrArray *models;
  GError *error;
  guint n_callbacks;
} Listing;

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  Listing *listing = data;

  listing->models
      = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &listing->error);
  g_assert_true ((listing->models != NULL) != (listing->error != NULL));
  listing->n_callbacks++;
}

static gboolean
is_done (gpointer data)
{
  return ((Listing *) data)->n_callbacks > 0;
}

static ParleyTestPeer *
start (Fixture *fixture, Listing *listing)
{
  guint index = parley_test_server_count (fixture->server);

  *listing = (Listing){ .cancellable = g_cancellable_new () };
  parley_backend_list_models_async (fixture->backend, listing->cancellable, on_listed, listing);
  g_assert_cmpuint (listing->n_callbacks, ==, 0);
  return parley_test_server_wait_for (fixture->server, index);
}

static void
finish (Listing *listing)
{
  parley_test_wait (is_done, listing);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (listing->n_callbacks, ==, 1);
}

static void
clear (Listing *listing)
{
  g_clear_object (&listing->cancellable);
  g_clear_pointer (&listing->models, g_ptr_array_unref);
  g_clear_error (&listing->error);
}

/* The server's helper takes one request from a connection only. */
static void
answer (ParleyTestPeer *peer, guint status, const char *type, const char *body)
{
  parley_test_peer_head (peer, status, type, "Connection: close\r\n");
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
}

static void
test_names_that_can_be_shown_are_listed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *longest = g_strnfill (200, 'm');
  g_autofree char *body = g_strdup_printf (
      "{\"object\":\"list\",\"data\":[{\"id\":\"llama3:8b\"},{\"id\":\"\"},{\"id\":7},{},null,"
      "{\"id\":\"a\\nb\"},{\"id\":\"a\\u202eb\"},{\"id\":\"%s\"},{\"id\":\"%sx\"},"
      "{\"id\":\"vendor/modèle\"}]}",
      longest, longest);
  Listing listing;
  ParleyTestPeer *peer = start (fixture, &listing);
  const char *const wanted[] = { "llama3:8b", longest, "vendor/modèle" };

  g_assert_cmpstr (parley_test_peer_get_method (peer), ==, "GET");
  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/models");
  g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer " KEY);
  answer (peer, 200, "application/json", body);
  finish (&listing);
  g_assert_no_error (listing.error);
  g_assert_cmpuint (listing.models->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < listing.models->len; i++)
    {
      const ParleyModel *model = g_ptr_array_index (listing.models, i);

      g_assert_cmpstr (model->id, ==, wanted[i]);
    }
  clear (&listing);
}

static void
test_the_number_of_names_is_bounded (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) body = g_string_new ("{\"data\":[");
  Listing listing;
  ParleyTestPeer *peer = start (fixture, &listing);

  for (int i = 0; i < 5000; i++)
    g_string_append_printf (body, "%s{\"id\":\"m%d\"}", i > 0 ? "," : "", i);
  g_string_append (body, "]}");
  answer (peer, 200, "application/json", body->str);
  finish (&listing);
  g_assert_cmpuint (listing.models->len, ==, 1000);
  clear (&listing);
}

static void
test_each_wrong_answer_is_an_error (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    guint status;
    const char *type;
    const char *body;
    ParleyError code;
    const char *word;
  } rows[] = {
    { 401, "application/json", "{\"error\":{\"message\":\"bad " KEY "\"}}", PARLEY_ERROR_AUTH,
      "key" },
    { 404, "text/html", "<html>", PARLEY_ERROR_CONFIGURATION, "address" },
    { 500, "text/plain", "no", PARLEY_ERROR_OVERLOADED, "problem" },
    { 200, "text/html", "<html>", PARLEY_ERROR_BAD_RESPONSE, "login page" },
    { 200, "application/json", "\n<html>", PARLEY_ERROR_BAD_RESPONSE, "login page" },
    { 200, "application/json", "{}", PARLEY_ERROR_BAD_RESPONSE, "not a list" },
    { 200, "application/json", "[]", PARLEY_ERROR_BAD_RESPONSE, "JSON" },
    { 200, "application/json", "{\"error\":\"no luck\"}", PARLEY_ERROR_BAD_RESPONSE, "no luck" },
    { 307, "text/plain", "x", PARLEY_ERROR_BAD_RESPONSE, "login page" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Listing listing;
      ParleyTestPeer *peer = start (fixture, &listing);

      answer (peer, rows[i].status, rows[i].type, rows[i].body);
      finish (&listing);
      g_assert_error (listing.error, PARLEY_ERROR, (int) rows[i].code);
      g_assert_nonnull (strstr (listing.error->message, rows[i].word));
      g_assert_null (strstr (listing.error->message, "secret"));
      clear (&listing);
    }
}

static void
test_a_list_without_end_is_not_read_on (Fixture *fixture, gconstpointer data)
{
  const gsize size = 20 * PARLEY_JSON_MAX_BYTES;
  g_autofree char *fill = g_strnfill (size, ' ');
  Listing listing;
  ParleyTestPeer *peer = start (fixture, &listing);

  parley_test_peer_head (peer, 200, "application/json", NULL);
  parley_test_peer_chunk (peer, "{", -1);
  parley_test_peer_chunk (peer, fill, size);
  finish (&listing);
  g_assert_error (listing.error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE);
  wait_closed (peer);
  g_assert_cmpuint (parley_test_peer_get_sent (peer), <, size);
  clear (&listing);
}

static void
test_cancelling_closes_the_connection (Fixture *fixture, gconstpointer data)
{
  Listing listing;
  ParleyTestPeer *peer = start (fixture, &listing);

  g_cancellable_cancel (listing.cancellable);
  finish (&listing);
  g_assert_error (listing.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  wait_closed (peer);
  clear (&listing);
}

static void
test_a_stall_is_a_timeout (Fixture *fixture, gconstpointer data)
{
  Listing listing;
  ParleyTestPeer *peer = start (fixture, &listing);

  fixture_pass (fixture, FIRST_BYTE_MS);
  finish (&listing);
  g_assert_error (listing.error, PARLEY_ERROR, PARLEY_ERROR_TIMEOUT);
  wait_closed (peer);
  clear (&listing);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/openai-models/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("names-that-can-be-shown", test_names_that_can_be_shown_are_listed);
  ADD ("number-is-bounded", test_the_number_of_names_is_bounded);
  ADD ("each-wrong-answer-is-an-error", test_each_wrong_answer_is_an_error);
  ADD ("list-without-end-is-not-read-on", test_a_list_without_end_is_not_read_on);
  ADD ("cancelling-closes-the-connection", test_cancelling_closes_the_connection);
  ADD ("stall-is-a-timeout", test_a_stall_is_a_timeout);
  return g_test_run ();
}
