/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <time.h>

#include "cost-table.h"
#include "memory/parley-chat-memory.h"
#include "test-wait.h"

/* What memory costs with a small and with a large series, both in one run and in turns, so that the
 * ratio says what growth costs whatever the machine does meanwhile. Costs are processor time of all
 * threads; what the main loop takes is its own thread's, turn by turn. */
#define SMALL   10000
#define LARGE   1000000
#define ROUNDS  60
#define MERGED  100 /* entries of a merge: what one call of a service gives */
#define QUERIED 200 /* entries a query hands out */
#define SPACING (60 * (gint64) G_USEC_PER_SEC)

typedef enum
{
  WORK_APPEND, /* what happened since */
  WORK_FILL,   /* what happened in between, in no order: each on a page of its own */
  WORK_AGAIN,  /* what is known already */
  WORK_QUERY,
  N_WORK,
} Work;

static const char *const names[N_WORK] = {
  [WORK_APPEND] = "merge of new entries",
  [WORK_FILL] = "merge of entries anywhere in between",
  [WORK_AGAIN] = "merge of known entries",
  [WORK_QUERY] = "query",
};

typedef struct
{
  ParleyStore *store;
  ParleyChatMemory *memory;
  guint n;
  guint more; /* entries put in between */
  gint64 newest;
  GArray *costs[N_WORK]; /* µs per entry */
  double filling;        /* likewise, of all before */
} Site;

typedef struct
{
  GRand *rand;
  GArray *turns; /* of the main loop, µs each */
} Bench;

static double
get_cpu_us (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

typedef struct
{
  Bench *bench;
  GAsyncResult **result;
  double since; /* us */
} Wait;

/* It is asked once a turn of the loop; waiting is no processor time. */
static gboolean
has_result (gpointer data)
{
  Wait *wait = data;
  double now = get_cpu_us (CLOCK_THREAD_CPUTIME_ID);
  double cost = now - wait->since;

  if (wait->since > 0)
    g_array_append_val (wait->bench->turns, cost);
  wait->since = get_cpu_us (CLOCK_THREAD_CPUTIME_ID);
  return *wait->result != NULL;
}

static GAsyncResult *
wait_for (Bench *bench, GAsyncResult **result)
{
  Wait wait = { .bench = bench, .result = result };

  if (*result == NULL)
    test_wait (NULL, has_result, &wait, "the memory");
  return *result;
}

/* @after: tells entries with the same number apart; ids come in the order of the numbers. */
static void
add_entry (GPtrArray *entries, guint number, guint after, gint64 at)
{
  ParleySeriesEntry *entry = g_new0 (ParleySeriesEntry, 1);

  entry->id = g_strdup_printf ("kudos_%010u_%u", number, after);
  entry->at = at;
  entry->json = g_strdup_printf ("{\"id\":\"%s\",\"athlete\":\"somebody with a name\","
                                 "\"activity\":\"a ride round the lake\"}",
                                 entry->id);
  g_ptr_array_add (entries, entry);
}

static void
merge (Bench *bench, Site *site, GPtrArray *entries)
{
  g_autoptr (GAsyncResult) result = NULL;

  parley_chat_memory_merge_async (site->memory, "kudos", entries, NULL, 1, NULL, take_result,
                                  &result);
  g_assert_true (
      parley_chat_memory_merge_finish (site->memory, wait_for (bench, &result), NULL, NULL));
}

static void
query (Bench *bench, Site *site, gint64 at)
{
  const ParleyInterval span = { at, at + (QUERIED - 1) * SPACING };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (ParleySeriesQuery) found = NULL;

  parley_chat_memory_query_async (site->memory, "kudos", &span, QUERIED, NULL, take_result,
                                  &result);
  found = parley_chat_memory_query_finish (site->memory, wait_for (bench, &result), NULL);
  g_assert_cmpuint (found->entries->len, ==, QUERIED);
}

static GPtrArray *
next_entries (Site *site, guint n)
{
  GPtrArray *entries = parley_series_entries_new ();

  for (guint i = 0; i < n; i++)
    {
      add_entry (entries, site->n++, 0, site->newest);
      site->newest += SPACING;
    }
  return entries;
}

static guint
somewhere (Bench *bench, Site *site)
{
  return (guint) g_rand_int_range (bench->rand, 0, (gint32) site->n - 2 * QUERIED);
}

/* A service is asked for the same time again. */
static GPtrArray *
known_entries (Bench *bench, Site *site, guint n)
{
  GPtrArray *entries = parley_series_entries_new ();
  guint first = somewhere (bench, site);

  for (guint i = first; i < first + n; i++)
    add_entry (entries, i, 0, i * SPACING);
  return entries;
}

static GPtrArray *
entries_anywhere (Bench *bench, Site *site, guint n)
{
  GPtrArray *entries = parley_series_entries_new ();

  for (guint i = 0; i < n; i++)
    {
      guint number = somewhere (bench, site);

      add_entry (entries, number, ++site->more, number * SPACING);
    }
  return entries;
}

static void
do_work (Bench *bench, Site *site, Work work)
{
  GPtrArray *entries = NULL;
  gint64 at = somewhere (bench, site) * SPACING;
  double start;
  double cost;

  if (work == WORK_APPEND)
    entries = next_entries (site, MERGED);
  else if (work == WORK_FILL)
    entries = entries_anywhere (bench, site, MERGED);
  else if (work == WORK_AGAIN)
    entries = known_entries (bench, site, MERGED);
  start = get_cpu_us (CLOCK_PROCESS_CPUTIME_ID);
  if (work == WORK_QUERY)
    query (bench, site, at);
  else
    merge (bench, site, entries);
  cost = (get_cpu_us (CLOCK_PROCESS_CPUTIME_ID) - start) / (work == WORK_QUERY ? QUERIED : MERGED);
  g_array_append_val (site->costs[work], cost);
}

static void
open_site (Bench *bench, Site *site, const char *folder, guint n)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me@example.org", "ann");
  GPtrArray *entries;
  double start;

  *site = (Site){ .store = parley_store_new (folder) };
  site->memory = parley_chat_memory_new (site->store, key);
  for (guint i = 0; i < N_WORK; i++)
    site->costs[i] = g_array_new (FALSE, FALSE, sizeof (double));
  entries = next_entries (site, n);
  start = get_cpu_us (CLOCK_PROCESS_CPUTIME_ID);
  merge (bench, site, entries);
  site->filling = (get_cpu_us (CLOCK_PROCESS_CPUTIME_ID) - start) / n;
}

