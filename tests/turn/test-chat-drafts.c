/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers begun while the window is open. “hm?” waits 500 ms, “wait” 1000, later bubbles × 0.8. */
#include <string.h>

#include "chat-driver.h"

#define HOUR_MS G_GINT64_CONSTANT (3600000)

typedef struct
{
  ChatDriver d;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
  f->d.policy.drafts = TRUE;
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
}

static guint64
get_epoch (Fixture *f)
{
  return parley_chat_get_epoch (f->d.chat);
}

static guint
count_drafts (Fixture *f)
{
  guint n = 0;

  for (const char *at = f->d.log->str; (at = strstr (at, "draft")) != NULL; at++)
    n++;
  return n;
}

/* Bubbles @gap apart, and the rest of the last window. */
static void
write_burst (Fixture *f, gint64 at, guint n, int gap)
{
  static const char *const texts[] = { "what", "else", "should", "one", "drink", "then", "today" };

  g_assert_cmpuint (n, <=, G_N_ELEMENTS (texts));
  for (guint i = 0; i < n; i++)
    chat_driver_bubble (&f->d, at + i * gap, texts[i]);
  chat_driver_wait_until (&f->d, at + n * gap);
}

/* When it starts, and what becomes of it */

static void
test_starts_after_the_settle (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 299);
  chat_driver_expect (&f->d, "collecting window:500");
  chat_driver_wait_until (&f->d, 300);
  chat_driver_expect (&f->d, "draft");
}

static void
test_finished_draft_waits_for_the_window (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 400, "one|two", 0);
  chat_driver_wait_until (&f->d, 499);
  chat_driver_expect (&f->d, "collecting window:500 draft");
  chat_driver_wait_until (&f->d, 500);
  chat_driver_expect (&f->d, "turn:1:timeout@500 thinking speaking say:one@500 say:two@500 "
                             "done:answered idle");
}

static void
test_unfinished_draft_becomes_the_request (Fixture *f, gconstpointer data)
{
  guint64 epoch;

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "collecting window:500 draft turn:1:timeout@500 thinking");
  epoch = get_epoch (f);
  chat_driver_reply_bubble (&f->d, 2100, epoch, "one");
  chat_driver_reply_end (&f->d, 2200, epoch, PARLEY_REPLY_COMPLETE);
  chat_driver_expect (&f->d, "speaking say:one@2100 done:answered idle");
}

static void
test_draft_that_still_streams_is_said_as_it_comes (Fixture *f, gconstpointer data)
{
  guint64 epoch;

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 300);
  epoch = get_epoch (f);
  chat_driver_reply_bubble (&f->d, 400, epoch, "one");
  chat_driver_reply_bubble (&f->d, 900, epoch, "two");
  chat_driver_reply_end (&f->d, 1000, epoch, PARLEY_REPLY_COMPLETE);
  chat_driver_expect (&f->d, "collecting window:500 draft turn:1:timeout@500 thinking speaking "
                             "say:one@500 say:two@900 done:answered idle");
}

static void
test_pace_counts_from_the_closing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 400, "one", 2000);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 draft turn:1:timeout@500 thinking speaking "
                             "typing say:one@2500 done:answered idle");
}

static void
test_silent_draft_ends_without_a_word (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "ok.");
  chat_driver_reply (&f->d, 400, "", 0);
  chat_driver_expect (&f->d, "collecting window:500 draft");
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "turn:1:timeout@500 thinking done:silent idle");
}

static void
test_failed_draft_is_asked_for_again (Fixture *f, gconstpointer data)
{
  guint64 epoch;

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 300);
  epoch = get_epoch (f);
  chat_driver_reply_bubble (&f->d, 350, epoch, "half");
  chat_driver_reply_end (&f->d, 400, epoch, PARLEY_REPLY_FAILED);
  chat_driver_reply (&f->d, 600, "one", 0);
  chat_driver_wait_until (&f->d, 700);
  chat_driver_expect (&f->d, "collecting window:500 draft drop:1 turn:1:timeout@500 thinking ask "
                             "speaking say:one@600 done:answered idle");
}

static void
test_bubble_aborts_and_starts_anew (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_bubble (&f->d, 500, "so i just had pizza");
  chat_driver_wait_until (&f->d, 799);
  chat_driver_expect (&f->d, "collecting window:1000 draft abort window:640");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "draft turn:2:timeout@1140 thinking");
}

static void
test_bubble_after_the_window_aborts_the_draft_too (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 900, "and now?");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 draft turn:1:timeout@500 thinking abort "
                             "collecting window:400 draft turn:2:timeout@1300 thinking");
}

/* When there is none */

