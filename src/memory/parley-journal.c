/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-journal.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "base/parley-timers.h"
#include "memory/parley-schema.h"
#include "memory/parley-store-verbs.h"

#define MAX_REASON  64 /* bytes */
#define REPEAT_S    3600
#define DAY_S       (24 * 3600)
#define LATEST_WALL (PARLEY_ISO_TIME_MAX / G_USEC_PER_SEC)

/* --- entries --- */

static ParleyJournalEntry *
entry_new (const ParleyJournalEntry *entry)
{
  ParleyJournalEntry *copy = g_memdup2 (entry, sizeof *entry);

  copy->key = entry->key != NULL ? parley_chat_key_copy (entry->key) : NULL;
  copy->reason = parley_text_dup_line (entry->reason != NULL ? entry->reason : "", MAX_REASON);
  copy->text
      = parley_text_dup_clean (entry->text != NULL ? entry->text : "", PARLEY_JOURNAL_MAX_TEXT);
  return copy;
}

void
parley_journal_entry_free (ParleyJournalEntry *entry)
{
  if (entry->key != NULL)
    parley_chat_key_free ((ParleyChatKey *) entry->key);
  g_free ((char *) entry->reason);
  g_free ((char *) entry->text);
  g_free (entry);
}

const char *
parley_journal_kind_to_string (ParleyJournalKind kind)
{
  static const char *const names[PARLEY_N_JOURNAL_KINDS] = {
    [PARLEY_JOURNAL_READ] = "read",
    [PARLEY_JOURNAL_TURN] = "turn",
    [PARLEY_JOURNAL_SAID] = "said",
    [PARLEY_JOURNAL_WITHHELD] = "withheld",
    [PARLEY_JOURNAL_DROPPED] = "dropped",
    [PARLEY_JOURNAL_REFUSED] = "refused",
    [PARLEY_JOURNAL_DRAFT] = "draft",
    [PARLEY_JOURNAL_SENT] = "sent",
    [PARLEY_JOURNAL_HANDED_OVER] = "handed_over",
    [PARLEY_JOURNAL_STOPPED] = "stopped",
    [PARLEY_JOURNAL_RESUMED] = "resumed",
    [PARLEY_JOURNAL_MODE] = "mode",
    [PARLEY_JOURNAL_SERVER] = "server",
    [PARLEY_JOURNAL_LIMIT] = "limit",
    [PARLEY_JOURNAL_LOOP] = "loop",
    [PARLEY_JOURNAL_ERROR] = "error",
    [PARLEY_JOURNAL_IMPORTANT] = "important",
  };

  return names[kind];
}

static gboolean
parse_kind (const char *name, ParleyJournalKind *kind)
{
  for (ParleyJournalKind i = 0; i < PARLEY_N_JOURNAL_KINDS; i++)
    {
      if (g_str_equal (parley_journal_kind_to_string (i), name))
        {
          *kind = i;
          return TRUE;
        }
    }
  return FALSE;
}

ParleyJournalBounds
parley_journal_bounds_read (ParleySettings *settings)
{
  return (ParleyJournalBounds){
    (guint) parley_settings_get_int (settings, PARLEY_SETTING_MEMORY_JOURNAL_DAYS),
    (guint) parley_settings_get_int (settings, PARLEY_SETTING_MEMORY_JOURNAL_ENTRIES),
  };
}

/* --- work for the store --- */

typedef struct
{
  ParleyJournalEntry *entry; /* to add */
  ParleyJournalBounds bounds;
  gint64 now;
  ParleyChatKey *key; /* (nullable): to list */
  guint limit;
} JournalWork;

static void
journal_work_free (gpointer data)
{
  JournalWork *work = data;

  g_clear_pointer (&work->entry, parley_journal_entry_free);
  g_clear_pointer (&work->key, parley_chat_key_free);
  g_free (work);
}

static ParleyStatement *
prepare_trim (ParleyDatabase *database, const char *sql, const JournalWork *work, GError **error)
{
  const ParleyJournalBounds *bounds = &work->bounds;
  ParleyStatement *statement = parley_database_prepare_of (
      database, sql, bounds->max_entries > 0 ? bounds->max_entries : G_MAXINT64, error);

  if (statement != NULL)
    sqlite3_bind_int64 (statement, 2,
                        bounds->keep_days > 0 ? work->now - (gint64) bounds->keep_days * DAY_S
                                              : G_MININT64);
  return statement;
}

/* Each entry is followed by this: only the front is looked at. Where the clock was set back, what
 * is over may stand behind what is not; that goes when all of it is looked at. */
static gboolean
trim_front (ParleyDatabase *database, const JournalWork *work, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare_trim (database,
                      "DELETE FROM journal WHERE id < max ((SELECT max (id) FROM journal) - ?1 + 1,"
                      " (SELECT id FROM journal WHERE wall >= ?2 ORDER BY id LIMIT 1))",
                      work, error);

  return statement != NULL && parley_statement_run (statement, error);
}

