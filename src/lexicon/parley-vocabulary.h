/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-text.h"

G_BEGIN_DECLS

/* Which languages know which word, and as what: all of them are asked with one question. */
typedef struct _ParleyVocabulary ParleyVocabulary;

/* What a word is in a language. */
typedef enum
{
  PARLEY_WORD_KNOWN = 1 << 0,       /* one of any of its lists but those of times */
  PARLEY_WORD_OF_TIME = 1 << 1,     /* part of a time */
  PARLEY_WORD_BEGINS_TIME = 1 << 2, /* a time may begin with it */
} ParleyWordUse;

/* @n: how many languages. Returns: (transfer full). */
ParleyVocabulary *parley_vocabulary_new (guint n);
void parley_vocabulary_free (ParleyVocabulary *vocabulary);

/* @language: below n. @uses: flags of ParleyWordUse. */
void parley_vocabulary_add (ParleyVocabulary *vocabulary,
                            const ParleyTextWord *word,
                            guint language,
                            ParleyWordUse uses);

/* The same for one character, within a word or not. */
void parley_vocabulary_add_character (ParleyVocabulary *vocabulary,
                                      gunichar c,
                                      guint language,
                                      ParleyWordUse uses);

/* Returns: (transfer none) (nullable): for each language what the word is in it; NULL if it is
 * nothing in any. */
const guint8 *parley_vocabulary_find (ParleyVocabulary *vocabulary, const ParleyTextWord *word);
const guint8 *parley_vocabulary_find_character (ParleyVocabulary *vocabulary, gunichar c);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyVocabulary, parley_vocabulary_free)

G_END_DECLS
