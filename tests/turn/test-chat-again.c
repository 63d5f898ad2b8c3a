/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The user wants an answer written, whatever there was. “hm?” waits 500 ms. */
#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
  ParleyTurn *turn; /* one that was closed before */
} Fixture;

static void
absorb (ParleyTurn *turn, const char *text)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_BUBBLE, .bubble = { .text = text } };

  parley_turn_absorb (turn, parley_bubble_new (&event, 0));
}

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
  f->d.said = PARLEY_SAID_SHELVED;
  f->turn = parley_turn_new (0);
  absorb (f->turn, "hm?");
  absorb (f->turn, "when do you come");
  f->turn->n_read = 2;
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
  parley_turn_unref (f->turn);
}

static void
again (Fixture *f, gint64 at, ParleyTurn *turn)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_AGAIN, .turn = turn };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

static void
test_closed_turn_is_asked_about_at_once (Fixture *f, gconstpointer data)
{
  again (f, 5000, f->turn);
  chat_driver_expect (&f->d, "collecting thinking ask");
  chat_driver_reply (&f->d, 6000, "one", 0);
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_expect (&f->d, "speaking say:one@6000 done:drafted idle");
}

static void
test_nothing_comes_of_no_turn (Fixture *f, gconstpointer data)
{
  again (f, 5000, NULL);
  chat_driver_expect (&f->d, "");
}

/* Nobody waits for their window any more. */
static void
test_open_turn_goes_before_a_closed_one (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 5000, "and?");
  again (f, 5100, f->turn);
  chat_driver_expect (&f->d, "collecting window:500 thinking ask");
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->bubbles->len, ==, 1);
}

static void
test_what_was_being_written_is_stale (Fixture *f, gconstpointer data)
{
  guint64 epoch;

  again (f, 5000, f->turn);
  epoch = parley_chat_get_epoch (f->d.chat);
  again (f, 5100, NULL);
  chat_driver_expect (&f->d, "collecting thinking ask abort collecting thinking ask");
  chat_driver_reply_bubble (&f->d, 5200, epoch, "old");
  chat_driver_expect (&f->d, "");
  g_assert_cmpuint (parley_chat_get_n_stale (f->d.chat), ==, 1);
}

/* The user took over and wants help with it: that is no leave to answer by itself. */
static void
test_stand_down_goes_on (Fixture *f, gconstpointer data)
{
  chat_driver_takeover (&f->d, 5000, 60000);
  again (f, 6000, f->turn);
  chat_driver_expect (&f->d, "standdown@65000 collecting thinking ask");
  chat_driver_bubble (&f->d, 7000, "never mind");
  chat_driver_expect (&f->d, "abort done:withdrawn idle");
  chat_driver_bubble (&f->d, 8000, "or not?");
  chat_driver_expect (&f->d, "done:withdrawn");
}

static void
test_stand_down_may_end_meanwhile (Fixture *f, gconstpointer data)
{
  chat_driver_takeover (&f->d, 5000, 60000);
  again (f, 6000, f->turn);
  chat_driver_simple (&f->d, 6500, PARLEY_EVENT_RESUME);
  chat_driver_expect (&f->d, "standdown@65000 collecting thinking ask resume");
  chat_driver_bubble (&f->d, 7000, "hm?");
  chat_driver_expect (&f->d, "abort collecting window:320");
}

/* The typing gate holds for what the user sees first, too; newer words join what is answered. */
static void
test_newer_words_join_it (Fixture *f, gconstpointer data)
{
  again (f, 5000, f->turn);
  chat_driver_bubble (&f->d, 5500, "so?");
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->bubbles->len, ==, 3);
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->n_read, ==, 2);
}

static void
test_corrected_words_are_news (Fixture *f, gconstpointer data)
{
  again (f, 5000, f->turn);
  chat_driver_bubble (&f->d, 5500, "when do you come?");
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->bubbles->len, ==, 2);
  g_assert_cmpuint (parley_chat_get_turn (f->d.chat)->n_read, ==, 1);
}

#define ADD(name, func) g_test_add ("/turn/chat-again/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("closed", test_closed_turn_is_asked_about_at_once);
  ADD ("none", test_nothing_comes_of_no_turn);
  ADD ("open", test_open_turn_goes_before_a_closed_one);
  ADD ("stale", test_what_was_being_written_is_stale);
  ADD ("stand-down", test_stand_down_goes_on);
  ADD ("resumed", test_stand_down_may_end_meanwhile);
  ADD ("newer", test_newer_words_join_it);
  ADD ("corrected", test_corrected_words_are_news);
  return g_test_run ();
}
