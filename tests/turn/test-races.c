/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Races that other chat agents lost, told as events. Those that need more than a machine are
 * tested with the engine and the brain. */
#include <string.h>

#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
}

/* The texts of a turn, "|" between them. */
static char *
join_turn (const ParleyTurn *turn)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (guint i = 0; i < turn->bubbles->len; i++)
    g_ptr_array_add (texts, ((const ParleyBubble *) turn->bubbles->pdata[i])->text);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("|", (char **) texts->pdata);
}

static void
assert_turn (const ParleyTurn *turn, const char *expected)
{
  g_autofree char *joined = join_turn (turn);

  g_assert_cmpstr (joined, ==, expected);
}

static void
forget_log (Fixture *f)
{
  g_string_truncate (f->d.log, 0);
}

static void
test_steady_input_never_starves (Fixture *f, gconstpointer data)
{
  f->d.policy.window = (ParleyWindowPolicy){ .profile = PARLEY_PROFILE_FIXED, .fixed_ms = 4000 };
  for (gint64 at = 0; at < 60000; at += 3000)
    chat_driver_bubble (&f->d, at, "and then");
  g_string_truncate (f->d.log, 0);
  chat_driver_wait_until (&f->d, 70000);
  chat_driver_expect (&f->d, "turn:20:hard_cap@60000 thinking ask");
}

static void
test_lost_stop_costs_the_cap_only (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_typing (&f->d, 500, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d,
                      "collecting window:1000 hold@45500 turn:1:hard_cap@45500 thinking ask");
}

/* 3: shut down, closed or unloaded while reading: the words are in the history. */
static void
test_withdrawal_keeps_the_words (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 2;
  chat_driver_bubble (&f->d, 0, "one");
  chat_driver_bubble (&f->d, 100, "two");
  chat_driver_bubble (&f->d, 200, "three");
  chat_driver_simple (&f->d, 300, PARLEY_EVENT_WITHDRAW);
  g_assert_cmpuint (f->d.done->len, ==, 1);
  assert_turn (f->d.done->pdata[0], "one|two|three");
}

static void
test_disconnect_keeps_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "one?");
  chat_driver_simple (&f->d, 100, PARLEY_EVENT_OFFLINE);
  chat_driver_simple (&f->d, 5000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_expect (&f->d, "collecting window:500 idle collecting window:500 "
                             "turn:1:timeout@5500 thinking ask");
  assert_turn (parley_chat_get_turn (f->d.chat), "one?");
}

/* 4: the run ends badly, and what waited behind it is still there. */
static void
test_failed_run_leaves_the_queue (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "one?");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_bubble (&f->d, 1100, "two?");
  forget_log (f);
  chat_driver_reply_end (&f->d, 2000, parley_chat_get_epoch (f->d.chat), PARLEY_REPLY_FAILED);
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d, "done:failed idle collecting window:500 turn:1:timeout@2500 thinking "
                             "ask");
  assert_turn (parley_chat_get_turn (f->d.chat), "two?");
}

static void
test_full_turn_queues_the_rest_in_order (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 2;
  chat_driver_bubble (&f->d, 0, "one");
  chat_driver_bubble (&f->d, 100, "two");
  chat_driver_bubble (&f->d, 200, "three");
  chat_driver_bubble (&f->d, 300, "four");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_reply (&f->d, 6000, "first", 0);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "collecting window:1000 window:800 turn:2:timeout@900 thinking ask "
                             "speaking say:first@6000 done:answered idle collecting window:800 "
                             "turn:2:timeout@6800 thinking ask");
  assert_turn (parley_chat_get_turn (f->d.chat), "three|four");
}

