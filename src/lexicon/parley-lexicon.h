/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-data.h"
#include "lexicon/parley-phrases.h"
#include "lexicon/parley-time-phrase.h"

G_BEGIN_DECLS

/* The words of all languages in data/lexicon. */
typedef struct _ParleyLexicon ParleyLexicon;

/* What the words of a text tell. */
typedef struct
{
  gboolean greeting;   /* the whole text, less the marks and emoji after it: "good morning!" */
  gboolean complete;   /* the whole text is a short answer: "ok" */
  gboolean connective; /* the last word leaves the sentence open: "and" */
  gboolean courtesy;   /* the last words close the message: "thank you" */
  gboolean announces;  /* the last words, less what stands after them, tell of a file: "look" */
  gboolean entity;     /* the last word wants a number: "order", "order #" */
  guint words;         /* how many; estimated where they are not parted by spaces */
} ParleyWording;

/* Returns: (transfer full). */
ParleyLexicon *parley_lexicon_new (ParleyData *data);
void parley_lexicon_free (ParleyLexicon *lexicon);

/* Reads @folded, as parley_text_dup_folded () makes it, in the language it is written in: the one
 * in whose script most of it stands and, among those, most of whose words it uses. Several that
 * tie, as they do for short texts, all count. The cost grows with the length; the end of a long
 * text tells as much as the whole. */
ParleyWording parley_lexicon_read (ParleyLexicon *lexicon, const char *folded);

/* Finds the first time said in @folded, "last 24 hours", in the language it is written in: another
 * one that fits the text less, or that knows the word as something else, is not believed.
 * Returns: FALSE, and @phrase as it was, if there is none. The cost grows with the length. */
gboolean
parley_lexicon_find_time (ParleyLexicon *lexicon, const char *folded, ParleyTimePhrase *phrase);

/* Returns: PARLEY_PHRASES_BIT () of each list of which @folded holds a phrase, in any language. */
guint32 parley_lexicon_scan (ParleyLexicon *lexicon, const char *folded);

/* Returns: whether @folded begins with a phrase of the list, in any language. */
gboolean parley_lexicon_begins (ParleyLexicon *lexicon, ParleyPhraseList list, const char *folded);

/* The same; @hits: (element-type ParleyPhraseHit): all that stand in @folded are added, in the
 * order of their beginnings. The cost of both grows with the length alone. */
guint32 parley_lexicon_find_phrases (ParleyLexicon *lexicon, const char *folded, GArray *hits);

/* Returns: how long the shortest phrase of the list, of any language, is that the first @end bytes
 * of @folded end with, within a word or not; 0 if there is none. */
gsize parley_lexicon_match_end (ParleyLexicon *lexicon,
                                ParleyPhraseList list,
                                const char *folded,
                                gsize end);

/* Returns: (transfer none) (nullable): what marks an answer to @folded as automatic, in the
 * language it is written in; NULL if that can't be told. */
const char *parley_lexicon_get_disclosure (ParleyLexicon *lexicon, const char *folded);

/* Returns: whether @text begins with such a mark, in any language. */
gboolean parley_lexicon_is_disclosed (ParleyLexicon *lexicon, const char *text);

/* Returns: (transfer full): the disclosures of all languages, in parentheses. */
GStrv parley_lexicon_dup_disclosures (ParleyLexicon *lexicon);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLexicon, parley_lexicon_free)

G_END_DECLS
