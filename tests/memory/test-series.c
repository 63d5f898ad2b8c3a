/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-json.h"
#include "base/parley-timers.h"
#include "memory-calls.h"
#include "memory/parley-store-owner.h"
#include "store-fixture.h"

#define NAME "kudos_givers"
#define HOUR G_TIME_SPAN_HOUR
#define DAY  G_TIME_SPAN_DAY

typedef struct
{
  StoreFixture store;
  ParleyChatMemory *memory;
  gint64 now;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");

  store_fixture_init (&fixture->store);
  store_fixture_open (&fixture->store);
  fixture->memory = parley_chat_memory_new (fixture->store.store, key);
  fixture->now = memory_time ("2025-10-25T10:00:00Z");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->memory);
  store_fixture_clear (&fixture->store);
}

/* Entries number @first to @last, of which number n happened n hours before @now. */
static GPtrArray *
hours_ago (gint64 now, guint first, guint last)
{
  GPtrArray *entries = parley_series_entries_new ();

  for (guint i = first; i <= last; i++)
    {
      g_autofree char *id = g_strdup_printf ("kudos_%u", i);

      memory_add_entry (entries, id, now - i * HOUR);
    }
  return entries;
}

static void
assert_merged (ParleyMergeResult merged, guint added, guint duplicates, guint64 total)
{
  g_assert_cmpuint (merged.added, ==, added);
  g_assert_cmpuint (merged.duplicates, ==, duplicates);
  g_assert_cmpuint (merged.total, ==, total);
}

static void
assert_query (const ParleySeriesQuery *query, ParleyCoverage coverage, guint64 count, guint missing)
{
  g_assert_cmpint (query->coverage, ==, coverage);
  g_assert_cmpint (query->needs_fetch, ==, coverage != PARLEY_COVERAGE_FULL);
  g_assert_cmpuint (query->count, ==, count);
  g_assert_cmpuint (query->missing->len, ==, missing);
  g_assert_nonnull (query->reason);
}

/* --- accumulating over time --- */

static void
test_first_fetch_adds_all (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval fetched = { fixture->now - DAY, fixture->now };
  g_autoptr (GPtrArray) list = NULL;
  const ParleySeriesInfo *info;

  assert_merged (
      memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 15), &fetched, fixture->now),
      15, 0, 15);
  list = memory_list_series (fixture->memory);
  g_assert_cmpuint (list->len, ==, 1);
  info = g_ptr_array_index (list, 0);
  g_assert_cmpstr (info->name, ==, NAME "_timeseries");
  g_assert_cmpuint (info->count, ==, 15);
  g_assert_cmpint (info->state.end, ==, fixture->now - HOUR);
}

static void
test_same_question_an_hour_later (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval first = { fixture->now - DAY, fixture->now };
  const ParleyInterval second = { fixture->now - DAY + HOUR, fixture->now + HOUR };
  g_autoptr (GPtrArray) again = hours_ago (fixture->now, 1, 13);
  g_autoptr (GPtrArray) list = NULL;
  const ParleySeriesInfo *info;

  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 15), &first, fixture->now);
  memory_add_entry (again, "kudos_new_1", fixture->now + HOUR / 3);
  memory_add_entry (again, "kudos_new_2", fixture->now + HOUR / 2);
  assert_merged (
      memory_merge (fixture->memory, NAME, g_steal_pointer (&again), &second, fixture->now + HOUR),
      2, 13, 17);
  list = memory_list_series (fixture->memory);
  info = g_ptr_array_index (list, 0);
  g_assert_cmpuint (info->total_api_calls, ==, 2);
  g_assert_cmpuint (info->total_fetched, ==, 30);
  g_assert_cmpuint (info->duplicates_avoided, ==, 13);
  g_assert_cmpint (info->accumulated_since, ==, fixture->now);
  g_assert_cmpint (info->last_updated, ==, fixture->now + HOUR);
}

static void
test_answered_from_memory (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval older = { fixture->now - 3 * DAY, fixture->now - DAY };
  const ParleyInterval newer = { fixture->now - DAY, fixture->now };
  g_autoptr (ParleySeriesQuery) query = NULL;

  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 24, 70), &older, fixture->now);
  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 24), &newer, fixture->now);
  query = memory_query (fixture->memory, NAME, fixture->now - 2 * DAY, fixture->now, 0);
  assert_query (query, PARLEY_COVERAGE_FULL, 48, 0);
  for (guint i = 0; i < query->entries->len; i++)
    {
      const ParleySeriesEntry *entry = g_ptr_array_index (query->entries, i);

      g_assert_cmpint (entry->at, ==, fixture->now - (i + 1) * HOUR);
    }
}

