/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "session/parley-session-private.h"
#include "context/parley-trace.h"

/* In the order of the effects' types. */

typedef void (*EffectFunc) (ParleySession *session, const ParleyEffect *effect);

static void
do_nothing (ParleySession *session, const ParleyEffect *effect)
{
}

/* Whatever ends the reading, nobody wants to know any more how far they are. */
static void
do_state (ParleySession *session, const ParleyEffect *effect)
{
  if (effect->state.from == PARLEY_STATE_COLLECTING)
    parley_session_stop_prediction (session);
}

static void
do_window (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_stop_prediction (session);
  g_free (session->voice.why);
  session->voice.why = parley_window_dup_reason (&effect->window.found);
  session->voice.hold_until = -1;
}

static void
do_hold (ParleySession *session, const ParleyEffect *effect)
{
  session->voice.hold_until = effect->until;
}

/* A draft that is still waited for is now the answer. */
static void
do_turn (ParleySession *session, const ParleyEffect *effect)
{
  ParleyContext *context = session->context;

  /* One that is read again was closed before. */
  if (session->waiting.turn_closed == 0)
    session->waiting.turn_closed = parley_session_wall (session);
  parley_session_trace (session, parley_trace_record (session->tag, session->kind, effect));
  parley_context_count_turn (context, &effect->record);
  parley_session_close_window (session);
  parley_slots_promote (context->model.slots, session, parley_context_get_max_requests (context));
}

static void
do_abort (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_abort (session);
}

/* The machine wants the result of a bubble before anything else. */
static void
post_said (ParleySession *session, guint64 epoch, ParleySaid said)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_SAID, .epoch = epoch, .said = said };

  parley_event_queue_push_first (&session->events, &event);
}

void
parley_session_explain_delivery (ParleySession *session, ParleyDelivery delivery)
{
  static const char *const sentences[] = {
    [PARLEY_DELIVERY_UNKNOWN] = N_ ("The answer may not have arrived, because an error came with "
                                    "it. Parley doesn't send it again."),
    [PARLEY_DELIVERY_REFUSED] = N_ ("The answer could not be sent."),
    [PARLEY_DELIVERY_VETOED] = N_ ("Another plugin removed the answer."),
    [PARLEY_DELIVERY_TAMPERED]
    = N_ ("Something else was sent together with the answer, so Parley stops here for a while."),
  };

  parley_session_trace (
      session, parley_trace_error (session->tag, parley_session_now (session), "not_delivered"));
  parley_voice_say (&session->voice, _ (sentences[delivery]));
  if (delivery == PARLEY_DELIVERY_TAMPERED && !parley_session_is_closed (session))
    parley_session_post_takeover (session, PARLEY_SETTING_TURN_TAKEOVER_MS);
}

/* The user came back while the note was typed: it is no longer true. */
gboolean
parley_session_is_outdated_note (ParleySession *session)
{
  ParleyAwayStatus status = { 0 };

  if (!session->answering.is_note)
    return FALSE;
  g_free (parley_host_dup_status (session->context->host, session->key, &status));
  return !status.away;
}

/* The route was made when the turn closed. If it is not that of the current read, or permission is
 * gone, the bubble is not said. Returns: (nullable): why not, for the log. */
static const char *
find_objection (ParleySession *session, const ParleyEffect *effect)
{
  ParleyDecision decision = parley_session_decide_anew (session, PARLEY_ACT_SAY);

  parley_session_await (session, PARLEY_AWAITS_HOUR, decision.verdict == PARLEY_VERDICT_QUIET);
  if (decision.verdict == PARLEY_VERDICT_ABSENT)
    session->waiting.awaits |= PARLEY_AWAITS_PERSON;
  if (decision.permit == PARLEY_PERMIT_NONE)
    parley_session_tell_refusal (session, decision.verdict);
  if (decision.permit == PARLEY_PERMIT_NONE)
    return parley_verdict_to_string (decision.verdict);
  if (session->answering.route == NULL || session->answering.route->epoch != effect->epoch
      || !parley_chat_key_equal (session->answering.route->key, session->key)
      || !parley_identity_equal (session->answering.route->identity, session->identity)
      || !parley_session_has_same_person (session))
    return "stale_route";
  return parley_session_is_outdated_note (session) ? "user_is_back" : NULL;
}

