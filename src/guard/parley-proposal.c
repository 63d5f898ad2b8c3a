/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-proposal.h"

void
parley_proposed_free (ParleyProposed *bubble)
{
  g_free (bubble->text);
  g_free (bubble->markup);
  g_free (bubble);
}

void
parley_proposal_init (ParleyProposal *proposal)
{
  *proposal = (ParleyProposal){ .send_at = -1, .typing_since = -1 };
}

void
parley_proposal_clear (ParleyProposal *proposal)
{
  parley_proposal_withdraw (proposal);
}

static void
append_all (ParleyProposal *proposal, const GPtrArray *bubbles)
{
  for (guint i = 0; i < bubbles->len; i++)
    {
      const ParleyProposed *bubble = g_ptr_array_index (bubbles, i);

      parley_proposal_add (proposal, bubble->text, bubble->markup);
    }
}

ParleyProposal *
parley_proposal_copy (const ParleyProposal *proposal)
{
  ParleyProposal *copy = g_new0 (ParleyProposal, 1);

  parley_proposal_init (copy);
  if (parley_proposal_is_open (proposal))
    {
      parley_proposal_open (copy, proposal->turn, 0, -1);
      append_all (copy, proposal->bubbles);
      copy->original = g_strdup (proposal->original);
      copy->kept = proposal->kept;
      copy->outdated = proposal->outdated;
      copy->written = proposal->written;
      copy->is_note = proposal->is_note;
    }
  copy->number = proposal->number;
  copy->last = proposal->last;
  return copy;
}

void
parley_proposal_free (ParleyProposal *proposal)
{
  parley_proposal_clear (proposal);
  g_free (proposal);
}

void
parley_proposal_restore (ParleyProposal *proposal, const ParleyProposal *left)
{
  if (parley_proposal_is_open (left))
    {
      parley_proposal_open (proposal, left->turn, 0, -1);
      append_all (proposal, left->bubbles);
      proposal->original = g_strdup (left->original);
      proposal->outdated = left->outdated;
      proposal->written = left->written;
      proposal->kept = proposal->unseen = TRUE;
      proposal->number = left->number;
    }
  proposal->last = MAX (proposal->last, MAX (left->last, left->number));
  if (!parley_proposal_is_open (proposal))
    proposal->number = proposal->last;
}

gboolean
parley_proposal_is_open (const ParleyProposal *proposal)
{
  return proposal->bubbles != NULL;
}

void
parley_proposal_open (ParleyProposal *proposal, guint64 turn, gint64 now, int countdown_ms)
{
  parley_proposal_withdraw (proposal);
  proposal->number = ++proposal->last;
  proposal->bubbles = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_proposed_free);
  proposal->turn = turn;
  proposal->kept = proposal->unseen = proposal->outdated = FALSE;
  proposal->written = proposal->told = 0;
  proposal->shown_at = now;
  proposal->send_at = countdown_ms >= 0 ? now + countdown_ms : -1;
}

void
parley_proposal_add (ParleyProposal *proposal, const char *text, const char *markup)
{
  ParleyProposed *bubble = g_new0 (ParleyProposed, 1);

  bubble->text = g_strdup (text);
  bubble->markup = g_strdup (markup);
  g_ptr_array_add (proposal->bubbles, bubble);
  proposal->revision++;
}

void
parley_proposal_edit (ParleyProposal *proposal, const char *text, gint64 now)
{
  g_autofree char *original = parley_proposal_dup_original (proposal);

  /* Nobody has to read their own words first. */
  parley_proposal_open (proposal, proposal->turn, now - PARLEY_PROPOSAL_READ_MS, -1);
  parley_proposal_add (proposal, text, NULL);
  proposal->original = g_steal_pointer (&original);
}

ParleyProposed *
parley_proposal_take (ParleyProposal *proposal)
{
  proposal->revision++;
  if (proposal->bubbles != NULL && proposal->bubbles->len > 0)
    return g_ptr_array_steal_index (proposal->bubbles, 0);
  parley_proposal_withdraw (proposal);
  return NULL;
}

