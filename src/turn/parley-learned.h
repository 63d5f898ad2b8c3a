/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"
#include "turn/parley-habits.h"
#include "turn/parley-shape.h"

G_BEGIN_DECLS

/* A small model of when the next bubble comes, fitted to real chats; see docs/learned.md. */
typedef struct _ParleyLearned ParleyLearned;

/* What the model is told of a bubble. Their names in the file of weights, and what they are, stand
 * in parley-learned.c. */
typedef enum
{
  PARLEY_LEARNED_SECOND,
  PARLEY_LEARNED_LATER,
  PARLEY_LEARNED_LENGTH,
  PARLEY_LEARNED_QUESTION,
  PARLEY_LEARNED_COMPLETE,
  PARLEY_LEARNED_OPEN,
  PARLEY_LEARNED_SHORT,
  PARLEY_LEARNED_GREETING,
  PARLEY_LEARNED_ANSWER,
  PARLEY_LEARNED_GAP,
  PARLEY_LEARNED_SPOKEN,
  PARLEY_LEARNED_ASKED,
  PARLEY_LEARNED_ASKED_FIRST,
  PARLEY_LEARNED_P50,
  PARLEY_LEARNED_P95,
  PARLEY_LEARNED_MULTI,
  PARLEY_LEARNED_TYPED,
  PARLEY_LEARNED_TYPED_SEEN,
  PARLEY_LEARNED_N_FEATURES,
} ParleyLearnedFeature;

typedef struct
{
  double values[PARLEY_LEARNED_N_FEATURES];
  gboolean types; /* the person is known to show their typing */
} ParleyLearnedFeatures;

/* The model never waits longer than this: what comes later is no part of a burst for it. */
#define PARLEY_LEARNED_HORIZON_MS 10000

/* @text: of data/window/learned.ini. Returns: (transfer full): NULL with
 * %PARLEY_ERROR_CONFIGURATION and a sentence for people if it is damaged. */
ParleyLearned *parley_learned_parse (const char *text, GError **error);
void parley_learned_free (ParleyLearned *learned);

/* @text: the newest bubble, @look: at it. @n: which of the turn it is, from 1. @habits: (nullable):
 * after this bubble was noted in it. @now: monotonic ms. */
void parley_learned_features_init (ParleyLearnedFeatures *features,
                                   const char *text,
                                   guint n,
                                   const ParleyHabits *habits,
                                   gint64 now,
                                   const ParleyShapeLook *look);

/* @target_ms: the mean wait to aim at. Returns: ms, 0 to %PARLEY_LEARNED_HORIZON_MS; a larger
 * target never gives a shorter wait. */
int parley_learned_get_wait (const ParleyLearned *learned,
                             const ParleyLearnedFeatures *features,
                             int target_ms);

/* Returns: (transfer none): "length" and so on, as in the file of weights. */
const char *parley_learned_feature_to_string (ParleyLearnedFeature feature);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLearned, parley_learned_free)

G_END_DECLS
