/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <locale.h>

#include "world.h"

#define PEOPLE 3
#define DAYS   2
#define SEEDS  12

/* Returns: (transfer full): what happened. */
static char *
live (guint64 seed, guint people, guint days)
{
  g_autoptr (GArray) plan = sim_plan_new (seed, people, days);
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

static void
test_same (void)
{
  g_autofree char *first = live (7, PEOPLE, DAYS);
  g_autofree char *second = live (7, PEOPLE, DAYS);

  g_assert_cmpstr (first, ==, second);
  g_assert_nonnull (strstr (first, "Parley says to ann@wire.example"));
}

static void
test_lives (void)
{
  for (guint64 seed = 100; seed < 100 + SEEDS; seed++)
    g_free (live (seed, PEOPLE, DAYS));
}

/* Longer lives that once broke a promise, with four people in five days. */
static void
test_found (void)
{
  static const guint64 seeds[] = {
    1059, /* of a protocol that nobody knows nothing outlives the program */
  };

  for (guint i = 0; i < G_N_ELEMENTS (seeds); i++)
    g_free (live (seeds[i], 4, 5));
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
