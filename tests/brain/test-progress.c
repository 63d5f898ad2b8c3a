/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-progress.h"

static void
test_new_things_are_counted_once (void)
{
  g_autoptr (ParleyProgress) progress = parley_progress_new ();

  parley_progress_add_iteration (progress, 2);
  parley_progress_add_tool (progress, "recall");
  parley_progress_add_read (progress, "a", TRUE);
  parley_progress_add_tool (progress, "recall");
  parley_progress_add_read (progress, "b", TRUE);
  parley_progress_add_iteration (progress, 0);
  g_assert_cmpuint (parley_progress_get_distinct_reads (progress), ==, 2);
  g_assert_cmpuint (parley_progress_get_distinct_tools (progress), ==, 1);
  g_assert_cmpuint (parley_progress_get_calls (progress), ==, 2);
  g_assert_cmpuint (parley_progress_get_iterations_without_tools (progress), ==, 1);
  g_assert_cmpuint (parley_progress_get_stale_iterations (progress), ==, 1);
  g_assert_cmpfloat (parley_progress_get_velocity (progress), ==, 1.0);
}

static void
test_rereads_count_until_something_new (void)
{
  g_autoptr (ParleyProgress) progress = parley_progress_new ();

  parley_progress_add_iteration (progress, 1);
  parley_progress_add_read (progress, "a", TRUE);
  parley_progress_add_read (progress, "a", TRUE);
  parley_progress_add_read (progress, "a", TRUE);
  g_assert_cmpuint (parley_progress_get_rereads (progress), ==, 2);
  parley_progress_add_read (progress, "b", TRUE);
  g_assert_cmpuint (parley_progress_get_rereads (progress), ==, 0);
  parley_progress_add_read (progress, "a", TRUE);
  g_assert_cmpuint (parley_progress_get_rereads (progress), ==, 1);
}

/* A failure is nothing new, and asking for it again is a re-read. */
static void
test_failures_are_not_progress (void)
{
  g_autoptr (ParleyProgress) progress = parley_progress_new ();

  parley_progress_add_iteration (progress, 1);
  parley_progress_add_read (progress, "broken", FALSE);
  g_assert_cmpuint (parley_progress_get_distinct_reads (progress), ==, 0);
  g_assert_cmpuint (parley_progress_get_rereads (progress), ==, 0);
  parley_progress_add_read (progress, "broken", FALSE);
  g_assert_cmpuint (parley_progress_get_rereads (progress), ==, 1);
  g_assert_cmpuint (parley_progress_get_stale_iterations (progress), ==, 1);
}

static void
test_nothing_yet (void)
{
  g_autoptr (ParleyProgress) progress = parley_progress_new ();

  g_assert_cmpfloat (parley_progress_get_velocity (progress), ==, 0.0);
  g_assert_cmpuint (parley_progress_get_stale_iterations (progress), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/progress/once", test_new_things_are_counted_once);
  g_test_add_func ("/brain/progress/rereads", test_rereads_count_until_something_new);
  g_test_add_func ("/brain/progress/failures", test_failures_are_not_progress);
  g_test_add_func ("/brain/progress/nothing", test_nothing_yet);
  return g_test_run ();
}
