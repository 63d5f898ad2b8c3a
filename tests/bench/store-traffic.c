/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "store-traffic.h"

#include <sqlite3.h>

/* SQLite tells of each database that is opened, but hands nothing of ours to who hears it: the
 * counts wait behind a file system's name. */
#define NAME "parley-store-traffic"

static int
on_statement (unsigned kind, void *data, void *statement, void *sql)
{
  StoreTraffic *traffic = data;

  if (!sqlite3_stmt_readonly (statement) && !g_str_has_prefix (sql, "BEGIN"))
    g_atomic_int_inc (&traffic->writes);
  return 0;
}

static int
on_commit (void *data)
{
  g_atomic_int_inc (&((StoreTraffic *) data)->commits);
  return 0;
}

static int
on_open (sqlite3 *database, const char **error, const struct sqlite3_api_routines *api)
{
  StoreTraffic *traffic = sqlite3_vfs_find (NAME)->pAppData;

  sqlite3_commit_hook (database, on_commit, traffic);
  return sqlite3_trace_v2 (database, SQLITE_TRACE_STMT, on_statement, traffic);
}

void
store_traffic_begin (StoreTraffic *traffic)
{
  sqlite3_vfs *holder = g_memdup2 (sqlite3_vfs_find (NULL), sizeof *holder);

  holder->zName = NAME;
  holder->pAppData = traffic;
  g_assert_cmpint (sqlite3_vfs_register (holder, 0), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_auto_extension ((void (*) (void)) on_open), ==, SQLITE_OK);
}

void
store_traffic_end (void)
{
  sqlite3_vfs *holder = sqlite3_vfs_find (NAME);

  sqlite3_cancel_auto_extension ((void (*) (void)) on_open);
  sqlite3_vfs_unregister (holder);
  g_free (holder);
}
