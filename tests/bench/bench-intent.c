/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How long a bubble that is due waits until it is known for good that it may be said, while the
 * disk is slow and the store is busy. Fails if one of a hundred waits too long.
 *
 * Bubbles of several chats become due when they like: none waits for what came of another, so they
 * come while the disk is busy with one, too. Only those count that came during a merge. */
#include <glib/gstdio.h>

#include "memory/parley-chat-memory.h"
#include "memory/parley-intents.h"
#include "test-disk.h"

#define MERGED    300000
#define AT_LEAST  500 /* intents during merges */
#define ALONE     100 /* intents of which the syncs are counted */
#define CHATS     20
#define EVERY_MS  50 /* on the average */
#define DELAY_MS  5
#define LIMIT_MS  20.0
#define GIVE_UP_S 60
#define MEMORY    "/dev/shm"

typedef struct
{
  char *folder;
  ParleyStore *store;
  ParleyIntents *intents;
  ParleyChatKey *keys[CHATS];
  ParleyTestDisk disk;
  GArray *waits; /* of double: milliseconds; of all sites */
  guint n;       /* intents so far */
  guint open;    /* those that are not declared yet */
} Site;

/* One bubble. */
typedef struct
{
  Site *site;
  gint64 due; /* monotonic, µs */
  gboolean counts;
} Bubble;

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GPtrArray *
make_entries (void)
{
  GPtrArray *entries = parley_series_entries_new ();

  for (guint i = 0; i < MERGED; i++)
    {
      ParleySeriesEntry *entry = g_new0 (ParleySeriesEntry, 1);

      entry->id = g_strdup_printf ("kudos_%010u", i);
      entry->at = (gint64) i * G_USEC_PER_SEC;
      entry->json = g_strdup_printf ("{\"id\":\"%s\",\"athlete\":\"somebody\"}", entry->id);
      g_ptr_array_add (entries, entry);
    }
  return entries;
}

/* What came of it is noted at once, as after a send call. */
static void
on_declared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Bubble *bubble = data;
  Site *site = bubble->site;
  double wait = (double) (g_get_monotonic_time () - bubble->due) / G_TIME_SPAN_MILLISECOND;
  guint64 number = parley_intents_declare_finish (site->intents, result, NULL);

  g_assert_cmpuint (number, >, 0);
  parley_intents_settle (site->intents, number, PARLEY_INTENT_SAID);
  if (bubble->counts)
    g_array_append_val (site->waits, wait);
  site->open--;
}

