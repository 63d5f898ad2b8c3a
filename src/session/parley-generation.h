/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "brain/parley-usage.h"

G_BEGIN_DECLS

/* One run of a model for one read of a chat. It outlives its owner if it must: after a cancel the
 * owner is never called again, whatever still comes from the network. */
typedef struct _ParleyGeneration ParleyGeneration;

typedef struct
{
  /* The first visible text came. */
  void (*started) (gpointer owner, guint64 epoch);
  /* The server could not answer and is to be asked again. May cancel it. */
  void (*retried) (gpointer owner);
  /* It is over. @completion is NULL if and only if @error is set; both borrowed. */
  void (*finished) (gpointer owner,
                    guint64 epoch,
                    const ParleyCompletion *completion,
                    const GError *error);
} ParleyGenerationFuncs;

/* @funcs: static. Returns: (transfer full): to be given to parley_generation_cancel() once, also
 * after it has finished. */
ParleyGeneration *parley_generation_start (ParleyBackend *backend,
                                           ParleyRequest *request,
                                           guint64 epoch,
                                           const ParleyGenerationFuncs *funcs,
                                           gpointer owner);

/* Returns: what it has cost; as long as it runs, an estimate. */
ParleyUsage parley_generation_get_usage (const ParleyGeneration *generation);

/* Stops it if it still runs, so that the server stops too, and lets go of it. */
void parley_generation_cancel (ParleyGeneration *generation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyGeneration, parley_generation_cancel)

G_END_DECLS
