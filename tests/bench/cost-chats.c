/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cost-chats.h"

#include <malloc.h>
#include <sqlite3.h>
#include <string.h>

#include "cost-table.h"
#include "cost-turn.h"
#include "store-traffic.h"
#include "test-wait.h"

#define MACHINE_GOAL  1024
#define CHAT_GOAL     4096
#define SAMPLE        10 /* chats */
#define IDLE_MS       1000
#define REPLIES       50
#define FIRST_GOAL_MS 1

/* Without SQLite's: what a chat says is a database in memory here, and mostly one on disk. */
static double
get_allocated (void)
{
  return (double) mallinfo2 ().uordblks - (double) sqlite3_memory_used ();
}

static GArray *
new_values (guint n)
{
  return g_array_sized_new (FALSE, FALSE, sizeof (double), n);
}

static double
measure_history (void)
{
  ParleyHistory *history = parley_history_new (60, 24000);
  double empty = get_allocated ();
  double with;

  cost_turn_remember (history);
  with = get_allocated ();
  parley_history_free (history);
  return with - empty;
}

/* Several chats a sample, for looking at the memory takes longer than a turn. */
static void
play_some (ParleyTestSite *site, guint first, GArray *cpu, GArray *memory)
{
  double before = get_allocated ();
  double start = parley_test_site_get_cpu_ms ();
  double used;
  double kept;

  for (guint i = 0; i < SAMPLE; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_test_site_new_key (first + i);

      cost_turn_play (site, key);
    }
  used = (parley_test_site_get_cpu_ms () - start) * 1000 / SAMPLE / COST_TURN_BUBBLES;
  parley_test_site_forget_logs (site);
  kept = (get_allocated () - before) / SAMPLE;
  g_array_append_val (cpu, used);
  g_array_append_val (memory, kept);
}

static void
measure_idle (ParleyTestSite *site)
{
  double start = parley_test_site_get_cpu_ms ();

  cost_table_add_goal ("wake-ups in a second with all of them idle",
                       parley_test_site_count_wakeups (site, IDLE_MS), 0, "", 0);
  cost_table_add ("CPU in that second", parley_test_site_get_cpu_ms () - start, 2, "ms");
  cost_table_add_goal ("armed timers with all of them idle",
                       parley_timers_get_next (site->timers) >= 0, 0, "", 0);
  cost_table_add_goal ("sources in the loop with all of them idle",
                       parley_test_site_count_sources (site), 0, "", 1);
}

void
cost_chats_measure (guint n)
{
  g_autoptr (ParleyTestSite) site = parley_test_site_new (NULL, NULL);
  g_autoptr (GArray) cpu = new_values (n);
  g_autoptr (GArray) memory = new_values (n);
  const double history = measure_history ();
  double start = get_allocated ();
  double database = sqlite3_memory_used ();
  double mean;

  for (guint i = 0; i < n; i += SAMPLE)
    play_some (site, i, cpu, memory);
  mean = (get_allocated () - start) / n;
  database = (sqlite3_memory_used () - database) / n;

  cost_table_add ("CPU per message: its part of a turn, median", cost_table_get_median (cpu), 1,
                  "µs");
  cost_table_add_goal ("memory of an idle chat in all, without its history, median",
                       cost_table_get_median (memory) - history, 0, "bytes", CHAT_GOAL);
  cost_table_add_goal ("the same, mean: with its place in the tables", mean - history, 0, "bytes",
                       CHAT_GOAL);
  cost_table_add ("history of the one turn", history, 0, "bytes");
  cost_table_add ("its place in SQLite where nothing is written down", database, 0, "bytes");
  measure_idle (site);
}

void
cost_chats_measure_machine (guint n)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  ParleyTurnPolicy policy = parley_turn_policy_read (settings);
  g_autoptr (GPtrArray) chats = g_ptr_array_new_full (n, (GDestroyNotify) parley_chat_free);
  g_autofree ParleyHabits *habits = g_new0 (ParleyHabits, n);
  double start = get_allocated ();
  gint64 now = 0;

  policy.drafts = FALSE;
  for (guint i = 0; i < n; i++)
    {
      ParleyChat *chat;

      parley_habits_init (&habits[i]);
      chat = parley_chat_new (&policy, lexicon, 800, &habits[i]);
      cost_turn_walk (chat, &now);
      g_ptr_array_add (chats, chat);
    }
  cost_table_add_goal ("memory of an idle machine, with the habits it is lent",
                       (get_allocated () - start) / n + sizeof *habits, 0, "bytes", MACHINE_GOAL);
}

