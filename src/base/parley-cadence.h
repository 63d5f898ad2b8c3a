/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

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

G_END_DECLS
