/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-intent-book.h"

G_BEGIN_DECLS

/* For parley-intents.c only: what its worker does. */

typedef enum
{
  PARLEY_INTENT_OP_DECLARE,
  PARLEY_INTENT_OP_SETTLE,
  PARLEY_INTENT_OP_RELEASE,
  PARLEY_INTENT_OP_TAKE_LEFT,
  PARLEY_INTENT_OP_DROP_LEFT,
  PARLEY_INTENT_OP_FORGET,
} ParleyIntentOpKind;

/* One thing to be done, by the worker. */
typedef struct
{
  ParleyIntentOpKind kind;
  guint64 number;
  ParleyIntent *intent;
  ParleyIntentOutcome outcome;
  ParleyChatKey *key;

  /* What is answered only. The task is completed and the callback called by hand, so that all is
   * answered within parley_intents_close (). */
  GTask *task;
  GAsyncReadyCallback callback;
  gpointer user_data;
  gpointer result; /* a ParleyIntentsLeft */
  GError *error;
} ParleyIntentOp;

void parley_intent_op_free (gpointer op);

/* In the worker: does all of @ops, of ParleyIntentOp, in their order, what follows each other with
 * one wait for the disk. What came of each is in it. */
void parley_intent_ops_do (ParleyIntentBook *book, GQueue *ops);

G_END_DECLS
