/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A reply ends here, whatever the model goes on to write. In bytes of visible text. */
#define PARLEY_ANSWER_MAX_BYTES 8192

/* Finds in what a model writes that which is to be said, while it is still writing. Left out are
 * hidden characters, what is too long, and the words for silence and for waiting, "[silence]",
 * "[wait]" and "[hand over]", in any case, quotes or code fence: at the start one means that
 * nothing is said, whatever follows; on a line of its own further down it ends what is said; within
 * a line it is text. What may be the beginning of one is kept back until it is known. However the
 * text is cut into pieces, the outcome is the same. */
typedef struct _ParleyAnswer ParleyAnswer;

/* What a model chose to do. */
typedef enum
{
  PARLEY_ANSWER_TEXT,
  PARLEY_ANSWER_SILENCE, /* also without any text */
  PARLEY_ANSWER_WAIT,
  PARLEY_ANSWER_HAND_OVER, /* the user is to answer */
} ParleyAnswerKind;

/* Returns: (transfer full). */
ParleyAnswer *parley_answer_new (void);
void parley_answer_free (ParleyAnswer *answer);

/* Appends to @out what of @piece is to be said. @piece: valid UTF-8. */
void parley_answer_feed (ParleyAnswer *answer, const char *piece, GString *out);

/* The model is done: appends what was kept back and is text after all. */
ParleyAnswerKind parley_answer_end (ParleyAnswer *answer, GString *out);

/* Whether nothing that still comes will be said, so that the model may be stopped. */
gboolean parley_answer_is_over (const ParleyAnswer *answer);

/* Returns: (transfer full) (nullable): what is to be said of a model's whole text, trimmed, or NULL
 * when it chose to say nothing. */
char *parley_answer_dup_text (const char *completion);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyAnswer, parley_answer_free)

G_END_DECLS
