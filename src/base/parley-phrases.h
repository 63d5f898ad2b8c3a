/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The lists of the group [phrases] in a file of data/lexicon; data/lexicon/en.ini says what each is
 * for. */
typedef enum
{
  PARLEY_PHRASES_URGENT,
  PARLEY_PHRASES_ASKS_PROGRAM,
  PARLEY_PHRASES_DENIALS,
  PARLEY_PHRASES_SECRETS,
  PARLEY_PHRASES_CODES,
  PARLEY_PHRASES_COPULAS,
  PARLEY_PHRASES_CURRENCIES,
  PARLEY_PHRASES_MONEY,
  PARLEY_PHRASES_STREETS,
  PARLEY_PHRASES_STREET_ENDS,
  PARLEY_PHRASES_WHEREABOUTS,
  PARLEY_PHRASES_HEALTH,
  PARLEY_PHRASES_LEGAL,
  PARLEY_PHRASES_APPOINTMENTS,
  PARLEY_PHRASES_ASKS,
  PARLEY_PHRASES_ASSENT,
  PARLEY_N_PHRASES,
} ParleyPhraseList;

/* The phrases of one language. All texts given to it are as parley_text_dup_folded () makes them.
 */
typedef struct _ParleyPhrases ParleyPhrases;

/* @file: one of data/lexicon. @spaced: whether spaces part the words of the language.
 * Returns: (transfer full). */
ParleyPhrases *parley_phrases_new (GKeyFile *file, gboolean spaced);
void parley_phrases_free (ParleyPhrases *phrases);

/* Returns: (transfer none) (nullable): what marks an answer as automatic. */
const char *parley_phrases_get_disclosure (const ParleyPhrases *phrases);

/* Returns: PARLEY_PHRASES_BIT () of each list of which @text holds a phrase; whole words where
 * spaces part them. */
#define PARLEY_PHRASES_BIT(list) ((guint32) 1 << (list))
guint32 parley_phrases_scan (const ParleyPhrases *phrases, const char *text);

/* Returns: whether @text begins with a phrase of the list. */
gboolean
parley_phrases_begin (const ParleyPhrases *phrases, ParleyPhraseList list, const char *text);

/* Adds the list to @pattern as alternatives of a regular expression, a "|" behind each. */
void parley_phrases_append_pattern (const ParleyPhrases *phrases,
                                    ParleyPhraseList list,
                                    GString *pattern);

/* Returns: whether @text holds @phrase from one word's start to another's end. */
gboolean parley_phrase_is_in (const char *text, const char *phrase);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyPhrases, parley_phrases_free)

G_END_DECLS
