/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"
#include "memory/parley-chat-memory.h"
#include "memory/parley-store-drafts.h"

#define SERIES "kudos_givers_timeseries"
#define CHAT   "me@example.org%2Fhome/ann/at/work"

typedef struct
{
  const char *program;
  char *folder;
  char *store;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer program)
{
  fixture->program = program;
  fixture->folder = cli_make_folder ();
  fixture->store = g_build_filename (fixture->folder, "store.db", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer program)
{
  cli_remove_folder (fixture->folder);
  g_free (fixture->store);
}

/* Returns: (transfer full): the arguments of @words with the store and, if @chat, the chat. */
static char *
dup_line (Fixture *fixture, const char *words, const char *chat)
{
  return g_strconcat ("memory|", words, "|--store|", fixture->store, chat != NULL ? "|--chat|" : "",
                      chat, NULL);
}

/* Returns: (transfer full): the object it prints. */
static JsonNode *
run (Fixture *fixture, const char *words, const char *chat, const char *input)
{
  g_autofree char *line = dup_line (fixture, words, chat);
  g_autofree char *out = cli_run_ok (fixture->program, line, input);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (out, &error);

  g_assert_no_error (error);
  g_assert_cmpint (out[strlen (out) - 1], ==, '\n');
  return node;
}

/* Returns: (transfer full): kudos number @first to @last, one an hour; number 0 at @hour of the
 * 25th. */
static char *
dup_kudos (guint hour, int first, int last)
{
  g_autoptr (GDateTime) zero = g_date_time_new_utc (2025, 10, 25, (int) hour, 0, 0);
  GString *lines = g_string_new (NULL);

  for (int i = first; i <= last; i++)
    {
      g_autoptr (GDateTime) at = g_date_time_add_hours (zero, -i);
      g_autofree char *iso = g_date_time_format_iso8601 (at);

      g_string_append_printf (lines, "{\"id\":\"kudos_%d\",\"timestamp\":\"%s\"}\n", i, iso);
    }
  return g_string_free (lines, FALSE);
}

static void
assert_merge (
    Fixture *fixture, const char *span, const char *input, gint64 added, gint64 duplicates)
{
  g_autofree char *words = g_strconcat ("merge|" SERIES, span, NULL);
  g_autoptr (JsonNode) node = run (fixture, words, CHAT, input);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpint (json_object_get_int_member (object, "added"), ==, added);
  g_assert_cmpint (json_object_get_int_member (object, "duplicates"), ==, duplicates);
}

/* Returns: (transfer full). */
static JsonNode *
assert_query (Fixture *fixture, const char *span, const char *coverage, gint64 count)
{
  g_autofree char *words = g_strconcat ("query|" SERIES, span, NULL);
  JsonNode *node = run (fixture, words, CHAT, NULL);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpstr (json_object_get_string_member (object, "coverage"), ==, coverage);
  g_assert_cmpint (json_object_get_int_member (object, "count"), ==, count);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (object, "entries")), ==,
                   count);
  g_assert_cmpint (json_object_get_boolean_member (object, "needs_fetch"), ==,
                   !g_str_equal (coverage, "full"));
  return node;
}

static void
assert_query_covers (Fixture *fixture, const char *span)
{
  g_autofree char *words = g_strconcat ("query|" SERIES, span, NULL);
  g_autoptr (JsonNode) node = run (fixture, words, CHAT, NULL);

  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (node), "coverage"), ==,
                   "full");
}

