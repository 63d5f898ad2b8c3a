/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-overseer.h"

#include <string.h>

#include "base/parley-json.h"
#include "base/parley-timers.h"
#include "memory-calls.h"
#include "memory/parley-briefing.h"
#include "store-fixture.h"

#define NOW "2026-03-11T14:30:00Z"

typedef struct
{
  StoreFixture store;
  ParleyLexicon *lexicon;
  GTimeZone *zone;
  ParleyChatMemory *memory;
  ParleyOverseer *overseer;

  gboolean has_series; /* of the last look */

  /* What the overseer asked, when it has somebody to ask. */
  char *asked; /* names, parted by a space */
  GTask *question;
  const char *answer; /* a name; NULL: no opinion */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("alice");

  store_fixture_init (&fixture->store);
  store_fixture_open (&fixture->store);
  fixture->lexicon = parley_lexicon_new (data);
  fixture->zone = g_time_zone_new_identifier ("Europe/Berlin");
  fixture->memory = parley_chat_memory_new (fixture->store.store, key);
  fixture->overseer = parley_overseer_new (fixture->memory, fixture->lexicon);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_object_unref (fixture->overseer);
  g_object_unref (fixture->memory);
  g_time_zone_unref (fixture->zone);
  parley_lexicon_free (fixture->lexicon);
  store_fixture_clear (&fixture->store);
  g_free (fixture->asked);
}

/* --- what the memory holds --- */

/* @n entries, an hour apart, of what was fetched from @start to @end. */
static void
merge (Fixture *fixture,
       const char *series,
       const char *start,
       const char *end,
       guint n,
       const char *text)
{
  g_autoptr (GPtrArray) entries = parley_series_entries_new ();
  const ParleyInterval span = { memory_time (start), memory_time (end) };
  g_autoptr (GError) error = NULL;
  ParleyMergeResult merged;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *at = parley_iso_time_dup (span.start + i * G_TIME_SPAN_HOUR);
      g_autofree char *json = g_strdup_printf (
          "{\"id\": \"e%u\", \"timestamp\": \"%s\", \"who\": \"%s\"}", i, at, text);
      g_autoptr (JsonNode) node = parley_json_parse (json, strlen (json), NULL);
      ParleySeriesEntry *entry
          = parley_series_entry_new (json_node_get_object (node), NULL, NULL, &error);

      g_assert_no_error (error);
      g_ptr_array_add (entries, entry);
    }
  merged = memory_merge (fixture->memory, series, g_steal_pointer (&entries), &span,
                         memory_time (NOW));
  g_assert_cmpuint (merged.added, ==, n);
}

/* Four series that were fetched all of yesterday. */
static void
merge_several (Fixture *fixture)
{
  static const char *const names[]
      = { "kudos_givers", "kudos_received", "daily_steps", "weather_reports" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    merge (fixture, names[i], "2026-03-09T23:00:00Z", "2026-03-10T23:00:00Z", 2, names[i]);
}

/* --- looking --- */

static char *
look (Fixture *fixture, const char *text)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_series = FALSE;
  char *briefing;

  parley_overseer_look_async (fixture->overseer, text, memory_time (NOW), fixture->zone, NULL,
                              store_fixture_take_result, &result);
  memory_wait (&result);
  briefing = parley_overseer_look_finish (fixture->overseer, result, &has_series, &error);
  g_assert_no_error (error);
  fixture->has_series = has_series;
  return briefing;
}

/* Returns: (transfer full): the names of the series that are told for @text. */
static char *
look_for_names (Fixture *fixture, const char *text)
{
  g_autofree char *briefing = look (fixture, text);
  g_auto (GStrv) lines = g_strsplit (briefing, "\n", -1);
  GString *names = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "Series "))
        g_string_append_printf (names, "%.*s ", (int) strcspn (lines[i] + 7, "_,"), lines[i] + 7);
    }
  return g_string_free (names, FALSE);
}

#define assert_names(fixture_, text_, names_)                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found_ = look_for_names (fixture_, text_);                                    \
    g_assert_cmpstr (found_, ==, names_);                                                          \
  }                                                                                                \
  G_STMT_END

static void
assert_has (const char *briefing, const char *words)
{
  if (strstr (briefing, words) == NULL)
    g_error ("“%s” is not in:\n%s", words, briefing);
}

