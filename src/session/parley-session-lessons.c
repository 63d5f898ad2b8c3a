/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "session/parley-session-private.h"

/* What became of drafts is counted, and learnt from. */

static void
count (ParleySession *session, gboolean unchanged)
{
  parley_draft_tally_note (&parley_keeper_get_record (session->record.keeper)->drafts, unchanged);
  parley_keeper_save (session->record.keeper);
}

void
parley_session_learn (ParleySession *session, const char *drafted, const char *sent)
{
  gboolean unchanged = g_strcmp0 (drafted, sent) == 0;
  const char *instead = sent != NULL ? sent : "";

  if (session->answering.is_note)
    return;
  count (session, unchanged);
  if (unchanged || session->review.secret
      || parley_session_judge_content (session, instead) != PARLEY_WITHHELD_NOT)
    return;
  parley_session_look (session);
  parley_recorder_add_lesson (session->record.recorder, drafted, instead);
}

void
parley_session_note_unused (ParleySession *session, const char *instead)
{
  const ParleyProposal *proposal = &session->review.proposal;
  g_autofree char *drafted = NULL;

  if (!parley_proposal_is_open (proposal) || session->answering.is_note)
    return;
  if (instead == NULL || session->review.taken != proposal->number)
    {
      count (session, FALSE);
      return;
    }
  drafted = parley_proposal_dup_original (proposal);
  parley_session_learn (session, drafted, instead);
}

void
parley_session_get_draft_tally (ParleySession *session, guint *unchanged, guint *all)
{
  const ParleyDraftTally *tally = &parley_keeper_get_record (session->record.keeper)->drafts;

  *unchanged = parley_draft_tally_count_unchanged (tally);
  *all = tally->all;
}

char *
parley_session_dup_draft_tally (ParleySession *session)
{
  guint unchanged;
  guint all;

  parley_session_get_draft_tally (session, &unchanged, &all);
  if (all == 0)
    return NULL;
  /* Translators: of drafts: how many the user sent as they were, and how many there were. */
  return g_strdup_printf (_ ("Sent unchanged: %u of %u."), unchanged, all);
}
