/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "base/parley-json.h"
#include "openai-fixture.h"

/* The server must notice a cancellation in this time, on a machine that is busy with tests. */
#define CLOSE_MS 100

#define SSE      "text/event-stream"

static ParleyTestPeer *
start_stream (Fixture *fixture, guint index)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, index);

  parley_test_peer_head (peer, 200, SSE, NULL);
  return peer;
}

static void
assert_reply (Call *call, const char *text)
{
  g_assert_no_error (call->error);
  g_assert_cmpstr (call->completion->text, ==, text);
}

static void
test_what_is_sent (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);
  const char *body = parley_test_peer_get_body (peer);
  g_autoptr (JsonNode) root = parley_json_parse (body, strlen (body), NULL);
  JsonObject *object = json_node_get_object (root);
  JsonArray *messages = parley_json_get_array (object, "messages");
  JsonObject *first = parley_json_get_element (messages, 0);
  JsonObject *second = parley_json_get_element (messages, 1);
  JsonObject *options = parley_json_get_object (object, "stream_options");

  g_assert_cmpstr (parley_test_peer_get_method (peer), ==, "POST");
  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/v1/chat/completions");
  g_assert_cmpstr (parley_test_peer_get_authorization (peer), ==, "Bearer " KEY);
  g_assert_cmpstr (parley_json_get_string (object, "model"), ==, "a-model");
  g_assert_true (json_object_get_boolean_member (object, "stream"));
  g_assert_true (json_object_get_boolean_member (options, "include_usage"));
  g_assert_cmpint (parley_json_get_int (object, "max_tokens", -1), ==, 321);
  g_assert_cmpuint (json_array_get_length (messages), ==, 2);
  g_assert_cmpstr (parley_json_get_string (first, "role"), ==, "system");
  g_assert_cmpstr (parley_json_get_string (first, "content"), ==, "Be \"kind\".");
  g_assert_cmpstr (parley_json_get_string (second, "role"), ==, "user");
  g_assert_cmpstr (parley_json_get_string (second, "content"), ==, "grüß dich\nwie geht's");
  send_text (peer, "x");
  send_done (peer);
  call_wait (call);
}

static void
test_deltas_come_while_the_reply_is_written (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);

  send_text (peer, "one ");
  call_wait_for_deltas (call, 1);
  g_assert_cmpstr (call->deltas->str, ==, "one ");
  send_text (peer, "two");
  call_wait_for_deltas (call, 2);
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  send_finish (peer, "stop");
  send_done (peer);
  call_wait (call);
  assert_reply (call, "one two");
}

/* Every pause is just shorter than the idle time; all together are longer than any but the total.
 */
static void
test_a_slow_stream_is_no_stall (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer;

  fixture_pass (fixture, FIRST_BYTE_MS - 1);
  peer = start_stream (fixture, 0);
  for (guint i = 1; i <= 10; i++)
    {
      send_text (peer, "x");
      call_wait_for_deltas (call, i);
      fixture_pass (fixture, IDLE_MS - 1);
    }
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  send_text (peer, "y");
  send_finish (peer, "stop");
  send_done (peer);
  call_wait (call);
  assert_reply (call, "xxxxxxxxxxy");
}

static void
assert_timed_out (Call *call, ParleyTestPeer *peer)
{
  call_wait (call);
  g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_TIMEOUT);
  wait_closed (peer);
}

static void
test_no_answer_is_a_timeout (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, 0);

  fixture_pass (fixture, FIRST_BYTE_MS - 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  fixture_pass (fixture, 1);
  assert_timed_out (call, peer);
}

static gboolean
has_sent (gpointer data)
{
  return parley_test_peer_get_sent (data) > 0;
}

/* Some servers send the head at once and load their model then. */
static void
test_a_head_is_not_the_first_byte (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);

  parley_test_wait (has_sent, peer);
  fixture_pass (fixture, FIRST_BYTE_MS - 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  fixture_pass (fixture, 1);
  assert_timed_out (call, peer);
}

static void
test_a_stream_that_stands_still_is_a_timeout (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);

  send_text (peer, "x");
  call_wait_for_deltas (call, 1);
  fixture_pass (fixture, IDLE_MS);
  assert_timed_out (call, peer);
}

