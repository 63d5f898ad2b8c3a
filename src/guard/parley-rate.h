/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PARLEY_RATE_HOUR_MS G_GINT64_CONSTANT (3600000)

/* More than this is not counted in an hour; no setting allows as much. */
#define PARLEY_RATE_MAX 1000

/* When something happened in the last hour. Times in ms. */
typedef struct _ParleyRate ParleyRate;

/* Returns: (transfer full). */
ParleyRate *parley_rate_new (void);
void parley_rate_free (ParleyRate *rate);

void parley_rate_add (ParleyRate *rate, gint64 now);

/* Returns: how often in the last @span ms, an hour at most. */
guint parley_rate_count (const ParleyRate *rate, gint64 now, gint64 span);

/* Returns: how many ms until it was less than @max times in the last @span; 0: it is now. */
gint64 parley_rate_get_wait (const ParleyRate *rate, gint64 now, gint64 span, guint max);

/* Returns: (transfer none): all that counts at @now, oldest first. */
const gint64 *parley_rate_get_times (ParleyRate *rate, gint64 now, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRate, parley_rate_free)

G_END_DECLS
