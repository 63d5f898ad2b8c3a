/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-chat-contents.h"

#include "base/parley-timers.h"
#include "memory/parley-store-chats.h"

void
parley_chat_contents_free (ParleyChatContents *contents)
{
  parley_chat_key_free (contents->key);
  g_clear_pointer (&contents->history, parley_history_free);
  g_clear_pointer (&contents->summary, parley_chat_summary_free);
  g_clear_pointer (&contents->record, parley_chat_record_free);
  g_clear_pointer (&contents->facts, g_ptr_array_unref);
  g_clear_pointer (&contents->lessons, g_ptr_array_unref);
  g_clear_pointer (&contents->series, g_ptr_array_unref);
  g_clear_pointer (&contents->presence, g_array_unref);
  g_clear_pointer (&contents->journal, g_ptr_array_unref);
  g_clear_pointer (&contents->entries, g_ptr_array_unref);
  g_clear_pointer (&contents->unreadable, g_ptr_array_unref);
  g_free (contents);
}

gboolean
parley_chat_contents_is_empty (const ParleyChatContents *contents)
{
  const ParleyChatRecord *record = contents->record;

  return parley_history_get_length (contents->history) == 0 && *contents->summary->text == '\0'
         && (contents->summary->style == NULL || *contents->summary->style == '\0')
         && contents->facts->len == 0 && contents->lessons->len == 0 && contents->series->len == 0
         && contents->presence->len == 0 && contents->journal->len == 0 && record->pending->len == 0
         && record->cadence.n_gaps == 0 && record->mark.wall_s == 0 && record->turn_wall == 0;
}

/* --- loading: a step asks, and what comes is taken --- */

typedef struct
{
  ParleyStore *store;
  ParleyChatMemory *memory;
  ParleyChatContents *contents;
  guint max_utterances;
  guint step;
} Loading;

static void
loading_free (gpointer data)
{
  Loading *loading = data;

  g_object_unref (loading->memory);
  g_object_unref (loading->store);
  g_clear_pointer (&loading->contents, parley_chat_contents_free);
  g_free (loading);
}

static void on_step (GObject *source, GAsyncResult *result, gpointer data);

static guint
get_max (const Loading *loading, guint max)
{
  return loading->max_utterances > 0 ? max : G_MAXUINT;
}

static void
ask_history (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_chat_memory_load_history_async (loading->memory,
                                         get_max (loading, loading->max_utterances), G_MAXSIZE,
                                         cancellable, on_step, task);
}

static void
take_history (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->history
      = parley_chat_memory_load_history_finish (loading->memory, result, error);
}

static void
ask_summary (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_chat_memory_get_summary_async (loading->memory, cancellable, on_step, task);
}

static void
take_summary (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->summary
      = parley_chat_memory_get_summary_finish (loading->memory, result, error);
}

static void
ask_record (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_store_load_chat_async (loading->store, loading->contents->key, cancellable, on_step, task);
}

static void
take_record (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->record = parley_store_load_chat_finish (loading->store, result, error);
}

static void
ask_facts (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_chat_memory_recall_async (loading->memory, "", G_MAXUINT, cancellable, on_step, task);
}

static void
take_facts (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->facts = parley_chat_memory_recall_finish (loading->memory, result, error);
}

static void
ask_lessons (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_chat_memory_list_lessons_async (loading->memory, cancellable, on_step, task);
}

static void
take_lessons (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->lessons
      = parley_chat_memory_list_lessons_finish (loading->memory, result, error);
}

static void
ask_series (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_chat_memory_list_series_async (loading->memory, cancellable, on_step, task);
}

static void
take_series (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->series
      = parley_chat_memory_list_series_finish (loading->memory, result, error);
}

static void
ask_presence (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_chat_memory_list_presence_async (loading->memory, get_max (loading, 1), cancellable,
                                          on_step, task);
}

static void
take_presence (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->presence
      = parley_chat_memory_list_presence_finish (loading->memory, result, error);
}

