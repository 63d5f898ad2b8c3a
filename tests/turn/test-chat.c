/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "chat-driver.h"

#include <string.h>

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

static const ParleyBubble *
nth_bubble (ParleyTurn *turn, guint n)
{
  return g_ptr_array_index (turn->bubbles, n);
}

/* Reading */

static void
test_burst_is_one_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_bubble (&f->d, 900, "so i just had like 3 slices");
  chat_driver_bubble (&f->d, 1500, "of pizza");
  chat_driver_bubble (&f->d, 2100, "is that bad lol");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:1000 window:640 window:640 window:409 "
                             "turn:4:timeout@2509 thinking ask");
}

static void
test_event_goes_before_the_deadline_of_the_same_time (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "what should I eat?");
  chat_driver_bubble (&f->d, 500, "or drink?");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 window:400 turn:2:timeout@900 thinking ask");
}

static void
test_typing_holds_and_grace_ends_it (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_typing (&f->d, 500, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 9000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 20000);
  chat_driver_expect (&f->d, "collecting window:1000 hold@45500 turn:1:typing_stopped@9900 "
                             "thinking ask");
}

static void
test_stop_before_a_bubble_is_no_end (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_typing (&f->d, 500, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 4000, PARLEY_TYPING_NONE);
  chat_driver_bubble (&f->d, 4000, "i had pizza");
  chat_driver_wait_until (&f->d, 20000);
  chat_driver_expect (&f->d, "collecting window:1000 hold@45500 window:640 turn:2:timeout@4640 "
                             "thinking ask");
}

static void
test_text_left_in_the_box_holds (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_typing (&f->d, 500, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 2000, PARLEY_TYPING_PAUSED);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:1000 hold@45500 hold@17000 turn:1:hard_cap@17000 "
                             "thinking ask");
}

static void
test_repeated_typing_is_no_evidence (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  for (gint64 at = 500; at < 45000; at += 1000)
    chat_driver_typing (&f->d, at, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d,
                      "collecting window:1000 hold@45500 turn:1:hard_cap@45500 thinking ask");
}

static void
test_ceiling_is_later_where_typing_was_seen (Fixture *f, gconstpointer data)
{
  for (gint64 at = 0; at < 150000; at += 5000)
    {
      if (parley_chat_get_state (f->d.chat) == PARLEY_STATE_THINKING)
        break;
      chat_driver_typing (&f->d, at, PARLEY_TYPING_ACTIVE);
      chat_driver_bubble (&f->d, at + 2000, "and then");
      chat_driver_typing (&f->d, at + 2100, PARLEY_TYPING_ACTIVE);
    }
  g_assert_nonnull (strstr (f->d.log->str, "hard_cap@122000"));
}

static void
test_long_window_ends_at_the_quiet_cap (Fixture *f, gconstpointer data)
{
  f->d.policy.window = (ParleyWindowPolicy){ .profile = PARLEY_PROFILE_FIXED, .fixed_ms = 30000 };
  chat_driver_bubble (&f->d, 0, "hm");
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:30000 turn:1:hard_cap@10000 thinking ask");
}

static void
test_bytes_bound_a_turn (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bytes = 10;
  chat_driver_bubble (&f->d, 0, "a first bubble is always read, however long");
  chat_driver_bubble (&f->d, 100, "x");
  chat_driver_wait_until (&f->d, 5000);
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->bubbles->len, ==, 1);
}

static void
test_channel_without_wait (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
  chat_driver_init (&f->d, 0);
  chat_driver_bubble (&f->d, 0, "Dear all...");
  chat_driver_bubble (&f->d, 0, "Second letter");
  chat_driver_wait_until (&f->d, 0);
  chat_driver_reply (&f->d, 10, "ok", 0);
  chat_driver_wait_until (&f->d, 20);
  chat_driver_expect (&f->d, "collecting window:0 turn:1:explicit_signal@0 thinking ask speaking "
                             "say:ok@10 done:answered idle collecting window:0 "
                             "turn:1:explicit_signal@10 thinking ask");
}

/* Thinking */

