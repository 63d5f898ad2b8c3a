/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* store-5.db was written by Parley of November 2026, whose tables were of version 5: a chat with
 * Ann of which everything is kept, and a bubble of Bob's. */
#include "base/parley-metrics.h"
#include "context/parley-meters-state.h"
#include "memory-calls.h"
#include "memory/parley-journal.h"
#include "store-fixture.h"

#include <string.h>
#include <glib/gstdio.h>

typedef struct
{
  StoreFixture store;
  ParleyChatKey *ann;
  ParleyChatMemory *memory;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *from = g_test_build_filename (G_TEST_DIST, "memory", "store-5.db", NULL);
  g_autofree char *bytes = NULL;
  gsize length;

  store_fixture_init (&f->store);
  g_assert_cmpint (g_mkdir (f->store.folder, 0700), ==, 0);
  g_assert_true (g_file_get_contents (from, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (f->store.path, bytes, (gssize) length, NULL));
  store_fixture_open (&f->store);
  store_fixture_assert_quiet (&f->store);
  g_assert_true (parley_store_is_on_disk (f->store.store));
  f->ann = parley_chat_key_new ("prpl-jabber", "me@example.org", "ann@example.org");
  f->memory = parley_chat_memory_new (f->store.store, f->ann);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->memory);
  parley_chat_key_free (f->ann);
  store_fixture_clear (&f->store);
}

static ParleyChatRecord *
load (Fixture *f)
{
  g_autoptr (GAsyncResult) result = NULL;

  parley_store_load_chat_async (f->store.store, f->ann, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  return parley_store_load_chat_finish (f->store.store, result, NULL);
}

static void
test_the_record_is_there (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = load (f);

  g_assert_cmpint (record->stand_down_until, ==, 1700003600);
  g_assert_cmpuint (record->cadence.n_gaps, ==, 5);
  g_assert_cmpuint (parley_cadence_get_gap (&record->cadence, 4), ==, 3500);
  g_assert_true (record->hint.expects_followup);
  g_assert_cmpint (record->hint.expected_input_type, ==, PARLEY_EXPECT_DATE);
  g_assert_cmpfloat (record->hint.input_complete_confidence, ==, 0.25);
  g_assert_true (record->types);
  g_assert_true (record->asked);
  g_assert_cmpint (record->turn_wall, ==, 1700000010);
  g_assert_cmpuint (record->attempts, ==, 1);
  g_assert_cmpuint (record->drafts.all, ==, 3);
  g_assert_cmpuint (parley_draft_tally_count_unchanged (&record->drafts), ==, 2);
  g_assert_cmpuint (record->pending->len, ==, 2);
  g_assert_cmpstr (parley_chat_record_get_pending (record, 1)->text, ==, "it is cold ☃");
  g_assert_cmpint (parley_chat_record_get_pending (record, 0)->when.written, ==, 1700000100);
}

static void
test_pending_chats_are_known (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) keys = store_fixture_list (&f->store);

  g_assert_cmpuint (keys->len, ==, 2);
  g_assert_cmpstr (((ParleyChatKey *) keys->pdata[1])->person, ==, "bob");
}

static void
test_what_was_said_is_there (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) said = memory_search (f->memory, "", 10);
  g_autoptr (ParleyChatSummary) summary = memory_get_summary (f->memory);
  g_autoptr (GArray) presence = memory_list_presence (f->memory);

  g_assert_cmpuint (said->len, ==, 3);
  g_assert_cmpstr (((ParleyUtterance *) said->pdata[0])->text, ==, "No, it is red.");
  g_assert_cmpint (((ParleyUtterance *) said->pdata[0])->speaker, ==, PARLEY_SPEAKER_USER);
  g_assert_cmpstr (((ParleyUtterance *) said->pdata[2])->text, ==, "is the boat blue?");
  g_assert_cmpstr (summary->text, ==, "They talked of boats.");
  g_assert_cmpint (summary->until, ==, 1699990000);
  g_assert_cmpuint (presence->len, ==, 2);
  g_assert_cmpint (g_array_index (presence, ParleyPresence, 0).state, ==, PARLEY_PRESENCE_AWAY);
}

