/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "store-fixture.h"

#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>

static ParleyChatRecord *
new_full_record (void)
{
  ParleyChatRecord *record = parley_chat_record_new ();

  record->mark = (ParleyMark){ 1700000001, G_MAXUINT64 - 5, 3 };
  record->stand_down_until = 1700000900;
  record->left_to_parley = TRUE;
  for (int i = 0; i < PARLEY_CADENCE_MAX_GAPS + 10; i++)
    parley_cadence_add (&record->cadence, 100 * i);
  record->hint = (ParleyHint){ .awaiting_required_field = TRUE,
                               .expects_followup = TRUE,
                               .input_complete_confidence = 0.7,
                               .expected_input_type = PARLEY_EXPECT_PHONE };
  record->types = TRUE;
  record->asked = TRUE;
  record->turn_wall = 1700000002;
  record->attempts = 2;
  return record;
}

static void
assert_same (const ParleyChatRecord *a, const ParleyChatRecord *b)
{
  g_assert_cmpint (a->mark.wall_s, ==, b->mark.wall_s);
  g_assert_cmpuint (a->mark.hash, ==, b->mark.hash);
  g_assert_cmpuint (a->mark.count, ==, b->mark.count);
  g_assert_cmpint (a->stand_down_until, ==, b->stand_down_until);
  g_assert_cmpint (a->left_to_parley, ==, b->left_to_parley);
  g_assert_cmpuint (a->cadence.n_gaps, ==, b->cadence.n_gaps);
  for (guint i = 0; i < a->cadence.n_gaps; i++)
    g_assert_cmpuint (parley_cadence_get_gap (&a->cadence, i), ==,
                      parley_cadence_get_gap (&b->cadence, i));
  g_assert_cmpint (a->hint.awaiting_required_field, ==, b->hint.awaiting_required_field);
  g_assert_cmpint (a->hint.expects_followup, ==, b->hint.expects_followup);
  g_assert_cmpfloat (a->hint.input_complete_confidence, ==, b->hint.input_complete_confidence);
  g_assert_cmpint (a->hint.expected_input_type, ==, b->hint.expected_input_type);
  g_assert_cmpint (a->types, ==, b->types);
  g_assert_cmpint (a->asked, ==, b->asked);
  g_assert_cmpint (a->turn_wall, ==, b->turn_wall);
  g_assert_cmpuint (a->attempts, ==, b->attempts);
}

static void
test_every_field_comes_back (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) saved = new_full_record ();
  g_autoptr (ParleyChatRecord) empty = parley_chat_record_new ();
  g_autoptr (ParleyChatRecord) loaded = NULL;
  g_autoptr (ParleyChatRecord) emptied = NULL;
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann@example.org");

  store_fixture_open (fixture);
  parley_store_save_chat (fixture->store, key, saved);
  store_fixture_reopen (fixture);
  loaded = store_fixture_load (fixture, "ann@example.org");
  assert_same (loaded, saved);

  parley_store_save_chat (fixture->store, key, empty);
  store_fixture_reopen (fixture);
  emptied = store_fixture_load (fixture, "ann@example.org");
  assert_same (emptied, empty);
  store_fixture_assert_quiet (fixture);
}

static void
test_unknown_chat_is_empty (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) empty = parley_chat_record_new ();
  g_autoptr (ParleyChatRecord) loaded = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree char *text = NULL;

  store_fixture_open (fixture);
  loaded = store_fixture_load (fixture, "nobody");
  assert_same (loaded, empty);
  g_assert_cmpuint (loaded->pending->len, ==, 0);
  keys = store_fixture_list (fixture);
  g_assert_cmpuint (keys->len, ==, 0);
  text = store_fixture_get_text (fixture, "metrics");
  g_assert_null (text);
}

static void
assert_pending (StoreFixture *fixture, const char *person, const char *expected)
{
  g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, person);
  g_autoptr (GString) texts = g_string_new (NULL);

  for (guint i = 0; i < record->pending->len; i++)
    g_string_append_printf (texts, "%s%s", i > 0 ? "|" : "",
                            parley_chat_record_get_pending (record, i)->text);
  g_assert_cmpstr (texts->str, ==, expected);
}