static void
test_bubble_while_thinking_restarts_the_turn (Fixture *f, gconstpointer data)
{
  guint64 before;

  chat_driver_bubble (&f->d, 0, "what should I eat?");
  chat_driver_wait_until (&f->d, 600);
  before = parley_chat_get_epoch (f->d.chat);
  chat_driver_bubble (&f->d, 1000, "i have eggs.");
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask abort "
                             "collecting window:400 turn:2:timeout@1400 thinking ask");
  g_assert_cmpuint (parley_chat_get_epoch (f->d.chat), >, before);
}

static void
test_silence_says_nothing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "ok.");
  chat_driver_reply (&f->d, 1000, "", 0);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask done:silent "
                             "idle");
}

static void
test_failure_ends_the_turn (Fixture *f, gconstpointer data)
{
  ParleyEvent end = { .type = PARLEY_EVENT_REPLY_END, .reply_end.how = PARLEY_REPLY_FAILED };

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 1000);
  end.epoch = parley_chat_get_epoch (f->d.chat);
  chat_driver_post (&f->d, &end);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask done:failed "
                             "idle");
}

/* Speaking */

static void
test_pace_counts_from_the_closing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1500, "one|two", 2000);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask speaking "
                             "typing say:one@2500 typing say:two@4500 done:answered idle");
}

static void
test_slow_model_owes_no_pace (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 9000, "one", 2000);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask speaking "
                             "say:one@9000 done:answered idle");
}

static void
test_first_bubble_waits_for_their_typing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_typing (&f->d, 1000, PARLEY_TYPING_ACTIVE);
  chat_driver_reply (&f->d, 2000, "one", 0);
  chat_driver_typing (&f->d, 8000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask speaking "
                             "hold@46000 say:one@8900 done:answered idle");
}

static void
test_first_bubble_waits_to_the_cap_at_most (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_typing (&f->d, 1000, PARLEY_TYPING_ACTIVE);
  chat_driver_reply (&f->d, 2000, "one", 0);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask speaking "
                             "hold@46000 say:one@46000 done:answered idle");
}

static void
test_later_bubble_waits_while_they_type_and_not_for_ever (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two|three", 1000);
  chat_driver_typing (&f->d, 1600, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "say:one@1500 typing typing-off hold@22500 say:two@22500 hold@43500 "
                      "say:three@43500 done:answered idle");
}

/* One bubble was said, they type, and the next one is due. */
static void
hold_second_bubble (Fixture *f)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two", 1000);
  chat_driver_typing (&f->d, 1600, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 8000);
  g_string_truncate (f->d.log, 0);
}

static void
test_later_bubble_goes_on_when_they_stop_typing (Fixture *f, gconstpointer data)
{
  hold_second_bubble (f);
  chat_driver_typing (&f->d, 9000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "say:two@9900 done:answered idle");
}

/* A stop comes right before a message, or some ms before it. */
static void
test_held_bubble_is_dropped_if_they_send (Fixture *f, gconstpointer data)
{
  hold_second_bubble (f);
  chat_driver_typing (&f->d, 9000, PARLEY_TYPING_NONE);
  chat_driver_bubble (&f->d, 9013, "no wait.");
  chat_driver_expect (&f->d, "drop:1 done:cut collecting window:500");
}

static void
test_typing_on_and_off_does_not_hold_longer (Fixture *f, gconstpointer data)
{
  hold_second_bubble (f);
  for (gint64 at = 9000; at < 22000; at += 500)
    chat_driver_typing (&f->d, at, at % 1000 == 0 ? PARLEY_TYPING_NONE : PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "say:two@22500 done:answered idle");
}

static void
test_barge_in_drops_the_rest (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two|three", 1000);
  chat_driver_bubble (&f->d, 2000, "no wait.");
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "say:one@1500 typing drop:2 done:cut collecting window:500 typing-off "
                      "turn:1:timeout@2500 thinking ask");
  g_assert_cmpuint (f->d.done->len, ==, 1);
  g_assert_cmpuint (((ParleyTurn *) f->d.done->pdata[0])->said->len, ==, 1);
  g_assert_true (parley_chat_get_turn (f->d.chat)->after_cut);
}

/* Their typing, the stop that comes right before a message, and the message. */
static void
test_barge_in_after_typing_does_not_flicker (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 501, "one|two", 5000);
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_typing (&f->d, 7000, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 8000, PARLEY_TYPING_NONE);
  chat_driver_bubble (&f->d, 8000, "no wait.");
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "say:one@5500 typing typing-off drop:1 done:cut collecting window:500");
}

