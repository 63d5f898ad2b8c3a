/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-answer.h"
#include "engine/parley-context.h"

G_BEGIN_DECLS

/* One bubble of a reply, ready to be said. */
typedef struct
{
  char *text;   /* as it is seen; this is what is remembered */
  char *markup; /* (nullable): the same as HTML, if anything of it looks different from plain */
  int pace_ms;  /* how long a typist would take for it */
} ParleyComposed;

void parley_composed_free (ParleyComposed *composed);

/* Makes bubbles of what a model writes in one read of a chat, while it is still writing: what is
 * not to be said is taken out, the rest cut to what the protocol allows, made inert and paced. */
typedef struct _ParleyComposer ParleyComposer;

/* @epoch: of the read; the same one gives the same pace. Returns: (transfer full): it goes by the
 * settings as they are now. */
ParleyComposer *
parley_composer_new (ParleyContext *context, const ParleyLimits *limits, guint64 epoch);
void parley_composer_free (ParleyComposer *composer);

/* Nothing is to be given before the end: for models whose reasoning is told from their answer only
 * where it ends. */
void parley_composer_hold (ParleyComposer *composer);

/* @delta: the next piece of the model's text, valid UTF-8. Returns: FALSE if it shows that what was
 * taken so far was the model's reasoning; what has not been taken is thrown away. */
gboolean parley_composer_feed (ParleyComposer *composer, const char *delta);

/* The model's text is over. Returns: what the model chose to do. */
ParleyAnswerKind parley_composer_end (ParleyComposer *composer);

/* Whether the model may be stopped, for nothing it still writes will be said. */
gboolean parley_composer_is_over (const ParleyComposer *composer);

/* Returns: (transfer full) (nullable): the next bubble, never empty; NULL if none is complete. */
ParleyComposed *parley_composer_take (ParleyComposer *composer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyComposed, parley_composed_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyComposer, parley_composer_free)

/* The same for a whole text that is to be said. Returns: (transfer full): of ParleyComposed. */
GPtrArray *parley_composer_compose (ParleyContext *context,
                                    const ParleyLimits *limits,
                                    guint64 epoch,
                                    const char *text);

G_END_DECLS
