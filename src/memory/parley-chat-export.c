/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-chat-export.h"

#include <string.h>

#include "base/parley-timers.h"

/* --- lines --- */

typedef struct
{
  const ParleyChatContents *contents;
  GString *text;
} Export;

static ParleyJsonLine *
begin_line (const Export *export, const char *kind)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_memory_line_add_chat (line, export->contents->key);
  parley_json_line_add_string (line, "kind", kind);
  return line;
}

static void
end_line (const Export *export, ParleyJsonLine *line)
{
  g_autofree char *text = parley_json_line_end (line);

  g_string_append (export->text, text);
  g_string_append_c (export->text, '\n');
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
add_text (
    const Export *export, const char *kind, const char *speaker, gint64 wall, const char *text)
{
  ParleyJsonLine *line = begin_line (export, kind);

  parley_memory_line_add_wall (line, "time", wall);
  if (speaker != NULL)
    parley_json_line_add_string (line, "speaker", speaker);
  parley_json_line_add_string (line, "text", text);
  end_line (export, line);
}

static void
export_conversation (const Export *export)
{
  ParleyHistory *history = export->contents->history;
  const ParleyChatSummary *summary = export->contents->summary;

  for (guint i = 0; i < parley_history_get_length (history); i++)
    {
      const ParleyUtterance *said = parley_history_get (history, i);

      add_text (export, "utterance", speaker_to_string (said->speaker), said->when.written,
                said->text);
    }
  if (*summary->text != '\0')
    add_text (export, "summary", NULL, summary->until, summary->text);
}

static void
export_pending (const Export *export)
{
  const ParleyChatRecord *record = export->contents->record;

  for (guint i = 0; i < record->pending->len; i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);

      add_text (export, "unanswered", speaker_to_string (PARLEY_SPEAKER_PERSON),
                pending->when.written, pending->text);
    }
}

static void
export_draft (const Export *export, const ParleyProposal *draft)
{
  g_autofree char *text = NULL;
  ParleyJsonLine *line;

  if (draft == NULL || !parley_proposal_is_open (draft))
    return;
  text = parley_proposal_dup_text (draft);
  line = begin_line (export, "draft");
  parley_json_line_add_int (line, "number", draft->number);
  parley_json_line_add_string (line, "text", text);
  end_line (export, line);
}

static void
export_drafts (const Export *export)
{
  const GPtrArray *before = export->contents->record->drafts_before;

  for (guint i = 0; before != NULL && i < before->len; i++)
    export_draft (export, g_ptr_array_index (before, i));
  export_draft (export, export->contents->record->draft);
}

static void
export_facts (const Export *export)
{
  for (guint i = 0; i < export->contents->facts->len; i++)
    {
      const ParleyFact *fact = g_ptr_array_index (export->contents->facts, i);

      add_text (export, parley_fact_kind_to_string (fact->kind), speaker_to_string (fact->said_by),
                fact->wall, fact->text);
    }
}

static void
export_style (const Export *export)
{
  const char *style = export->contents->summary->style;
  ParleyJsonLine *line;

  if (style == NULL || *style == '\0')
    return;
  line = begin_line (export, "style");
  parley_json_line_add_string (line, "text", style);
  end_line (export, line);
}

static void
export_lessons (const Export *export)
{
  for (guint i = 0; i < export->contents->lessons->len; i++)
    {
      const ParleyLesson *lesson = g_ptr_array_index (export->contents->lessons, i);
      ParleyJsonLine *line = begin_line (export, "lesson");

      parley_memory_line_add_wall (line, "time", lesson->wall);
      parley_json_line_add_string (line, "drafted", lesson->drafted);
      parley_json_line_add_string (line, "sent", lesson->sent);
      end_line (export, line);
    }
}

static void
export_presence (const Export *export)
{
  const GArray *list = export->contents->presence;

  for (guint i = list->len; i > 0; i--)
    {
      const ParleyPresence *presence = &g_array_index (list, ParleyPresence, i - 1);
      ParleyJsonLine *line = begin_line (export, "presence");

      parley_memory_line_add_wall (line, "time", presence->wall);
      parley_json_line_add_string (line, "state",
                                   parley_presence_state_to_string (presence->state));
      end_line (export, line);
    }
}

static void
export_journal (const Export *export)
{
  const GPtrArray *entries = export->contents->journal;

  for (guint i = entries->len; i > 0; i--)
    {
      ParleyJsonLine *line = begin_line (export, "journal");

      parley_memory_line_add_deed (line, g_ptr_array_index (entries, i - 1));
      end_line (export, line);
    }
}

/* An entry is JSON already. */
static void
export_entry (const Export *export, const char *series, const ParleySeriesEntry *entry)
{
  ParleyJsonLine *line = begin_line (export, "entry");
  g_autofree char *head = NULL;
  g_autofree char *json = parley_series_entry_dup_json (entry);

  parley_json_line_add_string (line, "series", series);
  head = parley_json_line_end (line);
  g_string_append_len (export->text, head, (gssize) strlen (head) - 1);
  g_string_append_printf (export->text, ",\"entry\":%s}\n", json);
}