const char *
parley_session_get_markup (ParleySession *session, guint bubble)
{
  g_return_val_if_fail (bubble > 0 && bubble <= session->answering.markups->len, NULL);
  return g_ptr_array_index (session->answering.markups, bubble - 1);
}

/* Some things are not for a model to say. Also behind a bubble that is shelved: it may stop a
 * countdown. */
static gboolean
is_withheld (ParleySession *session, const ParleyEffect *effect)
{
  ParleyWithheld withheld = parley_session_judge_content (session, effect->text);

  if (withheld == PARLEY_WITHHELD_NOT)
    return FALSE;
  parley_session_trace (session, parley_trace_error (session->tag, effect->at, "not_in_my_name"));
  /* It may be a secret, and the journal is for reading. */
  parley_session_journal (session, PARLEY_JOURNAL_WITHHELD, parley_withheld_to_string (withheld),
                          NULL);
  g_free (session->review.withheld);
  session->review.withheld = parley_session_dup_withheld_reason (session, withheld);
  return TRUE;
}

/* What may be reasoning is the user's to judge. */
static gboolean
is_doubted (ParleySession *session, const ParleyEffect *effect)
{
  if (session->review.doubt == NULL)
    return FALSE;
  parley_session_trace (session, parley_trace_error (session->tag, effect->at, "doubtful"));
  if (session->review.withheld == NULL)
    session->review.withheld = g_strdup (session->review.doubt);
  return TRUE;
}

/* Returns: (transfer full) (nullable): why nobody can answer for it that the bubble reaches them,
 * or that it is known later to have been said. */
static char *
dup_uncertainty (ParleySession *session, const ParleyEffect *effect)
{
  if (parley_session_must_look (session))
    return g_strdup (_ ("The server did not say whether they still have this name."));
  return effect->say.intent == 0 ? parley_session_dup_undeclared (_ ("the disk is busy")) : NULL;
}

/* Behind a bubble that the person does not have, none is said. */
static gboolean
must_be_seen_first (ParleySession *session, const ParleyEffect *effect)
{
  ParleyDecision decision = parley_session_decide (session, PARLEY_ACT_SAY);
  gboolean withheld = is_withheld (session, effect) | is_doubted (session, effect);

  if (parley_turn_is_shelving (parley_chat_get_turn (session->chat)))
    return TRUE;
  session->review.shelved_why = session->again.mode != PARLEY_AGAIN_NOT
                                    ? parley_session_judge_again (session, decision.verdict)
                                    : decision.verdict;
  if (withheld || session->review.late != NULL || session->again.mode != PARLEY_AGAIN_NOT
      || decision.permit != PARLEY_PERMIT_FULL)
    return TRUE;
  if (session->review.undeclared == NULL)
    session->review.undeclared = dup_uncertainty (session, effect);
  return session->review.undeclared != NULL;
}

/* A secret is not written down, whatever else kept it back. */
static void
journal_objection (ParleySession *session, const char *objection, const char *text)
{
  gboolean secret = parley_session_is_closed (session)
                    || parley_session_judge_content (session, text) != PARLEY_WITHHELD_NOT;

  parley_session_journal (session, PARLEY_JOURNAL_WITHHELD, objection, secret ? NULL : text);
}

/* Nothing is written down of what is for the user in any case; which of the reasons it is, and
 * what follows, is found when it would be said. */
static gboolean
is_to_be_said (ParleySession *session, const ParleyEffect *effect)
{
  return session->again.mode == PARLEY_AGAIN_NOT && session->review.doubt == NULL
         && session->review.late == NULL
         && parley_session_decide (session, PARLEY_ACT_SAY).permit == PARLEY_PERMIT_FULL
         && parley_session_judge_content (session, effect->text) == PARLEY_WITHHELD_NOT;
}