static void
test_none_in_a_window_shorter_than_the_settle (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
  chat_driver_init (&f->d, 600);
  f->d.policy.drafts = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?"); /* 600 - 300 */
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_expect (&f->d, "collecting window:300 turn:1:timeout@300 thinking ask");
}

static void
test_none_when_they_are_off (Fixture *f, gconstpointer data)
{
  f->d.policy.drafts = FALSE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask");
}

static void
test_none_while_they_type (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_typing (&f->d, 100, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 4000, PARLEY_TYPING_PAUSED);
  chat_driver_typing (&f->d, 5000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 5299);
  chat_driver_expect (&f->d, "collecting window:500 hold@45100 hold@19000");
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_expect (&f->d, "draft turn:1:typing_stopped@5900 thinking");
}

/* It is kept: they may stop without a word. */
static void
test_typing_does_not_abort (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_typing (&f->d, 400, PARLEY_TYPING_ACTIVE);
  chat_driver_reply (&f->d, 500, "one", 0);
  chat_driver_typing (&f->d, 2000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 draft hold@45400 turn:1:typing_stopped@2900 "
                             "thinking speaking say:one@2900 done:answered idle");
}

static void
test_five_a_turn (Fixture *f, gconstpointer data)
{
  f->d.policy.max_aborted_drafts = 0;
  f->d.policy.window = (ParleyWindowPolicy){ .profile = PARLEY_PROFILE_FIXED, .fixed_ms = 1000 };
  write_burst (f, 0, 7, 500);
  g_assert_cmpuint (count_drafts (f), ==, 5);
  chat_driver_wait_until (&f->d, 10000);
  g_assert_true (g_str_has_suffix (f->d.log->str, "turn:7:timeout@4000 thinking ask"));
}

/* The next turn has five of its own. */
static void
test_five_in_each_turn (Fixture *f, gconstpointer data)
{
  test_five_a_turn (f, data);
  chat_driver_reply (&f->d, 10000, "one", 0);
  chat_driver_wait_until (&f->d, 11000);
  g_string_truncate (f->d.log, 0);
  write_burst (f, 20000, 2, 500);
  g_assert_cmpuint (count_drafts (f), ==, 2);
}

/* Those of 300, 800 and 5300 were thrown away at 500, 1000 and 5500; that of 1300 was used. */
static void
test_none_after_three_thrown_away_in_an_hour (Fixture *f, gconstpointer data)
{
  f->d.policy.window = (ParleyWindowPolicy){ .profile = PARLEY_PROFILE_FIXED, .fixed_ms = 1000 };
  write_burst (f, 0, 3, 500);
  chat_driver_reply (&f->d, 1600, "one", 0);
  chat_driver_wait_until (&f->d, 3000);
  write_burst (f, 5000, 2, 500);
  g_assert_cmpuint (count_drafts (f), ==, 4);
  chat_driver_simple (&f->d, 6000, PARLEY_EVENT_WITHDRAW);
  g_string_truncate (f->d.log, 0);
  chat_driver_bubble (&f->d, HOUR_MS + 499, "then");
  chat_driver_wait_until (&f->d, HOUR_MS + 1400);
  g_assert_cmpuint (count_drafts (f), ==, 0);
  chat_driver_simple (&f->d, HOUR_MS + 1400, PARLEY_EVENT_WITHDRAW);
  chat_driver_bubble (&f->d, HOUR_MS + 1450, "then");
  chat_driver_wait_until (&f->d, HOUR_MS + 2000);
  g_assert_cmpuint (count_drafts (f), ==, 1);
}

static void
throw_one_away (Fixture *f, gint64 at)
{
  chat_driver_bubble (&f->d, at, "hm?");
  chat_driver_wait_until (&f->d, at + 350);
  chat_driver_simple (&f->d, at + 400, PARLEY_EVENT_WITHDRAW);
}

/* However slowly: whoever writes like that does so tomorrow, too, perhaps. */
static void
test_none_for_a_day_where_the_last_three_were_thrown_away (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 4; i++)
    throw_one_away (f, i * 2 * HOUR_MS);
  g_assert_cmpuint (count_drafts (f), ==, 3);
  throw_one_away (f, 28 * HOUR_MS);
  g_assert_cmpuint (count_drafts (f), ==, 3);
  throw_one_away (f, 28 * HOUR_MS + 500);
  g_assert_cmpuint (count_drafts (f), ==, 4);
  throw_one_away (f, 30 * HOUR_MS);
  g_assert_cmpuint (count_drafts (f), ==, 4);
}

static void
test_a_used_draft_is_not_thrown_away (Fixture *f, gconstpointer data)
{
  for (gint64 at = 0; at < 50000; at += 10000)
    {
      chat_driver_bubble (&f->d, at, "hm?");
      chat_driver_reply (&f->d, at + 1000, "one", 0);
      chat_driver_wait_until (&f->d, at + 2000);
    }
  g_assert_cmpuint (count_drafts (f), ==, 5);
}

