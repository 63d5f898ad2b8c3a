/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "disk-faults.h"
#include "store-child.h"
#include "store-fixture.h"
#include "test-all.h"

#include <errno.h>
#include <string.h>

/* Calls that fail before the disk is well again: until then it is waited for. */
#define PASSES 40

/* The same of a disk that is broken: each of them fails what is just done. */
#define FEW_PASSES 6

/* Something of everything; nothing in it may fail, whatever the disk does. */
static void
use (StoreFixture *fixture)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("bob");
  g_autoptr (ParleyChatRecord) record = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree char *text = NULL;

  store_fixture_open (fixture);
  store_fixture_save_count (fixture, "ann", 2);
  store_fixture_add (fixture, "ann", "hello");
  store_fixture_add (fixture, "bob", "secret");
  record = store_fixture_load (fixture, "ann");
  parley_store_set_text (fixture->store, "metrics", "one");
  parley_store_forget (fixture->store, key);
  keys = store_fixture_list (fixture);
  parley_store_clear_pending (fixture->store, key, 1, 0);
  text = store_fixture_get_text (fixture, "metrics");
  store_fixture_close (fixture);
}

/* A new file that can't be made, and one that is damaged, leave nothing, and that is told. */
static gboolean
is_told_of_loss (StoreFixture *fixture)
{
  for (guint i = 0; i < fixture->troubles->len; i++)
    {
      const char *trouble = g_ptr_array_index (fixture->troubles, i);

      if (strstr (trouble, "only until the program closes") != NULL
          || strstr (trouble, "was damaged") != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Neither lost nor there twice. */
static void
assert_remembered (StoreFixture *fixture)
{
  g_autoptr (ParleyChatRecord) ann = store_fixture_load (fixture, "ann");
  g_autoptr (ParleyChatRecord) bob = store_fixture_load (fixture, "bob");

  g_assert_cmpuint (ann->pending->len, ==, 1);
  g_assert_cmpstr (parley_chat_record_get_pending (ann, 0)->text, ==, "hello");
  g_assert_cmpuint (bob->pending->len, ==, 0);
}

/* Whatever is on the disk, in one way or another, is there; then it goes, for the next time. */
static void
assert_kept (StoreFixture *fixture)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  gboolean told = is_told_of_loss (fixture);

  store_fixture_open (fixture);
  if (!told)
    assert_remembered (fixture);
  parley_store_forget (fixture->store, key);
  store_fixture_close (fixture);
}

static void
assert_well (StoreFixture *fixture)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  g_ptr_array_set_size (fixture->troubles, 0);
  store_fixture_open (fixture);
  store_fixture_save_count (fixture, "ann", 9);
  store_fixture_reopen (fixture);
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (record->mark.count, ==, 9);
  store_fixture_assert_quiet (fixture);
  store_fixture_close (fixture);
}

/* @length: how many calls in a row fail. Returns: whether one did. */
static gboolean
fail_from (StoreFixture *fixture, DiskFaultsKind kind, int number, gint at, gint length)
{
  DiskFaults faults = { 0, at, at + length, number };

  disk_faults_begin (&faults, kind);
  use (fixture);
  disk_faults_end ();
  g_assert_cmpuint (fixture->troubles->len, <=, 3);
  assert_kept (fixture);
  assert_well (fixture);
  return faults.calls > at;
}

/* Each call fails, first alone, then with @most that follow, on a new file and on one that is
 * there; each eighth one unless all are wanted, for the store waits before it tries again. */
static void
fail_each (StoreFixture *fixture, DiskFaultsKind kind, int number, gint most)
{
  const gint lengths[] = { 1, most };
  const gint stride = test_wants_all () ? 1 : 8;
  gint at;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      for (at = 0; fail_from (fixture, kind, number, at, lengths[i]); at += stride)
        store_fixture_remove (fixture->folder);
      g_assert_cmpint (at, >, 2);
      for (at = 0; fail_from (fixture, kind, number, at, lengths[i]); at += stride)
        ;
      g_assert_cmpint (at, >, 2);
      store_fixture_remove (fixture->folder);
    }
}

static void
test_full_disk (StoreFixture *fixture, gconstpointer data)
{
  fail_each (fixture, DISK_FAULTS_WRITE, ENOSPC, PASSES);
}

static void
test_write_errors (StoreFixture *fixture, gconstpointer data)
{
  fail_each (fixture, DISK_FAULTS_WRITE, EIO, FEW_PASSES);
}

static void
test_read_errors (StoreFixture *fixture, gconstpointer data)
{
  fail_each (fixture, DISK_FAULTS_READ, EIO, FEW_PASSES);
}

static void
test_open_errors (StoreFixture *fixture, gconstpointer data)
{
  fail_each (fixture, DISK_FAULTS_OPEN, EMFILE, FEW_PASSES);
}

