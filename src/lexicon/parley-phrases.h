/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-phrase-index.h"

G_BEGIN_DECLS

#define PARLEY_PHRASES_GROUP "phrases"

/* The phrases of one language. All texts given to it are as parley_text_dup_folded () makes them.
 */
typedef struct _ParleyPhrases ParleyPhrases;

/* @file: one of data/lexicon. @spaced: whether spaces part the words of the language.
 * Returns: (transfer full). */
ParleyPhrases *parley_phrases_new (GKeyFile *file, gboolean spaced);
void parley_phrases_free (ParleyPhrases *phrases);

/* Returns: (transfer none) (nullable): what marks an answer as automatic. */
const char *parley_phrases_get_disclosure (const ParleyPhrases *phrases);

/* Adds all of them to @index, which borrows their text. */
void parley_phrases_add_to (const ParleyPhrases *phrases, ParleyPhraseIndex *index);

/* Returns: how long the shortest phrase of the list is that the first @end bytes of @text end with,
 * within a word or not; 0 if there is none. */
gsize parley_phrases_match_end (const ParleyPhrases *phrases,
                                ParleyPhraseList list,
                                const char *text,
                                gsize end);

/* Returns: whether @text holds @phrase from one word's start to another's end. */
gboolean parley_phrase_is_in (const char *text, const char *phrase);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyPhrases, parley_phrases_free)

G_END_DECLS
