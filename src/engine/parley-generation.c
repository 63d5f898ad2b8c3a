/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-generation.h"

struct _ParleyGeneration
{
  const ParleyGenerationFuncs *funcs;
  gpointer owner; /* NULL once cancelled */
  guint64 epoch;
  GCancellable *cancellable;
  gboolean started;
};

static void
generation_clear (gpointer data)
{
  g_object_unref (((ParleyGeneration *) data)->cancellable);
}

static void
generation_unref (ParleyGeneration *generation)
{
  g_rc_box_release_full (generation, generation_clear);
}

static void
on_delta (const char *text, gpointer data)
{
  ParleyGeneration *generation = data;

  if (generation->owner == NULL || generation->started)
    return;
  generation->started = TRUE;
  generation->funcs->started (generation->owner, generation->epoch);
}

static void
on_finished (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyGeneration *generation = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyCompletion) completion
      = parley_backend_generate_finish (PARLEY_BACKEND (source), result, &error);

  if (generation->owner != NULL)
    generation->funcs->finished (generation->owner, generation->epoch, completion, error);
  generation_unref (generation);
}

ParleyGeneration *
parley_generation_start (ParleyBackend *backend,
                         ParleyRequest *request,
                         guint64 epoch,
                         const ParleyGenerationFuncs *funcs,
                         gpointer owner)
{
  static const ParleyBackendFuncs watch = { .delta = on_delta };
  ParleyGeneration *generation = g_rc_box_new0 (ParleyGeneration);

  generation->funcs = funcs;
  generation->owner = owner;
  generation->epoch = epoch;
  generation->cancellable = g_cancellable_new ();
  parley_backend_generate_async (backend, request, &watch, generation, generation->cancellable,
                                 on_finished, g_rc_box_acquire (generation));
  return generation;
}

void
parley_generation_cancel (ParleyGeneration *generation)
{
  generation->owner = NULL;
  g_cancellable_cancel (generation->cancellable);
  generation_unref (generation);
}
