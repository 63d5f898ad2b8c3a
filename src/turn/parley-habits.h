/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "base/parley-hint.h"

G_BEGIN_DECLS

/* How many gaps are remembered. Enough for a steady 95th percentile, few enough to follow a person
 * whose habits change. */
#define PARLEY_CADENCE_MAX_GAPS 64

/* The gaps between a person's bubbles within a burst, the newest of them. A value: all zero is
 * empty. */
typedef struct
{
  guint32 gaps[PARLEY_CADENCE_MAX_GAPS]; /* ms; a ring */
  guint8 n_gaps;
  guint8 next; /* where the next one goes */
} ParleyCadence;

/* What the gaps come to, in ms. */
typedef struct
{
  int p50;
  int p95;
  guint count; /* gaps it stands on */
} ParleyCadenceStats;

/* @gap_ms: negative ones count as 0. */
void parley_cadence_add (ParleyCadence *cadence, gint64 gap_ms);

/* Quantiles interpolate between the two nearest gaps. */
ParleyCadenceStats parley_cadence_get_stats (const ParleyCadence *cadence);

/* Returns: the gap that is @i after the oldest one, @i below n_gaps. */
guint32 parley_cadence_get_gap (const ParleyCadence *cadence, guint i);

/* For times that are not known. A monotonic time may lie before the machine's start, and be
 * negative, when it was worked out from an earlier run. */
#define PARLEY_NEVER G_MININT64

/* What is known of a person from earlier turns, and what the next window is found with. Whoever
 * drives a chat keeps it, feeds it and lends it to the machine. A value; times are monotonic ms. */
typedef struct
{
  ParleyCadence cadence;
  ParleyCadenceStats stats; /* of the cadence when the burst began: past bursts only */
  guint n_bursts;           /* past ones; both numbers are halved now and then */
  guint n_multi;            /* of these, with two or more bubbles */
  gint64 last_bubble_at;    /* of the burst under way; -1: none is */
  gint64 gap_ms;            /* before the newest bubble; -1: it is the first of its burst */
  gint64 typing_since; /* when they last began to type for what is not sent yet; -1: not seen */
  gint64 typed_ms;     /* how long they typed for the newest bubble; -1: not seen */
  gint64 answered_at;  /* when somebody last spoke to the person; -1: not known */
  gint64 turn_at;      /* when their last turn was answered; or PARLEY_NEVER */
  gboolean asked;      /* what they were told last was a question */
  gboolean types;      /* they were seen typing once: silence of the typing state means something */
  ParleyHint hint;     /* of the last answer; for one turn */
} ParleyHabits;

/* A person of whom nothing is known. */
void parley_habits_init (ParleyHabits *habits);

/* They began to type. That they stop, as they do right before they send, need not be noted. */
void parley_habits_note_typing (ParleyHabits *habits, gint64 now);

/* They wrote a bubble. */
void parley_habits_note_bubble (ParleyHabits *habits, gint64 now);

/* Nobody answers what they wrote: their burst is over all the same. */
void parley_habits_end_burst (ParleyHabits *habits);

/* They were spoken to, by Parley or by the user: their burst is over. @text: what was said. */
void parley_habits_note_answer (ParleyHabits *habits, const char *text, gint64 now);

G_END_DECLS