typedef struct
{
  Fixture *fixture;
  gint64 due;
} DueWait;

static gboolean
is_due_next (gpointer data)
{
  const DueWait *wait = data;

  return parley_timers_get_next (wait->fixture->timers) == wait->due;
}

/* A server that only says that it is there. */
static void
keep_alive (Fixture *fixture, Call *call, ParleyTestPeer *peer, gint64 until)
{
  DueWait wait = { fixture, until };

  parley_test_wait (is_due_next, &wait);
  while (fixture->clock.ms < until)
    {
      g_assert_cmpuint (call->n_callbacks, ==, 0);
      parley_test_peer_chunk (peer, ": keep-alive\n\ndata: {\"choices\":[{\"delta\":{}}]}\n\n", -1);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      fixture_pass (fixture, MIN (IDLE_MS / 4, until - fixture->clock.ms));
    }
  assert_timed_out (call, peer);
}

static void
test_keep_alives_are_no_progress_in_a_reply (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);

  send_text (peer, "x");
  call_wait_for_deltas (call, 1);
  keep_alive (fixture, call, peer, fixture->clock.ms + IDLE_MS);
  g_assert_cmpstr (call->error->message, ==, "The server stopped in the middle of its answer.");
}

static void
test_keep_alives_are_no_reply (Fixture *fixture, gconstpointer data)
{
  gint64 start = fixture->clock.ms;
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);

  keep_alive (fixture, call, peer, start + FIRST_BYTE_MS);
  g_assert_cmpstr (call->error->message, ==, "The server didn't answer in time.");
}

static gboolean
is_hurried (gpointer data)
{
  const Fixture *fixture = data;

  return parley_timers_get_next (fixture->timers) <= fixture->clock.ms + 5000;
}

/* A server that leaves the stream open behind its finish reason must not hold up the reply. */
static void
test_a_finished_reply_does_not_wait_for_the_end (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);
  gint64 total = fixture->clock.ms + TOTAL_MS;

  send_text (peer, "x");
  call_wait_for_deltas (call, 1);
  g_assert_cmpint (parley_timers_get_next (fixture->timers), <, total);
  send_finish (peer, "stop");
  send_text (peer, "behind the end");
  parley_test_wait (is_hurried, fixture);
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  fixture_pass (fixture, 5000);
  call_wait (call);
  assert_reply (call, "x");
  wait_closed (peer);
}

