/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-reading.h"

/* A grace that is longer than the window goes on. */
static void
begin_window (ParleyReading *reading, int wait_ms, gint64 now)
{
  gint64 until = now + wait_ms;

  reading->in_grace = reading->in_grace && reading->window_until > until;
  if (!reading->in_grace)
    reading->window_until = until;
}

void
parley_reading_open_window (ParleyReading *reading,
                            const ParleyTurnPolicy *policy,
                            const ParleyWindowInput *input,
                            gint64 now)
{
  parley_window_compute (&policy->window, input, &reading->window);
  begin_window (reading, reading->window.wait, now);
  reading->evidence_at = now;
  reading->predicted = FALSE;
  reading->predict_at = -1;
  if (policy->prediction && reading->typing == PARLEY_TYPING_NONE && !reading->in_grace
      && reading->window.wait > policy->prediction_over)
    reading->predict_at = now + policy->prediction_after;
}

void
parley_reading_note_bubble (ParleyReading *reading)
{
  reading->typing = PARLEY_TYPING_NONE;
  reading->in_grace = FALSE;
}

gboolean
parley_reading_note_typing (ParleyReading *reading,
                            const ParleyTurnPolicy *policy,
                            const ParleyEvent *event,
                            gint64 now)
{
  if (reading->typing == event->typing)
    return FALSE;
  reading->typing = event->typing;
  reading->sign_ms = event->sign_ms;
  reading->typing_seen |= event->typing != PARLEY_TYPING_NONE;
  reading->evidence_at = now;
  reading->predict_at = -1;
  reading->in_grace = event->typing == PARLEY_TYPING_NONE;
  if (reading->in_grace)
    reading->window_until = now + policy->grace;
  return TRUE;
}

void
parley_reading_note_prediction (ParleyReading *reading,
                                const ParleyTurnPolicy *policy,
                                const ParleyPrediction *prediction,
                                gint64 now)
{
  if (reading->typing != PARLEY_TYPING_NONE || reading->in_grace)
    return;
  reading->predicted = prediction->done && prediction->confidence >= policy->prediction_certain;
  reading->window_until = now + (reading->predicted ? 0 : MAX (0, prediction->wait_ms));
}

void
parley_reading_wait_more (ParleyReading *reading, int wait_ms, gint64 now)
{
  reading->window.wait = wait_ms;
  reading->window.suggested = wait_ms;
  reading->window.immediate = FALSE;
  reading->window.terms[0] = (ParleyWindowTerm){ "model", wait_ms };
  reading->window.n_terms = 1;
  begin_window (reading, wait_ms, now);
  reading->evidence_at = now;
  reading->predicted = FALSE;
  reading->predict_at = -1;
}

static gboolean
is_evidence_fresh (const ParleyReading *reading, const ParleyTurnPolicy *policy)
{
  return reading->typing == PARLEY_TYPING_ACTIVE && reading->sign_ms > 0
         && reading->sign_ms < policy->cap_typing;
}

gint64
parley_reading_get_cap (const ParleyReading *reading, const ParleyTurnPolicy *policy)
{
  const int caps[] = {
    [PARLEY_TYPING_NONE] = policy->cap_quiet,
    [PARLEY_TYPING_ACTIVE] = policy->cap_typing,
    [PARLEY_TYPING_PAUSED] = policy->cap_typed,
  };
  int ceiling = reading->typing_seen ? policy->ceiling_typing : policy->ceiling_quiet;
  gint64 last = reading->opened_at + ceiling;

  return is_evidence_fresh (reading, policy)
             ? last
             : MIN (reading->evidence_at + caps[reading->typing], last);
}

gint64
parley_reading_get_deadline (const ParleyReading *reading, const ParleyTurnPolicy *policy)
{
  gint64 cap = parley_reading_get_cap (reading, policy);

  return reading->typing == PARLEY_TYPING_NONE ? MIN (cap, reading->window_until) : cap;
}

gint64
parley_reading_get_gate (const ParleyReading *reading, const ParleyTurnPolicy *policy)
{
  if (reading->typing != PARLEY_TYPING_NONE)
    return parley_reading_get_cap (reading, policy);
  return reading->in_grace ? reading->window_until : 0;
}

ParleyReason
parley_reading_get_reason (const ParleyReading *reading, const ParleyTurnPolicy *policy)
{
  if (reading->typing != PARLEY_TYPING_NONE
      || parley_reading_get_cap (reading, policy) < reading->window_until)
    return PARLEY_REASON_HARD_CAP;
  if (reading->in_grace)
    return PARLEY_REASON_TYPING_STOPPED;
  if (reading->predicted)
    return PARLEY_REASON_AI_PREDICTED;
  return reading->window.immediate ? PARLEY_REASON_EXPLICIT_SIGNAL : PARLEY_REASON_TIMEOUT;
}