/* 5: what does not fit is not overtaken by what would. */
static void
test_short_bubble_does_not_overtake_a_long_one (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bytes = 10;
  chat_driver_bubble (&f->d, 0, "one.");
  chat_driver_bubble (&f->d, 100, "too long a text.");
  chat_driver_bubble (&f->d, 200, "two.");
  chat_driver_reply (&f->d, 1000, "first", 0);
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_reply (&f->d, 4000, "second", 0);
  chat_driver_wait_until (&f->d, 5000);
  assert_turn (f->d.done->pdata[0], "one.");
  assert_turn (f->d.done->pdata[1], "too long a text.");
  assert_turn (parley_chat_get_turn (f->d.chat), "two.");
}

/* 6: the reply's last bubble is out, its end is still to come. */
static void
test_message_between_last_bubble_and_end (Fixture *f, gconstpointer data)
{
  guint64 epoch;

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  epoch = parley_chat_get_epoch (f->d.chat);
  chat_driver_reply_bubble (&f->d, 700, epoch, "one");
  chat_driver_wait_until (&f->d, 800);
  forget_log (f);
  chat_driver_bubble (&f->d, 900, "and now?");
  chat_driver_reply_end (&f->d, 900, epoch, PARLEY_REPLY_COMPLETE);
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "abort done:cut collecting window:500 turn:1:timeout@1400 thinking "
                             "ask");
  assert_turn (parley_chat_get_turn (f->d.chat), "and now?");
}

static void
test_message_in_the_moment_of_the_end (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 700, "one", 0);
  chat_driver_wait_until (&f->d, 700);
  chat_driver_bubble (&f->d, 700, "and now?");
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask speaking "
                             "say:one@700 done:answered idle collecting window:500 "
                             "turn:1:timeout@1200 thinking ask");
}

/* 7: fifty fragments in a second are one turn, none is held off or lost. */
static void
test_flood_is_read_whole (Fixture *f, gconstpointer data)
{
  char text[8];

  for (guint i = 0; i < 50; i++)
    {
      g_snprintf (text, sizeof text, "%u", i);
      chat_driver_bubble (&f->d, i * 20, text);
    }
  forget_log (f);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "turn:50:timeout@1180 thinking ask");
}

static void
test_old_reply_is_never_said (Fixture *f, gconstpointer data)
{
  ParleyEvent late = { .type = PARLEY_EVENT_REPLY_BUBBLE, .reply_bubble = { .text = "old" } };

  chat_driver_bubble (&f->d, 0, "what should I eat?");
  chat_driver_wait_until (&f->d, 600);
  late.epoch = parley_chat_get_epoch (f->d.chat);
  chat_driver_bubble (&f->d, 1000, "i have eggs.");
  chat_driver_wait_until (&f->d, 1400);
  g_string_truncate (f->d.log, 0);
  chat_driver_post (&f->d, &late);
  late.type = PARLEY_EVENT_REPLY_END;
  chat_driver_post (&f->d, &late);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "");
  g_assert_cmpuint (parley_chat_get_n_stale (f->d.chat), ==, 2);
  g_assert_cmpint (parley_chat_get_state (f->d.chat), ==, PARLEY_STATE_THINKING);
}

static void
test_stop_does_not_kill_the_next_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_simple (&f->d, 100, PARLEY_EVENT_WITHDRAW);
  chat_driver_bubble (&f->d, 200, "hm?");
  chat_driver_reply (&f->d, 1000, "one", 0);
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "collecting window:500 done:withdrawn idle collecting window:500 "
                             "turn:1:timeout@700 thinking ask speaking say:one@1000 done:answered "
                             "idle");
}

/* 9: nor does the stop of the first request stop the second one. */
static void
test_late_end_of_a_stopped_request (Fixture *f, gconstpointer data)
{
  guint64 stopped;

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  stopped = parley_chat_get_epoch (f->d.chat);
  chat_driver_simple (&f->d, 700, PARLEY_EVENT_WITHDRAW);
  chat_driver_bubble (&f->d, 800, "and now?");
  chat_driver_wait_until (&f->d, 1400);
  forget_log (f);
  chat_driver_reply_end (&f->d, 1500, stopped, PARLEY_REPLY_FAILED);
  chat_driver_reply (&f->d, 1600, "one", 0);
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "speaking say:one@1600 done:answered idle");
}

