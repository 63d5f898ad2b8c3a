/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-time-phrase.h"
#include "lexicon/parley-vocabulary.h"

G_BEGIN_DECLS

/* How one language says times: the group [time] of its file in data/lexicon; en.ini says what is in
 * it. All texts given to it are as parley_text_dup_folded () makes them. */
typedef struct _ParleyTimeWords ParleyTimeWords;

/* Words of so many bytes may be anything. */
#define PARLEY_TIME_WORDS_LONG 64

/* @file: may lack the group; what is wrong in it is named in a log message and left out.
 * @name: of the file, for that message. @spaced: whether spaces part the words.
 * Returns: (transfer full). */
ParleyTimeWords *parley_time_words_new (GKeyFile *file, const char *name, gboolean spaced);
void parley_time_words_free (ParleyTimeWords *words);

/* Finds the first time said in @text. The cost grows with its length. Returns: (transfer none)
 * (nullable): where in @text, the bytes in @length; NULL, and the others as they were, if there is
 * none. */
const char *parley_time_words_find (ParleyTimeWords *words,
                                    const char *text,
                                    gsize *length,
                                    ParleyTimePhrase *phrase);

/* Adds the words that are part of a time, and what one may begin with, to @vocabulary, as those of
 * the language @index. What has none of the latter, nor a word of PARLEY_TIME_WORDS_LONG bytes, has
 * no time. */
void parley_time_words_add_to (ParleyTimeWords *words, ParleyVocabulary *vocabulary, guint index);

/* Returns: how long the word is that @text begins with, in bytes; 0 if it begins with none. */
gsize parley_time_words_measure (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTimeWords, parley_time_words_free)

G_END_DECLS