static void
test_pending_keeps_order (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatKey) bob = store_fixture_new_key ("bob");
  g_autoptr (ParleyChatRecord) record = NULL;
  g_autoptr (GPtrArray) keys = NULL;

  store_fixture_open (fixture);
  store_fixture_hear (fixture, bob, 7, "b1");
  store_fixture_hear (fixture, ann, 9, "a1");
  store_fixture_hear (fixture, ann, 8, "a2 'quoted'; DROP TABLE chats");
  store_fixture_hear (fixture, bob, 7, "b2 \360\237\230\200\nline");
  store_fixture_hear (fixture, ann, 8, "a3");
  store_fixture_save_count (fixture, "ann", 4);
  store_fixture_reopen (fixture);

  assert_pending (fixture, "ann", "a1|a2 'quoted'; DROP TABLE chats|a3");
  assert_pending (fixture, "bob", "b1|b2 \360\237\230\200\nline");
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpint (parley_chat_record_get_pending (record, 0)->when.written, ==, 9);
  g_assert_cmpuint (record->mark.count, ==, 4);

  keys = store_fixture_list (fixture);
  g_assert_cmpuint (keys->len, ==, 2);
  g_assert_true (parley_chat_key_equal (g_ptr_array_index (keys, 0), bob));
  g_assert_true (parley_chat_key_equal (g_ptr_array_index (keys, 1), ann));
}

/* Up to the mark it was dealt with. */
static void
test_older_file_keeps_what_is_pending (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatRecord) old = parley_chat_record_new ();
  g_autoptr (ParleyChatRecord) record = NULL;
  const gboolean covered[] = { TRUE, TRUE, FALSE, FALSE };

  store_fixture_open (fixture);
  store_fixture_hear (fixture, ann, 5, "before");
  store_fixture_hear (fixture, ann, 7, "the first of the second");
  store_fixture_hear (fixture, ann, 7, "the next of it");
  store_fixture_hear (fixture, ann, G_GINT64_CONSTANT (99999999999), "by a clock ahead");
  old->mark = (ParleyMark){ .wall_s = 7, .count = 1 };
  parley_store_save_chat (fixture->store, ann, old);
  store_fixture_close (fixture);
  store_fixture_tamper (fixture, STORE_UNDO_6 "PRAGMA user_version = 5");
  store_fixture_open (fixture);
  store_fixture_assert_quiet (fixture);
  assert_pending (fixture, "ann", "before|the first of the second|the next of it|by a clock ahead");
  record = store_fixture_load (fixture, "ann");
  for (guint i = 0; i < G_N_ELEMENTS (covered); i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);

      g_assert_cmpint (parley_mark_covers (&record->mark, pending->number), ==, covered[i]);
      g_assert_cmpint (pending->when.written, <=, pending->when.received);
      g_assert_cmpint (pending->when.received, <, G_GINT64_CONSTANT (99999999999));
    }
}

static void
test_oldest_pending_are_cleared (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatKey) bob = store_fixture_new_key ("bob");
  g_autoptr (GPtrArray) keys = NULL;

  store_fixture_open (fixture);
  for (const char *c = "1234"; *c != '\0'; c++)
    {
      const char text[] = { *c, '\0' };

      store_fixture_add (fixture, "ann", text);
      store_fixture_add (fixture, "bob", text);
    }
  parley_store_clear_pending (fixture->store, ann, 0, 0);
  parley_store_clear_pending (fixture->store, ann, 3, 0);
  store_fixture_add (fixture, "ann", "5");
  assert_pending (fixture, "ann", "4|5");
  assert_pending (fixture, "bob", "1|2|3|4");
  parley_store_clear_pending (fixture->store, ann, G_MAXUINT, 0);
  assert_pending (fixture, "ann", "");
  parley_store_clear_pending (fixture->store, bob, 1, 3);
  assert_pending (fixture, "bob", "4");
  keys = store_fixture_list (fixture);
  g_assert_cmpuint (keys->len, ==, 1);
}

static void
test_long_text_is_cut (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strnfill (3 * PARLEY_STORE_MAX_TEXT, 'x');
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_open (fixture);
  store_fixture_add (fixture, "ann", text);
  store_fixture_add (fixture, "ann", "caf\xe9");
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (strlen (parley_chat_record_get_pending (record, 0)->text), ==,
                    PARLEY_STORE_MAX_TEXT);
  g_assert_cmpstr (parley_chat_record_get_pending (record, 1)->text, ==, "caf\357\277\275");
}

