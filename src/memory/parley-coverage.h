/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-database.h"
#include "memory/parley-series.h"

G_BEGIN_DECLS

/* Which spans of time of a series were fetched: spans that neither overlap nor touch. Called in the
 * worker; @series: its row. */

gboolean parley_coverage_add (ParleyDatabase *database,
                              gint64 series,
                              const ParleyInterval *span,
                              GError **error);

/* @missing: (element-type ParleyInterval): what of @span was not fetched is appended, oldest first.
 * @coverage: (out). */
gboolean parley_coverage_look (ParleyDatabase *database,
                               gint64 series,
                               const ParleyInterval *span,
                               GArray *missing,
                               ParleyCoverage *coverage,
                               GError **error);

/* Nothing until @end, inclusive, counts as fetched any more. */
gboolean
parley_coverage_drop_until (ParleyDatabase *database, gint64 series, gint64 end, GError **error);

G_END_DECLS
