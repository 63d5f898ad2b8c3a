/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-chat-memory.h"

#include <string.h>

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "memory/parley-chat-memory-private.h"
#include "memory/parley-schema.h"
#include "memory/parley-store-file.h"
#include "memory/parley-store-verbs.h"

#define END_OF_YEAR_9999 G_GINT64_CONSTANT (253402300799)

struct _ParleyChatMemory
{
  GObject parent_instance;
  ParleyStore *store;
  ParleyChatKey *key;
};

G_DEFINE_FINAL_TYPE (ParleyChatMemory, parley_chat_memory, G_TYPE_OBJECT)

/* --- work for the store --- */

ParleyMemoryWork *
parley_memory_work_new (ParleyChatMemory *self)
{
  ParleyMemoryWork *work = g_new0 (ParleyMemoryWork, 1);

  work->key = parley_chat_key_copy (self->key);
  return work;
}

void
parley_memory_work_free (gpointer data)
{
  ParleyMemoryWork *work = data;

  parley_chat_key_free (work->key);
  g_free (work->text);
  g_free (work->name);
  g_clear_pointer (&work->entries, g_ptr_array_unref);
  g_free (work);
}

void
parley_memory_work_save (gconstpointer data, ParleyJsonLine *line)
{
  const ParleyMemoryWork *work = data;

  parley_verb_save_key (work->key, line);
  parley_json_line_add_string (line, "text", work->text);
  parley_json_line_add_string (line, "name", work->name);
  parley_json_line_add_int (line, "wall", work->wall);
  parley_json_line_add_int (line, "written", work->when.written);
  parley_json_line_add_int (line, "received", work->when.received);
  parley_json_line_add_int (line, "start", work->span.start);
  parley_json_line_add_int (line, "end", work->span.end);
  parley_json_line_add_int (line, "turn", (gint64) work->turn);
  parley_json_line_add_int (line, "who", work->who);
}

gpointer
parley_memory_work_load (JsonObject *line)
{
  ParleyChatKey *key = parley_verb_load_key (line);
  ParleyMemoryWork *work;

  if (key == NULL)
    return NULL;
  work = g_new0 (ParleyMemoryWork, 1);
  work->key = key;
  work->text = g_strdup (parley_json_get_string (line, "text"));
  work->name = g_strdup (parley_json_get_string (line, "name"));
  work->wall = parley_json_get_int (line, "wall", 0);
  work->when.written = parley_json_get_int (line, "written", 0);
  work->when.received = parley_json_get_int (line, "received", 0);
  work->span.start = parley_json_get_int (line, "start", 0);
  work->span.end = parley_json_get_int (line, "end", 0);
  work->turn = (guint64) parley_json_get_int (line, "turn", 0);
  work->who = (gint) parley_json_get_int (line, "who", 0);
  if (work->text != NULL)
    return work;
  parley_memory_work_free (work);
  return NULL;
}

void
parley_memory_write (ParleyChatMemory *self, const ParleyStoreVerb *verb, ParleyMemoryWork *data)
{
  parley_store_write (self->store, verb, data);
}

void
parley_memory_call (ParleyChatMemory *self, const ParleyMemoryCall *call, ParleyMemoryWork *data)
{
  const ParleyStoreCall store_call = {
    .source = self,
    .writes = call->writes,
    .as_it_is = call->as_it_is,
    .work = call->work,
    .data = data,
    .data_free = parley_memory_work_free,
    .result_free = call->result_free,
  };

  parley_store_call_async (self->store, &store_call, call->cancellable, call->callback,
                           call->user_data);
}

void
parley_memory_refuse (ParleyChatMemory *self,
                      const ParleyMemoryCall *call,
                      ParleyMemoryWork *data,
                      GError *error)
{
  parley_memory_work_free (data);
  g_task_report_error (self, call->callback, call->user_data, parley_memory_refuse, error);
}

gpointer
parley_memory_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

gpointer
parley_memory_finish_or (ParleyChatMemory *self,
                         GAsyncResult *result,
                         gpointer (*empty) (void),
                         GError **error)
{
  gpointer found = parley_memory_finish (self, result, error);

  return found == NULL && !g_task_had_error (G_TASK (result)) ? empty () : found;
}

gboolean
parley_memory_finish_into (
    ParleyChatMemory *self, GAsyncResult *result, gpointer place, gsize size, GError **error)
{
  g_autofree gpointer found = parley_memory_finish (self, result, error);

  if (found != NULL && place != NULL)
    memcpy (place, found, size);
  return found != NULL;
}

/* --- in the worker --- */

ParleyStatement *
parley_memory_prepare (ParleyDatabase *database,
                       const char *sql,
                       const ParleyMemoryWork *work,
                       GError **error)
{
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error) || chat == 0)
    return NULL;
  return parley_database_prepare_of (database, sql, chat, error);
}

ParleyStatement *
parley_memory_prepare_write (ParleyDatabase *database,
                             const char *sql,
                             const ParleyMemoryWork *work,
                             GError **error)
{
  gint64 chat;

  if (!parley_chat_row_make (database, work->key, &chat, error))
    return NULL;
  return parley_database_prepare_of (database, sql, chat, error);
}

