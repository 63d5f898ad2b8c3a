/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Replies over a protocol that takes a bubble and shows it later. “hm?” waits 500 ms. */
#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
  f->d.said = PARLEY_SAID_GIVEN;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 500);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask");
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
}

static void
post_arrived (Fixture *f, gint64 at, guint64 epoch, ParleySaid said)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_ARRIVED, .epoch = epoch, .said = said };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

static guint64
get_epoch (Fixture *f)
{
  return parley_chat_get_epoch (f->d.chat);
}

static void
test_next_waits_until_it_is_shown (Fixture *f, gconstpointer data)
{
  chat_driver_reply (&f->d, 600, "one|two", 0);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "speaking say:one@600");
  post_arrived (f, 9000, get_epoch (f), PARLEY_SAID_DELIVERED);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "say:two@9000");
  post_arrived (f, 9100, get_epoch (f), PARLEY_SAID_DELIVERED);
  chat_driver_expect (&f->d, "done:answered idle");
}

/* Typing it takes as long as ever. */
static void
test_next_is_paced_from_there (Fixture *f, gconstpointer data)
{
  chat_driver_reply (&f->d, 500, "one|two", 1000);
  chat_driver_wait_until (&f->d, 1500);
  post_arrived (f, 4000, get_epoch (f), PARLEY_SAID_DELIVERED);
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_expect (&f->d, "speaking typing say:one@1500 typing say:two@5000");
}

static void
test_rest_of_what_may_be_lost_is_kept_back (Fixture *f, gconstpointer data)
{
  const ParleyTurn *turn;

  chat_driver_reply (&f->d, 600, "one|two", 0);
  post_arrived (f, 30600, get_epoch (f), PARLEY_SAID_UNKNOWN);
  f->d.said = PARLEY_SAID_SHELVED;
  chat_driver_wait_until (&f->d, 40000);
  chat_driver_expect (&f->d, "speaking say:one@600 say:two@30600 done:drafted idle");
  turn = g_ptr_array_index (f->d.done, 0);
  g_assert_cmpuint (turn->said->len, ==, 1);
  g_assert_cmpuint (turn->shelved->len, ==, 1);
}

/* They may have it, so what they write next is a turn of its own, the answer to which waits. */
static void
test_more_that_comes_cuts_it (Fixture *f, gconstpointer data)
{
  guint64 epoch = get_epoch (f);

  chat_driver_reply (&f->d, 600, "one|two", 0);
  chat_driver_wait_until (&f->d, 700);
  chat_driver_bubble (&f->d, 800, "hm?");
  chat_driver_expect (&f->d, "speaking say:one@600 drop:1 done:cut collecting window:500");
  chat_driver_wait_until (&f->d, 1300);
  chat_driver_reply (&f->d, 1400, "three|four", 0);
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "turn:1:timeout@1300 thinking ask speaking");
  post_arrived (f, 2000, epoch, PARLEY_SAID_UNKNOWN);
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "say:three@2000");
  post_arrived (f, 2100, get_epoch (f), PARLEY_SAID_DELIVERED);
  chat_driver_wait_until (&f->d, 2200);
  chat_driver_expect (&f->d,
                      "say:four@2100"); /* what was lost before is no reason to keep it back */
}

/* Their connection is gone; whether the bubble went out is still to be learnt. */
static void
test_outlives_a_lost_connection (Fixture *f, gconstpointer data)
{
  guint64 epoch = get_epoch (f);

  chat_driver_reply (&f->d, 600, "one|two", 0);
  chat_driver_simple (&f->d, 700, PARLEY_EVENT_OFFLINE);
  chat_driver_simple (&f->d, 800, PARLEY_EVENT_ONLINE);
  post_arrived (f, 900, epoch, PARLEY_SAID_DELIVERED);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "speaking say:one@600 drop:1 done:cut idle");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/turn/chat-given/" name, Fixture, NULL, setup, func, teardown)
  ADD ("next-waits", test_next_waits_until_it_is_shown);
  ADD ("next-is-paced", test_next_is_paced_from_there);
  ADD ("rest-is-kept-back", test_rest_of_what_may_be_lost_is_kept_back);
  ADD ("cut", test_more_that_comes_cuts_it);
  ADD ("offline", test_outlives_a_lost_connection);
#undef ADD
  return g_test_run ();
}
