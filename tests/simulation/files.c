/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks at what the program leaves behind: the store is whole, nothing stands in a file that is to
 * be in none, and what was heard stands in the memory once. */
#define _GNU_SOURCE
#include <string.h>

#include "oracles.h"

/* The speaker of number 0 is the person. */
#define REMEMBERED "SELECT count (*) FROM utterances WHERE speaker = 0 AND text LIKE ?1"
#define PENDING    "SELECT count (*) FROM pending WHERE text LIKE ?1"

/* Returns: whether @text has a mark of @body's that is @n, or any for G_MAXUINT. */
static gboolean
has_mark (const char *text, gsize length, const SimBody *body, guint n)
{
  g_autofree char *mark = n == G_MAXUINT ? g_strdup_printf ("%sq", body->name)
                                         : g_strdup_printf ("%sq%u", body->name, n);
  const char *end = text + length;

  for (const char *at = text; (at = memmem (at, (gsize) (end - at), mark, strlen (mark))) != NULL;
       at++)
    {
      char next = at + strlen (mark) < end ? at[strlen (mark)] : '\0';

      if (g_ascii_isdigit (next) == (n == G_MAXUINT))
        return TRUE;
    }
  return FALSE;
}

static void
check_body (SimWorld *world, const SimBody *body, const char *name, const char *text, gsize length)
{
  const SimChat *chat = g_ptr_array_index (world->chats, body->chat);

  if (!chat->lasts && has_mark (text, length, body, G_MAXUINT))
    sim_world_fail (world, "What %s wrote is in no file, but in %s.", body->name, name);
  for (guint n = 0; chat->lasts && n < body->messages->len; n++)
    if (g_array_index (body->messages, SimMessage, n).secret && has_mark (text, length, body, n))
      sim_world_fail (world, "%sq%u was encrypted, and stands in %s.", body->name, n, name);
}

static void
check_file (SimWorld *world, const char *name)
{
  g_autofree char *path = g_build_filename (world->disk.folder, name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return;
  if (memmem (text, length, "sk-simulated", strlen ("sk-simulated")) != NULL)
    sim_world_fail (world, "A key stands in %s.", name);
  for (guint i = 0; i < world->bodies->len; i++)
    check_body (world, g_ptr_array_index (world->bodies, i), name, text, length);
}

static void
check_store (SimWorld *world, sqlite3 *store)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (store, "PRAGMA integrity_check", -1, &statement, NULL) != SQLITE_OK
      || sqlite3_step (statement) != SQLITE_ROW
      || g_strcmp0 ((const char *) sqlite3_column_text (statement, 0), "ok") != 0)
    sim_world_fail (world, "The store is damaged.");
  sqlite3_finalize (statement);
}

/* @sql: asks how often they wrote what has the mark ?1. */
static guint
count (sqlite3 *store, const char *sql, const SimBody *body, guint n)
{
  g_autofree char *mark = g_strdup_printf ("%% %sq%u", body->name, n);
  sqlite3_stmt *statement = NULL;
  guint times = 0;

  if (sqlite3_prepare_v2 (store, sql, -1, &statement, NULL) != SQLITE_OK)
    return 0;
  sqlite3_bind_text (statement, 1, mark, -1, SQLITE_TRANSIENT);
  if (sqlite3_step (statement) == SQLITE_ROW)
    times = (guint) sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  return times;
}

/* What is still to be answered stands elsewhere. */
static void
check_remembered (SimWorld *world, sqlite3 *store, const SimBody *body)
{
  const SimChat *chat = g_ptr_array_index (world->chats, body->chat);

  for (guint n = 0; chat->lasts && n < body->messages->len; n++)
    {
      const SimMessage *message = &g_array_index (body->messages, SimMessage, n);
      guint times = count (store, REMEMBERED, body, n);

      if (times > 1)
        sim_world_fail (world, "%sq%u is remembered %u times.", body->name, n, times);
      else if (times + count (store, PENDING, body, n) == 0 && message->heard && !message->secret
               && !message->loose && world->faults.length == 0)
        sim_world_fail (world, "%sq%u is not remembered.", body->name, n);
    }
}

void
sim_files_check (SimWorld *world)
{
  g_autofree char *path = g_build_filename (world->disk.folder, "store.db", NULL);
  g_autoptr (GDir) dir = g_dir_open (world->disk.folder, 0, NULL);
  sqlite3 *store = NULL;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    check_file (world, name);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  if (sqlite3_open_v2 (path, &store, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
    {
      check_store (world, store);
      for (guint i = 0; i < world->bodies->len; i++)
        check_remembered (world, store, g_ptr_array_index (world->bodies, i));
    }
  sqlite3_close (store);
}