static void
test_typing_is_shown_again_after_the_grace (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 501, "one", 5000);
  chat_driver_typing (&f->d, 1000, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 2000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 2899);
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "hold@46000 typing-off");
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "typing say:one@5500 done:answered idle");
}

static void
test_barge_in_before_the_first_bubble_keeps_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two", 2000);
  chat_driver_bubble (&f->d, 2000, "no wait.");
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "drop:2 collecting window:400 typing-off turn:2:timeout@2400 thinking "
                      "ask");
  g_assert_false (parley_chat_get_turn (f->d.chat)->after_cut);
}

static void
test_barge_in_stops_a_reply_that_still_streams (Fixture *f, gconstpointer data)
{
  ParleyEvent bubble = { .type = PARLEY_EVENT_REPLY_BUBBLE, .reply_bubble = { .text = "one" } };

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 500);
  bubble.epoch = parley_chat_get_epoch (f->d.chat);
  chat_driver_post (&f->d, &bubble);
  chat_driver_wait_until (&f->d, 600);
  g_string_truncate (f->d.log, 0);
  chat_driver_bubble (&f->d, 700, "no wait.");
  chat_driver_expect (&f->d, "abort done:cut collecting window:500");
}

static void
test_failed_bubble_stops_the_rest (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) effects = parley_effects_new ();
  const ParleyEvent deadline = { .type = PARLEY_EVENT_DEADLINE };
  ParleyEvent intended
      = { .type = PARLEY_EVENT_INTENDED, .intended = { .number = 1, .held = TRUE } };
  ParleyEvent said = { .type = PARLEY_EVENT_SAID, .said = PARLEY_SAID_LOST };

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two|three", 0);
  parley_chat_step (f->d.chat, &deadline, 1000, effects);
  intended.epoch = parley_chat_get_epoch (f->d.chat);
  parley_chat_step (f->d.chat, &intended, 1000, effects);
  said.epoch = parley_chat_get_epoch (f->d.chat);
  g_string_truncate (f->d.log, 0);
  chat_driver_post (&f->d, &said);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "drop:2 idle");
}

/* Nothing was said, so the turn is still to be answered. */
static void
test_failed_first_bubble_is_tried_again (Fixture *f, gconstpointer data)
{
  test_failed_bubble_stops_the_rest (f, data);
  chat_driver_simple (&f->d, 70000, PARLEY_EVENT_OFFLINE);
  chat_driver_simple (&f->d, 80000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 90000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@80500 thinking ask");
}

/* One to answer, one queued behind it, which must neither be lost nor overtaken. */
static void
test_queued_bubble_survives_an_offline_time (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "one?");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_bubble (&f->d, 1000, "two?");
  chat_driver_reply (&f->d, 1001, "uno|dos", 5000);
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_simple (&f->d, 7000, PARLEY_EVENT_OFFLINE);
  g_string_truncate (f->d.log, 0);
  chat_driver_simple (&f->d, 8000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@8500 thinking ask");
  g_assert_cmpstr (nth_bubble (parley_chat_get_turn (f->d.chat), 0)->text, ==, "two?");
}

/* The user, the connection, the end */

static void
test_unspoken_turn_is_read_again_after_a_reconnect (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  chat_driver_simple (&f->d, 1000, PARLEY_EVENT_OFFLINE);
  chat_driver_wait_until (&f->d, 100000);
  chat_driver_simple (&f->d, 200000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask abort idle "
                             "collecting window:500 turn:1:timeout@200500 thinking ask");
}

/* A limit is no lost connection: who types all the while is still typed to. */
static void
test_typing_is_known_after_waiting_for_room (Fixture *f, gconstpointer data)
{
  const ParleyEvent wait = { .type = PARLEY_EVENT_OFFLINE, .connected = TRUE };

  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_typing (&f->d, 100, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 50000);
  chat_driver_post (&f->d, &wait);
  g_string_truncate (f->d.log, 0);
  chat_driver_simple (&f->d, 60000, PARLEY_EVENT_ONLINE);
  chat_driver_reply (&f->d, 110000, "one|two", 0);
  chat_driver_wait_until (&f->d, 120000);
  g_assert_nonnull (strstr (f->d.log->str, "say:one"));
  g_assert_null (strstr (f->d.log->str, "say:two"));
  chat_driver_wait_until (&f->d, 140000);
  g_assert_nonnull (strstr (f->d.log->str, "say:two"));
}

static void
test_bubble_joins_a_turn_kept_through_an_offline_time (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_simple (&f->d, 100, PARLEY_EVENT_OFFLINE);
  chat_driver_bubble (&f->d, 200000, "are you there?");
  chat_driver_simple (&f->d, 200001, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d, "collecting window:500 idle collecting window:400 "
                             "turn:2:timeout@200400 thinking ask");
}

static void
test_spoken_turn_is_not_said_twice_after_a_reconnect (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two", 1000);
  chat_driver_simple (&f->d, 2000, PARLEY_EVENT_OFFLINE);
  chat_driver_simple (&f->d, 3000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "say:one@1500 typing drop:1 done:cut idle typing-off");
}

static void
test_withdrawal_forgets_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_simple (&f->d, 100, PARLEY_EVENT_WITHDRAW);
  chat_driver_simple (&f->d, 200, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d, "collecting window:500 done:withdrawn idle");
}

