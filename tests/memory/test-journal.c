/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The log of what Parley did. */
#include "memory/parley-journal.h"

#include <string.h>

#include "memory-calls.h"
#include "store-fixture.h"

#define WALL 1763000000
#define DAY  (24 * 3600)

static const ParleyJournalBounds unbounded = { 0, 0 };

static void
add_at (StoreFixture *fixture,
        const char *person,
        ParleyJournalKind kind,
        const char *reason,
        const char *text,
        gint64 wall)
{
  g_autoptr (ParleyChatKey) key = person != NULL ? store_fixture_new_key (person) : NULL;
  const ParleyJournalEntry entry
      = { .key = key, .wall = wall, .kind = kind, .reason = reason, .text = text };

  parley_journal_add (fixture->store, &entry, &unbounded);
}

static void
add (StoreFixture *fixture,
     const char *person,
     ParleyJournalKind kind,
     const char *reason,
     const char *text)
{
  add_at (fixture, person, kind, reason, text, WALL);
}

/* @person: NULL: all. Returns: (transfer full). */
static GPtrArray *
list (StoreFixture *fixture, const char *person, guint limit)
{
  g_autoptr (ParleyChatKey) key = person != NULL ? store_fixture_new_key (person) : NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *entries;

  parley_journal_list_async (fixture->store, key, limit, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  entries = parley_journal_list_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  return entries;
}

/* "said yes|refused quiet": newest first. */
static void
assert_list (StoreFixture *fixture, const char *person, const char *expected)
{
  g_autoptr (GPtrArray) entries = list (fixture, person, G_MAXUINT);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const ParleyJournalEntry *entry = g_ptr_array_index (entries, i);

      g_string_append_printf (found, "%s%s", i > 0 ? "|" : "",
                              parley_journal_kind_to_string (entry->kind));
      if (*entry->reason != '\0')
        g_string_append_printf (found, " %s", entry->reason);
      if (*entry->text != '\0')
        g_string_append_printf (found, " “%s”", entry->text);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_every_field_comes_back (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann");
  const ParleyJournalEntry read = { .key = ann,
                                    .wall = WALL,
                                    .kind = PARLEY_JOURNAL_READ,
                                    .reason = "timeout",
                                    .text = "caf\303\251 'quoted'; DROP TABLE journal",
                                    .n = 3,
                                    .ms = 4200 };
  const ParleyJournalEntry bare = { .wall = WALL + 1, .kind = PARLEY_JOURNAL_SERVER };
  g_autoptr (GPtrArray) entries = NULL;
  const ParleyJournalEntry *found;

  parley_journal_add (fixture->store, &read, &unbounded);
  parley_journal_add (fixture->store, &bare, &unbounded);
  store_fixture_reopen (fixture);
  entries = list (fixture, NULL, 10);
  g_assert_cmpuint (entries->len, ==, 2);
  found = g_ptr_array_index (entries, 0);
  g_assert_null (found->key);
  g_assert_cmpint (found->wall, ==, WALL + 1);
  g_assert_cmpint (found->kind, ==, PARLEY_JOURNAL_SERVER);
  g_assert_cmpstr (found->reason, ==, "");
  g_assert_cmpstr (found->text, ==, "");
  found = g_ptr_array_index (entries, 1);
  g_assert_true (parley_chat_key_equal (found->key, ann));
  g_assert_cmpstr (found->reason, ==, read.reason);
  g_assert_cmpstr (found->text, ==, read.text);
  g_assert_cmpuint (found->n, ==, 3);
  g_assert_cmpint (found->ms, ==, 4200);
}

static void
test_newest_first (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) newest = NULL;

  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "one");
  add (fixture, "bob", PARLEY_JOURNAL_SAID, NULL, "two");
  add (fixture, NULL, PARLEY_JOURNAL_STOPPED, "user", NULL);
  /* The clock was set back meanwhile. */
  add_at (fixture, "ann", PARLEY_JOURNAL_WITHHELD, "quiet", "three", WALL - 5000);
  assert_list (fixture, NULL, "withheld quiet “three”|stopped user|said “two”|said “one”");
  assert_list (fixture, "ann", "withheld quiet “three”|said “one”");
  assert_list (fixture, "bob", "said “two”");
  assert_list (fixture, "nobody", "");
  newest = list (fixture, NULL, 2);
  g_assert_cmpuint (newest->len, ==, 2);
}

