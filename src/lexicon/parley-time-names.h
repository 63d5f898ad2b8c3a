/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Words that stand for numbers, "monday|mon;tuesday|tue": an entry's place is its value, counted
 * from 1; its forms are parted by "|". */
typedef struct _ParleyTimeNames ParleyTimeNames;

/* @list: folded. Returns: (transfer full). */
ParleyTimeNames *parley_time_names_new (const char *list);
void parley_time_names_free (ParleyTimeNames *names);

/* Returns: how many entries there are, those without a form at the end not counted. */
guint parley_time_names_count (ParleyTimeNames *names);

/* Returns: how many forms they have. */
guint parley_time_names_get_n_forms (ParleyTimeNames *names);

/* Returns: (transfer none). */
const char *parley_time_names_get_form (ParleyTimeNames *names, guint index);

/* Reads the longest form that @text begins with. @whole: only if no letter follows it.
 * Returns: (transfer none) (nullable): what is behind it, its value in @value; NULL if none is
 * there. */
const char *
parley_time_names_match (ParleyTimeNames *names, const char *text, gboolean whole, int *value);

/* Returns: whether a form ends at @at in @text. */
gboolean parley_time_names_end_at (ParleyTimeNames *names, const char *text, const char *at);

/* @phrase may stand for other white space in @text than a space of its own. Returns: (transfer
 * none) (nullable): what is behind it in @text; NULL if @text does not begin with it. */
const char *parley_time_names_skip (const char *text, const char *phrase);

/* Whether @c goes on with a word. An apostrophe does not: "today's". */
gboolean parley_time_names_is_letter (gunichar c);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyTimeNames, parley_time_names_free)

G_END_DECLS