static void
test_gap_is_named_and_filled (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval known = { fixture->now - 3 * DAY, fixture->now };
  gint64 week = fixture->now - 7 * DAY;
  g_autoptr (ParleySeriesQuery) before = NULL;
  g_autoptr (ParleySeriesQuery) after = NULL;
  ParleyInterval gap;

  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 30), &known, fixture->now);
  before = memory_query (fixture->memory, NAME, week, fixture->now, 0);
  assert_query (before, PARLEY_COVERAGE_PARTIAL, 30, 1);
  gap = g_array_index (before->missing, ParleyInterval, 0);
  g_assert_cmpint (gap.start, ==, week);
  g_assert_cmpint (gap.end, ==, known.start);

  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 80, 111), &gap, fixture->now);
  after = memory_query (fixture->memory, NAME, week, fixture->now, 0);
  assert_query (after, PARLEY_COVERAGE_FULL, 62, 0);
}

/* --- merging --- */

static void
test_newer_duplicate_wins (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) old = parley_series_entries_new ();
  g_autoptr (GPtrArray) new = parley_series_entries_new ();
  g_autoptr (GPtrArray) stale = parley_series_entries_new ();
  g_autoptr (ParleySeriesQuery) query = NULL;
  const ParleySeriesEntry *entry;
  g_autofree char *json = NULL;

  memory_add_entry (old, "a", fixture->now - 5 * HOUR);
  memory_add_entry (new, "a", fixture->now - 2 * HOUR);
  memory_add_entry (stale, "a", fixture->now - 4 * HOUR);
  memory_merge (fixture->memory, NAME, g_steal_pointer (&old), NULL, fixture->now);
  assert_merged (
      memory_merge (fixture->memory, NAME, g_steal_pointer (&new), NULL, fixture->now + HOUR), 0, 1,
      1);
  assert_merged (
      memory_merge (fixture->memory, NAME, g_steal_pointer (&stale), NULL, fixture->now + 2 * HOUR),
      0, 1, 1);
  query = memory_query (fixture->memory, NAME, fixture->now - DAY, fixture->now, 0);
  g_assert_cmpuint (query->entries->len, ==, 1);
  entry = g_ptr_array_index (query->entries, 0);
  g_assert_cmpint (entry->at, ==, fixture->now - 2 * HOUR);
  g_assert_cmpint (entry->first_seen, ==, fixture->now);
  json = parley_series_entry_dup_json (entry);
  g_assert_cmpstr (json, ==,
                   "{\"id\":\"a\",\"timestamp\":\"2025-10-25T08:00:00Z\","
                   "\"first_seen\":\"2025-10-25T10:00:00Z\"}");
}

static void
test_bad_merge_changes_nothing (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval backwards = { 10, 5 };
  const char *const names[] = { "", "two words", "a/b", "\xff", "kudos;DROP TABLE chats" };
  g_autoptr (GPtrArray) list = NULL;

  for (guint i = 0; i <= G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      gboolean last = i == G_N_ELEMENTS (names);

      parley_chat_memory_merge_async (fixture->memory, last ? NAME : names[i],
                                      hours_ago (fixture->now, 1, 3), last ? &backwards : NULL,
                                      fixture->now, NULL, store_fixture_take_result, &result);
      memory_wait (&result);
      g_assert_false (parley_chat_memory_merge_finish (fixture->memory, result, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
  list = memory_list_series (fixture->memory);
  g_assert_cmpuint (list->len, ==, 0);
}

typedef struct
{
  const char *json;
  const char *words; /* NULL: it is taken */
} EntryCase;

static const EntryCase entry_cases[] = {
  { "{\"id\":\"a\",\"timestamp\":\"2025-10-25T09:30:00Z\"}", NULL },
  { "{\"id\":7,\"timestamp\":\"2025-10-25 09:30:00+02:00\"}", NULL },
  { "{\"id\":\"a\",\"timestamp\":\"2025-10-25\"}", NULL },
  { "{\"timestamp\":\"2025-10-25T09:30:00Z\"}", "“id”" },
  { "{\"id\":\"\",\"timestamp\":\"2025-10-25T09:30:00Z\"}", "“id”" },
  { "{\"id\":[1],\"timestamp\":\"2025-10-25T09:30:00Z\"}", "“id”" },
  { "{\"id\":1.5,\"timestamp\":\"2025-10-25T09:30:00Z\"}", "“id”" },
  { "{\"id\":\"a\"}", "“timestamp”" },
  { "{\"id\":\"a\",\"timestamp\":1700000000}", "“timestamp”" },
  { "{\"id\":\"a\",\"timestamp\":\"yesterday\"}", "“timestamp”" },
  { "{\"id\":\"a\",\"timestamp\":\"2025-02-30T00:00:00Z\"}", "“timestamp”" },
  { "{\"id\":\"a\",\"timestamp\":\"0001-01-01T00:00:00+14:00\"}", "“timestamp”" },
};

static void
test_entry_is_checked (gconstpointer data)
{
  const EntryCase *one = data;
  g_autoptr (JsonNode) node = parley_json_parse_line (one->json, strlen (one->json));
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleySeriesEntry) entry
      = parley_series_entry_new (json_node_get_object (node), NULL, NULL, &error);

  g_assert_cmpint (entry != NULL, ==, one->words == NULL);
  if (one->words == NULL)
    return;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, one->words));
}