static void
test_what_is_known_is_told (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *briefing = NULL;

  merge (fixture, "kudos_givers", "2026-03-10T13:00:00Z", NOW, 15, "Bob");
  briefing = look (fixture, "who gave me kudos in the last 24 hours?");
  assert_has (briefing, "Series kudos_givers_timeseries, "
                        "2026-03-10T14:30:00Z to 2026-03-11T14:30:00Z\nCoverage: full\n");
  assert_has (briefing, "Entries: 13, newest first\n{");
  assert_has (briefing, "\"who\":\"Bob\"");
  g_assert_null (strstr (briefing, "Never fetched"));
  g_assert_null (strstr (briefing, "2026-03-10T14:00:00Z"));
}

static void
test_gaps_are_named (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *briefing = NULL;

  merge (fixture, "kudos_givers", "2026-03-10T06:00:00Z", "2026-03-10T12:00:00Z", 3, "Bob");
  briefing = look (fixture, "kudos yesterday");
  assert_has (briefing, "Coverage: partial\n");
  assert_has (briefing, "Never fetched: 2026-03-09T23:00:00Z to 2026-03-10T06:00:00Z\n");
  assert_has (briefing, "Never fetched: 2026-03-10T12:00:00Z to ");
  assert_has (briefing, "Entries: 3, newest first\n");
  g_free (briefing);
  briefing = look (fixture, "kudos last month");
  assert_has (briefing, "Coverage: none\n");
  assert_has (briefing, "Entries: 0, newest first\n");
}

static void
test_series_are_chosen_by_their_names (Fixture *fixture, gconstpointer unused)
{
  merge_several (fixture);
  assert_names (fixture, "my steps yesterday", "daily ");
  assert_names (fixture, "my STEP count yesterday", "daily ");
  assert_names (fixture, "kudos yesterday", "kudos kudos ");
  assert_names (fixture, "was the weather report wrong yesterday?", "weather ");
  assert_names (fixture, "yesterday: who received kudos, and the weather", "kudos kudos weather ");
  assert_names (fixture, "how was it yesterday?", "");
  assert_names (fixture, "stepping stones yesterday", "");
  assert_names (fixture, "mes kudos d’hier", "kudos kudos ");
  assert_names (fixture, "昨天的kudos", "kudos kudos ");
}

static void
test_the_only_series_needs_no_name (Fixture *fixture, gconstpointer unused)
{
  merge (fixture, "kudos_givers", "2026-03-10T06:00:00Z", "2026-03-10T12:00:00Z", 3, "Bob");
  assert_names (fixture, "who was it yesterday?", "kudos ");
  assert_names (fixture, "who was it?", "");
  assert_names (fixture, "kudos!", "");
}

static void
test_without_a_time_only_facts_are_told (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *briefing = NULL;

  merge_several (fixture);
  memory_remember (fixture->memory, "collects kudos since childhood", 1772000000);
  memory_remember (fixture->memory, "likes tea", 1772000000);
  briefing = look (fixture, "so, kudos?");
  g_assert_cmpstr (briefing, ==,
                   "Remembered, with who said it and when:\n"
                   "- the person, 2026-02-25T06:13:20Z: collects kudos since childhood\n");
}

static void
test_nothing_known_is_nothing_told (Fixture *fixture, gconstpointer unused)
{
  static const char *const texts[] = { "", " \n", "kudos yesterday", "👍", "hello" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *briefing = look (fixture, texts[i]);

      g_assert_cmpstr (briefing, ==, "");
    }
  memory_remember (fixture->memory, "likes tea", 1772000000);
  g_free (look (fixture, "tea"));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *briefing = look (fixture, texts[i]);

      g_assert_cmpstr (briefing, ==, "");
    }
}

static void
test_other_chats_are_not_looked_at (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("bob");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (fixture->store.store, key);
  g_autoptr (ParleyOverseer) other = parley_overseer_new (memory, fixture->lexicon);
  g_autofree char *briefing = NULL;

  merge_several (fixture);
  memory_remember (fixture->memory, "collects kudos", 1772000000);
  g_set_object (&fixture->overseer, other);
  briefing = look (fixture, "kudos yesterday");
  g_assert_cmpstr (briefing, ==, "");
}

