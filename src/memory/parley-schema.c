/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-schema.h"

/* What leads from each version to the next one. A line that was released is never changed: what
 * comes later is added below it. Everything about a person hangs on their row in chats and goes
 * with it. */
static const char *const migrations[] = {
  /* 1: what is kept of a chat. Cadence is the gaps in ms, oldest first; an expectation has the
   * name that parley_expectation_to_string () gives. */
  "CREATE TABLE chats ("
  "  id INTEGER PRIMARY KEY,"
  "  protocol TEXT NOT NULL,"
  "  account TEXT NOT NULL,"
  "  person TEXT NOT NULL,"
  "  mark_wall INTEGER NOT NULL DEFAULT 0,"
  "  mark_hash INTEGER NOT NULL DEFAULT 0,"
  "  mark_count INTEGER NOT NULL DEFAULT 0,"
  "  stand_down_until INTEGER NOT NULL DEFAULT 0,"
  "  cadence TEXT NOT NULL DEFAULT '',"
  "  awaiting_required_field INTEGER NOT NULL DEFAULT 0,"
  "  expects_followup INTEGER NOT NULL DEFAULT 0,"
  "  input_complete_confidence REAL NOT NULL DEFAULT 0,"
  "  expected_input_type TEXT NOT NULL DEFAULT '',"
  "  types INTEGER NOT NULL DEFAULT 0,"
  "  asked INTEGER NOT NULL DEFAULT 0,"
  "  turn_wall INTEGER NOT NULL DEFAULT 0,"
  "  attempts INTEGER NOT NULL DEFAULT 0,"
  "  UNIQUE (protocol, account, person)"
  ") STRICT;"
  "CREATE TABLE pending ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  wall INTEGER NOT NULL,"
  "  text TEXT NOT NULL"
  ") STRICT;"
  "CREATE INDEX pending_of_chat ON pending (chat, id);"
  "CREATE TABLE texts ("
  "  name TEXT PRIMARY KEY,"
  "  value TEXT NOT NULL"
  ") STRICT, WITHOUT ROWID;"
  "PRAGMA user_version = 1;",

  /* 2: what was said, seen, learnt and fetched. wall is in seconds since 1970, the times of series
   * in microseconds; speaker, said_by and state are the numbers of ParleySpeaker and
   * ParleyPresenceState; folded is what is searched. Entries lie in the order of their time, so
   * that new ones come to the end and a span is read in one go. */
  "CREATE TABLE utterances ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  wall INTEGER NOT NULL,"
  "  speaker INTEGER NOT NULL,"
  "  turn INTEGER NOT NULL,"
  "  text TEXT NOT NULL,"
  "  folded TEXT NOT NULL"
  ") STRICT;"
  "CREATE INDEX utterances_of_chat ON utterances (chat, wall);"
  "CREATE TABLE summaries ("
  "  chat INTEGER PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,"
  "  text TEXT NOT NULL,"
  "  until INTEGER NOT NULL"
  ") STRICT;"
  "CREATE TABLE presence ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  wall INTEGER NOT NULL,"
  "  state INTEGER NOT NULL"
  ") STRICT;"
  "CREATE INDEX presence_of_chat ON presence (chat, wall);"
  "CREATE TABLE facts ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  wall INTEGER NOT NULL,"
  "  said_by INTEGER NOT NULL,"
  "  text TEXT NOT NULL,"
  "  folded TEXT NOT NULL,"
  "  UNIQUE (chat, folded)"
  ") STRICT;"
  "CREATE TABLE series ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  name TEXT NOT NULL,"
  "  accumulated_since INTEGER NOT NULL,"
  "  last_updated INTEGER NOT NULL,"
  "  total_api_calls INTEGER NOT NULL DEFAULT 0,"
  "  total_fetched INTEGER NOT NULL DEFAULT 0,"
  "  duplicates_avoided INTEGER NOT NULL DEFAULT 0,"
  "  n_entries INTEGER NOT NULL DEFAULT 0,"
  "  UNIQUE (chat, name)"
  ") STRICT;"
  "CREATE TABLE entries ("
  "  series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,"
  "  at INTEGER NOT NULL,"
  "  key TEXT NOT NULL,"
  "  first_seen INTEGER NOT NULL,"
  "  json TEXT NOT NULL,"
  "  PRIMARY KEY (series, at, key)"
  ") STRICT, WITHOUT ROWID;"
  "CREATE UNIQUE INDEX entries_by_key ON entries (series, key);"
  "CREATE TABLE coverage ("
  "  series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,"
  "  start INTEGER NOT NULL,"
  "  stop INTEGER NOT NULL,"
  "  PRIMARY KEY (series, start)"
  ") STRICT, WITHOUT ROWID;"
  "PRAGMA user_version = 2;",

  /* 3: what Parley did. chat is NULL for what is of no one chat; kind is what
   * parley_journal_kind_to_string () gives. */
  "CREATE TABLE journal ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER REFERENCES chats (id) ON DELETE CASCADE,"
  "  wall INTEGER NOT NULL,"
  "  kind TEXT NOT NULL,"
  "  reason TEXT NOT NULL,"
  "  text TEXT NOT NULL,"
  "  n INTEGER NOT NULL,"
  "  ms INTEGER NOT NULL"
  ") STRICT;"
  "CREATE INDEX journal_of_chat ON journal (chat, id);"
  "CREATE INDEX journal_by_wall ON journal (wall);"
  "CREATE TRIGGER journal_is_only_added_to BEFORE UPDATE ON journal"
  "  BEGIN SELECT RAISE (ABORT, 'the journal is only added to'); END;"
  "PRAGMA user_version = 3;",

  /* 4: what the user did with drafts. drafts is their number, of the last ones, and unchanged a bit
   * for each, the newest the lowest; of a lesson sent is '' where the draft was not wanted. */
  "ALTER TABLE chats ADD COLUMN drafts INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE chats ADD COLUMN unchanged INTEGER NOT NULL DEFAULT 0;"
  "CREATE TABLE lessons ("
  "  id INTEGER PRIMARY KEY,"
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  wall INTEGER NOT NULL,"
  "  drafted TEXT NOT NULL,"
  "  sent TEXT NOT NULL"
  ") STRICT;"
  "CREATE INDEX lessons_of_chat ON lessons (chat, id);"
  "PRAGMA user_version = 4;",

  /* 5: what sort of a fact it is, the number of a ParleyFactKind. */
  "ALTER TABLE facts ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;"
  "PRAGMA user_version = 5;",

  /* 6: what was said keeps the order of its ids, in which it was taken down; wall is when it was
   * written, received when it came, both in seconds since 1970. Bubbles are numbered in the order
   * in which they came: up to mark_count they were dealt with, and with number 0 of a run before.
   * heard is which ones came: stamp is when a bubble was written as it was told, hash what
   * parley_mark_hash () gives of its text, 0 where nothing of it is kept. drafts wait for the user;
   * original is what was drafted where the user changed it, draft_number the last one given. Of a
   * summary left_out is up to when talk is left out of prompts. */
  "ALTER TABLE utterances ADD COLUMN received INTEGER NOT NULL DEFAULT 0;"
  "UPDATE utterances SET received = min (wall, unixepoch ());"
  "CREATE INDEX utterances_in_order ON utterances (chat, id);"
  "ALTER TABLE pending ADD COLUMN received INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE pending ADD COLUMN number INTEGER NOT NULL DEFAULT 0;"
  "UPDATE pending SET number = mark_count"
  " + (SELECT count (*) FROM pending AS p WHERE p.chat = pending.chat AND p.id <= pending.id)"
  " FROM chats WHERE chats.id = pending.chat"
  " AND (wall > mark_wall OR (wall = mark_wall"
  "  AND (SELECT count (*) FROM pending AS p WHERE p.chat = pending.chat"
  "       AND p.wall = pending.wall AND p.id <= pending.id) > mark_count));"
  "UPDATE pending SET received = min (wall, unixepoch ()), wall = min (wall, unixepoch ());"
  "CREATE TABLE heard ("
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  number INTEGER NOT NULL,"
  "  stamp INTEGER NOT NULL,"
  "  received INTEGER NOT NULL,"
  "  hash INTEGER NOT NULL,"
  "  PRIMARY KEY (chat, number)"
  ") STRICT, WITHOUT ROWID;"
  "ALTER TABLE chats ADD COLUMN draft_number INTEGER NOT NULL DEFAULT 0;"
  "CREATE TABLE drafts ("
  "  chat INTEGER PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,"
  "  number INTEGER NOT NULL,"
  "  turn INTEGER NOT NULL,"
  "  outdated INTEGER NOT NULL,"
  "  is_note INTEGER NOT NULL,"
  "  original TEXT"
  ") STRICT;"
  "CREATE TABLE draft_bubbles ("
  "  chat INTEGER NOT NULL REFERENCES drafts (chat) ON DELETE CASCADE,"
  "  n INTEGER NOT NULL,"
  "  text TEXT NOT NULL,"
  "  markup TEXT,"
  "  PRIMARY KEY (chat, n)"
  ") STRICT, WITHOUT ROWID;"
  "ALTER TABLE summaries ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;"
  "UPDATE summaries SET left_out = until;"
  "PRAGMA user_version = 6;",

  /* 7: of what came also what stands for its id, 0: it had none. */
  "ALTER TABLE heard ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;"
  "PRAGMA user_version = 7;",

  /* 8: the nonce of the fence in prompts, '': none yet. */
  "ALTER TABLE summaries ADD COLUMN nonce TEXT NOT NULL DEFAULT '';"
  "PRAGMA user_version = 8;",

  /* 9: whether it stands down for a Parley on another device. */
  "ALTER TABLE chats ADD COLUMN left_to_parley INTEGER NOT NULL DEFAULT 0;"
  "PRAGMA user_version = 9;",

  /* 10: how the user writes there, as parley_style_dup_kept () says it, '': nothing is known. */
  "ALTER TABLE summaries ADD COLUMN style TEXT NOT NULL DEFAULT '';"
  "PRAGMA user_version = 10;",

  /* 11: drafts to choose from. written is when, seconds since 1970, 0: not known; of those before
   * the one in drafts bubbles is JSON: {"bubbles": [{"text", "markup"}]}. */
  "ALTER TABLE drafts ADD COLUMN written INTEGER NOT NULL DEFAULT 0;"
  "CREATE TABLE drafts_before ("
  "  chat INTEGER NOT NULL REFERENCES chats (id) ON DELETE CASCADE,"
  "  number INTEGER NOT NULL,"
  "  turn INTEGER NOT NULL,"
  "  is_note INTEGER NOT NULL,"
  "  written INTEGER NOT NULL,"
  "  original TEXT,"
  "  bubbles TEXT NOT NULL,"
  "  PRIMARY KEY (chat, number)"
  ") STRICT, WITHOUT ROWID;"
  "PRAGMA user_version = 11;",

  /* 12: entries of the journal come in the order of their time, so what is over is at its front. */
  "DROP INDEX IF EXISTS journal_by_wall;"
  "PRAGMA user_version = 12;",
};

