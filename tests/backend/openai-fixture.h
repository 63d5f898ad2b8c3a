/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-anthropic.h"
#include "backend/parley-openai.h"
#include "test-clock.h"
#include "test-server.h"

G_BEGIN_DECLS

#define FIRST_BYTE_MS 60000
#define IDLE_MS       30000
#define TOTAL_MS      600000
#define KEY           "sk-secret0123456789"

/* A backend, the server it talks to, and a clock that only the test moves. */
typedef struct
{
  ParleyTestServer *server;
  ParleyTestClock clock;
  ParleyTimers *timers;
  ParleyBackend *backend;
} Fixture;

/* One generation as its caller sees it. */
typedef struct
{
  GCancellable *cancellable;
  GString *deltas;
  guint n_deltas;
  gsize reasoning; /* bytes of it */
  guint cancel_at; /* cancels at this delta, counted from 1 */
  ParleyCompletion *completion;
  GError *error;
  guint n_taken_back;
  char *doubt; /* (nullable): the mark */
  guint n_callbacks;
  guint n_retries;
  int after_ms; /* the latest pause before a retry */
} Call;

void fixture_set_up (Fixture *fixture, gconstpointer data);

typedef ParleyBackend *(*NewBackend) (const ParleyServerConfig *config,
                                      ParleyTimers *timers,
                                      GError **error);

/* Makes the backend one of another kind; its random number is always 0.5. */
void fixture_speak (Fixture *fixture, NewBackend new_backend, guint retries);

/* Proves that nothing is left: the backend is gone, no timer is armed, and all connections are
 * closed from the client's side. */
void fixture_tear_down (Fixture *fixture, gconstpointer data);

/* Starts a generation. Returns: (transfer full). */
Call *call_new (Fixture *fixture);
Call *call_new_with (Fixture *fixture, ParleyRequest *request);

/* Returns: (transfer full): what call_new () asks. */
ParleyRequest *request_new (void);

/* Offers two tools, one of them with a schema that is no JSON. */
void request_offer_tools (ParleyRequest *request);
void call_free (Call *call);

/* Runs the loop until the callback; proves that there was one only. */
void call_wait (Call *call);

/* Runs the loop until @n deltas came. */
void call_wait_for_deltas (Call *call, guint n);

/* Lets virtual time pass: nothing else makes a timeout here. */
void fixture_pass (Fixture *fixture, gint64 ms);

/* Runs the loop until the client closed the connection. */
void wait_closed (ParleyTestPeer *peer);

/* Sends one event with this text as content. */
void send_text (ParleyTestPeer *peer, const char *text);
void send_finish (ParleyTestPeer *peer, const char *reason);
void send_done (ParleyTestPeer *peer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Call, call_free)

G_END_DECLS
