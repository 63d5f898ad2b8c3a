/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "cli/parley-memory-line.h"
#include "cli/parley-memory-session.h"
#include "cli/parley-memory-verbs.h"
#include "memory/parley-iso-time.h"
#include "memory/parley-store-chats.h"

/* --- chats --- */

static void
print_chat (const ParleyChatInfo *info)
{
  JsonBuilder *line = parley_json_line_new ();

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

typedef struct
{
  ParleyMemorySession *session;
  const ParleyChatKey *key;
  ParleyChatMemory *memory;
} Export;

static JsonBuilder *
begin_line (const Export *export, const char *kind)
{
  JsonBuilder *line = parley_json_line_new ();

  parley_memory_line_add_chat (line, export->key);
  parley_json_line_add_string (line, "kind", kind);
  return line;
}

static const char *
speaker_to_string (ParleySpeaker speaker)
{
  static const char *const names[] = {
    [PARLEY_SPEAKER_PERSON] = "person",
    [PARLEY_SPEAKER_PARLEY] = "parley",
    [PARLEY_SPEAKER_USER] = "user",
  };

  return names[speaker];
}

/* @speaker: (nullable). */
static void
print_text (
    const Export *export, const char *kind, const char *speaker, gint64 wall, const char *text)
{
  JsonBuilder *line = begin_line (export, kind);

  parley_memory_line_add_wall (line, "time", wall);
  if (speaker != NULL)
    parley_json_line_add_string (line, "speaker", speaker);
  parley_json_line_add_string (line, "text", text);
  parley_options_print (parley_json_line_end (line));
}

static void
export_conversation (const Export *export)
{
  g_autoptr (ParleyHistory) history = NULL;
  g_autoptr (ParleyChatSummary) summary = NULL;

  parley_chat_memory_load_history_async (export->memory, G_MAXUINT, G_MAXSIZE, NULL,
                                         parley_memory_session_take, export->session);
  history = parley_chat_memory_load_history_finish (
      export->memory, parley_memory_session_wait (export->session), NULL);
  for (guint i = 0; i < parley_history_get_length (history); i++)
    {
      const ParleyUtterance *said = parley_history_get (history, i);

      print_text (export, "utterance", speaker_to_string (said->speaker), said->wall, said->text);
    }
  parley_chat_memory_get_summary_async (export->memory, NULL, parley_memory_session_take,
                                        export->session);
  summary = parley_chat_memory_get_summary_finish (
      export->memory, parley_memory_session_wait (export->session), NULL);
  if (*summary->text != '\0')
    print_text (export, "summary", NULL, summary->until, summary->text);
}

static void
export_pending (const Export *export)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  parley_store_load_chat_async (export->session->store, export->key, NULL,
                                parley_memory_session_take, export->session);
  record = parley_store_load_chat_finish (export->session->store,
                                          parley_memory_session_wait (export->session), NULL);
  for (guint i = 0; i < record->pending->len; i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);

      print_text (export, "unanswered", speaker_to_string (PARLEY_SPEAKER_PERSON), pending->wall,
                  pending->text);
    }
}

static void
export_facts (const Export *export)
{
  g_autoptr (GPtrArray) facts = NULL;

  parley_chat_memory_recall_async (export->memory, "", G_MAXUINT, NULL, parley_memory_session_take,
                                   export->session);
  facts = parley_chat_memory_recall_finish (export->memory,
                                            parley_memory_session_wait (export->session), NULL);
  for (guint i = 0; i < facts->len; i++)
    {
      const ParleyFact *fact = g_ptr_array_index (facts, i);

      print_text (export, "fact", speaker_to_string (fact->said_by), fact->wall, fact->text);
    }
}

static void
export_lessons (const Export *export)
{
  g_autoptr (GPtrArray) lessons = NULL;

  parley_chat_memory_list_lessons_async (export->memory, NULL, parley_memory_session_take,
                                         export->session);
  lessons = parley_chat_memory_list_lessons_finish (
      export->memory, parley_memory_session_wait (export->session), NULL);
  for (guint i = 0; i < lessons->len; i++)
    {
      const ParleyLesson *lesson = g_ptr_array_index (lessons, i);
      JsonBuilder *line = begin_line (export, "lesson");

      parley_memory_line_add_wall (line, "time", lesson->wall);
      parley_json_line_add_string (line, "drafted", lesson->drafted);
      parley_json_line_add_string (line, "sent", lesson->sent);
      parley_options_print (parley_json_line_end (line));
    }
}

