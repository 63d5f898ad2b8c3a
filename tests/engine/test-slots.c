/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-slots.h"

#include "test-clock.h"

static void
granted (gpointer owner)
{
  (*(guint *) owner)++;
}

static ParleyTimers *
new_timers (ParleyTestClock *clock)
{
  parley_test_clock_init (clock);
  return parley_timers_new (&clock->clock, NULL);
}

static void
test_limit_and_order (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint a = 0;
  guint b = 0;
  guint c = 0;
  guint d = 0;

  parley_slots_request (slots, &a, FALSE, 2);
  parley_slots_request (slots, &b, FALSE, 2);
  parley_slots_request (slots, &c, FALSE, 2);
  parley_slots_request (slots, &d, FALSE, 2);
  g_assert_cmpuint (a + b, ==, 2);
  g_assert_cmpuint (c + d, ==, 0);
  parley_slots_release (slots, &b, 2);
  g_assert_cmpuint (c, ==, 1);
  g_assert_cmpuint (d, ==, 0);
  parley_slots_release (slots, &d, 2); /* stops waiting */
  parley_slots_release (slots, &a, 2);
  parley_slots_release (slots, &c, 2);
  g_assert_cmpuint (d, ==, 0);
  parley_slots_release (slots, &c, 2); /* twice does nothing */
}

static void
test_limit_of_none_grants_nobody (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint a = 0;
  guint b = 0;

  parley_slots_request (slots, &a, FALSE, 1);
  parley_slots_request (slots, &b, FALSE, 1);
  parley_slots_release (slots, &a, 0);
  g_assert_cmpuint (b, ==, 0);
  parley_slots_release (slots, &b, 0);
}

static void
test_turns_go_before_drafts (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint a = 0;
  guint draft = 0;
  guint turn = 0;

  parley_slots_request (slots, &a, FALSE, 1);
  parley_slots_request (slots, &draft, TRUE, 1);
  parley_slots_request (slots, &turn, FALSE, 1);
  parley_slots_release (slots, &a, 1);
  g_assert_cmpuint (turn, ==, 1);
  g_assert_cmpuint (draft, ==, 0);
  parley_slots_release (slots, &turn, 1);
  g_assert_cmpuint (draft, ==, 1);
  parley_slots_release (slots, &draft, 1);
}

static void
test_drafts_leave_half_of_the_slots (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint drafts[3] = { 0 };
  guint turn = 0;

  for (guint i = 0; i < 3; i++)
    parley_slots_request (slots, &drafts[i], TRUE, 4);
  g_assert_cmpuint (drafts[0] + drafts[1], ==, 2);
  g_assert_cmpuint (drafts[2], ==, 0);
  parley_slots_request (slots, &turn, FALSE, 4);
  g_assert_cmpuint (turn, ==, 1);
  parley_slots_promote (slots, &drafts[2], 4); /* its window closed: it is a turn now */
  g_assert_cmpuint (drafts[2], ==, 1);
  for (guint i = 0; i < 3; i++)
    parley_slots_release (slots, &drafts[i], 4);
  parley_slots_release (slots, &turn, 4);
}

/* A chat that asks again and again, because they go on writing, waits behind the others. */
static void
test_asking_again_goes_to_the_end (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint a = 0;
  guint chatty = 0;
  guint quiet = 0;

  parley_slots_request (slots, &a, FALSE, 1);
  parley_slots_request (slots, &chatty, FALSE, 1);
  parley_slots_request (slots, &quiet, FALSE, 1);
  parley_slots_release (slots, &chatty, 1);
  parley_slots_request (slots, &chatty, FALSE, 1);
  parley_slots_release (slots, &a, 1);
  g_assert_cmpuint (quiet, ==, 1);
  g_assert_cmpuint (chatty, ==, 0);
  g_assert_true (parley_slots_is_waiting (slots, &chatty));
  parley_slots_release (slots, &quiet, 1);
  g_assert_cmpuint (chatty, ==, 1);
  parley_slots_release (slots, &chatty, 1);
}

static void
test_try_takes_only_what_is_free (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint a = 0;
  guint b = 0;

  g_assert_true (parley_slots_try (slots, &a, 1));
  g_assert_cmpuint (a, ==, 0);
  g_assert_false (parley_slots_try (slots, &b, 1));
  parley_slots_release (slots, &a, 1);
  g_assert_cmpuint (b, ==, 0);
}

/* One that gets no further lets one more in, and none of those that wait is woken up for nothing.
 */
static void
test_stuck_request_lets_another_in (void)
{
  ParleyTestClock clock;
  g_autoptr (ParleyTimers) timers = new_timers (&clock);
  g_autoptr (ParleySlots) slots = parley_slots_new (timers, granted);
  guint owners[4] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    parley_slots_request (slots, &owners[i], FALSE, 1);
  parley_test_clock_advance (&clock, PARLEY_SLOTS_STUCK_MS - 1);
  parley_slots_note_progress (slots, &owners[0]);
  parley_test_clock_advance (&clock, 1);
  parley_timers_dispatch (timers);
  g_assert_cmpuint (owners[1], ==, 0);
  parley_test_clock_advance (&clock, PARLEY_SLOTS_STUCK_MS);
  parley_timers_dispatch (timers);
  g_assert_cmpuint (owners[1], ==, 1);
  /* Twice as many, and no more, however long they are stuck. */
  parley_test_clock_advance (&clock, 10 * PARLEY_SLOTS_STUCK_MS);
  parley_timers_dispatch (timers);
  g_assert_cmpuint (owners[2], ==, 0);
  parley_slots_release (slots, &owners[0], 1);
  g_assert_cmpuint (owners[2], ==, 1);
  for (guint i = G_N_ELEMENTS (owners); i-- > 0;)
    parley_slots_release (slots, &owners[i], 1);
  g_assert_cmpint (parley_timers_get_next (timers), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/slots/limit-and-order", test_limit_and_order);
  g_test_add_func ("/engine/slots/limit-of-none", test_limit_of_none_grants_nobody);
  g_test_add_func ("/engine/slots/turns-before-drafts", test_turns_go_before_drafts);
  g_test_add_func ("/engine/slots/drafts-leave-half", test_drafts_leave_half_of_the_slots);
  g_test_add_func ("/engine/slots/asking-again", test_asking_again_goes_to_the_end);
  g_test_add_func ("/engine/slots/try", test_try_takes_only_what_is_free);
  g_test_add_func ("/engine/slots/stuck", test_stuck_request_lets_another_in);
  return g_test_run ();
}