static void
ask_journal (const Loading *loading, GCancellable *cancellable, GTask *task)
{
  parley_journal_list_async (loading->store, loading->contents->key, get_max (loading, 1),
                             cancellable, on_step, task);
}

static void
take_journal (Loading *loading, GAsyncResult *result, GError **error)
{
  loading->contents->journal = parley_journal_list_finish (loading->store, result, error);
}

typedef struct
{
  void (*ask) (const Loading *loading, GCancellable *cancellable, GTask *task);
  void (*take) (Loading *loading, GAsyncResult *result, GError **error);
} Step;

static const Step steps[] = {
  { ask_history, take_history },   { ask_summary, take_summary }, { ask_record, take_record },
  { ask_facts, take_facts },       { ask_lessons, take_lessons }, { ask_series, take_series },
  { ask_presence, take_presence }, { ask_journal, take_journal },
};

/* --- and then the entries, a series at a time --- */

static void on_entries (GObject *source, GAsyncResult *result, gpointer data);

static void
answer (GTask *task)
{
  Loading *loading = g_task_get_task_data (task);

  g_task_return_pointer (task, g_steal_pointer (&loading->contents),
                         (GDestroyNotify) parley_chat_contents_free);
  g_object_unref (task);
}

static void
ask_entries (GTask *task)
{
  const ParleyInterval ever = { PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX };
  Loading *loading = g_task_get_task_data (task);
  ParleyChatContents *contents = loading->contents;
  const ParleySeriesInfo *info;

  if (contents->entries == NULL || contents->entries->len == contents->series->len)
    {
      answer (task);
      return;
    }
  info = g_ptr_array_index (contents->series, contents->entries->len);
  parley_chat_memory_query_async (loading->memory, info->name, &ever, 0,
                                  g_task_get_cancellable (task), on_entries, task);
}

static void
fail (GTask *task, GError *error)
{
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
on_entries (GObject *source, GAsyncResult *result, gpointer data)
{
  Loading *loading = g_task_get_task_data (data);
  ParleyChatContents *contents = loading->contents;
  GError *error = NULL;
  ParleySeriesQuery *query
      = parley_chat_memory_query_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      fail (data, error);
      return;
    }
  g_clear_error (&error);
  if (query != NULL)
    g_ptr_array_add (contents->entries, query);
  else
    g_ptr_array_add (contents->unreadable,
                     g_ptr_array_steal_index (contents->series, contents->entries->len));
  ask_entries (data);
}

static void
take_step (GTask *task)
{
  Loading *loading = g_task_get_task_data (task);

  if (loading->step < G_N_ELEMENTS (steps))
    {
      steps[loading->step].ask (loading, g_task_get_cancellable (task), task);
      return;
    }
  loading->contents->unreadable
      = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_series_info_free);
  if (loading->max_utterances == 0)
    loading->contents->entries
        = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_series_query_free);
  ask_entries (task);
}

static void
on_step (GObject *source, GAsyncResult *result, gpointer data)
{
  Loading *loading = g_task_get_task_data (data);
  GError *error = NULL;

  steps[loading->step].take (loading, result, &error);
  if (error != NULL)
    {
      fail (data, error);
      return;
    }
  loading->step++;
  take_step (data);
}

void
parley_chat_contents_load_async (ParleyStore *store,
                                 const ParleyChatKey *key,
                                 guint max_utterances,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Loading *loading = g_new0 (Loading, 1);

  g_task_set_source_tag (task, parley_chat_contents_load_async);
  g_task_set_task_data (task, loading, loading_free);
  loading->store = g_object_ref (store);
  loading->memory = parley_chat_memory_new (store, key);
  loading->max_utterances = max_utterances;
  loading->contents = g_new0 (ParleyChatContents, 1);
  loading->contents->key = parley_chat_key_copy (key);
  take_step (task);
}

ParleyChatContents *
parley_chat_contents_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