static void
test_accumulates (Fixture *fixture, gconstpointer program)
{
  g_autofree char *first = dup_kudos (10, 1, 15);
  g_autofree char *second = dup_kudos (10, -1, 13);
  g_autofree char *rest = dup_kudos (10, 30, 60);
  g_autoptr (JsonNode) full = NULL;
  g_autoptr (JsonNode) partial = NULL;
  g_autoptr (JsonNode) filled = NULL;
  JsonObject *gap;

  assert_merge (fixture, "|--start|2025-10-24T10:00:00Z|--end|2025-10-25T10:00:00Z", first, 15, 0);
  assert_merge (fixture, "|--start|2025-10-24T11:00:00Z|--end|2025-10-25T11:00:00Z", second, 2, 13);
  full = assert_query (fixture, "|--start|2025-10-24T11:00:00Z|--end|2025-10-25T11:00:00Z", "full",
                       17);
  partial = assert_query (fixture, "|--start|2025-10-18T11:00:00Z|--end|2025-10-25T11:00:00Z",
                          "partial", 17);
  gap = json_array_get_object_element (
      json_object_get_array_member (json_node_get_object (partial), "missing"), 0);
  g_assert_cmpstr (json_object_get_string_member (gap, "start"), ==, "2025-10-18T11:00:00Z");
  g_assert_cmpstr (json_object_get_string_member (gap, "end"), ==, "2025-10-24T10:00:00Z");
  assert_merge (fixture, "|--start|2025-10-18T11:00:00Z|--end|2025-10-24T10:00:00Z", rest, 31, 0);
  filled = assert_query (fixture, "|--start|2025-10-18T11:00:00Z|--end|2025-10-25T11:00:00Z",
                         "full", 48);
}

