/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-store-heard.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "memory/parley-history.h"
#include "memory/parley-schema.h"
#include "memory/parley-store-verbs.h"

#define END_OF_YEAR_9999 G_GINT64_CONSTANT (253402300799)

/* After so many lines those too many go. */
#define TRIM_EVERY 16

/* Of what was said before anything was heard. */
#define OLD_TALK 100

/* --- loading --- */

static gint64
get_wall (ParleyStatement *statement, int column)
{
  return parley_statement_get_number (statement, column, 0, END_OF_YEAR_9999);
}

static gboolean
load_lines (ParleyDatabase *database, gint64 chat, ParleyHeard *heard, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT number, stamp, received, hash, origin FROM heard WHERE chat = ?1 ORDER BY number",
      chat, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      const ParleyHeardLine line = {
        .number = (guint) parley_statement_get_number (statement, 0, 0, G_MAXINT),
        .stamp = get_wall (statement, 1),
        .received = get_wall (statement, 2),
        .hash = (guint64) sqlite3_column_int64 (statement, 3),
        .origin = (guint64) sqlite3_column_int64 (statement, 4),
      };

      parley_heard_add (heard, &line);
    }
  return step == PARLEY_STEP_DONE;
}

/* A store of before that was written down: what was said then is what came. */
static gboolean
hear_old_talk (ParleyDatabase *database, gint64 chat, ParleyHeard *heard, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "SELECT * FROM (SELECT id, wall, received, text FROM utterances"
      " WHERE chat = ?1 AND speaker = ?2 ORDER BY id DESC LIMIT ?3) ORDER BY id",
      chat, error);
  ParleyStep step;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, PARLEY_SPEAKER_PERSON);
  sqlite3_bind_int64 (statement, 3, OLD_TALK);
  while ((step = parley_statement_step (statement, error)) == PARLEY_STEP_ROW)
    {
      const ParleyHeardLine line = {
        .stamp = get_wall (statement, 1),
        .received = get_wall (statement, 2),
        .hash = parley_mark_hash (parley_statement_get_text (statement, 3)),
      };

      parley_heard_add (heard, &line);
    }
  return step == PARLEY_STEP_DONE;
}

static void
hear_pending (ParleyChatRecord *record)
{
  for (guint i = 0; i < record->pending->len; i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);
      const ParleyHeardLine line = { .number = pending->number,
                                     .stamp = pending->when.written,
                                     .received = pending->when.received,
                                     .hash = parley_mark_hash (pending->text) };

      parley_heard_add (record->heard, &line);
    }
}

/* Numbers go on behind all that were given. */
static void
skip_numbers (ParleyChatRecord *record)
{
  parley_heard_skip_to (record->heard, record->mark.count);
  for (guint i = 0; i < record->pending->len; i++)
    parley_heard_skip_to (record->heard, parley_chat_record_get_pending (record, i)->number);
}

gboolean
parley_store_load_heard (ParleyDatabase *database,
                         const ParleyChatKey *key,
                         ParleyChatRecord *record,
                         GError **error)
{
  gint64 chat;

  record->heard = parley_heard_new ();
  if (!parley_chat_row_find (database, key, &chat, error))
    return FALSE;
  if (chat == 0)
    return TRUE;
  if (!load_lines (database, chat, record->heard, error))
    return FALSE;
  if (parley_heard_is_empty (record->heard))
    {
      if (!hear_old_talk (database, chat, record->heard, error))
        return FALSE;
      hear_pending (record);
    }
  skip_numbers (record);
  return TRUE;
}

/* --- writing --- */

typedef struct
{
  ParleyChatKey *key;
  ParleyHeardLine line;  /* without a number: none was heard */
  ParleyPending pending; /* without a text: none is */
} HeardWork;

static void
heard_work_free (gpointer data)
{
  HeardWork *work = data;

  parley_chat_key_free (work->key);
  g_free (work->pending.text);
  g_free (work);
}

/* A digest fills 64 bits, which a number in JSON may not. */
static void
save_digest (ParleyJsonLine *line, const char *name, guint64 digest)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, digest);

  parley_json_line_add_string (line, name, text);
}

static guint64
load_digest (JsonObject *line, const char *name)
{
  const char *text = parley_json_get_string (line, name);
  guint64 digest = 0;

  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &digest, NULL);
  return digest;
}

static void
save_work (gconstpointer data, ParleyJsonLine *line)
{
  const HeardWork *work = data;

  parley_verb_save_key (work->key, line);
  parley_json_line_add_int (line, "number", work->line.number);
  parley_json_line_add_int (line, "stamp", work->line.stamp);
  parley_json_line_add_int (line, "heard", work->line.received);
  save_digest (line, "hash", work->line.hash);
  save_digest (line, "origin", work->line.origin);
  parley_json_line_add_int (line, "pending", work->pending.number);
  parley_json_line_add_int (line, "written", work->pending.when.written);
  parley_json_line_add_int (line, "received", work->pending.when.received);
  parley_json_line_add_string (line, "text", work->pending.text);
}