static void
test_texts (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *removed = NULL;

  store_fixture_open (fixture);
  parley_store_set_text (fixture->store, "metrics", "one");
  parley_store_set_text (fixture->store, "other", "");
  parley_store_set_text (fixture->store, "metrics", "two");
  store_fixture_reopen (fixture);
  first = store_fixture_get_text (fixture, "metrics");
  g_assert_cmpstr (first, ==, "two");
  second = store_fixture_get_text (fixture, "other");
  g_assert_cmpstr (second, ==, "");
  parley_store_set_text (fixture->store, "metrics", NULL);
  removed = store_fixture_get_text (fixture, "metrics");
  g_assert_null (removed);
}

static void
test_forgotten_leaves_no_trace (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann@secret.example");
  g_autoptr (GPtrArray) keys = NULL;

  store_fixture_open (fixture);
  store_fixture_save_count (fixture, "ann@secret.example", 4);
  store_fixture_add (fixture, "ann@secret.example", "the treasure is under the oak");
  store_fixture_add (fixture, "bob", "hello there");
  store_fixture_flush (fixture);
  g_assert_true (store_fixture_holds (fixture, "under the oak"));
  parley_store_forget (fixture->store, ann);
  store_fixture_flush (fixture);
  g_assert_false (store_fixture_holds (fixture, "under the oak"));
  g_assert_false (store_fixture_holds (fixture, "secret.example"));
  g_assert_true (store_fixture_holds (fixture, "hello there"));
  assert_pending (fixture, "ann@secret.example", "");
  assert_pending (fixture, "bob", "hello there");
}

static void
assert_mode (const char *path, guint mode)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, mode);
}

static void
test_only_the_owner_may_read (StoreFixture *fixture, gconstpointer data)
{
  const char *const files[] = { "store.db", "store.db-wal", "store.db-shm" };
  mode_t before = umask (0);

  store_fixture_open (fixture);
  store_fixture_add (fixture, "ann", "hello");
  store_fixture_flush (fixture);
  assert_mode (fixture->folder, 0700);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i], NULL);

      assert_mode (path, 0600);
    }

  store_fixture_close (fixture);
  g_assert_cmpint (g_chmod (fixture->folder, 0755), ==, 0);
  g_assert_cmpint (g_chmod (fixture->path, 0664), ==, 0);
  store_fixture_open (fixture);
  assert_mode (fixture->folder, 0700);
  assert_mode (fixture->path, 0600);
  umask (before);
  store_fixture_assert_quiet (fixture);
}

static void
test_close_finishes_writes (StoreFixture *fixture, gconstpointer data)
{
  for (guint round = 1; round <= 20; round++)
    {
      g_autoptr (ParleyChatRecord) record = NULL;

      fixture->store = parley_store_new (fixture->folder);
      for (guint i = 1; i <= round; i++)
        {
          store_fixture_save_count (fixture, "ann", i);
          store_fixture_add (fixture, "ann", "x");
          /* Now and then the worker is left to begin. */
          if (i % 5 == 0)
            g_main_context_iteration (NULL, FALSE);
        }
      store_fixture_reopen (fixture);
      record = store_fixture_load (fixture, "ann");
      g_assert_cmpuint (record->mark.count, ==, round);
      g_assert_cmpuint (record->pending->len, ==, round * (round + 1) / 2);
      store_fixture_close (fixture);
    }
}

