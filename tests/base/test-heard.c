/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-heard.h"

/* 0: it came before. */
static guint
hear (ParleyHeard *heard, const char *text, gint64 stamp, gint64 received, guint dealt_with)
{
  ParleyHeardLine line = { .stamp = stamp, .received = received, .hash = parley_mark_hash (text) };

  return parley_heard_take (heard, &line, dealt_with) ? line.number : 0;
}

static void
test_what_is_stamped_earlier_is_new (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear (heard, "hm?", 1000, 1000, 0), ==, 1);
  g_assert_cmpuint (hear (heard, "delayed", 700, 1001, 1), ==, 2);
  g_assert_cmpuint (hear (heard, "hm?", 700, 1002, 2), ==, 3);
}

static void
test_handed_out_again_as_often_as_it_came (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear (heard, "ha", 1000, 1000, 0), ==, 1);
  g_assert_cmpuint (hear (heard, "ha", 1000, 1000, 0), ==, 2);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear (heard, "ha", 1000, 1100, 0), ==, 0);
  g_assert_cmpuint (hear (heard, "ha", 1000, 1100, 0), ==, 0);
  g_assert_cmpuint (hear (heard, "ha", 1000, 1100, 0), ==, 3);
}

/* Without a new connection as well. */
static void
test_what_was_answered_is_not_new_again (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear (heard, "hm?", 1000, 1000, 0), ==, 1);
  g_assert_cmpuint (hear (heard, "hm?", 1000, 1005, 1), ==, 0);
  g_assert_cmpuint (hear (heard, "hm?", 1005, 1005, 1), ==, 2);
}

/* It came without a time of its own, and has its server's when it is handed out again. */
static void
test_the_servers_clock_is_not_ours (void)
{
  const int apart[] = { -60, -3, 0, 3, 60 };

  for (guint i = 0; i < G_N_ELEMENTS (apart); i++)
    {
      g_autoptr (ParleyHeard) heard = parley_heard_new ();

      g_assert_cmpuint (hear (heard, "hm?", 1000, 1000, 0), ==, 1);
      parley_heard_begin_connection (heard);
      g_assert_cmpuint (hear (heard, "hm?", 1000 + apart[i], 1300, 1), ==, 0);
    }
}

/* The same words, now. */
static void
test_asked_again_is_new (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear (heard, "hm?", 1000, 1000, 0), ==, 1);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear (heard, "hm?", 1010, 1010, 1), ==, 2);
  g_assert_cmpuint (hear (heard, "hm?", 800, 1020, 1), ==, 3);
}

/* As a server does whose messages all have a time, and whose clock is behind. */
static void
test_asked_again_with_a_clock_that_is_behind (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear (heard, "hm?", 1000, 1007, 0), ==, 1);
  g_assert_cmpuint (hear (heard, "hm?", 1010, 1017, 1), ==, 2);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear (heard, "hm?", 1020, 1027, 2), ==, 3);
  g_assert_cmpuint (hear (heard, "hm?", 1000, 1040, 3), ==, 0);
}

static void
test_a_clock_ahead_hands_out_again (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear (heard, "hm?", 900000, 1000, 0), ==, 1);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear (heard, "hm?", 900000, 1300, 1), ==, 0);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear (heard, "hm?", 900000, 1600, 1), ==, 0);
}

/* Of a chat of which no words are kept only the times come back. */
static void
test_known_without_words (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();
  const ParleyHeardLine line = { .number = 5, .stamp = 1000, .received = 1000 };

  parley_heard_add (heard, &line);
  g_assert_cmpuint (hear (heard, "in the same second", 1000, 1000, 5), ==, 6);
  g_assert_cmpuint (hear (heard, "when the second ended", 1000, 1001, 5), ==, 7);
  g_assert_cmpuint (hear (heard, "anything", 1000, 1300, 5), ==, 0);
  g_assert_cmpuint (hear (heard, "more", 1000, 1300, 5), ==, 8);
  g_assert_cmpuint (hear (heard, "delayed", 990, 1300, 5), ==, 9);
}

