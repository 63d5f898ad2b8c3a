/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine-fixture.h"

#include <string.h>
#include <glib/gstdio.h>

#include "memory/parley-store-chats.h"

void
fixture_use_scripted_model (Fixture *f)
{
  parley_engine_set_backend_for_tests (f->engine, PARLEY_BACKEND (f->backend));
}

void
fixture_set_int (Fixture *f, ParleySetting setting, int value)
{
  g_assert_true (parley_settings_set_int (f->settings, setting, value, NULL));
  fixture_use_scripted_model (f);
}

static void
set_up (Fixture *f)
{
  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  f->settings = parley_settings_new ();
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_TURN_PROFILE, "swift", NULL));
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_TURN_DRAFTS, FALSE, NULL));
  /* Room for tools. */
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_BRAIN_WINDOW, 16384, NULL));
  /* What is said is what the model wrote, unless a test wants more. */
  g_assert_true (
      parley_settings_set_int (f->settings, PARLEY_SETTING_GUARD_DISCLOSURE, FALSE, NULL));
  f->host = parley_test_host_new ();
  f->backend = parley_test_backend_new ();
  f->alice = parley_chat_key_new ("prpl-jabber", "me@localhost", "alice@localhost");
  f->bob = parley_chat_key_new ("prpl-jabber", "me@localhost", "bob@localhost");
}

static void
open_engine (Fixture *f)
{
  f->engine = parley_engine_new (PARLEY_HOST (f->host), f->settings, f->timers, f->folder);
  fixture_use_scripted_model (f);
}

void
fixture_setup (Fixture *f, gconstpointer data)
{
  set_up (f);
  open_engine (f);
}

void
fixture_setup_kept (Fixture *f, gconstpointer data)
{
  set_up (f);
  f->top = g_dir_make_tmp ("parley-engine-XXXXXX", NULL);
  f->folder = g_build_filename (f->top, "first", NULL);
  fixture_start (f);
}

void
fixture_setup_in (Fixture *f, const char *folder)
{
  set_up (f);
  f->folder = g_strdup (folder);
  fixture_start (f);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_all (inner);
    }
  g_remove (path);
}

void
fixture_teardown (Fixture *f, gconstpointer data)
{
  fixture_quit (f);
  g_assert_finalize_object (f->backend);
  g_assert_finalize_object (f->host);
  parley_settings_free (f->settings);
  parley_timers_unref (f->timers);
  parley_chat_key_free (f->alice);
  parley_chat_key_free (f->bob);
  if (f->top != NULL)
    remove_all (f->top);
  g_free (f->top);
  g_free (f->folder);
}

/* What is waited for may end the engine. */
static gboolean
is_busy (Fixture *f)
{
  return f->engine != NULL && !parley_engine_is_settled_for_tests (f->engine);
}

void
fixture_settle (Fixture *f)
{
  do
    {
      while (is_busy (f))
        g_main_context_iteration (NULL, TRUE);
      parley_test_backend_settle ();
    }
  while (is_busy (f));
}

void
send_draft (Fixture *f, const ParleyChatKey *key, guint number)
{
  parley_engine_send_proposal (f->engine, key, number);
  fixture_settle (f);
}

void
fixture_quit (Fixture *f)
{
  g_clear_pointer (&f->engine, parley_engine_free);
  parley_test_backend_settle ();
}

/* The next run finds the files as they are now. */
void
fixture_crash (Fixture *f)
{
  g_autofree char *left = g_steal_pointer (&f->folder);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  fixture_settle (f);
  f->folder = g_strdup_printf ("%s/after-%u", f->top, ++f->n_crashes);
  g_assert_cmpint (g_mkdir (f->folder, 0700), ==, 0);
  dir = g_dir_open (left, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *from = g_build_filename (left, name, NULL);
      g_autofree char *to = g_build_filename (f->folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length = 0;

      g_assert_true (g_file_get_contents (from, &bytes, &length, NULL));
      g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
    }
  fixture_quit (f);
}

void
fixture_start (Fixture *f)
{
  f->clock.ms = 5000;
  open_engine (f);
  fixture_settle (f);
}

void
pass (Fixture *f, gint64 ms)
{
  for (; ms > 0; ms -= 10)
    {
      parley_test_clock_advance (&f->clock, MIN (ms, 10));
      parley_timers_dispatch (f->timers);
      if (f->engine != NULL)
        fixture_settle (f);
    }
}

void
write_line (Fixture *f, const ParleyChatKey *key, const char *text)
{
  write_at (f, key, text, f->clock.wall);
}

static void
hand_in (Fixture *f, const ParleyChatKey *key, const char *text, gint64 wall)
{
  const ParleyLineFacts facts = { .received = TRUE, .age_s = f->clock.wall - wall };

  parley_engine_take_line (f->engine, key, &facts, text, wall);
}

void
write_at (Fixture *f, const ParleyChatKey *key, const char *text, gint64 wall)
{
  hand_in (f, key, text, wall);
  if (f->top != NULL)
    fixture_settle (f);
}

void
write_while_loading (Fixture *f, const ParleyChatKey *key, const char *text)
{
  hand_in (f, key, text, f->clock.wall);
}

void
write_own (Fixture *f, const ParleyChatKey *key, const char *text, gboolean echo)
{
  const ParleyLineFacts facts = { .sent = TRUE, .received = echo };

  parley_engine_take_line (f->engine, key, &facts, text, f->clock.wall);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  GPtrArray **keys = data;

  *keys = parley_store_list_pending_finish (PARLEY_STORE (source), result, NULL);
}

static void
on_chat (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyChatRecord **record = data;

  *record = parley_store_load_chat_finish (PARLEY_STORE (source), result, NULL);
}

/* A draft may wait there as well. */
static gboolean
has_pending (Fixture *f, const ParleyChatKey *key)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  parley_store_load_chat_async (parley_engine_get_store_for_tests (f->engine), key, NULL, on_chat,
                                &record);
  while (record == NULL)
    g_main_context_iteration (NULL, TRUE);
  return record->pending->len > 0;
}

guint
count_pending (Fixture *f)
{
  g_autoptr (GPtrArray) keys = NULL;
  guint n = 0;

  fixture_settle (f);
  parley_store_list_pending_async (parley_engine_get_store_for_tests (f->engine), NULL, on_listed,
                                   &keys);
  while (keys == NULL)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < keys->len; i++)
    n += has_pending (f, g_ptr_array_index (keys, i));
  return n;
}

static gboolean
has_bytes (const char *bytes, gsize length, const char *needle)
{
  gsize n = strlen (needle);

  for (gsize i = 0; i + n <= length; i++)
    {
      if (memcmp (bytes + i, needle, n) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
is_in_files (Fixture *f, const char *needle)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;
  gboolean found = FALSE;

  fixture_settle (f);
  dir = g_dir_open (f->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (f->folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length = 0;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      found = found || has_bytes (bytes, length, needle);
    }
  return found;
}
