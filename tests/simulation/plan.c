/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "plan.h"

#define MINUTE_MS (60 * 1000)
#define DAY_MS    (24 * 60 * MINUTE_MS)
#define BURSTS    8 /* a day at most */

typedef struct
{
  GRand *rand;
  GArray *events;
} Plan;

static guint
draw (Plan *plan, guint n)
{
  return (guint) g_rand_int_range (plan->rand, 0, (gint32) n);
}

static void
add (Plan *plan, gint64 at, SimDeed deed, guint who, guint n)
{
  const SimEvent event = { at, deed, who, n };

  g_array_append_val (plan->events, event);
}

static gint64
add_line (Plan *plan, gint64 at, guint who)
{
  if (draw (plan, 3) > 0)
    {
      add (plan, at, SIM_TYPES, who, 0);
      at += 300 + draw (plan, 6000);
      if (draw (plan, 6) == 0)
        add (plan, at - 100, SIM_STOPS, who, 0);
    }
  add (plan, at, SIM_WRITES, who, draw (plan, 1000));
  return at;
}

static void
add_burst (Plan *plan, gint64 at, guint who)
{
  guint n = 1 + draw (plan, 5);

  for (guint i = 0; i < n; i++)
    at = add_line (plan, at, who) + 200 + draw (plan, draw (plan, 4) == 0 ? 20000 : 3000);
  if (draw (plan, 8) == 0)
    add (plan, at + draw (plan, 8000), SIM_TYPES, who, 0);
  if (draw (plan, 12) == 0)
    add (plan, at + draw (plan, 8000), SIM_USER_TYPES, who, 0);
  if (draw (plan, 12) == 0)
    add (plan, at + draw (plan, 20000), SIM_USER_WRITES, who, 0);
}

static void
add_day (Plan *plan, gint64 from, guint people)
{
  for (guint who = 0; who < people; who++)
    {
      guint n = draw (plan, BURSTS);

      for (guint i = 0; i < n; i++)
        add_burst (plan, from + draw (plan, DAY_MS), who);
    }
  for (guint i = draw (plan, 6); i > 0; i--)
    add (plan, from + draw (plan, DAY_MS), SIM_MODEL_TURNS, 0, draw (plan, SIM_N_MOODS));
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const SimEvent *left = a;
  const SimEvent *right = b;

  return (left->at > right->at) - (left->at < right->at);
}

GArray *
sim_plan_new (guint64 seed, guint people, guint days)
{
  const guint32 seeds[] = { (guint32) seed, (guint32) (seed >> 32) };
  g_autoptr (GRand) rand = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  Plan plan = { rand, g_array_new (FALSE, FALSE, sizeof (SimEvent)) };

  for (guint day = 0; day < days; day++)
    add_day (&plan, (gint64) day * DAY_MS, people);
  g_array_sort (plan.events, compare);
  return plan.events;
}