static void
export_presence (const Export *export)
{
  g_autoptr (GArray) list = NULL;

  parley_chat_memory_list_presence_async (export->memory, G_MAXUINT, NULL,
                                          parley_memory_session_take, export->session);
  list = parley_chat_memory_list_presence_finish (
      export->memory, parley_memory_session_wait (export->session), NULL);
  for (guint i = list->len; i > 0; i--)
    {
      const ParleyPresence *presence = &g_array_index (list, ParleyPresence, i - 1);
      JsonBuilder *line = begin_line (export, "presence");

      parley_memory_line_add_wall (line, "time", presence->wall);
      parley_json_line_add_string (line, "state",
                                   parley_presence_state_to_string (presence->state));
      parley_options_print (parley_json_line_end (line));
    }
}

static void
export_journal (const Export *export)
{
  g_autoptr (GPtrArray) entries = NULL;

  parley_journal_list_async (export->session->store, export->key, G_MAXUINT, NULL,
                             parley_memory_session_take, export->session);
  entries = parley_journal_list_finish (export->session->store,
                                        parley_memory_session_wait (export->session), NULL);
  for (guint i = entries->len; i > 0; i--)
    {
      JsonBuilder *line = begin_line (export, "journal");

      parley_memory_line_add_deed (line, g_ptr_array_index (entries, i - 1));
      parley_options_print (parley_json_line_end (line));
    }
}

static void
export_entries (const Export *export, const char *series)
{
  const ParleyInterval ever = { PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX };
  g_autoptr (ParleySeriesQuery) query = NULL;

  parley_chat_memory_query_async (export->memory, series, &ever, 0, NULL,
                                  parley_memory_session_take, export->session);
  query = parley_chat_memory_query_finish (export->memory,
                                           parley_memory_session_wait (export->session), NULL);
  for (guint i = query != NULL ? query->entries->len : 0; i > 0; i--)
    {
      JsonBuilder *line = begin_line (export, "entry");
      g_autofree char *head = NULL;
      g_autofree char *json
          = parley_series_entry_dup_json (g_ptr_array_index (query->entries, i - 1));

      parley_json_line_add_string (line, "series", series);
      head = parley_json_line_end (line);
      head[strlen (head) - 1] = '\0';
      parley_options_print (g_strconcat (head, ",\"entry\":", json, "}", NULL));
    }
}

static void
export_series (const Export *export)
{
  g_autoptr (GPtrArray) list = NULL;

  parley_chat_memory_list_series_async (export->memory, NULL, parley_memory_session_take,
                                        export->session);
  list = parley_chat_memory_list_series_finish (export->memory,
                                                parley_memory_session_wait (export->session), NULL);
  for (guint i = 0; i < list->len; i++)
    export_entries (export, ((ParleySeriesInfo *) g_ptr_array_index (list, i))->name);
}

int
parley_memory_export_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  g_autoptr (GPtrArray) chats = open_all (&session, args, error);

  if (chats == NULL)
    return -1;
  for (guint i = 0; i < chats->len; i++)
    {
      const ParleyChatInfo *info = g_ptr_array_index (chats, i);
      g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (session.store, info->key);
      const Export export = { &session, info->key, memory };

      export_conversation (&export);
      export_pending (&export);
      export_facts (&export);
      export_lessons (&export);
      export_presence (&export);
      export_journal (&export);
      export_series (&export);
    }
  return parley_memory_session_finish (&session);
}

/* --- forget --- */

int
parley_memory_forget_run (char **args, GError **error)
{
  g_auto (ParleyMemorySession) session = { 0 };
  const GOptionEntry none[] = { G_OPTION_ENTRY_NULL };
  g_autoptr (ParleyForgotten) forgotten = NULL;
  JsonBuilder *line;

  if (!parley_memory_session_parse (&session, args, none, 0, error)
      || !parley_memory_session_open (&session, FALSE, TRUE, error))
    return -1;
  parley_chat_memory_forget_async (session.memory, NULL, parley_memory_session_take, &session);
  forgotten = parley_chat_memory_forget_finish (session.memory,
                                                parley_memory_session_wait (&session), error);
  if (forgotten == NULL)
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
