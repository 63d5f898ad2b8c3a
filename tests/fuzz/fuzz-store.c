/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A store of an earlier version in which something changed bytes of the file, or values of rows:
 * it opens or is set aside, all of a chat can be asked for, and what can be exported of it is JSON,
 * an object a line. */
#include "fuzz.h"

#include <string.h>

#include "base/parley-json.h"
#include "memory/parley-chat-contents.h"
#include "memory/parley-chat-export.h"

#define MAX_CHANGES 12
#define MAX_PATCH   16

typedef struct
{
  const char *table;
  const char *column;
} Place;

static const Place places[] = {
  { "chats", "cadence" },
  { "chats", "expected_input_type" },
  { "chats", "attempts" },
  { "chats", "mark_count" },
  { "chats", "stand_down_until" },
  { "pending", "text" },
  { "pending", "wall" },
  { "texts", "value" },
  { "utterances", "text" },
  { "utterances", "speaker" },
  { "utterances", "wall" },
  { "utterances", "turn" },
  { "summaries", "text" },
  { "summaries", "until" },
  { "presence", "state" },
  { "presence", "wall" },
  { "facts", "text" },
  { "facts", "kind" },
  { "facts", "said_by" },
  { "series", "name" },
  { "series", "n_entries" },
  { "series", "last_updated" },
  { "entries", "key" },
  { "entries", "json" },
  { "entries", "at" },
  { "entries", "first_seen" },
  { "coverage", "stop" },
  { "journal", "kind" },
  { "journal", "text" },
  { "journal", "n" },
  { "lessons", "sent" },
  { "lessons", "drafted" },
};

static void
patch (char *image, gsize length, FuzzInput *input)
{
  gsize at = (fuzz_take (input, 256) << 8 | fuzz_take (input, 256)) % (length - MAX_PATCH);
  guint n = 1 + fuzz_take (input, MAX_PATCH);

  for (guint i = 0; i < n; i++)
    image[at + i] = (char) fuzz_take (input, 256);
}

/* Whatever the table takes. */
static void
set_value (sqlite3 *database, FuzzInput *input)
{
  const Place *place = &places[fuzz_take (input, G_N_ELEMENTS (places))];
  gboolean as_number = fuzz_take (input, 2);
  g_autofree char *value = fuzz_take_line (input);
  g_autofree char *sql
      = g_strdup_printf ("UPDATE OR IGNORE %s SET %s = ?1", place->table, place->column);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) != SQLITE_OK)
    return;
  if (as_number)
    sqlite3_bind_int64 (statement, 1, g_ascii_strtoll (value, NULL, 10));
  else
    sqlite3_bind_text (statement, 1, value, -1, SQLITE_STATIC);
  sqlite3_step (statement);
  sqlite3_finalize (statement);
}

static void
set_values (const char *path, FuzzInput *input)
{
  sqlite3 *database = NULL;

  if (sqlite3_open (path, &database) == SQLITE_OK)
    {
      sqlite3_exec (database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
      for (guint i = 0; i < MAX_CHANGES && input->left > 0; i++)
        set_value (database, input);
    }
  sqlite3_close (database);
}

static void
check_export (const ParleyChatContents *contents)
{
  g_autofree char *text = parley_chat_export_dup_text (contents);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (JsonNode) node
          = *lines[i] != '\0' ? parley_json_parse_line (lines[i], strlen (lines[i])) : NULL;

      g_assert_true (*lines[i] == '\0' || node != NULL);
    }
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ParleyChatContents) contents = parley_chat_contents_load_finish (result, NULL);

  g_assert_nonnull (contents);
  check_export (contents);
  ++*(guint *) data;
}

static void
open_store (const char *path)
{
  const ParleyChatKey key
      = { (char *) "prpl-jabber", (char *) "me@example.org", (char *) "ann@example.org" };
  g_autoptr (ParleyStore) store = parley_store_new_for_file (path);
  guint n_loaded = 0;

  parley_chat_contents_load_async (store, &key, 0, NULL, on_loaded, &n_loaded);
  parley_chat_contents_load_async (store, &key, 2, NULL, on_loaded, &n_loaded);
  while (n_loaded < 2)
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
}

/* Returns: (transfer none): a store as it was before version 6, or as that is after a start. */
static const char *
get_image (gboolean is_new, gsize *length)
{
  static char *images[2] = { NULL, NULL }; /* libFuzzer: calls a target again and again */
  static gsize sizes[2] = { 0, 0 };        /* libFuzzer: likewise */

  if (images[0] == NULL)
    {
      g_autofree char *path = NULL;

      g_assert_true (g_file_get_contents (STORE_IMAGE, &images[0], &sizes[0], NULL));
      path = fuzz_put_file ("store.db", images[0], sizes[0]);
      open_store (path);
      g_assert_true (g_file_get_contents (path, &images[1], &sizes[1], NULL));
      fuzz_drop_files (path);
    }
  *length = sizes[is_new];
  return images[is_new];
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  gsize length;
  guint choice = fuzz_take (&input, 32);
  /* A file that is damaged is made anew, which takes long: mostly it is rows. */
  guint n_patches = choice < 4 ? choice : 0;
  const char *image = get_image (choice >= 4, &length);
  g_autofree char *copy = g_memdup2 (image, length);
  g_autofree char *path = NULL;

  for (guint i = 0; i < n_patches; i++)
    patch (copy, length, &input);
  path = fuzz_put_file ("store.db", copy, length);
  if (n_patches == 0)
    set_values (path, &input);
  open_store (path);
  fuzz_drop_files (path);
  return 0;
}
