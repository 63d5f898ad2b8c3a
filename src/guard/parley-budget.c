/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-budget.h"

#define HOUR_MS G_GINT64_CONSTANT (3600000)

void
parley_budget_add (ParleyBudget *budget, gint64 now, ParleyTokens tokens)
{
  gint64 hour = now / HOUR_MS;
  ParleyBudgetHour *place = &budget->hours[hour % PARLEY_BUDGET_HOURS];

  if (place->hour != hour)
    *place = (ParleyBudgetHour){ .hour = hour };
  place->tokens.read += MAX (tokens.read, 0);
  place->tokens.written += MAX (tokens.written, 0);
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
      sum.read += place->tokens.read;
      sum.written += place->tokens.written;
    }
  return sum;
}