static gboolean
is_asked (gpointer data)
{
  return !g_queue_is_empty (&((ParleyTestSite *) data)->backend->open);
}

static gboolean
has_spoken (gpointer data)
{
  return ((ParleyTestSite *) data)->host->log->len > 0;
}

static void
end_reply (ParleyTestSite *site, const ParleyChatKey *key, const char *text)
{
  parley_test_backend_answer (site->backend, text);
  parley_test_site_wait_idle (site, key);
}

/* To somebody new each time: many quick answers to one look like a loop. Returns: ms, of the
 * system's time. */
static double
time_first_bubble (ParleyTestSite *site, guint round)
{
  g_autoptr (ParleyChatKey) key = parley_test_site_new_key (round);
  g_autofree char *question = g_strdup_printf ("Are you there, %u?", round);
  gint64 start;
  gint64 end;

  parley_test_site_write (site, key, question);
  test_wait (site->loop, is_asked, site, "a request");
  parley_test_backend_say (site->backend, "Yes, I am.\n");
  parley_test_site_forget_logs (site);
  start = g_get_monotonic_time ();
  parley_test_backend_say (site->backend, "\nAnd");
  test_wait (site->loop, has_spoken, site, "the first bubble");
  end = g_get_monotonic_time ();
  end_reply (site, key, " you?");
  return (end - start) / 1e3;
}

void
cost_chats_measure_first_bubble (void)
{
  g_autoptr (ParleyTestSite) site = parley_test_site_new (parley_clock_get_system (), NULL);
  g_autoptr (ParleyChatKey) key = parley_test_site_new_key (0);
  g_autoptr (GArray) times = new_values (REPLIES);

  parley_settings_set_int (site->settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL);
  parley_settings_set_string (site->settings, PARLEY_SETTING_TURN_PROFILE, "fixed", NULL);
  parley_settings_set_int (site->settings, PARLEY_SETTING_TURN_FIXED_MS, 0, NULL);
  parley_settings_set_int (site->settings, PARLEY_SETTING_TURN_DRAFTS, FALSE, NULL);
  parley_engine_set_backend_for_tests (site->engine, PARLEY_BACKEND (site->backend));
  /* The first answer of a model is waited for as a whole. */
  parley_test_site_write (site, key, "Are you there?");
  test_wait (site->loop, is_asked, site, "a request");
  end_reply (site, key, "Yes.");
  for (guint i = 0; i < REPLIES; i++)
    {
      double ms = time_first_bubble (site, i + 1);

      g_array_append_val (times, ms);
    }
  cost_table_add_goal ("first bubble, from its last piece to its sending, pace 0, median",
                       cost_table_get_median (times), 3, "ms", FIRST_GOAL_MS);
  cost_table_add ("the same, the slowest", g_array_index (times, double, REPLIES - 1), 3, "ms");
}

/* Returns: bytes that this process has written into files, in all threads. */
static guint64
get_written (void)
{
  g_autofree char *text = NULL;
  const char *found;

  if (!g_file_get_contents ("/proc/self/io", &text, NULL, NULL))
    return 0;
  found = strstr (text, "wchar: ");
  return found != NULL ? g_ascii_strtoull (found + strlen ("wchar: "), NULL, 10) : 0;
}

void
cost_chats_measure_store (const char *folder, guint n)
{
  StoreTraffic traffic = { 0 };
  guint64 written = get_written ();
  double start;
  double used;

  store_traffic_begin (&traffic);
  {
    g_autoptr (ParleyTestSite) site = parley_test_site_new (NULL, folder);

    start = parley_test_site_get_cpu_ms ();
    for (guint i = 0; i < n; i++)
      {
        g_autoptr (ParleyChatKey) key = parley_test_site_new_key (i);

        cost_turn_play (site, key);
        parley_test_site_forget_logs (site);
      }
    used = parley_test_site_get_cpu_ms () - start;
  }
  store_traffic_end ();
  cost_table_add ("CPU per message with a store, its worker's included",
                  used * 1000 / n / COST_TURN_BUBBLES, 1, "µs");
  cost_table_add ("writes to the store per turn", (double) traffic.writes / n, 1, "statements");
  cost_table_add ("transactions of them", (double) traffic.commits / n, 1, "");
  cost_table_add ("written into files per turn", (double) (get_written () - written) / n / 1024, 1,
                  "KiB");
}

void
cost_chats_repeat (guint n)
{
  g_autoptr (ParleyTestSite) site = parley_test_site_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_test_site_new_key (i);

      cost_turn_play (site, key);
      parley_test_site_forget_logs (site);
    }
}
