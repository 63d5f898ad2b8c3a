/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-memory.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "base/parley-error.h"
#include "cli/parley-memory-session.h"
#include "cli/parley-memory-verbs.h"
#include "cli/parley-memory-when.h"
#include "cli/parley-options.h"
#include "control/parley-log-sheet.h"
#include "context/parley-diary.h"
#include "memory/parley-chat-export.h"
#include "memory/parley-forgotten-file.h"
#include "memory/parley-intents.h"

/* --- chats --- */

static void
print_chat (const ParleyChatInfo *info)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_memory_line_add_chat (line, info->key);
  parley_json_line_add_int (line, "utterances", (gint64) info->utterances);
  parley_json_line_add_int (line, "facts", (gint64) info->facts);
  parley_json_line_add_int (line, "entries", (gint64) info->entries);
  if (info->last_wall > 0)
    parley_memory_line_add_wall (line, "last", info->last_wall);
  else
    parley_json_line_add_null (line, "last");
  parley_options_print (parley_json_line_end (line));
}

/* Opens the store for what looks at all chats. Returns: (transfer full): them; NULL on error. */
static GPtrArray *
open_all (ParleyMemorySession *session, char **args, GError **error)
{
  const GOptionEntry none[] = { G_OPTION_ENTRY_NULL };

  if (!parley_memory_session_parse (session, args, none, 0, error)
      || !parley_memory_session_open (session, FALSE, FALSE, error))
    return NULL;
  return parley_memory_session_list_chats (session);
}

int
parley_memory_chats_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  g_autoptr (GPtrArray) chats = open_all (&session, args, error);

  if (chats == NULL)
    return -1;
  for (guint i = 0; i < chats->len; i++)
    print_chat (g_ptr_array_index (chats, i));
  return parley_memory_session_finish (&session);
}

/* --- export --- */

/* What can't be read is named. Returns: whether all was read. */
static gboolean
print_contents (ParleyMemorySession *session, const ParleyChatKey *key)
{
  g_autoptr (ParleyChatContents) contents = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  parley_chat_contents_load_async (session->store, key, 0, NULL, parley_memory_session_take,
                                   session);
  contents = parley_chat_contents_load_finish (parley_memory_session_wait (session), &error);
  if (contents == NULL)
    {
      g_printerr ("parley memory: %s/%s: %s\n", key->account, key->person, error->message);
      return FALSE;
    }
  text = parley_chat_export_dup_text (contents);
  fputs (text, stdout);
  for (guint i = 0; i < contents->unreadable->len; i++)
    {
      const ParleySeriesInfo *info = g_ptr_array_index (contents->unreadable, i);

      g_printerr (_ ("parley memory: The series “%s” of %s/%s can't be read.\n"), info->name,
                  key->account, key->person);
    }
  return contents->unreadable->len == 0;
}

int
parley_memory_export_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  g_autoptr (GPtrArray) chats = open_all (&session, args, error);
  gboolean whole = TRUE;
  int status;

  if (chats == NULL)
    return -1;
  for (guint i = 0; i < chats->len; i++)
    whole
        &= print_contents (&session, ((const ParleyChatInfo *) g_ptr_array_index (chats, i))->key);
  status = parley_memory_session_finish (&session);
  return status == 0 && !whole ? PARLEY_EXIT_FAILED : status;
}

/* --- forget --- */

/* What a program that died was about to say stands beside the store; one that runs is told. */
static gboolean
forget_intents (ParleyMemorySession *session, GError **error)
{
  g_autofree char *folder = parley_memory_session_dup_folder (session);
  g_autoptr (ParleyIntents) intents = parley_intents_new (folder, NULL);
  g_autoptr (ParleyForgottenFile) file = parley_forgotten_file_new (folder);

  parley_forgotten_file_add (file, session->key, g_get_real_time () / G_USEC_PER_SEC);
  if (!parley_log_sheet_forget (folder, session->key, error))
    return FALSE;
  parley_intents_forget_async (intents, session->key, NULL, parley_memory_session_take, session);
  return parley_intents_forget_finish (intents, parley_memory_session_wait (session), error);
}

int
parley_memory_forget_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  const GOptionEntry none[] = { G_OPTION_ENTRY_NULL };
  g_autoptr (ParleyForgotten) forgotten = NULL;
  ParleyJsonLine *line;

  if (!parley_memory_session_parse (&session, args, none, 0, error)
      || !parley_memory_session_open (&session, FALSE, TRUE, error))
    return -1;
  parley_chat_memory_forget_async (session.memory, NULL, parley_memory_session_take, &session);
  forgotten = parley_chat_memory_forget_finish (session.memory,
                                                parley_memory_session_wait (&session), error);
  if (forgotten == NULL || !forget_intents (&session, error))
    return -1;
  for (guint i = 0; forgotten->set_aside[i] != NULL; i++)
    {
      g_autofree char *shown = g_filename_display_name (forgotten->set_aside[i]);

      g_printerr (_ ("parley memory forget: %s was damaged and set aside: what was in it may still "
                     "be there. Delete it if you don't need it.\n"),
                  shown);
    }
  line = parley_json_line_new ();
  parley_json_line_add_int (line, "forgotten", (gint64) forgotten->items);
  parley_options_print (parley_json_line_end (line));
  return parley_memory_session_finish (&session);
}

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
  { "restore", parley_memory_restore_run }, { "when", parley_memory_when_run },
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
  g_printerr (_ ("parley memory: there is no command “%s”. See “parley memory --help”.\n"),
              args[1] != NULL ? args[1] : "");
  return PARLEY_EXIT_USAGE;
}
