/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-error.h"
#include "brain/parley-answer.h"
#include "brain/parley-predictor.h"
#include "brain/parley-prompt.h"
#include "engine/parley-composer.h"
#include "engine/parley-session-private.h"
#include "engine/parley-trace.h"

static guint
get_limit (ParleySession *session)
{
  return parley_context_get_max_requests (session->context);
}

static void
stop_generation (ParleySession *session)
{
  g_clear_pointer (&session->generation, parley_generation_cancel);
  parley_slots_release (session->context->slots, session, get_limit (session));
}

void
parley_session_stop_prediction (ParleySession *session)
{
  g_clear_pointer (&session->prediction, parley_generation_cancel);
  parley_slots_release (session->context->slots, &session->prediction, get_limit (session));
}

void
parley_session_stop (ParleySession *session)
{
  parley_session_stop_prediction (session);
  stop_generation (session);
}

/* Answers */

static gboolean
is_draft (ParleySession *session)
{
  return parley_chat_get_state (session->chat) == PARLEY_STATE_COLLECTING;
}

static void
post_reply_end (ParleySession *session, guint64 epoch, ParleyReplyEnd how)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_REPLY_END, .epoch = epoch, .reply_end.how = how };

  parley_session_post (session, &event);
}

/* Of a draft's trouble the user hears nothing, for it is asked again. A server's words may quote
 * the chat, so they don't go into the trace. */
static void
fail (ParleySession *session, guint64 epoch, const GError *error)
{
  ParleyContext *context = session->context;
  gboolean passing;

  parley_session_trace (session, parley_trace_error (session->tag, parley_session_now (session),
                                                     parley_error_to_word (error)));
  passing = parley_outage_note_failure (&context->outage, context->host, session->key, error,
                                        session->closed || is_draft (session));
  session->awaits_model = passing;
  post_reply_end (session, epoch, passing ? PARLEY_REPLY_AWAY : PARLEY_REPLY_FAILED);
}

static void
note_markup (ParleySession *session, ParleyComposed *bubble)
{
  if (bubble->markup == NULL)
    return;
  if (session->markups == NULL)
    session->markups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (session->markups, g_strdup (bubble->text),
                       g_steal_pointer (&bubble->markup));
}

static void
post_reply (ParleySession *session, guint64 epoch, const char *text)
{
  g_autoptr (GPtrArray) reply
      = parley_composer_compose (session->context, &session->limits, epoch, text);

  for (guint i = 0; i < reply->len; i++)
    {
      ParleyComposed *bubble = g_ptr_array_index (reply, i);
      const ParleyEvent event = {
        .type = PARLEY_EVENT_REPLY_BUBBLE,
        .epoch = epoch,
        .reply_bubble = { .text = bubble->text, .pace_ms = bubble->pace_ms },
      };

      note_markup (session, bubble);
      parley_session_post (session, &event);
    }
}

static void
on_generation_started (gpointer owner, guint64 epoch)
{
  ParleySession *session = owner;

  parley_session_trace (
      session, parley_trace_first_token (session->tag, parley_session_now (session), epoch));
}

static void
on_generation_finished (gpointer owner,
                        guint64 epoch,
                        const ParleyCompletion *completion,
                        const GError *error)
{
  g_autoptr (ParleySession) session = parley_session_ref (owner);
  ParleyContext *context = session->context;
  gboolean recovered;
  g_autofree char *text = completion != NULL ? parley_answer_dup_text (completion->text) : NULL;

  stop_generation (session);
  if (completion == NULL)
    {
      fail (session, epoch, error);
      return;
    }
  recovered = parley_outage_note_success (&context->outage, context->host, session->key);
  if (text != NULL)
    post_reply (session, epoch, text);
  post_reply_end (session, epoch, text != NULL ? PARLEY_REPLY_COMPLETE : PARLEY_REPLY_SILENT);
  if (recovered)
    parley_context_recover (context);
}

