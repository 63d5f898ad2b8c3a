/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What of the text of one generation is said, found while it comes in pieces. Held back until it is
 * clear what it is:
 * - a word for silence or for waiting, which is never said;
 * - what was said before: models that called a tool like to begin again with it. */
typedef struct _ParleySayFilter ParleySayFilter;

/* What the text was when it was nothing to be said. */
typedef enum
{
  PARLEY_SAY_TEXT,
  PARLEY_SAY_SILENCE,
  PARLEY_SAY_WAIT,
} ParleySay;

/* @said: (transfer none): of char *: texts of the turn so far, in order; referenced.
 * Returns: (transfer full). */
ParleySayFilter *parley_say_filter_new (GPtrArray *said);
void parley_say_filter_free (ParleySayFilter *filter);

/* Returns: (transfer full): what may be said now; often "". */
char *parley_say_filter_push (ParleySayFilter *filter, const char *text);

/* The text is over. Returns: (transfer full): what is left to be said. @what: (out). */
char *parley_say_filter_finish (ParleySayFilter *filter, ParleySay *what);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySayFilter, parley_say_filter_free)

G_END_DECLS