static void
do_intend (ParleySession *session, const ParleyEffect *effect)
{
  const ParleyEvent unheld = { .type = PARLEY_EVENT_INTENDED,
                               .epoch = effect->epoch,
                               .intended = { .number = effect->say.intent } };

  g_clear_pointer (&session->review.undeclared, g_free);
  parley_session_look (session);
  if (is_to_be_said (session, effect))
    parley_session_declare (session, effect);
  else
    parley_event_queue_push_first (&session->events, &unheld);
}

static void
do_late (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_tell_late (session);
}

static void
do_retract (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_take_back (session);
}

/* What the person has, or may have, is history from now on. */
static void
note_delivered (ParleySession *session, const char *text, ParleyDelivery delivery)
{
  parley_session_note_said (session, text, delivery);
  if (session->answering.is_note)
    parley_observed_set_note (&session->context->observed, session->key,
                              &session->answering.note_next);
}

static void
say (ParleySession *session, const ParleyEffect *effect)
{
  static const ParleySaid saids[] = {
    [PARLEY_DELIVERY_SHOWN] = PARLEY_SAID_DELIVERED, [PARLEY_DELIVERY_GIVEN] = PARLEY_SAID_GIVEN,
    [PARLEY_DELIVERY_UNKNOWN] = PARLEY_SAID_UNKNOWN, [PARLEY_DELIVERY_REFUSED] = PARLEY_SAID_LOST,
    [PARLEY_DELIVERY_VETOED] = PARLEY_SAID_LOST,     [PARLEY_DELIVERY_TAMPERED] = PARLEY_SAID_LOST,
  };
  ParleyDelivery delivery;

  parley_echoes_add (&session->outgoing.echoes, effect->text, effect->at);
  session->outgoing.saying = TRUE;
  delivery = parley_host_say (session->context->host, session->answering.route, effect->text,
                              parley_session_get_markup (session, effect->say.bubble));
  session->outgoing.saying = FALSE;
  if (parley_session_is_closed (session))
    return;
  post_said (session, effect->epoch, saids[delivery]);
  if (saids[delivery] != PARLEY_SAID_LOST)
    note_delivered (session, effect->text, delivery);
  if (delivery == PARLEY_DELIVERY_GIVEN)
    {
      parley_session_give_away (session, effect->text, effect->epoch, PARLEY_JOURNAL_SAID, FALSE);
      return;
    }
  parley_session_note_outcome (session, delivery);
  parley_session_journal_bubble (session, PARLEY_JOURNAL_SAID, effect->text, delivery);
  if (delivery != PARLEY_DELIVERY_SHOWN)
    parley_session_explain_delivery (session, delivery);
}

static void
do_say (ParleySession *session, const ParleyEffect *effect)
{
  const char *objection = find_objection (session, effect);

  if (objection != NULL)
    {
      parley_session_take_back (session);
      parley_session_trace (session, parley_trace_error (session->tag, effect->at, objection));
      journal_objection (session, objection, effect->text);
      post_said (session, effect->epoch, PARLEY_SAID_LOST);
      return;
    }

  if (must_be_seen_first (session, effect))
    {
      parley_session_take_back (session);
      parley_session_trace (
          session, parley_trace_shelved (session->tag, effect->at, session->review.shelved_why));
      parley_session_journal (session, PARLEY_JOURNAL_DRAFT,
                              parley_verdict_to_string (session->review.shelved_why),
                              session->review.withheld == NULL ? effect->text : NULL);
      post_said (session, effect->epoch, PARLEY_SAID_SHELVED);
      return;
    }
  say (session, effect);
}

/* What was shown is taken back also where nothing may be said any more, but for those who are to
 * see nothing of the user now. */
