/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-absence-reading.h"

#include "context/parley-diary.h"

/* Of a longer absence the newest is told. */
#define MAX_ENTRIES 2000
#define MAX_CHATS   100

/* One chat after the other. */
typedef struct
{
  ParleyContext *context; /* gone if this was cancelled */
  GPtrArray *accounts;    /* of ParleyChatKey, and in the same place: */
  GArray *since;          /* of gint64 */
  ParleyDraftWaitsFunc draft_waits;
  gpointer owner;
  GPtrArray *chats;         /* of ParleyAbsenceSources */
  guint next;               /* the one that is read */
  ParleyChatMemory *memory; /* of it */
  GPtrArray *absences;
} Reading;

static void
sources_free (gpointer data)
{
  ParleyAbsenceSources *sources = data;

  parley_chat_key_free ((ParleyChatKey *) sources->key);
  g_ptr_array_unref (sources->entries);
  g_clear_pointer (&sources->utterances, g_ptr_array_unref);
  g_clear_pointer (&sources->facts, g_ptr_array_unref);
  g_free (sources);
}

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_ptr_array_unref (reading->accounts);
  g_array_unref (reading->since);
  g_ptr_array_unref (reading->chats);
  g_clear_object (&reading->memory);
  g_clear_pointer (&reading->absences, g_ptr_array_unref);
  g_free (reading);
}

/* --- one chat --- */

static void read_next (GTask *task);

static void
reverse (GPtrArray *array)
{
  for (guint i = 0; i < array->len / 2; i++)
    {
      gpointer first = array->pdata[i];

      array->pdata[i] = array->pdata[array->len - 1 - i];
      array->pdata[array->len - 1 - i] = first;
    }
}

static void
end_chat (Reading *reading, ParleyAbsenceSources *sources)
{
  ParleyAbsence *absence;

  sources->draft_waits = reading->draft_waits (reading->owner, sources->key);
  absence = parley_absence_new (sources);
  if (absence != NULL)
    g_ptr_array_add (reading->absences, absence);
  reading->next++;
}

static void
on_facts (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Reading *reading = g_task_get_task_data (task);
  ParleyAbsenceSources *sources = g_ptr_array_index (reading->chats, reading->next);
  GError *error = NULL;

  sources->facts = parley_chat_memory_recall_finish (PARLEY_CHAT_MEMORY (source), result, &error);
  if (sources->facts == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  end_chat (reading, sources);
  read_next (g_steal_pointer (&task));
}

static void
on_utterances (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Reading *reading = g_task_get_task_data (task);
  ParleyAbsenceSources *sources = g_ptr_array_index (reading->chats, reading->next);
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;

  sources->utterances
      = parley_chat_memory_search_finish (PARLEY_CHAT_MEMORY (source), result, &error);
  if (sources->utterances == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  reverse (sources->utterances);
  parley_chat_memory_recall_async (reading->memory, "", PARLEY_MEMORY_MAX_FACTS, cancellable,
                                   on_facts, g_steal_pointer (&task));
}

/* @task: (transfer full). What is private is remembered apart. */
static void
read_next (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);
  ParleyFacts facts = { 0 };
  const ParleyAbsenceSources *sources;

  g_clear_object (&reading->memory);
  if (reading->next == reading->chats->len)
    {
      g_ptr_array_sort (reading->absences, parley_absence_compare);
      g_task_return_pointer (task, g_steal_pointer (&reading->absences),
                             (GDestroyNotify) g_ptr_array_unref);
      g_object_unref (task);
      return;
    }
  sources = g_ptr_array_index (reading->chats, reading->next);
  parley_context_get_facts (reading->context, sources->key, &facts);
  reading->memory = parley_chat_memory_new (
      parley_stores_get (&reading->context->stores, parley_facts_get_privacy (&facts)),
      sources->key);
  parley_chat_memory_search_async (reading->memory, "", sources->since, G_MAXINT64,
                                   PARLEY_ABSENCE_MAX_TALK, g_task_get_cancellable (task),
                                   on_utterances, task);
}

/* --- which chats --- */

/* Returns: since when the user is away from the account of @key; -1: they are not. */
static gint64
find_since (const Reading *reading, const ParleyChatKey *key)
{
  for (guint i = 0; i < reading->accounts->len; i++)
    {
      const ParleyChatKey *account = g_ptr_array_index (reading->accounts, i);

      if (g_str_equal (account->protocol, key->protocol)
          && g_str_equal (account->account, key->account))
        return g_array_index (reading->since, gint64, i);
    }
  return -1;
}

/* Returns: (transfer none) (nullable): NULL if there are too many. */
static ParleyAbsenceSources *
get_sources (Reading *reading, GHashTable *by_key, const ParleyChatKey *key, gint64 since)
{
  ParleyAbsenceSources *sources = g_hash_table_lookup (by_key, key);

  if (sources != NULL || reading->chats->len == MAX_CHATS)
    return sources;
  sources = g_new0 (ParleyAbsenceSources, 1);
  sources->key = parley_chat_key_copy (key);
  sources->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_journal_entry_free);
  sources->since = since;
  g_ptr_array_add (reading->chats, sources);
  g_hash_table_insert (by_key, (gpointer) sources->key, sources);
  return sources;
}

/* @entries: newest first, so that of too many chats the newest are told. */
static void
sort_by_chat (Reading *reading, GPtrArray *entries)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new (parley_chat_key_hash, parley_chat_key_equal);

  reverse (entries);
  while (entries->len > 0)
    {
      g_autoptr (ParleyJournalEntry) entry = g_ptr_array_steal_index (entries, entries->len - 1);
      gint64 since = entry->key != NULL ? find_since (reading, entry->key) : -1;
      ParleyAbsenceSources *sources = since >= 0 && entry->wall >= since
                                          ? get_sources (reading, by_key, entry->key, since)
                                          : NULL;

      if (sources != NULL)
        g_ptr_array_add (sources->entries, g_steal_pointer (&entry));
    }
  for (guint i = 0; i < reading->chats->len; i++)
    reverse (((ParleyAbsenceSources *) g_ptr_array_index (reading->chats, i))->entries);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (GPtrArray) entries = parley_diary_list_finish (result, &error);

  if (entries == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  sort_by_chat (g_task_get_task_data (task), entries);
  read_next (g_steal_pointer (&task));
}

void
parley_absence_read_async (ParleyContext *context,
                           ParleyDepartures *departures,
                           GPtrArray *accounts,
                           ParleyDraftWaitsFunc draft_waits,
                           gpointer owner,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Reading *reading = g_new0 (Reading, 1);

  g_task_set_source_tag (task, parley_absence_read_async);
  g_task_set_task_data (task, reading, reading_free);
  reading->context = context;
  reading->accounts = g_ptr_array_ref (accounts);
  reading->since = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < accounts->len; i++)
    {
      const ParleyChatKey *key = g_ptr_array_index (accounts, i);
      gint64 since = parley_departures_get (departures, key->protocol, key->account);

      g_array_append_val (reading->since, since);
    }
  reading->draft_waits = draft_waits;
  reading->owner = owner;
  reading->chats = g_ptr_array_new_with_free_func (sources_free);
  reading->absences = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_absence_free);
  parley_diary_list_async (context, MAX_ENTRIES, cancellable, on_listed, task);
}

GPtrArray *
parley_absence_read_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
