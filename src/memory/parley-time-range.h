/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"
#include "memory/parley-series.h"

G_BEGIN_DECLS

/* Finds the first time that somebody wrote of in @text: "last 24 hours", "yesterday".
 * docs/time-ranges.md says what each way to say one means. @text: valid UTF-8. @now: µs since 1970.
 * @zone: theirs whose days they are. Returns: FALSE, and @range as it was, if there is none, or it
 * begins after @now or before the year 1. The cost grows with the length of @text. */
gboolean parley_time_range_find (
    ParleyLexicon *lexicon, const char *text, gint64 now, GTimeZone *zone, ParleyInterval *range);

G_END_DECLS