static void
test_numbers_go_on (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_true (parley_heard_is_empty (heard));
  parley_heard_skip_to (heard, 9);
  parley_heard_skip_to (heard, 3);
  g_assert_cmpuint (hear (heard, "hm?", 1000, 1000, 9), ==, 10);
  g_assert_false (parley_heard_is_empty (heard));
}

static void
test_the_oldest_are_no_longer_known (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  for (guint i = 0; i <= PARLEY_HEARD_MAX; i++)
    g_assert_cmpuint (hear (heard, "hm?", 1000 + i, 1000 + i, 0), ==, i + 1);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear (heard, "hm?", 1001, 5000, 0), ==, 0);
  g_assert_cmpuint (hear (heard, "no", 1000, 5000, 0), !=, 0);
}

/* Likewise. */
static guint
hear_as (ParleyHeard *heard, const char *text, gint64 stamp, const char *client, const char *id)
{
  ParleyHeardLine line = { .stamp = stamp,
                           .received = stamp,
                           .hash = parley_mark_hash (text),
                           .origin = parley_heard_hash_origin (client, id) };

  return parley_heard_take (heard, &line, 0) ? line.number : 0;
}

static void
test_same_id_is_the_same_message (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear_as (heard, "hm?", 1000, "alice/phone", "a"), ==, 1);
  g_assert_cmpuint (hear_as (heard, "hm?", 1000, "alice/phone", "a"), ==, 0);
  g_assert_cmpuint (hear_as (heard, "hm?", 90000, "alice/phone", "a"), ==, 0);
  g_assert_cmpuint (hear_as (heard, "hello", 90000, "alice/phone", "a"), ==, 2);
  g_assert_cmpuint (hear_as (heard, "hm?", 90000, "alice/pc", "a"), ==, 3);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear_as (heard, "hm?", 99000, "alice/phone", "a"), ==, 0);
  g_assert_cmpuint (hear_as (heard, "hello", 99000, "alice/phone", "a"), ==, 0);
}

/* The same words in the same second, handed out late. */
static void
test_another_id_is_another_message (void)
{
  g_autoptr (ParleyHeard) heard = parley_heard_new ();

  g_assert_cmpuint (hear_as (heard, "hm?", 1000, "alice/phone", "a"), ==, 1);
  parley_heard_begin_connection (heard);
  g_assert_cmpuint (hear_as (heard, "hm?", 1000, "alice/phone", "b"), ==, 2);
  g_assert_cmpuint (hear_as (heard, "hm?", 1000, NULL, NULL), ==, 0);
  g_assert_cmpuint (hear_as (heard, "hm?", 2000, NULL, NULL), ==, 3);
  g_assert_cmpuint (hear_as (heard, "hm?", 3000, NULL, NULL), ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/heard/stamped-earlier", test_what_is_stamped_earlier_is_new);
  g_test_add_func ("/base/heard/as-often", test_handed_out_again_as_often_as_it_came);
  g_test_add_func ("/base/heard/same-id", test_same_id_is_the_same_message);
  g_test_add_func ("/base/heard/another-id", test_another_id_is_another_message);
  g_test_add_func ("/base/heard/answered", test_what_was_answered_is_not_new_again);
  g_test_add_func ("/base/heard/another-clock", test_the_servers_clock_is_not_ours);
  g_test_add_func ("/base/heard/asked-again", test_asked_again_is_new);
  g_test_add_func ("/base/heard/clock-behind", test_asked_again_with_a_clock_that_is_behind);
  g_test_add_func ("/base/heard/clock-ahead", test_a_clock_ahead_hands_out_again);
  g_test_add_func ("/base/heard/without-words", test_known_without_words);
  g_test_add_func ("/base/heard/numbers", test_numbers_go_on);
  g_test_add_func ("/base/heard/bounded", test_the_oldest_are_no_longer_known);
  return g_test_run ();
}
