/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-time-names.h"
#include "lexicon/parley-time-pattern.h"
#include "lexicon/parley-time-words.h"

G_BEGIN_DECLS

/* What the file says and the search reads. */

typedef enum
{
  NAMES_NUMBERS,
  NAMES_UNITS,
  NAMES_WEEKDAYS,
  NAMES_MONTHS,
  NAMES_ORDINALS,
  N_NAMES,
} Names;

struct _ParleyTimeWords
{
  gboolean spaced;
  ParleyTimeNames *names[N_NAMES];
  GPtrArray *patterns; /* of ParleyTimePattern */
  GHashTable *known;   /* the words of all */

  /* Character -> GPtrArray of the patterns that may begin with it: those that stand by themselves,
   * and those that "{when}" may stand for. */
  GHashTable *starts;
  GHashTable *moments;

  /* The words that a pattern may begin with, and the characters, where it may go on in the same
   * word or begins with no letter. */
  GHashTable *first_words;
  GHashTable *first_characters;
};

G_END_DECLS
