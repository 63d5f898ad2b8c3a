/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "cli/parley-burst.h"

G_BEGIN_DECLS

/* How a policy did on many bursts. */
typedef struct _ParleySummary ParleySummary;

/* Returns: (transfer full): of no burst. */
ParleySummary *parley_summary_new (void);
void parley_summary_free (ParleySummary *summary);

void parley_summary_add (ParleySummary *summary, const ParleyBurst *burst);

/* Adds all that @other has. */
void parley_summary_merge (ParleySummary *summary, const ParleySummary *other);

/* @file: (nullable): what the bursts are of; NULL is all files. @profile: that ran. A rate of no
 * bursts and a time of none are null. Quantiles interpolate between the two nearest bursts, times
 * are rounded to ms. Returns: (transfer full): a line of JSON. */
char *parley_summary_to_json (const ParleySummary *summary, const char *file, const char *profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySummary, parley_summary_free)

G_END_DECLS
