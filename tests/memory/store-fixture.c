/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "store-fixture.h"

#include <string.h>
#include <glib/gstdio.h>

void
store_fixture_init (StoreFixture *fixture)
{
  fixture->top = g_dir_make_tmp ("parley-store-XXXXXX", NULL);
  g_assert_nonnull (fixture->top);
  fixture->folder = g_build_filename (fixture->top, "parley", NULL);
  fixture->path = g_build_filename (fixture->folder, "store.db", NULL);
  fixture->troubles = g_ptr_array_new_with_free_func (g_free);
}

void
store_fixture_remove (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      const char *name;

      while ((name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *inner = g_build_filename (path, name, NULL);

          store_fixture_remove (inner);
        }
    }
  g_remove (path);
}

void
store_fixture_clear (StoreFixture *fixture)
{
  if (fixture->store != NULL)
    store_fixture_close (fixture);
  store_fixture_remove (fixture->top);
  g_free (fixture->top);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_ptr_array_unref (fixture->troubles);
}

static void
on_trouble (ParleyStore *store, const char *message, StoreFixture *fixture)
{
  g_test_message ("trouble: %s", message);
  g_ptr_array_add (fixture->troubles, g_strdup (message));
}

void
store_fixture_begin (StoreFixture *fixture)
{
  g_assert_null (fixture->store);
  fixture->store = parley_store_new (fixture->folder);
  g_signal_connect (fixture->store, "trouble", G_CALLBACK (on_trouble), fixture);
}

void
store_fixture_open (StoreFixture *fixture)
{
  store_fixture_begin (fixture);
  store_fixture_flush (fixture);
}

/* Lets what GLib still has to do come to its end, too. */
void
store_fixture_close (StoreFixture *fixture)
{
  parley_store_close (fixture->store);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->store);
}

void
store_fixture_reopen (StoreFixture *fixture)
{
  store_fixture_close (fixture);
  store_fixture_open (fixture);
}

void
store_fixture_tamper (StoreFixture *fixture, const char *sql)
{
  sqlite3 *connection = NULL;

  g_assert_null (fixture->store);
  g_assert_cmpint (sqlite3_open (fixture->path, &connection), ==, SQLITE_OK);
  /* A worker that nobody waited for may still be at it. */
  g_assert_cmpint (sqlite3_busy_timeout (connection, 10000), ==, SQLITE_OK);
  if (sqlite3_exec (connection, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (connection));
  g_assert_cmpint (sqlite3_close (connection), ==, SQLITE_OK);
}

char *
store_fixture_dup_aside (StoreFixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_prefix (name, "store.db.damaged-") && g_str_has_suffix (name, "Z"))
        return g_strdup (name);
    }
  return NULL;
}

void
store_fixture_assert_quiet (StoreFixture *fixture)
{
  g_autofree char *aside = store_fixture_dup_aside (fixture);

  g_assert_cmpuint (fixture->troubles->len, ==, 0);
  g_assert_null (aside);
}

void
store_fixture_assert_trouble (StoreFixture *fixture, const char *words)
{
  g_assert_cmpuint (fixture->troubles->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (fixture->troubles, 0), words));
}

gboolean
store_fixture_holds (StoreFixture *fixture, const char *words)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  gboolean found = FALSE;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      /* strstr () shall see all of it. */
      for (gsize i = 0; i < length; i++)
        content[i] = content[i] == '\0' ? ' ' : content[i];
      found = found || strstr (content, words) != NULL;
    }
  return found;
}

ParleyChatKey *
store_fixture_new_key (const char *person)
{
  return parley_chat_key_new ("prpl-jabber", "me@example.org", person);
}

void
store_fixture_take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

void
store_fixture_flush (StoreFixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  parley_store_flush_async (fixture->store, store_fixture_take_result, &result);
  wait_for (&result);
  g_assert_true (parley_store_flush_finish (fixture->store, result, &error));
  g_assert_no_error (error);
}

ParleyChatRecord *
store_fixture_load (StoreFixture *fixture, const char *person)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key (person);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  ParleyChatRecord *record;

  parley_store_load_chat_async (fixture->store, key, NULL, store_fixture_take_result, &result);
  wait_for (&result);
  record = parley_store_load_chat_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (record);
  return record;
}

void
store_fixture_save_count (StoreFixture *fixture, const char *person, guint count)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key (person);
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

  record->mark.count = count;
  parley_store_save_chat (fixture->store, key, record);
}

void
store_fixture_add (StoreFixture *fixture, const char *person, const char *text)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key (person);

  store_fixture_hear (fixture, key, 1700000000, text);
}

void
store_fixture_hear (StoreFixture *fixture, const ParleyChatKey *key, gint64 wall, const char *text)
{
  const ParleyPending pending = { .when = parley_when_at (wall), .text = (char *) text };

  parley_store_hear (fixture->store, key, NULL, &pending);
}

GPtrArray *
store_fixture_list (StoreFixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *keys;

  parley_store_list_pending_async (fixture->store, NULL, store_fixture_take_result, &result);
  wait_for (&result);
  keys = parley_store_list_pending_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (keys);
  return keys;
}

char *
store_fixture_get_text (StoreFixture *fixture, const char *name)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *text;

  parley_store_get_text_async (fixture->store, name, NULL, store_fixture_take_result, &result);
  wait_for (&result);
  text = parley_store_get_text_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  return text;
}