static void
declare (Site *site, gint64 due, gboolean counts)
{
  Bubble *bubble = g_new0 (Bubble, 1);
  const ParleyChatKey *key = site->keys[site->n % CHATS];
  g_autoptr (ParleyIntent) intent
      = parley_intent_new (key, NULL, 1, site->n, "I am on my way, see you at the lake.", 1);

  bubble->site = site;
  bubble->due = due;
  bubble->counts = counts;
  site->n++;
  site->open++;
  parley_intents_declare_async (site->intents, intent, NULL, on_declared, bubble);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

static double
quantile (GArray *waits, double part)
{
  return g_array_index (waits, double, (guint) ((waits->len - 1) * part));
}

static gboolean
on_due (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Whatever the loop does first counts as waiting. */
static void
let_pass_until (gint64 due)
{
  g_autoptr (GSource) timer = g_timeout_source_new (0);
  gboolean is_due = FALSE;

  g_source_set_ready_time (timer, due);
  g_source_set_callback (timer, on_due, &is_due, NULL);
  g_source_attach (timer, NULL);
  while (!is_due)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_declared (Site *site)
{
  gint64 end = g_get_monotonic_time () + GIVE_UP_S * G_TIME_SPAN_SECOND;

  while (site->open > 0 || !parley_intents_is_idle (site->intents))
    {
      if (g_get_monotonic_time () > end)
        g_error ("gave up waiting for an intent");
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
measure_during_merge (Site *site)
{
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (site->store, site->keys[0]);
  g_autoptr (GAsyncResult) merged = NULL;
  GPtrArray *entries = make_entries ();
  gint64 due;

  parley_chat_memory_merge_async (memory, "kudos", entries, NULL, 1, NULL, take_result, &merged);
  for (due = g_get_monotonic_time (); merged == NULL;)
    {
      due += g_random_int_range (1, 2 * EVERY_MS * 1000);
      let_pass_until (due);
      if (merged == NULL)
        declare (site, due, TRUE);
    }
  g_assert_true (parley_chat_memory_merge_finish (memory, merged, NULL, NULL));
  wait_until_declared (site);
}

/* Returns: how often something was to last for each of a row of intents, with nothing else going
 * on. What comes with the first of a file doesn't count. */
static double
count_syncs (Site *site)
{
  gint before;

  declare (site, g_get_monotonic_time (), FALSE);
  wait_until_declared (site);
  before = g_atomic_int_get (&site->disk.syncs);
  for (guint i = 0; i < ALONE; i++)
    {
      declare (site, g_get_monotonic_time (), FALSE);
      wait_until_declared (site);
    }
  return (double) (g_atomic_int_get (&site->disk.syncs) - before) / ALONE;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* Returns: (transfer full): a folder in memory where there is one, so that the disk is as slow as
 * DELAY_MS says, whatever other programs write meanwhile. */
static char *
make_folder (void)
{
  char *folder = g_build_filename (MEMORY, "parley-bench-XXXXXX", NULL);

  if (g_mkdtemp (folder) != NULL)
    return folder;
  g_free (folder);
  return g_dir_make_tmp ("parley-bench-XXXXXX", NULL);
}

static void
begin (Site *site, GArray *waits)
{
  site->folder = make_folder ();
  site->store = parley_store_new (site->folder);
  site->intents = parley_intents_new (site->folder, site->store);
  site->waits = waits;
  for (guint i = 0; i < CHATS; i++)
    {
      g_autofree char *person = g_strdup_printf ("ann%u@example.org", i);

      site->keys[i] = parley_chat_key_new ("prpl-jabber", "me@example.org", person);
    }
  site->disk.delay_ms = DELAY_MS;
  parley_test_disk_begin (&site->disk);
}

static void
end (Site *site)
{
  parley_test_disk_end ();
  parley_store_close (site->store);
  parley_intents_close (site->intents, g_get_monotonic_time () + G_USEC_PER_SEC);
  g_object_unref (site->intents);
  g_object_unref (site->store);
  for (guint i = 0; i < CHATS; i++)
    parley_chat_key_free (site->keys[i]);
  remove_folder (site->folder);
  g_free (site->folder);
}

/* Each merge goes into a store of its own. Returns: how many syncs an intent takes. */
static double
measure (GArray *waits, guint *n_merges)
{
  double syncs = 0;

  for (*n_merges = 0; waits->len < AT_LEAST; ++*n_merges)
    {
      Site site = { 0 };

      begin (&site, waits);
      if (*n_merges == 0)
        syncs = count_syncs (&site);
      measure_during_merge (&site);
      end (&site);
    }
  return syncs;
}

int
main (void)
{
  g_autoptr (GArray) waits = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_merges;
  double syncs = measure (waits, &n_merges);
  double p99;

  g_array_sort (waits, compare);
  p99 = quantile (waits, 0.99);
  g_print (
      "%u intents during %u merges of %d entries, each sync %d ms slower; %.1f syncs for one\n",
      waits->len, n_merges, MERGED, DELAY_MS, syncs);
  g_print ("wait, ms: p50 %.1f, p90 %.1f, p99 %.1f, most %.1f; at most %.0f of p99\n",
           quantile (waits, 0.5), quantile (waits, 0.9), p99, quantile (waits, 1), LIMIT_MS);
  return p99 <= LIMIT_MS ? 0 : 1;
}