static void
test_text_is_short_and_clean (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strnfill (3 * PARLEY_JOURNAL_MAX_TEXT, 'x');
  g_autoptr (GPtrArray) entries = NULL;

  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, text);
  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "caf\xe9 \342\200\256now");
  entries = list (fixture, "ann", 10);
  g_assert_cmpstr (((ParleyJournalEntry *) g_ptr_array_index (entries, 0))->text, ==,
                   "caf\357\277\275 now");
  g_assert_cmpuint (strlen (((ParleyJournalEntry *) g_ptr_array_index (entries, 1))->text), ==,
                    PARLEY_JOURNAL_MAX_TEXT);
}

static void
test_repeated_refusals_are_one (StoreFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 50; i++)
    {
      add_at (fixture, "ann", PARLEY_JOURNAL_REFUSED, "quiet", NULL, WALL + i);
      add_at (fixture, "bob", PARLEY_JOURNAL_REFUSED, "rate", NULL, WALL + i);
    }
  assert_list (fixture, NULL, "refused rate|refused quiet");
  add (fixture, "ann", PARLEY_JOURNAL_REFUSED, "paused", NULL);
  add (fixture, "ann", PARLEY_JOURNAL_REFUSED, "quiet", NULL);
  assert_list (fixture, "ann", "refused quiet|refused paused|refused quiet");
  add_at (fixture, "ann", PARLEY_JOURNAL_REFUSED, "quiet", NULL, WALL + 3601);
  assert_list (fixture, "ann", "refused quiet|refused quiet|refused paused|refused quiet");
  /* What was said twice was said twice. */
  add (fixture, "bob", PARLEY_JOURNAL_SAID, NULL, "ok");
  add (fixture, "bob", PARLEY_JOURNAL_SAID, NULL, "ok");
  assert_list (fixture, "bob", "said “ok”|said “ok”|refused rate");
}

static void
test_same_server_is_told_once (StoreFixture *fixture, gconstpointer data)
{
  add (fixture, NULL, PARLEY_JOURNAL_SERVER, "openai", "llama");
  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "hi");
  add_at (fixture, NULL, PARLEY_JOURNAL_SERVER, "openai", "llama", WALL + 40 * DAY);
  add (fixture, NULL, PARLEY_JOURNAL_SERVER, "openai", "other");
  add (fixture, NULL, PARLEY_JOURNAL_SERVER, "openai", "llama");
  assert_list (fixture, NULL,
               "server openai “llama”|server openai “other”|said “hi”|server openai “llama”");
}

