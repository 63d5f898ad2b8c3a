/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "session/parley-session-private.h"

/* What waits, for a model or for the person to be there, and what ends that. */

void
parley_session_offline (ParleySession *session)
{
  session->waiting.awaits &= ~PARLEY_AWAITS_MODEL;
  parley_keeper_begin_connection (session->record.keeper);
  parley_session_post_simple (session, PARLEY_EVENT_OFFLINE);
}

gint64
parley_session_get_waiting_since (ParleySession *session)
{
  const ParleyBubble *newest = parley_chat_get_newest (session->chat);

  return !parley_session_is_closed (session) && parley_session_awaits (session, PARLEY_AWAITS_MODEL)
                 && newest != NULL && parley_chat_get_state (session->chat) == PARLEY_STATE_IDLE
             ? newest->at
             : -1;
}

gint64
parley_session_get_turn_time (ParleySession *session)
{
  return session->waiting.turn_closed > 0 ? session->waiting.turn_closed
                                          : parley_chat_get_newest (session->chat)->when.written;
}

/* A wall clock that is set back makes nothing younger; the other one stands still while the
 * computer sleeps. */
gint64
parley_session_get_age (ParleySession *session, gint64 since)
{
  const ParleyBubble *newest = parley_chat_get_newest (session->chat);
  gint64 age = parley_session_wall (session) - since;

  return newest == NULL ? age
                        : MAX (age, (parley_session_now (session) - newest->at) / 1000
                                        - (since - newest->when.written));
}

gboolean
parley_session_is_old (ParleySession *session, gint64 since)
{
  return parley_session_get_age (session, since)
         > parley_context_get_max_age (session->context, since);
}

static gboolean
is_too_old (ParleySession *session)
{
  return parley_chat_get_newest (session->chat) != NULL
         && !(parley_session_awaits (session, PARLEY_AWAITS_MODEL)
              && parley_session_answers_late (session))
         && parley_session_is_old (session, parley_session_get_turn_time (session));
}

void
parley_session_expire (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  if (parley_session_get_waiting_since (session) < 0 || !is_too_old (session))
    return;
  session->waiting.awaits &= ~PARLEY_AWAITS_MODEL;
  parley_session_journal (session, PARLEY_JOURNAL_REFUSED, "model_away", NULL);
  parley_voice_say (
      &session->voice,
      _ ("Not answered: the model was out of reach for too long. To get a draft: /parley again"));
  parley_session_post_simple (session, PARLEY_EVENT_WITHDRAW);
}

/* They went on in what nobody may answer: what waited before it is not answered behind it. */
void
parley_session_go_past (ParleySession *session)
{
  if (!parley_session_is_closed (session) && parley_chat_get_turn (session->chat) != NULL
      && parley_chat_get_state (session->chat) == PARLEY_STATE_IDLE)
    parley_session_post_simple (session, PARLEY_EVENT_WITHDRAW);
}

/* What waited through a long offline time is read, but no longer answered. */
void
parley_session_online (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  parley_session_expire (session);
  parley_session_await (session, PARLEY_AWAITS_PERSON,
                        parley_session_decide (session, PARLEY_ACT_READ).verdict
                            == PARLEY_VERDICT_ABSENT);
  if (parley_session_awaits (session, PARLEY_AWAITS_PERSON))
    {
      if (parley_chat_get_turn (session->chat) != NULL)
        parley_host_seek (session->context->host, session->key);
      return;
    }
  parley_session_post_simple (session,
                              is_too_old (session) ? PARLEY_EVENT_WITHDRAW : PARLEY_EVENT_ONLINE);
}

void
parley_session_recovered (ParleySession *session)
{
  if (!parley_session_is_closed (session)
      && !parley_verdict_is_out_of_reach (parley_session_decide (session, PARLEY_ACT_READ).verdict))
    parley_session_online (session);
}

/* Nothing happened for a while in which time went on: requests are dead, and what is open is as old
 * as the wall clock says. */
void
parley_session_slept (ParleySession *session)
{
  if (parley_session_is_closed (session))
    return;
  parley_session_renew_stand_down (session);
  parley_session_offline (session);
  parley_session_recovered (session);
}

/* Whether they are there. While they are not, what is to be said waits. */

gboolean
parley_session_must_look (ParleySession *session)
{
  gboolean unsighted = parley_session_get_facts (session).person.unsighted;

  if (unsighted)
    parley_host_seek (session->context->host, session->key);
  return unsighted;
}

/* What waits for them keeps waiting; what went on is begun anew when they are back. */
static void
miss (ParleySession *session)
{
  session->waiting.awaits |= PARLEY_AWAITS_PERSON;
  parley_session_post_simple (session, PARLEY_EVENT_OFFLINE);
}

void
parley_session_note_sight (ParleySession *session)
{
  g_autoptr (ParleyVisit) visit = parley_session_enter (session, NULL);
  ParleyFacts facts;

  if (session->life <= PARLEY_LIFE_LOADED || parley_session_is_closed (session))
    return;
  facts = parley_session_get_facts (session);
  parley_session_note_sight_for_sending (session);
  if (parley_session_is_closed (session))
    return;
  if (facts.person.absent && !parley_session_awaits (session, PARLEY_AWAITS_PERSON))
    miss (session);
  else if (!facts.person.absent)
    parley_session_note_sight_for_intent (session);
  if (!facts.person.absent && !facts.person.unsighted
      && parley_session_awaits (session, PARLEY_AWAITS_PERSON))
    parley_session_recovered (session);
}

void
parley_session_lose (ParleySession *session)
{
  if (parley_chat_get_turn (session->chat) != NULL || parley_session_has_proposal (session))
    parley_session_journal (session, PARLEY_JOURNAL_REFUSED, "name_left", NULL);
  parley_session_forget (session);
}
