/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A bubble is declared before it is said: what happens while the disk takes its time. */
#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
} Fixture;

/* A reply of three bubbles, a second each, the first of which is declared at 1500. */
static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
  f->d.slow = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two|three", 1000);
  g_string_truncate (f->d.log, 0);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
}

static void
test_each_bubble_is_declared_when_it_is_due (Fixture *f, gconstpointer data)
{
  chat_driver_wait_until (&f->d, 1499);
  chat_driver_expect (&f->d, "");
  chat_driver_intended (&f->d, 1501, TRUE);
  chat_driver_intended (&f->d, 2502, TRUE);
  chat_driver_intended (&f->d, 3503, TRUE);
  chat_driver_expect (&f->d, "intend:one@1500 say:one@1501 typing intend:two@2501 say:two@2502 "
                             "typing intend:three@3502 say:three@3503 done:answered idle");
}

static void
test_nothing_is_said_before_it_is_declared (Fixture *f, gconstpointer data)
{
  chat_driver_wait_until (&f->d, 20000);
  chat_driver_expect (&f->d, "intend:one@1500");
  chat_driver_intended (&f->d, 20000, TRUE);
  chat_driver_expect (&f->d, "say:one@20000 typing");
}

/* The user is told once in a reply, and gets it themselves when it has taken too long. */
static void
test_slow_disk_makes_a_draft_in_the_end (Fixture *f, gconstpointer data)
{
  f->d.said = PARLEY_SAID_SHELVED;
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d, "intend:one@1500 late typing-off retract say:one@121500 typing "
                             "say:two@122500 typing say:three@123500 done:drafted idle");
}

static void
test_full_disk_makes_a_draft_at_once (Fixture *f, gconstpointer data)
{
  f->d.said = PARLEY_SAID_SHELVED;
  chat_driver_intended (&f->d, 1501, FALSE);
  chat_driver_wait_until (&f->d, 300000);
  chat_driver_expect (&f->d, "intend:one@1500 say:one@1501 typing say:two@2501 typing "
                             "say:three@3501 done:drafted idle");
}

/* Nothing is asked of the disk twice for it. */
static void
test_their_typing_takes_it_back (Fixture *f, gconstpointer data)
{
  guint first;

  chat_driver_wait_until (&f->d, 1500);
  first = f->d.intent;
  chat_driver_typing (&f->d, 1600, PARLEY_TYPING_ACTIVE);
  chat_driver_intended (&f->d, 1700, TRUE);
  chat_driver_expect (&f->d, "intend:one@1500 hold@46600 retract typing-off");
  chat_driver_typing (&f->d, 3000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 3900);
  chat_driver_expect (&f->d, "intend:one@3900");
  g_assert_cmpuint (f->d.intent, >, first);
}

/* One epoch, two intents: the first comes true only after it was taken back. */
static void
test_intent_that_was_taken_back_says_nothing (Fixture *f, gconstpointer data)
{
  ParleyEvent old = { .type = PARLEY_EVENT_INTENDED, .intended.held = TRUE };

  chat_driver_wait_until (&f->d, 1500);
  old.intended.number = f->d.intent;
  old.epoch = parley_chat_get_epoch (f->d.chat);
  chat_driver_typing (&f->d, 1600, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 1700, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 2600);
  g_string_truncate (f->d.log, 0);
  chat_driver_post (&f->d, &old);
  chat_driver_expect (&f->d, "");
  g_assert_cmpuint (parley_chat_get_n_stale (f->d.chat), ==, 1);
}

static void
test_later_bubble_is_held_when_they_type_meanwhile (Fixture *f, gconstpointer data)
{
  chat_driver_intended (&f->d, 1501, TRUE);
  chat_driver_wait_until (&f->d, 2501);
  g_string_truncate (f->d.log, 0);
  chat_driver_typing (&f->d, 2600, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "retract typing-off hold@22600");
  chat_driver_typing (&f->d, 10000, PARLEY_TYPING_NONE);
  chat_driver_wait_until (&f->d, 10900);
  chat_driver_expect (&f->d, "intend:two@10900");
}

/* The reply is whole before its first bubble may be said. */
static void
test_end_of_the_reply_is_not_the_end_of_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
  chat_driver_init (&f->d, 800);
  f->d.slow = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  chat_driver_reply_bubble (&f->d, 600, parley_chat_get_epoch (f->d.chat), "one");
  chat_driver_wait_until (&f->d, 700);
  chat_driver_reply_end (&f->d, 800, parley_chat_get_epoch (f->d.chat), PARLEY_REPLY_COMPLETE);
  g_string_truncate (f->d.log, 0);
  chat_driver_intended (&f->d, 900, TRUE);
  chat_driver_expect (&f->d, "say:one@900 done:answered idle");
}

/* The full turn is answered; what waits behind it neither stops that nor is lost. */
static void
test_queued_bubble_leaves_it_standing (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
  chat_driver_init (&f->d, 800);
  f->d.slow = TRUE;
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one", 0);
  chat_driver_bubble (&f->d, 1100, "and?");
  g_string_truncate (f->d.log, 0);
  chat_driver_intended (&f->d, 1200, TRUE);
  chat_driver_expect (&f->d, "say:one@1200 done:answered idle collecting window:500");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/turn/chat-intents/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("when-due", test_each_bubble_is_declared_when_it_is_due);
  ADD ("not-before", test_nothing_is_said_before_it_is_declared);
  ADD ("slow-disk", test_slow_disk_makes_a_draft_in_the_end);
  ADD ("full-disk", test_full_disk_makes_a_draft_at_once);
  ADD ("typing", test_their_typing_takes_it_back);
  ADD ("taken-back", test_intent_that_was_taken_back_says_nothing);
  ADD ("typing-later", test_later_bubble_is_held_when_they_type_meanwhile);
  ADD ("end-of-reply", test_end_of_the_reply_is_not_the_end_of_the_turn);
  ADD ("queued", test_queued_bubble_leaves_it_standing);
  return g_test_run ();
}
