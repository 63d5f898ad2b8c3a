/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which series a text is about, by the words of their names. */
typedef struct _ParleyRelevance ParleyRelevance;

/* @text: valid UTF-8. Returns: (transfer full). */
ParleyRelevance *parley_relevance_new (const char *text);
void parley_relevance_free (ParleyRelevance *relevance);

/* Returns: how many words of the series' name the text has, in any of their forms: "activity" is in
 * "my activities", "kudos" in "who gave me a kudo?". */
guint parley_relevance_rate (ParleyRelevance *relevance, const char *series);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRelevance, parley_relevance_free)

G_END_DECLS