static void
test_bounds (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann");
  const ParleyJournalBounds bounds = { .keep_days = 90, .max_entries = 100 };
  const ParleyJournalBounds ten = { .max_entries = 10 };
  const ParleyJournalBounds day = { .keep_days = 1 };
  ParleyJournalEntry entry = { .key = ann, .kind = PARLEY_JOURNAL_SAID };
  g_autoptr (GPtrArray) entries = NULL;
  const ParleyJournalEntry *newest;

  for (guint i = 0; i < 250; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      entry.text = text;
      entry.wall = WALL + i;
      parley_journal_add (fixture->store, &entry, &bounds);
    }
  entries = list (fixture, NULL, G_MAXUINT);
  g_assert_cmpuint (entries->len, ==, 100);
  newest = g_ptr_array_index (entries, 0);
  g_assert_cmpstr (newest->text, ==, "249");

  entry.text = "much later";
  entry.wall = WALL + 90 * DAY + 240;
  parley_journal_add (fixture->store, &entry, &bounds);
  assert_list (fixture, NULL,
               "said “much later”|said “249”|said “248”|said “247”|said “246”|said “245”"
               "|said “244”|said “243”|said “242”|said “241”|said “240”");
  parley_journal_trim (fixture->store, &ten, entry.wall);
  g_ptr_array_unref (entries);
  entries = list (fixture, NULL, G_MAXUINT);
  g_assert_cmpuint (entries->len, ==, 10);
  parley_journal_trim (fixture->store, &day, entry.wall + DAY);
  assert_list (fixture, NULL, "said “much later”");
  parley_journal_trim (fixture->store, &day, entry.wall + DAY + 1);
  assert_list (fixture, NULL, "");
}

/* What is over behind what is not goes with the next look at all of it. */
static void
test_clock_that_was_set_back (StoreFixture *fixture, gconstpointer data)
{
  const ParleyJournalBounds bounds = { .keep_days = 1, .max_entries = 3 };
  ParleyJournalEntry entry = { .kind = PARLEY_JOURNAL_SAID, .text = "of the future" };

  entry.wall = WALL + 10 * DAY;
  parley_journal_add (fixture->store, &entry, &bounds);
  entry.wall = WALL;
  entry.text = "old";
  parley_journal_add (fixture->store, &entry, &bounds);
  entry.wall = WALL + 2 * DAY;
  entry.text = "new";
  parley_journal_add (fixture->store, &entry, &bounds);
  assert_list (fixture, NULL, "said “new”|said “old”|said “of the future”");
  parley_journal_trim (fixture->store, &bounds, entry.wall);
  assert_list (fixture, NULL, "said “new”|said “of the future”");
  parley_journal_add (fixture->store, &entry, &bounds);
  parley_journal_add (fixture->store, &entry, &bounds);
  assert_list (fixture, NULL, "said “new”|said “new”|said “new”");
}

/* --- forgetting --- */

static void
test_forgotten_leaves_no_byte (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) ann = store_fixture_new_key ("ann@secret.example");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (fixture->store, ann);
  g_autoptr (ParleyForgotten) forgotten = NULL;

  add (fixture, "bob", PARLEY_JOURNAL_SAID, NULL, "hello there");
  add (fixture, NULL, PARLEY_JOURNAL_SERVER, "openai", "llama");
  for (guint i = 0; i < 100; i++)
    add (fixture, "ann@secret.example", PARLEY_JOURNAL_SAID, NULL, "it is under the oak");
  add (fixture, "ann@secret.example", PARLEY_JOURNAL_WITHHELD, "quiet", "or under the beech");
  store_fixture_flush (fixture);
  g_assert_true (store_fixture_holds (fixture, "under the oak"));
  forgotten = memory_forget (memory);
  g_assert_cmpuint (forgotten->items, ==, 101);
  g_assert_false (store_fixture_holds (fixture, "under the oak"));
  g_assert_false (store_fixture_holds (fixture, "under the beech"));
  g_assert_false (store_fixture_holds (fixture, "secret.example"));
  assert_list (fixture, NULL, "server openai “llama”|said “hello there”");
}

/* What went because there was too much is not in the file either. */
static void
test_trimmed_leaves_no_byte (StoreFixture *fixture, gconstpointer data)
{
  const ParleyJournalBounds one = { .max_entries = 1 };

  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "it is under the oak");
  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "yes");
  parley_journal_trim (fixture->store, &one, WALL);
  store_fixture_close (fixture);
  g_assert_false (store_fixture_holds (fixture, "under the oak"));
  store_fixture_open (fixture);
  assert_list (fixture, NULL, "said “yes”");
}

/* --- other people's files --- */

