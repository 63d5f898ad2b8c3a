/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-progress.h"
#include "brain/parley-tool-run.h"

G_BEGIN_DECLS

/* The calls of one iteration, carried out one after the other. */
typedef struct _ParleyCalls ParleyCalls;

typedef struct
{
  ParleyToolContext *context; /* borrowed, as all here: outlives the calls */
  const GPtrArray *offered;   /* of ParleyToolSpec: others are not carried out */
  ParleyProgress *progress;   /* what is called and read is noted in it */
  ParleyWish *wish;           /* what the model wants is noted in it */
  guint max_tools;            /* further calls of the turn are refused */
  guint stuck_rereads;        /* further reads are refused after so many re-reads in a row */
  int limit_ms;               /* of one call */
  gsize max_bytes;            /* of one result */
  gboolean draft;             /* writing waits for parley_calls_close_window () */
} ParleyCallsSetup;

typedef struct
{
  /* One call has its answer. @text: for the model, one sentence where the call was no good. */
  void (*answered) (gpointer owner,
                    const ParleyToolCall *call,
                    ParleyCallEnd end,
                    const char *text);
  /* All have, or the model wants something else than an answer: what it called after that is left
   * undone. */
  void (*finished) (gpointer owner);
} ParleyCallsFuncs;

/* @calls: of ParleyToolCall, referenced. @funcs: static.
 * Returns: (transfer full): to be given to parley_calls_cancel () once. */
ParleyCalls *parley_calls_new (const ParleyCallsSetup *setup,
                               GPtrArray *calls,
                               const ParleyCallsFuncs *funcs,
                               gpointer owner);

/* Begins. */
void parley_calls_start (ParleyCalls *calls);

/* The turn is over: it is no draft any more. */
void parley_calls_close_window (ParleyCalls *calls);

/* Stops what still runs and lets go of it; the owner is not called any more. */
void parley_calls_cancel (ParleyCalls *calls);

G_END_DECLS
