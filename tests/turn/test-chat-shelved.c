/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Replies that the user is to see before the person does. “hm?” waits 500 ms. */
#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
  f->d.said = PARLEY_SAID_SHELVED;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 500);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask");
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
}

static const ParleyTurn *
get_done (Fixture *f, guint i)
{
  return g_ptr_array_index (f->d.done, i);
}

static void
test_whole_reply_is_shelved (Fixture *f, gconstpointer data)
{
  chat_driver_reply (&f->d, 600, "one|two", 0);
  chat_driver_wait_until (&f->d, 700);
  chat_driver_expect (&f->d, "speaking say:one@600 say:two@600 done:drafted idle");
  g_assert_cmpuint (get_done (f, 0)->said->len, ==, 0);
  g_assert_cmpuint (get_done (f, 0)->shelved->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (get_done (f, 0)->shelved, 1), ==, "two");
}

static void
test_rest_is_shelved_behind_what_was_said (Fixture *f, gconstpointer data)
{
  f->d.said = PARLEY_SAID_DELIVERED;
  chat_driver_reply (&f->d, 600, "one|two", 1000);
  chat_driver_wait_until (&f->d, 1600);
  f->d.said = PARLEY_SAID_SHELVED;
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d, "speaking typing say:one@1500 typing say:two@2500 done:drafted idle");
  g_assert_cmpuint (get_done (f, 0)->said->len, ==, 1);
  g_assert_cmpuint (get_done (f, 0)->shelved->len, ==, 1);
}

/* Nothing was said, so what they add belongs to the same turn, and its reply is another one. */
static void
test_more_that_comes_takes_it_back (Fixture *f, gconstpointer data)
{
  chat_driver_reply_bubble (&f->d, 600, parley_chat_get_epoch (f->d.chat), "one");
  chat_driver_wait_until (&f->d, 700);
  chat_driver_bubble (&f->d, 700, "ok.");
  chat_driver_reply (&f->d, 1500, "other", 0);
  chat_driver_wait_until (&f->d, 1600);
  chat_driver_expect (&f->d, "speaking say:one@600 abort collecting window:400 "
                             "turn:2:timeout@1100 thinking ask speaking say:other@1500 "
                             "done:drafted idle");
  g_assert_cmpuint (get_done (f, 0)->bubbles->len, ==, 2);
  g_assert_cmpuint (get_done (f, 0)->shelved->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (get_done (f, 0)->shelved, 0), ==, "other");
}

static void
test_lost_connection_takes_it_back (Fixture *f, gconstpointer data)
{
  chat_driver_reply_bubble (&f->d, 600, parley_chat_get_epoch (f->d.chat), "one");
  chat_driver_simple (&f->d, 700, PARLEY_EVENT_OFFLINE);
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->shelved->len, ==, 0);
}

static void
test_what_is_shelved_is_no_time_to_wait (Fixture *f, gconstpointer data)
{
  const ParleyEvent wait = { .type = PARLEY_EVENT_REPLY_END,
                             .epoch = parley_chat_get_epoch (f->d.chat),
                             .reply_end = { .how = PARLEY_REPLY_WAIT, .wait_ms = 4000 } };

  chat_driver_reply_bubble (&f->d, 600, wait.epoch, "one");
  chat_driver_wait_until (&f->d, 700);
  chat_driver_post (&f->d, &wait);
  chat_driver_expect (&f->d, "speaking say:one@600 done:drafted idle");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/turn/chat-shelved/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("whole", test_whole_reply_is_shelved);
  ADD ("rest", test_rest_is_shelved_behind_what_was_said);
  ADD ("more", test_more_that_comes_takes_it_back);
  ADD ("offline", test_lost_connection_takes_it_back);
  ADD ("wait", test_what_is_shelved_is_no_time_to_wait);
  return g_test_run ();
}
