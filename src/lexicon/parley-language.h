/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-phrases.h"
#include "lexicon/parley-time-words.h"

G_BEGIN_DECLS

/* The lists a file of data/lexicon may hold; data/lexicon/en.ini says what each is for. */
typedef enum
{
  PARLEY_WORDS_GREETINGS,
  PARLEY_WORDS_CONNECTIVES,
  PARLEY_WORDS_COURTESIES,
  PARLEY_WORDS_COMPLETE,
  PARLEY_WORDS_ANNOUNCES,
  PARLEY_WORDS_ENTITIES,
  PARLEY_WORDS_COMMON,
  PARLEY_N_WORDS,
} ParleyWords;

/* One language: how it is written, and what some of its words tell. All texts given to it are as
 * parley_text_dup_folded () makes them. */
typedef struct _ParleyLanguage ParleyLanguage;

/* @file: one of data/lexicon; what is wrong in it is named in a log message and left out.
 * @name: of the file, for that message. Returns: (transfer full). */
ParleyLanguage *parley_language_new (GKeyFile *file, const char *name);
void parley_language_free (ParleyLanguage *language);

/* Returns: whether the language is written in @script. */
gboolean parley_language_uses (ParleyLanguage *language, GUnicodeScript script);

/* Returns: how many scripts it is written in. */
guint parley_language_count_scripts (ParleyLanguage *language);

/* Returns: whether one script at least writes both. */
gboolean parley_language_shares_script (ParleyLanguage *language, ParleyLanguage *other);

/* Returns: letters a word has on average; 0 where spaces part the words. */
double parley_language_get_letters_per_word (ParleyLanguage *language);

/* Adds its words to @vocabulary, as those of the language @index. */
void parley_language_add_to (ParleyLanguage *language, ParleyVocabulary *vocabulary, guint index);

/* Returns: (transfer none). */
ParleyTimeWords *parley_language_get_time_words (ParleyLanguage *language);

/* Returns: (transfer none). */
ParleyPhrases *parley_language_get_phrases (ParleyLanguage *language);

/* Returns: whether @text, the whole of it, is in the list. */
gboolean parley_language_lists (ParleyLanguage *language, ParleyWords words, const char *text);

/* Returns: whether @text ends with an entry of the list, and with the whole of its first word. */
gboolean parley_language_ends (ParleyLanguage *language, ParleyWords words, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLanguage, parley_language_free)

G_END_DECLS
