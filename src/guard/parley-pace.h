/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One more than an hour has, for the first of them is not over at once. */
#define PARLEY_PACE_SPANS   13
#define PARLEY_PACE_SPAN_MS G_GINT64_CONSTANT (300000)

typedef struct
{
  guint32 span; /* the number of it */
  guint32 n;
} ParleyPaceSpan;

/* How often something happened in the last hour, counted by spans of five minutes: what happened up
 * to one earlier may still count. For what happens often: it takes little room where it is written
 * down. All zero at the beginning. Times in ms. */
typedef struct
{
  ParleyPaceSpan spans[PARLEY_PACE_SPANS];
} ParleyPace;

/* @now: never less than before. @n: how often it happened. */
void parley_pace_add (ParleyPace *pace, gint64 now, guint n);

guint parley_pace_count (const ParleyPace *pace, gint64 now);

/* Returns: how many ms until that is less than @max; 0: it is now. */
gint64 parley_pace_get_wait (const ParleyPace *pace, gint64 now, guint max);

G_END_DECLS
