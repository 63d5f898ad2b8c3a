/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-agent.h"
#include "brain/parley-tool.h"
#include "test-backend.h"
#include "test-clock.h"

/* One agent on a scripted model, a real store in memory and a clock that stands still. */
typedef struct
{
  ParleyTestClock clock;
  ParleyTimers *timers;
  ParleySettings *settings;
  ParleyTestBackend *backend;
  ParleyStore *store;
  ParleyChatMemory *memory; /* of the chat that is served */
  ParleyChatMemory *other;  /* of another one */
  ParleyToolContext *tools;
  ParleyComplexity complexity;
  guint window;          /* of the model, in tokens; 100,000 */
  gboolean tools_anyway; /* in a small window, too */
  gboolean draft;
  ParleyAgent *agent;

  /* What the agent told. */
  GString *said;
  GString *trace;  /* a line for each call and decision */
  GString *status; /* a line for each action */
  guint n_refused; /* calls that were not done */
  guint n_nudges;
  gboolean forced;
  gboolean finished;
  ParleyAgentEnd end;
  char *text;
  gboolean cut;
  char *reason;
  char *error;
  int wait_s;
  ParleyHint hint;
  ParleyUsage usage;
  gboolean cancel_at_delta; /* the owner lets go of the agent then */
  gboolean cancel_at_call;
} AgentFixture;

void agent_fixture_setup (AgentFixture *f, gconstpointer data);
void agent_fixture_teardown (AgentFixture *f, gconstpointer data);

/* Begins a turn that says @text; what was told of the last one is forgotten. */
void agent_fixture_start (AgentFixture *f, const char *text);

/* Turns the main loop until the model is asked again or the turn is over. */
void agent_fixture_wait (AgentFixture *f);

/* The model calls, and what comes of it is waited for. */
void agent_fixture_call (AgentFixture *f, const char *name, const char *arguments);

/* The model says all it has to say. */
void agent_fixture_answer (AgentFixture *f, const char *text);

/* Returns: (transfer none): the newest request. */
ParleyRequest *agent_fixture_get_request (AgentFixture *f);

void agent_fixture_assert_end (AgentFixture *f, ParleyAgentEnd end, const char *text);

/* Returns: (transfer full): all that is known of the other chat, as one text. */
char *agent_fixture_dup_other (AgentFixture *f);
