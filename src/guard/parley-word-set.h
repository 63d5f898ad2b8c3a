/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which words a text has, without the text: enough to tell whether two texts are much alike. All
 * zero is none. */
typedef struct
{
  guint64 bits[8];
  guint n; /* words that were added */
} ParleyWordSet;

/* Adds the first words of @text, whatever their case. */
void parley_word_set_add (ParleyWordSet *set, const char *text);

/* Whether more than half of the words of both are the same. Of a word or two nobody can tell: FALSE
 * then. */
gboolean parley_word_set_is_like (const ParleyWordSet *a, const ParleyWordSet *b);

G_END_DECLS
