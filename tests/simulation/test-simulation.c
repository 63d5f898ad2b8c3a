/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <locale.h>

#include "world.h"

#define PEOPLE 3
#define DAYS   2
#define SEEDS  12

/* Returns: (transfer full): what happened. */
static char *
live (guint64 seed, guint people, const GArray *plan)
{
  SimWorld *world = sim_world_new (seed, people, plan);
  char *story;

  sim_world_run (world);
  story = g_strdup (world->story->str);
  if (world->fault != NULL)
    g_test_message ("%s\nSeed %" G_GUINT64_FORMAT ": %s", story, seed, world->fault);
  g_assert_cmpstr (world->fault, ==, NULL);
  sim_world_free (world);
  return story;
}

static char *
live_by_seed (guint64 seed)
{
  g_autoptr (GArray) plan = sim_plan_new (seed, PEOPLE, DAYS);

  return live (seed, PEOPLE, plan);
}

static void
test_same (void)
{
  g_autofree char *first = live_by_seed (7);
  g_autofree char *second = live_by_seed (7);

  g_assert_cmpstr (first, ==, second);
  g_assert_nonnull (strstr (first, "Parley says to "));
}

static void
test_lives (void)
{
  for (guint64 seed = 100; seed < 100 + SEEDS; seed++)
    g_free (live_by_seed (seed));
}

/* What is left of lives in which a promise was broken. The seed makes the world. */
typedef struct
{
  guint64 seed;
  guint people;
  SimEvent events[9]; /* until one at 0 */
} Found;

static void
test_found (void)
{
  static const Found found[] = {
    /* Nothing outlives the program on a protocol that nobody knows, */
    { 1059,
      4,
      { { 10000, SIM_WRITES, 3, 7 },
        { 10645, SIM_TYPES, 3, 0 },
        { 15034, SIM_USER_TYPES, 3, 0 },
        { 20000000, SIM_IS_KILLED, 3, 293 } } },
    /* nor with a name that proves nothing. */
    { 20104, 4, { { 10000, SIM_WRITES, 1, 11 }, { 12042, SIM_IS_KILLED, 1, 154 } } },
    /* However long they type, two minutes after its first line a turn is answered. */
    { 300353,
      4,
      { { 58328148, SIM_WRITES, 0, 0 },
        { 58330065, SIM_TYPES, 0, 0 },
        { 58446219, SIM_WRITES, 0, 13 },
        { 58447446, SIM_TYPES, 0, 0 } } },
    { 301786,
      4,
      { { 45495975, SIM_WRITES, 1, 11 },
        { 45498458, SIM_WRITES, 1, 5 },
        { 45507159, SIM_TYPES, 1, 0 } } },
    /* What failed as it was written, and was written all the same, is not written again. */
    { 400302,
      4,
      { { 130914651, SIM_TYPES, 3, 0 },
        { 130917580, SIM_WRITES, 3, 2 },
        { 130922157, SIM_QUITS, 3, 59 },
        { 130934520, SIM_DISK_TURNS, 3, SIM_DISK_BROKEN },
        { 131000000, SIM_DISK_TURNS, 3, SIM_DISK_WELL },
        { 143556213, SIM_WRITES, 3, 10 },
        { 324780454, SIM_IS_KILLED, 3, 99 } } },
    /* What became too old while the program did not run is told to be unanswered. */
    { 402569,
      4,
      { { 396066149, SIM_MODEL_TURNS, 0, SIM_MOOD_FAILS },
        { 396582139, SIM_WRITES, 1, 4 },
        { 397289531, SIM_IS_KILLED, 1, 160 } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    {
      g_autoptr (GArray) plan = g_array_new (FALSE, FALSE, sizeof (SimEvent));

      for (guint n = 0; found[i].events[n].at > 0; n++)
        g_array_append_val (plan, found[i].events[n]);
      g_free (live (found[i].seed, found[i].people, plan));
    }
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_setenv ("GIO_USE_NETWORK_MONITOR", "base", TRUE);
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simulation/same", test_same);
  g_test_add_func ("/simulation/lives", test_lives);
  g_test_add_func ("/simulation/found", test_found);
  return g_test_run ();
}
