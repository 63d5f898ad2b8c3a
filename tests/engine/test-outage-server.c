/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A server that fails and comes back, several chats that want answers of it, and every request it
 * gets counted. The clock is the test's, the network is real. */
#include <string.h>

#include "server-world.h"

static void
refuse (World *w)
{
  world_refuse_with (w, 500, "{}");
}

/* The first try and the two that follow at once. */
static void
refuse_all (World *w)
{
  refuse (w);
  world_leap (w, 500);
  refuse (w);
  world_leap (w, 1000);
  refuse (w);
}

static void
begin_outage (World *w)
{
  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 1000);
  refuse_all (w);
}

static void
test_one_probe_for_all_chats (World *w, gconstpointer data)
{
  begin_outage (w);
  write_line (&w->base, w->base.bob, "are you there?");
  write_line (&w->base, w->carol, "shall we dance?");
  world_leap (w, 6000);
  world_expect_requests (w, 3);
  /* After ten seconds one tries, once; */
  world_leap (w, 6000);
  refuse (w);
  world_leap (w, 20000);
  world_expect_requests (w, 4);
  /* then after thirty, */
  world_leap (w, 11000);
  refuse (w);
  world_leap (w, 50000);
  world_expect_requests (w, 5);
  /* then after sixty, and when that goes well so do the others. */
  world_leap (w, 11000);
  world_answer (w, "One.");
  world_leap (w, 3000);
  world_answer (w, "Two.");
  world_answer (w, "Three.");
  world_leap (w, 1000);
  world_expect_requests (w, 8);
  g_assert_nonnull (strstr (w->base.host->log->str, "alice@localhost < "));
  g_assert_nonnull (strstr (w->base.host->log->str, "bob@localhost < "));
  g_assert_nonnull (strstr (w->base.host->log->str, "carol@localhost < "));
  g_assert_cmpuint (world_count_told (w, "No answer was sent"), ==, 1);
  g_assert_cmpuint (world_count_told (w, "write answers again"), ==, 1);
  world_leap (w, 300000);
  world_expect_requests (w, 8);
}

static void
test_prompt_is_built_anew_with_its_age (World *w, gconstpointer data)
{
  const char *body;

  begin_outage (w);
  world_leap (w, 11000);
  refuse (w);
  world_leap (w, 31000);
  refuse (w);
  world_leap (w, 62000);
  body = world_answer (w, "Yes.");
  g_assert_nonnull (strstr (body, "They wrote this 1 minute ago;"));
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Yes.\n");
}

/* What they add while it lasts is answered with it. */
static void
test_newer_words_join_what_waits (World *w, gconstpointer data)
{
  const char *body;

  begin_outage (w);
  write_line (&w->base, w->base.alice, "or rather dance?");
  world_leap (w, 12000);
  body = world_answer (w, "Dance.");
  g_assert_nonnull (strstr (body, "shall we sing?"));
  g_assert_nonnull (strstr (body, "or rather dance?"));
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Dance.\n");
}

/* The model is asked, and nothing but the network is waited for. */
static gboolean
is_asked (World *w)
{
  return parley_engine_get_state (w->base.engine, w->base.alice) == PARLEY_STATE_THINKING;
}

static void
leap_to_probe (World *w)
{
  for (guint i = 0; i < 1000 && !is_asked (w); i++)
    world_leap (w, 250);
}

static void
outlast (World *w, gint64 seconds)
{
  while (seconds-- > 0)
    {
      world_leap (w, 1000);
      if (is_asked (w))
        refuse (w);
    }
}

static void
test_late_answer_is_a_draft_while_the_user_is_here (World *w, gconstpointer data)
{
  begin_outage (w);
  outlast (w, 200);
  leap_to_probe (w);
  world_answer (w, "Yes.");
  world_leap (w, 1000);
  expect_log (&w->base, "");
  g_assert_cmpuint (world_count_told (w, "They wrote 3 minutes ago"), ==, 1);
}

