/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "memory/parley-history.h"

G_BEGIN_DECLS

/* The running summary of what is too long ago for the history: a small request of its own, which a
 * model may answer badly or not at all: then the old talk is only left out. */

/* Whether the history has outgrown its tokens. It is then cut to half of them at once, so that the
 * front of the prompt moves seldom. @until: what is older is left out already. Returns: the new
 * @until, the same one if all fits. */
gint64 parley_summarizer_find_until (ParleyHistory *history, gint64 until, guint max_tokens);

/* @rules: data/prompts/summary.txt. @nonce: of the fence. @summary: what there was so far, "" for
 * none. What is put into it: of the history what is after @from, up to @until. Returns: (transfer
 * full). */
ParleyRequest *parley_summarizer_build (const char *rules,
                                        const char *nonce,
                                        const char *summary,
                                        ParleyHistory *history,
                                        gint64 from,
                                        gint64 until,
                                        GTimeZone *zone);

/* Takes over the lines that have a day, not after that of @until, and who said it; at most 40, 300
 * characters each. Returns: (transfer full) (nullable): the new summary, NULL if there is no such
 * line: the old one stays. */
char *parley_summarizer_parse (const char *text, gint64 until, GTimeZone *zone);

G_END_DECLS
