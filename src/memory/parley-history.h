/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-when.h"

G_BEGIN_DECLS

/* What was said in one chat, in the order in which it was taken down, within bounds. */
typedef struct _ParleyHistory ParleyHistory;

typedef enum
{
  PARLEY_SPEAKER_PERSON,
  PARLEY_SPEAKER_PARLEY, /* only what was really delivered */
  PARLEY_SPEAKER_USER,   /* the user, by hand */
} ParleySpeaker;

typedef struct
{
  ParleySpeaker speaker;
  char *text;
  ParleyWhen when;
  guint64 turn;         /* that it belongs to; 0: none */
  gboolean begins_turn; /* what comes before it was read on its own */
} ParleyUtterance;

void parley_utterance_free (ParleyUtterance *utterance);

/* @max_entries, @max_bytes: of all texts; the oldest go first. Returns: (transfer full). */
ParleyHistory *parley_history_new (guint max_entries, gsize max_bytes);
void parley_history_free (ParleyHistory *history);

/* @turn: 0: outside of one. What has another turn than what was added before it begins it. */
void parley_history_add (
    ParleyHistory *history, ParleySpeaker speaker, const char *text, ParleyWhen when, guint64 turn);

/* What was said last as @text, by @speaker, was @amended. Returns: whether it is there. */
gboolean parley_history_amend (ParleyHistory *history,
                               ParleySpeaker speaker,
                               const char *text,
                               const char *amended);

guint parley_history_get_length (ParleyHistory *history);

/* Returns: (transfer none): until the next add. */
const ParleyUtterance *parley_history_get (ParleyHistory *history, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyHistory, parley_history_free)

G_END_DECLS
