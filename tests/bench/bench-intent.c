/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How long a bubble that is due waits until it is known for good that it may be said, while the
 * disk is slow and the store is busy. Fails if one of a hundred waits too long. */
#include <glib/gstdio.h>

#include "memory/parley-chat-memory.h"
#include "memory/parley-intents.h"
#include "test-disk.h"

#define MERGED    300000
#define AT_LEAST  300 /* intents */
#define DELAY_MS  5
#define LIMIT_MS  20.0
#define GIVE_UP_S 60

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result, const char *what)
{
  gint64 end = g_get_monotonic_time () + GIVE_UP_S * G_TIME_SPAN_SECOND;

  while (*result == NULL)
    {
      g_main_context_iteration (NULL, TRUE);
      if (g_get_monotonic_time () > end)
        g_error ("gave up waiting for %s", what);
    }
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

/* Returns: milliseconds. */
static double
declare (ParleyIntents *intents, const ParleyChatKey *key, guint bubble)
{
  g_autoptr (ParleyIntent) intent
      = parley_intent_new (key, NULL, 1, bubble, "I am on my way, see you at the lake.", 1);
  g_autoptr (GAsyncResult) result = NULL;
  gint64 from = g_get_monotonic_time ();
  gint64 took;
  guint64 number;

  parley_intents_declare_async (intents, intent, NULL, take_result, &result);
  wait_for (&result, "an intent");
  took = g_get_monotonic_time () - from;
  number = parley_intents_declare_finish (intents, result, NULL);
  g_assert_cmpuint (number, >, 0);
  parley_intents_settle (intents, number, PARLEY_INTENT_TAKEN_BACK);
  /* The next bubble of a chat comes later; that of another would share the wait. */
  while (!parley_intents_is_idle (intents))
    g_main_context_iteration (NULL, TRUE);
  return (double) took / G_TIME_SPAN_MILLISECOND;
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

/* Returns: how many intents were declared during the merge. */
static guint
measure (const char *folder, GArray *waits)
{
  g_autoptr (ParleyStore) store = parley_store_new (folder);
  g_autoptr (ParleyIntents) intents = parley_intents_new (folder, store);
  g_autoptr (ParleyChatKey) key
      = parley_chat_key_new ("prpl-jabber", "me@example.org", "ann@example.org");
  g_autoptr (ParleyChatMemory) memory = parley_chat_memory_new (store, key);
  g_autoptr (GAsyncResult) merged = NULL;
  guint during;

  parley_chat_memory_merge_async (memory, "kudos", make_entries (), NULL, 1, NULL, take_result,
                                  &merged);
  for (during = 0; merged == NULL || waits->len < AT_LEAST;)
    {
      double wait = declare (intents, key, waits->len);

      g_array_append_val (waits, wait);
      during += merged == NULL;
    }
  wait_for (&merged, "the merge");
  g_assert_true (parley_chat_memory_merge_finish (memory, merged, NULL, NULL));
  parley_store_close (store);
  parley_intents_close (intents);
  return during;
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

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-bench-XXXXXX", NULL);
  g_autoptr (GArray) waits = g_array_new (FALSE, FALSE, sizeof (double));
  ParleyTestDisk disk = { .delay_ms = DELAY_MS };
  guint during;

  parley_test_disk_begin (&disk);
  during = measure (folder, waits);
  parley_test_disk_end ();
  remove_folder (folder);
  g_array_sort (waits, compare);
  g_print ("%u intents, %u of them during a merge of %d entries, each sync %d ms slower\n",
           waits->len, during, MERGED, DELAY_MS);
  g_print ("wait, ms: p50 %.1f, p99 %.1f, most %.1f; at most %.0f of p99\n", quantile (waits, 0.5),
           quantile (waits, 0.99), quantile (waits, 1), LIMIT_MS);
  return quantile (waits, 0.99) <= LIMIT_MS ? 0 : 1;
}
