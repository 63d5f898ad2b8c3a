/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Models that called a tool like to begin again with what they said before it. The beginning of
 * their text is held back until it is clear that it is something else, or is left out. */
typedef struct _ParleyRepetition ParleyRepetition;

/* @said: of char *: texts of the turn so far, in order; referenced. Returns: (transfer full). */
ParleyRepetition *parley_repetition_new (GPtrArray *said);
void parley_repetition_free (ParleyRepetition *repetition);

/* A piece of the text. Returns: (transfer full): what is new of what is known now; often "". */
char *parley_repetition_push (ParleyRepetition *repetition, const char *text);

/* The text is over. Returns: (transfer full): what is left of it. */
char *parley_repetition_finish (ParleyRepetition *repetition);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRepetition, parley_repetition_free)

G_END_DECLS
