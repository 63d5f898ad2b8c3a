/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "base/parley-i18n.h"
#include "session/parley-session-private.h"
#include "context/parley-trace.h"
#include "guard/parley-lookalike.h"

/* Replies that the user is to see before the person does: what becomes of a shelved turn. */

void
parley_session_note_draft_told (ParleySession *session, ParleyProposal *proposal)
{
  gint64 wall = parley_session_wall (session);

  parley_proposal_note_told (proposal, wall, parley_session_get_day (wall));
}

static int
get_cap (ParleySession *session)
{
  return session->context->in_force.policy.cap_typing;
}

/* Showing it */

char *
parley_session_dup_blind_countdown (ParleySession *session, int seconds)
{
  if (!parley_session_get_facts (session).unseen_typing)
    return NULL;
  return g_strdup_printf (_ ("Draft %u is sent in %d s. To stop it: /parley drop"),
                          session->review.proposal.number, seconds);
}

static char *
dup_countdown (ParleySession *session, int seconds)
{
  char *blind = parley_session_dup_blind_countdown (session, seconds);

  if (blind != NULL)
    return blind;
  return g_strdup_printf (_ ("Draft %u is sent in %d s. To stop it, begin to write, or: /parley "
                             "drop"),
                          session->review.proposal.number, seconds);
}

static char *
dup_heading (ParleySession *session, ParleyVerdict why, const char *withheld)
{
  guint number = session->review.proposal.number;
  int seconds
      = parley_settings_get_int (session->context->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS)
        / 1000;

  if (session->review.proposal.outdated)
    return g_strdup_printf (_ ("Draft %u is from before the restart and out of date, because they "
                               "wrote again. It is not sent."),
                            number);
  if (session->review.proposal.kept)
    return g_strdup_printf (_ ("Draft %u is from before the restart. To send it: /parley send"),
                            number);
  if (session->review.pair && session->review.aside->len > 0)
    return g_strdup_printf (_ ("Draft %u, to choose instead of the one before. To send it: "
                               "/parley send %u"),
                            number, number);
  if ((why == PARLEY_VERDICT_COUNTDOWN && parley_session_get_countdown (session) < 0)
      || why == PARLEY_VERDICT_ALLOWED)
    why = PARLEY_VERDICT_DRAFT;
  if (withheld != NULL)
    return g_strdup_printf (_ ("Draft %u is not sent by itself. %s To send it: /parley send"),
                            number, withheld);
  switch ((int) why)
    {
    case PARLEY_VERDICT_COUNTDOWN:
      return dup_countdown (session, seconds);
    case PARLEY_VERDICT_DRAFT:
      return g_strdup_printf (_ ("Draft %u. To send it: /parley send"), number);
    }
  return g_strdup_printf (_ ("Draft %u. %s To send it: /parley send"), number,
                          parley_verdict_explain (why));
}

/* Returns: (transfer none) (nullable): why it is not sent by itself, whatever its mode. */
static const char *
get_objection (ParleySession *session)
{
  if (session->review.withheld != NULL)
    return session->review.withheld;
  if (session->review.late != NULL)
    return session->review.late;
  return session->review.undeclared != NULL ? session->review.undeclared : session->review.perhaps;
}

static void
show (ParleySession *session, ParleyVerdict why, const char *withheld)
{
  ParleyProposal *proposal = &session->review.proposal;
  g_autofree char *heading = dup_heading (session, why, withheld);
  g_autofree char *text = parley_proposal_dup_text (proposal);
  g_autofree char *marked = parley_lookalike_dup_marked (text, "> ");
  g_autofree char *lines = g_strconcat (heading, "\n", marked != NULL ? marked : text, NULL);

  proposal->unseen = !parley_voice_say (&session->voice, lines);
  if (proposal->unseen || parley_session_is_closed (session))
    return;
  parley_session_note_draft_told (session, proposal);
  if (proposal->kept)
    proposal->shown_at = parley_session_now (session);
  if (proposal->outdated)
    parley_proposal_withdraw (proposal);
}

/* What they saw long ago they see once more, with its age. */
static void
show_old (ParleySession *session)
{
  ParleyProposal *proposal = &session->review.proposal;
  g_autofree char *age = parley_session_dup_draft_age (session, proposal);
  g_autofree char *text = parley_proposal_dup_text (proposal);
  g_autofree char *marked = parley_lookalike_dup_marked (text, "> ");
  /* Translators: the second %s is such as "2 hours old" */
  g_autofree char *heading = g_strdup_printf (
      _ ("Draft %u is %s, so nothing was sent. To send it all the same: /parley send %u"),
      proposal->number, age, proposal->number);
  g_autofree char *lines = g_strconcat (heading, "\n", marked != NULL ? marked : text, NULL);

  if (!parley_voice_say (&session->voice, lines) || parley_session_is_closed (session))
    return;
  parley_session_note_draft_told (session, proposal);
  proposal->shown_at = parley_session_now (session);
}

