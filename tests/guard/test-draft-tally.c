/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-proposal.h"

static void
assert_tally (const ParleyDraftTally *tally, guint unchanged, guint all)
{
  g_assert_cmpuint (parley_draft_tally_count_unchanged (tally), ==, unchanged);
  g_assert_cmpuint (tally->all, ==, all);
}

static void
test_counts (void)
{
  ParleyDraftTally tally = { 0 };

  assert_tally (&tally, 0, 0);
  parley_draft_tally_note (&tally, TRUE);
  parley_draft_tally_note (&tally, FALSE);
  parley_draft_tally_note (&tally, TRUE);
  assert_tally (&tally, 2, 3);
}

static void
test_only_the_newest_count (void)
{
  ParleyDraftTally tally = { 0 };

  for (guint i = 0; i < 3; i++)
    parley_draft_tally_note (&tally, TRUE);
  for (guint i = 0; i < 18; i++)
    parley_draft_tally_note (&tally, FALSE);
  assert_tally (&tally, 2, PARLEY_DRAFT_TALLY_MAX);
  for (guint i = 0; i < 100; i++)
    parley_draft_tally_note (&tally, TRUE);
  assert_tally (&tally, 20, PARLEY_DRAFT_TALLY_MAX);
}

static void
test_nonsense_is_a_tally_too (void)
{
  ParleyDraftTally tally = parley_draft_tally_read (G_MAXUINT64, G_MAXUINT64);

  assert_tally (&tally, 20, 20);
  tally = parley_draft_tally_read (2, G_MAXUINT64);
  assert_tally (&tally, 2, 2);
  tally = parley_draft_tally_read (0, 5);
  assert_tally (&tally, 0, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/draft-tally/counts", test_counts);
  g_test_add_func ("/guard/draft-tally/newest", test_only_the_newest_count);
  g_test_add_func ("/guard/draft-tally/nonsense", test_nonsense_is_a_tally_too);
  return g_test_run ();
}
