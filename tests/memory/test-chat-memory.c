/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "memory-calls.h"
#include "store-fixture.h"

#define WALL   G_GINT64_CONSTANT (1700000000)
#define SECRET "xyzzy plugh"

typedef struct
{
  StoreFixture store;
  ParleyChatMemory *ann;
  ParleyChatMemory *bob;
} Fixture;

static ParleyChatMemory *
new_memory (ParleyStore *store, const char *person)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key (person);

  return parley_chat_memory_new (store, key);
}

static void
open_memories (Fixture *fixture)
{
  store_fixture_open (&fixture->store);
  fixture->ann = new_memory (fixture->store.store, "ann");
  fixture->bob = new_memory (fixture->store.store, "bob");
}

static void
close_memories (Fixture *fixture)
{
  g_clear_object (&fixture->ann);
  g_clear_object (&fixture->bob);
  store_fixture_close (&fixture->store);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  store_fixture_init (&fixture->store);
  open_memories (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->store.store != NULL)
    close_memories (fixture);
  store_fixture_clear (&fixture->store);
}

/* One of everything, in which @word is. */
static void
fill (ParleyChatMemory *memory, const char *word)
{
  const ParleyInterval fetched = { 0, WALL * G_USEC_PER_SEC };
  GPtrArray *entries = parley_series_entries_new ();

  parley_chat_memory_add_utterance (memory, PARLEY_SPEAKER_PERSON, word, parley_when_at (WALL), 1);
  parley_chat_memory_add_presence (memory, PARLEY_PRESENCE_AWAY, WALL);
  parley_chat_memory_set_summary (
      memory, &(ParleyChatSummary){ .text = (char *) word, .until = WALL, .left_out = WALL });
  memory_remember (memory, word, WALL);
  memory_add_entry (entries, word, WALL * G_USEC_PER_SEC);
  memory_merge (memory, "things", entries, &fetched, WALL * G_USEC_PER_SEC);
}

static void
assert_empty (ParleyChatMemory *memory)
{
  g_autoptr (ParleyHistory) history = memory_load_history (memory, 100, 100000);
  g_autoptr (GPtrArray) found = memory_search (memory, "", 100);
  g_autoptr (GPtrArray) facts = memory_recall (memory, "", 100);
  g_autoptr (GArray) presence = memory_list_presence (memory);
  g_autoptr (ParleyChatSummary) summary = memory_get_summary (memory);
  g_autoptr (GPtrArray) series = memory_list_series (memory);
  g_autoptr (ParleySeriesQuery) query
      = memory_query (memory, "things", 0, WALL * G_USEC_PER_SEC, 0);

  g_assert_cmpuint (parley_history_get_length (history), ==, 0);
  g_assert_cmpuint (found->len, ==, 0);
  g_assert_cmpuint (facts->len, ==, 0);
  g_assert_cmpuint (presence->len, ==, 0);
  g_assert_cmpstr (summary->text, ==, "");
  g_assert_cmpuint (series->len, ==, 0);
  g_assert_cmpuint (query->count, ==, 0);
  g_assert_cmpint (query->coverage, ==, PARLEY_COVERAGE_NONE);
}

static void
assert_full (ParleyChatMemory *memory, const char *word)
{
  g_autoptr (ParleyHistory) history = memory_load_history (memory, 100, 100000);
  g_autoptr (GPtrArray) found = memory_search (memory, word, 100);
  g_autoptr (GPtrArray) facts = memory_recall (memory, word, 100);
  g_autoptr (GArray) presence = memory_list_presence (memory);
  g_autoptr (ParleyChatSummary) summary = memory_get_summary (memory);
  g_autoptr (ParleySeriesQuery) query
      = memory_query (memory, "things", 0, WALL * G_USEC_PER_SEC, 0);

  g_assert_cmpuint (parley_history_get_length (history), ==, 1);
  g_assert_cmpstr (parley_history_get (history, 0)->text, ==, word);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpuint (facts->len, ==, 1);
  g_assert_cmpint (((ParleyFact *) g_ptr_array_index (facts, 0))->said_by, ==,
                   PARLEY_SPEAKER_PERSON);
  g_assert_cmpuint (presence->len, ==, 1);
  g_assert_cmpint (g_array_index (presence, ParleyPresence, 0).state, ==, PARLEY_PRESENCE_AWAY);
  g_assert_cmpstr (summary->text, ==, word);
  g_assert_cmpint (summary->until, ==, WALL);
  g_assert_cmpuint (query->count, ==, 1);
}