void
parley_session_show_proposal (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  show (session, session->review.shelved_why, get_objection (session));
  parley_session_keep_draft (session);
}

/* What was not said of a reply is what stands behind all that was. */
static void
fill (ParleySession *session, const ParleyTurn *turn)
{
  for (guint i = 0; i < turn->shelved->len; i++)
    {
      guint bubble = turn->said->len + i + 1;

      parley_proposal_add (&session->review.proposal, g_ptr_array_index (turn->shelved, i),
                           parley_session_get_markup (session, bubble));
    }
}

/* What is only watched is for nobody to send. */
static void
keep_watched (ParleySession *session, const ParleyTurn *turn)
{
  g_ptr_array_add (turn->shelved, NULL);
  g_free (session->review.watched);
  session->review.watched = g_strjoinv (" ", (char **) turn->shelved->pdata);
  g_ptr_array_set_size (turn->shelved, (int) turn->shelved->len - 1);
}

/* What is known by now is of the one that takes its place. */
static void
set_aside_as_it_was (ParleySession *session)
{
  ParleyReview now = session->review;

  session->review.withheld = session->review.late = NULL;
  session->review.doubt = session->review.undeclared = NULL;
  session->review.perhaps = NULL;
  session->review.shelved_why = PARLEY_VERDICT_DRAFT;
  parley_session_set_aside (session);
  session->review.withheld = now.withheld;
  session->review.late = now.late;
  session->review.doubt = now.doubt;
  session->review.undeclared = now.undeclared;
  session->review.perhaps = now.perhaps;
  session->review.shelved_why = now.shelved_why;
}

void
parley_session_propose (ParleySession *session, const ParleyTurn *turn)
{
  ParleyVerdict why = session->review.shelved_why;
  gboolean beside = session->again.mode != PARLEY_AGAIN_NOT
                    && parley_proposal_is_open (&session->review.proposal)
                    && !session->review.proposal.outdated;
  gboolean counts = why == PARLEY_VERDICT_COUNTDOWN && get_objection (session) == NULL && !beside
                    && session->review.aside->len == 0;
  int countdown
      = parley_settings_get_int (session->context->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS);

  if (why == PARLEY_VERDICT_SHADOW)
    {
      keep_watched (session, turn);
      return;
    }
  if (beside)
    set_aside_as_it_was (session);
  session->review.pair = session->again.another.second;
  session->review.secret = session->review.withheld != NULL;
  parley_proposal_open (&session->review.proposal, parley_session_get_turn_number (turn),
                        parley_session_now (session), counts ? countdown : -1);
  session->review.proposal.written = parley_session_wall (session);
  fill (session, turn);
  if (session->again.another.second && parley_session_is_repeated_draft (session))
    {
      parley_proposal_withdraw (&session->review.proposal);
      parley_session_take_up (session);
      return;
    }
  if (session->answering.is_note)
    parley_observed_set_note (&session->context->observed, session->key,
                              &session->answering.note_next);
  if (session->again.mode == PARLEY_AGAIN_NOT && get_objection (session) == NULL)
    {
      parley_session_note_room (session, turn);
      if (why == PARLEY_VERDICT_RATE)
        parley_session_await_room (session);
    }
  parley_session_show_proposal (session);
}

/* Sending it */

static gboolean
is_old (ParleySession *session)
{
  gint64 wall = parley_session_wall (session);

  return parley_proposal_is_old (&session->review.proposal, wall, parley_session_get_day (wall));
}

