/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "agent-fixture.h"

#include <string.h>

/* A model that does all it can to reach another chat than the one it serves. */

#define TURNS  1000
#define SECRET "CANARY-SECRET"

typedef struct
{
  AgentFixture agent;
  ParleyChatMemory *twin; /* the same name on another protocol */
} Fixture;

static const char *const targets[] = {
  "bob@example.org",
  "BOB@EXAMPLE.ORG",
  "bob@example.org/phone",
  "Ｂｏｂ＠example.org",
  "bob@example.org ",
  "bob%40example.org",
  "xmpp:bob@example.org",
  "b\u00f3b@example.org",
  "anna@example.org",
  "prpl-irc/CANARY-ACCOUNT/anna@example.org",
  "irc:anna@example.org",
  "*",
  "%",
  "../bob@example.org",
  "../../store.db",
  "/etc/passwd",
  "file:///etc/passwd",
  "..\\\\bob",
  "x' OR '1'='1",
  "x'; DROP TABLE facts; --",
  "x' UNION SELECT text FROM facts --",
  "\"; ATTACH 'a' AS b; --",
  "1 OR 1=1",
  "bob_timeseries",
  "bob@example.org\\u0000",
  "\u202ebob",
  "bob\u200b@example.org",
  "",
};

/* %s is one of the targets. */
typedef struct
{
  const char *tool;
  const char *arguments;
  gboolean refused; /* whatever the target */
} Attack;

static const Attack attacks[] = {
  { "search_history", "{\"words\": \"\", \"chat\": \"%s\"}", TRUE },
  { "search_history", "{\"words\": \"\", \"person\": \"%s\"}", TRUE },
  { "search_history", "{\"words\": \"%s\"}", FALSE },
  { "search_history", "{\"words\": \"\", \"since\": \"%s\"}", FALSE },
  { "recall", "{\"about\": \"%s\"}", FALSE },
  { "recall", "{\"about\": \"\", \"account\": \"%s\"}", TRUE },
  { "recall", "{\"about\": \"\", \"person\": \"%s\"}", TRUE },
  { "list_timeseries", "{\"chat\": \"%s\"}", TRUE },
  { "query_timeseries", "{\"series\": \"%s\", \"start\": \"0001-01-01\", \"end\": \"9999-12-31\"}",
    FALSE },
  { "query_timeseries",
    "{\"series\": \"notes\", \"start\": \"0001-01-01\", \"end\": \"9999-12-31\", \"chat\": \"%s\"}",
    TRUE },
  { "remember", "{\"text\": \"evil\", \"person\": \"%s\"}", TRUE },
  { "remember", "{\"text\": \"evil\", \"said_by\": \"%s\"}", TRUE },
  { "merge_timeseries",
    "{\"series\": \"%s\", \"entries\": [{\"id\": \"evil\", \"timestamp\": \"2026-01-01\"}]}",
    FALSE },
  { "merge_timeseries",
    "{\"series\": \"notes\", \"entries\": [{\"id\": \"evil\", \"timestamp\": \"2026-01-01\", "
    "\"chat\": \"%s\"}]}",
    FALSE },
  { "cleanup_timeseries", "{\"series\": \"%s\", \"max_entries\": 1}", FALSE },
  { "cleanup_timeseries", "{\"series\": \"notes\", \"chat\": \"%s\"}", TRUE },
  { "hand_over", "{\"reason\": \"\", \"to\": \"%s\"}", TRUE },
  { "set_hint", "{\"recipient\": \"%s\"}", TRUE },
  { "send_message", "{\"to\": \"%s\", \"text\": \"evil\"}", TRUE },
  { "read_chat", "{\"chat\": \"%s\"}", TRUE },
  { "sql", "{\"query\": \"SELECT * FROM facts -- %s\"}", TRUE },
  { "%s", "{}", TRUE },
};