static void
test_long_entry_is_refused (void)
{
  g_autofree char *long_text = g_strnfill (PARLEY_SERIES_MAX_ENTRY, 'x');
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GError) error = NULL;

  json_object_set_string_member (object, "id", "a");
  json_object_set_string_member (object, "timestamp", "2025-10-25T09:30:00Z");
  json_object_set_string_member (object, "text", long_text);
  g_assert_null (parley_series_entry_new (object, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  json_object_remove_member (object, "text");
  json_object_set_string_member (object, "id", long_text);
  g_assert_null (parley_series_entry_new (object, NULL, NULL, NULL));
}

static void
test_other_field_names (void)
{
  const char *json = "{\"uid\":5,\"when\":\"2025-10-25T11:30:00+02:00\",\"first_seen\":\"lie\"}";
  g_autoptr (JsonNode) node = parley_json_parse_line (json, strlen (json));
  g_autoptr (ParleySeriesEntry) entry
      = parley_series_entry_new (json_node_get_object (node), "uid", "when", NULL);

  g_assert_cmpstr (entry->id, ==, "5");
  g_assert_cmpstr (entry->json, ==,
                   "{\"uid\":5,\"when\":\"2025-10-25T09:30:00Z\",\"id\":\"5\","
                   "\"timestamp\":\"2025-10-25T09:30:00Z\"}");
}

/* --- coverage --- */

static void
test_empty_but_fetched_is_full (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval fetched = { fixture->now - DAY, fixture->now };
  g_autoptr (ParleySeriesQuery) full = NULL;
  g_autoptr (ParleySeriesQuery) none = NULL;
  g_autoptr (ParleySeriesQuery) other = NULL;

  memory_merge (fixture->memory, NAME, parley_series_entries_new (), &fetched, fixture->now);
  full = memory_query (fixture->memory, NAME, fetched.start, fetched.end, 0);
  assert_query (full, PARLEY_COVERAGE_FULL, 0, 0);
  g_assert_false (full->has_state);
  none = memory_query (fixture->memory, NAME, fetched.end + 1, fetched.end + HOUR, 0);
  assert_query (none, PARLEY_COVERAGE_NONE, 0, 1);
  other = memory_query (fixture->memory, "other", fetched.start, fetched.end, 0);
  assert_query (other, PARLEY_COVERAGE_NONE, 0, 1);
}

static void
test_merge_without_span_covers_its_entries (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ParleySeriesQuery) inside = NULL;
  g_autoptr (ParleySeriesQuery) around = NULL;

  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 2, 9), NULL, fixture->now);
  inside
      = memory_query (fixture->memory, NAME, fixture->now - 9 * HOUR, fixture->now - 2 * HOUR, 0);
  assert_query (inside, PARLEY_COVERAGE_FULL, 8, 0);
  around = memory_query (fixture->memory, NAME, fixture->now - 10 * HOUR, fixture->now, 3);
  assert_query (around, PARLEY_COVERAGE_PARTIAL, 8, 2);
  g_assert_cmpuint (around->entries->len, ==, 3);
}

#define INSTANTS 40
#define ROUNDS   60

