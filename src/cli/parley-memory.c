/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-memory.h"

#include <glib/gi18n-lib.h>

#include "cli/parley-memory-verbs.h"
#include "cli/parley-memory-when.h"
#include "cli/parley-options.h"

typedef struct
{
  const char *name;
  int (*run) (char **args, GError **error);
} Verb;

static const Verb verbs[] = {
  { "merge", parley_memory_merge_run },     { "query", parley_memory_query_run },
  { "cleanup", parley_memory_cleanup_run }, { "series", parley_memory_series_run },
  { "chats", parley_memory_chats_run },     { "export", parley_memory_export_run },
  { "forget", parley_memory_forget_run },   { "journal", parley_memory_journal_run },
  { "when", parley_memory_when_run },
};

static int
run (const Verb *verb, char **args)
{
  g_autofree char *name = g_strconcat ("memory ", verb->name, NULL);
  g_autoptr (GError) error = NULL;
  int status = verb->run (args, &error);

  return error != NULL ? parley_options_complain (name, error) : status;
}

int
parley_memory_run (char **args)
{
  for (guint i = 0; args[1] != NULL && i < G_N_ELEMENTS (verbs); i++)
    {
      if (g_str_equal (args[1], verbs[i].name))
        return run (&verbs[i], args + 1);
    }
  g_printerr (_ ("parley memory: there is no “%s”. “parley memory --help” says what there is.\n"),
              args[1] != NULL ? args[1] : "");
  return PARLEY_EXIT_USAGE;
}
