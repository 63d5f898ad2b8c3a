/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"

G_BEGIN_DECLS

/* Whether a message that was changed from @before to @after says something else in what answers
 * depend on: a number, a time, a question, or that it is urgent. Both valid UTF-8. The cost grows
 * with their length up to a bound. */
gboolean parley_change_matters (ParleyLexicon *lexicon, const char *before, const char *after);

G_END_DECLS
