/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-event.h"

G_BEGIN_DECLS

/* A model that always answers alike, in virtual time: one generation at a time. A value; times are
 * ms. */
typedef struct
{
  int think_ms;    /* to the first bubble */
  guint n_bubbles; /* of each answer; 0: it stays silent */
  int gap_ms;      /* between two bubbles */

  gboolean writing;
  guint64 epoch;
  gint64 asked_at;
  guint n_written;
} ParleyScriptedModel;

/* Begins a generation, in place of one under way. */
void parley_scripted_model_ask (ParleyScriptedModel *model, guint64 epoch, gint64 now);

/* Ends the generation of @epoch, if it is under way. */
void parley_scripted_model_abort (ParleyScriptedModel *model, guint64 epoch);

/* Returns: when it has something to tell, or -1. */
gint64 parley_scripted_model_get_due (const ParleyScriptedModel *model);

/* Returns: what it tells then. The end comes at the time of the last bubble, after it. */
ParleyEvent parley_scripted_model_take (ParleyScriptedModel *model);

G_END_DECLS
