/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the journal says of each chat's turns. */
#include "memory/parley-journal-tally.h"

#include "memory-calls.h"
#include "store-fixture.h"

#define WALL 1763000000
#define HOUR 3600

static void
add (StoreFixture *fixture,
     const char *person,
     ParleyJournalKind kind,
     const char *reason,
     guint n,
     gint64 wall)
{
  const ParleyJournalBounds unbounded = { 0, 0 };
  g_autoptr (ParleyChatKey) key = person != NULL ? store_fixture_new_key (person) : NULL;
  const ParleyJournalEntry entry
      = { .key = key, .wall = wall, .kind = kind, .reason = reason, .n = n };

  parley_journal_add (fixture->store, &entry, &unbounded);
}

static void
add_turn (
    StoreFixture *fixture, const char *person, guint messages, const char *outcome, gint64 wall)
{
  add (fixture, person, PARLEY_JOURNAL_READ, "timeout", messages, wall);
  add (fixture, person, PARLEY_JOURNAL_TURN, outcome, 1, wall + 2);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const ParleyJournalTally *left = *(const ParleyJournalTally *const *) a;
  const ParleyJournalTally *right = *(const ParleyJournalTally *const *) b;

  return g_strcmp0 (left->key->person, right->key->person);
}

/* "alice 3 answered, 2 in all": by name, with the messages of the last turn. */
static void
assert_tally (StoreFixture *fixture, gint64 since, const char *expected)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tallies = NULL;
  g_autoptr (GString) found = g_string_new (NULL);

  parley_journal_tally_async (fixture->store, since, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  tallies = parley_journal_tally_finish (fixture->store, result, &error);
  g_assert_no_error (error);
  g_ptr_array_sort (tallies, compare);
  for (guint i = 0; i < tallies->len; i++)
    {
      const ParleyJournalTally *tally = g_ptr_array_index (tallies, i);

      g_string_append_printf (found, "%s%s %u %s at %d, %u in all", i > 0 ? "; " : "",
                              tally->key->person, tally->messages, tally->reason,
                              (int) (tally->wall - WALL), tally->answered);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_last_turn_of_each_chat (StoreFixture *fixture, gconstpointer data)
{
  assert_tally (fixture, 0, "");
  add_turn (fixture, "alice", 4, "answered", WALL);
  add_turn (fixture, "bob", 1, "cut", WALL + 10);
  add_turn (fixture, "alice", 2, "silent", WALL + 20);
  assert_tally (fixture, WALL, "alice 2 silent at 22, 1 in all; bob 1 cut at 12, 1 in all");
}

static void
test_only_since_then (StoreFixture *fixture, gconstpointer data)
{
  add_turn (fixture, "alice", 4, "answered", WALL - HOUR);
  add_turn (fixture, "alice", 2, "answered", WALL);
  add_turn (fixture, "bob", 1, "answered", WALL - HOUR);
  assert_tally (fixture, WALL, "alice 2 answered at 2, 1 in all");
}

/* What is of no chat, or no turn, is none. A turn whose reading was let go of has no number. */
static void
test_other_entries_are_no_turns (StoreFixture *fixture, gconstpointer data)
{
  add (fixture, NULL, PARLEY_JOURNAL_SERVER, "builtin", 0, WALL);
  add (fixture, "bob", PARLEY_JOURNAL_REFUSED, "quiet", 0, WALL);
  add (fixture, "alice", PARLEY_JOURNAL_TURN, "drafted", 1, WALL);
  assert_tally (fixture, 0, "alice 0 drafted at 0, 0 in all");
}

/* Whatever stands in the file. */
static void
test_damage_is_bounded (StoreFixture *fixture, gconstpointer data)
{
  add_turn (fixture, "alice", 1, "answered", WALL);
  store_fixture_close (fixture);
  store_fixture_tamper (fixture,
                        "INSERT INTO chats (protocol, account, person)"
                        " VALUES ('p', 'a', CAST (x'ff' AS TEXT));"
                        "INSERT INTO journal (chat, wall, kind, reason, text, n, ms)"
                        " SELECT id, 9223372036854775807, 'turn', 'answered', '', -5, 0 FROM chats"
                        " WHERE protocol = 'p'");
  store_fixture_open (fixture);
  assert_tally (fixture, 0, "alice 1 answered at 2, 1 in all");
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
  g_test_add ("/memory/journal-tally/" path, StoreFixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("last-turn", test_last_turn_of_each_chat);
  ADD ("since", test_only_since_then);
  ADD ("others", test_other_entries_are_no_turns);
  ADD ("damage", test_damage_is_bounded);
  return g_test_run ();
}