static gboolean
trim (ParleyDatabase *database, const JournalWork *work, GError **error)
{
  g_autoptr (ParleyStatement) statement = prepare_trim (
      database, "DELETE FROM journal WHERE id <= (SELECT max (id) FROM journal) - ?1 OR wall < ?2",
      work, error);

  return statement != NULL && parley_statement_run (statement, error);
}

static gpointer
trim_journal (ParleyDatabase *database, gconstpointer data, GError **error)
{
  trim (database, data, error);
  return NULL;
}

void
parley_journal_trim (ParleyStore *store, const ParleyJournalBounds *bounds, gint64 now)
{
  static const ParleyStoreVerb verb = { trim_journal, journal_work_free, .passing = TRUE };
  JournalWork *work = g_new0 (JournalWork, 1);

  work->bounds = *bounds;
  work->now = now;
  parley_store_write (store, &verb, work);
}

/* --- adding --- */

/* @chat: 0: none. Returns: (transfer full) (nullable): @sql with what makes an entry what it is. */
static ParleyStatement *
prepare (ParleyDatabase *database,
         const char *sql,
         gint64 chat,
         const ParleyJournalEntry *entry,
         GError **error)
{
  ParleyStatement *statement = parley_database_prepare (database, sql, error);

  if (statement == NULL)
    return NULL;
  if (chat != 0)
    sqlite3_bind_int64 (statement, 1, chat);
  sqlite3_bind_int64 (statement, 2, entry->wall);
  sqlite3_bind_text (statement, 3, parley_journal_kind_to_string (entry->kind), -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, entry->reason, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, entry->text, -1, SQLITE_STATIC);
  return statement;
}

/* Returns: (nullable): what gives a row if @kind need not be said again; NULL: it always must. */
static const char *
get_repeat_query (ParleyJournalKind kind)
{
  switch (kind)
    {
    case PARLEY_JOURNAL_REFUSED:
    case PARLEY_JOURNAL_LIMIT:
    case PARLEY_JOURNAL_LOOP:
    case PARLEY_JOURNAL_ERROR:
    case PARLEY_JOURNAL_STOPPED:
      return "SELECT 1 FROM (SELECT * FROM journal WHERE chat IS ?1 ORDER BY id DESC LIMIT 1)"
             " WHERE wall BETWEEN ?2 - " G_STRINGIFY (
                 REPEAT_S) " AND ?2 AND kind = ?3 AND reason = ?4 AND text = ?5";
    case PARLEY_JOURNAL_SERVER:
      return "SELECT 1 FROM (SELECT * FROM journal WHERE kind = ?3 ORDER BY id DESC LIMIT 1)"
             " WHERE chat IS ?1 AND wall <= ?2 AND reason = ?4 AND text = ?5";
    case PARLEY_JOURNAL_READ:
    case PARLEY_JOURNAL_TURN:
    case PARLEY_JOURNAL_SAID:
    case PARLEY_JOURNAL_WITHHELD:
    case PARLEY_JOURNAL_DROPPED:
    case PARLEY_JOURNAL_DRAFT:
    case PARLEY_JOURNAL_SENT:
    case PARLEY_JOURNAL_HANDED_OVER:
    case PARLEY_JOURNAL_RESUMED:
    case PARLEY_JOURNAL_MODE:
    case PARLEY_JOURNAL_IMPORTANT:
    case PARLEY_N_JOURNAL_KINDS:
      break;
    }
  return NULL;
}

static gboolean
is_repeated (ParleyDatabase *database,
             gint64 chat,
             const ParleyJournalEntry *entry,
             gboolean *repeated,
             GError **error)
{
  const char *query = get_repeat_query (entry->kind);
  g_autoptr (ParleyStatement) statement = NULL;
  ParleyStep step = PARLEY_STEP_DONE;

  if (query != NULL)
    {
      statement = prepare (database, query, chat, entry, error);
      step = statement != NULL ? parley_statement_step (statement, error) : PARLEY_STEP_FAILED;
    }
  *repeated = step == PARLEY_STEP_ROW;
  return step != PARLEY_STEP_FAILED;
}

