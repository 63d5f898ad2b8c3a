/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <locale.h>
#include <stdlib.h>

#include "world.h"

static gboolean
live (guint64 seed, int people, int days, gboolean tell)
{
  g_autoptr (GArray) plan = sim_plan_new (seed, (guint) people, (guint) days);
  SimWorld *world = sim_world_new (seed, (guint) people, plan);
  gboolean well;

  sim_world_run (world);
  well = world->fault == NULL;
  if (tell || !well)
    g_print ("%s", world->story->str);
  if (!well)
    g_print ("Seed %" G_GUINT64_FORMAT ": %s\n", seed, world->fault);
  sim_world_free (world);
  return well;
}

int
main (int argc, char **argv)
{
  gint64 seed = 1;
  int days = 5;
  int count = 1;
  int people = 4;
  gboolean tell = FALSE;
  const GOptionEntry entries[] = {
    { "seed", 's', 0, G_OPTION_ARG_INT64, &seed, "The first seed", "N" },
    { "days", 'd', 0, G_OPTION_ARG_INT, &days, "Days of each life", "N" },
    { "count", 'n', 0, G_OPTION_ARG_INT, &count, "Lives, each with the next seed", "N" },
    { "people", 'p', 0, G_OPTION_ARG_INT, &people, "Chats in each", "N" },
    { "story", 0, 0, G_OPTION_ARG_NONE, &tell, "Tell all that happens", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gint64 began = g_get_monotonic_time ();
  int bad = 0;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  g_setenv ("GIO_USE_NETWORK_MONITOR", "base", TRUE);
  g_setenv ("TZ", "UTC", TRUE);
  for (int i = 0; i < count; i++)
    bad += !live ((guint64) seed + (guint64) i, people, days, tell);
  g_print ("%d chat-days, %d of %d lives with a fault, %.1f s\n", count * days * people, bad, count,
           (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  return bad > 0;
}