static ParleyRequest *
build_request (ParleySession *session)
{
  ParleyContext *context = session->context;
  const ParleyPromptInput input = {
    .rules = context->rules,
    .persona = context->persona,
    .history = parley_recorder_get_history (session->recorder),
    .turn = parley_chat_get_turn (session->chat),
    .wall = parley_timers_wall (context->timers),
    .max_tokens = parley_settings_get_int (context->settings, PARLEY_SETTING_BACKEND_MAX_TOKENS),
  };
  ParleyRequest *request = parley_prompt_build (&input);
  ParleyAwayStatus status = { 0 };
  gint64 now = parley_session_now (session);

  request->away.status_text = parley_host_dup_status (context->host, session->key, &status);
  request->away.note_due
      = parley_away_note_is_due (&status, parley_context_get_note (context, session->key), now);
  session->note_next = (ParleyAwayNoteGiven){ TRUE, status.period, now };
  return request;
}

static void
give_up (ParleySession *session, ParleyVerdict verdict)
{
  stop_generation (session);
  parley_session_trace (session, parley_trace_error (session->tag, parley_session_now (session),
                                                     parley_verdict_to_string (verdict)));
  parley_session_post_simple (session, verdict == PARLEY_VERDICT_OFFLINE ? PARLEY_EVENT_OFFLINE
                                                                         : PARLEY_EVENT_WITHDRAW);
}

/* Permission is asked at the last moment before chat text goes anywhere. Returns: (transfer none):
 * NULL if nobody is to be asked; the turn has its outcome then. */
static ParleyBackend *
get_backend (ParleySession *session)
{
  g_autoptr (GError) error = NULL;
  ParleyVerdict verdict = parley_session_judge (session);
  ParleyBackend *backend;

  if (verdict != PARLEY_VERDICT_ALLOWED)
    {
      give_up (session, verdict);
      return NULL;
    }
  backend = parley_context_get_backend (session->context, &error);
  if (backend == NULL)
    {
      stop_generation (session);
      fail (session, parley_chat_get_epoch (session->chat), error);
    }
  return backend;
}

void
parley_session_slot_granted (gpointer data)
{
  static const ParleyGenerationFuncs funcs = { on_generation_started, on_generation_finished };
  g_autoptr (ParleySession) session = parley_session_ref (data);
  ParleyBackend *backend = get_backend (session);
  g_autoptr (ParleyRequest) request = backend != NULL ? build_request (session) : NULL;

  if (backend == NULL)
    return;
  session->is_note = g_str_equal (parley_backend_get_name (backend), "builtin");
  session->generation = parley_generation_start (
      backend, request, parley_chat_get_epoch (session->chat), &funcs, session);
}

void
parley_session_ask (ParleySession *session, const ParleyEffect *effect)
{
  ParleyChatRecord *record = parley_keeper_get_record (session->keeper);

  record->attempts = session->restored_attempts + 1;
  parley_keeper_save (session->keeper);
  g_clear_pointer (&session->route, parley_route_unref);
  session->route = parley_route_new (session->key, effect->epoch);
  g_clear_pointer (&session->markups, g_hash_table_unref);
  parley_slots_request (session->context->slots, session, effect->draft, get_limit (session));
}

/* Predictions: optional, so whatever goes wrong with one changes nothing */

static void
on_prediction_started (gpointer owner, guint64 epoch)
{
}

static void
on_prediction_finished (gpointer owner,
                        guint64 epoch,
                        const ParleyCompletion *completion,
                        const GError *error)
{
  g_autoptr (ParleySession) session = parley_session_ref (owner);
  ParleyEvent event = { .type = PARLEY_EVENT_PREDICTION, .epoch = epoch };

  parley_session_stop_prediction (session);
  if (completion != NULL && parley_predictor_parse (completion->text, &event.prediction))
    parley_session_post (session, &event);
}

void
parley_session_predict (ParleySession *session, const ParleyEffect *effect)
{
  static const ParleyGenerationFuncs funcs = { on_prediction_started, on_prediction_finished };
  ParleyContext *context = session->context;
  ParleyBackend *backend = parley_context_get_backend (context, NULL);
  g_autoptr (ParleyRequest) request = NULL;

  if (backend == NULL || g_str_equal (parley_backend_get_name (backend), "builtin")
      || parley_session_judge (session) != PARLEY_VERDICT_ALLOWED
      || !parley_slots_try (context->slots, &session->prediction, get_limit (session)))
    return;
  request = parley_predictor_build (context->predictor, parley_chat_get_turn (session->chat));
  session->prediction = parley_generation_start (backend, request, effect->epoch, &funcs, session);
}
