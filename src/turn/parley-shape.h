/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"

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

/* All that one look at a message tells; the functions below give parts of it. */
typedef struct
{
  ParleyShape shape;

  /* It says by its end that it is complete: with a full stop, a question or exclamation mark, or a
   * word such as "please". What ends in an ellipsis, comma, dash or colon never does. */
  gboolean completion;

  gboolean short_answer; /* short but whole: a lone "?", "ok", "yes" */
  gboolean question;     /* see parley_shape_is_question () */

  /* It tells of a file, an image or a link to follow: it ends with ":" or a word such as "this",
   * "look". What ends as a sentence or question does ("what is this?") does not. */
  gboolean announces;
} ParleyShapeLook;

/* @text: valid UTF-8, one bubble. Only the sender's own words count, not the lines that quote
 * others with "> "; a message that only quotes is as an empty one, possibly incomplete: what they
 * have to say to it is still to come. The end of the text decides, so the cost is the same for all
 * long ones, but for the search for quotes. */
ParleyShapeLook parley_shape_look (const char *text, ParleyLexicon *lexicon);

/* Whether @text ends with a question mark of some script. */
gboolean parley_shape_is_question (const char *text);

/* Whether @text, the whole of it, is one web address. */
gboolean parley_shape_is_link (const char *text);

/* Returns: (transfer none): "greeting_only" and so on. */
const char *parley_shape_to_string (ParleyShape shape);

G_END_DECLS