static void
test_bounds_hold (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *long_text = g_strnfill (1500, 'x');
  g_autofree char *huge_text = g_strnfill (12000, 'y');
  g_autofree char *briefing = NULL;
  g_autofree char *names = NULL;

  for (guint i = 0; i < PARLEY_OVERSEER_MAX_SERIES + 2; i++)
    {
      g_autofree char *series = g_strdup_printf ("kudos_%u", i);

      merge (fixture, series, "2026-03-09T23:00:00Z", "2026-03-10T23:00:00Z", 24,
             i == 0   ? huge_text
             : i == 1 ? long_text
                      : "Bob");
    }
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *fact = g_strdup_printf ("%u kudos %0250u", i, i);

      memory_remember (fixture->memory, fact, 1772000000);
    }
  briefing = look (fixture, "kudos yesterday");
  names = look_for_names (fixture, "kudos yesterday");
  g_assert_cmpstr (names, ==, "kudos kudos kudos kudos ");
  g_assert_cmpuint (strlen (briefing), <=,
                    (1 + PARLEY_OVERSEER_MAX_SERIES) * PARLEY_BRIEFING_MAX_PART);
  assert_has (briefing, "yyy... (cut)\n(older entries are left out)\n");
  assert_has (briefing, "Entries: 24, newest first\n");
}

/* Where a question stands at the end of a long turn, it is found. */
static void
test_long_turns_are_read_from_their_end (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GString) text = g_string_new (NULL);

  merge_several (fixture);
  while (text->len < 64 * 1024)
    g_string_append (text, "ő ");
  g_string_append (text, "kudos yesterday");
  assert_names (fixture, text->str, "kudos kudos ");
}

/* --- somebody to ask --- */

static void
answer (Fixture *fixture)
{
  const char *const names[] = { fixture->answer, NULL };

  parley_overseer_choose (g_steal_pointer (&fixture->question),
                          fixture->answer != NULL ? names : NULL);
}

static void
on_asked (GTask *question,
          const char *text,
          const char *const *names,
          GCancellable *cancellable,
          gpointer data)
{
  Fixture *fixture = data;

  g_free (fixture->asked);
  fixture->asked = g_strjoinv (" ", (char **) names);
  fixture->question = question;
  if (fixture->answer == NULL || *fixture->answer != '\0')
    answer (fixture);
}

static void
test_who_may_choose_is_asked_only_between_several (Fixture *fixture, gconstpointer unused)
{
  merge_several (fixture);
  parley_overseer_set_choose (fixture->overseer, on_asked, fixture);
  assert_names (fixture, "steps yesterday", "daily ");
  g_assert_null (fixture->asked);
  fixture->answer = "kudos_received_timeseries";
  assert_names (fixture, "kudos and steps yesterday", "kudos ");
  g_assert_cmpstr (fixture->asked, ==,
                   "daily_steps_timeseries kudos_givers_timeseries kudos_received_timeseries");
  fixture->answer = NULL;
  assert_names (fixture, "kudos yesterday", "kudos kudos ");
  fixture->answer = "weather_reports_timeseries";
  assert_names (fixture, "kudos yesterday", "");
}

static void
test_cancelled_is_cancelled (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_series;

  merge_several (fixture);
  parley_overseer_look_async (fixture->overseer, "kudos yesterday", memory_time (NOW),
                              fixture->zone, cancellable, store_fixture_take_result, &result);
  g_cancellable_cancel (cancellable);
  memory_wait (&result);
  g_assert_null (parley_overseer_look_finish (fixture->overseer, result, &has_series, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_cancelled_while_somebody_chooses (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_series;

  merge_several (fixture);
  fixture->answer = "";
  parley_overseer_set_choose (fixture->overseer, on_asked, fixture);
  parley_overseer_look_async (fixture->overseer, "kudos yesterday", memory_time (NOW),
                              fixture->zone, cancellable, store_fixture_take_result, &result);
  while (fixture->question == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (cancellable);
  answer (fixture);
  memory_wait (&result);
  g_assert_null (parley_overseer_look_finish (fixture->overseer, result, &has_series, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name_, test_)                                                                          \
  g_test_add ("/memory/overseer/" name_, Fixture, NULL, set_up, test_, tear_down)
  ADD ("known", test_what_is_known_is_told);
  ADD ("gaps", test_gaps_are_named);
  ADD ("names", test_series_are_chosen_by_their_names);
  ADD ("only-series", test_the_only_series_needs_no_name);
  ADD ("facts", test_without_a_time_only_facts_are_told);
  ADD ("nothing", test_nothing_known_is_nothing_told);
  ADD ("other-chats", test_other_chats_are_not_looked_at);
  ADD ("bounds", test_bounds_hold);
  ADD ("long", test_long_turns_are_read_from_their_end);
  ADD ("choose", test_who_may_choose_is_asked_only_between_several);
  ADD ("cancelled", test_cancelled_is_cancelled);
  ADD ("cancelled-choice", test_cancelled_while_somebody_chooses);
  return g_test_run ();
}