/* Both in one look, so that no other program can make the tables in between. */
static gboolean
read_version (ParleyDatabase *database, gint64 *version, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare (
      database,
      "SELECT user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_user_version", error);
  gboolean has_tables;

  if (statement == NULL || !parley_statement_run (statement, error))
    return FALSE;
  *version = sqlite3_column_int64 (statement, 0);
  has_tables = sqlite3_column_int64 (statement, 1) > 0;
  if (*version > (gint64) G_N_ELEMENTS (migrations))
    {
      g_set_error_literal (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_NEWER,
                           "a later version");
      return FALSE;
    }
  if (*version < 0 || (*version > 0) != has_tables)
    {
      g_set_error_literal (error, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DAMAGED,
                           "not our tables");
      return FALSE;
    }
  return TRUE;
}

/* Asks for the version again under the lock: another program may be doing the same. */
static gboolean
take_step (ParleyDatabase *database, gint64 *version, GError **error)
{
  if (!parley_database_begin (database, error))
    return FALSE;
  if (read_version (database, version, error)
      && (*version == G_N_ELEMENTS (migrations)
          || parley_database_run (database, migrations[*version], error))
      && parley_database_commit (database, error))
    return TRUE;
  parley_database_rollback (database);
  return FALSE;
}

gboolean
parley_schema_migrate (ParleyDatabase *database, GError **error)
{
  gint64 version;

  if (!read_version (database, &version, error))
    return FALSE;
  while (version < (gint64) G_N_ELEMENTS (migrations))
    {
      if (!take_step (database, &version, error) || !read_version (database, &version, error))
        return FALSE;
    }
  return TRUE;
}

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
  g_autoptr (ParleyStatement) statement = NULL;
  ParleyStep step;

  if (parley_database_get_row (database, key, id))
    return TRUE;
  statement = prepare (database,
                       "SELECT id FROM chats WHERE protocol = ?1 AND account = ?2 AND person = ?3",
                       key, error);
  if (statement == NULL)
    return FALSE;
  step = parley_statement_step (statement, error);
  *id = step == PARLEY_STEP_ROW ? sqlite3_column_int64 (statement, 0) : 0;
  if (*id != 0)
    parley_database_note_row (database, key, *id);
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
  parley_database_note_row (database, key, *id);
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