#define ADD(name, func) g_test_add ("/turn/chat/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("burst-is-one-turn", test_burst_is_one_turn);
  ADD ("event-before-deadline", test_event_goes_before_the_deadline_of_the_same_time);
  ADD ("typing-holds", test_typing_holds_and_grace_ends_it);
  ADD ("stop-before-a-bubble", test_stop_before_a_bubble_is_no_end);
  ADD ("text-left-in-the-box", test_text_left_in_the_box_holds);
  ADD ("repeated-typing", test_repeated_typing_is_no_evidence);
  ADD ("ceiling-with-typing", test_ceiling_is_later_where_typing_was_seen);
  ADD ("long-window", test_long_window_ends_at_the_quiet_cap);
  ADD ("bytes-bound-a-turn", test_bytes_bound_a_turn);
  ADD ("channel-without-wait", test_channel_without_wait);
  ADD ("restart", test_bubble_while_thinking_restarts_the_turn);
  ADD ("silence", test_silence_says_nothing);
  ADD ("failure", test_failure_ends_the_turn);
  ADD ("pace", test_pace_counts_from_the_closing);
  ADD ("slow-model", test_slow_model_owes_no_pace);
  ADD ("first-bubble-gate", test_first_bubble_waits_for_their_typing);
  ADD ("first-bubble-cap", test_first_bubble_waits_to_the_cap_at_most);
  ADD ("later-bubble-held", test_later_bubble_waits_while_they_type_and_not_for_ever);
  ADD ("later-bubble-goes-on", test_later_bubble_goes_on_when_they_stop_typing);
  ADD ("later-bubble-dropped", test_held_bubble_is_dropped_if_they_send);
  ADD ("later-bubble-hold-is-bounded", test_typing_on_and_off_does_not_hold_longer);
  ADD ("barge-in", test_barge_in_drops_the_rest);
  ADD ("barge-in-after-typing", test_barge_in_after_typing_does_not_flicker);
  ADD ("typing-after-the-grace", test_typing_is_shown_again_after_the_grace);
  ADD ("barge-in-before-speech", test_barge_in_before_the_first_bubble_keeps_the_turn);
  ADD ("barge-in-while-streaming", test_barge_in_stops_a_reply_that_still_streams);
  ADD ("failed-bubble", test_failed_bubble_stops_the_rest);
  ADD ("failed-first-bubble", test_failed_first_bubble_is_tried_again);
  ADD ("queued-while-offline", test_queued_bubble_survives_an_offline_time);
  ADD ("reconnect", test_unspoken_turn_is_read_again_after_a_reconnect);
  ADD ("room-typing", test_typing_is_known_after_waiting_for_room);
  ADD ("reconnect-bubble-first", test_bubble_joins_a_turn_kept_through_an_offline_time);
  ADD ("reconnect-after-speech", test_spoken_turn_is_not_said_twice_after_a_reconnect);
  ADD ("withdrawal", test_withdrawal_forgets_the_turn);
  return g_test_run ();
}
