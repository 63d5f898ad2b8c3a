/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-site.h"

#include <time.h>

#include "test-wait.h"

/* What is refused costs less than it should, and what becomes a draft more. */
static void
lift_limits (ParleySettings *settings)
{
  static const ParleySetting limits[] = {
    PARLEY_SETTING_GUARD_CONTACT_10MIN,  PARLEY_SETTING_GUARD_CONTACT_HOUR,
    PARLEY_SETTING_GUARD_ALL_HOUR,       PARLEY_SETTING_GUARD_CONTACT_REQUESTS,
    PARLEY_SETTING_GUARD_ALL_REQUESTS,   PARLEY_SETTING_GUARD_IN_A_ROW,
    PARLEY_SETTING_GUARD_CONTACT_TOKENS, PARLEY_SETTING_GUARD_ALL_TOKENS,
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    parley_settings_set_int (settings, limits[i], parley_setting_get_spec (limits[i])->max, NULL);
}

ParleyTestSite *
parley_test_site_new (const ParleyClock *clock, const char *user_dir)
{
  ParleyTestSite *site = g_new0 (ParleyTestSite, 1);

  site->loop = g_main_context_new ();
  g_main_context_push_thread_default (site->loop);
  parley_test_clock_init (&site->clock);
  site->timers = parley_timers_new (clock != NULL ? clock : &site->clock.clock, site->loop);
  site->settings = parley_settings_new ();
  parley_settings_set_int (site->settings, PARLEY_SETTING_GUARD_DISCLOSURE, FALSE, NULL);
  lift_limits (site->settings);
  site->host = parley_test_host_new ();
  site->backend = parley_test_backend_new ();
  site->engine
      = parley_engine_new (PARLEY_HOST (site->host), site->settings, site->timers, user_dir);
  parley_engine_set_backend_for_tests (site->engine, PARLEY_BACKEND (site->backend));
  return site;
}

static void
settle (ParleyTestSite *site)
{
  while (g_main_context_iteration (site->loop, FALSE))
    continue;
}

void
parley_test_site_free (ParleyTestSite *site)
{
  parley_engine_free (site->engine);
  settle (site);
  g_object_unref (site->backend);
  g_object_unref (site->host);
  parley_settings_free (site->settings);
  parley_timers_unref (site->timers);
  g_main_context_pop_thread_default (site->loop);
  g_main_context_unref (site->loop);
  g_free (site);
}

ParleyChatKey *
parley_test_site_new_key (guint n)
{
  g_autofree char *person = g_strdup_printf ("person.%05u@example.org", n);

  return parley_chat_key_new ("prpl-jabber", "me@example.org", person);
}

static double
read_ms (clockid_t clock)
{
  struct timespec used;

  clock_gettime (clock, &used);
  return used.tv_sec * 1e3 + used.tv_nsec / 1e6;
}

double
parley_test_site_get_cpu_ms (void)
{
  return read_ms (CLOCK_PROCESS_CPUTIME_ID);
}

/* What the memory's worker does meanwhile holds up nobody. */
static double
get_loop_ms (void)
{
  return read_ms (CLOCK_THREAD_CPUTIME_ID);
}

static void
note_held (ParleyTestSite *site, double since_ms)
{
  site->longest_ms = MAX (site->longest_ms, get_loop_ms () - since_ms);
}

typedef struct
{
  ParleyTestSite *site;
  const ParleyChatKey *key;
  gboolean idle;
} StateWait;

static gboolean
is_as_wished (gpointer data)
{
  const StateWait *wait = data;
  ParleyState state = parley_engine_get_state (wait->site->engine, wait->key);

  return (state == PARLEY_STATE_IDLE) == wait->idle;
}

void
parley_test_site_wait_idle (ParleyTestSite *site, const ParleyChatKey *key)
{
  StateWait wait = { site, key, TRUE };

  test_wait (site->loop, is_as_wished, &wait, "the end of an answer");
}

void
parley_test_site_write (ParleyTestSite *site, const ParleyChatKey *key, const char *text)
{
  const ParleyLineFacts facts = { .received = TRUE };
  gint64 wall = parley_timers_wall (site->timers);
  double start = get_loop_ms ();
  StateWait wait = { site, key, FALSE };

  parley_engine_take_line (site->engine, key, &facts, text, wall);
  note_held (site, start);
  test_wait (site->loop, is_as_wished, &wait, "a message to be read");
}

static gboolean
is_settled (gpointer data)
{
  return parley_engine_is_settled_for_tests (((ParleyTestSite *) data)->engine);
}

/* The disk takes the system's time: meanwhile the site's must not pass. */
static void
answer (ParleyTestSite *site, const char *text)
{
  while (!g_queue_is_empty (&site->backend->open))
    parley_test_backend_answer (site->backend, text);
  settle (site);
  test_wait (site->loop, is_settled, site, "the disk");
}

void
parley_test_site_finish (ParleyTestSite *site, const char *text)
{
  gint64 next;

  while ((next = parley_timers_get_next (site->timers)) >= 0)
    {
      double start;

      parley_test_clock_advance (&site->clock, MAX (0, next - site->clock.ms));
      start = get_loop_ms ();
      parley_timers_dispatch (site->timers);
      note_held (site, start);
      start = get_loop_ms ();
      answer (site, text);
      note_held (site, start);
    }
}

void
parley_test_site_forget_logs (ParleyTestSite *site)
{
  g_string_truncate (site->host->log, 0);
  g_ptr_array_set_size (site->host->trace, 0);
  g_ptr_array_set_size (site->backend->requests, 0);
}

static gboolean
stop_waiting (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* What a task comes back with, whenever its thread is done, is gone after one look. */
static gboolean
lasts (GSource *source)
{
  const char *name = source != NULL ? g_source_get_name (source) : NULL;

  return source != NULL && (name == NULL || !g_str_has_suffix (name, "complete_in_idle_cb"));
}

/* Sources are numbered in the order they come. */
guint
parley_test_site_count_sources (ParleyTestSite *site)
{
  g_autoptr (GSource) last = g_idle_source_new ();
  guint end = g_source_attach (last, site->loop);
  guint n = 0;

  for (guint id = 1; id < end; id++)
    n += lasts (g_main_context_find_source_by_id (site->loop, id));
  g_source_destroy (last);
  return n;
}

guint
parley_test_site_count_wakeups (ParleyTestSite *site, guint ms)
{
  g_autoptr (GSource) end = g_timeout_source_new (ms);
  gboolean over = FALSE;
  guint n = 0;

  g_source_set_callback (end, stop_waiting, &over, NULL);
  g_source_attach (end, site->loop);
  settle (site);
  for (; !over; n++)
    g_main_context_iteration (site->loop, TRUE);
  return n - 1;
}
