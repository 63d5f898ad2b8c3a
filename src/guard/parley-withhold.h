/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"

G_BEGIN_DECLS

/* Why a bubble is not said in the user's name, but shown to them. */
typedef enum
{
  PARLEY_WITHHELD_NOT,
  PARLEY_WITHHELD_NEVER_SAY,
  PARLEY_WITHHELD_KEY,
  PARLEY_WITHHELD_ACCOUNT,
  PARLEY_WITHHELD_SECRET,
  PARLEY_WITHHELD_DENIAL,
  PARLEY_WITHHELD_MONEY,
  PARLEY_WITHHELD_ADDRESS,
  PARLEY_WITHHELD_WHEREABOUTS,
  PARLEY_WITHHELD_HEALTH,
  PARLEY_WITHHELD_LEGAL,
  PARLEY_WITHHELD_APPOINTMENT,
  PARLEY_WITHHELD_ANSWER,
  PARLEY_WITHHELD_PROMPT,   /* it repeats what the model was told; judge () never gives it */
  PARLEY_WITHHELD_GRAVE,    /* what it answers is urgent, whatever it says; likewise */
  PARLEY_WITHHELD_UNJUDGED, /* a file of the user's own can't be read; judge () never gives it */
  PARLEY_N_WITHHELD,
} ParleyWithheld;

/* What a bubble is judged by. All borrowed, valid UTF-8. */
typedef struct
{
  const char *bubble;    /* as it is seen */
  const char *before;    /* (nullable): what was said in the turn so far */
  const char *asked;     /* (nullable): what the person wrote in the turn */
  const char *never_say; /* (nullable): the user's list: words, parted by ";" */
} ParleyWithholdCase;

/* Knows what a model must not say in the user's name, whatever it was told: docs/safety-content.md.
 * It judges words, not what they mean: what it lets through may still be wrong to say. */
typedef struct _ParleyWithhold ParleyWithhold;

/* @lexicon: borrowed, must live as long. Returns: (transfer full). */
ParleyWithhold *parley_withhold_new (ParleyLexicon *lexicon);
void parley_withhold_free (ParleyWithhold *withhold);

ParleyWithheld parley_withhold_judge (ParleyWithhold *withhold, const ParleyWithholdCase *it);

/* Whether what was withheld may be a secret, and not only something that the user is to say. */
gboolean parley_withheld_is_secret (ParleyWithheld withheld);

/* Returns: (transfer none): one translated sentence for the user; it quotes nothing. */
const char *parley_withheld_explain (ParleyWithheld withheld);

/* Returns: (transfer none): "never_say" and so on, for logs. */
const char *parley_withheld_to_string (ParleyWithheld withheld);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyWithhold, parley_withhold_free)

G_END_DECLS