static void
test_close_answers_reads (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (GAsyncResult) open = NULL;
  g_autoptr (GAsyncResult) late = NULL;
  g_autoptr (GError) error = NULL;

  fixture->store = parley_store_new (fixture->folder);
  parley_store_load_chat_async (fixture->store, key, NULL, store_fixture_take_result, &open);
  parley_store_close (fixture->store);
  g_assert_nonnull (open);
  g_assert_null (parley_store_load_chat_finish (fixture->store, open, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  store_fixture_add (fixture, "ann", "too late");
  parley_store_list_pending_async (fixture->store, NULL, store_fixture_take_result, &late);
  while (late == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (parley_store_list_pending_finish (fixture->store, late, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  store_fixture_reopen (fixture);
  assert_pending (fixture, "ann", "");
}

static void
close_in_callback (GObject *source, GAsyncResult *result, gpointer data)
{
  guint *calls = data;

  *calls += 1;
  parley_store_close (PARLEY_STORE (source));
}

/* All reads are answered, each once, when the first answer closes the store. */
static void
test_close_within_an_answer (StoreFixture *fixture, gconstpointer data)
{
  guint calls = 0;

  store_fixture_open (fixture);
  for (guint i = 0; i < 10; i++)
    parley_store_flush_async (fixture->store, close_in_callback, &calls);
  while (calls == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (calls, ==, 10);
  store_fixture_close (fixture);
  g_assert_cmpuint (calls, ==, 10);
}

/* An owner that lets go without closing loses nothing, and no object stays. */
static void
test_unowned_store_ends (StoreFixture *fixture, gconstpointer data)
{
  GWeakRef weak;
  g_autoptr (ParleyStore) left = NULL;

  fixture->store = parley_store_new (fixture->folder);
  g_weak_ref_init (&weak, fixture->store);
  store_fixture_add (fixture, "ann", "hello");
  g_clear_object (&fixture->store);
  while ((left = g_weak_ref_get (&weak)) != NULL)
    {
      g_clear_object (&left);
      g_main_context_iteration (NULL, FALSE);
    }
  g_weak_ref_clear (&weak);
  store_fixture_open (fixture);
  assert_pending (fixture, "ann", "hello");
}

static void
test_cancelled_read (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  store_fixture_open (fixture);
  parley_store_load_chat_async (fixture->store, key, cancellable, store_fixture_take_result,
                                &result);
  g_cancellable_cancel (cancellable);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (parley_store_load_chat_finish (fixture->store, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The newest stay, and of the others not many. */
static void
test_what_was_heard_is_bounded (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann");

  store_fixture_open (fixture);
  for (guint i = 1; i <= 1000; i++)
    {
      const ParleyHeardLine line = { .number = i, .stamp = 1700000000 + i, .hash = i };

      parley_store_hear (fixture->store, ann, &line, NULL);
    }
  store_fixture_flush (fixture);
  store_fixture_close (fixture);
  store_fixture_tamper (fixture, "CREATE TEMP TABLE found (newest CHECK (newest = 1000),"
                                 " oldest CHECK (oldest <= 601), n CHECK (n < 420));"
                                 "INSERT INTO found SELECT max (number), min (number), count (*)"
                                 " FROM heard;");
}

static void
test_many_chats (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) keys = NULL;

  store_fixture_open (fixture);
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *person = g_strdup_printf ("person-%u@example.org", i);

      store_fixture_save_count (fixture, person, i);
      if (i % 2 == 0)
        store_fixture_add (fixture, person, person);
    }
  /* 3,000 writes take longer than a close waits. */
  store_fixture_flush (fixture);
  store_fixture_reopen (fixture);
  keys = store_fixture_list (fixture);
  g_assert_cmpuint (keys->len, ==, 1000);
  for (guint i = 0; i < 2000; i += 111)
    {
      g_autofree char *person = g_strdup_printf ("person-%u@example.org", i);
      g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, person);

      g_assert_cmpuint (record->mark.count, ==, i);
      assert_pending (fixture, person, i % 2 == 0 ? person : "");
    }
}

/* The parts of a key don't run into each other, and accounts are apart. */
static void
test_chats_are_apart (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-irc", "me@example.org", "ann");
  g_autoptr (GPtrArray) keys = NULL;

  store_fixture_open (fixture);
  store_fixture_hear (fixture, key, 1, "on IRC");
  store_fixture_add (fixture, "ann", "on XMPP");
  assert_pending (fixture, "ann", "on XMPP");
  keys = store_fixture_list (fixture);
  g_assert_cmpuint (keys->len, ==, 2);
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
  g_test_init (&argc, &argv, NULL);
  ADD ("every-field-comes-back", test_every_field_comes_back);
  ADD ("unknown-chat-is-empty", test_unknown_chat_is_empty);
  ADD ("pending-keeps-order", test_pending_keeps_order);
  ADD ("older-file", test_older_file_keeps_what_is_pending);
  ADD ("oldest-pending-are-cleared", test_oldest_pending_are_cleared);
  ADD ("long-text-is-cut", test_long_text_is_cut);
  ADD ("texts", test_texts);
  ADD ("forgotten-leaves-no-trace", test_forgotten_leaves_no_trace);
  ADD ("only-the-owner-may-read", test_only_the_owner_may_read);
  ADD ("close-finishes-writes", test_close_finishes_writes);
  ADD ("close-answers-reads", test_close_answers_reads);
  ADD ("close-within-an-answer", test_close_within_an_answer);
  ADD ("unowned-store-ends", test_unowned_store_ends);
  ADD ("cancelled-read", test_cancelled_read);
  ADD ("heard", test_what_was_heard_is_bounded);
  ADD ("many-chats", test_many_chats);
  ADD ("chats-are-apart", test_chats_are_apart);
  return g_test_run ();
}