/* Of the spans added, what is missing is worked out instant by instant, and compared. */
static void
check_span (Fixture *fixture, const gboolean *known, gint64 start, gint64 end)
{
  g_autoptr (ParleySeriesQuery) query = memory_query (fixture->memory, NAME, start, end, 0);
  guint n_known = 0;

  for (gint64 t = start; t <= end; t++)
    {
      gboolean missing = FALSE;

      for (guint i = 0; i < query->missing->len; i++)
        {
          const ParleyInterval *gap = &g_array_index (query->missing, ParleyInterval, i);

          g_assert_cmpint (gap->start, >=, start);
          g_assert_cmpint (gap->end, <=, end);
          missing = missing || (t >= gap->start && t <= gap->end);
        }
      /* A gap ends where what is known begins. */
      if (!known[t])
        g_assert_true (missing);
      else if ((t == start || known[t - 1]) && (t == end || known[t + 1]))
        g_assert_false (missing);
      n_known += known[t];
    }
  g_assert_cmpint (query->coverage, ==,
                   n_known == end - start + 1 ? PARLEY_COVERAGE_FULL
                   : n_known == 0             ? PARLEY_COVERAGE_NONE
                                              : PARLEY_COVERAGE_PARTIAL);
}

static void
test_coverage_is_a_set_of_instants (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  gboolean known[INSTANTS] = { FALSE };

  for (guint round = 0; round < ROUNDS; round++)
    {
      ParleyInterval span = { .start = g_rand_int_range (rand, 0, INSTANTS) };

      if (round % 15 == 0)
        {
          g_autoptr (ParleyForgotten) forgotten = memory_forget (fixture->memory);

          memset (known, 0, sizeof known);
        }
      span.end = MIN (span.start + g_rand_int_range (rand, 0, 8), INSTANTS - 1);
      memory_merge (fixture->memory, NAME, parley_series_entries_new (), &span, fixture->now);
      for (gint64 t = span.start; t <= span.end; t++)
        known[t] = TRUE;
      for (guint i = 0; i < 10; i++)
        {
          gint64 start = g_rand_int_range (rand, 0, INSTANTS);
          gint64 end = g_rand_int_range (rand, (gint32) start, INSTANTS);

          check_span (fixture, known, start, end);
        }
    }
}

/* --- cleanup --- */

static void
test_cleanup_by_days (Fixture *fixture, gconstpointer data)
{
  const ParleyInterval fetched = { fixture->now - 10 * DAY, fixture->now };
  ParleyCleanupResult cleaned;
  g_autoptr (ParleySeriesQuery) recent = NULL;
  g_autoptr (ParleySeriesQuery) old = NULL;

  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 240), &fetched, fixture->now);
  cleaned = memory_cleanup (fixture->memory, NAME, 3, 0, fixture->now);
  g_assert_cmpuint (cleaned.removed, ==, 240 - 72);
  g_assert_cmpuint (cleaned.kept, ==, 72);
  g_assert_true (cleaned.has_cutoff);
  g_assert_cmpint (cleaned.cutoff, ==, fixture->now - 3 * DAY);
  recent = memory_query (fixture->memory, NAME, fixture->now - 3 * DAY, fixture->now, 0);
  assert_query (recent, PARLEY_COVERAGE_FULL, 72, 0);
  old = memory_query (fixture->memory, NAME, fixture->now - 9 * DAY, fixture->now - 4 * DAY, 0);
  assert_query (old, PARLEY_COVERAGE_NONE, 0, 1);
}

static void
test_cleanup_by_number (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) entries = hours_ago (fixture->now, 1, 50);
  ParleyCleanupResult cleaned;
  g_autoptr (ParleySeriesQuery) all = NULL;
  g_autoptr (GPtrArray) list = NULL;

  /* Some at the very instant at which it is cut. */
  memory_add_entry (entries, "tie_a", fixture->now - 20 * HOUR);
  memory_add_entry (entries, "tie_b", fixture->now - 20 * HOUR);
  memory_merge (fixture->memory, NAME, g_steal_pointer (&entries), NULL, fixture->now);
  cleaned = memory_cleanup (fixture->memory, NAME, 0, 21, fixture->now);
  g_assert_cmpuint (cleaned.removed, ==, 31);
  g_assert_cmpuint (cleaned.kept, ==, 21);
  g_assert_false (cleaned.has_cutoff);
  all = memory_query (fixture->memory, NAME, fixture->now - 50 * HOUR, fixture->now - HOUR, 0);
  assert_query (all, PARLEY_COVERAGE_PARTIAL, 21, 1);
  list = memory_list_series (fixture->memory);
  g_assert_cmpuint (((ParleySeriesInfo *) g_ptr_array_index (list, 0))->count, ==, 21);
  cleaned = memory_cleanup (fixture->memory, NAME, 0, 0, fixture->now);
  g_assert_cmpuint (cleaned.removed, ==, 0);
}