static void
assert_cancelled_fast (Call *call, ParleyTestPeer *peer, gint64 start)
{
  wait_closed (peer);
  g_assert_cmpint (g_get_monotonic_time () - start, <, CLOSE_MS * 1000);
  call_wait (call);
  g_assert_error (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_cancel_at_once_sends_nothing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);

  g_cancellable_cancel (call->cancellable);
  call_wait (call);
  g_assert_error (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (parley_test_server_count (fixture->server), ==, 0);
}

static void
on_cancelled_before (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (parley_backend_generate_finish (PARLEY_BACKEND (source), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static void
test_cancelled_before_the_call (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ParleyRequest) request = parley_request_new (10);
  gboolean done = FALSE;

  g_cancellable_cancel (cancellable);
  parley_backend_generate_async (fixture->backend, request, NULL, NULL, cancellable,
                                 on_cancelled_before, &done);
  g_assert_false (done);
  parley_test_wait (is_true, &done);
  g_assert_cmpuint (parley_test_server_count (fixture->server), ==, 0);
}

static void
test_cancel_before_the_first_byte (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, 0);
  gint64 start = g_get_monotonic_time ();

  g_cancellable_cancel (call->cancellable);
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  assert_cancelled_fast (call, peer, start);
}

static void
test_cancel_between_two_deltas (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);
  gint64 start;

  send_text (peer, "x");
  call_wait_for_deltas (call, 1);
  start = g_get_monotonic_time ();
  g_cancellable_cancel (call->cancellable);
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  assert_cancelled_fast (call, peer, start);
  g_assert_cmpstr (call->deltas->str, ==, "x");
}

/* Both deltas come in one read; the second one and the end are there already. */
static void
test_cancel_inside_of_a_delta (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, 0);
  const char *events = "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n"
                       "data: {\"choices\":[{\"delta\":{\"content\":\"y\"}}]}\n\n"
                       "data: [DONE]\n\n";

  call->cancel_at = 1;
  parley_test_peer_head (peer, 200, SSE, NULL);
  parley_test_peer_chunk (peer, events, -1);
  call_wait (call);
  g_assert_error (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpstr (call->deltas->str, ==, "x");
  wait_closed (peer);
}

static void
test_the_users_cancellation_goes_before_a_timeout (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = call_new (fixture);
  ParleyTestPeer *peer = start_stream (fixture, 0);

  send_text (peer, "x");
  call_wait_for_deltas (call, 1);
  fixture_pass (fixture, IDLE_MS);
  g_cancellable_cancel (call->cancellable);
  call_wait (call);
  g_assert_error (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_five_streams_at_once (Fixture *fixture, gconstpointer data)
{
  Call *calls[5];
  ParleyTestPeer *peers[5];

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    calls[i] = call_new (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    peers[i] = start_stream (fixture, i);
  for (guint round = 1; round <= 3; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
        send_text (peers[i], "x");
      for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
        call_wait_for_deltas (calls[i], round);
    }
  /* Which call came in as which request is not known, so all end before one is waited for. */
  for (guint i = 0; i < G_N_ELEMENTS (peers); i++)
    {
      send_finish (peers[i], "stop");
      send_done (peers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      call_wait (calls[i]);
      assert_reply (calls[i], "xxx");
      call_free (calls[i]);
    }
}

/* More in a row than a host may have connections: one that was not closed would stop the queue. */
static void
test_no_way_to_end_keeps_a_connection (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (Call) call = call_new (fixture);
      ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, i);

      switch (i % 5)
        {
        case 0:
          parley_test_peer_head (peer, 200, SSE, NULL);
          send_text (peer, "x");
          send_done (peer);
          parley_test_peer_end (peer);
          break;
        case 1:
          parley_test_peer_head (peer, 500, "application/json", NULL);
          parley_test_peer_chunk (peer, "{}", -1);
          parley_test_peer_end (peer);
          break;
        case 2:
          parley_test_peer_head (peer, 200, SSE, NULL);
          parley_test_peer_chunk (peer, "data: nonsense\n\n", -1);
          break;
        case 3:
          parley_test_peer_head (peer, 200, "text/html", NULL);
          parley_test_peer_chunk (peer, "<html>", -1);
          break;
        case 4:
          parley_test_peer_head (peer, 200, SSE, NULL);
          send_text (peer, "x");
          call_wait_for_deltas (call, 1);
          g_cancellable_cancel (call->cancellable);
          break;
        }
      call_wait (call);
      g_assert_cmpint (call->error == NULL, ==, i % 5 == 0);
    }
}

static void
test_nobody_there_is_unreachable (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyTestServer) gone = parley_test_server_new ();
  g_autofree char *url = parley_test_server_dup_url (gone);
  ParleyServerConfig config = { .base_url = url, .model = "m" };
  g_autoptr (Call) call = NULL;

  g_clear_pointer (&gone, parley_test_server_free);
  g_object_unref (fixture->backend);
  fixture->backend = parley_openai_new (&config, fixture->timers, NULL);
  call = call_new (fixture);
  call_wait (call);
  g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE);
}

/* The caller may drop the backend at any time: what is under way keeps it until it has ended. */
static void
test_a_request_keeps_its_backend (void)
{
  Fixture fixture = { 0 };
  ParleyTestPeer *peer;
  g_autoptr (Call) call = NULL;
  ParleyBackend *backend;

  fixture_set_up (&fixture, NULL);
  backend = fixture.backend;
  g_object_add_weak_pointer (G_OBJECT (backend), (gpointer *) &backend);
  call = call_new (&fixture);
  g_object_unref (fixture.backend);
  g_assert_nonnull (backend);
  peer = start_stream (&fixture, 0);
  send_text (peer, "x");
  send_done (peer);
  call_wait (call);
  assert_reply (call, "x");
  g_assert_null (backend);
  wait_closed (peer);
  parley_test_server_free (fixture.server);
  parley_timers_unref (fixture.timers);
}

static void
test_a_wrong_configuration_is_refused (void)
{
  static const ParleyServerConfig rows[] = {
    { .base_url = "http://example.org/v1", .model = "m" },
    { .base_url = "http://localhost/v1", .model = "m", .key = "sk-1\r\nHost: x" },
    { .base_url = "http://localhost/v1", .model = "m", .key = "sk 1" },
    { .base_url = "http://localhost/v1", .model = "m", .key = "sk-\xc3\xa4" },
  };
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = NULL;

  parley_test_clock_init (&clock);
  timers = parley_timers_new (&clock.clock, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (parley_openai_new (&rows[i], timers, &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_null (strstr (error->message, "sk"));
    }
}

/* The models of a server can be listed without one of them being named. */
static void
test_nothing_is_asked_of_a_model_without_a_name (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (fixture->server);
  const ParleyServerConfig config = { .base_url = url };
  Call *call;

  g_object_unref (fixture->backend);
  fixture->backend = parley_openai_new (&config, fixture->timers, NULL);
  g_assert_nonnull (fixture->backend);
  call = call_new (fixture);
  call_wait (call);
  g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
  g_assert_cmpuint (parley_test_server_count (fixture->server), ==, 0);
  call_free (call);
}

static void
test_remote_is_what_leaves_the_machine (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = NULL;
  ParleyServerConfig config = { .base_url = "https://example.org/v1", .model = "m" };
  g_autoptr (ParleyBackend) remote = NULL;
  g_autoptr (ParleyBackend) local = NULL;
  g_autoptr (ParleyBackend) unknown = NULL;

  parley_test_clock_init (&clock);
  timers = parley_timers_new (&clock.clock, NULL);
  remote = parley_openai_new (&config, timers, NULL);
  config.base_url = "http://[::1]:1/v1";
  unknown = parley_openai_new (&config, timers, NULL);
  config.said_here = TRUE;
  local = parley_openai_new (&config, timers, NULL);
  g_assert_true (parley_backend_is_remote (remote));
  g_assert_true (parley_backend_is_remote (unknown));
  g_assert_false (parley_backend_is_remote (local));
  g_assert_cmpstr (parley_backend_get_name (local), ==, "openai");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/openai/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("what-is-sent", test_what_is_sent);
  ADD ("deltas-come-while-it-is-written", test_deltas_come_while_the_reply_is_written);
  ADD ("slow-stream-is-no-stall", test_a_slow_stream_is_no_stall);
  ADD ("timeout/no-answer", test_no_answer_is_a_timeout);
  ADD ("timeout/head-is-not-the-first-byte", test_a_head_is_not_the_first_byte);
  ADD ("timeout/idle", test_a_stream_that_stands_still_is_a_timeout);
  ADD ("timeout/keep-alives-in-a-reply", test_keep_alives_are_no_progress_in_a_reply);
  ADD ("timeout/keep-alives-only", test_keep_alives_are_no_reply);
  ADD ("timeout/finished-reply-does-not-wait", test_a_finished_reply_does_not_wait_for_the_end);
  ADD ("cancel/at-once", test_cancel_at_once_sends_nothing);
  ADD ("cancel/before-the-call", test_cancelled_before_the_call);
  ADD ("cancel/before-the-first-byte", test_cancel_before_the_first_byte);
  ADD ("cancel/between-two-deltas", test_cancel_between_two_deltas);
  ADD ("cancel/inside-of-a-delta", test_cancel_inside_of_a_delta);
  ADD ("cancel/goes-before-timeout", test_the_users_cancellation_goes_before_a_timeout);
  ADD ("five-streams-at-once", test_five_streams_at_once);
  ADD ("no-way-to-end-keeps-a-connection", test_no_way_to_end_keeps_a_connection);
  ADD ("nobody-there", test_nobody_there_is_unreachable);
  ADD ("no-model-named", test_nothing_is_asked_of_a_model_without_a_name);
  g_test_add_func ("/openai/request-keeps-its-backend", test_a_request_keeps_its_backend);
  g_test_add_func ("/openai/wrong-configuration", test_a_wrong_configuration_is_refused);
  g_test_add_func ("/openai/remote", test_remote_is_what_leaves_the_machine);
  return g_test_run ();
}
