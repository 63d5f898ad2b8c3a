/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"
#include "backend/parley-dialect.h"
#include "backend/parley-exchange.h"
#include "backend/parley-think-marks.h"

G_BEGIN_DECLS

/* One try at a streamed reply, in any dialect: from the bytes of an exchange to text, calls and a
 * completion. Owns all that belongs to it and frees itself when it has ended. */

typedef struct
{
  ParleyCompletion *completion; /* (nullable): may be stolen, like the error */
  GError *error;                /* (nullable) */
  gboolean is_untouched;        /* nothing of a reply came */
} ParleyStreamEnd;

typedef struct
{
  /* A piece of the reply: not empty, never after a cancellation. */
  void (*on_text) (const char *text, gpointer data);

  /* All that came by on_text is void; some of what comes is in doubt: as in ParleyBackendFuncs. */
  void (*on_taken_back) (gboolean quoted, gpointer data);
  void (*on_doubted) (const char *mark, gpointer data);

  /* So much of it was reasoning; likewise. */
  void (*on_reasoning) (gsize bytes, gpointer data);

  /* Exactly once, never from inside parley_stream_start (). */
  void (*on_end) (ParleyStreamEnd *end, gpointer data);
} ParleyStreamFuncs;

/* @setup: borrowed during the call. @marks, @funcs: must outlive the stream. */
void parley_stream_start (const ParleyDialect *dialect,
                          const ParleyThinkMarks *marks,
                          ParleyRequest *request,
                          const ParleyExchangeSetup *setup,
                          const ParleyStreamFuncs *funcs,
                          gpointer data);

G_END_DECLS
