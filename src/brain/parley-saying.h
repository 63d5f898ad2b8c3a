/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-answer.h"

G_BEGIN_DECLS

/* What is said in one turn, over all its generations: their texts a blank line apart, tidy,
 * without repetitions, at most %PARLEY_ANSWER_MAX_BYTES. */
typedef struct _ParleySaying ParleySaying;

/* @labels: (nullable): of parley_tidy_new (). Returns: (transfer full). */
ParleySaying *parley_saying_new (const char *const *labels);
void parley_saying_free (ParleySaying *saying);

/* A generation begins. @takes_up: it goes on in the middle of what the last one said, which must
 * not have been ended. */
void parley_saying_begin (ParleySaying *saying, gboolean takes_up);

/* A piece of it came. Returns: (transfer full): what goes out now; often "". */
char *parley_saying_push (ParleySaying *saying, const char *text);

/* What went out of the generation was reasoning and counts as not said. */
void parley_saying_take_back (ParleySaying *saying);

/* It is over. Returns: (transfer full): what goes out last. */
char *parley_saying_end (ParleySaying *saying);

/* Returns: (transfer none): all that went out. */
const char *parley_saying_get_text (const ParleySaying *saying);

/* Returns: (transfer none): what the generation wrote, said or not. */
const char *parley_saying_get_written (const ParleySaying *saying);

/* Returns: whether anything of the generation went out. */
gboolean parley_saying_has_begun (const ParleySaying *saying);

/* Returns: whether no more may go out. */
gboolean parley_saying_is_full (const ParleySaying *saying);

/* Returns: what the last generation that ended came to. */
ParleyAnswerKind parley_saying_get_word (const ParleySaying *saying);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySaying, parley_saying_free)

G_END_DECLS
