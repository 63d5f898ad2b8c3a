/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-chat-memory.h"

G_BEGIN_DECLS

/* What a model is told of the memory, as text with plain labels in English. What is in it was
 * written by others: whoever puts it into a prompt fences it as such. */

#define PARLEY_BRIEFING_MAX_PART    2048 /* bytes: the facts; each series */
#define PARLEY_BRIEFING_MAX_MISSING 8    /* intervals */

/* @facts: (element-type ParleyFact): the best first. Adds nothing if there is none. */
void parley_briefing_add_facts (GString *text, GPtrArray *facts);

/* @query: what @series knows of @range; its entries as far as there is room, the newest first. */
void parley_briefing_add_series (GString *text,
                                 const char *series,
                                 const ParleyInterval *range,
                                 const ParleySeriesQuery *query);

G_END_DECLS
