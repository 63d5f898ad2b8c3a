/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "server-world.h"

#include <string.h>

static void
set_text (World *w, ParleySetting setting, const char *value)
{
  g_assert_true (parley_settings_set_string (w->base.settings, setting, value, NULL));
}

static void
begin (World *w)
{
  g_autofree char *url = NULL;

  w->server = parley_test_server_new ();
  w->carol = parley_chat_key_new ("prpl-jabber", "me@localhost", "carol@localhost");
  url = parley_test_server_dup_url (w->server);
  set_text (w, PARLEY_SETTING_BACKEND_KIND, "openai");
  set_text (w, PARLEY_SETTING_BACKEND_BASE_URL, url);
  set_text (w, PARLEY_SETTING_BACKEND_RUNS_HERE, url);
  set_text (w, PARLEY_SETTING_BACKEND_MODEL, "m");
  g_assert_true (
      parley_settings_set_int (w->base.settings, PARLEY_SETTING_BRAIN_WINDOW, 16384, NULL));
}

void
world_set_up (World *w, gconstpointer data)
{
  fixture_setup (&w->base, NULL);
  begin (w);
}

void
world_set_up_kept (World *w, gconstpointer data)
{
  fixture_setup_kept (&w->base, NULL);
  begin (w);
}

void
world_tear_down (World *w, gconstpointer data)
{
  fixture_teardown (&w->base, NULL);
  parley_test_server_free (w->server);
  parley_chat_key_free (w->carol);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

void
world_leap (World *w, gint64 ms)
{
  for (; ms > 0; ms -= 250)
    {
      parley_test_clock_advance (&w->base.clock, MIN (ms, 250));
      parley_timers_dispatch (w->base.timers);
      fixture_settle (&w->base);
    }
}

static guint
count_ends (World *w)
{
  return parley_test_host_count (w->base.host, "retry")
         + parley_test_host_count (w->base.host, "usage");
}

static gboolean
has_ended (gpointer data)
{
  World *w = data;

  return count_ends (w) > w->n_ends;
}

/* Returns: the next request, which must have come by now, or be on its way. */
ParleyTestPeer *
world_next (World *w)
{
  return parley_test_server_wait_for (w->server, w->n_seen++);
}

void
world_wait_for_end (World *w)
{
  parley_test_wait (has_ended, w);
  w->n_ends = count_ends (w);
  fixture_settle (&w->base);
}

void
world_refuse_with (World *w, guint status, const char *body)
{
  ParleyTestPeer *peer = world_next (w);

  parley_test_peer_head (peer, status, "application/json", "Connection: close\r\n");
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
  world_wait_for_end (w);
}

const char *
world_answer (World *w, const char *text)
{
  return world_answer_with (w, text, "{}");
}

ParleyTestPeer *
world_give (World *w, const char *text, const char *usage)
{
  ParleyTestPeer *peer = world_next (w);
  g_autofree char *event = g_strdup_printf (
      "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}]}\n\n"
      "data: %s\n\ndata: [DONE]\n\n",
      text, usage);

  parley_test_peer_head (peer, 200, "text/event-stream", "Connection: close\r\n");
  parley_test_peer_chunk (peer, event, -1);
  parley_test_peer_end (peer);
  return peer;
}

const char *
world_answer_with (World *w, const char *text, const char *usage)
{
  ParleyTestPeer *peer = world_give (w, text, usage);

  world_wait_for_end (w);
  return parley_test_peer_get_body (peer);
}

void
world_expect_requests (World *w, guint n)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (parley_test_server_count (w->server), ==, n);
}

guint
world_count_told (World *w, const char *part)
{
  guint n = 0;

  for (guint i = 0; i < w->base.host->told->len; i++)
    n += strstr (g_ptr_array_index (w->base.host->told, i), part) != NULL;
  return n;
}