/* 10: the slot is free once the last bubble is out. */
static void
test_slot_is_free_after_the_last_bubble (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 700, "one|two", 100);
  chat_driver_wait_until (&f->d, 800);
  g_assert_cmpint (parley_chat_get_state (f->d.chat), ==, PARLEY_STATE_IDLE);
  g_assert_cmpint (parley_chat_get_deadline (f->d.chat), ==, -1);
}

/* 12: the timer of the window before fires into the new one. */
static void
test_leaked_timer_changes_nothing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 400, "wait");
  forget_log (f);
  chat_driver_simple (&f->d, 500, PARLEY_EVENT_DEADLINE);
  chat_driver_expect (&f->d, "");
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "turn:2:timeout@1200 thinking ask");
}

static void
test_leaked_timer_after_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_simple (&f->d, 100, PARLEY_EVENT_WITHDRAW);
  forget_log (f);
  chat_driver_simple (&f->d, 500, PARLEY_EVENT_DEADLINE);
  chat_driver_bubble (&f->d, 600, "hm?");
  chat_driver_simple (&f->d, 700, PARLEY_EVENT_DEADLINE);
  chat_driver_expect (&f->d, "collecting window:500");
}

/* 18: complete, and not a word. */
static void
test_bare_complete_is_a_silence (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  forget_log (f);
  chat_driver_reply_end (&f->d, 700, parley_chat_get_epoch (f->d.chat), PARLEY_REPLY_COMPLETE);
  chat_driver_expect (&f->d, "done:silent idle");
}

/* 19: timers that fire again, and typing that comes and goes, ask nothing anew. */
static void
test_turn_is_asked_about_once (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  forget_log (f);
  for (gint64 at = 700; at < 5000; at += 700)
    {
      chat_driver_simple (&f->d, at, PARLEY_EVENT_DEADLINE);
      chat_driver_typing (&f->d, at + 100, PARLEY_TYPING_ACTIVE);
      chat_driver_typing (&f->d, at + 200, PARLEY_TYPING_NONE);
    }
  chat_driver_simple (&f->d, 5000, PARLEY_EVENT_ONLINE);
  chat_driver_expect (&f->d, "");
}

/* 21: the draft was finished, then more came: it is not sent. */
static void
test_finished_draft_of_an_older_read (Fixture *f, gconstpointer data)
{
  f->d.policy.drafts = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 400, "old", 0);
  chat_driver_bubble (&f->d, 450, "wait");
  chat_driver_reply (&f->d, 800, "new", 0);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 draft drop:1 window:800 draft "
                             "turn:2:timeout@1250 thinking speaking say:new@1250 done:answered "
                             "idle");
}

/* 21: nothing changed: it is not paid for twice. */
static void
test_draft_is_not_asked_for_again (Fixture *f, gconstpointer data)
{
  f->d.policy.drafts = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 draft turn:1:timeout@500 thinking");
}

/* 23: the second of three fails: the third is not said, the first stands. */
static void
test_failure_between_bubbles (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 700, "one|two|three", 1000);
  chat_driver_wait_until (&f->d, 1600);
  f->d.said = PARLEY_SAID_LOST;
  forget_log (f);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "say:two@2500 drop:1 done:failed idle");
  g_assert_cmpuint (((ParleyTurn *) f->d.done->pdata[0])->said->len, ==, 1);
}

/* 24: nothing of the reply arrived: the turn is still to be answered, and not alone. */
static void
test_failed_send_keeps_the_message (Fixture *f, gconstpointer data)
{
  f->d.said = PARLEY_SAID_LOST;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 700, "one", 0);
  chat_driver_wait_until (&f->d, 60000);
  f->d.said = PARLEY_SAID_DELIVERED;
  forget_log (f);
  chat_driver_bubble (&f->d, 70000, "hello?");
  chat_driver_wait_until (&f->d, 71000);
  chat_driver_expect (&f->d, "collecting window:800 turn:2:timeout@70800 thinking ask");
  assert_turn (parley_chat_get_turn (f->d.chat), "hm?|hello?");
}

