/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-progress.h"

struct _ParleyProgress
{
  GHashTable *asked; /* set of char *: resources that were asked for */
  GHashTable *tools; /* set of char * */
  guint distinct_reads;
  guint rereads; /* in a row */
  guint calls;
  guint iterations;
  guint iterations_without_tools;
  guint last_find; /* iteration, from 1; 0 for none */
};

ParleyProgress *
parley_progress_new (void)
{
  ParleyProgress *progress = g_new0 (ParleyProgress, 1);

  progress->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  progress->tools = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return progress;
}

void
parley_progress_free (ParleyProgress *progress)
{
  g_hash_table_unref (progress->asked);
  g_hash_table_unref (progress->tools);
  g_free (progress);
}

void
parley_progress_add_iteration (ParleyProgress *progress, guint n_calls)
{
  progress->iterations++;
  progress->iterations_without_tools += n_calls == 0;
}

void
parley_progress_add_tool (ParleyProgress *progress, const char *tool)
{
  progress->calls++;
  g_hash_table_add (progress->tools, g_strdup (tool));
}

void
parley_progress_add_read (ParleyProgress *progress, const char *resource, gboolean found)
{
  gboolean first = g_hash_table_add (progress->asked, g_strdup (resource));

  if (!first)
    {
      progress->rereads++;
      return;
    }
  if (!found)
    return;
  progress->distinct_reads++;
  progress->rereads = 0;
  progress->last_find = progress->iterations;
}

guint
parley_progress_get_iterations (const ParleyProgress *progress)
{
  return progress->iterations;
}

guint
parley_progress_get_calls (const ParleyProgress *progress)
{
  return progress->calls;
}

guint
parley_progress_get_distinct_reads (const ParleyProgress *progress)
{
  return progress->distinct_reads;
}

guint
parley_progress_get_distinct_tools (const ParleyProgress *progress)
{
  return g_hash_table_size (progress->tools);
}

guint
parley_progress_get_iterations_without_tools (const ParleyProgress *progress)
{
  return progress->iterations_without_tools;
}

guint
parley_progress_get_rereads (const ParleyProgress *progress)
{
  return progress->rereads;
}

guint
parley_progress_get_stale_iterations (const ParleyProgress *progress)
{
  return progress->iterations - progress->last_find;
}

double
parley_progress_get_velocity (const ParleyProgress *progress)
{
  return progress->iterations > 0 ? (double) progress->distinct_reads / progress->iterations : 0;
}
