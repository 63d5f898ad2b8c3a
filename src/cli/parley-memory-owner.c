/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "cli/parley-memory-session.h"
#include "cli/parley-memory-verbs.h"
#include "memory/parley-chat-export.h"
#include "memory/parley-forgotten-file.h"
#include "memory/parley-intents.h"
#include "memory/parley-memory-line.h"

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

  parley_forgotten_file_add (file, session->key);
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
