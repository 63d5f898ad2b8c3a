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

#define PARLEY_PHRASES_BIT(list) ((guint32) 1 << (list))

/* A phrase in a text. */
typedef struct
{
  ParleyPhraseList list;
  const char *start; /* in the text */
  gsize length;      /* in bytes */
} ParleyPhraseHit;

/* Finds the phrases of all lists and languages in one walk over a text, however many there are. */
typedef struct _ParleyPhraseIndex ParleyPhraseIndex;

/* Returns: (transfer full). */
ParleyPhraseIndex *parley_phrase_index_new (void);
void parley_phrase_index_free (ParleyPhraseIndex *index);

/* @phrase: folded, not empty, borrowed. @spaced: whether it counts as whole words only. */
void parley_phrase_index_add (ParleyPhraseIndex *index,
                              ParleyPhraseList list,
                              const char *phrase,
                              gboolean spaced);

/* @folded: as parley_text_dup_folded () makes it. @hits: (nullable) (element-type ParleyPhraseHit):
 * all that stand in it are added, in the order of their beginnings.
 * Returns: PARLEY_PHRASES_BIT () of each list of which there is one. */
guint32 parley_phrase_index_find (ParleyPhraseIndex *index, const char *folded, GArray *hits);

/* The same of those that @folded begins with. */
guint32 parley_phrase_index_find_first (ParleyPhraseIndex *index, const char *folded);

/* Whether no word goes on over @at, a place in @text. */
gboolean parley_phrase_may_end (const char *text, const char *at);

G_END_DECLS