static void
close_site (Site *site)
{
  g_object_unref (site->memory);
  parley_store_close (site->store);
  g_object_unref (site->store);
  for (guint i = 0; i < N_WORK; i++)
    g_array_unref (site->costs[i]);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *left = a;
  const double *right = b;

  return (*left > *right) - (*left < *right);
}

static void
report (Bench *bench, Site *sites)
{
  double most = log (LARGE) / log (SMALL);

  cost_table_begin ();
  cost_table_add ("one merge of 10,000 entries, an entry", sites[0].filling, 1, "µs");
  cost_table_add_goal ("one merge of 1,000,000, against that", sites[1].filling / sites[0].filling,
                       2, "", most);
  for (guint i = 0; i < N_WORK; i++)
    {
      g_autofree char *small = g_strconcat (names[i], ", 10,000 entries, an entry", NULL);
      g_autofree char *large = g_strconcat (names[i], ", 1,000,000, against that", NULL);
      double cost = cost_table_get_median (sites[0].costs[i]);

      cost_table_add (small, cost, 1, "µs");
      cost_table_add_goal (large, cost_table_get_median (sites[1].costs[i]) / cost, 2, "", most);
    }
  g_array_sort (bench->turns, compare_doubles);
  cost_table_add_goal (
      "main loop, a turn, p99.9",
      g_array_index (bench->turns, double, (guint) ((bench->turns->len - 1) * 0.999)) / 1000, 3,
      "ms", 5);
  cost_table_add ("main loop, the longest turn",
                  g_array_index (bench->turns, double, bench->turns->len - 1) / 1000, 3, "ms");
}

static void
run (const char *top)
{
  const guint numbers[] = { SMALL, LARGE };
  Bench bench = { g_rand_new_with_seed (6), g_array_new (FALSE, FALSE, sizeof (double)) };
  Site sites[G_N_ELEMENTS (numbers)];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", numbers[i]);
      g_autofree char *folder = g_build_filename (top, name, NULL);

      open_site (&bench, &sites[i], folder, numbers[i]);
    }
  for (guint round = 0; round < ROUNDS * N_WORK * G_N_ELEMENTS (sites); round++)
    do_work (&bench, &sites[round % G_N_ELEMENTS (sites)],
             (Work) (round / G_N_ELEMENTS (sites) % N_WORK));
  report (&bench, sites);
  for (guint i = 0; i < G_N_ELEMENTS (sites); i++)
    close_site (&sites[i]);
  g_rand_free (bench.rand);
  g_array_unref (bench.turns);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-memory-XXXXXX", NULL);
  const char *const argv[] = { "rm", "-r", folder, NULL };

  setlocale (LC_CTYPE, "C.UTF-8");
  g_assert_nonnull (folder);
  run (folder);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
  return 0;
}
