/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How long people were waited for, how much they wrote, why their turns were taken as over, and
 * what models read: counts, without a name or a word of anybody. */
typedef struct _ParleyMetrics ParleyMetrics;

/* The name that a store keeps them under. */
#define PARLEY_METRICS_NAME "metrics"

/* Returns: (transfer full): all zero. */
ParleyMetrics *parley_metrics_new (void);
void parley_metrics_free (ParleyMetrics *metrics);

/* A turn is complete. @duration_ms: from its first bubble to its end; below 0 counts as 0.
 * @message_count: bubbles in it. @reason: "timeout", "typing_stopped", "explicit_signal",
 * "ai_predicted" or "hard_cap". Returns: FALSE, and counts nothing, for another @reason. */
gboolean parley_metrics_observe_turn (ParleyMetrics *metrics,
                                      gint64 duration_ms,
                                      guint message_count,
                                      const char *reason);

/* A model read so many tokens, of which its server had @cached read before. */
void parley_metrics_observe_prompt (ParleyMetrics *metrics, gint64 tokens, gint64 cached);

/* Returns: how much of all that was read came from a server's cache, in %; -1: no server told. */
int parley_metrics_get_cached_percent (const ParleyMetrics *metrics);

/* Returns: (transfer full): all of it in Prometheus' text format 0.0.4. Every series is there from
 * the start, so that a rate over it begins at zero. */
char *parley_metrics_dup_text (ParleyMetrics *metrics);

/* Returns: (transfer full): one line that can be kept, and loaded again. */
char *parley_metrics_dup_state (ParleyMetrics *metrics);

/* Adds what was kept to what is there. Returns: FALSE, and adds nothing, if @state is damaged or
 * from another version. */
gboolean parley_metrics_load_state (ParleyMetrics *metrics, const char *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMetrics, parley_metrics_free)

G_END_DECLS
