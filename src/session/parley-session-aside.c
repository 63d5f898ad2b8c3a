/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-predictor.h"
#include "session/parley-session-private.h"

/* Small questions beside the answers: optional, so whatever goes wrong with one changes nothing */

void
parley_session_stop_summary (ParleySession *session)
{
  parley_session_count_aside (session, session->answering.summary);
  g_clear_pointer (&session->answering.summary, parley_generation_cancel);
  parley_slots_release (session->context->model.slots, &session->answering.summary,
                        parley_context_get_max_requests (session->context));
}

void
parley_session_stop_prediction (ParleySession *session)
{
  parley_session_count_aside (session, session->answering.prediction);
  g_clear_pointer (&session->answering.prediction, parley_generation_cancel);
  parley_slots_release (session->context->model.slots, &session->answering.prediction,
                        parley_context_get_max_requests (session->context));
}

static gboolean
may_ask_aside (ParleySession *session, ParleyBackend *backend)
{
  return parley_backend_has_model (backend) && !parley_session_saves (session)
         && !parley_outage_is_on (session->context->model.outage)
         && parley_session_decide_anew (session, PARLEY_ACT_ASK).permit != PARLEY_PERMIT_NONE;
}

static void
on_side_started (gpointer owner, guint64 epoch)
{
}

static void
on_prediction_retried (gpointer owner)
{
  ParleySession *session = owner;

  if (parley_session_decide_anew (session, PARLEY_ACT_ASK).permit == PARLEY_PERMIT_NONE)
    parley_session_stop_prediction (session);
  else
    parley_meters_note_request (session->context->meters, session->key);
}

static void
on_prediction_finished (gpointer owner,
                        guint64 epoch,
                        const ParleyCompletion *completion,
                        const GError *error)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);
  ParleyEvent event = { .type = PARLEY_EVENT_PREDICTION, .epoch = epoch };

  parley_session_stop_prediction (session);
  if (completion != NULL && parley_predictor_parse (completion->text, &event.prediction))
    parley_session_post (session, &event);
}

void
parley_session_predict (ParleySession *session, const ParleyEffect *effect)
{
  static const ParleyGenerationFuncs funcs
      = { on_side_started, on_prediction_retried, on_prediction_finished };
  ParleyContext *context = session->context;
  ParleyBackend *backend = parley_context_get_backend (context, NULL);
  g_autoptr (ParleyRequest) request = NULL;

  if (backend == NULL || !may_ask_aside (session, backend)
      || !parley_turn_has_words (parley_chat_get_turn (session->chat))
      || !parley_slots_try (context->model.slots, &session->answering.prediction,
                            parley_context_get_max_requests (session->context)))
    return;
  request
      = parley_predictor_build (context->knowledge->predictor, parley_chat_get_turn (session->chat),
                                parley_recorder_get_nonce (session->record.recorder));
  parley_meters_note_request (context->meters, session->key);
  session->answering.prediction
      = parley_generation_start (backend, request, effect->epoch, &funcs, session);
}

static void
on_summary_finished (gpointer owner,
                     guint64 epoch,
                     const ParleyCompletion *completion,
                     const GError *error)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);

  /* Of one that was cut off the newest is missing. */
  if (completion != NULL && completion->finish == PARLEY_FINISH_STOP)
    parley_recorder_take_summary (session->record.recorder, completion->text);
  parley_session_stop_summary (session);
}

static void
on_summary_retried (gpointer owner)
{
  ParleySession *session = owner;

  parley_session_check_summary (session);
  if (session->answering.summary != NULL)
    parley_meters_note_request (session->context->meters, session->key);
}

void
parley_session_check_summary (ParleySession *session)
{
  if (session->answering.summary != NULL
      && parley_session_decide_anew (session, PARLEY_ACT_ASK).permit == PARLEY_PERMIT_NONE)
    parley_session_stop_summary (session);
}

void
parley_session_summarize (ParleySession *session)
{
  static const ParleyGenerationFuncs funcs
      = { on_side_started, on_summary_retried, on_summary_finished };
  ParleyContext *context = session->context;
  ParleyBackend *backend = parley_context_get_backend (context, NULL);
  g_autoptr (ParleyRequest) request = NULL;

  if (session->answering.summary != NULL || backend == NULL)
    return;
  parley_session_look (session);
  request = parley_recorder_build_summary_request (session->record.recorder);
  if (request == NULL || !may_ask_aside (session, backend)
      || !parley_slots_try (context->model.slots, &session->answering.summary,
                            parley_context_get_max_requests (session->context)))
    return;
  parley_meters_note_request (context->meters, session->key);
  session->answering.summary = parley_generation_start (backend, request, 0, &funcs, session);
}
