/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "memory/parley-memory-line.h"
#include "cli/parley-memory-session.h"
#include "cli/parley-memory-verbs.h"
#include "engine/parley-diary.h"

static void
print_json (const ParleyJournalEntry *entry)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_memory_line_add_chat (line, entry->key);
  parley_memory_line_add_deed (line, entry);
  parley_options_print (parley_json_line_end (line));
}

/* An entry is one line, whatever is in it. */
static void
print_text (const ParleyJournalEntry *entry)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (entry->wall);
  g_autofree char *when = g_date_time_format (at, "%Y-%m-%d %H:%M:%S");
  g_autofree char *chat = entry->key != NULL ? parley_memory_dup_chat (entry->key) : g_strdup ("-");
  g_autofree char *sentence = parley_diary_dup_sentence (entry);

  parley_options_print (g_strjoin ("  ", when, chat, g_strdelimit (sentence, "\n", ' '), NULL));
}

static gboolean
check_limit (int limit, GError **error)
{
  if (limit > 0)
    return TRUE;
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                       _ ("--limit is a number of entries, 1 or more"));
  return FALSE;
}

int
parley_memory_journal_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  gboolean text = FALSE;
  int limit = G_MAXINT;
  const GOptionEntry own[] = {
    { "limit", 0, 0, G_OPTION_ARG_INT, &limit, NULL, NULL },
    { "text", 0, 0, G_OPTION_ARG_NONE, &text, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GPtrArray) entries = NULL;

  if (!parley_memory_session_parse (&session, args, own, 0, error) || !check_limit (limit, error)
      || !parley_memory_session_open (&session, FALSE, session.chat_name != NULL, error))
    return -1;
  parley_journal_list_async (session.store, session.key, (guint) limit, NULL,
                             parley_memory_session_take, &session);
  entries
      = parley_journal_list_finish (session.store, parley_memory_session_wait (&session), error);
  if (entries == NULL)
    return -1;
  for (guint i = 0; i < entries->len; i++)
    (text ? print_text : print_json) (g_ptr_array_index (entries, i));
  return parley_memory_session_finish (&session);
}
