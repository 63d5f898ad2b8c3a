/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"
#include "memory/parley-journal.h"

#define WALL 1763740800 /* 2025-11-21T16:00:00Z */

typedef struct
{
  const char *program;
  char *folder;
  char *store;
} Fixture;

static void
add (ParleyStore *store, const char *person, const ParleyJournalEntry *entry)
{
  g_autoptr (ParleyChatKey) key
      = person != NULL ? parley_chat_key_new ("prpl-jabber", "me@home/x", person) : NULL;
  const ParleyJournalBounds bounds = { 0 };
  ParleyJournalEntry whole = *entry;

  whole.key = key;
  whole.wall = WALL;
  parley_journal_add (store, &whole, &bounds);
}

static void
set_up (Fixture *fixture, gconstpointer program)
{
  const ParleyJournalEntry read
      = { .kind = PARLEY_JOURNAL_READ, .reason = "timeout", .n = 2, .ms = 1500 };
  const ParleyJournalEntry said = { .kind = PARLEY_JOURNAL_SAID, .text = "one\n\"two\"" };
  const ParleyJournalEntry refused = { .kind = PARLEY_JOURNAL_REFUSED, .reason = "quiet" };
  const ParleyJournalEntry server = { .kind = PARLEY_JOURNAL_SERVER, .reason = "builtin" };
  g_autoptr (ParleyStore) store = NULL;

  fixture->program = program;
  fixture->folder = cli_make_folder ();
  fixture->store = g_build_filename (fixture->folder, "store.db", NULL);
  store = parley_store_new_for_file (fixture->store);
  add (store, "ann", &read);
  add (store, "ann", &said);
  add (store, "bob", &refused);
  add (store, NULL, &server);
  while (!parley_store_is_idle (store))
    g_main_context_iteration (NULL, TRUE);
  parley_store_close (store);
}

static void
tear_down (Fixture *fixture, gconstpointer program)
{
  cli_remove_folder (fixture->folder);
  g_free (fixture->store);
}

static void
expect (Fixture *fixture, const char *words, const char *expected)
{
  g_autofree char *line = g_strconcat ("memory|", words, "|--store|", fixture->store, NULL);
  g_autofree char *out = cli_run_ok (fixture->program, line, NULL);

  g_assert_cmpstr (out, ==, expected);
}

static void
expect_refused (Fixture *fixture, const char *words, const char *said)
{
  g_autofree char *line = g_strconcat ("memory|", words, "|--store|", fixture->store, NULL);

  cli_assert_refused (fixture->program, line, NULL, said);
}

#define TIME  "\"time\":\"2025-11-21T16:00:00Z\""
#define ANN   "{\"chat\":\"me@home%2Fx/ann\",\"protocol\":\"prpl-jabber\","
#define BOB   "{\"chat\":\"me@home%2Fx/bob\",\"protocol\":\"prpl-jabber\","
#define SAID  TIME ",\"ev\":\"said\",\"text\":\"one\\n\\\"two\\\"\"}\n"
#define READ  TIME ",\"ev\":\"read\",\"reason\":\"timeout\",\"n\":2,\"ms\":1500}\n"
#define QUIET TIME ",\"ev\":\"refused\",\"reason\":\"quiet\"}\n"
#define SERVER                                                                                     \
  "{\"chat\":null,\"protocol\":null," TIME ",\"ev\":\"server\",\"reason\":\"builtin\"}\n"

static void
test_newest_first (Fixture *fixture, gconstpointer program)
{
  expect (fixture, "journal", SERVER BOB QUIET ANN SAID ANN READ);
  expect (fixture, "journal|--limit|2", SERVER BOB QUIET);
}

static void
test_of_one_chat (Fixture *fixture, gconstpointer program)
{
  expect (fixture, "journal|--chat|me@home%2Fx/ann", ANN SAID ANN READ);
  expect (fixture, "journal|--chat|me@home%2Fx/ann|--limit|1", ANN SAID);
  expect_refused (fixture, "journal|--chat|me@home/ann", "Nothing is remembered");
}

static void
test_for_people (Fixture *fixture, gconstpointer program)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (WALL);
  g_autofree char *when = g_date_time_format (at, "%Y-%m-%d %H:%M:%S");
  g_autofree char *expected = g_strconcat (
      when, "  -  Who answers from now on: An away note, and no model.\n", when,
      "  me@home%2Fx/bob  Not answered. These are your quiet hours; Parley answers after them.\n",
      when, "  me@home%2Fx/ann  Said: “one \"two\"”\n", when,
      "  me@home%2Fx/ann  Read 2 messages as one. Nothing more came. (1.5 s)\n", NULL);

  expect (fixture, "journal|--text", expected);
}

/* The oldest first, as all that is exported. */
static void
test_is_exported (Fixture *fixture, gconstpointer program)
{
  expect (fixture, "export",
          ANN "\"kind\":\"journal\"," READ ANN "\"kind\":\"journal\"," SAID BOB
              "\"kind\":\"journal\"," QUIET);
}

static void
test_forgotten_is_gone (Fixture *fixture, gconstpointer program)
{
  expect (fixture, "forget|--chat|me@home%2Fx/ann", "{\"forgotten\":2}\n");
  expect (fixture, "journal", SERVER BOB QUIET);
}

static void
test_bad_arguments (Fixture *fixture, gconstpointer program)
{
  cli_assert_refused (program, "memory|journal|--limit|0", NULL, "--limit");
  cli_assert_refused (program, "memory|journal|--limit|many", NULL, "many|--limit");
  cli_assert_refused (program, "memory|journal|--chat|nobody", NULL, "ACCOUNT/PERSON");
  cli_assert_refused (program, "memory|journal|series", NULL, "no arguments");
}

static void
test_looking_makes_no_file (Fixture *fixture, gconstpointer program)
{
  g_assert_cmpint (g_remove (fixture->store), ==, 0);
  expect (fixture, "journal", "");
  g_assert_false (g_file_test (fixture->store, G_FILE_TEST_EXISTS));
}

#define ADD(path, function)                                                                        \
  g_test_add ("/cli/journal/" path, Fixture, argv[1], set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("newest-first", test_newest_first);
  ADD ("of-one-chat", test_of_one_chat);
  ADD ("for-people", test_for_people);
  ADD ("is-exported", test_is_exported);
  ADD ("forgotten-is-gone", test_forgotten_is_gone);
  ADD ("bad-arguments", test_bad_arguments);
  ADD ("looking-makes-no-file", test_looking_makes_no_file);
  return g_test_run ();
}
