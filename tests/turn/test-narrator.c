/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* When the user is told what goes on in a chat. */
#include "turn/parley-narrator.h"

#include <string.h>

#define AFTER PARLEY_NARRATOR_AFTER_MS

static void
test_only_of_what_lasts (void)
{
  ParleyNarrator narrator = { 0 };

  g_assert_false (parley_narrator_is_due (&narrator, 100000));
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_THINKING, 1000);
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_THINKING, 1500);
  g_assert_false (parley_narrator_is_due (&narrator, 1000 + AFTER - 1));
  g_assert_true (parley_narrator_is_due (&narrator, 1000 + AFTER));
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_SPEAKING, 1000 + AFTER);
  g_assert_false (parley_narrator_is_due (&narrator, 1000 + AFTER));
}

static void
tell (ParleyNarrator *narrator, ParleyActivity activity)
{
  parley_narrator_note (narrator, PARLEY_ACTIVITY_NONE, 0);
  parley_narrator_note (narrator, activity, 0);
  g_assert_true (parley_narrator_is_due (narrator, AFTER));
  parley_narrator_note_told (narrator);
  g_assert_false (parley_narrator_is_due (narrator, AFTER));
}

static void
test_once_in_a_turn (void)
{
  ParleyNarrator narrator = { 0 };

  tell (&narrator, PARLEY_ACTIVITY_THINKING);
  parley_narrator_note_message (&narrator);
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_NONE, 0);
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_THINKING, 0);
  g_assert_false (parley_narrator_is_due (&narrator, AFTER));
  parley_narrator_end_turn (&narrator);
  tell (&narrator, PARLEY_ACTIVITY_THINKING);
}

static void
test_not_twice_without_a_message_between (void)
{
  ParleyNarrator narrator = { 0 };

  tell (&narrator, PARLEY_ACTIVITY_THINKING);
  parley_narrator_end_turn (&narrator);
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_NONE, 0);
  parley_narrator_note (&narrator, PARLEY_ACTIVITY_THINKING, 0);
  g_assert_false (parley_narrator_is_due (&narrator, AFTER));
  tell (&narrator, PARLEY_ACTIVITY_SPEAKING);
  tell (&narrator, PARLEY_ACTIVITY_THINKING);
}

static void
test_stand_down_once_until_it_goes_on (void)
{
  ParleyNarrator narrator = { 0 };

  g_assert_true (parley_narrator_stand_down (&narrator));
  parley_narrator_note_message (&narrator);
  parley_narrator_end_turn (&narrator);
  g_assert_false (parley_narrator_stand_down (&narrator));
  parley_narrator_resume (&narrator);
  g_assert_true (parley_narrator_stand_down (&narrator));
  parley_narrator_resume (&narrator);
  g_assert_false (parley_narrator_stand_down (&narrator));
}

/* Whatever happens, in whatever order. */
static void
test_random_walk_keeps_within_bounds (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (15);
  ParleyNarrator narrator = { 0 };
  guint told[PARLEY_N_ACTIVITIES] = { 0 }; /* in this turn */
  guint n_told = 0;
  ParleyActivity last = PARLEY_ACTIVITY_NONE;
  gint64 now = 0;

  for (guint i = 0; i < 200000; i++)
    {
      ParleyActivity activity
          = (ParleyActivity) g_rand_int_range (rand, 0, PARLEY_ACTIVITY_STANDING_DOWN);

      now += g_rand_int_range (rand, 0, 1500);
      switch (g_rand_int_range (rand, 0, 8))
        {
        case 0:
          parley_narrator_note_message (&narrator);
          last = PARLEY_ACTIVITY_NONE;
          break;
        case 1:
          parley_narrator_end_turn (&narrator);
          memset (told, 0, sizeof told);
          break;
        case 2:
          parley_narrator_note (&narrator, activity, now);
          break;
        default:
          if (!parley_narrator_is_due (&narrator, now))
            break;
          parley_narrator_note_told (&narrator);
          g_assert_cmpint (narrator.activity, !=, PARLEY_ACTIVITY_NONE);
          g_assert_cmpint (narrator.activity, !=, last);
          g_assert_cmpuint (told[narrator.activity]++, ==, 0);
          last = narrator.activity;
          n_told++;
        }
    }
  g_assert_cmpuint (n_told, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/narrator/lasts", test_only_of_what_lasts);
  g_test_add_func ("/turn/narrator/once", test_once_in_a_turn);
  g_test_add_func ("/turn/narrator/twice", test_not_twice_without_a_message_between);
  g_test_add_func ("/turn/narrator/stand-down", test_stand_down_once_until_it_goes_on);
  g_test_add_func ("/turn/narrator/random", test_random_walk_keeps_within_bounds);
  return g_test_run ();
}
