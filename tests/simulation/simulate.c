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

/* --- sums over runs ----------------------------------------------------------------------------
 */

/* Without a file: nothing is summed. */
typedef struct
{
  char *path; /* (nullable) */
  GKeyFile *file;
} Sum;

#define GROUP "sum"

/* Returns: the seed after the last that was lived, or @seed. */
static guint64
begin_sum (Sum *sum, guint64 seed)
{
  sum->file = g_key_file_new ();
  if (sum->path == NULL || !g_key_file_load_from_file (sum->file, sum->path, G_KEY_FILE_NONE, NULL))
    return seed;
  return g_key_file_get_uint64 (sum->file, GROUP, "next", NULL);
}

static void
add_bad_seed (Sum *sum, guint64 seed)
{
  g_autofree char *before = g_key_file_get_string (sum->file, GROUP, "faults", NULL);
  g_autofree char *all
      = g_strdup_printf ("%s%" G_GUINT64_FORMAT ";", before != NULL ? before : "", seed);

  g_key_file_set_string (sum->file, GROUP, "faults", all);
}

/* After each life, so that it can be ended at any time. */
static void
add_life (Sum *sum, guint64 seed, guint chat_days, gboolean well)
{
  guint64 before = g_key_file_get_uint64 (sum->file, GROUP, "chat-days", NULL);

  g_key_file_set_uint64 (sum->file, GROUP, "next", seed + 1);
  g_key_file_set_uint64 (sum->file, GROUP, "chat-days", before + chat_days);
  if (!well)
    add_bad_seed (sum, seed);
  if (sum->path != NULL && !g_key_file_save_to_file (sum->file, sum->path, NULL))
    g_printerr ("%s can't be written\n", sum->path);
}

static void
end_sum (Sum *sum)
{
  if (sum->path != NULL)
    g_print ("In all, up to seed %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT " chat-days\n",
             g_key_file_get_uint64 (sum->file, GROUP, "next", NULL) - 1,
             g_key_file_get_uint64 (sum->file, GROUP, "chat-days", NULL));
  g_key_file_unref (sum->file);
  g_free (sum->path);
}

int
main (int argc, char **argv)
{
  Sum sum = { 0 };
  gint64 seed = 1;
  int days = 5;
  int count = 1;
  int people = 4;
  Life life = { 0 };
  const GOptionEntry entries[] = {
    { "seed", 's', 0, G_OPTION_ARG_INT64, &seed, "The first seed", "N" },
    { "from-seed", 0, 0, G_OPTION_ARG_INT64, &seed, "The same", "N" },
    { "sum", 0, 0, G_OPTION_ARG_FILENAME, &sum.path,
      "Add up in FILE, and go on with the seed after its last", "FILE" },
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
  seed = (gint64) begin_sum (&sum, (guint64) seed);
  for (int i = 0; i < count; i++)
    {
      guint64 number = (guint64) seed + (guint64) i;
      gboolean well = try_seed (number, &life);

      add_life (&sum, number, life.days * life.people, well);
      bad += !well;
    }
  g_print ("%d chat-days, %d of %d lives with a fault, %.1f s\n", count * days * people, bad, count,
           (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  end_sum (&sum);
  return bad > 0;
}
