/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "backend/parley-think-marks.h"

G_BEGIN_DECLS

/* Takes reasoning out of a text that comes in pieces: what stands between the marks of the list.
 * Only what may be the beginning of a mark is held back. A block that is never closed hides all
 * that follows. Blanks right behind a block that nothing was shown before belong to the block.
 *
 * What begins a reply and only looks like a mark is held back until its other half comes; then it
 * counts as a mark, and there is a doubt. Without its other half it is text.
 *
 * A mark that ends reasoning where none began comes from a server that keeps the beginning to
 * itself: all before it was reasoning. But whoever writes to us may have had the model repeat such
 * a mark. So one that stands in the prompt is text where the model is known to do without; where it
 * isn't known, there is a doubt. However the text is cut into pieces, the outcome is the same. */
typedef struct _ParleyThinkFilter ParleyThinkFilter;

/* What has become of the text up to now. */
typedef enum
{
  PARLEY_THINK_KEPT,
  PARLEY_THINK_TAKEN_BACK, /* all that was given out was reasoning; only what this call gave isn't
                            */
  PARLEY_THINK_QUOTED,     /* the same, by a mark that stands in the prompt */
} ParleyThinkResult;

/* @marks: borrowed, must outlive the filter. @request: what is answered. Returns: (transfer full).
 */
ParleyThinkFilter *parley_think_filter_new (const ParleyThinkMarks *marks, ParleyRequest *request);
void parley_think_filter_free (ParleyThinkFilter *filter);

/* Appends to @out what of @text may be shown by now. */
ParleyThinkResult
parley_think_filter_feed (ParleyThinkFilter *filter, const char *text, GString *out);

/* The text is over: appends what was held back and was no mark after all. @whole: the model had
 * nothing more to say. */
ParleyThinkResult parley_think_filter_end (ParleyThinkFilter *filter, gboolean whole, GString *out);

/* Returns: (transfer none) (nullable): the mark for which some of what is shown may be reasoning,
 * so that somebody should look at it; NULL: none. Known before anything of that is shown, but where
 * a reply must be waited for as a whole. */
const char *parley_think_filter_get_doubt (const ParleyThinkFilter *filter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyThinkFilter, parley_think_filter_free)

G_END_DECLS
