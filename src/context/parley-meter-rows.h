/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-meter.h"

G_BEGIN_DECLS

/* What a meter, and the loop in it, are in a row of the store. Times are ms of the meters' clock.
 */

/* What was told, when something happened last; answers; hours with tokens read and written; spans
 * with requests. */
#define PARLEY_METER_TYPE "(uxaxa(xxx)a(xu))"

/* Of the version that did not count requests yet. */
#define PARLEY_METER_OLDEST_TYPE "(uxaxa(xxx))"

/* Stopped, answers in a row, when the last was said; exchanges: latency, span, characters, neat,
 * like, typed. */
#define PARLEY_LOOP_EXCHANGE_TYPE "(xxubbu)"
#define PARLEY_LOOP_TYPE          "(buxa" PARLEY_LOOP_EXCHANGE_TYPE ")"

/* Returns: (transfer none): the answers after @after, @n of them. */
const gint64 *parley_meter_find_answers (ParleyMeter *meter, gint64 after, gint64 now, guint *n);

/* Returns: (transfer floating). */
GVariant *parley_meter_write_times (const gint64 *times, guint n);

/* @after: answers up to it are written down elsewhere. Returns: (transfer floating). */
GVariant *parley_meter_write (ParleyMeter *meter, gint64 after, gint64 now);
GVariant *parley_loop_write (const ParleyLoop *loop);

/* @after: answers up to it are known already. Return: FALSE if what is read is damaged. */
gboolean
parley_meter_read_answers (ParleyMeter *meter, GVariant *answers, gint64 after, gint64 now);
gboolean parley_meter_read (ParleyMeter *meter, GVariant *variant, gint64 after, gint64 now);
gboolean parley_loop_read (ParleyLoop *loop, GVariant *variant, gint64 now);

G_END_DECLS
