/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-chat-row.h"

/* Returns: (transfer full) (nullable). */
static ParleyStatement *
prepare (ParleyDatabase *database, const char *sql, const ParleyChatKey *key, GError **error)
{
  ParleyStatement *statement = parley_database_prepare (database, sql, error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, key->protocol, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 2, key->account, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 3, key->person, -1, SQLITE_STATIC);
  return statement;
}

gboolean
parley_chat_row_find (ParleyDatabase *database,
                      const ParleyChatKey *key,
                      gint64 *id,
                      GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare (
      database, "SELECT id FROM chats WHERE protocol = ?1 AND account = ?2 AND person = ?3", key,
      error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  step = parley_statement_step (statement, error);
  *id = step == PARLEY_STEP_ROW ? sqlite3_column_int64 (statement, 0) : 0;
  return step != PARLEY_STEP_FAILED;
}

static gboolean
insert (ParleyDatabase *database, const ParleyChatKey *key, gint64 *id, GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare (
      database, "INSERT INTO chats (protocol, account, person) VALUES (?1, ?2, ?3) RETURNING id",
      key, error);

  if (statement == NULL || parley_statement_step (statement, error) != PARLEY_STEP_ROW)
    return FALSE;
  *id = sqlite3_column_int64 (statement, 0);
  return parley_statement_step (statement, error) == PARLEY_STEP_DONE;
}

/* Nearly always there is one. */
gboolean
parley_chat_row_make (ParleyDatabase *database,
                      const ParleyChatKey *key,
                      gint64 *id,
                      GError **error)
{
  return parley_chat_row_find (database, key, id, error)
         && (*id != 0 || insert (database, key, id, error));
}