static void
test_older_file_gets_a_journal (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_save_count (fixture, "ann", 7);
  store_fixture_close (fixture);
  store_fixture_tamper (fixture, STORE_UNDO_6
                        "DROP TABLE journal; DROP TABLE lessons;"
                        "ALTER TABLE facts DROP COLUMN kind;"
                        "ALTER TABLE chats DROP COLUMN drafts;"
                        "ALTER TABLE chats DROP COLUMN unchanged; PRAGMA user_version = 2");
  store_fixture_open (fixture);
  store_fixture_assert_quiet (fixture);
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (record->mark.count, ==, 7);
  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "hi");
  assert_list (fixture, NULL, "said “hi”");
}

static void
test_damaged_rows_are_clean_or_left_out (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = NULL;
  const ParleyJournalEntry *entry;

  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "good");
  store_fixture_close (fixture);
  store_fixture_tamper (
      fixture,
      "DROP TABLE journal;"
      "CREATE TABLE journal (id INTEGER PRIMARY KEY, chat, wall, kind, reason, text, n, ms);"
      "INSERT INTO journal (chat, wall, kind, reason, text, n, ms) VALUES"
      " (1, 1, 'of a later version', '', '', 0, 0),"
      " (1, 1, NULL, NULL, NULL, NULL, NULL),"
      " (1, -5, 'said', X'ff00', X'6869e2', -1, 'x'),"
      " (99, 9e18, 'error', 5, 7.5, 1e30, -1)");
  store_fixture_open (fixture);
  entries = list (fixture, NULL, G_MAXUINT);
  g_assert_cmpuint (entries->len, ==, 2);
  entry = g_ptr_array_index (entries, 0);
  g_assert_null (entry->key);
  g_assert_cmpint (entry->kind, ==, PARLEY_JOURNAL_ERROR);
  g_assert_cmpint (entry->ms, ==, 0);
  entry = g_ptr_array_index (entries, 1);
  g_assert_cmpint (entry->wall, ==, 0);
  g_assert_cmpuint (entry->n, ==, 0);
  g_assert_true (g_utf8_validate (entry->text, -1, NULL));
  g_assert_true (g_str_has_prefix (entry->text, "hi"));
  g_assert_true (g_utf8_validate (entry->reason, -1, NULL));
}

static void
test_rows_cannot_be_changed (StoreFixture *fixture, gconstpointer data)
{
  sqlite3 *connection = NULL;

  add (fixture, "ann", PARLEY_JOURNAL_SAID, NULL, "good");
  store_fixture_flush (fixture);
  g_assert_cmpint (sqlite3_open (fixture->path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (connection, "UPDATE journal SET text = 'bad'", NULL, NULL, NULL),
                   ==, SQLITE_CONSTRAINT);
  sqlite3_close (connection);
  assert_list (fixture, NULL, "said “good”");
}

static void
set_up (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_init (fixture);
  store_fixture_open (fixture);
}

static void
tear_down (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_clear (fixture);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/journal/" path, StoreFixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("every-field-comes-back", test_every_field_comes_back);
  ADD ("newest-first", test_newest_first);
  ADD ("text-is-short-and-clean", test_text_is_short_and_clean);
  ADD ("repeated-refusals-are-one", test_repeated_refusals_are_one);
  ADD ("same-server-is-told-once", test_same_server_is_told_once);
  ADD ("bounds", test_bounds);
  ADD ("clock-that-was-set-back", test_clock_that_was_set_back);
  ADD ("forgotten-leaves-no-byte", test_forgotten_leaves_no_byte);
  ADD ("trimmed-leaves-no-byte", test_trimmed_leaves_no_byte);
  ADD ("older-file-gets-a-journal", test_older_file_gets_a_journal);
  ADD ("damaged-rows-are-clean-or-left-out", test_damaged_rows_are_clean_or_left_out);
  ADD ("rows-cannot-be-changed", test_rows_cannot_be_changed);
  return g_test_run ();
}
