/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What became of so many drafts of a chat, the newest, is counted. */
#define PARLEY_DRAFT_TALLY_MAX 20

/* How often the user sent a draft as it was. Counted are drafts that they sent or did not want; one
 * that newer words made untrue says nothing. All zero: there was none. */
typedef struct
{
  guint all;       /* at most %PARLEY_DRAFT_TALLY_MAX */
  guint unchanged; /* a bit for each that was sent as it was, the newest the lowest */
} ParleyDraftTally;

/* Makes of what was stored a tally, whatever it is. */
ParleyDraftTally parley_draft_tally_read (guint64 all, guint64 unchanged);

void parley_draft_tally_note (ParleyDraftTally *tally, gboolean unchanged);

/* Returns: how many of them were sent as they were. */
guint parley_draft_tally_count_unchanged (const ParleyDraftTally *tally);

G_END_DECLS
