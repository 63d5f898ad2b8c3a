/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"

G_BEGIN_DECLS

/* A text that is to be said, in the forms in which it is judged. What looks at it walks over it by
 * hand and goes back by bounded steps, so that no text can make it slow or give up. */
typedef struct
{
  ParleyLexicon *lexicon; /* borrowed */
  const char *text;       /* borrowed */
  char *folded;
  guint8 *capitals; /* for each byte of @folded: whether a capital began there */
  GArray *hits;     /* of ParleyPhraseHit, in @folded, in order */
  guint32 phrases;  /* of which lists there are some */
} ParleySaid;

/* @text: valid UTF-8. */
void parley_said_init (ParleySaid *said, ParleyLexicon *lexicon, const char *text);
void parley_said_clear (ParleySaid *said);

/* All places are in @folded. */

/* Returns: the character before @p; 0 at the beginning. */
gunichar parley_said_before (const ParleySaid *said, const char *p);

/* Whether a capital begins at @p. */
gboolean parley_said_is_capital (const ParleySaid *said, const char *p);

const char *parley_said_skip_space (const char *p);
const char *parley_said_skip_space_back (const ParleySaid *said, const char *p);

/* Whether @c stands in words and names: letters, digits, marks on them, "_". */
gboolean parley_said_is_word (gunichar c);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleySaid, parley_said_clear)

G_END_DECLS