static void
test_late_answer_is_sent_while_the_user_is_away (World *w, gconstpointer data)
{
  w->base.host->status.away = TRUE;
  begin_outage (w);
  outlast (w, 200);
  leap_to_probe (w);
  world_answer (w, "Yes.");
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Yes.\n");
}

static void
test_too_old_is_left_to_the_user (World *w, gconstpointer data)
{
  guint n;

  begin_outage (w);
  outlast (w, 800);
  n = parley_test_server_count (w->server);
  /* Three, and one after 10, 30, 60, and each 120 s. */
  g_assert_cmpuint (n, <=, 3 + 8);
  g_assert_cmpuint (world_count_told (w, "Not answered: the model was out of reach"), ==, 1);
  world_leap (w, 600000);
  world_expect_requests (w, n);
  expect_log (&w->base, "");
}

static void
test_helper_answers_late (World *w, gconstpointer data)
{
  g_assert_true (
      parley_settings_set_int (w->base.settings, PARLEY_SETTING_GUARD_LATE_ANSWERS, TRUE, NULL));
  begin_outage (w);
  outlast (w, 800);
  leap_to_probe (w);
  world_answer (w, "Yes.");
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Yes.\n");
  g_assert_cmpuint (world_count_told (w, "Not answered"), ==, 0);
}

/* It was tried again at once only where the very connection broke. */
static void
test_stream_cut_before_a_word_passes (World *w, gconstpointer data)
{
  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 1000);
  for (guint i = 0; i < 3; i++)
    {
      ParleyTestPeer *peer = world_next (w);

      parley_test_peer_head (peer, 200, "text/event-stream", NULL);
      parley_test_peer_chunk (peer, ": hello\n\n", -1);
      parley_test_peer_cut (peer);
      world_wait_for_end (w);
      world_leap (w, 1500);
    }
  world_leap (w, 11000);
  world_answer (w, "Yes.");
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Yes.\n");
}

/* Nothing of it was said, for the first answer of a model is waited for. */
static void
test_stream_cut_before_a_bubble_passes (World *w, gconstpointer data)
{
  ParleyTestPeer *peer;

  write_line (&w->base, w->base.alice, "shall we sing?");
  world_leap (w, 1000);
  peer = world_next (w);
  parley_test_peer_head (peer, 200, "text/event-stream", NULL);
  parley_test_peer_chunk (peer, "data: {\"choices\":[{\"delta\":{\"content\":\"I\"}}]}\n\n", -1);
  parley_test_peer_cut (peer);
  world_wait_for_end (w);
  world_leap (w, 12000);
  world_answer (w, "Yes.");
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Yes.\n");
}

static void
test_no_credit_is_told_once_and_not_probed (World *w, gconstpointer data)
{
  static const struct
  {
    guint status;
    const char *body;
  } rows[] = {
    { 429, "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"You exceeded your current "
           "quota, please check your plan and billing details.\"}}" },
    { 402, "{}" },
    { 400, "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Your credit balance is "
           "too low\"}}" },
    { 403, "{\"error\":{\"message\":\"Billing is not active\"}}" },
  };
  static const char *const questions[] = { "shall we sing?", "or dance?", "hello?", "when?" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      write_line (&w->base, w->base.alice, questions[i]);
      world_leap (w, 2000);
      world_refuse_with (w, rows[i].status, rows[i].body);
      world_leap (w, 150000);
      world_expect_requests (w, i + 1);
      g_assert_cmpuint (world_count_told (w, "no credit left"), ==, i + 1);
    }
}

static ParleyTestPeer *
begin_stuck (World *w, const ParleyChatKey *key)
{
  ParleyTestPeer *peer;

  write_line (&w->base, key, "shall we sing?");
  world_leap (w, 1000);
  peer = world_next (w);
  parley_test_peer_head (peer, 200, "text/event-stream", "Connection: close\r\n");
  parley_test_peer_chunk (peer, ": keep-alive\n\n", -1);
  return peer;
}

