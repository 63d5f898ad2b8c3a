/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-session-private.h"

/* A draft outlives the program: what waits is written down as it changes, and the next run shows it
 * before it is sent. No countdown of it goes on. */

/* What ends a session says nothing of what is to be kept. */
void
parley_session_keep_draft (ParleySession *session)
{
  ParleyProposal *proposal = &session->review.proposal;
  g_autoptr (GPtrArray) aside = NULL;

  if (session->life <= PARLEY_LIFE_LOADED || session->life >= PARLEY_LIFE_LEAVING
      || proposal->revision == session->review.kept_revision)
    return;
  session->review.kept_revision = proposal->revision;
  parley_session_look (session);
  proposal->is_note = session->answering.is_note;
  aside = parley_session_dup_kept_aside (session);
  parley_keeper_set_drafts (session->record.keeper, proposal, aside, session->review.secret);
}

void
parley_session_show_kept (ParleySession *session)
{
  const ParleyProposal *proposal = &session->review.proposal;

  if (session->life <= PARLEY_LIFE_LOADED || parley_session_show_kept_aside (session))
    return;
  if (parley_proposal_is_open (proposal) && proposal->unseen)
    parley_session_show_proposal (session);
}

/* Of a bubble that is being said nobody knows yet what becomes of it: its intent tells, and what
 * comes behind it. Where none was said the next run reads the turn again. */
void
parley_session_keep_rest (ParleySession *session)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  g_auto (GStrv) unsaid = parley_session_dup_unsaid (session, 0);

  if (turn == NULL || turn->said->len == 0 || session->outgoing.saying || *unsaid == NULL)
    return;
  parley_proposal_open (&session->review.proposal, parley_session_get_turn_number (turn),
                        parley_session_now (session), -1);
  for (guint i = 0; unsaid[i] != NULL; i++)
    parley_proposal_add (&session->review.proposal, unsaid[i],
                         parley_session_get_markup (session, turn->said->len + i + 1));
  parley_session_keep_draft (session);
}

static void
take_over (ParleySession *session)
{
  session->review.shelved_why = PARLEY_VERDICT_DRAFT;
  parley_voice_note_outcome (&session->voice, PARLEY_OUTCOME_DRAFTED);
  parley_session_show_kept (session);
}

/* Of a draft that was being sent the rest is what was declared last. */
static gboolean
was_being_sent (const ParleyProposal *draft, const GPtrArray *left)
{
  const ParleyIntent *newest
      = left != NULL && left->len > 0 ? g_ptr_array_index (left, left->len - 1) : NULL;

  return newest != NULL && parley_proposal_is_open (draft) && newest->turn == draft->turn;
}

void
parley_session_restore_kept (ParleySession *session,
                             const ParleyChatRecord *record,
                             const GPtrArray *left)
{
  if (record->draft == NULL)
    return;
  if (was_being_sent (record->draft, left))
    {
      session->review.proposal.number = session->review.proposal.last = record->draft->last;
      session->review.proposal.revision++;
      return;
    }
  parley_proposal_restore (&session->review.proposal, record->draft);
  session->answering.is_note = record->draft->is_note;
  parley_session_restore_aside (session, record->drafts_before);
  parley_session_take_up (session);
  session->review.kept_revision = session->review.proposal.revision;
  if (parley_proposal_is_open (&session->review.proposal))
    take_over (session);
}

void
parley_session_restore_draft (ParleySession *session,
                              GPtrArray *bubbles,
                              guint64 turn,
                              gboolean outdated)
{
  ParleyProposal left = {
    .number = session->review.proposal.last + 1,
    .bubbles = bubbles,
    .turn = turn,
    .outdated = outdated,
  };

  if (bubbles->len > 0)
    {
      parley_session_forget_aside (session);
      parley_proposal_restore (&session->review.proposal, &left);
      take_over (session);
      parley_session_keep_draft (session);
    }
  g_ptr_array_unref (bubbles);
}

/* What the user was not shown in this run they are shown once: it may be of use. */
void
parley_session_outdate (ParleySession *session)
{
  ParleyProposal *proposal = &session->review.proposal;

  parley_session_forget_aside (session);
  if (!parley_proposal_is_open (proposal) || !proposal->kept || !proposal->unseen)
    {
      parley_proposal_withdraw (proposal);
      return;
    }
  proposal->outdated = TRUE;
  proposal->revision++;
  parley_session_show_proposal (session);
}
