/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-error.h"
#include "openai-fixture.h"

/* Tries after the first, with two allowed and a random number that is always 0.5. */

#define FIRST_PAUSE  437 /* 500 × (1 − 0.25 × 0.5) */
#define SECOND_PAUSE 875

static const NewBackend kinds[] = { parley_openai_new, parley_anthropic_new };

static void
refuse (Fixture *fixture, guint index, guint status, const char *headers, const char *body)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, index);
  g_autofree char *all = g_strconcat ("Connection: close\r\n", headers, NULL);

  parley_test_peer_head (peer, status, "application/json", all);
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
}

typedef struct
{
  Call *call;
  guint n;
} Wait;

static gboolean
has_ended_or_paused (gpointer data)
{
  const Wait *wait = data;

  return wait->call->n_callbacks > 0 || wait->call->n_retries == wait->n;
}

/* Returns: the ms of the pause it then makes, or -1 when it gave up. */
static int
wait_for_pause (Call *call, guint n)
{
  Wait wait = { call, n };

  parley_test_wait (has_ended_or_paused, &wait);
  return call->n_callbacks > 0 ? -1 : call->after_ms;
}

/* One ms less is not enough. */
static void
sit_out (Fixture *fixture, Call *call, guint n_requests)
{
  fixture_pass (fixture, call->after_ms - 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (parley_test_server_count (fixture->server), ==, n_requests);
  fixture_pass (fixture, 1);
}

static void
say (Fixture *fixture, guint index, const char *text)
{
  ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, index);

  parley_test_peer_head (peer, 200, "text/event-stream", "Connection: close\r\n");
  send_text (peer, text);
  send_finish (peer, "stop");
  send_done (peer);
}

static void
test_the_third_try_may_succeed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = NULL;
  const char *first;
  const char *last;

  fixture_speak (fixture, parley_openai_new, 2);
  call = call_new (fixture);
  refuse (fixture, 0, 503, NULL, "{}");
  g_assert_cmpint (wait_for_pause (call, 1), ==, FIRST_PAUSE);
  sit_out (fixture, call, 1);
  refuse (fixture, 1, 500, NULL, "{}");
  g_assert_cmpint (wait_for_pause (call, 2), ==, SECOND_PAUSE);
  sit_out (fixture, call, 2);
  say (fixture, 2, "here");
  call_wait (call);
  g_assert_no_error (call->error);
  g_assert_cmpstr (call->completion->text, ==, "here");
  first = parley_test_peer_get_body (parley_test_server_wait_for (fixture->server, 0));
  last = parley_test_peer_get_body (parley_test_server_wait_for (fixture->server, 2));
  g_assert_cmpstr (first, ==, last);
}

typedef struct
{
  guint status;
  const char *body;
  gboolean is_tried_again;
} StatusRow;

static const StatusRow statuses[] = {
  { 400, "{}", FALSE },
  { 401, "{}", FALSE },
  { 402, "{}", FALSE },
  { 403, "{}", FALSE },
  { 404, "{}", FALSE },
  { 408, "{}", TRUE },
  { 409, "{}", TRUE },
  { 413, "{}", FALSE },
  { 422, "{}", FALSE },
  { 429, "{}", TRUE },
  { 429, "{\"error\":{\"code\":\"insufficient_quota\"}}", FALSE },
  { 500, "{}", TRUE },
  { 500, "{\"error\":{\"type\":\"exceed_context_size_error\"}}", FALSE },
  { 502, "<html>", TRUE },
  { 503, "{}", TRUE },
  { 504, "{}", TRUE },
  { 511, "<html>", FALSE },
  { 529, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}", TRUE },
  { 302, "", FALSE },
  { 200, "<html>", FALSE },
  { 200, "{\"error\":{\"type\":\"overloaded_error\"}}", TRUE },
  { 200, "data: nonsense\n\n", FALSE },
  { 200, "data: [DONE]\n\n", FALSE },
  { 200, ": only a comment\n\n", TRUE },
};

static void
test_which_failures_are_tried_again (Fixture *fixture, gconstpointer data)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      fixture_speak (fixture, kinds[kind], 2);
      for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
        {
          guint before = parley_test_server_count (fixture->server);
          guint n = 0;
          g_autoptr (Call) call = call_new (fixture);

          do
            {
              refuse (fixture, before + n, statuses[i].status, NULL, statuses[i].body);
              n++;
              if (wait_for_pause (call, n) >= 0)
                sit_out (fixture, call, before + n);
            }
          while (call->n_callbacks == 0);
          call_wait (call);
          g_assert_nonnull (call->error);
          g_assert_cmpuint (n, ==, statuses[i].is_tried_again ? 3 : 1);
        }
    }
}

typedef struct
{
  const char *headers;
  int pause; /* -1: not tried again */
} AfterRow;

static const AfterRow afters[] = {
  { "Retry-After: 7\r\n", 7000 },        { "Retry-After: 60\r\n", 60000 },
  { "Retry-After: 61\r\n", -1 },         { "retry-after-ms: 1234\r\nRetry-After: 61\r\n", 1234 },
  { "Retry-After: 0\r\n", FIRST_PAUSE }, { "Retry-After: whenever\r\n", FIRST_PAUSE },
};

static void
test_what_the_server_wants_is_done (Fixture *fixture, gconstpointer data)
{
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      fixture_speak (fixture, kinds[kind], 2);
      for (guint i = 0; i < G_N_ELEMENTS (afters); i++)
        {
          g_autoptr (Call) call = call_new (fixture);

          refuse (fixture, parley_test_server_count (fixture->server), 429, afters[i].headers,
                  "{}");
          g_assert_cmpint (wait_for_pause (call, 1), ==, afters[i].pause);
          g_cancellable_cancel (call->cancellable);
          call_wait (call);
        }
    }
}

