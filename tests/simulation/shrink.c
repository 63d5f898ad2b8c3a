/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "shrink.h"

#include <string.h>

typedef struct
{
  guint64 seed;
  guint people;
  char *kind; /* of the fault */
  GArray *plan;
  guint tries;
} Shrinking;

/* What is told of numbers and names differs from life to life. Returns: (transfer full). */
static char *
dup_kind (const char *fault)
{
  GString *kind = g_string_new (NULL);
  g_auto (GStrv) words = g_strsplit (fault, " ", -1);

  for (guint i = 1; words[0] != NULL && words[i] != NULL; i++)
    if (g_strcmp0 (words[i], "") != 0 && strpbrk (words[i], "0123456789@/") == NULL)
      g_string_append_printf (kind, " %s", words[i]);
  return g_string_free (kind, FALSE);
}

static gboolean
fails (Shrinking *self, const GArray *plan)
{
  SimWorld *world = sim_world_new (self->seed, self->people, plan);
  g_autofree char *kind = NULL;

  self->tries--;
  sim_world_run (world);
  kind = world->fault != NULL ? dup_kind (world->fault) : NULL;
  sim_world_free (world);
  return g_strcmp0 (kind, self->kind) == 0;
}

/* @plan: (transfer full). Returns: whether it does as well. */
static gboolean
take (Shrinking *self, GArray *plan)
{
  g_autoptr (GArray) tried = plan;

  if (self->tries == 0 || tried->len == self->plan->len || !fails (self, tried))
    return FALSE;
  g_array_unref (self->plan);
  self->plan = g_steal_pointer (&tried);
  return TRUE;
}

static GArray *
dup_without (const GArray *plan, guint from, guint n)
{
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (SimEvent));

  for (guint i = 0; i < plan->len; i++)
    if (i < from || i >= from + n)
      g_array_append_val (rest, g_array_index (plan, SimEvent, i));
  return rest;
}

static GArray *
dup_without_person (const GArray *plan, guint who)
{
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (SimEvent));

  for (guint i = 0; i < plan->len; i++)
    if (g_array_index (plan, SimEvent, i).who != who)
      g_array_append_val (rest, g_array_index (plan, SimEvent, i));
  return rest;
}

GArray *
sim_shrink (guint64 seed, guint people, const GArray *plan, const char *fault, guint tries)
{
  Shrinking self = { seed, people, dup_kind (fault), dup_without (plan, 0, 0), tries };

  for (guint who = 0; who < people; who++)
    take (&self, dup_without_person (self.plan, who));
  for (guint n = MAX (1, self.plan->len / 2); self.tries > 0; n /= 2)
    {
      for (guint from = 0; from < self.plan->len && self.tries > 0;)
        if (!take (&self, dup_without (self.plan, from, n)))
          from += n;
      if (n == 1)
        break;
    }
  g_free (self.kind);
  return self.plan;
}
