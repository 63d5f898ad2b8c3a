/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "brain/parley-continuation.h"
#include "brain/parley-tool-run.h"
#include "brain/parley-usage.h"

G_BEGIN_DECLS

/* Carries out one turn: asks a model, does what it calls for, asks again, until there is an answer
 * or a decision not to answer. Outlives its owner if it must: after a cancel the owner is never
 * called again, whatever still comes from the network or the memory. */
typedef struct _ParleyAgent ParleyAgent;

typedef enum
{
  PARLEY_AGENT_COMPLETE,
  PARLEY_AGENT_SILENT,    /* nothing is to be said */
  PARLEY_AGENT_WAIT,      /* more is to be read first; nothing was said */
  PARLEY_AGENT_HAND_OVER, /* the user is to answer; something may have been said */
  PARLEY_AGENT_FAILED,    /* something may have been said */
} ParleyAgentEnd;

/* Borrowed, all of it. */
typedef struct
{
  ParleyAgentEnd end;
  const char *text;    /* all that was said through delta, "" for nothing */
  gboolean cut;        /* the model had more to say: it ran into a length */
  int wait_s;          /* of WAIT, at most the setting's */
  const char *reason;  /* of SILENT and HAND_OVER, a model's words, plain, one line; "" for none */
  const GError *error; /* of FAILED */
  ParleyHint hint;     /* for the next turn */
  ParleyUsage usage;
} ParleyAgentOutcome;

/* Each may let go of the agent. Those but finished may be NULL. */
typedef struct
{
  /* One piece of what is to be said. Between what is said before and after a call there is a blank
   * line. Words for silence or waiting, and repetitions, are left out. */
  void (*delta) (gpointer owner, const char *text);
  /* Some of what was told by delta was reasoning, whose beginning a server had kept to itself: if
   * nothing of it went out yet it must not. @left: what still stands of all that was told.
   * @quoted: that is said by a mark which stands in the prompt too. */
  void (*taken_back) (gpointer owner, const char *left, gboolean quoted);
  /* Some of what is said may be reasoning, for the model wrote @mark: the user should see it first.
   */
  void (*doubted) (gpointer owner, const char *mark);
  /* Some of a reply came, be it reasoning. */
  void (*progressed) (gpointer owner);
  /* The server is asked. May be called from inside parley_agent_start (). */
  void (*asked) (gpointer owner);
  /* The server could not answer and is to be asked again. May cancel the agent. */
  void (*retry) (gpointer owner, int after_ms, const GError *why);
  /* A call was answered, or refused. @call and @text: not for the person, not for a log: they hold
   * what was said. */
  void (*called) (gpointer owner, const ParleyToolCall *call, ParleyCallEnd end, const char *text);
  /* A generation called for tools without a word. @line: for the user's status and the log:
   * "Action completed (recall)". */
  void (*acted) (gpointer owner, const char *line);
  /* It was decided whether the model may go on. */
  void (*decided) (gpointer owner, const ParleyContinuation *decision);
  /* It is over. */
  void (*finished) (gpointer owner, const ParleyAgentOutcome *outcome);
} ParleyAgentFuncs;

typedef struct
{
  ParleyBackend *backend;
  ParleyRequest *request;   /* the prompt, with the tools that are offered; copied */
  ParleyToolContext *tools; /* (nullable): what they reach */
  ParleySettings *settings; /* read at the start */
  ParleyTokenBudget budget;
  ParleyComplexity complexity;
  const char *const *labels; /* (nullable): of parley_tidy_new () */
  gboolean draft; /* the turn may go on: nothing is written until parley_agent_close_window () */
  const ParleyAgentFuncs *funcs; /* static */
  gpointer owner;
} ParleyAgentSetup;

/* Calls back from the main loop, never from inside. Returns: (transfer full): to be given to
 * parley_agent_cancel () once, also after it has finished. */
ParleyAgent *parley_agent_start (const ParleyAgentSetup *setup);

/* The turn is over: what a draft wanted to write is written now. Does nothing after the end. */
void parley_agent_close_window (ParleyAgent *agent);

/* Returns: what it has cost so far; of a generation that runs, an estimate. */
ParleyUsage parley_agent_get_usage (const ParleyAgent *agent);

/* Stops it if it still runs, so that the server stops too, and lets go of it. */
void parley_agent_cancel (ParleyAgent *agent);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyAgent, parley_agent_cancel)

G_END_DECLS
