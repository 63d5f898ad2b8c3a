/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-journal-tally.h"

#include "base/parley-text.h"
#include "base/parley-timers.h"

#define MAX_REASON  64 /* bytes */
#define LATEST_WALL (PARLEY_ISO_TIME_MAX / G_USEC_PER_SEC)

void
parley_journal_tally_free (ParleyJournalTally *tally)
{
  parley_chat_key_free (tally->key);
  g_free (tally->reason);
  g_free (tally);
}

static GPtrArray *
new_tallies (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_journal_tally_free);
}

/* A name that is no UTF-8 nobody could have. */
static void
append (GPtrArray *tallies, ParleyStatement *statement)
{
  const char *parts[3];
  ParleyJournalTally *tally;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      parts[i] = parley_statement_get_text (statement, (int) i);
      if (!g_utf8_validate (parts[i], -1, NULL))
        return;
    }
  tally = g_new0 (ParleyJournalTally, 1);
  tally->key = parley_chat_key_new (parts[0], parts[1], parts[2]);
  tally->wall = parley_statement_get_number (statement, 3, 0, LATEST_WALL);
  tally->reason = parley_text_dup_line (parley_statement_get_text (statement, 4), MAX_REASON);
  tally->answered = (guint) parley_statement_get_number (statement, 5, 0, G_MAXUINT);
  tally->messages = (guint) parley_statement_get_number (statement, 6, 0, G_MAXUINT);
  g_ptr_array_add (tallies, tally);
}

/* Columns beside max () are those of its row. */
static gpointer
count (ParleyDatabase *database, gconstpointer data, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT protocol, account, person, wall, reason, answered,"
      " (SELECT n FROM journal WHERE chat = turns.chat AND id < turns.id AND kind = 'read'"
      "  ORDER BY id DESC LIMIT 1)"
      " FROM (SELECT chat, max (id) AS id, wall, reason,"
      "       sum (reason IN ('answered', 'cut')) AS answered FROM journal"
      "       WHERE wall >= ?1 AND kind = 'turn' GROUP BY chat) AS turns"
      " JOIN chats ON chats.id = turns.chat",
      *(const gint64 *) data, error);
  g_autoptr (GPtrArray) tallies = new_tallies ();
  ParleyStep step;

  if (statement == NULL)
    return NULL;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    append (tallies, statement);
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&tallies) : NULL;
}

void
parley_journal_tally_async (ParleyStore *store,
                            gint64 since,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  parley_store_read_async (store, count, g_memdup2 (&since, sizeof since), g_free,
                           (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

GPtrArray *
parley_journal_tally_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  GPtrArray *tallies = parley_store_read_finish (store, result, error);

  return tallies == NULL && !g_task_had_error (G_TASK (result)) ? new_tallies () : tallies;
}
