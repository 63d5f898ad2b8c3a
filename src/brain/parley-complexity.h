/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-data.h"

G_BEGIN_DECLS

/* How much is asked for in a turn: it decides how long a model may look around. */
typedef enum
{
  PARLEY_COMPLEXITY_SIMPLE,
  PARLEY_COMPLEXITY_MEDIUM,
  PARLEY_COMPLEXITY_COMPLEX,
  PARLEY_COMPLEXITY_GENERATION, /* a text is to be written */
  PARLEY_N_COMPLEXITIES,
} ParleyComplexity;

/* The words by which it is told, data/complexity.ini. */
typedef struct _ParleyComplexityWords ParleyComplexityWords;

/* Returns: (transfer full). */
ParleyComplexityWords *parley_complexity_words_new (ParleyData *data);
void parley_complexity_words_free (ParleyComplexityWords *words);

/* Judges the text of a turn. @context_tokens: of the talk around it. @large: from how many of
 * these on looking into it is hard work. Only the first 8 KiB of @text count. */
ParleyComplexity parley_complexity_judge (const ParleyComplexityWords *words,
                                          const char *text,
                                          guint context_tokens,
                                          guint large);

/* Returns: (transfer none): "simple" and so on. */
const char *parley_complexity_to_string (ParleyComplexity complexity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyComplexityWords, parley_complexity_words_free)

G_END_DECLS
