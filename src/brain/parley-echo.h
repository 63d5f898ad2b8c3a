/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* So many words in a row that stand in what a model was told are no coincidence. */
#define PARLEY_ECHO_WORDS 8

/* Returns: (transfer full): the words of a text, in any case and whatever stands between them: each
 * behind a blank, and one at the end. */
char *parley_echo_dup_words (const char *text);

/* @words, @told: as parley_echo_dup_words () gives them. Returns: whether so many in a row of
 * @words stand in @told. */
gboolean parley_echo_repeats (const char *words, const char *told);

/* @words: likewise. @line: as it is. Returns: whether all of @line, if it has @min_words or more,
 * stands in @words. */
gboolean parley_echo_holds (const char *words, const char *line, guint min_words);

G_END_DECLS
