/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "plan.h"

#include "seams.h"

#define MINUTE_MS (60 * 1000)
#define DAY_MS    (24 * 60 * MINUTE_MS)
#define BURSTS    8 /* a day at most */

/* Moods of every seed. */
#define OLD_MOODS      (SIM_MOOD_REMEMBERS + 1)
#define OLD_DISK_MOODS (SIM_DISK_HELD + 1)

typedef struct
{
  GRand *rand;
  GArray *events;
  guint64 seed;
  guint begin;   /* of the day's lines */
  guint n_lines; /* that there are */
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
    add (plan, at + draw (plan, 8000), SIM_EDITS, who, 0);
  if (draw (plan, 10) == 0)
    add (plan, at + draw (plan, 30000), SIM_REACTS, who, 0);
}

/* Something that is over after a while: @n until then, then @rest. */
static void
add_while (Plan *plan, gint64 at, guint most_ms, SimDeed deed, guint who, guint n, guint rest)
{
  add (plan, at, deed, who, n);
  add (plan, at + 1 + draw (plan, most_ms), deed, who, rest);
}

/* Most happens while somebody writes, where it hurts. */
static gint64
draw_time (Plan *plan, gint64 from)
{
  const SimEvent *near;

  if (plan->n_lines == 0 || draw (plan, 5) == 0)
    return from + draw (plan, DAY_MS);
  near = &g_array_index (plan->events, SimEvent, plan->begin + draw (plan, plan->n_lines));
  return MAX (0, near->at - 10000 + (gint64) draw (plan, 25000));
}

/* What the user does. */
static void
add_wish (Plan *plan, gint64 at, guint who)
{
  switch (draw (plan, 7))
    {
    case 0:
      add (plan, at, SIM_USER_TYPES, who, 0);
      add (plan, at + 1000 + draw (plan, 20000), SIM_USER_STOPS, who, 0);
      break;
    case 1:
      add (plan, at, SIM_USER_WRITES, who, draw (plan, 2));
      add (plan, at + draw (plan, 20 * MINUTE_MS), SIM_USER_GOES_ON, who, 0);
      break;
    case 2:
      add_while (plan, at, 2 * 60 * MINUTE_MS, SIM_USER_CHOOSES, who, draw (plan, 5), 4);
      break;
    case 3:
      add_while (plan, at, 10 * MINUTE_MS, SIM_USER_PAUSES, who, 1, 0);
      break;
    case 4:
      add (plan, at, SIM_USER_SENDS, who, 0);
      break;
    case 5:
      add (plan, at, SIM_USER_DROPS, who, 0);
      break;
    default:
      add_while (plan, at, 30 * MINUTE_MS, SIM_ENCRYPTS, who, 1, 0);
    }
}

/* What becomes of the machine and its network. */
static void
add_accident (Plan *plan, gint64 at, guint who)
{
  switch (draw (plan, 9))
    {
    case 0:
    case 1:
      add (plan, at, SIM_LOSES_LINE, who, 0);
      add (plan, at + 1 + draw (plan, 6 * MINUTE_MS), SIM_HAS_LINE, who, 0);
      break;
    case 2:
      add (plan, at, SIM_REPEATS, who, 0);
      break;
    case 3:
      add_while (plan, at, 3 * MINUTE_MS, SIM_DISK_TURNS, who, draw (plan, OLD_DISK_MOODS),
                 SIM_DISK_WELL);
      /* Misfortunes never come singly. */
      if (draw (plan, 2) == 0)
        add (plan, at + draw (plan, MINUTE_MS), SIM_IS_KILLED, who, draw (plan, 60));
      break;
    case 4:
      add (plan, at, SIM_IS_KILLED, who, draw (plan, 300));
      break;
    case 5:
      add (plan, at, draw (plan, 2) == 0 ? SIM_LOSES_POWER : SIM_QUITS, who, draw (plan, 300));
      break;
    case 6:
      add (plan, at, SIM_SLEEPS, who, 20 + draw (plan, 4000));
      break;
    case 7:
      add (plan, at, SIM_CLOCK_LEAPS, who,
           (guint) draw (plan, 2) * SIM_LEAP_BACK + draw (plan, 9000));
      break;
    default:
      add (plan, at, SIM_IS_ROBBED, who, 0);
      add (plan, at + 1000 + draw (plan, 20000), SIM_WRITES, who, draw (plan, 1000));
      add (plan, at + draw (plan, 10 * MINUTE_MS), SIM_COMES_BACK, who, 0);
    }
}