static void
test_bounds_by_default (void)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  ParleySeriesBounds bounds = parley_series_bounds_read (settings);

  g_assert_cmpuint (bounds.keep_days, ==, 90);
  g_assert_cmpuint (bounds.max_entries, ==, 10000);
}

static void
test_merge_never_cleans (Fixture *fixture, gconstpointer data)
{
  assert_merged (
      memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 12000), NULL, fixture->now),
      12000, 0, 12000);
}

static guint64
count_after_day (Fixture *fixture, gint64 now)
{
  const ParleySeriesBounds bounds = { 90, 10 };
  g_autoptr (GPtrArray) list = NULL;

  parley_store_clean_daily (fixture->store.store, &bounds, now);
  list = memory_list_series (fixture->memory);
  return ((ParleySeriesInfo *) g_ptr_array_index (list, 0))->count;
}

static void
test_daily_cleanup_once_a_day (Fixture *fixture, gconstpointer data)
{
  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 1, 20), NULL, fixture->now);
  g_assert_cmpuint (count_after_day (fixture, fixture->now), ==, 10);
  memory_merge (fixture->memory, NAME, hours_ago (fixture->now, 21, 25), NULL, fixture->now);
  g_assert_cmpuint (count_after_day (fixture, fixture->now + 23 * HOUR), ==, 15);
  g_assert_cmpuint (count_after_day (fixture, fixture->now + 24 * HOUR), ==, 10);
}

/* --- times --- */

static void
test_times_keep_their_microseconds (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < 100000; i++)
    {
      gint64 time = (gint64) (g_rand_double (rand) * (double) PARLEY_ISO_TIME_MAX * 1.2)
                    + PARLEY_ISO_TIME_MIN;
      g_autofree char *text = NULL;

      time = CLAMP (time, PARLEY_ISO_TIME_MIN, PARLEY_ISO_TIME_MAX);
      text = parley_iso_time_dup (time);
      g_assert_cmpint (memory_time (text), ==, time);
    }
}

static void
test_times_as_written (void)
{
  const char *const pairs[][2] = {
    { "2025-10-25T09:30:00Z", "2025-10-25T09:30:00Z" },
    { "2025-10-25T09:30:00.50", "2025-10-25T09:30:00.5Z" },
    { "2025-10-25T23:30:00-02:30", "2025-10-26T02:00:00Z" },
    { "2025-10-25", "2025-10-25T00:00:00Z" },
    { "1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z" },
    { "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z" },
    { "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999999Z" },
  };
  const char *const wrong[]
      = { "", "now", "2025-13-01", "25-10-2025", "9999-12-31T23:59:59-01:00", "2025-10-25T", "T" };
  gint64 time = 5;

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *text = parley_iso_time_dup (memory_time (pairs[i][0]));

      g_assert_cmpstr (text, ==, pairs[i][1]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (parley_iso_time_parse (wrong[i], &time));
  g_assert_cmpint (time, ==, 5);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/series/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("first-fetch-adds-all", test_first_fetch_adds_all);
  ADD ("same-question-an-hour-later", test_same_question_an_hour_later);
  ADD ("answered-from-memory", test_answered_from_memory);
  ADD ("gap-is-named-and-filled", test_gap_is_named_and_filled);
  ADD ("newer-duplicate-wins", test_newer_duplicate_wins);
  ADD ("bad-merge-changes-nothing", test_bad_merge_changes_nothing);
  ADD ("empty-but-fetched-is-full", test_empty_but_fetched_is_full);
  ADD ("merge-without-span", test_merge_without_span_covers_its_entries);
  ADD ("coverage-is-a-set-of-instants", test_coverage_is_a_set_of_instants);
  ADD ("cleanup-by-days", test_cleanup_by_days);
  ADD ("cleanup-by-number", test_cleanup_by_number);
  ADD ("merge-never-cleans", test_merge_never_cleans);
  ADD ("daily-cleanup-once-a-day", test_daily_cleanup_once_a_day);
  for (guint i = 0; i < G_N_ELEMENTS (entry_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/memory/series/entry-is-checked/%u", i);

      g_test_add_data_func (path, &entry_cases[i], test_entry_is_checked);
    }
  g_test_add_func ("/memory/series/bounds-by-default", test_bounds_by_default);
  g_test_add_func ("/memory/series/long-entry-is-refused", test_long_entry_is_refused);
  g_test_add_func ("/memory/series/other-field-names", test_other_field_names);
  g_test_add_func ("/memory/series/times-keep-their-microseconds",
                   test_times_keep_their_microseconds);
  g_test_add_func ("/memory/series/times-as-written", test_times_as_written);
  return g_test_run ();
}
