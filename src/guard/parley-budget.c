/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-budget.h"

#define HOUR_MS G_GINT64_CONSTANT (3600000)

static guint32
add (guint32 sum, gint64 more)
{
  return (guint32) CLAMP (more, 0, (gint64) G_MAXUINT32 - sum) + sum;
}

void
parley_budget_add (ParleyBudget *budget, gint64 now, ParleyTokens tokens)
{
  gint64 hour = now / HOUR_MS;
  ParleyBudgetHour *place = &budget->hours[hour % PARLEY_BUDGET_HOURS];

  if (place->hour != hour)
    *place = (ParleyBudgetHour){ .hour = (guint32) hour };
  place->read = add (place->read, tokens.read);
  place->written = add (place->written, tokens.written);
}

ParleyTokens
parley_budget_get (const ParleyBudget *budget, gint64 now)
{
  gint64 hour = now / HOUR_MS;
  ParleyTokens sum = { 0 };

  for (guint i = 0; i < PARLEY_BUDGET_HOURS; i++)
    {
      const ParleyBudgetHour *place = &budget->hours[i];

      if (place->hour <= hour - PARLEY_BUDGET_HOURS || place->hour > hour)
        continue;
      sum.read += place->read;
      sum.written += place->written;
    }
  return sum;
}
