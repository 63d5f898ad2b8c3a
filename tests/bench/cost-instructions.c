/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-instructions.h"

#include <gio/gio.h>
#include <string.h>

#include "cost-pieces.h"
#include "heard-rows.h"

#define COUNT 600

/* Returns: all instructions of a run that repeats the piece @count times; 0 with @error set. */
static guint64
count_run (const char *self, const char *name, guint count, GError **error)
{
  g_autofree char *times = g_strdup_printf ("--count=%u", count);
  const char *const argv[] = {
    "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self, "--repeat", name, times,
    NULL
  };
  g_autoptr (GSubprocess) run = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDERR_PIPE, error);
  g_autofree char *log = NULL;
  const char *found;

  if (run == NULL || !g_subprocess_communicate_utf8 (run, NULL, NULL, NULL, &log, error)
      || !g_subprocess_wait_check (run, NULL, error))
    return 0;
  found = strstr (log, "Collected : ");
  if (found == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "valgrind counted nothing");
      return 0;
    }
  return g_ascii_strtoull (found + strlen ("Collected : "), NULL, 10);
}

/* Starting and ending costs the same both times. */
static gboolean
measure (const char *self, const char *name, GError **error)
{
  guint64 once = count_run (self, name, COUNT, error);
  guint64 twice = once > 0 ? count_run (self, name, 2 * COUNT, error) : 0;

  if (twice == 0)
    return FALSE;
  g_print ("| %s | %.0f |\n", name, (twice - (double) once) / COUNT);
  return TRUE;
}

/* What people do who were not chosen */

/* What is dumped of each run of a row, in this order. */
typedef enum
{
  PART_MEASURED,
  PART_AFTER,
  N_PARTS,
} Part;

/* valgrind numbers its dumps. Each row is run twice, with Parley and then, all rows later, without.
 * Returns: the instructions of @part of a run, 0 or 1, of row @index; -1 with @error set. */
static gint64
read_dump (const char *folder, guint index, guint run, Part part, GError **error)
{
  g_autofree char *name = g_strdup_printf ("dump.%u", N_PARTS * (2 * index + run) + part + 1);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *dump = NULL;
  const char *found;

  if (!g_file_get_contents (path, &dump, NULL, error))
    return -1;
  found = strstr (dump, "\ntotals: ");
  if (found == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s has no total", path);
      return -1;
    }
  return (gint64) g_ascii_strtoull (found + strlen ("\ntotals: "), NULL, 10);
}

/* The second run has nothing to set up. In the loop's turn something else may come, so the least of
 * both counts. */
static gint64
read_runs (const char *folder, guint index, Part part, GError **error)
{
  gint64 second = read_dump (folder, index, 1, part, error);
  gint64 first
      = part == PART_AFTER && second >= 0 ? read_dump (folder, index, 0, part, error) : second;

  return MIN (first, second);
}

/* @of: of the part. Returns: FALSE with @error set. */
static gboolean
read_part (const char *folder, guint index, Part part, gint64 *of, GError **error)
{
  gint64 with = read_runs (folder, index, part, error);
  gint64 without = with >= 0 ? read_runs (folder, heard_n_rows + index, part, error) : -1;

  *of = heard_rows[index].kind == HEARD_LINE ? without : with - without;
  return without >= 0;
}

static gboolean
run_heard (const char *self, const char *folder, GError **error)
{
  g_autofree char *beside = g_path_get_dirname (self);
  g_autofree char *program = g_build_filename (beside, "bench-heard", NULL);
  g_autofree char *out = g_strdup_printf ("--callgrind-out-file=%s/dump", folder);
  const char *const argv[] = { "valgrind",
                               "--tool=callgrind",
                               "--toggle-collect=heard_measure",
                               "--dump-after=heard_measure",
                               out,
                               program,
                               NULL };
  g_autoptr (GSubprocess) run = g_subprocess_newv (
      argv, G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE, error);

  return run != NULL && g_subprocess_wait_check (run, NULL, error);
}

static gboolean
report_heard (const char *folder, GError **error)
{
  guint n_high = 0;

  g_print (
      "\n| of somebody not chosen | instructions, at most %d | in the loop's next turn, as many |"
      "\n|---|---|---|\n",
      HEARD_MOST);
  for (guint i = 0; i < heard_n_rows; i++)
    {
      gint64 measured;
      gint64 after;
      gboolean high;

      if (!read_part (folder, i, PART_MEASURED, &measured, error)
          || !read_part (folder, i, PART_AFTER, &after, error))
        return FALSE;
      high = MAX (measured, after) > HEARD_MOST;
      g_print ("| %s | %" G_GINT64_FORMAT " | %" G_GINT64_FORMAT "%s |\n", heard_rows[i].what,
               measured, after, high ? ", **not reached**" : "");
      n_high += high;
    }
  if (n_high > 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%u rows cost more than they may", n_high);
  return n_high == 0;
}

gboolean
cost_instructions_measure_heard (const char *self, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-heard-XXXXXX", error);
  const char *const argv[] = { "rm", "-r", folder, NULL };
  gboolean done;

  if (folder == NULL)
    return FALSE;
  done = run_heard (self, folder, error) && report_heard (folder, error);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
  return done;
}

gboolean
cost_instructions_measure (const char *self, GError **error)
{
  g_autofree const char **names = cost_pieces_list ();

  g_print ("| piece | instructions |\n|---|---|\n");
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (!measure (self, names[i], error))
        return FALSE;
    }
  return measure (self, "message", error) && cost_instructions_measure_heard (self, error);
}
