/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-session-private.h"

void
parley_session_count (ParleySession *session)
{
  ParleyUsage usage;
  ParleyUsage more;

  if (session->answering.writer == NULL || session->answering.is_note)
    return;
  usage = parley_writer_get_usage (session->answering.writer);
  more = (ParleyUsage){
    .prompt_tokens = usage.prompt_tokens - session->answering.counted.prompt_tokens,
    .reply_tokens = usage.reply_tokens - session->answering.counted.reply_tokens,
    .measured_tokens = usage.measured_tokens - session->answering.counted.measured_tokens,
    .cached_tokens = usage.cached_tokens - session->answering.counted.cached_tokens,
  };
  session->answering.counted = usage;
  parley_metrics_observe_prompt (session->context->metrics, more.measured_tokens,
                                 more.cached_tokens);
  if (more.cached_tokens > 0)
    parley_context_note_cache (session->context);
  parley_meters_spend (session->context->meters, session->key, &more);
}

void
parley_session_count_aside (ParleySession *session, ParleyGeneration *generation)
{
  ParleyUsage usage;

  if (generation == NULL)
    return;
  usage = parley_generation_get_usage (generation);
  parley_meters_spend (session->context->meters, session->key, &usage);
}

void
parley_session_tell_limits (ParleySession *session)
{
  if (!parley_session_is_closed (session))
    parley_meters_tell (session->context->meters, session->key);
}

gboolean
parley_session_saves (ParleySession *session)
{
  return parley_meters_save (session->context->meters, session->key);
}
