/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A disk that is broken for a while: from the first error on nothing is lost, nothing is done
 * twice, and nobody is taken for somebody who never wrote. */
#include "disk-faults.h"
#include "memory-calls.h"
#include "store-fixture.h"
#include "test-disk.h"

#include <errno.h>
#include <string.h>

static void
wait_for_trouble (StoreFixture *fixture, const char *words)
{
  guint n = fixture->troubles->len;

  while (n == 0 || strstr (fixture->troubles->pdata[n - 1], words) == NULL)
    {
      g_main_context_iteration (NULL, TRUE);
      n = fixture->troubles->len;
    }
}

/* @texts: what ann wrote, in order, and nothing else. */
static void
assert_pending (StoreFixture *fixture, const char *const *texts)
{
  g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, "ann");

  g_assert_cmpuint (record->pending->len, ==, g_strv_length ((char **) texts));
  for (guint i = 0; texts[i] != NULL; i++)
    g_assert_cmpstr (parley_chat_record_get_pending (record, i)->text, ==, texts[i]);
}

/* However often it starts. */
static void
assert_pending_later (StoreFixture *fixture, const char *const *texts)
{
  for (guint i = 0; i < 2; i++)
    {
      store_fixture_open (fixture);
      assert_pending (fixture, texts);
      store_fixture_close (fixture);
    }
}

/* --- written --- */

static const char *const both[] = { "the first", "the second", NULL };

