/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-session-private.h"

#include "base/parley-i18n.h"

/* What a person who uses Parley is told. */

static char *
dup_stand_down (ParleySession *session)
{
  gint64 left = parley_chat_get_stand_down (session->chat) - parley_session_now (session);
  int minutes = (int) ((left + 59999) / 60000);

  if (parley_chat_only_typed (session->chat))
    return g_strdup_printf (ngettext ("Silent for %d more minute, because you began to write.",
                                      "Silent for %d more minutes, because you began to write.",
                                      (gulong) minutes),
                            minutes);
  if (session->stand_down.left_to_parley)
    return g_strdup_printf (
        ngettext ("Silent for %d more minute, because Parley on another device answered.",
                  "Silent for %d more minutes, because Parley on another device answered.",
                  (gulong) minutes),
        minutes);
  return g_strdup_printf (ngettext ("Silent for %d more minute, because you wrote yourself.",
                                    "Silent for %d more minutes, because you wrote yourself.",
                                    (gulong) minutes),
                          minutes);
}

/* What the user asks for is written all the same. */
static gboolean
is_stood_down (ParleySession *session)
{
  return parley_session_get_state (session) == PARLEY_STATE_IDLE
         && parley_chat_get_stand_down (session->chat) >= 0;
}

/* The gate goes before the window. */
static char *
explain_wait (ParleySession *session)
{
  gint64 left = session->voice.hold_until - parley_session_now (session);
  int seconds = (int) ((left + 999) / 1000);

  if (left > 0)
    return g_strdup_printf (ngettext ("Waits while they type, at most %d more second.",
                                      "Waits while they type, at most %d more seconds.",
                                      (gulong) seconds),
                            seconds);
  return g_strdup (session->voice.why);
}

/* A draft that waited may be gone by now; one that was sent is an answer. */
static const char *
explain_draft (ParleySession *session)
{
  if (parley_session_has_proposal (session))
    return _ ("Silent: its draft waits for you to send it.");
  if (session->review.watched != NULL)
    return _ ("Silent: Parley only watches here, so it doesn't send what it wrote.");
  return _ ("Silent: the last answer was stopped.");
}

static const char *
explain_silence (ParleySession *session)
{
  static const char *const texts[] = {
    [PARLEY_OUTCOME_ANSWERED] = N_ ("Silent: everything they wrote is answered."),
    [PARLEY_OUTCOME_CUT] = N_ ("Silent: everything they wrote is answered."),
    [PARLEY_OUTCOME_SILENT] = N_ ("Silent: no answer was written to what they wrote last."),
    [PARLEY_OUTCOME_FAILED] = N_ ("Silent: the last answer failed."),
    [PARLEY_OUTCOME_WITHDRAWN] = N_ ("Silent: the last answer was stopped."),
  };

  if (parley_chat_get_turn (session->chat) != NULL)
    return parley_session_awaits (session, PARLEY_AWAITS_MODEL)
               ? _ ("Silent: the last answer failed, and is tried again when the model is back.")
               : _ ("Silent: their message waits for the connection.");
  if (session->voice.has_outcome && session->voice.unseen)
    return _ ("Silent: only you can see or hear what they sent last.");
  if (session->voice.has_outcome && session->voice.handed_over)
    return _ ("Silent: the model leaves what they wrote last to you.");
  if (!session->voice.has_outcome)
    return _ ("Silent: nothing came that Parley may answer.");
  return session->voice.outcome == PARLEY_OUTCOME_DRAFTED ? explain_draft (session)
                                                          : _ (texts[session->voice.outcome]);
}

/* What waits does so for the same reason as what would come now. */
static char *
dup_silence (ParleySession *session)
{
  ParleyVerdict verdict = parley_session_decide (session, PARLEY_ACT_SAY).verdict;

  if (verdict == PARLEY_VERDICT_RATE)
    return g_strdup_printf (_ ("Silent: %s"), parley_verdict_explain (verdict));
  return g_strdup (explain_silence (session));
}

