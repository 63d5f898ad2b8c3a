/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-database.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Bytes of pages held in memory: SQLite's default, and the most that a transaction may want. */
#define CACHE       (2000 * 1024)
#define LARGE_CACHE (128 * 1024 * 1024)

/* Pages of the log after which they go into the file: as many bytes as SQLite's default. */
#define LONG_LOG 4000

/* Nothing of ours comes near it; what is larger was put there by others. */
#define MAX_VALUE (16 * 1024 * 1024)

struct _ParleyDatabase
{
  sqlite3 *connection;
  GHashTable *statements; /* of sqlite3_stmt, by the address of their SQL */
  ParleyChatKey *row_key; /* NULL: no row is known */
  gint64 row;
  gboolean scrub;
  int log_pages; /* in the log after the last commit */
  gboolean large_cache;
  const gint *hurry; /* NULL: never */
  gint64 busy_since; /* monotonic, µs */
  guint busy_ms;     /* so long it waits */
  char *path;        /* NULL: in memory */
  dev_t device;
  ino_t inode;
};

G_DEFINE_QUARK (parley - database - error - quark, parley_database_error)

/* SQLite says so only of the file and its log, not of what it needs beside them. */
static gboolean
is_full (sqlite3 *connection, int code)
{
  int number = sqlite3_system_errno (connection);

  return (code & 0xff) == SQLITE_FULL
         || ((code & 0xff) == SQLITE_IOERR && (number == ENOSPC || number == EDQUOT));
}

/* What has too many files open may have fewer soon. */
static gboolean
is_refused (sqlite3 *connection, int primary)
{
  int number = sqlite3_system_errno (connection);

  return primary == SQLITE_READONLY
         || (primary == SQLITE_CANTOPEN && number != EMFILE && number != ENFILE && number != EIO);
}

static gboolean
is_of_the_disk (int primary)
{
  return primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_NOMEM;
}

static gboolean
set_error (sqlite3 *connection, int code, GError **error)
{
  ParleyDatabaseError meaning = PARLEY_DATABASE_ERROR_FAILED;
  gboolean full = is_full (connection, code);
  int primary = code & 0xff;

  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB)
    meaning = PARLEY_DATABASE_ERROR_DAMAGED;
  else if (full)
    meaning = PARLEY_DATABASE_ERROR_FULL;
  else if (primary == SQLITE_BUSY)
    meaning = PARLEY_DATABASE_ERROR_BUSY;
  else if (is_refused (connection, primary))
    meaning = PARLEY_DATABASE_ERROR_REFUSED;
  else if (is_of_the_disk (primary))
    meaning = PARLEY_DATABASE_ERROR_DISK;
  /* Not sqlite3_errmsg (): it may quote what is stored. */
  g_set_error_literal (error, PARLEY_DATABASE_ERROR, meaning,
                       sqlite3_errstr (full ? SQLITE_FULL : code));
  return FALSE;
}

/* --- statements --- */