static void
test_none_in_a_cold_chat (Fixture *f, gconstpointer data)
{
  f->d.habits.turn_at = 0;
  chat_driver_bubble (&f->d, 6 * HOUR_MS, "hm?");
  chat_driver_wait_until (&f->d, 6 * HOUR_MS + 400);
  chat_driver_expect (&f->d, "collecting window:500 draft");
  chat_driver_simple (&f->d, 6 * HOUR_MS + 400, PARLEY_EVENT_WITHDRAW);
  g_string_truncate (f->d.log, 0);
  chat_driver_bubble (&f->d, 6 * HOUR_MS + 401, "hm?");
  chat_driver_wait_until (&f->d, 6 * HOUR_MS + 1000);
  g_assert_cmpuint (count_drafts (f), ==, 0);
}

/* What happens during a draft */

static void
test_takeover_aborts_it (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_takeover (&f->d, 400, 1000);
  chat_driver_expect (&f->d, "collecting window:500 draft abort done:withdrawn idle "
                             "standdown@1400");
}

static void
test_withdrawal_drops_a_finished_one (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 400, "one|two", 0);
  chat_driver_simple (&f->d, 450, PARLEY_EVENT_WITHDRAW);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 draft drop:2 done:withdrawn idle");
}

static void
test_offline_aborts_it_and_reads_again (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_simple (&f->d, 400, PARLEY_EVENT_OFFLINE);
  chat_driver_simple (&f->d, 5000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 5400);
  chat_driver_expect (&f->d, "collecting window:500 draft abort idle collecting window:500 draft");
}

static void
test_edit_aborts_it_and_starts_anew (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_edit (&f->d, 400, "hm?", "what?");
  chat_driver_wait_until (&f->d, 800);
  chat_driver_expect (&f->d, "collecting window:500 draft abort window:500 draft");
}

static void
test_emptied_turn_aborts_it (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_edit (&f->d, 400, "hm?", NULL);
  chat_driver_wait_until (&f->d, 800);
  chat_driver_expect (&f->d, "collecting window:500 draft abort done:silent idle");
}

static void
test_prediction_lets_it_go (Fixture *f, gconstpointer data)
{
  f->d.policy.prediction = TRUE;
  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_reply (&f->d, 550, "one", 0);
  chat_driver_predict (&f->d, 600, (ParleyPrediction){ .done = TRUE, .confidence = 0.9 });
  chat_driver_wait_until (&f->d, 700);
  chat_driver_expect (&f->d, "collecting window:1300 draft predict turn:1:ai_predicted@600 "
                             "thinking speaking say:one@600 done:answered idle");
}

#define ADD(name, func) g_test_add ("/turn/chat-drafts/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("settle", test_starts_after_the_settle);
  ADD ("commit-on-quiet", test_finished_draft_waits_for_the_window);
  ADD ("becomes-the-request", test_unfinished_draft_becomes_the_request);
  ADD ("streams-on", test_draft_that_still_streams_is_said_as_it_comes);
  ADD ("pace", test_pace_counts_from_the_closing);
  ADD ("silence", test_silent_draft_ends_without_a_word);
  ADD ("failure", test_failed_draft_is_asked_for_again);
  ADD ("restart", test_bubble_aborts_and_starts_anew);
  ADD ("restart-after-the-window", test_bubble_after_the_window_aborts_the_draft_too);
  ADD ("short-window", test_none_in_a_window_shorter_than_the_settle);
  ADD ("off", test_none_when_they_are_off);
  ADD ("typing", test_none_while_they_type);
  ADD ("typing-keeps-it", test_typing_does_not_abort);
  ADD ("five-a-turn", test_five_a_turn);
  ADD ("five-in-each-turn", test_five_in_each_turn);
  ADD ("three-thrown-away", test_none_after_three_thrown_away_in_an_hour);
  ADD ("three-in-a-row", test_none_for_a_day_where_the_last_three_were_thrown_away);
  ADD ("used-is-not-thrown-away", test_a_used_draft_is_not_thrown_away);
  ADD ("cold-chat", test_none_in_a_cold_chat);
  ADD ("takeover", test_takeover_aborts_it);
  ADD ("withdrawal", test_withdrawal_drops_a_finished_one);
  ADD ("offline", test_offline_aborts_it_and_reads_again);
  ADD ("edit", test_edit_aborts_it_and_starts_anew);
  ADD ("emptied", test_emptied_turn_aborts_it);
  ADD ("prediction", test_prediction_lets_it_go);
  return g_test_run ();
}
