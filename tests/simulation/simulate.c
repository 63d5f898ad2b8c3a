/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <locale.h>
#include <stdlib.h>

#include "shrink.h"

/* So many lives are spent on making the story of a fault short. */
#define MOST_TRIES 400

typedef struct
{
  guint people;
  guint days;
  gboolean tell;
  gboolean as_it_is; /* a story is not made short */
} Life;

/* Returns: (transfer full) (nullable): the fault. */
static char *
live (guint64 seed, const Life *life, const GArray *plan, gboolean tell)
{
  SimWorld *world = sim_world_new (seed, life->people, plan);
  char *fault;

  sim_world_run (world);
  fault = g_strdup (world->fault);
  if (tell)
    g_print ("%s", world->story->str);
  sim_world_free (world);
  return fault;
}

/* Returns: whether all promises were kept. */
static gboolean
try_seed (guint64 seed, const Life *life)
{
  g_autoptr (GArray) plan = sim_plan_new (seed, life->people, life->days);
  g_autofree char *fault = live (seed, life, plan, life->tell);
  g_autofree char *same = NULL;
  g_autoptr (GArray) shorter = NULL;

  if (fault == NULL)
    return TRUE;
  g_print ("Seed %" G_GUINT64_FORMAT ": %s\n", seed, fault);
  if (life->as_it_is)
    return FALSE;
  shorter = sim_shrink (seed, life->people, plan, fault, MOST_TRIES);
  g_print ("Of %u events these %u are left:\n", plan->len, shorter->len);
  same = live (seed, life, shorter, TRUE);
  return FALSE;
}

int
main (int argc, char **argv)
{
  gint64 seed = 1;
  int days = 5;
  int count = 1;
  int people = 4;
  Life life = { 0 };
  const GOptionEntry entries[] = {
    { "seed", 's', 0, G_OPTION_ARG_INT64, &seed, "The first seed", "N" },
    { "days", 'd', 0, G_OPTION_ARG_INT, &days, "Days of each life", "N" },
    { "count", 'n', 0, G_OPTION_ARG_INT, &count, "Lives, each with the next seed", "N" },
    { "people", 'p', 0, G_OPTION_ARG_INT, &people, "Chats in each", "N" },
    { "story", 0, 0, G_OPTION_ARG_NONE, &life.tell, "Tell all that happens", NULL },
    { "long", 0, 0, G_OPTION_ARG_NONE, &life.as_it_is, "Don't make the story of a fault short",
      NULL },
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
  life.people = (guint) people;
  life.days = (guint) days;
  for (int i = 0; i < count; i++)
    bad += !try_seed ((guint64) seed + (guint64) i, &life);
  g_print ("%d chat-days, %d of %d lives with a fault, %.1f s\n", count * days * people, bad, count,
           (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  return bad > 0;
}
