/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-cost.h"

#include "base/parley-error.h"
#include "brain/parley-token-budget.h"

void
parley_cost_begin (ParleyCost *cost, const ParleyRequest *request)
{
  cost->sent = parley_tokens_estimate_request (request);
  cost->mused = 0;
}

void
parley_cost_add_reasoning (ParleyCost *cost, guint tokens)
{
  cost->mused += tokens;
}

void
parley_cost_complete (ParleyCost *cost, const ParleyCompletion *completion, const char *written)
{
  ParleyUsage *over = &cost->over;
  gint64 prompt = completion->prompt_tokens;
  gint64 reply = completion->reply_tokens;

  over->requests++;
  over->estimated |= prompt < 0 || reply < 0;
  over->prompt_tokens += prompt >= 0 ? prompt : cost->sent;
  if (completion->cached_tokens >= 0)
    {
      over->measured_tokens += prompt;
      over->cached_tokens += completion->cached_tokens;
    }
  over->reply_tokens += reply >= 0 ? reply : cost->mused + parley_tokens_estimate (written);
  cost->used = prompt >= 0 ? (guint) prompt : cost->sent;
}

void
parley_cost_fail (ParleyCost *cost, const GError *why, const char *written)
{
  if (parley_error_is_refusal (why) && cost->mused + parley_tokens_estimate (written) == 0)
    cost->over.requests++;
  else
    cost->over = parley_cost_estimate (cost, written);
  cost->mused = 0;
}

ParleyUsage
parley_cost_estimate (const ParleyCost *cost, const char *written)
{
  ParleyUsage usage = cost->over;

  usage.requests++;
  usage.estimated = TRUE;
  usage.prompt_tokens += cost->sent;
  usage.reply_tokens += cost->mused + parley_tokens_estimate (written);
  return usage;
}
