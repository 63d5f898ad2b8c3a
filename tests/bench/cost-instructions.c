/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-instructions.h"

#include <gio/gio.h>
#include <string.h>

#include "cost-pieces.h"

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
  return measure (self, "message", error);
}