static void
test_the_first_error_loses_nothing (StoreFixture *fixture, gconstpointer data)
{
  DiskFaults faults = { 0, -1, G_MAXINT, EIO };

  store_fixture_open (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  faults.fail_at = 0;
  store_fixture_add (fixture, "ann", "the first");
  wait_for_trouble (fixture, "kept in a file beside it");
  g_assert_true (store_fixture_holds (fixture, "the first"));
  store_fixture_add (fixture, "ann", "the second");
  faults.fail_at = -1;
  wait_for_trouble (fixture, "has saved");
  assert_pending (fixture, both);
  g_assert_cmpuint (fixture->troubles->len, ==, 2);
  store_fixture_close (fixture);
  disk_faults_end ();
  assert_pending_later (fixture, both);
}

static void
test_quit_before_it_is_well_nothing_is_lost (StoreFixture *fixture, gconstpointer data)
{
  DiskFaults faults = { 0, 0, G_MAXINT, EIO };

  store_fixture_open (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  store_fixture_add (fixture, "ann", "the first");
  if (data != NULL)
    wait_for_trouble (fixture, data);
  store_fixture_add (fixture, "ann", "the second");
  store_fixture_close (fixture);
  disk_faults_end ();
  assert_pending_later (fixture, both);
}

/* Who waits to hear whether it is kept hears at once that it isn't. */
static void
test_who_waits_for_it_is_told (StoreFixture *fixture, gconstpointer data)
{
  DiskFaults faults = { 0, 0, G_MAXINT, EIO };
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatMemory) memory = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_fixture_open (fixture);
  store_fixture_add (fixture, "ann", "the first");
  store_fixture_flush (fixture);
  memory = parley_chat_memory_new (fixture->store, key);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  parley_chat_memory_forget_async (memory, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  g_assert_null (parley_chat_memory_forget_finish (memory, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  disk_faults_end ();
}

/* --- written, and said not to be --- */

/* Another program that reads keeps it from having a log. Returns: its connection. */
static sqlite3 *
hold_back_log (StoreFixture *fixture)
{
  sqlite3 *reader = NULL;

  store_fixture_tamper (fixture, "PRAGMA journal_mode = DELETE");
  g_assert_cmpint (sqlite3_open (fixture->path, &reader), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (reader, "BEGIN; SELECT * FROM chats", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  return reader;
}

static void
let_go (sqlite3 *reader)
{
  g_assert_cmpint (sqlite3_exec (reader, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
}

/* The journal is gone, so the commit stands, but its folder doesn't last: an error is all that is
 * heard of it. */
static void
test_a_commit_that_stands_is_not_done_again (StoreFixture *fixture, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };
  sqlite3 *reader;

  store_fixture_open (fixture);
  store_fixture_close (fixture);
  reader = hold_back_log (fixture);
  store_fixture_open (fixture);
  let_go (reader);
  parley_test_disk_begin (&disk);
  g_atomic_int_set (&disk.folder_sync_number, EIO);
  store_fixture_add (fixture, "ann", "the first");
  wait_for_trouble (fixture, "kept in a file beside it");
  store_fixture_add (fixture, "ann", "the second");
  g_atomic_int_set (&disk.folder_sync_number, 0);
  wait_for_trouble (fixture, "has saved");
  parley_test_disk_end ();
  assert_pending (fixture, both);
  store_fixture_close (fixture);
  assert_pending_later (fixture, both);
  g_assert_cmpint (sqlite3_close (reader), ==, SQLITE_OK);
}

/* --- read --- */

static void
stand_down (StoreFixture *fixture, gint64 until)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

  record->stand_down_until = until;
  parley_store_save_chat (fixture->store, key, record);
}

/* What another program may have changed SQLite has to read. */
static void
change (StoreFixture *fixture)
{
  sqlite3 *other = NULL;

  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "UPDATE chats SET account = account", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_close (other), ==, SQLITE_OK);
}

static gboolean
on_healed (gpointer faults)
{
  ((DiskFaults *) faults)->fail_at = -1;
  return G_SOURCE_REMOVE;
}

/* From the read number @at on all fail for a while. Returns: whether there are so many. */
static gboolean
load_from_broken (StoreFixture *fixture, gint at, int number)
{
  DiskFaults faults = { 0, at, G_MAXINT, number };
  g_autoptr (ParleyChatRecord) record = NULL;
  gboolean failed;
  guint timer;

  store_fixture_open (fixture);
  stand_down (fixture, 5000);
  store_fixture_flush (fixture);
  change (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_READ);
  timer = g_timeout_add (200, on_healed, &faults);
  record = store_fixture_load (fixture, "ann");
  disk_faults_end ();
  failed = faults.calls > at;
  g_assert_cmpint (record->stand_down_until, ==, 5000);
  if (faults.fail_at >= 0)
    g_source_remove (timer);
  store_fixture_close (fixture);
  return failed;
}

/* For whom it stands down is not known as long as it can't be read: it is not taken for nobody.
 * SQLite takes EIO for damage; a folder in a network can fail otherwise, too. */
static void
test_what_cant_be_read_is_waited_for (StoreFixture *fixture, gconstpointer data)
{
  gint at;

  for (at = 0; load_from_broken (fixture, at, GPOINTER_TO_INT (data)); at++)
    g_test_message ("read %d", at);
  g_assert_cmpint (at, >, 2);
}

/* --- opened --- */

/* Neither is what stands in it forgotten, nor what comes meanwhile. */
static void
test_what_cant_be_opened_is_waited_for (StoreFixture *fixture, gconstpointer data)
{
  const DiskFaultsKind kind = (DiskFaultsKind) GPOINTER_TO_INT (data);
  DiskFaults faults = { 0, 0, G_MAXINT, kind == DISK_FAULTS_OPEN ? EMFILE : EIO };
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_open (fixture);
  stand_down (fixture, 5000);
  store_fixture_close (fixture);
  disk_faults_begin (&faults, kind);
  store_fixture_begin (fixture);
  parley_store_set_patience_for_tests (fixture->store, 0);
  store_fixture_add (fixture, "ann", "the first");
  wait_for_trouble (fixture, "answers nobody");
  store_fixture_add (fixture, "ann", "the second");
  faults.fail_at = -1;
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpint (record->stand_down_until, ==, 5000);
  g_assert_true (parley_store_is_on_disk (fixture->store));
  assert_pending (fixture, both);
  store_fixture_close (fixture);
  disk_faults_end ();
  assert_pending_later (fixture, both);
}

/* What an earlier run left is taken in before anything is read: an error is no reason to go on
 * without it. */
static void
test_what_was_left_is_waited_for (StoreFixture *fixture, gconstpointer data)
{
  ParleyTestDisk disk = { 0 };
  DiskFaults faults = { 0, 0, G_MAXINT, EIO };
  sqlite3 *reader;

  store_fixture_open (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  store_fixture_add (fixture, "ann", "the first");
  store_fixture_add (fixture, "ann", "the second");
  store_fixture_close (fixture);
  disk_faults_end ();
  reader = hold_back_log (fixture);
  parley_test_disk_begin (&disk);
  g_atomic_int_set (&disk.sync_number, EIO);
  store_fixture_begin (fixture);
  parley_store_set_patience_for_tests (fixture->store, 0);
  wait_for_trouble (fixture, "locked. Until it can, it answers nobody");
  let_go (reader);
  wait_for_trouble (fixture, "I/O error. Until it can, it answers nobody");
  g_atomic_int_set (&disk.sync_number, 0);
  assert_pending (fixture, both);
  parley_test_disk_end ();
  store_fixture_close (fixture);
  g_assert_cmpint (sqlite3_close (reader), ==, SQLITE_OK);
  assert_pending_later (fixture, both);
}

/* --- */

static void
set_up (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_init (fixture);
}

static void
tear_down (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_clear (fixture);
}

#define ADD_FOR(path, data, function)                                                              \
  g_test_add ("/memory/store-broken/" path, StoreFixture, data, set_up, function, tear_down)
#define ADD(path, function) ADD_FOR (path, NULL, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("the-first-error-loses-nothing", test_the_first_error_loses_nothing);
  ADD ("quit-at-once-nothing-is-lost", test_quit_before_it_is_well_nothing_is_lost);
  ADD_FOR ("quit-when-told-nothing-is-lost", "kept in a file beside it",
           test_quit_before_it_is_well_nothing_is_lost);
  ADD ("who-waits-for-it-is-told", test_who_waits_for_it_is_told);
  ADD ("a-commit-that-stands-is-not-done-again", test_a_commit_that_stands_is_not_done_again);
  ADD_FOR ("what-cant-be-read-is-waited-for/broken", GINT_TO_POINTER (EIO),
           test_what_cant_be_read_is_waited_for);
  ADD_FOR ("what-cant-be-read-is-waited-for/away", GINT_TO_POINTER (ETIMEDOUT),
           test_what_cant_be_read_is_waited_for);
  ADD_FOR ("what-cant-be-opened-is-waited-for/read", GINT_TO_POINTER (DISK_FAULTS_READ),
           test_what_cant_be_opened_is_waited_for);
  ADD_FOR ("what-cant-be-opened-is-waited-for/open", GINT_TO_POINTER (DISK_FAULTS_OPEN),
           test_what_cant_be_opened_is_waited_for);
  ADD_FOR ("what-cant-be-opened-is-waited-for/write", GINT_TO_POINTER (DISK_FAULTS_WRITE),
           test_what_cant_be_opened_is_waited_for);
  ADD ("what-was-left-is-waited-for", test_what_was_left_is_waited_for);
  return g_test_run ();
}
