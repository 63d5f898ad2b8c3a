/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Replies that are none: the model wants to read more first, or there is no model just now. “hm?”
 * waits 500 ms. */
#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
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
end_reply (Fixture *f, gint64 at, ParleyReplyEnd how, int wait_ms)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_REPLY_END,
                              .epoch = parley_chat_get_epoch (f->d.chat),
                              .reply_end = { .how = how, .wait_ms = wait_ms } };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

static void
say_first (Fixture *f, gint64 at)
{
  chat_driver_reply_bubble (&f->d, at, parley_chat_get_epoch (f->d.chat), "one");
  chat_driver_wait_until (&f->d, at);
  chat_driver_expect (&f->d, "speaking say:one@600");
}

/* It wants to read more */

static void
test_asked_again_when_the_wait_is_over (Fixture *f, gconstpointer data)
{
  end_reply (f, 1000, PARLEY_REPLY_WAIT, 4000);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:4000 turn:1:timeout@5000 thinking ask");
}

static void
test_more_that_comes_is_read_at_once (Fixture *f, gconstpointer data)
{
  end_reply (f, 1000, PARLEY_REPLY_WAIT, 9000);
  chat_driver_bubble (&f->d, 2000, "ok.");
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d, "collecting window:9000 window:400 turn:2:timeout@2400 thinking ask");
}

static void
test_wait_is_bounded_by_the_cap (Fixture *f, gconstpointer data)
{
  end_reply (f, 1000, PARLEY_REPLY_WAIT, 600000);
  chat_driver_wait_until (&f->d, 11000);
  chat_driver_expect (&f->d, "collecting window:600000 turn:1:hard_cap@11000 thinking ask");
}

static void
test_third_wait_is_silence (Fixture *f, gconstpointer data)
{
  end_reply (f, 1000, PARLEY_REPLY_WAIT, 100);
  end_reply (f, 2000, PARLEY_REPLY_WAIT, 100);
  end_reply (f, 3000, PARLEY_REPLY_WAIT, 100);
  chat_driver_expect (&f->d, "collecting window:100 turn:1:timeout@1100 thinking ask "
                             "collecting window:100 turn:1:timeout@2100 thinking ask "
                             "done:silent idle");
}

static void
test_wait_behind_words_ends_the_reply (Fixture *f, gconstpointer data)
{
  say_first (f, 600);
  end_reply (f, 700, PARLEY_REPLY_WAIT, 4000);
  chat_driver_expect (&f->d, "done:answered idle");
}

static void
test_draft_that_wants_to_wait (Fixture *f, gconstpointer data)
{
  f->d.policy.drafts = TRUE;
  chat_driver_bubble (&f->d, 700, "ok.");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_expect (&f->d, "abort collecting window:400 draft");
  end_reply (f, 1050, PARLEY_REPLY_WAIT, 3000);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "window:3000 turn:2:timeout@4050 thinking ask");
}

/* There is no model */

static void
test_turn_is_kept_and_asked_again (Fixture *f, gconstpointer data)
{
  end_reply (f, 1000, PARLEY_REPLY_AWAY, 0);
  chat_driver_wait_until (&f->d, 100000);
  chat_driver_expect (&f->d, "idle");
  chat_driver_simple (&f->d, 100000, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 101000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@100500 thinking ask");
}

static void
test_turn_goes_on_with_the_next_bubble (Fixture *f, gconstpointer data)
{
  end_reply (f, 1000, PARLEY_REPLY_AWAY, 0);
  chat_driver_bubble (&f->d, 5000, "ok.");
  chat_driver_wait_until (&f->d, 6000);
  chat_driver_expect (&f->d, "idle collecting window:400 turn:2:timeout@5400 thinking ask");
}

static void
test_what_was_said_stands (Fixture *f, gconstpointer data)
{
  say_first (f, 600);
  end_reply (f, 700, PARLEY_REPLY_AWAY, 0);
  chat_driver_simple (&f->d, 800, PARLEY_EVENT_ONLINE);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "done:failed idle");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/turn/chat-reply-ends/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("wait", test_asked_again_when_the_wait_is_over);
  ADD ("wait-and-more", test_more_that_comes_is_read_at_once);
  ADD ("wait-bounded", test_wait_is_bounded_by_the_cap);
  ADD ("wait-thrice", test_third_wait_is_silence);
  ADD ("wait-behind-words", test_wait_behind_words_ends_the_reply);
  ADD ("wait-of-a-draft", test_draft_that_wants_to_wait);
  ADD ("away", test_turn_is_kept_and_asked_again);
  ADD ("away-and-more", test_turn_goes_on_with_the_next_bubble);
  ADD ("away-behind-words", test_what_was_said_stands);
  return g_test_run ();
}
