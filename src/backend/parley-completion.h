/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-tool-call.h"

G_BEGIN_DECLS

/* Why the model stopped. */
typedef enum
{
  PARLEY_FINISH_STOP,   /* it had said all */
  PARLEY_FINISH_LENGTH, /* it ran into max_tokens: more could be asked for */
  PARLEY_FINISH_WINDOW, /* its window is full: nothing more can be asked for */
} ParleyFinish;

/* A finished reply. */
typedef struct
{
  char
      *text; /* all deltas in order, without reasoning; "" without a call is a deliberate silence */
  GPtrArray *calls; /* of ParleyToolCall: what it wants called before it goes on; may be empty */
  ParleyFinish finish;
  gint64 prompt_tokens; /* as the server counts; -1 when it did not say */
  gint64 cached_tokens; /* of them, that it had read before: never more; -1 likewise */
  gint64 reply_tokens;
} ParleyCompletion;

/* @text: (transfer full). Returns: (transfer full). */
ParleyCompletion *parley_completion_new_take (char *text, ParleyFinish finish);
void parley_completion_free (ParleyCompletion *completion);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyCompletion, parley_completion_free)

G_END_DECLS