void
parley_session_send_proposal (ParleySession *session, guint number)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  ParleyProposal *proposal = &session->review.proposal;
  g_autofree char *line = NULL;

  if (session->review.sending != NULL)
    {
      parley_voice_say (&session->voice, _ ("An answer is on its way already."));
      return;
    }
  if (!parley_session_choose (session, number))
    return;
  switch (parley_proposal_judge (proposal, number, parley_session_now (session), is_old (session)))
    {
    case PARLEY_PROPOSAL_NONE:
      parley_voice_say (&session->voice, _ ("There is no draft to send."));
      return;
    case PARLEY_PROPOSAL_OUTDATED:
      parley_voice_say (&session->voice, _ ("That draft is out of date, so nothing was sent."));
      if (!parley_session_is_closed (session) && parley_proposal_is_open (proposal))
        parley_session_show_proposal (session);
      return;
    case PARLEY_PROPOSAL_UNSEEN:
      parley_session_show_proposal (session);
      return;
    case PARLEY_PROPOSAL_UNREAD:
      line = g_strdup_printf (
          _ ("Draft %u is new, so nothing was sent. To send it: /parley send %u"), proposal->number,
          proposal->number);
      parley_voice_say (&session->voice, line);
      return;
    case PARLEY_PROPOSAL_OLD:
      show_old (session);
      return;
    case PARLEY_PROPOSAL_SEND:
      break;
    }
  if (parley_session_may_send (session, PARLEY_SENDER_USER))
    {
      parley_session_call_off_again (session);
      parley_session_send_all (session, PARLEY_SENDER_USER);
    }
  parley_session_run (session);
}

/* Returns: (transfer none): the words behind the number of one of several drafts, or all of them,
 * for an answer may begin with a number, too. */
static const char *
split_number (ParleySession *session, const char *text, guint *number)
{
  char *end;
  guint64 value = g_ascii_strtoull (text, &end, 10);
  const char *words = end + strspn (end, " ");

  *number = 0;
  if (!g_ascii_isdigit (*text) || *end != ' ' || *words == '\0' || value > G_MAXUINT
      || parley_session_count_drafts (session) < 2
      || !parley_session_is_waiting_draft (session, (guint) value))
    return text;
  *number = (guint) value;
  return words;
}

void
parley_session_edit_proposal (ParleySession *session, const char *text)
{
  ParleyProposal *proposal = &session->review.proposal;
  guint number;

  text = split_number (session, text, &number);
  if (!parley_session_choose (session, number))
    return;
  if (!parley_proposal_is_open (proposal))
    {
      parley_voice_say (&session->voice, _ ("There is no draft to change."));
      return;
    }
  parley_proposal_edit (proposal, text, parley_session_now (session));
  proposal->written = parley_session_wall (session);
  session->review.pair = FALSE;
  g_clear_pointer (&session->review.withheld, g_free);
  g_clear_pointer (&session->review.late, g_free);
  g_clear_pointer (&session->review.undeclared, g_free);
  session->review.shelved_why = PARLEY_VERDICT_DRAFT;
  parley_session_show_proposal (session);
}

/* Where another one waits it was not chosen, which says nothing of how they want to sound. */
static void
throw_away (ParleySession *session)
{
  g_autofree char *drafted = parley_proposal_dup_original (&session->review.proposal);

  if (session->review.aside->len == 0)
    parley_session_learn (session, drafted, NULL);
  parley_proposal_withdraw (&session->review.proposal);
  if (session->again.mode == PARLEY_AGAIN_NOT)
    parley_session_take_up (session);
  parley_session_keep_draft (session);
}

static void
tell_dropped (ParleySession *session)
{
  guint n = parley_session_count_drafts (session);
  g_autofree char *line
      = g_strdup_printf (ngettext ("The draft is dropped. %u still waits: /parley drafts",
                                   "The draft is dropped. %u still wait: /parley drafts", n),
                         n);

  parley_session_journal (session, PARLEY_JOURNAL_DROPPED, "by_user", NULL);
  parley_voice_say (&session->voice, n > 0 ? line : _ ("The draft is dropped."));
}

void
parley_session_drop_proposal (ParleySession *session, guint number)
{
  const ParleyProposal *proposal = &session->review.proposal;
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  if (number == 0 && !parley_proposal_is_open (proposal) && session->review.aside->len > 0)
    {
      parley_session_choose (session, 0);
      return;
    }
  if (number != 0 && parley_session_drop_aside (session, number))
    {
      tell_dropped (session);
      return;
    }
  if (!parley_proposal_is_open (proposal) || (number != 0 && number != proposal->number))
    {
      parley_voice_say (&session->voice, _ ("There is no draft to drop."));
      return;
    }
  throw_away (session);
  tell_dropped (session);
}

gboolean
parley_session_has_proposal (ParleySession *session)
{
  return parley_session_count_drafts (session) > 0;
}

char *
parley_session_dup_proposal (ParleySession *session, guint *number)
{
  const ParleyProposal *proposal = &session->review.proposal;

  if (!parley_proposal_is_open (proposal) || session->review.sending != NULL)
    return NULL;
  *number = proposal->number;
  return parley_proposal_dup_text (proposal);
}

