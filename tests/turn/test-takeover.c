/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The user answers by hand, or begins to. “hm?” waits 500 ms, “wait” 1000. */
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

/* The user writes */

static void
test_takeover_stands_down_and_comes_back (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two", 1000);
  chat_driver_takeover (&f->d, 2000, 900000);
  chat_driver_bubble (&f->d, 3000, "still there?");
  chat_driver_wait_until (&f->d, 902000);
  chat_driver_bubble (&f->d, 903000, "and now?");
  chat_driver_expect (&f->d,
                      "collecting window:500 turn:1:timeout@500 thinking ask speaking typing "
                      "say:one@1500 typing drop:1 done:withdrawn idle standdown@902000 "
                      "typing-off done:withdrawn resume collecting window:500");
  g_assert_cmpuint (f->d.done->len, ==, 2);
}

static void
test_takeover_counts_from_the_last_words (Fixture *f, gconstpointer data)
{
  chat_driver_takeover (&f->d, 0, 900000);
  chat_driver_takeover (&f->d, 1000, 120000);
  g_assert_cmpint (parley_chat_get_stand_down (f->d.chat), ==, 900000);
  chat_driver_takeover (&f->d, 2000, 900000);
  g_assert_cmpint (parley_chat_get_stand_down (f->d.chat), ==, 902000);
}

static void
test_resume_ends_a_stand_down (Fixture *f, gconstpointer data)
{
  chat_driver_takeover (&f->d, 0, 900000);
  chat_driver_simple (&f->d, 1000, PARLEY_EVENT_RESUME);
  chat_driver_bubble (&f->d, 2000, "hm?");
  chat_driver_expect (&f->d, "standdown@900000 resume collecting window:500");
}

static void
test_takeover_keeps_what_was_queued_for_the_history (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "one");
  chat_driver_bubble (&f->d, 1, "two");
  chat_driver_takeover (&f->d, 2, 1000);
  g_assert_cmpuint (f->d.done->len, ==, 1);
  g_assert_cmpuint (((ParleyTurn *) f->d.done->pdata[0])->bubbles->len, ==, 2);
}

/* The user only begins to write */

static void
begin_to_write (Fixture *f, gint64 at)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_TAKEOVER, .typed = TRUE, .stand_down_ms = 120000 };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

static void
give_command (Fixture *f, gint64 at)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_RESUME, .typed = TRUE };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

static void
test_command_was_not_for_the_person (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  begin_to_write (f, 300);
  chat_driver_expect (&f->d, "collecting window:1000 idle standdown@120300");
  give_command (f, 2000);
  chat_driver_expect (&f->d, "resume collecting window:1000");
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d, "turn:1:timeout@3000 thinking ask");
}

static void
test_command_while_thinking_asks_again (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  begin_to_write (f, 1000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask abort idle "
                             "standdown@121000");
  give_command (f, 2000);
  chat_driver_wait_until (&f->d, 2500);
  chat_driver_expect (&f->d, "resume collecting window:500 turn:1:timeout@2500 thinking ask");
}

static void
test_who_began_and_let_it_be_is_not_answered_for (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  begin_to_write (f, 300);
  chat_driver_wait_until (&f->d, 200000);
  chat_driver_expect (&f->d, "collecting window:1000 idle standdown@120300 done:withdrawn resume");
  give_command (f, 200001);
  chat_driver_expect (&f->d, "");
}

static void
test_words_after_typing_end_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  begin_to_write (f, 300);
  chat_driver_takeover (&f->d, 2000, 900000);
  chat_driver_expect (&f->d, "collecting window:1000 idle standdown@120300 done:withdrawn "
                             "standdown@902000");
  give_command (f, 3000);
  chat_driver_expect (&f->d, "");
}

/* Typing again does not make less of the words. */
static void
test_typing_after_words_changes_nothing (Fixture *f, gconstpointer data)
{
  chat_driver_takeover (&f->d, 0, 900000);
  begin_to_write (f, 1000);
  give_command (f, 2000);
  chat_driver_expect (&f->d, "standdown@900000 standdown@900000");
}

static void
test_connection_does_not_end_a_stand_down (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  begin_to_write (f, 300);
  chat_driver_simple (&f->d, 400, PARLEY_EVENT_OFFLINE);
  chat_driver_simple (&f->d, 500, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:1000 idle standdown@120300");
}

static void
test_what_comes_meanwhile_is_not_answered (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  begin_to_write (f, 300);
  chat_driver_bubble (&f->d, 1000, "hm?");
  chat_driver_expect (&f->d, "collecting window:1000 idle standdown@120300 done:withdrawn");
  g_assert_cmpuint (((ParleyTurn *) f->d.done->pdata[0])->bubbles->len, ==, 2);
}

int
main (int argc, char **argv)
{
#define ADD(name, func) g_test_add ("/turn/takeover/" name, Fixture, NULL, setup, func, teardown)

  g_test_init (&argc, &argv, NULL);
  ADD ("words", test_takeover_stands_down_and_comes_back);
  ADD ("from-last-words", test_takeover_counts_from_the_last_words);
  ADD ("resume", test_resume_ends_a_stand_down);
  ADD ("keeps-queued", test_takeover_keeps_what_was_queued_for_the_history);
  ADD ("command", test_command_was_not_for_the_person);
  ADD ("command-thinking", test_command_while_thinking_asks_again);
  ADD ("let-be", test_who_began_and_let_it_be_is_not_answered_for);
  ADD ("words-after-typing", test_words_after_typing_end_the_turn);
  ADD ("typing-after-words", test_typing_after_words_changes_nothing);
  ADD ("connection", test_connection_does_not_end_a_stand_down);
  ADD ("meanwhile", test_what_comes_meanwhile_is_not_answered);
  return g_test_run ();
}
