/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What was fetched, merged, asked for and let go of, beside a model of it that is too simple to be
 * wrong: every instant of a short time has a place of its own. */
#include "fuzz.h"

#include <string.h>

#include "memory/parley-schema.h"
#include "memory/parley-series-rows.h"

#define N_TIMES   64 /* instants: µs since 1970 */
#define N_IDS     24
#define MAX_STEPS 100
#define NEVER     (-1)

typedef struct
{
  ParleyDatabase *database;
  gint64 chat;
  char *name;
  gint64 now;
  gint64 at[N_IDS]; /* of each entry; NEVER: it isn't there */
  gint64 first_seen[N_IDS];
  gboolean fetched[N_TIMES];
} World;

/* Each entry's id sorts as its number does. */
static char *
dup_id (guint number)
{
  return g_strdup_printf ("%02u", number);
}

static guint
count (const World *world, gint64 start, gint64 end)
{
  guint n = 0;

  for (guint i = 0; i < N_IDS; i++)
    n += world->at[i] != NEVER && world->at[i] >= start && world->at[i] <= end;
  return n;
}

static ParleyInterval
take_span (FuzzInput *input)
{
  gint64 a = fuzz_take (input, N_TIMES);
  gint64 b = fuzz_take (input, N_TIMES);

  return (ParleyInterval){ MIN (a, b), MAX (a, b) };
}

static void
note_entry (World *world, guint id, gint64 at)
{
  if (world->at[id] == NEVER)
    world->first_seen[id] = world->now;
  world->at[id] = MAX (world->at[id], at);
}

static void
note_fetched (World *world, ParleyInterval span)
{
  for (gint64 i = span.start; i <= span.end; i++)
    world->fetched[i] = TRUE;
}

static void
merge (World *world, FuzzInput *input)
{
  g_autoptr (GPtrArray) entries = parley_series_entries_new ();
  gboolean told = fuzz_take (input, 2);
  ParleyInterval span = take_span (input);
  ParleyInterval seen = { N_TIMES, NEVER };
  guint n = fuzz_take (input, 8);
  guint before = count (world, 0, N_TIMES);
  ParleyMergeResult merged;

  for (guint i = 0; i < n; i++)
    {
      ParleySeriesEntry *entry = g_new0 (ParleySeriesEntry, 1);
      guint id = fuzz_take (input, N_IDS);

      entry->id = dup_id (id);
      entry->at = fuzz_take (input, N_TIMES);
      entry->json = g_strdup ("{}");
      g_ptr_array_add (entries, entry);
      note_entry (world, id, entry->at);
      seen = (ParleyInterval){ MIN (seen.start, entry->at), MAX (seen.end, entry->at) };
    }
  note_fetched (world, told ? span : seen);
  g_assert_true (parley_series_rows_merge (world->database, world->chat, world->name, entries,
                                           told ? &span : NULL, world->now, &merged, NULL));
  g_assert_cmpuint (merged.added, ==, count (world, 0, N_TIMES) - before);
  g_assert_cmpuint (merged.added + merged.duplicates, ==, n);
  g_assert_cmpuint (merged.total, ==, count (world, 0, N_TIMES));
}

/* @missing: where nothing is known, each up to where something is. */
static void
check_missing (const World *world, ParleyInterval span, const GArray *missing)
{
  gboolean told[N_TIMES] = { FALSE };

  for (guint i = 0; i < missing->len; i++)
    {
      ParleyInterval gap = g_array_index (missing, ParleyInterval, i);

      g_assert_cmpint (gap.start, >=, span.start);
      g_assert_cmpint (gap.end, <=, span.end);
      for (gint64 t = gap.start; t <= gap.end; t++)
        {
          g_assert_true (!world->fetched[t] || t == gap.start || t == gap.end);
          told[t] = TRUE;
        }
    }
  for (gint64 t = span.start; t <= span.end; t++)
    g_assert_true (world->fetched[t] || told[t]);
}

static ParleyCoverage
get_coverage (const World *world, ParleyInterval span)
{
  guint n = 0;

  for (gint64 t = span.start; t <= span.end; t++)
    n += world->fetched[t];
  if (n == span.end - span.start + 1)
    return PARLEY_COVERAGE_FULL;
  return n > 0 ? PARLEY_COVERAGE_PARTIAL : PARLEY_COVERAGE_NONE;
}

static void
check_entries (const World *world, const GPtrArray *entries)
{
  gint64 last = N_TIMES;

  for (guint i = 0; i < entries->len; i++)
    {
      const ParleySeriesEntry *entry = entries->pdata[i];
      guint id = g_ascii_strtoull (entry->id, NULL, 10);
      g_autofree char *json = parley_series_entry_dup_json (entry);

      g_assert_cmpint (entry->at, <=, last);
      g_assert_cmpint (entry->at, ==, world->at[id]);
      g_assert_cmpint (entry->first_seen, ==, world->first_seen[id]);
      g_assert_nonnull (strstr (json, "first_seen"));
      last = entry->at;
    }
}

