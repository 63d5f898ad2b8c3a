/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-channels.h"
#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* One bubble of a reply, ready to be said. */
typedef struct
{
  char *text;   /* as it is seen; this is what is remembered */
  char *markup; /* (nullable): the same as HTML, if anything of it looks different from plain */
  int pace_ms;  /* how long a typist would take for it */
} ParleyComposed;

void parley_composed_free (ParleyComposed *composed);

/* Makes bubbles of what is to be said in one read of a chat, while it is still being written: cut
 * to what the protocol allows, inert and paced. */
typedef struct _ParleyComposer ParleyComposer;

/* @settings: as they are now. @epoch: of the read; the same one gives the same pace.
 * Returns: (transfer full). */
ParleyComposer *
parley_composer_new (ParleySettings *settings, const ParleyLimits *limits, guint64 epoch);
void parley_composer_free (ParleyComposer *composer);

/* Nothing is to be given before the end. */
void parley_composer_hold (ParleyComposer *composer);

/* The first text begins with @disclosure: what tells them that a program writes. */
void parley_composer_disclose (ParleyComposer *composer, const char *disclosure);

/* @delta: the next piece of the text, valid UTF-8. */
void parley_composer_feed (ParleyComposer *composer, const char *delta);

/* All that was fed is void, but for @left. Returns: FALSE if it is too late: bubbles were taken. */
gboolean parley_composer_take_back (ParleyComposer *composer, const char *left);

/* The text is over. */
void parley_composer_end (ParleyComposer *composer);

/* Returns: (transfer full) (nullable): the next bubble, never empty; NULL if none is complete. */
ParleyComposed *parley_composer_take (ParleyComposer *composer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyComposed, parley_composed_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyComposer, parley_composer_free)

G_END_DECLS