static gpointer
load_work (JsonObject *line)
{
  ParleyChatKey *key = parley_verb_load_key (line);
  HeardWork *work;

  if (key == NULL)
    return NULL;
  work = g_new0 (HeardWork, 1);
  work->key = key;
  work->line.number = (guint) parley_json_get_int (line, "number", 0);
  work->line.stamp = parley_json_get_int (line, "stamp", 0);
  work->line.received = parley_json_get_int (line, "heard", 0);
  work->line.hash = load_digest (line, "hash");
  work->line.origin = load_digest (line, "origin");
  work->pending.number = (guint) parley_json_get_int (line, "pending", 0);
  work->pending.when.written = parley_json_get_int (line, "written", 0);
  work->pending.when.received = parley_json_get_int (line, "received", 0);
  work->pending.text = g_strdup (parley_json_get_string (line, "text"));
  return work;
}

/* One without a number comes behind all that have one. */
static gboolean
add_pending (ParleyDatabase *database, gint64 chat, const ParleyPending *pending, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "INSERT INTO pending (chat, wall, received, text, number) VALUES (?1, ?2, ?3, ?4,"
      " CASE ?5 WHEN 0 THEN"
      "  1 + max ((SELECT coalesce (max (number), 0) FROM pending WHERE chat = ?1),"
      "           (SELECT coalesce (max (number), 0) FROM heard WHERE chat = ?1),"
      "           (SELECT mark_count FROM chats WHERE id = ?1))"
      " ELSE ?5 END)",
      chat, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, pending->when.written);
  sqlite3_bind_int64 (statement, 3, pending->when.received);
  sqlite3_bind_text (statement, 4, pending->text, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 5, pending->number);
  return parley_statement_run (statement, error);
}

static gboolean
add_line (ParleyDatabase *database, gint64 chat, const ParleyHeardLine *line, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database,
      "INSERT OR REPLACE INTO heard (chat, number, stamp, received, hash, origin)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      chat, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, line->number);
  sqlite3_bind_int64 (statement, 3, line->stamp);
  sqlite3_bind_int64 (statement, 4, line->received);
  sqlite3_bind_int64 (statement, 5, (gint64) line->hash);
  sqlite3_bind_int64 (statement, 6, (gint64) line->origin);
  return parley_statement_run (statement, error);
}

/* Not for each line: a few more than are wanted do no harm. */
static gboolean
trim (ParleyDatabase *database, gint64 chat, gint64 newest, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare_of (
      database, "DELETE FROM heard WHERE chat = ?1 AND number <= ?2", chat, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 2, newest - PARLEY_HEARD_MAX);
  return parley_statement_run (statement, error);
}

static gpointer
hear (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const HeardWork *work = data;
  gint64 chat;

  if (!parley_chat_row_make (database, work->key, &chat, error)
      || (work->pending.text != NULL && !add_pending (database, chat, &work->pending, error)))
    return NULL;
  if (work->line.number != 0 && add_line (database, chat, &work->line, error)
      && work->line.number % TRIM_EVERY == 0)
    trim (database, chat, work->line.number, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_hear
    = { hear, heard_work_free, FALSE, "hear", save_work, load_work };

void
parley_store_hear (ParleyStore *store,
                   const ParleyChatKey *key,
                   const ParleyHeardLine *line,
                   const ParleyPending *pending)
{
  HeardWork *work = g_new0 (HeardWork, 1);

  work->key = parley_chat_key_copy (key);
  if (line != NULL)
    work->line = *line;
  if (pending != NULL)
    work->pending = *pending;
  if (pending != NULL)
    work->pending.text = parley_text_dup_clean (pending->text, PARLEY_STORE_MAX_TEXT);
  parley_store_write (store, &parley_verb_hear, work);
}

static gpointer
revise (ParleyDatabase *database, gconstpointer data, GError **error)
{
  const HeardWork *work = data;
  g_autoptr (ParleyStatement) statement = NULL;
  gint64 chat;

  if (!parley_chat_row_find (database, work->key, &chat, error) || chat == 0)
    return NULL;
  statement = parley_database_prepare_of (
      database,
      work->pending.text != NULL ? "UPDATE pending SET text = ?3 WHERE chat = ?1 AND number = ?2"
                                 : "DELETE FROM pending WHERE chat = ?1 AND number = ?2",
      chat, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 2, work->pending.number);
  if (work->pending.text != NULL)
    sqlite3_bind_text (statement, 3, work->pending.text, -1, SQLITE_STATIC);
  parley_statement_run (statement, error);
  return NULL;
}

const ParleyStoreVerb parley_verb_revise
    = { revise, heard_work_free, FALSE, "revise pending", save_work, load_work };

void
parley_store_revise_pending (ParleyStore *store,
                             const ParleyChatKey *key,
                             guint number,
                             const char *text)
{
  HeardWork *work = g_new0 (HeardWork, 1);

  work->key = parley_chat_key_copy (key);
  work->pending.number = number;
  work->pending.text = text != NULL ? parley_text_dup_clean (text, PARLEY_STORE_MAX_TEXT) : NULL;
  parley_store_write (store, &parley_verb_revise, work);
}
