/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-owner.h"

#include "base/parley-timers.h"
#include "memory/parley-series-rows.h"

/* --- chats --- */

void
parley_chat_info_free (ParleyChatInfo *info)
{
  parley_chat_key_free (info->key);
  g_free (info);
}

static gpointer
new_chats (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_chat_info_free);
}

static guint64
get_count (ParleyStatement *statement, int column)
{
  return (guint64) parley_statement_get_number (statement, column, 0, G_MAXINT64);
}

/* A chat whose name is no UTF-8 was not written by us, and nobody could ask for it. */
static void
add_chat (GPtrArray *chats, ParleyStatement *statement)
{
  const char *parts[3];
  ParleyChatInfo *info;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      parts[i] = parley_statement_get_text (statement, (int) i);
      if (!g_utf8_validate (parts[i], -1, NULL))
        return;
    }
  info = g_new0 (ParleyChatInfo, 1);
  info->key = parley_chat_key_new (parts[0], parts[1], parts[2]);
  info->utterances = get_count (statement, 3);
  info->facts = get_count (statement, 4);
  info->entries = get_count (statement, 5);
  info->last_wall
      = parley_statement_get_number (statement, 6, 0, PARLEY_ISO_TIME_MAX / G_USEC_PER_SEC);
  g_ptr_array_add (chats, info);
}

static gpointer
list_chats (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare (database,
                                 "SELECT protocol, account, person,"
                                 " (SELECT count(*) FROM utterances WHERE chat = chats.id),"
                                 " (SELECT count(*) FROM facts WHERE chat = chats.id),"
                                 " (SELECT sum(n_entries) FROM series WHERE chat = chats.id),"
                                 " (SELECT max(wall) FROM utterances WHERE chat = chats.id)"
                                 " FROM chats ORDER BY account, person, protocol",
                                 error);
  g_autoptr (GPtrArray) chats = new_chats ();
  ParleyStep step;

  if (statement == NULL)
    return NULL;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    add_chat (chats, statement);
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&chats) : NULL;
}

void
parley_store_list_chats_async (ParleyStore *store,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  parley_store_read_async (store, list_chats, NULL, NULL, (GDestroyNotify) g_ptr_array_unref,
                           cancellable, callback, user_data);
}

GPtrArray *
parley_store_list_chats_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  GPtrArray *chats = parley_store_read_finish (store, result, error);

  return chats == NULL && !g_task_had_error (G_TASK (result)) ? new_chats () : chats;
}

/* --- cleaning up --- */

typedef struct
{
  ParleySeriesBounds bounds;
  gint64 now;
} Cleaning;

/* @due: whether the last time was a day ago, and if so @now is noted. A time that lies ahead is
 * from a clock that was wrong. */
static gboolean
note_day (ParleyDatabase *database, gint64 now, gboolean *due, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare_of (database,
                                    "INSERT INTO texts (name, value) VALUES ('cleaned', ?1)"
                                    " ON CONFLICT DO UPDATE SET value = excluded.value"
                                    " WHERE NOT (CAST (value AS INTEGER) BETWEEN ?2 AND ?1)",
                                    now, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, now - G_TIME_SPAN_DAY + 1);
  if (!parley_statement_run (statement, error))
    return FALSE;
  *due = parley_database_get_changes (database) > 0;
  return TRUE;
}

static gboolean
remove_presence (ParleyDatabase *database, const Cleaning *cleaning, GError **error)
{
  gint64 until = (cleaning->now - cleaning->bounds.keep_days * G_TIME_SPAN_DAY) / G_USEC_PER_SEC;
  g_autoptr (ParleyStatement) statement = NULL;

  if (cleaning->bounds.keep_days == 0)
    return TRUE;
  statement
      = parley_database_prepare_of (database, "DELETE FROM presence WHERE wall < ?1", until, error);
  return statement != NULL && parley_statement_run (statement, error);
}

static gpointer
clean_daily (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const Cleaning *cleaning = data;
  gboolean due;

  if (note_day (database, cleaning->now, &due, error) && due
      && remove_presence (database, cleaning, error))
    parley_series_rows_cleanup_all (database, &cleaning->bounds, cleaning->now, error);
  return NULL;
}

void
parley_store_clean_daily (ParleyStore *store, const ParleySeriesBounds *bounds, gint64 now)
{
  static const ParleyStoreVerb verb = { clean_daily, g_free, .passing = TRUE };
  const Cleaning cleaning = { *bounds, now };

  parley_store_write (store, &verb, g_memdup2 (&cleaning, sizeof cleaning));
}
