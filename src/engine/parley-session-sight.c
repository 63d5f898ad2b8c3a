/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-session-private.h"

/* Whether they are there. While they are not, what is to be said waits. */

gboolean
parley_session_must_look (ParleySession *session)
{
  gboolean unsighted = parley_session_get_facts (session).unsighted;

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
  if (facts.absent && !parley_session_awaits (session, PARLEY_AWAITS_PERSON))
    miss (session);
  else if (!facts.absent)
    parley_session_note_sight_for_intent (session);
  if (!facts.absent && !facts.unsighted && parley_session_awaits (session, PARLEY_AWAITS_PERSON))
    parley_session_recovered (session);
}

void
parley_session_lose (ParleySession *session)
{
  if (parley_chat_get_turn (session->chat) != NULL
      || parley_proposal_is_open (&session->review.proposal))
    parley_session_journal (session, PARLEY_JOURNAL_REFUSED, "name_left", NULL);
  parley_session_forget (session);
}