/* They begin a line, look elsewhere, and go on with it, or not. */
static void
add_half_line (Plan *plan, gint64 at, guint who)
{
  add (plan, at, SIM_TYPES, who, 0);
  at += 500 + draw (plan, 5000);
  add (plan, at, SIM_PAUSES, who, 0);
  at += 500 + draw (plan, 40000);
  add (plan, at, draw (plan, 2) == 0 ? SIM_TYPES : SIM_STOPS, who, 0);
}

/* --- what only full worlds have --- */

static void
add_lies (Plan *plan, gint64 from, guint people)
{
  for (guint i = draw (plan, 4); i > 0; i--)
    add_while (plan, draw_time (plan, from), 60 * MINUTE_MS, SIM_MODEL_TURNS, 0,
               OLD_MOODS + draw (plan, SIM_N_MOODS - OLD_MOODS), draw (plan, 3));
}

static void
add_moves (Plan *plan, gint64 from, guint people)
{
  for (guint i = draw (plan, 4); i > 0; i--)
    add_while (plan, draw_time (plan, from), 20 * MINUTE_MS, SIM_USER_MOVES, 0, draw (plan, 12), 0);
}

static void
add_renames (Plan *plan, gint64 from, guint people)
{
  if (draw (plan, 3) == 0)
    add_while (plan, draw_time (plan, from), 60 * MINUTE_MS, SIM_USER_RENAMES, draw (plan, people),
               1 + draw (plan, 3), draw (plan, 4));
}

/* Of the disk's further moods there is one. */
static void
add_locked_disk (Plan *plan, gint64 from, guint people)
{
  if (draw (plan, 3) == 0)
    add_while (plan, draw_time (plan, from), 10 * MINUTE_MS, SIM_DISK_TURNS, 0, SIM_DISK_READ_ONLY,
               SIM_DISK_WELL);
}

static GRand *
rand_new (guint64 seed)
{
  const guint32 seeds[] = { (guint32) seed, (guint32) (seed >> 32) };

  return g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
}

/* Each kind is drawn apart, so that one more leaves the others as they are. */
static void
add_more (Plan *plan, gint64 from, guint people)
{
  static void (*const kinds[]) (Plan *, gint64, guint)
      = { add_lies, add_moves, add_renames, add_locked_disk };
  GRand *rand = plan->rand;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GRand) own = rand_new (sim_mix (plan->seed + i) + (guint64) from);

      plan->rand = own;
      kinds[i](plan, from, people);
    }
  plan->rand = rand;
}

static void
add_day (Plan *plan, gint64 from, guint people)
{
  plan->begin = plan->events->len;
  for (guint who = 0; who < people; who++)
    {
      guint n = draw (plan, BURSTS);

      for (guint i = 0; i < n; i++)
        add_burst (plan, from + draw (plan, DAY_MS), who);
    }
  plan->n_lines = plan->events->len - plan->begin;
  for (guint i = draw (plan, 2 + 2 * people); i > 0; i--)
    add_wish (plan, draw_time (plan, from), draw (plan, people));
  for (guint i = draw (plan, 2 + 2 * people); i > 0; i--)
    add_accident (plan, draw_time (plan, from), draw (plan, people));
  for (guint i = draw (plan, 6); i > 0; i--)
    add_while (plan, draw_time (plan, from), 60 * MINUTE_MS, SIM_MODEL_TURNS, 0,
               draw (plan, OLD_MOODS), draw (plan, 3));
  add (plan, draw_time (plan, from), SIM_STAMPS, 0, draw (plan, SIM_N_STAMPS));
  for (guint i = draw (plan, 2 * people); i > 0; i--)
    add_half_line (plan, draw_time (plan, from), draw (plan, people));
  if (plan->seed >= SIM_FULL_SEED)
    add_more (plan, from, people);
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
  g_autoptr (GRand) rand = rand_new (seed);
  Plan plan
      = { .rand = rand, .events = g_array_new (FALSE, FALSE, sizeof (SimEvent)), .seed = seed };

  for (guint day = 0; day < days; day++)
    add_day (&plan, (gint64) day * DAY_MS, people);
  g_array_sort (plan.events, compare);
  return plan.events;
}
