/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-lexicon.h"

G_BEGIN_DECLS

/* How finished a message looks, by its text alone. Tested in this order, the first that fits. */
typedef enum
{
  PARLEY_SHAPE_GREETING_ONLY,       /* "hey": what they want is still to come */
  PARLEY_SHAPE_FRAGMENT,            /* ends in an ellipsis, comma, dash, colon or an open word */
  PARLEY_SHAPE_INCOMPLETE_ENTITY,   /* ends in "order #" and the like, without the number */
  PARLEY_SHAPE_POSSIBLY_INCOMPLETE, /* one or two words */
  PARLEY_SHAPE_LIKELY_COMPLETE,
} ParleyShape;

/* @text: valid UTF-8, one bubble. */
ParleyShape parley_shape_of (const char *text, ParleyLexicon *lexicon);

/* Whether @text says by its end that it is complete: with a full stop, a question or exclamation
 * mark, or a word such as "please". What ends in an ellipsis never does. */
gboolean parley_shape_is_explicit_completion (const char *text, ParleyLexicon *lexicon);

/* Whether @text is short but whole: a lone "?", "ok", "yes". */
gboolean parley_shape_is_short_answer (const char *text, ParleyLexicon *lexicon);

/* Whether @text ends with a question mark of some script. */
gboolean parley_shape_is_question (const char *text);

/* Whether @text, all of it, is one web address. */
gboolean parley_shape_is_link (const char *text);

/* Whether @text announces a file or a link that is to follow. */
gboolean parley_shape_announces (const char *text, ParleyLexicon *lexicon);

/* Returns: (transfer none): "greeting_only" and so on. */
const char *parley_shape_to_string (ParleyShape shape);

G_END_DECLS