gint64
parley_memory_get_wall (ParleyStatement *statement, int column)
{
  return parley_statement_get_number (statement, column, 0, END_OF_YEAR_9999);
}

ParleySpeaker
parley_memory_get_speaker (ParleyStatement *statement, int column)
{
  return (ParleySpeaker) parley_statement_get_number (statement, column, PARLEY_SPEAKER_PERSON,
                                                      PARLEY_SPEAKER_USER);
}

/* --- forgetting --- */

void
parley_forgotten_free (ParleyForgotten *forgotten)
{
  g_strfreev (forgotten->set_aside);
  g_free (forgotten);
}

/* What a person would call a thing that is remembered. */
static gboolean
count_items (ParleyDatabase *database, gint64 chat, guint64 *items, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT (SELECT count(*) FROM utterances WHERE chat = ?1)"
      " + (SELECT count(*) FROM pending WHERE chat = ?1)"
      " + (SELECT count(*) FROM summaries WHERE chat = ?1 AND text <> '')"
      " + (SELECT count(*) FROM presence WHERE chat = ?1)"
      " + (SELECT count(*) FROM facts WHERE chat = ?1)"
      " + (SELECT count(*) FROM journal WHERE chat = ?1)"
      " + (SELECT count(*) FROM lessons WHERE chat = ?1)"
      " + (SELECT count(*) FROM drafts WHERE chat = ?1)"
      " + (SELECT count(*) FROM drafts_before WHERE chat = ?1)"
      " + (SELECT count(*) FROM entries JOIN series ON series.id = entries.series"
      "    WHERE series.chat = ?1)",
      chat, error);

  if (statement == NULL || !parley_statement_run (statement, error))
    return FALSE;
  *items = (guint64) parley_statement_get_number (statement, 0, 1, G_MAXINT64);
  return TRUE;
}

/* What hangs on the row goes with it, by the foreign keys. */
static gboolean
remove_chat (ParleyDatabase *database, gint64 chat, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare_of (database, "DELETE FROM chats WHERE id = ?1", chat, error);

  parley_database_note_row (database, NULL, 0);
  return statement != NULL && parley_statement_run (statement, error);
}

static gpointer
forget (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const ParleyMemoryWork *work = data;
  g_autoptr (ParleyForgotten) forgotten = g_new0 (ParleyForgotten, 1);
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error)
      || (chat != 0
          && !(count_items (database, chat, &forgotten->items, error)
               && remove_chat (database, chat, error))))
    return NULL;
  parley_database_scrub (database);
  forgotten->set_aside = parley_store_file_list_aside (parley_database_get_path (database));
  return g_steal_pointer (&forgotten);
}

void
parley_chat_memory_forget_async (ParleyChatMemory *self,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  const ParleyMemoryCall call
      = { forget, TRUE, (GDestroyNotify) parley_forgotten_free, cancellable, callback, user_data };

  parley_memory_call (self, &call, parley_memory_work_new (self));
}

static gpointer
lose_person (ParleyDatabase *database, gconstpointer data, GError **error)
{
  static const char *const steps[] = {
    "DELETE FROM utterances WHERE chat = ?1", "DELETE FROM summaries WHERE chat = ?1",
    "DELETE FROM facts WHERE chat = ?1",      "DELETE FROM lessons WHERE chat = ?1",
    "DELETE FROM drafts WHERE chat = ?1",     "DELETE FROM drafts_before WHERE chat = ?1",
    "DELETE FROM presence WHERE chat = ?1",   "DELETE FROM series WHERE chat = ?1",
  };
  const ParleyMemoryWork *work = data;
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error) || chat == 0)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (ParleyStatement) step
          = parley_database_prepare_of (database, steps[i], chat, error);

      if (step == NULL || !parley_statement_run (step, error))
        return NULL;
    }
  return NULL;
}

void
parley_chat_memory_lose_person (ParleyChatMemory *self)
{
  const ParleyMemoryCall call = { .work = lose_person, .writes = TRUE };

  parley_memory_call (self, &call, parley_memory_work_new (self));
}

ParleyForgotten *
parley_chat_memory_forget_finish (ParleyChatMemory *self, GAsyncResult *result, GError **error)
{
  return parley_memory_finish (self, result, error);
}

/* --- the object --- */

static void
parley_chat_memory_finalize (GObject *object)
{
  ParleyChatMemory *self = PARLEY_CHAT_MEMORY (object);

  g_object_unref (self->store);
  parley_chat_key_free (self->key);
  G_OBJECT_CLASS (parley_chat_memory_parent_class)->finalize (object);
}

static void
parley_chat_memory_class_init (ParleyChatMemoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = parley_chat_memory_finalize;
}

static void
parley_chat_memory_init (ParleyChatMemory *self)
{
}

ParleyChatMemory *
parley_chat_memory_new (ParleyStore *store, const ParleyChatKey *key)
{
  ParleyChatMemory *self = g_object_new (PARLEY_TYPE_CHAT_MEMORY, NULL);

  self->store = g_object_ref (store);
  self->key = parley_chat_key_copy (key);
  return self;
}