static void
test_kept_across_restarts (Fixture *fixture, gconstpointer data)
{
  fill (fixture->ann, SECRET);
  close_memories (fixture);
  open_memories (fixture);
  assert_full (fixture->ann, SECRET);
  store_fixture_assert_quiet (&fixture->store);
}

static void
test_nothing_of_one_chat_in_another (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) elsewhere = parley_chat_key_new ("prpl-irc", "me@example.org", "ann");
  g_autoptr (ParleyChatMemory) same_name = parley_chat_memory_new (fixture->store.store, elsewhere);
  g_autoptr (ParleyChatMemory) tricky = new_memory (fixture->store.store, "ann' OR '1'='1");

  fill (fixture->ann, SECRET);
  assert_empty (fixture->bob);
  assert_empty (same_name);
  assert_empty (tricky);
  fill (fixture->bob, "other words");
  assert_full (fixture->ann, SECRET);
  assert_full (fixture->bob, "other words");
}

/* --- the conversation --- */

static void
test_history_within_bounds (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyHistory) by_number = NULL;
  g_autoptr (ParleyHistory) by_size = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("number %02u", i);

      parley_chat_memory_add_utterance (fixture->ann, PARLEY_SPEAKER_PARLEY, text,
                                        parley_when_at (WALL + i), i);
    }
  by_number = memory_load_history (fixture->ann, 5, 10000);
  g_assert_cmpuint (parley_history_get_length (by_number), ==, 5);
  g_assert_cmpstr (parley_history_get (by_number, 0)->text, ==, "number 15");
  g_assert_cmpstr (parley_history_get (by_number, 4)->text, ==, "number 19");
  by_size = memory_load_history (fixture->ann, 100, 27);
  g_assert_cmpuint (parley_history_get_length (by_size), ==, 3);
}

static void
test_search_finds_words (Fixture *fixture, gconstpointer data)
{
  const char *const texts[] = { "The CAT sat", "a dog sat down", "cats & dogs", "Ärger im Büro" };
  const struct
  {
    const char *words;
    guint n;
  } cases[] = { { "cat", 2 }, { "sat", 2 }, { "Cat SAT", 1 }, { "ärger", 1 }, { "", 4 },
                { "%", 0 },   { "_at", 0 }, { "cat dog", 1 }, { "bird", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    parley_chat_memory_add_utterance (fixture->ann, PARLEY_SPEAKER_PERSON, texts[i],
                                      parley_when_at (WALL + i), 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) found = memory_search (fixture->ann, cases[i].words, 10);

      g_assert_cmpuint (found->len, ==, cases[i].n);
      if (cases[i].n == 4)
        g_assert_cmpstr (((ParleyUtterance *) g_ptr_array_index (found, 0))->text, ==, texts[3]);
    }
}

static void
test_search_within_a_time (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) found = NULL;

  for (guint i = 0; i < 10; i++)
    parley_chat_memory_add_utterance (fixture->ann, PARLEY_SPEAKER_USER, "again",
                                      parley_when_at (WALL + i), 0);
  parley_chat_memory_search_async (fixture->ann, "again", WALL + 2, WALL + 5, 3, NULL,
                                   store_fixture_take_result, &result);
  memory_wait (&result);
  found = parley_chat_memory_search_finish (fixture->ann, result, NULL);
  g_assert_cmpuint (found->len, ==, 3);
  g_assert_cmpint (((ParleyUtterance *) g_ptr_array_index (found, 0))->when.written, ==, WALL + 5);
}

/* --- facts --- */