char *
parley_session_dup_status (ParleySession *session)
{
  static const char *const texts[] = {
    [PARLEY_STATE_IDLE] = N_ ("Waiting for them to write."),
    [PARLEY_STATE_COLLECTING] = N_ ("Reading."),
    [PARLEY_STATE_THINKING] = N_ ("Thinking about an answer."),
    [PARLEY_STATE_SPEAKING] = N_ ("Answering."),
  };

  if (parley_session_get_state (session) == PARLEY_STATE_IDLE
      && parley_session_count_drafts (session) > 1)
    return g_strdup_printf (_ ("%u drafts wait for you: /parley drafts"),
                            parley_session_count_drafts (session));
  if (parley_session_get_state (session) == PARLEY_STATE_IDLE
      && parley_proposal_is_open (&session->review.proposal))
    return g_strdup_printf (_ ("Draft %u waits for you."), session->review.proposal.number);
  if (is_stood_down (session))
    return dup_stand_down (session);
  if (parley_session_get_state (session) == PARLEY_STATE_IDLE && session->review.watched != NULL)
    return g_strdup_printf (_ ("It would have answered: “%s”"), session->review.watched);
  if (parley_session_get_state (session) == PARLEY_STATE_IDLE
      && parley_session_decide (session, PARLEY_ACT_ASK).permit == PARLEY_PERMIT_NONE)
    return NULL;
  if (parley_session_get_state (session) == PARLEY_STATE_COLLECTING)
    {
      g_autofree char *wait = explain_wait (session);

      return g_strjoin (" ", _ (texts[PARLEY_STATE_COLLECTING]), wait, NULL);
    }
  return g_strdup (_ (texts[parley_session_get_state (session)]));
}

char *
parley_session_dup_why (ParleySession *session)
{
  ParleySlots *slots = session->context->model.slots;

  if (is_stood_down (session))
    return dup_stand_down (session);
  switch (parley_session_get_state (session))
    {
    case PARLEY_STATE_IDLE:
      return dup_silence (session);
    case PARLEY_STATE_COLLECTING:
      return explain_wait (session);
    case PARLEY_STATE_THINKING:
      if (session->answering.doing != NULL)
        return g_strdup (session->answering.doing);
      return g_strdup (parley_slots_is_waiting (slots, session)
                           ? _ ("Waits for its turn: Parley is writing answers in other chats.")
                           : _ ("Waits for the answer that it is writing."));
    case PARLEY_STATE_SPEAKING:
      return g_strdup (_ ("Answers, one message at a time."));
    case PARLEY_N_STATES:
      break;
    }
  return NULL;
}

void
parley_session_tell_refusal (ParleySession *session, ParleyVerdict verdict)
{
  if (verdict == PARLEY_VERDICT_ENCRYPTED)
    parley_voice_tell_once (&session->voice, PARLEY_TOLD_ENCRYPTED,
                            parley_verdict_explain (verdict));
  if (verdict == PARLEY_VERDICT_EXPOSED)
    parley_voice_tell_once (&session->voice, PARLEY_TOLD_EXPOSED, parley_verdict_explain (verdict));
}

void
parley_session_tell_unseen (ParleySession *session)
{
  parley_voice_tell_once (
      &session->voice, PARLEY_TOLD_UNSEEN,
      _ ("Only you can see or hear what they sent, so Parley doesn't answer it."));
}

void
parley_session_tell_fallback (ParleySession *session)
{
  parley_session_outdate (session);
  parley_session_keep_draft (session);
  parley_session_journal (session, PARLEY_JOURNAL_REFUSED, "unreadable", NULL);
  parley_voice_tell_once (
      &session->voice, PARLEY_TOLD_FALLBACK,
      _ ("They sent an encrypted message that can't be read here, so Parley doesn't answer it."));
}

void
parley_session_tell_expiry (ParleySession *session)
{
  if (!parley_session_is_closed (session))
    parley_voice_tell_once (&session->voice, PARLEY_TOLD_EXPIRY,
                            _ ("Messages in this chat disappear after a while, so Parley forgets "
                               "them when you quit."));
}

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