/* 25: busy is who writes, however quiet it is. */
static void
test_slow_answer_is_still_under_way (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 3600000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask");
  g_assert_cmpint (parley_chat_get_state (f->d.chat), ==, PARLEY_STATE_THINKING);
  chat_driver_bubble (&f->d, 3600001, "still there?");
  chat_driver_expect (&f->d, "abort collecting window:400");
}

/* 26: each way out of a reply takes our typing back. */
static void
test_typing_ends_with_the_reply (Fixture *f, gconstpointer data)
{
  static const ParleyEventType ways_out[] = { PARLEY_EVENT_TAKEOVER, PARLEY_EVENT_OFFLINE,
                                              PARLEY_EVENT_WITHDRAW, PARLEY_EVENT_REPLY_END };

  for (guint i = 0; i < G_N_ELEMENTS (ways_out); i++)
    {
      ParleyEvent event = { .type = ways_out[i] };

      chat_driver_clear (&f->d);
      chat_driver_init (&f->d, 800);
      chat_driver_bubble (&f->d, 0, "hm?");
      chat_driver_reply (&f->d, 700, "one", 3000);
      forget_log (f);
      event.epoch = parley_chat_get_epoch (f->d.chat);
      if (event.type == PARLEY_EVENT_REPLY_END)
        event.reply_end.how = PARLEY_REPLY_FAILED;
      chat_driver_post (&f->d, &event);
      g_assert_true (g_str_has_suffix (f->d.log->str, "typing-off"));
    }
}

#define ADD(name, func) g_test_add ("/turn/races/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("1-debounce-without-a-cap", test_steady_input_never_starves);
  ADD ("2-lost-stop", test_lost_stop_costs_the_cap_only);
  ADD ("3-dropped-at-shutdown", test_withdrawal_keeps_the_words);
  ADD ("3-dropped-at-disconnect", test_disconnect_keeps_the_turn);
  ADD ("4-popped-not-peeked", test_failed_run_leaves_the_queue);
  ADD ("5-single-slot-queue", test_full_turn_queues_the_rest_in_order);
  ADD ("5-overtaken-in-the-queue", test_short_bubble_does_not_overtake_a_long_one);
  ADD ("6-lands-before-the-end", test_message_between_last_bubble_and_end);
  ADD ("6-lands-at-the-end", test_message_in_the_moment_of_the_end);
  ADD ("7-rate-limit-before-the-buffer", test_flood_is_read_whole);
  ADD ("8-old-reply", test_old_reply_is_never_said);
  ADD ("9-stop-kills-the-next-turn", test_stop_does_not_kill_the_next_turn);
  ADD ("9-late-end-of-a-stopped-request", test_late_end_of_a_stopped_request);
  ADD ("10-slot-held-after-the-reply", test_slot_is_free_after_the_last_bubble);
  ADD ("12-leaked-timer", test_leaked_timer_changes_nothing);
  ADD ("12-leaked-timer-after-the-turn", test_leaked_timer_after_the_turn);
  ADD ("18-bare-complete", test_bare_complete_is_a_silence);
  ADD ("19-asked-several-times", test_turn_is_asked_about_once);
  ADD ("21-draft-of-an-older-read", test_finished_draft_of_an_older_read);
  ADD ("21-draft-paid-twice", test_draft_is_not_asked_for_again);
  ADD ("23-failure-between-bubbles", test_failure_between_bubbles);
  ADD ("24-failed-send", test_failed_send_keeps_the_message);
  ADD ("25-busy-by-quiet-time", test_slow_answer_is_still_under_way);
  ADD ("26-typing-stays-on", test_typing_ends_with_the_reply);
  return g_test_run ();
}
