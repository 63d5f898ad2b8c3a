/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-draft-tally.h"

ParleyDraftTally
parley_draft_tally_read (guint64 all, guint64 unchanged)
{
  guint n = (guint) MIN (all, PARLEY_DRAFT_TALLY_MAX);

  return (ParleyDraftTally){ n, (guint) (unchanged & ((1u << n) - 1)) };
}

void
parley_draft_tally_note (ParleyDraftTally *tally, gboolean unchanged)
{
  *tally = parley_draft_tally_read ((guint64) tally->all + 1,
                                    (guint64) tally->unchanged << 1 | (unchanged ? 1 : 0));
}

guint
parley_draft_tally_count_unchanged (const ParleyDraftTally *tally)
{
  guint n = 0;

  for (guint bits = tally->unchanged; bits != 0; bits >>= 1)
    n += bits & 1;
  return n;
}
