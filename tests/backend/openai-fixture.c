/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "openai-fixture.h"

typedef struct
{
  Call *call;
  guint n;
} DeltaWait;

void
fixture_set_up (Fixture *fixture, gconstpointer data)
{
  fixture->server = parley_test_server_new ();
  parley_test_clock_init (&fixture->clock);
  fixture->timers = parley_timers_new (&fixture->clock.clock, NULL);
  fixture_speak (fixture, parley_openai_new, 0);
}

static double
get_half (gpointer data)
{
  return 0.5;
}

void
fixture_speak (Fixture *fixture, NewBackend new_backend, guint retries)
{
  g_autofree char *url = parley_test_server_dup_url (fixture->server);
  g_autoptr (GError) error = NULL;
  const ParleyServerConfig config = {
    .base_url = url,
    .model = "a-model",
    .key = KEY,
    .first_byte_ms = FIRST_BYTE_MS,
    .idle_ms = IDLE_MS,
    .total_ms = TOTAL_MS,
    .retries = retries,
    .random = get_half,
  };

  g_clear_object (&fixture->backend);
  fixture->backend = new_backend (&config, fixture->timers, &error);
  g_assert_no_error (error);
}

static gboolean
are_all_closed (gpointer data)
{
  Fixture *fixture = data;

  for (guint i = 0; i < parley_test_server_count (fixture->server); i++)
    if (!parley_test_peer_is_closed (parley_test_server_wait_for (fixture->server, i)))
      return FALSE;
  return TRUE;
}

void
fixture_tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpint (parley_timers_get_next (fixture->timers), ==, -1);
  g_object_add_weak_pointer (G_OBJECT (fixture->backend), (gpointer *) &fixture->backend);
  g_object_unref (fixture->backend);
  g_assert_null (fixture->backend);
  parley_test_wait (are_all_closed, fixture);
  parley_test_server_free (fixture->server);
  parley_timers_unref (fixture->timers);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
on_reasoning (gsize bytes, gpointer data)
{
  ((Call *) data)->reasoning += bytes;
}

static void
on_delta (const char *text, gpointer data)
{
  Call *call = data;

  g_assert_cmpuint (call->n_callbacks, ==, 0);
  g_assert_false (g_cancellable_is_cancelled (call->cancellable));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpstr (text, !=, "");
  g_string_append (call->deltas, text);
  call->n_deltas++;
  if (call->n_deltas == call->cancel_at)
    g_cancellable_cancel (call->cancellable);
}

static void
on_taken_back (gboolean quoted, gpointer data)
{
  Call *call = data;

  g_string_truncate (call->deltas, 0);
  call->n_taken_back++;
}

static void
on_doubted (const char *mark, gpointer data)
{
  Call *call = data;

  g_assert_null (call->doubt);
  call->doubt = g_strdup (mark);
}

static void
on_retry (int after_ms, const GError *why, gpointer data)
{
  Call *call = data;

  g_assert_cmpuint (call->n_callbacks, ==, 0);
  g_assert_cmpuint (call->n_deltas, ==, 0);
  g_assert_nonnull (why);
  call->after_ms = after_ms;
  call->n_retries++;
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Call *call = data;

  call->completion = parley_backend_generate_finish (PARLEY_BACKEND (source), result, &call->error);
  g_assert_true ((call->completion != NULL) != (call->error != NULL));
  if (call->error != NULL)
    g_assert_null (g_strstr_len (call->error->message, -1, "secret"));
  if (call->completion != NULL)
    g_assert_cmpstr (call->completion->text, ==, call->deltas->str);
  call->n_callbacks++;
}

Call *
call_new (Fixture *fixture)
{
  g_autoptr (ParleyRequest) request = request_new ();

  return call_new_with (fixture, request);
}

ParleyRequest *
request_new (void)
{
  ParleyRequest *request = parley_request_new (321);

  parley_request_add (request, PARLEY_ROLE_SYSTEM, "Be \"kind\".");
  parley_request_add (request, PARLEY_ROLE_USER, "grüß dich\nwie geht's");
  return request;
}

void
request_offer_tools (ParleyRequest *request)
{
  static const ParleyToolSpec recall = {
    .name = "recall",
    .description = "Looks something up.",
    .schema = "{\"type\":\"object\",\"properties\":{\"words\":{\"type\":\"string\"}}}",
  };
  static const ParleyToolSpec damaged = { .name = "list", .description = "", .schema = "{" };

  g_ptr_array_add (request->tools, (gpointer) &recall);
  g_ptr_array_add (request->tools, (gpointer) &damaged);
}

Call *
call_new_with (Fixture *fixture, ParleyRequest *request)
{
  static const ParleyBackendFuncs funcs
      = { on_delta, on_reasoning, on_taken_back, on_doubted, on_retry };
  Call *call = g_new0 (Call, 1);

  call->cancellable = g_cancellable_new ();
  call->deltas = g_string_new (NULL);
  parley_backend_generate_async (fixture->backend, request, &funcs, call, call->cancellable,
                                 on_done, call);
  g_assert_cmpuint (call->n_callbacks, ==, 0);
  return call;
}

void
call_free (Call *call)
{
  g_object_unref (call->cancellable);
  g_string_free (call->deltas, TRUE);
  g_clear_pointer (&call->completion, parley_completion_free);
  g_clear_error (&call->error);
  g_free (call->doubt);
  g_free (call);
}

static gboolean
is_done (gpointer data)
{
  return ((Call *) data)->n_callbacks > 0;
}

void
call_wait (Call *call)
{
  parley_test_wait (is_done, call);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (call->n_callbacks, ==, 1);
}

static gboolean
has_deltas (gpointer data)
{
  const DeltaWait *wait = data;

  return wait->call->n_deltas >= wait->n;
}

void
call_wait_for_deltas (Call *call, guint n)
{
  DeltaWait wait = { call, n };

  parley_test_wait (has_deltas, &wait);
}

void
fixture_pass (Fixture *fixture, gint64 ms)
{
  parley_test_clock_advance (&fixture->clock, ms);
  parley_timers_dispatch (fixture->timers);
}

static gboolean
is_closed (gpointer data)
{
  return parley_test_peer_is_closed (data);
}

void
wait_closed (ParleyTestPeer *peer)
{
  parley_test_wait (is_closed, peer);
}

void
send_text (ParleyTestPeer *peer, const char *text)
{
  g_autofree char *event = g_strdup_printf (
      "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"},\"finish_reason\":null}]}\n\n", text);

  parley_test_peer_chunk (peer, event, -1);
}

void
send_finish (ParleyTestPeer *peer, const char *reason)
{
  g_autofree char *event = g_strdup_printf (
      "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"%s\"}]}\n\n", reason);

  parley_test_peer_chunk (peer, event, -1);
}

void
send_done (ParleyTestPeer *peer)
{
  parley_test_peer_chunk (peer, "data: [DONE]\n\n", -1);
}