void
parley_proposal_withdraw (ParleyProposal *proposal)
{
  proposal->revision += proposal->bubbles != NULL;
  g_clear_pointer (&proposal->bubbles, g_ptr_array_unref);
  g_clear_pointer (&proposal->original, g_free);
  proposal->send_at = -1;
}

void
parley_proposal_count_down (ParleyProposal *proposal, gint64 now, int ms)
{
  proposal->send_at = now + ms;
}

gboolean
parley_proposal_stop (ParleyProposal *proposal)
{
  gboolean counting = proposal->send_at >= 0;

  proposal->send_at = -1;
  return counting;
}

void
parley_proposal_note_typing (ParleyProposal *proposal, gboolean typing, gint64 now)
{
  if (!typing)
    proposal->typing_since = -1;
  else if (proposal->typing_since < 0)
    proposal->typing_since = now;
}

gint64
parley_proposal_get_deadline (const ParleyProposal *proposal, int cap_ms)
{
  if (proposal->send_at < 0 || proposal->typing_since < 0)
    return proposal->send_at;
  return MAX (proposal->send_at, proposal->typing_since + cap_ms);
}

gboolean
parley_proposal_is_due (const ParleyProposal *proposal, gint64 now, int cap_ms)
{
  return proposal->send_at >= 0 && now >= parley_proposal_get_deadline (proposal, cap_ms);
}

void
parley_proposal_note_told (ParleyProposal *proposal, gint64 wall, guint32 day)
{
  proposal->told = wall;
  proposal->told_day = day;
}

gboolean
parley_proposal_is_old (const ParleyProposal *proposal, gint64 wall, guint32 day)
{
  return day != proposal->told_day || wall < proposal->told
         || wall - proposal->told > PARLEY_PROPOSAL_FRESH_S;
}

ParleyProposalWish
parley_proposal_judge (const ParleyProposal *proposal, guint number, gint64 now, gboolean old)
{
  if (proposal->last == 0 || number > proposal->last)
    return PARLEY_PROPOSAL_NONE;
  if (proposal->bubbles == NULL || proposal->outdated || (number > 0 && number != proposal->number))
    return PARLEY_PROPOSAL_OUTDATED;
  if (proposal->unseen)
    return PARLEY_PROPOSAL_UNSEEN;
  if (old)
    return PARLEY_PROPOSAL_OLD;
  if (number == 0 && now - proposal->shown_at < PARLEY_PROPOSAL_READ_MS)
    return PARLEY_PROPOSAL_UNREAD;
  return PARLEY_PROPOSAL_SEND;
}

char *
parley_proposal_dup_text (const ParleyProposal *proposal)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; proposal->bubbles != NULL && i < proposal->bubbles->len; i++)
    {
      const ParleyProposed *bubble = g_ptr_array_index (proposal->bubbles, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", bubble->text);
    }
  return g_string_free (text, FALSE);
}

char *
parley_proposal_dup_original (const ParleyProposal *proposal)
{
  return proposal->original != NULL ? g_strdup (proposal->original)
                                    : parley_proposal_dup_text (proposal);
}

ParleyDraftTally
parley_draft_tally_read (guint64 all, guint64 unchanged)
{
  guint n = (guint) MIN (all, PARLEY_DRAFT_TALLY_MAX);

  return (ParleyDraftTally){ n, (guint) (unchanged & ((1u << n) - 1)) };
}

void
parley_draft_tally_note (ParleyDraftTally *tally, gboolean unchanged)
{
  *tally = parley_draft_tally_read ((guint64) tally->all + 1,
                                    (guint64) tally->unchanged << 1 | (unchanged ? 1 : 0));
}

guint
parley_draft_tally_count_unchanged (const ParleyDraftTally *tally)
{
  guint n = 0;

  for (guint bits = tally->unchanged; bits != 0; bits >>= 1)
    n += bits & 1;
  return n;
}