char *
parley_session_take_proposal (ParleySession *session, guint number)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  guint waiting = 0;
  g_autofree char *text = NULL;

  if (!parley_session_choose (session, number))
    return NULL;
  text = parley_session_dup_proposal (session, &waiting);
  if (text == NULL || (number != 0 && number != waiting))
    {
      parley_voice_say (&session->voice, session->review.sending != NULL
                                             ? _ ("An answer is on its way already.")
                                             : _ ("There is no draft to change."));
      return NULL;
    }
  session->review.taken = waiting;
  parley_session_stop_countdown (session);
  return g_steal_pointer (&text);
}

gboolean
parley_session_is_private (ParleySession *session)
{
  return MAX (session->record.privacy, parley_recorder_get_privacy (session->record.recorder))
         != PARLEY_PRIVACY_NONE;
}

/* The countdown */

void
parley_session_stop_countdown (ParleySession *session)
{
  if (parley_proposal_stop (&session->review.proposal))
    parley_voice_say (&session->voice,
                      _ ("The countdown is stopped. To send the draft: /parley send"));
}

void
parley_session_count_down (ParleySession *session, int ms)
{
  g_autofree char *line = ms > 0 ? dup_countdown (session, ms / 1000) : NULL;

  session->review.shelved_why = PARLEY_VERDICT_COUNTDOWN;
  parley_proposal_count_down (&session->review.proposal, parley_session_now (session), ms);
  if (line != NULL)
    parley_voice_say (&session->voice, line);
}

gint64
parley_session_get_countdown (ParleySession *session)
{
  return parley_proposal_get_deadline (&session->review.proposal, get_cap (session));
}

/* It may not be sent by itself any more. */
static void
hand_back (ParleySession *session, ParleyVerdict why)
{
  g_autofree char *heading = dup_heading (session, why, NULL);

  parley_proposal_stop (&session->review.proposal);
  parley_voice_say (&session->voice, heading);
}

/* Who was told already when it goes is not told again. */
static void
await_room_again (ParleySession *session)
{
  if (!session->waiting.has_room)
    hand_back (session, PARLEY_VERDICT_RATE);
  parley_session_await_room (session);
}

void
parley_session_check_countdown (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  ParleyVerdict refusal;

  if (!parley_proposal_is_due (&session->review.proposal, parley_session_now (session),
                               get_cap (session)))
    return;
  refusal = parley_session_find_refusal (session, PARLEY_SENDER_COUNTDOWN);
  if (parley_session_is_forgotten (session))
    parley_session_withdraw_drafts (session);
  else if (parley_session_is_outdated_note (session) || refusal == PARLEY_VERDICT_DRAFT)
    parley_session_stop_countdown (session);
  else if (refusal == PARLEY_VERDICT_RATE)
    await_room_again (session);
  else if (refusal == PARLEY_VERDICT_ALLOWED)
    parley_session_send_all (session, PARLEY_SENDER_COUNTDOWN);
  else
    hand_back (session, refusal);
}

/* What happens in the chat may make it untrue. */
void
parley_session_note_for_proposal (ParleySession *session, const ParleyEvent *event)
{
  switch (event->type)
    {
    case PARLEY_EVENT_BUBBLE:
      parley_proposal_note_typing (&session->review.proposal, FALSE, parley_session_now (session));
      parley_session_outdate (session);
      break;
    case PARLEY_EVENT_EDIT:
      parley_session_outdate (session);
      break;
    case PARLEY_EVENT_WITHDRAW:
      if (!session->review.calls_off)
        parley_session_withdraw_drafts (session);
      session->review.calls_off = FALSE;
      break;
    case PARLEY_EVENT_TYPING:
      parley_proposal_note_typing (&session->review.proposal, event->typing != PARLEY_TYPING_NONE,
                                   parley_session_now (session));
      break;
    case PARLEY_EVENT_TAKEOVER:
      if (event->typed)
        parley_session_stop_countdown (session);
      else
        parley_session_withdraw_drafts (session);
      break;
    case PARLEY_EVENT_OFFLINE:
      parley_session_stop_countdown (session);
      break;
    case PARLEY_EVENT_DEADLINE:
    case PARLEY_EVENT_PREDICTION:
    case PARLEY_EVENT_REPLY_BUBBLE:
    case PARLEY_EVENT_REPLY_END:
    case PARLEY_EVENT_INTENDED:
    case PARLEY_EVENT_SAID:
    case PARLEY_EVENT_ARRIVED:
    case PARLEY_EVENT_RESUME:
    case PARLEY_EVENT_ONLINE:
    case PARLEY_EVENT_AGAIN:
    case PARLEY_N_EVENTS:
      break;
    }
}
