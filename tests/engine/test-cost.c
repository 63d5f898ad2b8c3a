/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <gio/gio.h>

#include "test-site.h"

#define N_CHATS 1000

/* What the memory's worker has done comes back once, and then there is one source. */
static void
rest (ParleyTestSite *site)
{
  while (parley_test_site_count_sources (site) != 1)
    g_main_context_iteration (site->loop, TRUE);
}

/* Whatever a turn has armed and attached is gone when it is over. */
static void
test_idle_chats_hold_no_timer_and_share_one_source (void)
{
  g_autoptr (ParleyTestSite) site = parley_test_site_new (NULL, NULL);

  for (guint i = 0; i < N_CHATS; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_test_site_new_key (i);

      parley_test_site_write (site, key, "Are you there?");
      g_assert_cmpint (parley_timers_get_next (site->timers), >=, 0);
    }
  parley_test_site_finish (site, "Yes.");

  g_assert_cmpuint (parley_test_host_count (site->host, "done"), ==, N_CHATS);
  for (guint i = 0; i < N_CHATS; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_test_site_new_key (i);

      g_assert_cmpint (parley_engine_get_state (site->engine, key), ==, PARLEY_STATE_IDLE);
    }
  g_assert_cmpint (parley_timers_get_next (site->timers), ==, -1);
  rest (site);
}

static void
test_waiting_chats_share_one_source (void)
{
  g_autoptr (ParleyTestSite) site = parley_test_site_new (NULL, NULL);

  for (guint i = 0; i < N_CHATS; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_test_site_new_key (i);

      parley_test_site_write (site, key, "Are you there?");
      g_assert_cmpint (parley_engine_get_state (site->engine, key), ==, PARLEY_STATE_COLLECTING);
    }
  rest (site);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/cost/idle-chats-hold-no-timer-and-share-one-source",
                   test_idle_chats_hold_no_timer_and_share_one_source);
  g_test_add_func ("/engine/cost/waiting-chats-share-one-source",
                   test_waiting_chats_share_one_source);
  return g_test_run ();
}