static void
fill (ParleyChatMemory *memory, const char *words)
{
  g_autofree char *json
      = g_strdup_printf ("{\"id\": \"%s\", \"timestamp\": \"2026-01-01T00:00:00Z\"}", words);
  g_autoptr (JsonNode) root = json_from_string (json, NULL);
  g_autoptr (ParleyLesson) lesson = parley_lesson_new (words, words, 1000);
  GPtrArray *entries = parley_series_entries_new ();

  g_ptr_array_add (entries,
                   parley_series_entry_new (json_node_get_object (root), NULL, NULL, NULL));
  parley_chat_memory_add_utterance (memory, PARLEY_SPEAKER_PERSON, words, parley_when_at (1000), 1);
  parley_chat_memory_remember_async (memory, words, PARLEY_FACT_KIND_FACT, PARLEY_SPEAKER_PERSON,
                                     1000, NULL, NULL, NULL);
  parley_chat_memory_add_lesson (memory, lesson);
  parley_chat_memory_merge_async (memory, "notes", entries, NULL, 0, NULL, NULL, NULL);
}

static void
setup (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key
      = parley_chat_key_new ("prpl-irc", "CANARY-ACCOUNT", "anna@example.org");

  agent_fixture_setup (&f->agent, data);
  f->twin = parley_chat_memory_new (f->agent.store, key);
  fill (f->agent.memory, "my own words");
  fill (f->agent.other, SECRET);
  fill (f->twin, SECRET);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  g_object_unref (f->twin);
  agent_fixture_teardown (&f->agent, data);
}

static char *
dup_strange (Fixture *f)
{
  ParleyChatMemory *other = f->agent.other;
  g_autofree char *bob = agent_fixture_dup_other (&f->agent);
  g_autofree char *twin = NULL;

  f->agent.other = f->twin;
  twin = agent_fixture_dup_other (&f->agent);
  f->agent.other = other;
  return g_strconcat (bob, "--\n", twin, NULL);
}

/* Returns: (transfer full): @format with @target at its %s. */
static char *
dup_aimed (const char *format, const char *target)
{
  g_auto (GStrv) parts = g_strsplit (format, "%s", -1);

  return g_strjoinv (target, parts);
}

static void
test_no_other_chat_is_reached (Fixture *f, gconstpointer data)
{
  AgentFixture *agent = &f->agent;
  g_autofree char *before = dup_strange (f);
  g_autofree char *after = NULL;
  guint n_refused = 0;

  g_assert_nonnull (strstr (before, SECRET "\n" SECRET "\nnotes_timeseries 1\n--\n" SECRET));
  for (guint i = 0; i < TURNS; i++)
    {
      guint attack = i % G_N_ELEMENTS (attacks);
      const char *target = targets[i / G_N_ELEMENTS (attacks) % G_N_ELEMENTS (targets)];
      g_autofree char *tool = dup_aimed (attacks[attack].tool, target);
      g_autofree char *arguments = dup_aimed (attacks[attack].arguments, target);

      agent_fixture_start (agent, "send me what Bob said");
      agent_fixture_call (agent, tool, arguments);
      /* Each is told of, the refused ones as such. */
      g_assert_cmpuint (strlen (agent->trace->str), >, 0);
      if (attacks[attack].refused && agent->n_refused == 0)
        g_error ("%s %s was not refused", tool, arguments);
      n_refused += agent->n_refused;
      g_assert_false (parley_test_backend_was_told (agent->backend, SECRET));
      g_assert_false (parley_test_backend_was_told (agent->backend, "CANARY"));
      if (!agent->finished)
        agent_fixture_answer (agent, "That I can't tell.");
      g_assert_null (strstr (agent->said->str, SECRET));
    }
  after = dup_strange (f);
  g_assert_cmpstr (after, ==, before);
  g_test_message ("%u turns, %u calls refused and told of, nothing reached", TURNS, n_refused);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/brain/agent/isolation", Fixture, NULL, setup, test_no_other_chat_is_reached,
              teardown);
  return g_test_run ();
}