gboolean
parley_database_run (ParleyDatabase *database, const char *sql, GError **error)
{
  int code = sqlite3_exec (database->connection, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || set_error (database->connection, code, error);
}

ParleyStatement *
parley_database_prepare (ParleyDatabase *database, const char *sql, GError **error)
{
  sqlite3_stmt *statement = g_hash_table_lookup (database->statements, sql);
  int code;

  if (statement != NULL)
    return statement;
  code = sqlite3_prepare_v3 (database->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                             NULL);
  /* Our SQL is right, so the tables are not as we made them. */
  if (code == SQLITE_ERROR)
    code = SQLITE_CORRUPT;
  if (code != SQLITE_OK)
    set_error (database->connection, code, error);
  else
    g_hash_table_insert (database->statements, (gpointer) sql, statement);
  return statement;
}

ParleyStatement *
parley_database_prepare_of (ParleyDatabase *database, const char *sql, gint64 id, GError **error)
{
  ParleyStatement *statement = parley_database_prepare (database, sql, error);

  if (statement != NULL)
    sqlite3_bind_int64 (statement, 1, id);
  return statement;
}

void
parley_statement_free (ParleyStatement *statement)
{
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
}

ParleyStep
parley_statement_step (ParleyStatement *statement, GError **error)
{
  int code = sqlite3_step (statement);

  if (code == SQLITE_ROW)
    return PARLEY_STEP_ROW;
  if (code == SQLITE_DONE)
    return PARLEY_STEP_DONE;
  set_error (sqlite3_db_handle (statement), code, error);
  return PARLEY_STEP_FAILED;
}

gboolean
parley_statement_run (ParleyStatement *statement, GError **error)
{
  return parley_statement_step (statement, error) != PARLEY_STEP_FAILED;
}

guint64
parley_database_get_changes (ParleyDatabase *database)
{
  return (guint64) sqlite3_changes64 (database->connection);
}

const char *
parley_statement_get_text (ParleyStatement *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? text : "";
}

gint64
parley_statement_get_number (ParleyStatement *statement, int column, gint64 min, gint64 max)
{
  return CLAMP (sqlite3_column_int64 (statement, column), min, max);
}

/* --- transactions --- */

/* What is said for every message is not read anew by SQLite each time. */
static gboolean
run_prepared (ParleyDatabase *database, const char *sql, GError **error)
{
  g_autoptr (ParleyStatement) statement = parley_database_prepare (database, sql, error);

  return statement != NULL && parley_statement_run (statement, error);
}

gboolean
parley_database_begin (ParleyDatabase *database, GError **error)
{
  guint before = database->busy_ms;
  gboolean begun;

  database->busy_ms = PARLEY_DATABASE_BEGIN_MS;
  begun = run_prepared (database, "BEGIN IMMEDIATE", error);
  database->busy_ms = before;
  return begun;
}

/* What a program left that died before its deletions were out of the log is seen to here. */
static void
empty_log (ParleyDatabase *database)
{
  guint before = database->busy_ms;

  database->busy_ms = PARLEY_DATABASE_BEGIN_MS;
  database->scrub = sqlite3_wal_checkpoint_v2 (database->connection, NULL,
                                               SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL)
                    != SQLITE_OK;
  database->busy_ms = before;
}

static void
set_cache (ParleyDatabase *database, gsize bytes)
{
  g_autofree char *sql = g_strdup_printf ("PRAGMA cache_size = -%" G_GSIZE_FORMAT, bytes / 1024);

  parley_database_run (database, sql, NULL);
}

void
parley_database_expect (ParleyDatabase *database, gsize bytes)
{
  if (bytes <= CACHE)
    return;
  set_cache (database, MIN (bytes, LARGE_CACHE));
  database->large_cache = TRUE;
}

void
parley_database_note_row (ParleyDatabase *database, const ParleyChatKey *key, gint64 id)
{
  g_clear_pointer (&database->row_key, parley_chat_key_free);
  if (key == NULL || sqlite3_get_autocommit (database->connection) != 0)
    return;
  database->row_key = parley_chat_key_copy (key);
  database->row = id;
}

gboolean
parley_database_get_row (ParleyDatabase *database, const ParleyChatKey *key, gint64 *id)
{
  if (database->row_key == NULL || !parley_chat_key_equal (database->row_key, key))
    return FALSE;
  *id = database->row;
  return TRUE;
}

static void
end_transaction (ParleyDatabase *database)
{
  parley_database_note_row (database, NULL, 0);
  if (!database->large_cache)
    return;
  set_cache (database, CACHE);
  sqlite3_db_release_memory (database->connection);
  database->large_cache = FALSE;
}

gboolean
parley_database_commit (ParleyDatabase *database, GError **error)
{
  if (!run_prepared (database, "COMMIT", error))
    return FALSE;
  end_transaction (database);
  return TRUE;
}

static int
on_commit (void *data, sqlite3 *connection, const char *name, int log_pages)
{
  ((ParleyDatabase *) data)->log_pages = log_pages;
  return SQLITE_OK;
}

void
parley_database_tidy (ParleyDatabase *database)
{
  /* Another program that is just reading keeps the log from being emptied; the next time tries
   * again. */
  if (database->scrub)
    empty_log (database);
  else if (database->log_pages >= LONG_LOG)
    sqlite3_wal_checkpoint_v2 (database->connection, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  database->log_pages = 0;
}

/* Where there is no log a commit waits for the disk. */
gboolean
parley_database_sync (const char *path, GError **error)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  int fd = g_open (log, O_RDONLY | O_CLOEXEC, 0);
  gboolean well = fd >= 0 ? fdatasync (fd) == 0 : errno == ENOENT;

  if (!well)
    g_set_error_literal (error, G_IO_ERROR, (GIOErrorEnum) g_io_error_from_errno (errno),
                         g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return well;
}

void
parley_database_rollback (ParleyDatabase *database)
{
  /* Some failures have already rolled back. */
  if (sqlite3_get_autocommit (database->connection) == 0)
    parley_database_run (database, "ROLLBACK", NULL);
  end_transaction (database);
}

void
parley_database_scrub (ParleyDatabase *database)
{
  database->scrub = TRUE;
}

/* --- opening and closing --- */

/* sqlite3_busy_timeout () would wait on when the program quits. */
static int
on_busy (void *data, int n)
{
  ParleyDatabase *database = data;
  gint64 now = g_get_monotonic_time ();

  if (n == 0)
    database->busy_since = now;
  if ((database->hurry != NULL && g_atomic_int_get (database->hurry))
      || now - database->busy_since > database->busy_ms * G_TIME_SPAN_MILLISECOND)
    return 0;
  sqlite3_sleep (n < 10 ? 1 : 10);
  return 1;
}

/* What a file from elsewhere could bring is switched off before the first look at it.
 *
 * synchronous is NORMAL: in WAL mode a program that dies loses nothing it has committed and a
 * power cut never breaks the file, it only takes what was written since the last checkpoint. FULL
 * would wake the disk for every message to save those; parley_database_sync () does where it
 * matters.
 *
 * A message changes some hundred bytes in each of many tables and indices, and each change writes a
 * whole page: in files that are made from now on, a small one (94 KiB a turn, with 4 KiB 219).
 *
 * secure_delete overwrites what is deleted; temp_store keeps it out of other files. A log that a
 * large merge made goes back to 4 MiB. */
static gboolean
configure (ParleyDatabase *database, GError **error)
{
  sqlite3 *connection = database->connection;

  sqlite3_extended_result_codes (connection, 1);
  database->busy_ms = PARLEY_DATABASE_BEGIN_MS;
  sqlite3_busy_handler (connection, on_busy, database);
  /* In the place of SQLite's own checkpoints, which are part of the commit. */
  sqlite3_wal_hook (connection, on_commit, database);
  sqlite3_limit (connection, SQLITE_LIMIT_LENGTH, MAX_VALUE);
  sqlite3_db_config (connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config (connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  return parley_database_run (database,
                              "PRAGMA page_size = 1024;"
                              "PRAGMA cell_size_check = ON;"
                              "PRAGMA foreign_keys = ON;"
                              "PRAGMA secure_delete = ON;"
                              "PRAGMA temp_store = MEMORY;"
                              "PRAGMA journal_size_limit = 4194304;"
                              "PRAGMA synchronous = NORMAL;",
                              error);
}

static gboolean
check (ParleyDatabase *database, GError **error)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare (database, "PRAGMA quick_check(1)", error);

  if (statement == NULL)
    return FALSE;
  if (!parley_statement_run (statement, error))
    return FALSE;
  return g_strcmp0 ((const char *) sqlite3_column_text (statement, 0), "ok") == 0
         || set_error (database->connection, SQLITE_CORRUPT, error);
}

/* Where the log can't be had (some network file systems), or another program is just starting too,
 * SQLite's older journal serves as well: with it, a commit is for good. */
static void
choose_journal (ParleyDatabase *database)
{
  g_autoptr (ParleyStatement) statement
      = parley_database_prepare (database, "PRAGMA journal_mode = WAL", NULL);

  if (statement == NULL || parley_statement_step (statement, NULL) != PARLEY_STEP_ROW
      || !g_str_equal (parley_statement_get_text (statement, 0), "wal"))
    parley_database_run (database, "PRAGMA synchronous = EXTRA", NULL);
}

static gboolean
connect_to (ParleyDatabase *database, GError **error)
{
  const char *name = database->path != NULL ? database->path : ":memory:";
  GStatBuf info = { 0 };
  int code = sqlite3_open_v2 (name, &database->connection,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
                                  | SQLITE_OPEN_PRIVATECACHE,
                              NULL);

  if (code == SQLITE_OK && database->path != NULL && g_stat (database->path, &info) != 0)
    code = SQLITE_CANTOPEN;
  /* SQLite opens what it may not write without a word. */
  if (code == SQLITE_OK && sqlite3_db_readonly (database->connection, "main") == 1)
    code = SQLITE_READONLY;
  if (code != SQLITE_OK)
    return set_error (database->connection, code, error);
  database->device = info.st_dev;
  database->inode = info.st_ino;
  return TRUE;
}

ParleyDatabase *
parley_database_open (const char *path,
                      const gint *hurry,
                      ParleyDatabaseFunc prepare,
                      GError **error)
{
  ParleyDatabase *database = g_new0 (ParleyDatabase, 1);
  g_autoptr (GError) failure = NULL;

  database->path = g_strdup (path);
  database->hurry = hurry;
  database->statements
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) sqlite3_finalize);
  if (connect_to (database, &failure) && configure (database, &failure)
      && prepare (database, &failure) && check (database, &failure))
    {
      database->busy_ms = PARLEY_DATABASE_READ_MS;
      choose_journal (database);
      empty_log (database);
      return database;
    }
  parley_database_close (
      database, g_error_matches (failure, PARLEY_DATABASE_ERROR, PARLEY_DATABASE_ERROR_DAMAGED));
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

void
parley_database_close (ParleyDatabase *database, gboolean keep_log)
{
  g_hash_table_unref (database->statements);
  g_clear_pointer (&database->row_key, parley_chat_key_free);
  /* SQLite removes the log by its name, which may be that of another file's by now. */
  if (keep_log || !parley_database_is_current (database))
    sqlite3_db_config (database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_close (database->connection);
  g_free (database->path);
  g_free (database);
}

const char *
parley_database_get_path (ParleyDatabase *database)
{
  return database->path;
}

gboolean
parley_database_is_current (ParleyDatabase *database)
{
  GStatBuf info;

  return database->path == NULL
         || (g_stat (database->path, &info) == 0 && info.st_dev == database->device
             && info.st_ino == database->inode);
}
