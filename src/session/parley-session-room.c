/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-session-private.h"

/* As often was answered as may be: what they write now is a draft, and not a new one each time they
 * write on. What waits, be it a draft or a turn, goes out when there is room, the oldest of all
 * chats first. */

#define RENEW_MS 300000

/* Who is before us may still be writing. */
#define LOOK_AGAIN_MS 1000

gboolean
parley_session_may_renew (ParleySession *session)
{
  gint64 now = parley_session_now (session);

  if (session->again.mode != PARLEY_AGAIN_NOT
      || parley_session_decide (session, PARLEY_ACT_SAY).verdict != PARLEY_VERDICT_RATE)
    return TRUE;
  if (now < session->waiting.renew_at)
    return FALSE;
  session->waiting.renew_at = now + RENEW_MS;
  return TRUE;
}

void
parley_session_note_room (ParleySession *session, const ParleyTurn *turn)
{
  const ParleyBubble *last = parley_turn_get_last (turn);

  session->waiting.room_since = last->at;
  session->waiting.room_from = parley_session_get_turn_time (session);
}

void
parley_session_await_room (ParleySession *session)
{
  parley_proposal_stop (&session->review.proposal);
  session->waiting.room_draft = session->review.proposal.number;
  session->waiting.has_room = FALSE;
}

static gboolean
keeps_turn (ParleySession *session)
{
  return parley_session_awaits (session, PARLEY_AWAITS_ROOM)
         && parley_session_get_state (session) == PARLEY_STATE_IDLE
         && parley_chat_get_newest (session->chat) != NULL;
}

/* What the user changed is theirs to send. */
static gboolean
keeps_draft (ParleySession *session)
{
  return session->waiting.room_draft != 0 && session->review.sending == NULL
         && parley_proposal_is_open (&session->review.proposal)
         && session->review.proposal.number == session->waiting.room_draft;
}

/* Returns: how long there is no room for an answer. */
static gint64
get_wait (ParleySession *session)
{
  gint64 now = parley_session_now (session);

  return MAX (parley_meters_get_wait (session->context->meters, session->key),
              parley_chat_get_stand_down (session->chat) - now);
}

static gint64
get_request_wait (ParleySession *session)
{
  return parley_meters_get_request_wait (session->context->meters, session->key);
}

/* A turn that is kept may also become a draft, where no answer may be. */
gint64
parley_session_get_room_deadline (ParleySession *session)
{
  gint64 now = parley_session_now (session);
  gboolean has_turn = keeps_turn (session);
  gint64 wait;

  if (!has_turn && !keeps_draft (session))
    return -1;
  wait = get_wait (session);
  if (has_turn)
    wait = MAX (get_request_wait (session), MIN (wait, MAX (session->waiting.renew_at - now, 0)));
  return now + MAX (wait, LOOK_AGAIN_MS);
}

static void
read_again (ParleySession *session)
{
  session->waiting.awaits &= ~PARLEY_AWAITS_ROOM;
  if (!parley_verdict_is_out_of_reach (parley_session_decide (session, PARLEY_ACT_READ).verdict))
    parley_session_post_simple (session, PARLEY_EVENT_ONLINE);
}

/* What is too old by now stays a draft, and so does what may not go out for another reason. */
static void
send_draft (ParleySession *session)
{
  ParleyVerdict verdict = parley_session_decide (session, PARLEY_ACT_SAY).verdict;

  session->waiting.room_draft = 0;
  if (parley_session_is_old (session, session->waiting.room_from))
    {
      session->waiting.has_room = FALSE;
      return;
    }
  if (verdict == PARLEY_VERDICT_ALLOWED)
    parley_session_count_down (session, 0);
  else if (verdict == PARLEY_VERDICT_COUNTDOWN)
    parley_session_count_down (
        session,
        parley_settings_get_int (session->context->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS));
  parley_session_run (session);
}

void
parley_session_take_room (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  session->waiting.has_room = TRUE;
  if (keeps_turn (session))
    read_again (session);
  else
    send_draft (session);
}

gint64
parley_session_get_room_since (ParleySession *session)
{
  if (parley_session_is_closed (session) || (!keeps_turn (session) && !keeps_draft (session))
      || get_wait (session) > 0)
    return -1;
  if (keeps_turn (session) && get_request_wait (session) <= 0)
    return parley_chat_get_newest (session->chat)->at;
  return keeps_draft (session) ? session->waiting.room_since : -1;
}

gboolean
parley_session_takes_room (ParleySession *session)
{
  return !parley_session_is_closed (session) && session->waiting.has_room
         && (parley_session_get_state (session) != PARLEY_STATE_IDLE
             || session->review.sending != NULL || parley_session_get_countdown (session) >= 0);
}

gint64
parley_session_get_claim_since (ParleySession *session)
{
  const ParleyBubble *newest = parley_chat_get_newest (session->chat);

  if (!parley_session_takes_room (session))
    return parley_session_get_room_since (session);
  return newest != NULL ? newest->at : session->waiting.room_since;
}

/* An answer that has begun is said to its end. Returns: since when they wait for one that has not;
 * -1: there is none. */
static gint64
get_unsaid_since (ParleySession *session)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  const ParleyBubble *last = turn != NULL ? parley_turn_get_last (turn) : NULL;

  if (last != NULL)
    return turn->said->len == 0 ? last->at : -1;
  return parley_session_get_countdown (session) >= 0 ? session->waiting.room_since : -1;
}

gboolean
parley_session_is_behind (ParleySession *session)
{
  gint64 since = get_unsaid_since (session);

  return since >= 0 && !session->waiting.has_room
         && parley_context_is_room_taken (session->context, since);
}

void
parley_session_check_room (ParleySession *session)
{
  if (parley_session_get_room_since (session) >= 0)
    parley_context_give_room (session->context);
  else if (keeps_turn (session) && get_request_wait (session) <= 0
           && parley_session_now (session) >= session->waiting.renew_at)
    read_again (session);
}
