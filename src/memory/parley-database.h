/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* A connection to one SQLite database. Every call may wait for the disk or for another program:
 * never from the main loop. May pass from thread to thread, but is used by one at a time. */
typedef struct _ParleyDatabase ParleyDatabase;

/* Milliseconds that what reads waits for a program that lets nobody read beside it; and those that
 * opening it and a write wait for the write of another program, which itself takes a few: they can
 * be tried again, and until then what is to be written is known to be held. */
#define PARLEY_DATABASE_READ_MS  2000
#define PARLEY_DATABASE_BEGIN_MS 50

/* The code says what the owner does next; messages are fragments for the user that follow a colon.
 */
#define PARLEY_DATABASE_ERROR (parley_database_error_quark ())
GQuark parley_database_error_quark (void);

typedef enum
{
  PARLEY_DATABASE_ERROR_DAMAGED, /* not what we wrote: set the file aside */
  PARLEY_DATABASE_ERROR_NEWER,   /* of a later version of Parley: leave it alone */
  PARLEY_DATABASE_ERROR_FULL,    /* no room on the disk */
  PARLEY_DATABASE_ERROR_BUSY,    /* another program didn't let go of it */
  PARLEY_DATABASE_ERROR_DISK,    /* the disk or the system failed this time */
  PARLEY_DATABASE_ERROR_REFUSED, /* it may not be written, or not be opened */
  PARLEY_DATABASE_ERROR_FAILED,  /* it can't be read or written */
} ParleyDatabaseError;

/* Makes of a database that was just opened what the program knows. */
typedef gboolean (*ParleyDatabaseFunc) (ParleyDatabase *database, GError **error);

/* @path: NULL for one that lives in this process's memory only. The file is made if there is none.
 * @hurry: (nullable): atomic, as long as the database is open: TRUE: no other program is waited
 * for. @prepare: called before anything is read of it: brings its tables up to date. Returns:
 * (transfer full): NULL on error; the file is then closed and otherwise as it was. */
ParleyDatabase *parley_database_open (const char *path,
                                      const gint *hurry,
                                      ParleyDatabaseFunc prepare,
                                      GError **error);

/* Closes. @keep_log: leave -wal and -shm as they are: the file is to be set aside with them. */
void parley_database_close (ParleyDatabase *database, gboolean keep_log);

/* Returns: (transfer none) (nullable): NULL if it is in memory. */
const char *parley_database_get_path (ParleyDatabase *database);

/* Whether its path still leads to the file that was opened. */
gboolean parley_database_is_current (ParleyDatabase *database);

/* A write transaction. A commit that fails is rolled back by the caller. */
gboolean parley_database_begin (ParleyDatabase *database, GError **error);
gboolean parley_database_commit (ParleyDatabase *database, GError **error);

/* Which row the chat @key has, until the transaction ends or this is called anew: what one
 * event writes is nearly always of one chat. @key: (nullable): NULL: nothing is known any more, as
 * when rows are deleted. Outside of a transaction it is not noted, for other programs may delete.
 */
void parley_database_note_row (ParleyDatabase *database, const ParleyChatKey *key, gint64 id);

/* Returns: FALSE if it is not known. */
gboolean parley_database_get_row (ParleyDatabase *database, const ParleyChatKey *key, gint64 *id);

/* What there is to do when a transaction is committed: mostly nothing, else the disk is waited for.
 */
void parley_database_tidy (ParleyDatabase *database);

/* @path: of a database that is open, in any thread. Comes back when not even a power cut takes what
 * was committed before. */
gboolean parley_database_sync (const char *path, GError **error);
void parley_database_rollback (ParleyDatabase *database);

/* Once the transaction is committed, and all is tidy, what it deleted is to stand in no file any
 * more, the write-ahead log included. */
void parley_database_scrub (ParleyDatabase *database);

/* The transaction is going to touch @bytes of pages in no order: until its end as many, within
 * bounds, are held in memory. */
void parley_database_expect (ParleyDatabase *database, gsize bytes);

/* @sql: any number of statements without parameters. */
gboolean parley_database_run (ParleyDatabase *database, const char *sql, GError **error);

/* One execution of a statement, for the sqlite3_bind_* and sqlite3_column_* functions. */
typedef sqlite3_stmt ParleyStatement;

/* @sql: one statement; a string that lives as long as the database, which keeps what it compiled.
 * Returns: (transfer full): at most one at a time for one @sql. */
ParleyStatement *
parley_database_prepare (ParleyDatabase *database, const char *sql, GError **error);

/* The same with @id as ?1. */
ParleyStatement *
parley_database_prepare_of (ParleyDatabase *database, const char *sql, gint64 id, GError **error);
void parley_statement_free (ParleyStatement *statement);

typedef enum
{
  PARLEY_STEP_ROW,
  PARLEY_STEP_DONE,   /* no row, or none any more */
  PARLEY_STEP_FAILED, /* with an error */
} ParleyStep;

ParleyStep parley_statement_step (ParleyStatement *statement, GError **error);

/* Runs a statement that has no rows. */
gboolean parley_statement_run (ParleyStatement *statement, GError **error);

/* Returns: how many rows the statement changed that was run last. */
guint64 parley_database_get_changes (ParleyDatabase *database);

/* What a row holds, which somebody else may have written. A text is (transfer none), never NULL,
 * of any bytes, and stays until the next step. */
const char *parley_statement_get_text (ParleyStatement *statement, int column);
gint64 parley_statement_get_number (ParleyStatement *statement, int column, gint64 min, gint64 max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyStatement, parley_statement_free)

G_END_DECLS