static gboolean
insert (ParleyDatabase *database, gint64 chat, const ParleyJournalEntry *entry, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = prepare (database,
                 "INSERT INTO journal (chat, wall, kind, reason, text, n, ms)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                 chat, entry, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 6, entry->n);
  sqlite3_bind_int64 (statement, 7, entry->ms);
  return parley_statement_run (statement, error);
}

static gpointer
add_entry (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const JournalWork *work = data;
  const ParleyJournalEntry *entry = work->entry;
  gboolean repeated;
  gint64 chat = 0;

  if ((entry->key == NULL || parley_chat_row_make (database, entry->key, &chat, error))
      && is_repeated (database, chat, entry, &repeated, error) && !repeated
      && insert (database, chat, entry, error))
    trim_front (database, work, error);
  return NULL;
}

static void
save_work (gconstpointer data, ParleyJsonLine *line)
{
  const JournalWork *work = data;
  const ParleyJournalEntry *entry = work->entry;

  if (entry->key != NULL)
    parley_verb_save_key (entry->key, line);
  parley_json_line_add_int (line, "wall", entry->wall);
  parley_json_line_add_string (line, "kind", parley_journal_kind_to_string (entry->kind));
  parley_json_line_add_string (line, "reason", entry->reason);
  parley_json_line_add_string (line, "text", entry->text);
  parley_json_line_add_int (line, "n", entry->n);
  parley_json_line_add_int (line, "ms", entry->ms);
  parley_json_line_add_int (line, "keep_days", work->bounds.keep_days);
  parley_json_line_add_int (line, "max_entries", work->bounds.max_entries);
}

static gpointer
load_work (JsonObject *line)
{
  const char *kind = parley_json_get_string (line, "kind");
  g_autoptr (ParleyChatKey) key = parley_verb_load_key (line);
  ParleyJournalEntry entry = {
    .key = key,
    .wall = parley_json_get_int (line, "wall", 0),
    .reason = parley_json_get_string (line, "reason"),
    .text = parley_json_get_string (line, "text"),
    .n = (guint) parley_json_get_int (line, "n", 0),
    .ms = parley_json_get_int (line, "ms", 0),
  };
  JournalWork *work;

  if (kind == NULL || !parse_kind (kind, &entry.kind))
    return NULL;
  work = g_new0 (JournalWork, 1);
  work->entry = entry_new (&entry);
  work->bounds.keep_days = (guint) parley_json_get_int (line, "keep_days", 0);
  work->bounds.max_entries = (guint) parley_json_get_int (line, "max_entries", 0);
  work->now = entry.wall;
  return work;
}

const ParleyStoreVerb parley_verb_add_entry
    = { add_entry, journal_work_free, FALSE, "add entry", save_work, load_work };

void
parley_journal_add (ParleyStore *store,
                    const ParleyJournalEntry *entry,
                    const ParleyJournalBounds *bounds)
{
  JournalWork *work = g_new0 (JournalWork, 1);

  work->entry = entry_new (entry);
  work->bounds = *bounds;
  work->now = entry->wall;
  parley_store_write (store, &parley_verb_add_entry, work);
}

/* --- listing --- */

static GPtrArray *
new_entries (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_journal_entry_free);
}

/* @key: (transfer full) (nullable). Returns: FALSE if the columns name no chat anybody could have.
 */
static gboolean
read_key (ParleyStatement *statement, ParleyChatKey **key)
{
  const char *parts[3];

  if (sqlite3_column_type (statement, 0) == SQLITE_NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      parts[i] = parley_statement_get_text (statement, (int) i);
      if (!g_utf8_validate (parts[i], -1, NULL))
        return FALSE;
    }
  *key = parley_chat_key_new (parts[0], parts[1], parts[2]);
  return TRUE;
}

/* What a later version wrote, or nobody, is left out. */
static void
append (GPtrArray *entries, ParleyStatement *statement)
{
  g_autoptr (ParleyChatKey) key = NULL;
  ParleyJournalEntry entry = { 0 };

  if (!read_key (statement, &key)
      || !parse_kind (parley_statement_get_text (statement, 4), &entry.kind))
    return;
  entry.key = key;
  entry.wall = parley_statement_get_number (statement, 3, 0, LATEST_WALL);
  entry.reason = parley_statement_get_text (statement, 5);
  entry.text = parley_statement_get_text (statement, 6);
  entry.n = (guint) parley_statement_get_number (statement, 7, 0, G_MAXUINT);
  entry.ms = parley_statement_get_number (statement, 8, 0, G_MAXINT64);
  g_ptr_array_add (entries, entry_new (&entry));
}

static gpointer
list_entries (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const JournalWork *work = data;
  g_autoptr (ParleyStatement) statement = NULL;
  g_autoptr (GPtrArray) entries = new_entries ();
  ParleyStep step;
  gint64 chat = -1;

  if (work->key != NULL && !parley_chat_row_find (database, work->key, &chat, error))
    return NULL;
  statement = parley_database_prepare_of (
      database,
      "SELECT protocol, account, person, wall, kind, reason, text, n, ms"
      " FROM journal LEFT JOIN chats ON chats.id = chat WHERE ?1 IN (-1, chat)"
      " ORDER BY journal.id DESC LIMIT ?2",
      chat, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->limit);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    append (entries, statement);
  return step == PARLEY_STEP_DONE ? g_steal_pointer (&entries) : NULL;
}

void
parley_journal_list_async (ParleyStore *store,
                           const ParleyChatKey *key,
                           guint limit,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  JournalWork *work = g_new0 (JournalWork, 1);

  work->key = key != NULL ? parley_chat_key_copy (key) : NULL;
  work->limit = limit;
  parley_store_read_async (store, list_entries, work, journal_work_free,
                           (GDestroyNotify) g_ptr_array_unref, cancellable, callback, user_data);
}

GPtrArray *
parley_journal_list_finish (ParleyStore *store, GAsyncResult *result, GError **error)
{
  GPtrArray *entries = parley_store_read_finish (store, result, error);

  return entries == NULL && !g_task_had_error (G_TASK (result)) ? new_entries () : entries;
}