/* Four requests that only get comments, and a fifth chat. */
static void
test_four_stuck_requests_block_nobody_else (World *w, gconstpointer data)
{
  ParleyTestPeer *peers[4];

  for (guint i = 0; i < G_N_ELEMENTS (peers); i++)
    {
      g_autofree char *name = g_strdup_printf ("stuck%u@localhost", i);
      g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me@localhost", name);

      peers[i] = begin_stuck (w, key);
    }
  write_line (&w->base, w->base.alice, "are you there?");
  for (guint s = 0; s < 20; s++)
    {
      world_leap (w, 1000);
      for (guint i = 0; s % 5 == 0 && i < G_N_ELEMENTS (peers); i++)
        parley_test_peer_chunk (peers[i], ": keep-alive\n\n", -1);
    }
  world_answer (w, "Yes.");
  world_leap (w, 1000);
  expect_log (&w->base, "alice@localhost < Yes.\n");
  write_line (&w->base, w->base.bob, "and you?");
  world_leap (w, 2000);
  world_answer (w, "I am.");
  world_leap (w, 1000);
  expect_log (&w->base, "bob@localhost < I am.\n");
  for (guint i = 0; i < G_N_ELEMENTS (peers); i++)
    parley_test_peer_cut (peers[i]);
}

/* --- a server that says when --- */

static void
refuse_for (World *w, const char *after)
{
  ParleyTestPeer *peer = world_next (w);
  g_autofree char *headers = g_strdup_printf ("Connection: close\r\nRetry-After: %s\r\n", after);

  parley_test_peer_head (peer, 429, "application/json", headers);
  parley_test_peer_chunk (peer, "{}", -1);
  parley_test_peer_end (peer);
  world_wait_for_end (w);
}

/* All chats leave it alone until then, and then one asks. */
static void
test_probe_comes_when_the_server_wants_it (World *w, gconstpointer data)
{
  Fixture *f = &w->base;

  f->host->status.away = TRUE;
  write_line (f, f->alice, "shall we sing?");
  world_leap (w, 1500);
  refuse_for (w, "300");
  write_line (f, f->bob, "hello?");
  world_leap (w, 290000);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, 1);
  world_leap (w, 12000);
  refuse_for (w, "5");
  world_leap (w, 25000);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, 2);
  world_leap (w, 8000);
  refuse (w);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, 3);
}

/* Nobody waits for a day, nor is left in the dark until then. */
static void
test_server_that_wants_a_day_is_asked_sooner (World *w, gconstpointer data)
{
  Fixture *f = &w->base;

  write_line (f, f->alice, "shall we sing?");
  world_leap (w, 1500);
  refuse_for (w, "86400");
  world_leap (w, 13 * 60000);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (f->host->told, f->host->told->len - 1),
                            "Not answered: the model was out of reach for too long."));
  write_line (f, f->bob, "hello?");
  world_leap (w, 45 * 60000);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, 1);
  write_line (f, f->bob, "hello again?");
  world_leap (w, 2 * 60000 + 2500);
  refuse (w);
  g_assert_cmpuint (parley_test_server_count (w->server), ==, 2);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/outage-server/" name, World, NULL, world_set_up, func, world_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("one-probe", test_one_probe_for_all_chats);
  ADD ("age", test_prompt_is_built_anew_with_its_age);
  ADD ("newer-words", test_newer_words_join_what_waits);
  ADD ("late-draft", test_late_answer_is_a_draft_while_the_user_is_here);
  ADD ("late-away", test_late_answer_is_sent_while_the_user_is_away);
  ADD ("too-old", test_too_old_is_left_to_the_user);
  ADD ("helper", test_helper_answers_late);
  ADD ("cut-before-a-word", test_stream_cut_before_a_word_passes);
  ADD ("cut-before-a-bubble", test_stream_cut_before_a_bubble_passes);
  ADD ("no-credit", test_no_credit_is_told_once_and_not_probed);
  ADD ("retry-after", test_probe_comes_when_the_server_wants_it);
  ADD ("retry-after-a-day", test_server_that_wants_a_day_is_asked_sooner);
  ADD ("stuck", test_four_stuck_requests_block_nobody_else);
  return g_test_run ();
}
