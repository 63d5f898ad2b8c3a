/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-habits.h"
#include "turn/parley-window.h"

G_BEGIN_DECLS

/* As many thrown away drafts are remembered. */
#define PARLEY_DRAFTS_REMEMBERED 16

/* Answers begun while the window is open: when the next one starts, and what they cost. Times are
 * monotonic ms. */
typedef struct
{
  gint64 start_at;                             /* -1: none is to start */
  gboolean active;                             /* one is being written, or held */
  guint n_started;                             /* in this turn */
  guint n_aborted;                             /* ever */
  guint n_wasted;                              /* of them, since one was used */
  gint64 aborted_at[PARLEY_DRAFTS_REMEMBERED]; /* the newest of them; a ring */
  gboolean thrifty;                            /* none is to start for now */
} ParleyDrafts;

/* A turn begins. */
void parley_drafts_reset (ParleyDrafts *drafts);

/* There is something new to write about, and it is quiet: plans the next draft, if there may be
 * one. @habits: (nullable). */
void parley_drafts_plan (ParleyDrafts *drafts,
                         const ParleyTurnPolicy *policy,
                         const ParleyHabits *habits,
                         gint64 now);

/* They type: nothing starts now. */
void parley_drafts_hold (ParleyDrafts *drafts);

void parley_drafts_start (ParleyDrafts *drafts);

/* The draft is the answer. */
void parley_drafts_use (ParleyDrafts *drafts);

/* The draft, if there is one, will not be used. */
void parley_drafts_abort (ParleyDrafts *drafts, gint64 now);

G_END_DECLS