static void
test_a_date_is_held_against_the_wall (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (fixture->clock.wall + 20);
  g_autofree char *header = g_date_time_format (date, "Retry-After: %a, %d %b %Y %T GMT\r\n");
  g_autoptr (Call) call = NULL;

  fixture_speak (fixture, parley_openai_new, 2);
  call = call_new (fixture);
  refuse (fixture, 0, 429, header, "{}");
  g_assert_cmpint (wait_for_pause (call, 1), ==, 20000);
  g_cancellable_cancel (call->cancellable);
  call_wait (call);
}

static void
test_nothing_is_tried_again_once_something_came (Fixture *fixture, gconstpointer data)
{
  const char *const pieces[] = {
    "data: {\"choices\":[{\"delta\":{\"content\":\"Wa\"}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}\n\n",
  };

  fixture_speak (fixture, parley_openai_new, 2);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (Call) call = call_new (fixture);
      ParleyTestPeer *peer = parley_test_server_wait_for (fixture->server, i);

      parley_test_peer_head (peer, 200, "text/event-stream", NULL);
      parley_test_peer_chunk (peer, pieces[i], -1);
      parley_test_peer_cut (peer);
      call_wait (call);
      g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_CUT);
      g_assert_cmpuint (call->n_retries, ==, 0);
    }
}

static void
test_a_broken_connection_is_tried_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = NULL;
  ParleyTestPeer *peer;

  fixture_speak (fixture, parley_openai_new, 2);
  call = call_new (fixture);
  peer = parley_test_server_wait_for (fixture->server, 0);
  parley_test_peer_head (peer, 200, "text/event-stream", NULL);
  parley_test_peer_raw (peer, "ff\r\ndata: {", 11);
  parley_test_peer_cut (peer);
  g_assert_cmpint (wait_for_pause (call, 1), ==, FIRST_PAUSE);
  sit_out (fixture, call, 1);
  say (fixture, 1, "here");
  call_wait (call);
  g_assert_no_error (call->error);
}

static void
test_cancelling_ends_the_pause_at_once (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = NULL;

  fixture_speak (fixture, parley_openai_new, 2);
  call = call_new (fixture);
  refuse (fixture, 0, 503, NULL, "{}");
  g_assert_cmpint (wait_for_pause (call, 1), ==, FIRST_PAUSE);
  g_cancellable_cancel (call->cancellable);
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  call_wait (call);
  g_assert_error (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (parley_timers_get_next (fixture->timers), ==, -1);
  g_assert_cmpuint (parley_test_server_count (fixture->server), ==, 1);
}

/* All tries together have the time that one has. */
static void
test_the_total_time_bounds_all_tries (Fixture *fixture, gconstpointer data)
{
  g_autoptr (Call) call = NULL;

  fixture_speak (fixture, parley_openai_new, 2);
  call = call_new (fixture);
  parley_test_server_wait_for (fixture->server, 0);
  fixture->clock.ms += TOTAL_MS - 1000;
  refuse (fixture, 0, 429, "Retry-After: 2\r\n", "{}");
  g_assert_cmpint (wait_for_pause (call, 1), ==, -1);
  g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_RATE_LIMITED);
}

/* A kernel takes connections that nobody accepts; what is missing is the handshake. */
static void
test_no_connection_in_time (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSocketListener) deaf = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (deaf, NULL, NULL);
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u", port);
  const ParleyServerConfig config
      = { .base_url = url, .model = "m", .connect_ms = 5000, .first_byte_ms = FIRST_BYTE_MS };
  g_autoptr (Call) call = NULL;

  g_object_unref (fixture->backend);
  fixture->backend = parley_anthropic_new (&config, fixture->timers, NULL);
  call = call_new (fixture);
  fixture_pass (fixture, 4999);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  fixture_pass (fixture, 1);
  call_wait (call);
  g_assert_error (call->error, PARLEY_ERROR, PARLEY_ERROR_UNREACHABLE);
}

/* Once there is a connection the first byte may take its time. */
static void
test_a_connection_ends_the_time_for_it (Fixture *fixture, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (fixture->server);
  const ParleyServerConfig config = { .base_url = url, .model = "m", .connect_ms = 5000 };
  g_autoptr (Call) call = NULL;

  g_object_unref (fixture->backend);
  fixture->backend = parley_openai_new (&config, fixture->timers, NULL);
  call = call_new (fixture);
  parley_test_server_wait_for (fixture->server, 0);
  fixture_pass (fixture, 5000);
  say (fixture, 0, "late");
  call_wait (call);
  g_assert_no_error (call->error);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/retries/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("third-try", test_the_third_try_may_succeed);
  ADD ("which-failures", test_which_failures_are_tried_again);
  ADD ("retry-after", test_what_the_server_wants_is_done);
  ADD ("retry-after-date", test_a_date_is_held_against_the_wall);
  ADD ("not-once-something-came", test_nothing_is_tried_again_once_something_came);
  ADD ("broken-connection", test_a_broken_connection_is_tried_again);
  ADD ("cancel", test_cancelling_ends_the_pause_at_once);
  ADD ("total-time", test_the_total_time_bounds_all_tries);
  ADD ("no-connection", test_no_connection_in_time);
  ADD ("connection-ends-its-time", test_a_connection_ends_the_time_for_it);
  return g_test_run ();
}
