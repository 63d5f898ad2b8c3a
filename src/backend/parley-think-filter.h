/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes <think>…</think> out of a text that comes in pieces. Only what may be the beginning of a
 * tag is held back. A block that is never closed hides all that follows. Blanks right behind a
 * block that nothing was shown before belong to the block. */
typedef struct _ParleyThinkFilter ParleyThinkFilter;

/* Returns: (transfer full). */
ParleyThinkFilter *parley_think_filter_new (void);
void parley_think_filter_free (ParleyThinkFilter *filter);

/* Appends to @out what of @text may be shown by now. */
void parley_think_filter_feed (ParleyThinkFilter *filter, const char *text, GString *out);

/* The text is over: appends what was held back and was no tag after all. */
void parley_think_filter_end (ParleyThinkFilter *filter, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyThinkFilter, parley_think_filter_free)

G_END_DECLS
