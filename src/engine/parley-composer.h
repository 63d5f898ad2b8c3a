/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-context.h"

G_BEGIN_DECLS

/* One bubble of a reply, ready to be said. */
typedef struct
{
  char *text;
  int pace_ms; /* how long a typist would take for it */
} ParleyComposed;

/* Makes bubbles of what a model wrote: cut to what the protocol allows, inert, paced.
 * @epoch: of the read; the same one gives the same pace. Returns: (transfer full): of
 * ParleyComposed, none empty. */
GPtrArray *parley_composer_compose (ParleyContext *context,
                                    const ParleyLimits *limits,
                                    guint64 epoch,
                                    const char *text);

G_END_DECLS
