/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-history.h"

static void
test_oldest_go_first (void)
{
  g_autoptr (ParleyHistory) history = parley_history_new (3, 1000);

  for (char c = 'a'; c <= 'e'; c++)
    {
      const char text[] = { c, '\0' };

      parley_history_add (history, PARLEY_SPEAKER_PERSON, text, parley_when_at (c), 0);
    }
  g_assert_cmpuint (parley_history_get_length (history), ==, 3);
  g_assert_cmpstr (parley_history_get (history, 0)->text, ==, "c");
  g_assert_cmpstr (parley_history_get (history, 2)->text, ==, "e");
  g_assert_cmpint (parley_history_get (history, 2)->when.written, ==, 'e');
}

static void
test_bytes_are_bounded (void)
{
  g_autoptr (ParleyHistory) history = parley_history_new (100, 10);

  parley_history_add (history, PARLEY_SPEAKER_PERSON, "12345", parley_when_at (0), 0);
  parley_history_add (history, PARLEY_SPEAKER_PARLEY, "67890", parley_when_at (0), 0);
  g_assert_cmpuint (parley_history_get_length (history), ==, 2);
  parley_history_add (history, PARLEY_SPEAKER_USER, "x", parley_when_at (0), 0);
  g_assert_cmpuint (parley_history_get_length (history), ==, 2);
  parley_history_add (history, PARLEY_SPEAKER_PERSON, "longer than all of it", parley_when_at (0),
                      0);
  g_assert_cmpuint (parley_history_get_length (history), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/history/oldest-go-first", test_oldest_go_first);
  g_test_add_func ("/memory/history/bytes", test_bytes_are_bounded);
  return g_test_run ();
}