/* The user is told once of a disk that stays full, and again when it was well in between. */
static void
test_full_disk_is_told_once (StoreFixture *fixture, gconstpointer data)
{
  DiskFaults faults = { 0, -1, 0, ENOSPC };

  store_fixture_open (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  for (guint i = 1; i <= 2; i++)
    {
      g_autoptr (ParleyChatRecord) before = NULL;
      g_autoptr (ParleyChatRecord) after = NULL;

      faults.fail_end = G_MAXINT;
      faults.fail_at = 0;
      store_fixture_save_count (fixture, "ann", 100 * i);
      before = store_fixture_load (fixture, "ann");
      g_assert_cmpuint (before->mark.count, ==, 100 * (i - 1));
      store_fixture_add (fixture, "ann", "hello?");
      g_assert_cmpuint (fixture->troubles->len, ==, 2 * i - 1);

      faults.fail_at = -1;
      after = store_fixture_load (fixture, "ann");
      g_assert_cmpuint (after->mark.count, ==, 100 * i);
      g_assert_cmpuint (after->pending->len, ==, i);
      g_assert_cmpuint (fixture->troubles->len, ==, 2 * i);
    }
  store_fixture_close (fixture);
  disk_faults_end ();
  g_assert_nonnull (strstr (g_ptr_array_index (fixture->troubles, 0), "disk is full"));
}

/* SQLite says "disk I/O error" of it then, for it is its shared memory that has no room. */
static void
test_full_disk_when_it_starts (StoreFixture *fixture, gconstpointer data)
{
  DiskFaults faults = { 0, 0, G_MAXINT, ENOSPC };
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_open (fixture);
  store_fixture_close (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  store_fixture_begin (fixture);
  parley_store_set_patience_for_tests (fixture->store, 0);
  store_fixture_save_count (fixture, "ann", 2);
  while (fixture->troubles->len == 0)
    g_main_context_iteration (NULL, TRUE);
  faults.fail_at = -1;
  record = store_fixture_load (fixture, "ann");
  disk_faults_end ();
  g_assert_cmpuint (record->mark.count, ==, 2);
  g_assert_nonnull (strstr (g_ptr_array_index (fixture->troubles, 0), "disk is full"));
  store_fixture_close (fixture);
  assert_well (fixture);
}

/* --- held, and then it fails otherwise --- */

static void
wait_for_words (StoreFixture *fixture, const char *words)
{
  while (!store_fixture_holds (fixture, words))
    g_main_context_iteration (NULL, FALSE);
}

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

static void
assert_pending (StoreFixture *fixture, const char *first, const char *second)
{
  g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, "ann");

  g_assert_cmpuint (record->pending->len, ==, 2);
  g_assert_cmpstr (parley_chat_record_get_pending (record, 0)->text, ==, first);
  g_assert_cmpstr (parley_chat_record_get_pending (record, 1)->text, ==, second);
}

/* Held for a full disk, or for another program, and then refused with an error that says nothing of
 * how long it lasts. */
static void
test_what_is_held_stays_held (StoreFixture *fixture, gconstpointer busy)
{
  DiskFaults faults = { 0, -1, G_MAXINT, ENOSPC };
  g_autoptr (GSubprocess) holder = NULL;

  store_fixture_open (fixture);
  if (busy != NULL)
    holder = store_child_spawn ("--hold", fixture->path, 60000, "held");
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  faults.fail_at = busy != NULL ? -1 : 0;
  store_fixture_add (fixture, "ann", "the first");
  wait_for_words (fixture, "the first");
  faults.number = EIO;
  faults.fail_at = 0;
  if (holder != NULL)
    {
      g_subprocess_force_exit (holder);
      g_assert_true (g_subprocess_wait (holder, NULL, NULL));
    }
  wait_for_trouble (fixture, "kept in a file beside it");
  faults.fail_at = -1;
  store_fixture_add (fixture, "ann", "the second");
  assert_pending (fixture, "the first", "the second");
  wait_for_trouble (fixture, "has saved");
  disk_faults_end ();
  for (guint i = 0; i < 2; i++)
    {
      store_fixture_reopen (fixture);
      assert_pending (fixture, "the first", "the second");
    }
  store_fixture_close (fixture);
}

/* As long as the disk refuses, and the program is quit meanwhile. */
static void
test_what_is_held_is_there_after_quitting (StoreFixture *fixture, gconstpointer data)
{
  DiskFaults faults = { 0, 0, G_MAXINT, ENOSPC };

  store_fixture_open (fixture);
  disk_faults_begin (&faults, DISK_FAULTS_WRITE);
  store_fixture_add (fixture, "ann", "the first");
  wait_for_words (fixture, "the first");
  faults.number = EIO;
  wait_for_trouble (fixture, "kept in a file beside it");
  store_fixture_add (fixture, "ann", "the second");
  store_fixture_close (fixture);
  disk_faults_end ();
  for (guint i = 0; i < 2; i++)
    {
      store_fixture_open (fixture);
      assert_pending (fixture, "the first", "the second");
      store_fixture_close (fixture);
    }
}

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

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/store/" path, StoreFixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  if (argc == 4)
    return store_child_run (argv);
  g_test_init (&argc, &argv, NULL);
  ADD ("full-disk", test_full_disk);
  ADD ("full-disk-is-told-once", test_full_disk_is_told_once);
  ADD ("full-disk-when-it-starts", test_full_disk_when_it_starts);
  ADD ("write-errors", test_write_errors);
  ADD ("read-errors", test_read_errors);
  ADD ("open-errors", test_open_errors);
  ADD ("held/full-then-broken", test_what_is_held_stays_held);
  g_test_add ("/memory/store/held/busy-then-broken", StoreFixture, "busy", set_up,
              test_what_is_held_stays_held, tear_down);
  ADD ("held/broken-then-quit", test_what_is_held_is_there_after_quitting);
  return g_test_run ();
}
