/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-text.h"
#include "session/parley-session-private.h"

/* The user wants another answer to what was written last, or one at all. */

/* Bytes of what they say about it. */
#define MAX_WISH 300

static gboolean
has_no_model (ParleySession *session)
{
  ParleyBackend *backend = parley_context_get_backend (session->context, NULL);

  return backend != NULL && !parley_backend_has_model (backend);
}

/* Returns: (transfer full) (nullable): why nobody is asked, for the user. */
static char *
find_objection (ParleySession *session)
{
  ParleyDecision decision = parley_session_decide (session, PARLEY_ACT_ASK);

  if (decision.permit == PARLEY_PERMIT_NONE)
    return parley_context_dup_explained (session->context, decision.verdict);
  if (parley_session_get_state (session) == PARLEY_STATE_SPEAKING
      || session->review.sending != NULL)
    return g_strdup (_ ("An answer is on its way already."));
  return has_no_model (session) ? g_strdup (_ ("Only a model can write another answer.")) : NULL;
}

static ParleySpeaker
get_speaker (ParleyHistory *history, guint i)
{
  return parley_history_get (history, i)->speaker;
}

static void
absorb (ParleySession *session, ParleyTurn *turn, const ParleyUtterance *utterance)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_BUBBLE,
                              .bubble = { .text = utterance->text, .when = utterance->when } };

  parley_turn_absorb (turn, parley_bubble_new (&event, parley_session_now (session)));
}

/* Returns: (transfer full): all that the person wrote since somebody answered, as much as a turn
 * may hold. Of a draft some may have been said already. */
static ParleyTurn *
dup_unanswered (ParleySession *session, gboolean drafted)
{
  const ParleyTurnPolicy *policy = &session->context->in_force.policy;
  ParleyHistory *history = parley_recorder_get_history (session->record.recorder);
  ParleyTurn *turn = parley_turn_new (0);
  guint end = parley_history_get_length (history);
  gsize bytes = 0;
  guint first;

  while (drafted && end > 0 && get_speaker (history, end - 1) == PARLEY_SPEAKER_PARLEY)
    end--;
  for (first = end; first > 0 && get_speaker (history, first - 1) == PARLEY_SPEAKER_PERSON; first--)
    {
      bytes += strlen (parley_history_get (history, first - 1)->text);
      if (first < end && (end - first == policy->max_bubbles || bytes > policy->max_bytes))
        break;
    }
  for (guint i = first; i < end; i++)
    absorb (session, turn, parley_history_get (history, i));
  turn->n_read = turn->bubbles->len;
  return turn;
}

/* What was kept back may be a secret that the model is not to be told again, or its reasoning. What
 * is only for the user to say it is: it is to be written otherwise. */
static void
tell_of_it (ParleySession *session)
{
  g_autofree char *draft = parley_proposal_dup_original (&session->review.proposal);
  gboolean hidden = session->review.doubt != NULL
                    || parley_withheld_is_secret (parley_session_judge_content (session, draft));

  g_free (session->again.another.unwanted);
  session->again.another.unwanted = g_strdup (hidden ? "" : draft);
}

static void
journal (ParleySession *session, const ParleyTurn *turn)
{
  const ParleyJournalEntry entry
      = { .kind = PARLEY_JOURNAL_READ, .reason = "again", .n = turn->bubbles->len };

  parley_session_journal_entry (session, &entry);
}

/* The second of two comes by itself, and the first may be sent until it is there. */
static void
begin (ParleySession *session, const ParleyTurn *turn, gboolean drafted)
{
  if (drafted)
    tell_of_it (session);
  if (drafted && !session->again.another.second)
    parley_session_set_aside (session);
  session->again.mode
      = MAX (session->again.mode, drafted ? PARLEY_AGAIN_INSTEAD : PARLEY_AGAIN_ANEW);
  parley_session_look (session);
  session->record.privacy = parley_recorder_get_privacy (session->record.recorder);
  journal (session, turn);
  if (session->again.another.second)
    return;
  parley_voice_say (&session->voice, drafted ? _ ("Another draft is being written.")
                                             : _ ("A draft is being written."));
}

ParleyTurn *
parley_session_begin_again (ParleySession *session)
{
  gboolean drafted = parley_proposal_is_open (&session->review.proposal);
  ParleyTurn *open = parley_chat_get_turn (session->chat);
  g_autofree char *objection = find_objection (session);
  g_autoptr (ParleyTurn) turn = NULL;

  /* What was said in more private than the chat is may be at hand no more. */
  parley_session_look (session);
  turn = open != NULL ? parley_turn_ref (open) : dup_unanswered (session, drafted);
  if (objection == NULL
      && (turn->bubbles->len == 0 || (session->again.another.second && open != NULL)))
    objection = g_strdup (
        _ ("There is nothing to answer again: they have written nothing since the last answer."));
  if (objection == NULL)
    {
      begin (session, turn, drafted);
      return g_steal_pointer (&turn);
    }
  g_clear_pointer (&session->again.another.wish, g_free);
  if (!session->again.another.second)
    parley_voice_say (&session->voice, objection);
  session->again.another.second = FALSE;
  return NULL;
}

void
parley_session_again (ParleySession *session, const char *wish)
{
  g_free (session->again.another.wish);
  session->again.another.wish = *wish != '\0' ? parley_text_dup_line (wish, MAX_WISH) : NULL;
  session->again.another.second = FALSE;
  parley_session_post_simple (session, PARLEY_EVENT_AGAIN);
}

/* Where the user saw no draft they see one first, whatever the mode lets out. */
ParleyVerdict
parley_session_judge_again (ParleySession *session, ParleyVerdict verdict)
{
  if (verdict == PARLEY_VERDICT_ALLOWED)
    return PARLEY_VERDICT_DRAFT;
  return verdict == PARLEY_VERDICT_COUNTDOWN && session->again.mode != PARLEY_AGAIN_INSTEAD
             ? PARLEY_VERDICT_DRAFT
             : verdict;
}

void
parley_session_clear_again (ParleySession *session)
{
  session->again.mode = PARLEY_AGAIN_NOT;
  parley_another_clear (&session->again.another);
}

void
parley_session_end_again (ParleySession *session, ParleyOutcome outcome)
{
  gboolean again = session->again.mode != PARLEY_AGAIN_NOT;
  gboolean second = session->again.another.second;
  g_autofree char *watched = NULL;

  parley_session_clear_again (session);
  if (parley_session_is_closed (session))
    return;
  if (!again && outcome == PARLEY_OUTCOME_DRAFTED)
    parley_session_want_second (session);
  parley_session_take_up (session);
  if (!again || second)
    return;
  if (outcome == PARLEY_OUTCOME_SILENT)
    parley_voice_say (&session->voice, _ ("The model found nothing to say, so there is no draft."));
  if (outcome == PARLEY_OUTCOME_FAILED)
    parley_voice_say (&session->voice, _ ("No draft could be written."));
  if (outcome == PARLEY_OUTCOME_DRAFTED && !parley_proposal_is_open (&session->review.proposal)
      && session->review.watched != NULL)
    {
      watched = g_strdup_printf (_ ("It would have answered: “%s”"), session->review.watched);
      parley_voice_say (&session->voice, watched);
    }
}
