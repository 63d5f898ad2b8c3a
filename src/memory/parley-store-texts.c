/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-texts.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "memory/parley-store-verbs.h"

typedef struct
{
  char *name;
  char *text;
} TextWork;

static TextWork *
text_work_new (const char *name, const char *text)
{
  TextWork *work = g_new0 (TextWork, 1);

  work->name = g_strdup (name);
  work->text = text != NULL ? g_utf8_make_valid (text, -1) : NULL;
  return work;
}

static void
text_work_free (gpointer data)
{
  TextWork *work = data;

  g_free (work->name);
  g_free (work->text);
  g_free (work);
}

static ParleyStatement *
prepare (ParleyDatabase *database, const char *sql, const TextWork *work, GError **error)
{
  ParleyStatement *statement = parley_database_prepare (database, sql, error);

  if (statement != NULL)
    sqlite3_bind_text (statement, 1, work->name, -1, SQLITE_STATIC);
  return statement;
}

static gpointer
set_text (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const TextWork *work = data;
  g_autoptr (ParleyStatement) statement
      = prepare (database,
                 "INSERT INTO texts (name, value) VALUES (?1, ?2)"
                 " ON CONFLICT DO UPDATE SET value = excluded.value",
                 work, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 2, work->text, -1, SQLITE_STATIC);
  parley_statement_run (statement, error);
  return NULL;
}

static gpointer
remove_text (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare (database, "DELETE FROM texts WHERE name = ?1", data, error);

  if (statement != NULL)
    parley_statement_run (statement, error);
  return NULL;
}

static void
save_work (gconstpointer data, ParleyJsonLine *line)
{
  const TextWork *work = data;

  parley_json_line_add_string (line, "name", work->name);
  parley_json_line_add_string (line, "text", work->text);
}

static gpointer
load_work (JsonObject *line)
{
  const char *name = parley_json_get_string (line, "name");
  const char *text = parley_json_get_string (line, "text");

  return name != NULL ? text_work_new (name, text != NULL ? text : "") : NULL;
}

const ParleyStoreVerb parley_verb_set_text
    = { set_text, text_work_free, FALSE, "set text", save_work, load_work };
const ParleyStoreVerb parley_verb_remove_text
    = { remove_text, text_work_free, FALSE, "remove text", save_work, load_work };

void
parley_store_set_text (ParleyStore *store, const char *name, const char *text)
{
  parley_store_write (store, text != NULL ? &parley_verb_set_text : &parley_verb_remove_text,
                      text_work_new (name, text));
}

static gpointer
get_text (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare (database, "SELECT value FROM texts WHERE name = ?1", data, error);
  const char *text = NULL;

  if (statement != NULL && parley_statement_step (statement, error) == PARLEY_STEP_ROW)
    text = (const char *) sqlite3_column_text (statement, 0);
  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

void
parley_store_get_text_async (ParleyStore *store,
                             const char *name,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  parley_store_read_async (store, get_text, text_work_new (name, NULL), text_work_free, g_free,
                           cancellable, callback, user_data);
}

char *
parley_store_get_text_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  return parley_store_read_finish (store, result, error);
}

static char *
dup_column (ParleyStatement *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return g_utf8_make_valid (text != NULL ? text : "", -1);
}

static gpointer
list_texts (ParleyDatabase *database, gconstpointer data, GError **error)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (ParleyStatement) statement
      = prepare (database, "SELECT name, value FROM texts WHERE substr (name, 1, length (?1)) = ?1",
                 data, error);

  while (statement != NULL && parley_statement_step (statement, error) == PARLEY_STEP_ROW)
    g_hash_table_replace (texts, dup_column (statement, 0), dup_column (statement, 1));
  return texts;
}

void
parley_store_list_texts_async (ParleyStore *store,
                               const char *prefix,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  parley_store_read_async (store, list_texts, text_work_new (prefix, NULL), text_work_free,
                           (GDestroyNotify) g_hash_table_unref, cancellable, callback, user_data);
}

GHashTable *
parley_store_list_texts_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  g_autoptr (GError) cancelled = NULL;
  GHashTable *texts = parley_store_read_finish (store, result, &cancelled);

  if (texts == NULL && cancelled == NULL)
    texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&cancelled));
  return texts;
}
