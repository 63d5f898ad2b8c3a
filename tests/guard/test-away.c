/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-policy.h"

static void
test_once_in_each_away_period (void)
{
  const ParleyAwayStatus here = { .away = FALSE };
  const ParleyAwayStatus first = { .away = TRUE, .period = 1 };
  const ParleyAwayStatus second = { .away = TRUE, .period = 2 };
  const ParleyAwayNoteGiven none = { 0 };
  const ParleyAwayNoteGiven given = { .given = TRUE, .period = 1, .at = 1000 };

  g_assert_false (parley_away_note_is_due (&here, &none, 0));
  g_assert_true (parley_away_note_is_due (&first, &none, 0));
  g_assert_false (parley_away_note_is_due (&first, &given, G_MAXINT64 / 2));
  g_assert_false (parley_away_note_is_due (&second, &given, 1000 + PARLEY_AWAY_NOTE_GAP_MS - 1));
  g_assert_true (parley_away_note_is_due (&second, &given, 1000 + PARLEY_AWAY_NOTE_GAP_MS));
  g_assert_false (parley_away_note_is_due (&here, &given, G_MAXINT64 / 2));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/away/once-in-each-period", test_once_in_each_away_period);
  return g_test_run ();
}
