/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-table.h"

void
cost_table_begin (void)
{
  g_print ("| what | cost | goal | |\n|---|---|---|---|\n");
}

void
cost_table_add (const char *what, double value, int digits, const char *unit)
{
  g_print ("| %s | %.*f %s | | |\n", what, digits, value, unit);
}

void
cost_table_add_goal (const char *what, double value, int digits, const char *unit, double goal)
{
  g_print ("| %s | %.*f %s | ≤ %g %s | %s |\n", what, digits, value, unit, goal, unit,
           value <= goal ? "reached" : "**not reached**");
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

double
cost_table_get_median (GArray *values)
{
  g_array_sort (values, compare);
  return g_array_index (values, double, values->len / 2);
}