/* Returns: how many entries others see in the file; 0 while there is none. */
static int
count_entries (Fixture *fixture)
{
  sqlite3 *connection = NULL;
  sqlite3_stmt *statement = NULL;
  int n = 0;

  if (sqlite3_open_v2 (fixture->store, &connection, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
      && sqlite3_prepare_v2 (connection, "SELECT count(*) FROM entries", -1, &statement, NULL)
             == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    n = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (connection);
  return n;
}

static void
on_merged (GObject *child, GAsyncResult *result, gpointer done)
{
  g_assert_true (
      g_subprocess_communicate_utf8_finish (G_SUBPROCESS (child), result, NULL, NULL, NULL));
  *(gboolean *) done = TRUE;
}

/* A client that runs would have to wait for all of them; and what is known is without a gap. */
static void
test_many_let_others_in_between (Fixture *fixture, gconstpointer program)
{
  g_autofree char *kudos = dup_kudos (10, 1, 45000);
  g_autofree char *line = dup_line (
      fixture, "merge|" SERIES "|--start|2019-01-01T00:00:00Z|--end|2025-10-25T10:00:00Z", CHAT);
  g_autoptr (GSubprocess) child = cli_spawn (program, line, TRUE);
  g_autoptr (JsonNode) known = NULL;
  guint between = 0;
  gboolean done = FALSE;

  g_subprocess_communicate_utf8_async (child, kudos, NULL, on_merged, &done);
  while (!done)
    {
      int n = count_entries (fixture);

      between += n > 0 && n < 45000;
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_true (g_subprocess_get_successful (child));
  g_assert_cmpuint (between, >, 0);
  g_assert_cmpint (count_entries (fixture), ==, 45000);
  known = assert_query (fixture, "|--start|2025-10-01T00:00:00Z|--end|2025-10-01T02:00:00Z", "full",
                        3);
  assert_query_covers (fixture, "|--start|2019-01-01T00:00:00Z|--end|2025-10-25T10:00:00Z");
}

static void
test_newest_first_with_its_state (Fixture *fixture, gconstpointer program)
{
  g_autofree char *kudos = dup_kudos (10, 1, 3);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;
  JsonObject *entry;

  assert_merge (fixture, "", kudos, 3, 0);
  node = assert_query (fixture, "|--start|2025-10-25T08:00:00Z|--end|2025-10-25T09:00:00Z", "full",
                       2);
  object = json_node_get_object (node);
  entry = json_array_get_object_element (json_object_get_array_member (object, "entries"), 0);
  g_assert_cmpstr (json_object_get_string_member (entry, "timestamp"), ==, "2025-10-25T09:00:00Z");
  g_assert_true (json_object_has_member (entry, "first_seen"));
  object = json_object_get_object_member (object, "state_range");
  g_assert_cmpstr (json_object_get_string_member (object, "oldest"), ==, "2025-10-25T07:00:00Z");
  g_assert_cmpstr (json_object_get_string_member (object, "newest"), ==, "2025-10-25T09:00:00Z");
}

static void
test_looking_makes_no_file (Fixture *fixture, gconstpointer program)
{
  g_autoptr (JsonNode) node
      = assert_query (fixture, "|--start|2025-10-25|--end|2025-10-26", "none", 0);
  g_autofree char *line = dup_line (fixture, "chats", NULL);
  g_autofree char *out = cli_run_ok (program, line, NULL);

  g_assert_cmpstr (out, ==, "");
  g_assert_false (g_file_test (fixture->store, G_FILE_TEST_EXISTS));
}

/* --- bad input --- */

static void
assert_refused (
    Fixture *fixture, const char *words, const char *chat, const char *input, const char *said)
{
  g_autofree char *line = dup_line (fixture, words, chat);

  cli_assert_refused (fixture->program, line, input, said);
}

#define GOOD "{\"id\":\"a\",\"timestamp\":\"2025-10-25T09:30:00Z\"}\n"

static void
test_bad_line_merges_nothing (Fixture *fixture, gconstpointer program)
{
  g_autoptr (JsonNode) node = NULL;

  assert_refused (fixture, "merge|" SERIES, CHAT, GOOD "\n" GOOD "nonsense\n", ":4:|JSON");
  assert_refused (fixture, "merge|" SERIES, CHAT, GOOD "[1]\n", ":2:|JSON");
  assert_refused (fixture, "merge|" SERIES, CHAT, GOOD "{\"id\":\"b\"}", ":2:|timestamp");
  assert_refused (fixture, "merge|" SERIES "|--id-field|uid", CHAT, GOOD, ":1:|uid");
  assert_refused (fixture, "merge|" SERIES, CHAT, GOOD "{\"id\":\"\xff\"}", ":2:|JSON");
  g_assert_false (g_file_test (fixture->store, G_FILE_TEST_EXISTS));
  node = assert_query (fixture, "|--start|2025-10-25|--end|2025-10-26", "none", 0);
}

static void
test_bad_arguments (Fixture *fixture, gconstpointer program)
{
  assert_refused (fixture, "merge|" SERIES, NULL, GOOD, "--chat");
  assert_refused (fixture, "merge|" SERIES, "nobody", GOOD, "ACCOUNT/PERSON");
  assert_refused (fixture, "merge|" SERIES, "me/", GOOD, "ACCOUNT/PERSON");
  assert_refused (fixture, "merge", CHAT, GOOD, "series");
  assert_refused (fixture, "merge|two words", CHAT, GOOD, "letters");
  assert_refused (fixture, "merge|" SERIES "|--start|2025-10-25", CHAT, GOOD, "--end");
  assert_refused (fixture, "merge|" SERIES "|--start|2025-10-26|--end|2025-10-25", CHAT, GOOD,
                  "ends after");
  assert_refused (fixture, "query|" SERIES, CHAT, NULL, "--start");
  assert_refused (fixture, "query|" SERIES "|--start|soon|--end|2025-10-25", CHAT, NULL, "soon");
  assert_refused (fixture, "cleanup|" SERIES "|--keep-days|-1", CHAT, NULL, "--keep-days");
  assert_refused (fixture, "export", CHAT, NULL, "--chat");
  assert_refused (fixture, "remember", CHAT, NULL, "“remember”");
}

/* --- chats --- */

static void
test_chats_are_apart (Fixture *fixture, gconstpointer program)
{
  g_autoptr (JsonNode) one = NULL;
  g_autoptr (JsonNode) other = NULL;
  g_autoptr (JsonNode) found = NULL;
  JsonObject *object;

  one = run (fixture, "merge|" SERIES "|--protocol|prpl-irc", "me/ann", GOOD);
  other = run (fixture, "merge|" SERIES, "me/bob", "");
  found = run (fixture, "query|" SERIES "|--start|2025-10-25|--end|2025-10-26", "me/bob", NULL);
  object = json_node_get_object (found);
  g_assert_cmpint (json_object_get_int_member (object, "count"), ==, 0);
}

static void
test_same_name_on_two_protocols (Fixture *fixture, gconstpointer program)
{
  g_autoptr (JsonNode) one = run (fixture, "merge|" SERIES "|--protocol|prpl-irc", "me/ann", GOOD);
  g_autoptr (JsonNode) same = run (fixture, "merge|" SERIES, "me/ann", GOOD);
  g_autoptr (JsonNode) two = run (fixture, "merge|" SERIES "|--protocol|prpl-jabber", "me/ann", "");

  g_assert_cmpint (json_object_get_int_member (json_node_get_object (same), "duplicates"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (two), "total"), ==, 0);
  assert_refused (fixture, "merge|" SERIES, "me/ann", GOOD, "--protocol");
}

static void
test_forget_and_export (Fixture *fixture, gconstpointer program)
{
  g_autofree char *export = dup_line (fixture, "export", NULL);
  g_autofree char *chats = dup_line (fixture, "chats", NULL);
  g_autofree char *exported = NULL;
  g_autofree char *listed = NULL;
  g_autofree char *left = NULL;
  g_autofree char *content = NULL;
  g_autoptr (JsonNode) forgotten = NULL;

  assert_merge (fixture, "", "{\"id\":\"xyzzy_plugh\",\"timestamp\":\"2025-10-25T09:30:00Z\"}", 1,
                0);
  exported = cli_run_ok (program, export, NULL);
  g_assert_nonnull (strstr (exported, "\"chat\":\"" CHAT "\""));
  g_assert_nonnull (strstr (exported, "\"entry\":{\"id\":\"xyzzy_plugh\""));
  listed = cli_run_ok (program, chats, NULL);
  g_assert_nonnull (strstr (listed, "\"entries\":1"));
  forgotten = run (fixture, "forget", CHAT, NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (forgotten), "forgotten"), ==,
                   1);
  left = cli_run_ok (program, export, NULL);
  g_assert_cmpstr (left, ==, "");
}

/* As long as a name may be, with the ending that it gets. */
static void
test_what_may_be_written_may_be_read (Fixture *fixture, gconstpointer program)
{
  for (guint length = 42; length <= 53; length++)
    {
      g_autofree char *name = g_strnfill (length, 's');
      g_autofree char *merge = g_strconcat ("merge|", name, NULL);
      g_autofree char *query
          = g_strconcat ("query|", name, "_timeseries|--start|2025-10-25|--end|2025-10-26", NULL);
      g_autoptr (JsonNode) merged = run (fixture, merge, CHAT, GOOD);
      g_autoptr (JsonNode) found = run (fixture, query, CHAT, NULL);

      g_assert_cmpint (json_object_get_int_member (json_node_get_object (found), "count"), ==, 1);
    }
  assert_refused (fixture,
                  "merge|sssssssssssssssssssssssssssssssssssssssssssssssssssss"
                  "s",
                  CHAT, GOOD, "53 bytes");
}

/* Another program's name, or one of an earlier version. */
static void
rename_series (Fixture *fixture, const char *to)
{
  g_autofree char *statement = g_strdup_printf ("UPDATE series SET name = '%s'", to);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (fixture->store, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, statement, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);
}

static void
test_one_unreadable_series_costs_the_others_nothing (Fixture *fixture, gconstpointer program)
{
  g_autofree char *line = dup_line (fixture, "export", NULL);
  g_autoptr (JsonNode) bad = run (fixture, "merge|other", CHAT, GOOD);
  g_autoptr (JsonNode) good = NULL;
  g_auto (CliResult) result = { 0 };

  rename_series (fixture, "two words");
  good = run (fixture, "merge|" SERIES, CHAT, GOOD);
  result = cli_run (program, line, NULL, 0);
  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.err, "“two words”"));
  g_assert_nonnull (strstr (result.out, "\"series\":\"" SERIES "\""));
  g_assert_null (strstr (result.out, "two words"));
}

