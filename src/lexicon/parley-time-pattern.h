/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-time-phrase.h"

G_BEGIN_DECLS

/* What a pattern leaves open. */
typedef enum
{
  PARLEY_TIME_SLOT_LITERAL, /* nothing */
  PARLEY_TIME_SLOT_NUMBER,
  PARLEY_TIME_SLOT_UNIT,
  PARLEY_TIME_SLOT_HOUR, /* that unit only */
  PARLEY_TIME_SLOT_WEEKDAY,
  PARLEY_TIME_SLOT_DAY,
  PARLEY_TIME_SLOT_MONTH,
  PARLEY_TIME_SLOT_MM, /* a month in digits */
  PARLEY_TIME_SLOT_YEAR,
  PARLEY_TIME_SLOT_WHEN, /* a moment */
} ParleyTimeSlot;

typedef struct
{
  ParleyTimeSlot slot;
  char *literal; /* of %PARLEY_TIME_SLOT_LITERAL */
} ParleyTimePiece;

typedef enum
{
  PARLEY_TIME_ROLE_DECOY,  /* looks like a time */
  PARLEY_TIME_ROLE_RANGE,  /* a time by itself */
  PARLEY_TIME_ROLE_MOMENT, /* a time by itself and in the place of "{when}" */
  PARLEY_TIME_ROLE_POINT,  /* only in the place of "{when}" */
} ParleyTimeRole;

/* "last {n} {unit}": words, and places for others in braces. */
typedef struct
{
  ParleyTimeRole role;
  ParleyTimePhrase meaning; /* what it says apart from its slots */
  GArray *pieces;           /* of ParleyTimePiece; one at least */
} ParleyTimePattern;

/* @text: folded. Returns: (transfer full) (nullable): NULL if it is empty, has a slot that there is
 * not, or would have to contain itself. */
ParleyTimePattern *
parley_time_pattern_new (const char *text, ParleyTimeRole role, const ParleyTimePhrase *meaning);
void parley_time_pattern_free (ParleyTimePattern *pattern);

/* Returns: (transfer none). */
const ParleyTimePiece *parley_time_pattern_get_piece (const ParleyTimePattern *pattern,
                                                      guint index);

/* Whether "{when}" may stand for it. */
gboolean parley_time_pattern_is_moment (const ParleyTimePattern *pattern);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTimePattern, parley_time_pattern_free)

G_END_DECLS