static void
test_what_was_learnt_is_there (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) facts = memory_recall (f->memory, "", 10);
  g_autoptr (GPtrArray) lessons = memory_list_lessons (f->memory);
  g_autoptr (GPtrArray) series = memory_list_series (f->memory);
  g_autoptr (ParleySeriesQuery) query
      = memory_query (f->memory, "kudos", memory_time ("2023-11-10T10:00:00Z"),
                      memory_time ("2023-11-11T10:00:00Z"), 10);

  g_assert_cmpuint (facts->len, ==, 3);
  g_assert_cmpint (((ParleyFact *) facts->pdata[0])->kind, ==, PARLEY_FACT_KIND_QUESTION);
  g_assert_cmpint (((ParleyFact *) facts->pdata[1])->kind, ==, PARLEY_FACT_KIND_PROMISE);
  g_assert_cmpstr (((ParleyFact *) facts->pdata[2])->text, ==, "Ann's boat is red.");
  g_assert_cmpuint (lessons->len, ==, 1);
  g_assert_cmpstr (((ParleyLesson *) lessons->pdata[0])->sent, ==, "red");
  g_assert_cmpuint (series->len, ==, 1);
  g_assert_cmpuint (query->entries->len, ==, 2);
  g_assert_cmpint (query->coverage, ==, PARLEY_COVERAGE_FULL);
}

static void
test_the_activity_log_is_there (Fixture *f, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  parley_journal_list_async (f->store.store, NULL, 10, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  entries = parley_journal_list_finish (f->store.store, result, NULL);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpint (((ParleyJournalEntry *) entries->pdata[0])->kind, ==, PARLEY_JOURNAL_SERVER);
  g_assert_cmpstr (((ParleyJournalEntry *) entries->pdata[1])->text, ==, "It is green.");
}

static void
test_counts_and_meters_are_there (Fixture *f, gconstpointer data)
{
  g_autofree char *metrics = store_fixture_get_text (&f->store, PARLEY_METRICS_NAME);
  g_autofree char *limits = store_fixture_get_text (&f->store, "limits");
  g_autofree char *departures = store_fixture_get_text (&f->store, "departures");
  g_autofree char *tag = parley_chat_key_dup_tag (f->ann);
  g_autoptr (ParleyMetrics) counted = parley_metrics_new ();
  g_autoptr (GHashTable) rows = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (ParleyMetersState) state = NULL;

  g_assert_true (parley_metrics_load_state (counted, metrics));
  g_hash_table_insert (rows, (gpointer) PARLEY_METERS_ALL, limits);
  state = parley_meters_state_read (rows);
  g_assert_nonnull (state);
  g_assert_nonnull (parley_meters_state_find (state, tag));
  g_assert_nonnull (strstr (departures, "1700000000"));
}

/* What it had answered is not answered again. */
static void
test_the_mark_is_there (Fixture *f, gconstpointer data)
{
  sqlite3 *connection = NULL;
  sqlite3_stmt *statement = NULL;

  store_fixture_close (&f->store);
  g_assert_cmpint (sqlite3_open (f->store.path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (connection,
                                       "SELECT mark_wall, mark_count, mark_hash FROM chats"
                                       " WHERE person LIKE 'ann@%'",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int64 (statement, 0), ==, 1700000000);
  g_assert_cmpint (sqlite3_column_int64 (statement, 1), ==, 2);
  g_assert_cmpint (sqlite3_column_int64 (statement, 2), !=, 0);
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_close (connection), ==, SQLITE_OK);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/memory/store-versions/5/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("the-record-is-there", test_the_record_is_there);
  ADD ("pending-chats-are-known", test_pending_chats_are_known);
  ADD ("what-was-said-is-there", test_what_was_said_is_there);
  ADD ("what-was-learnt-is-there", test_what_was_learnt_is_there);
  ADD ("the-activity-log-is-there", test_the_activity_log_is_there);
  ADD ("counts-and-meters-are-there", test_counts_and_meters_are_there);
  ADD ("the-mark-is-there", test_the_mark_is_there);
  return g_test_run ();
}