static void
test_lessons_are_exported_and_forgotten (Fixture *fixture, gconstpointer program)
{
  g_autofree char *export = dup_line (fixture, "export", NULL);
  g_autoptr (ParleyStore) store = parley_store_new_for_file (fixture->store);
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me", "ann");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (store, key);
  g_autoptr (ParleyLesson) lesson = parley_lesson_new ("Hi.", "Hello\n\"Ann\".", 1763740800);
  g_autoptr (JsonNode) forgotten = NULL;
  g_autofree char *exported = NULL;
  g_autofree char *left = NULL;

  parley_chat_memory_add_lesson (memory, lesson);
  while (!parley_store_is_idle (store))
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
  exported = cli_run_ok (program, export, NULL);
  g_assert_cmpstr (exported, ==,
                   "{\"chat\":\"me/ann\",\"protocol\":\"prpl-jabber\",\"kind\":\"lesson\","
                   "\"time\":\"2025-11-21T16:00:00Z\",\"drafted\":\"Hi.\","
                   "\"sent\":\"Hello\\n\\\"Ann\\\".\"}\n");
  forgotten = run (fixture, "forget", "me/ann", NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (forgotten), "forgotten"), ==,
                   1);
  left = cli_run_ok (program, export, NULL);
  g_assert_cmpstr (left, ==, "");
}