static gboolean
may_take_back (ParleySession *session)
{
  const ParleyFacts facts = parley_session_ask_facts (session);

  return facts.visible && facts.speaker && !facts.person.blocked;
}

static void
do_show_typing (ParleySession *session, const ParleyEffect *effect)
{
  gboolean may = effect->typing ? parley_session_decide_anew (session, PARLEY_ACT_TYPE).permit
                                      == PARLEY_PERMIT_FULL
                                : may_take_back (session);

  if (session->answering.route != NULL && may && parley_session_has_same_person (session))
    parley_host_show_typing (session->context->host, session->answering.route, effect->typing);
}

/* If no draft of what follows has told it. */
static void
tell_perhaps (ParleySession *session, ParleyOutcome outcome)
{
  const char *perhaps = g_steal_pointer (&session->review.perhaps);

  if (perhaps != NULL
      && (outcome != PARLEY_OUTCOME_DRAFTED || session->review.withheld != NULL
          || session->review.late != NULL || session->review.undeclared != NULL))
    parley_voice_tell (&session->voice, perhaps);
}

static void
do_done (ParleySession *session, const ParleyEffect *effect)
{
  parley_narrator_end_turn (&session->voice.narrator);
  /* When the program ends, what nobody answered is pending, and is read in the next run. */
  if (effect->turn->said->len == 0 && session->life < PARLEY_LIFE_LEAVING)
    parley_session_record_turn (session, effect->turn);
  parley_meters_end_answer (session->context->meters, session->key);
  g_clear_pointer (&session->review.watched, g_free);
  if (effect->outcome == PARLEY_OUTCOME_DRAFTED && session->life < PARLEY_LIFE_LEAVING)
    parley_session_propose (session, effect->turn);
  parley_session_end_again (session, effect->outcome);
  session->waiting.turn_closed = 0;
  if (session->life >= PARLEY_LIFE_LEAVING)
    return;
  tell_perhaps (session, effect->outcome);
  session->waiting.awaits &= ~PARLEY_AWAITS_MODEL;
  parley_voice_note_outcome (&session->voice, effect->outcome);
  parley_session_settle (session, effect);
  parley_session_end_declarations (session);
  parley_session_summarize (session);
  parley_session_tell_limits (session);
}

static void
do_stand_down (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_keep (session);
  if (session->stand_down.took_over)
    parley_session_tell_stand_down (session);
  session->stand_down.took_over = FALSE;
}

static void
do_resume (ParleySession *session, const ParleyEffect *effect)
{
  parley_narrator_resume (&session->voice.narrator);
  parley_session_keep (session);
}

static const EffectFunc effect_funcs[] = {
  [PARLEY_EFFECT_STATE] = do_state,
  [PARLEY_EFFECT_WINDOW] = do_window,
  [PARLEY_EFFECT_HOLD] = do_hold,
  [PARLEY_EFFECT_TURN] = do_turn,
  [PARLEY_EFFECT_PREDICT] = parley_session_predict,
  [PARLEY_EFFECT_ASK] = parley_session_ask,
  [PARLEY_EFFECT_ABORT] = do_abort,
  [PARLEY_EFFECT_INTEND] = do_intend,
  [PARLEY_EFFECT_LATE] = do_late,
  [PARLEY_EFFECT_RETRACT] = do_retract,
  [PARLEY_EFFECT_SAY] = do_say,
  [PARLEY_EFFECT_DROP] = do_nothing,
  [PARLEY_EFFECT_SHOW_TYPING] = do_show_typing,
  [PARLEY_EFFECT_DONE] = do_done,
  [PARLEY_EFFECT_STAND_DOWN] = do_stand_down,
  [PARLEY_EFFECT_RESUME] = do_resume,
};

void
parley_session_apply (ParleySession *session, const ParleyEffect *effect)
{
  parley_session_trace (session, parley_trace_effect (session->tag, effect));
  if (parley_session_is_closed (session))
    return;
  parley_session_journal_effect (session, effect);
  effect_funcs[effect->type](session, effect);
}
