/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PARLEY_BUDGET_HOURS 25

/* Tokens that a model read and wrote. */
typedef struct
{
  gint64 read;
  gint64 written;
} ParleyTokens;

typedef struct
{
  guint32 hour; /* the number of it */
  guint32 read; /* no more than fit are counted */
  guint32 written;
} ParleyBudgetHour;

/* What was used in the last 24 hours, counted by the hour: what was used up to an hour earlier may
 * still count. Not by the calendar's day: then as much could go in the minutes after midnight as
 * before, and the day would depend on time zones. All zero at the beginning. */
typedef struct
{
  ParleyBudgetHour hours[PARLEY_BUDGET_HOURS];
} ParleyBudget;

/* @now: ms, never less than before. */
void parley_budget_add (ParleyBudget *budget, gint64 now, ParleyTokens tokens);

ParleyTokens parley_budget_get (const ParleyBudget *budget, gint64 now);

G_END_DECLS