static void
query (World *world, FuzzInput *input)
{
  ParleyInterval span = take_span (input);
  guint max = fuzz_take (input, 8);
  g_autoptr (ParleySeriesQuery) found
      = parley_series_rows_query (world->database, world->chat, world->name, &span, max, NULL);
  guint n = count (world, span.start, span.end);

  g_assert_nonnull (found);
  g_assert_cmpint (found->coverage, ==, get_coverage (world, span));
  g_assert_true (found->needs_fetch == (found->coverage != PARLEY_COVERAGE_FULL));
  g_assert_cmpuint (found->count, ==, n);
  g_assert_cmpuint (found->entries->len, ==, max > 0 ? MIN (max, n) : n);
  g_assert_true (found->has_state == (count (world, 0, N_TIMES) > 0));
  check_missing (world, span, found->missing);
  check_entries (world, found->entries);
}

/* Returns: the oldest entry; NEVER: there is none. */
static int
find_oldest (const World *world)
{
  int oldest = NEVER;

  for (int i = 0; i < N_IDS; i++)
    if (world->at[i] != NEVER && (oldest == NEVER || world->at[i] < world->at[oldest]))
      oldest = i;
  return oldest;
}

/* What was fetched until the newest one that goes is not known any more. */
static void
drop_oldest (World *world)
{
  int oldest = find_oldest (world);

  for (gint64 t = 0; t <= world->at[oldest]; t++)
    world->fetched[t] = FALSE;
  world->at[oldest] = NEVER;
}

static void
clean_up (World *world, FuzzInput *input)
{
  const ParleySeriesBounds bounds
      = { .keep_days = fuzz_take (input, 2), .max_entries = fuzz_take (input, N_IDS) };
  gint64 cutoff = fuzz_take (input, N_TIMES);
  guint before = count (world, 0, N_TIMES);
  ParleyCleanupResult cleaned;

  while (bounds.keep_days > 0 && find_oldest (world) != NEVER
         && world->at[find_oldest (world)] < cutoff)
    drop_oldest (world);
  while (bounds.max_entries > 0 && count (world, 0, N_TIMES) > bounds.max_entries)
    drop_oldest (world);
  g_assert_true (parley_series_rows_cleanup (world->database, world->chat, world->name, &bounds,
                                             G_TIME_SPAN_DAY + cutoff, &cleaned, NULL));
  g_assert_cmpuint (cleaned.removed, ==, before - count (world, 0, N_TIMES));
  g_assert_cmpuint (cleaned.kept, ==, count (world, 0, N_TIMES));
}

static void
check_list (const World *world)
{
  g_autoptr (GPtrArray) list = parley_series_rows_list (world->database, world->chat, NULL);
  const ParleySeriesInfo *info;

  g_assert_nonnull (list);
  if (list->len == 0)
    return;
  info = list->pdata[0];
  g_assert_cmpstr (info->name, ==, world->name);
  g_assert_cmpuint (info->count, ==, count (world, 0, N_TIMES));
}

static char *
take_name (FuzzInput *input)
{
  g_autofree char *text = fuzz_take_utf8_line (input);
  char *name = parley_series_dup_name (text, NULL);
  g_autofree char *again = name != NULL ? parley_series_dup_name (name, NULL) : NULL;

  g_assert_cmpstr (again, ==, name);
  if (name == NULL)
    return g_strdup ("kudos_timeseries");
  g_assert_cmpuint (strlen (name), <=, PARLEY_SERIES_MAX_NAME);
  return name;
}

static ParleyDatabase *
get_database (void)
{
  static ParleyDatabase *database = NULL; /* libFuzzer: each run takes back what it did */

  if (database != NULL)
    return database;
  database = parley_database_open (NULL, NULL, parley_schema_migrate, NULL);
  g_assert_true (parley_schema_migrate (database, NULL));
  return database;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const ParleyChatKey key
      = { (char *) "prpl-jabber", (char *) "me@example.org", (char *) "anna@example.org" };
  FuzzInput input = { data, size };
  World world = { .database = get_database (), .name = take_name (&input) };

  for (guint i = 0; i < N_IDS; i++)
    world.at[i] = NEVER;
  g_assert_true (parley_database_begin (world.database, NULL));
  g_assert_true (parley_chat_row_make (world.database, &key, &world.chat, NULL));
  for (guint i = 0; i < MAX_STEPS && input.left > 0; i++)
    {
      guint what = fuzz_take (&input, 4);

      world.now++;
      if (what < 2)
        merge (&world, &input);
      else if (what == 2)
        query (&world, &input);
      else
        clean_up (&world, &input);
      check_list (&world);
    }
  parley_database_rollback (world.database);
  g_free (world.name);
  return 0;
}
