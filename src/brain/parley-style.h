/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How the user writes to one person, learnt from what they wrote to them by hand: some numbers, and
 * some of their lines as examples. */

/* One message of theirs. */
typedef struct
{
  const char *text; /* clean */
  gint64 wall;      /* seconds since 1970 */
} ParleyStyleLine;

typedef struct
{
  guint chars;         /* of a message, the median */
  guint lower;         /* of 100 that begin with a letter: with a small one */
  guint stops;         /* of 100: end with a full stop */
  guint emoji;         /* of 100: have an emoji or a smiley in them */
  guint row;           /* messages in a row, the mean */
  GPtrArray *examples; /* of char *: one line each, oldest first */
} ParleyStyle;

/* Fewer tell nothing; of more the newest count. */
#define PARLEY_STYLE_MIN_LINES 5
#define PARLEY_STYLE_MAX_LINES 200

/* Examples, their characters each, and bytes of all: they go along with every question. */
#define PARLEY_STYLE_MAX_EXAMPLES 6
#define PARLEY_STYLE_MAX_CHARS    60
#define PARLEY_STYLE_MAX_BYTES    240

/* @may: whether a line may be an example: one that is not for a model to say may not be.
 * @lines: oldest first. Returns: (transfer full) (nullable): NULL if there are too few. */
ParleyStyle *parley_style_learn (const ParleyStyleLine *lines,
                                 guint n_lines,
                                 gboolean (*may) (const char *line, gpointer data),
                                 gpointer data);
void parley_style_free (ParleyStyle *style);

/* As it is kept: the numbers, then the examples, a line each. Returns: (transfer full). */
char *parley_style_dup_kept (const ParleyStyle *style);

/* Returns: (transfer full) (nullable): NULL if @kept is none. */
ParleyStyle *parley_style_parse (const char *kept);

/* Returns: (transfer full): what the numbers mean, for a model. */
char *parley_style_dup_sentence (const ParleyStyle *style);

/* @words: what is said, as parley_echo_dup_words () gives it. Returns: whether it has an example of
 * five or more words in it. */
gboolean parley_style_is_repeated (const ParleyStyle *style, const char *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyStyle, parley_style_free)

G_END_DECLS