static void
export_series (const Export *export)
{
  const GPtrArray *queries = export->contents->entries;

  for (guint i = 0; queries != NULL && i < queries->len; i++)
    {
      const ParleySeriesInfo *info = g_ptr_array_index (export->contents->series, i);
      const ParleySeriesQuery *query = g_ptr_array_index (queries, i);

      for (guint j = query->entries->len; j > 0; j--)
        export_entry (export, info->name, g_ptr_array_index (query->entries, j - 1));
    }
}

char *
parley_chat_export_dup_text (const ParleyChatContents *contents)
{
  const Export export = { contents, g_string_new (NULL) };

  export_conversation (&export);
  export_pending (&export);
  export_drafts (&export);
  export_facts (&export);
  export_style (&export);
  export_lessons (&export);
  export_presence (&export);
  export_journal (&export);
  export_series (&export);
  return g_string_free (export.text, FALSE);
}

/* --- the file --- */

typedef struct
{
  GPtrArray *contents;
  GFile *file;
  gboolean replace;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_ptr_array_unref (writing->contents);
  g_object_unref (writing->file);
  g_free (writing);
}

static GFileOutputStream *
open_file (const Writing *writing, GCancellable *cancellable, GError **error)
{
  if (writing->replace)
    return g_file_replace (writing->file, NULL, FALSE,
                           G_FILE_CREATE_PRIVATE | G_FILE_CREATE_REPLACE_DESTINATION, cancellable,
                           error);
  return g_file_create (writing->file, G_FILE_CREATE_PRIVATE, cancellable, error);
}

static gboolean
write_contents (const Writing *writing,
                GOutputStream *stream,
                GCancellable *cancellable,
                GError **error)
{
  for (guint i = 0; i < writing->contents->len; i++)
    {
      g_autofree char *text
          = parley_chat_export_dup_text (g_ptr_array_index (writing->contents, i));

      if (!g_output_stream_write_all (stream, text, strlen (text), NULL, cancellable, error))
        return FALSE;
    }
  return g_output_stream_close (stream, cancellable, error);
}

/* Half a file is worse than none; one that was there before stays as it was. */
static void
write_file (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *writing = data;
  GError *error = NULL;
  g_autoptr (GFileOutputStream) stream = open_file (writing, cancellable, &error);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  if (stream != NULL && write_contents (writing, G_OUTPUT_STREAM (stream), cancellable, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (stream != NULL)
    {
      g_cancellable_cancel (cancelled);
      g_output_stream_close (G_OUTPUT_STREAM (stream), cancelled, NULL);
      if (!writing->replace)
        g_file_delete (writing->file, NULL, NULL);
    }
  g_task_return_error (task, error);
}

void
parley_chat_export_write_async (GPtrArray *contents,
                                GFile *file,
                                gboolean replace,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Writing *writing = g_new0 (Writing, 1);

  g_task_set_source_tag (task, parley_chat_export_write_async);
  writing->contents = contents;
  writing->file = g_object_ref (file);
  writing->replace = replace;
  g_task_set_task_data (task, writing, writing_free);
  g_task_run_in_thread (task, write_file);
}

gboolean
parley_chat_export_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

char *
parley_memory_dup_chat (const ParleyChatKey *key)
{
  GString *name = g_string_new (key->account);

  g_string_replace (name, "/", "%2F", 0);
  g_string_append_printf (name, "/%s", key->person);
  return g_string_free (name, FALSE);
}

void
parley_memory_line_add_chat (ParleyJsonLine *line, const ParleyChatKey *key)
{
  g_autofree char *name = key != NULL ? parley_memory_dup_chat (key) : NULL;

  parley_json_line_add_string (line, "chat", name);
  parley_json_line_add_string (line, "protocol", key != NULL ? key->protocol : NULL);
}

void
parley_memory_line_add_wall (ParleyJsonLine *line, const char *name, gint64 wall)
{
  g_autofree char *text = parley_iso_time_dup (wall * G_USEC_PER_SEC);

  parley_json_line_add_string (line, name, text);
}

void
parley_memory_line_add_deed (ParleyJsonLine *line, const ParleyJournalEntry *entry)
{
  parley_memory_line_add_wall (line, "time", entry->wall);
  parley_json_line_add_string (line, "ev", parley_journal_kind_to_string (entry->kind));
  if (*entry->reason != '\0')
    parley_json_line_add_string (line, "reason", entry->reason);
  if (entry->n > 0)
    parley_json_line_add_int (line, "n", entry->n);
  if (entry->ms > 0)
    parley_json_line_add_int (line, "ms", entry->ms);
  if (*entry->text != '\0')
    parley_json_line_add_string (line, "text", entry->text);
}
