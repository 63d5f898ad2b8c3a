/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A bench that waits for what never comes. */
#include "test-wait.h"

static gboolean
never (gpointer data)
{
  return FALSE;
}

static gboolean
at_the_second_look (gpointer data)
{
  return (*(guint *) data)++ > 0;
}

static void
test_it_ends_and_says_what_it_waited_for (void)
{
  if (g_test_subprocess ())
    {
      test_wait_within (NULL, 1, never, NULL, "an answer");
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*in vain for an answer.*");
}

static gboolean
on_idle (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
test_it_goes_on_as_soon_as_it_is_so (void)
{
  guint looks = 0;
  guint idle = g_idle_add (on_idle, NULL);

  test_wait (NULL, at_the_second_look, &looks, "a second look");
  g_assert_cmpuint (looks, ==, 2);
  g_source_remove (idle);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bench/late/ends", test_it_ends_and_says_what_it_waited_for);
  g_test_add_func ("/bench/late/in-time", test_it_goes_on_as_soon_as_it_is_so);
  return g_test_run ();
}
