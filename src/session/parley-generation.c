/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-generation.h"

#include "base/parley-error.h"
#include "brain/parley-token-budget.h"

struct _ParleyGeneration
{
  const ParleyGenerationFuncs *funcs;
  gpointer owner; /* NULL once cancelled */
  guint64 epoch;
  GCancellable *cancellable;
  gboolean started;
  guint sent; /* estimated tokens of the request */
  ParleyUsage usage;
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

  generation->usage.reply_tokens += parley_tokens_estimate (text);
  if (generation->owner == NULL || generation->started)
    return;
  generation->started = TRUE;
  generation->funcs->started (generation->owner, generation->epoch);
}

static void
on_reasoning (gsize bytes, gpointer data)
{
  ParleyGeneration *generation = data;

  generation->usage.reply_tokens += parley_tokens_estimate_bytes (bytes);
}

static void
on_retry (int after_ms, const GError *why, gpointer data)
{
  ParleyGeneration *generation = data;

  generation->usage.requests++;
  if (!parley_error_is_refusal (why))
    generation->usage.prompt_tokens += generation->sent;
  if (generation->owner != NULL)
    generation->funcs->retried (generation->owner);
}

/* What the server says goes before what was estimated; tries before the last stay estimated. */
static void
take_usage (ParleyGeneration *generation, const ParleyCompletion *completion)
{
  ParleyUsage *usage = &generation->usage;

  usage->estimated = completion->prompt_tokens < 0 || completion->reply_tokens < 0;
  if (completion->prompt_tokens >= 0)
    usage->prompt_tokens += completion->prompt_tokens - generation->sent;
  if (completion->reply_tokens >= 0)
    usage->reply_tokens = completion->reply_tokens;
}

static void
on_finished (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyGeneration *generation = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyCompletion) completion
      = parley_backend_generate_finish (PARLEY_BACKEND (source), result, &error);

  if (completion != NULL)
    take_usage (generation, completion);
  else if (parley_error_is_refusal (error) && generation->usage.reply_tokens == 0)
    generation->usage.prompt_tokens -= generation->sent;
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
  static const ParleyBackendFuncs watch
      = { .delta = on_delta, .reasoning = on_reasoning, .retry = on_retry };
  ParleyGeneration *generation = g_rc_box_new0 (ParleyGeneration);

  generation->funcs = funcs;
  generation->owner = owner;
  generation->epoch = epoch;
  generation->cancellable = g_cancellable_new ();
  generation->sent = parley_tokens_estimate_request (request);
  generation->usage = (ParleyUsage){
    .prompt_tokens = generation->sent,
    .requests = 1,
    .estimated = TRUE,
  };
  parley_backend_generate_async (backend, request, &watch, generation, generation->cancellable,
                                 on_finished, g_rc_box_acquire (generation));
  return generation;
}

ParleyUsage
parley_generation_get_usage (const ParleyGeneration *generation)
{
  return generation->usage;
}

void
parley_generation_cancel (ParleyGeneration *generation)
{
  generation->owner = NULL;
  g_cancellable_cancel (generation->cancellable);
  generation_unref (generation);
}
