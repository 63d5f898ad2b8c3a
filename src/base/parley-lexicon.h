/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-data.h"

G_BEGIN_DECLS

/* Words that tell how finished a message is. All questions ignore case. */
typedef struct _ParleyLexicon ParleyLexicon;

/* Returns: (transfer full): the words of data/lexicon. */
ParleyLexicon *parley_lexicon_new (ParleyData *data);
void parley_lexicon_free (ParleyLexicon *lexicon);

/* Whether @text, the whole of it, is a greeting: "hi", "good morning". */
gboolean parley_lexicon_is_greeting (ParleyLexicon *lexicon, const char *text);

/* Whether @text, short as it is, is a whole message: "ok", "yes". */
gboolean parley_lexicon_is_complete (ParleyLexicon *lexicon, const char *text);

/* Whether the last word of @text leaves the sentence open: "and", "the". */
gboolean parley_lexicon_ends_with_connective (ParleyLexicon *lexicon, const char *text);

/* Whether @text ends with a word that closes a message: "please", "thank you". */
gboolean parley_lexicon_ends_with_courtesy (ParleyLexicon *lexicon, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLexicon, parley_lexicon_free)

G_END_DECLS