static void
test_facts_are_bounded (Fixture *fixture, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (PARLEY_MEMORY_MAX_FACT + 1, 'x');
  const char *const refused[] = { "", " \n ", long_text };
  g_autoptr (GPtrArray) facts = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;

      parley_chat_memory_remember_async (fixture->ann, refused[i], PARLEY_FACT_KIND_FACT,
                                         PARLEY_SPEAKER_PERSON, WALL, NULL,
                                         store_fixture_take_result, &result);
      memory_wait (&result);
      g_assert_false (parley_chat_memory_remember_finish (fixture->ann, result, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
  for (guint i = 0; i < PARLEY_MEMORY_MAX_FACTS; i++)
    {
      g_autofree char *text = g_strdup_printf ("fact %u", i);

      g_assert_cmpint (memory_remember (fixture->ann, text, WALL + i), ==, PARLEY_REMEMBERED_NEW);
    }
  g_assert_cmpint (memory_remember (fixture->ann, "Fact 0", WALL + 1000), ==,
                   PARLEY_REMEMBERED_AGAIN);
  g_assert_cmpint (memory_remember (fixture->ann, "one more", WALL + 1001), ==,
                   PARLEY_REMEMBERED_OLDEST_OUT);
  facts = memory_recall (fixture->ann, "", G_MAXUINT);
  g_assert_cmpuint (facts->len, ==, PARLEY_MEMORY_MAX_FACTS);
  g_assert_cmpstr (((ParleyFact *) g_ptr_array_index (facts, 1))->text, ==, "Fact 0");
  g_assert_cmpstr (((ParleyFact *) g_ptr_array_index (facts, facts->len - 1))->text, ==, "fact 2");
}

static void
test_best_fact_first (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) facts = NULL;

  memory_remember (fixture->ann, "Her dog is called Rex", WALL);
  memory_remember (fixture->ann, "She has a dog", WALL + 1);
  memory_remember (fixture->ann, "She lives in Bern", WALL + 2);
  facts = memory_recall (fixture->ann, "what is my dog called, again?", 5);
  g_assert_cmpuint (facts->len, ==, 2);
  g_assert_cmpstr (((ParleyFact *) g_ptr_array_index (facts, 0))->text, ==,
                   "Her dog is called Rex");
}

static void
remember_promise (Fixture *fixture, const char *text)
{
  g_autoptr (GAsyncResult) result = NULL;

  parley_chat_memory_remember_async (fixture->ann, text, PARLEY_FACT_KIND_PROMISE,
                                     PARLEY_SPEAKER_PARLEY, WALL, NULL, store_fixture_take_result,
                                     &result);
  memory_wait (&result);
  g_assert_true (parley_chat_memory_remember_finish (fixture->ann, result, NULL, NULL));
}

static ParleyFactKind
recall_kind (Fixture *fixture, const char *words)
{
  g_autoptr (GPtrArray) facts = memory_recall (fixture->ann, words, 1);

  g_assert_cmpuint (facts->len, ==, 1);
  return ((ParleyFact *) g_ptr_array_index (facts, 0))->kind;
}

/* What was noted as a fact before turns out to be a promise. */
static void
test_sort_of_a_fact_is_kept (Fixture *fixture, gconstpointer data)
{
  memory_remember (fixture->ann, "a call tonight", WALL);
  memory_remember (fixture->ann, "likes tea", WALL);
  g_assert_cmpint (recall_kind (fixture, "call"), ==, PARLEY_FACT_KIND_FACT);
  remember_promise (fixture, "A call tonight");
  g_assert_cmpint (recall_kind (fixture, "call"), ==, PARLEY_FACT_KIND_PROMISE);
  g_assert_cmpint (recall_kind (fixture, "tea"), ==, PARLEY_FACT_KIND_FACT);
}

static void
test_facts_of_an_older_file_are_facts (Fixture *fixture, gconstpointer data)
{
  memory_remember (fixture->ann, "likes tea", WALL);
  close_memories (fixture);
  store_fixture_tamper (&fixture->store,
                        STORE_UNDO_6 "ALTER TABLE facts DROP COLUMN kind; PRAGMA user_version = 4");
  open_memories (fixture);
  store_fixture_assert_quiet (&fixture->store);
  g_assert_cmpint (recall_kind (fixture, "tea"), ==, PARLEY_FACT_KIND_FACT);
  remember_promise (fixture, "a call tonight");
  g_assert_cmpint (recall_kind (fixture, "call"), ==, PARLEY_FACT_KIND_PROMISE);
}

/* --- forgetting --- */

static gboolean
holds (const char *path, const char *words)
{
  g_autofree char *content = NULL;
  gsize size = strlen (words);
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  for (gsize i = 0; i + size <= length; i++)
    {
      if (memcmp (content + i, words, size) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns: whether a file of @folder holds @words. */
static gboolean
is_in_folder (const char *folder, const char *words)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (holds (path, words))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_on_disk (Fixture *fixture, const char *words)
{
  return is_in_folder (fixture->store.folder, words);
}

static void
test_forgotten_leaves_no_byte (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyForgotten) forgotten = NULL;
  g_autoptr (ParleyForgotten) again = NULL;

  fill (fixture->bob, "other words");
  fill (fixture->ann, SECRET);
  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u " SECRET " %u", i, i);

      parley_chat_memory_add_utterance (fixture->ann, PARLEY_SPEAKER_PERSON, text,
                                        parley_when_at (WALL), 0);
    }
  store_fixture_flush (&fixture->store);
  g_assert_true (is_on_disk (fixture, SECRET));
  forgotten = memory_forget (fixture->ann);
  g_assert_cmpuint (forgotten->items, ==, 505);
  g_assert_cmpuint (g_strv_length (forgotten->set_aside), ==, 0);
  g_assert_false (is_on_disk (fixture, SECRET));
  g_assert_true (is_on_disk (fixture, "other words"));
  assert_empty (fixture->ann);
  assert_full (fixture->bob, "other words");
  again = memory_forget (fixture->ann);
  g_assert_cmpuint (again->items, ==, 0);
}

/* What a crash leaves: the files as they are just now. */
static void
copy_files (const char *from, const char *to)
{
  const char *const suffixes[] = { "", "-wal" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *source = g_strconcat (from, suffixes[i], NULL);
      g_autofree char *target = g_strconcat (to, suffixes[i], NULL);
      g_autofree char *content = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (source, &content, &length, NULL));
      g_assert_true (g_file_set_contents (target, content, (gssize) length, NULL));
    }
}

/* Another program just looked, so that the log could not be emptied; then ours died. The next one
 * sees to it. */
static void
test_log_of_a_crash_is_emptied (Fixture *fixture, gconstpointer data)
{
  g_autofree char *copy = g_build_filename (fixture->store.top, "copy", NULL);
  g_autofree char *path = g_build_filename (copy, "store.db", NULL);
  g_autoptr (ParleyForgotten) forgotten = NULL;
  g_autoptr (ParleyStore) after = NULL;
  g_autoptr (ParleyChatMemory) memory = NULL;
  sqlite3 *other = NULL;

  fill (fixture->ann, SECRET);
  store_fixture_flush (&fixture->store);
  g_assert_cmpint (sqlite3_open (fixture->store.path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN; SELECT count(*) FROM chats", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  forgotten = memory_forget (fixture->ann);
  g_assert_cmpint (g_mkdir (copy, 0700), ==, 0);
  copy_files (fixture->store.path, path);
  sqlite3_close (other);
  g_assert_true (is_in_folder (copy, SECRET));

  after = parley_store_new (copy);
  memory = new_memory (after, "ann");
  assert_empty (memory);
  g_assert_false (is_in_folder (copy, SECRET));
  parley_store_close (after);
}

static void
test_forgetting_names_what_was_set_aside (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyForgotten) forgotten = NULL;
  g_autofree char *aside = NULL;

  close_memories (fixture);
  g_assert_true (g_file_set_contents (fixture->store.path, SECRET, -1, NULL));
  open_memories (fixture);
  aside = store_fixture_dup_aside (&fixture->store);
  forgotten = memory_forget (fixture->ann);
  g_assert_cmpuint (g_strv_length (forgotten->set_aside), ==, 1);
  g_assert_true (g_str_has_suffix (forgotten->set_aside[0], aside));
}

/* --- where nothing is written down --- */

static void
test_private_chat_is_in_no_file (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyStore) store = parley_store_new (NULL);
  g_autoptr (ParleyChatMemory) memory = new_memory (store, "ann");

  fill (memory, SECRET);
  assert_full (memory, SECRET);
  g_assert_false (parley_store_is_on_disk (store));
  g_assert_true (parley_store_is_on_disk (fixture->store.store));
  g_assert_false (is_on_disk (fixture, SECRET));
  assert_empty (fixture->ann);
  parley_store_close (store);
}

/* --- what others wrote --- */

static void
test_nonsense_in_the_tables (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyHistory) history = NULL;
  g_autoptr (GPtrArray) facts = NULL;
  g_autoptr (GArray) presence = NULL;
  g_autoptr (ParleyChatSummary) summary = NULL;
  g_autoptr (ParleySeriesQuery) query = NULL;
  g_autoptr (GPtrArray) series = NULL;
  g_autofree char *json = NULL;

  fill (fixture->ann, "word");
  close_memories (fixture);
  store_fixture_tamper (
      &fixture->store,
      "PRAGMA foreign_keys = OFF;"
      "DROP TABLE utterances; DROP TABLE facts; DROP TABLE presence; DROP TABLE summaries;"
      "DROP TABLE entries; DROP TABLE coverage;"
      "CREATE TABLE utterances (id INTEGER PRIMARY KEY, chat, wall, speaker, turn, text, folded,"
      "  received);"
      "CREATE TABLE facts (id INTEGER PRIMARY KEY, chat, wall, said_by, text, folded, kind);"
      "CREATE TABLE presence (id INTEGER PRIMARY KEY, chat, wall, state);"
      "CREATE TABLE summaries (chat, text, until, left_out, nonce, style);"
      "CREATE TABLE entries (series, at, key, first_seen, json);"
      "CREATE TABLE coverage (series, start, stop);"
      "INSERT INTO utterances VALUES (1, 1, 9e18, 77, 'x', X'c328', NULL, 'x');"
      "INSERT INTO facts VALUES (1, 1, -5, -1, X'ff0a', 5, 99);"
      "INSERT INTO presence VALUES (1, 1, 'soon', 99);"
      "INSERT INTO summaries VALUES (1, X'c3', -1, 9e18, X'ff', X'fe');"
      "INSERT INTO entries VALUES (1, 5, X'ff', 'x', '{nonsense}'), (1, 6, NULL, 9e18,"
      " '{' || char(10) || '\"a\":1}'), (1, 7, 'k', 1, '[1]');"
      "INSERT INTO coverage VALUES (1, 9223372036854775807, -9223372036854775808),"
      " (1, -9223372036854775808, 9223372036854775807), (1, 'x', NULL);"
      "UPDATE series SET n_entries = -7;");
  open_memories (fixture);
  history = memory_load_history (fixture->ann, 10, 1000);
  g_assert_cmpuint (parley_history_get_length (history), ==, 1);
  g_assert_true (g_utf8_validate (parley_history_get (history, 0)->text, -1, NULL));
  g_assert_cmpint (parley_history_get (history, 0)->speaker, ==, PARLEY_SPEAKER_USER);
  facts = memory_recall (fixture->ann, "", 10);
  g_assert_cmpuint (facts->len, ==, 1);
  g_assert_true (g_utf8_validate (((ParleyFact *) g_ptr_array_index (facts, 0))->text, -1, NULL));
  presence = memory_list_presence (fixture->ann);
  g_assert_cmpint (g_array_index (presence, ParleyPresence, 0).state, ==, PARLEY_PRESENCE_BACK);
  summary = memory_get_summary (fixture->ann);
  g_assert_true (g_utf8_validate (summary->text, -1, NULL));
  query = memory_query (fixture->ann, "things", 0, 100, 0);
  g_assert_cmpuint (query->entries->len, ==, 1);
  json = parley_series_entry_dup_json (g_ptr_array_index (query->entries, 0));
  g_assert_null (strchr (json, '\n'));
  series = memory_list_series (fixture->ann);
  g_assert_cmpuint (series->len, ==, 1);
  memory_cleanup (fixture->ann, "things", 1, 1, WALL * G_USEC_PER_SEC);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/chat/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("kept-across-restarts", test_kept_across_restarts);
  ADD ("nothing-of-one-in-another", test_nothing_of_one_chat_in_another);
  ADD ("history-within-bounds", test_history_within_bounds);
  ADD ("search-finds-words", test_search_finds_words);
  ADD ("search-within-a-time", test_search_within_a_time);
  ADD ("facts-are-bounded", test_facts_are_bounded);
  ADD ("sort-of-a-fact", test_sort_of_a_fact_is_kept);
  ADD ("facts-of-an-older-file", test_facts_of_an_older_file_are_facts);
  ADD ("best-fact-first", test_best_fact_first);
  ADD ("forgotten-leaves-no-byte", test_forgotten_leaves_no_byte);
  ADD ("log-of-a-crash-is-emptied", test_log_of_a_crash_is_emptied);
  ADD ("forgetting-names-what-was-set-aside", test_forgetting_names_what_was_set_aside);
  ADD ("private-is-in-no-file", test_private_chat_is_in_no_file);
  ADD ("nonsense-in-the-tables", test_nonsense_in_the_tables);
  return g_test_run ();
}