static ParleyProposal *
draft_new (guint number, const char *text)
{
  ParleyProposal *draft = g_new0 (ParleyProposal, 1);

  parley_proposal_init (draft);
  parley_proposal_open (draft, 1, 0, -1);
  draft->number = draft->last = number;
  parley_proposal_add (draft, text, NULL);
  return draft;
}

/* Those that were not chosen, too. */
static void
test_drafts_are_exported_and_forgotten (Fixture *fixture, gconstpointer program)
{
  g_autofree char *export = dup_line (fixture, "export", NULL);
  g_autoptr (ParleyStore) store = parley_store_new_for_file (fixture->store);
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me", "ann");
  g_autoptr (ParleyProposal) first = draft_new (1, "Hello\n\"Ann\".");
  g_autoptr (ParleyProposal) second = draft_new (2, "Hi.");
  g_autoptr (GPtrArray) before = g_ptr_array_new ();
  g_autoptr (JsonNode) forgotten = NULL;
  g_autofree char *exported = NULL;
  g_autofree char *left = NULL;

  g_ptr_array_add (before, first);
  parley_store_keep_drafts (store, key, second, before);
  while (!parley_store_is_idle (store))
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
  exported = cli_run_ok (program, export, NULL);
  g_assert_cmpstr (exported, ==,
                   "{\"chat\":\"me/ann\",\"protocol\":\"prpl-jabber\",\"kind\":\"draft\","
                   "\"number\":1,\"text\":\"Hello\\n\\\"Ann\\\".\"}\n"
                   "{\"chat\":\"me/ann\",\"protocol\":\"prpl-jabber\",\"kind\":\"draft\","
                   "\"number\":2,\"text\":\"Hi.\"}\n");
  forgotten = run (fixture, "forget", "me/ann", NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (forgotten), "forgotten"), ==,
                   2);
  left = cli_run_ok (program, export, NULL);
  g_assert_cmpstr (left, ==, "");
}

static void
test_cleanup (Fixture *fixture, gconstpointer program)
{
  g_autofree char *kudos = dup_kudos (10, 1, 20);
  g_autoptr (JsonNode) by_number = NULL;
  g_autoptr (JsonNode) by_age = NULL;
  JsonObject *object;

  assert_merge (fixture, "", kudos, 20, 0);
  by_number = run (fixture, "cleanup|" SERIES "|--keep-days|0|--max|15", CHAT, NULL);
  object = json_node_get_object (by_number);
  g_assert_cmpint (json_object_get_int_member (object, "removed"), ==, 5);
  g_assert_cmpint (json_object_get_int_member (object, "kept"), ==, 15);
  g_assert_true (json_object_get_null_member (object, "cutoff"));
  by_age = run (fixture, "cleanup|" SERIES, CHAT, NULL);
  object = json_node_get_object (by_age);
  g_assert_cmpint (json_object_get_int_member (object, "removed"), ==, 15);
  g_assert_nonnull (json_object_get_string_member (object, "cutoff"));
}

static void
test_cleanup_by_the_settings (Fixture *fixture, gconstpointer program)
{
  g_autofree char *kudos = dup_kudos (10, 1, 20);
  g_autofree char *file
      = cli_write (fixture->folder, "settings", "[memory]\nkeep_days=0\nmax_entries=12\n");
  g_autofree char *words = g_strconcat ("cleanup|" SERIES "|--settings|", file, NULL);
  g_autoptr (JsonNode) node = NULL;

  assert_merge (fixture, "", kudos, 20, 0);
  node = run (fixture, words, CHAT, NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (node), "kept"), ==, 12);
}

/* --- bad stores --- */

static void
test_damaged_store_is_set_aside (Fixture *fixture, gconstpointer program)
{
  g_autofree char *line = dup_line (fixture, "merge|" SERIES, CHAT);
  g_auto (CliResult) result = { 0 };
  GStatBuf info;

  g_assert_true (g_file_set_contents (fixture->store, "not a database, but long enough", -1, NULL));
  g_assert_cmpint (g_chmod (fixture->folder, 0755), ==, 0);
  result = cli_run (program, line, GOOD, -1);
  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.out, ==, "{\"added\":1,\"duplicates\":0,\"total\":1}\n");
  g_assert_nonnull (strstr (result.err, "store.db.damaged-"));
  /* The folder is not ours to change. */
  g_assert_cmpint (g_stat (fixture->folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0755);
}

static void
test_store_that_cannot_be (Fixture *fixture, gconstpointer program)
{
  g_autofree char *line = g_strconcat ("memory|merge|" SERIES "|--chat|" CHAT "|--store|",
                                       fixture->folder, "/file/store.db", NULL);
  g_autofree char *file = cli_write (fixture->folder, "file", "x");
  g_auto (CliResult) result = cli_run (program, line, GOOD, -1);

  g_assert_cmpint (result.status, ==, 1);
  g_assert_cmpstr (result.out, ==, "");
  g_assert_nonnull (strstr (result.err, "can't use"));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/cli/memory/" path, Fixture, argv[1], set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("accumulates", test_accumulates);
  ADD ("many-let-others-in-between", test_many_let_others_in_between);
  ADD ("newest-first", test_newest_first_with_its_state);
  ADD ("looking-makes-no-file", test_looking_makes_no_file);
  ADD ("bad-line-merges-nothing", test_bad_line_merges_nothing);
  ADD ("bad-arguments", test_bad_arguments);
  ADD ("chats-are-apart", test_chats_are_apart);
  ADD ("same-name-on-two-protocols", test_same_name_on_two_protocols);
  ADD ("forget-and-export", test_forget_and_export);
  ADD ("what-may-be-written-may-be-read", test_what_may_be_written_may_be_read);
  ADD ("unreadable-series", test_one_unreadable_series_costs_the_others_nothing);
  ADD ("lessons", test_lessons_are_exported_and_forgotten);
  ADD ("drafts", test_drafts_are_exported_and_forgotten);
  ADD ("cleanup", test_cleanup);
  ADD ("cleanup-by-the-settings", test_cleanup_by_the_settings);
  ADD ("damaged-store-is-set-aside", test_damaged_store_is_set_aside);
  ADD ("store-that-cannot-be", test_store_that_cannot_be);
  return g_test_run ();
}
