/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "engine/parley-session-private.h"
#include "engine/parley-trace.h"
#include "guard/parley-lookalike.h"

/* Replies that the user is to see before the person does: what becomes of a shelved turn. */

static void
tell (ParleySession *session, const char *line)
{
  if (!session->closed)
    parley_host_tell_user (session->context->host, session->key, line);
}

static int
get_cap (ParleySession *session)
{
  return session->context->policy.cap_typing;
}

/* Showing it */

char *
parley_session_dup_blind_countdown (ParleySession *session, int seconds)
{
  ParleyFacts facts = { 0 };

  parley_host_get_facts (session->context->host, session->key, &facts);
  if (!facts.unseen_typing)
    return NULL;
  return g_strdup_printf (_ ("Draft %u is sent in %d s. To stop it: /parley drop"),
                          session->proposal.number, seconds);
}

static char *
dup_countdown (ParleySession *session, int seconds)
{
  char *blind = parley_session_dup_blind_countdown (session, seconds);

  if (blind != NULL)
    return blind;
  return g_strdup_printf (_ ("Draft %u is sent in %d s. To stop it, begin to write, or: /parley "
                             "drop"),
                          session->proposal.number, seconds);
}

static char *
dup_heading (ParleySession *session, ParleyVerdict why, const char *withheld)
{
  guint number = session->proposal.number;
  int seconds
      = parley_settings_get_int (session->context->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS)
        / 1000;

  if (why == PARLEY_VERDICT_COUNTDOWN && parley_session_get_countdown (session) < 0)
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
  return session->withheld != NULL ? session->withheld : session->late;
}

static void
show (ParleySession *session, ParleyVerdict why, const char *withheld)
{
  g_autofree char *heading = dup_heading (session, why, withheld);
  g_autofree char *text = parley_proposal_dup_text (&session->proposal);
  g_autofree char *marked = parley_lookalike_dup_marked (text, "> ");
  g_autofree char *lines = g_strconcat (heading, "\n", marked != NULL ? marked : text, NULL);

  tell (session, lines);
}

/* What was not said of a reply is what stands behind all that was. */
static void
fill (ParleySession *session, const ParleyTurn *turn)
{
  for (guint i = 0; i < turn->shelved->len; i++)
    {
      guint bubble = turn->said->len + i + 1;

      parley_proposal_add (&session->proposal, g_ptr_array_index (turn->shelved, i),
                           parley_session_get_markup (session, bubble));
    }
}

/* What is only watched is for nobody to send. */
static void
keep_watched (ParleySession *session, const ParleyTurn *turn)
{
  g_ptr_array_add (turn->shelved, NULL);
  g_free (session->watched);
  session->watched = g_strjoinv (" ", (char **) turn->shelved->pdata);
  g_ptr_array_set_size (turn->shelved, (int) turn->shelved->len - 1);
}

void
parley_session_propose (ParleySession *session, const ParleyTurn *turn)
{
  ParleyVerdict why = session->shelved_why;
  gboolean counts = why == PARLEY_VERDICT_COUNTDOWN && get_objection (session) == NULL;
  int countdown
      = parley_settings_get_int (session->context->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS);

  if (why == PARLEY_VERDICT_SHADOW)
    {
      keep_watched (session, turn);
      return;
    }
  session->secret = session->withheld != NULL;
  parley_proposal_open (&session->proposal, parley_session_get_turn_number (turn),
                        parley_session_now (session), counts ? countdown : -1);
  fill (session, turn);
  if (session->is_note)
    *parley_context_get_note (session->context, session->key) = session->note_next;
  show (session, why, get_objection (session));
}

/* Sending it */

typedef enum
{
  BY_USER,
  BY_COUNTDOWN,
} Sender;

/* The text is the same for both, but not what permits it. What would be said without a countdown
 * may be said after one. Returns: what stands against it; ALLOWED: nothing. */
static ParleyVerdict
find_refusal (ParleySession *session, Sender sender)
{
  static const ParleyAct acts[] = { PARLEY_ACT_SEND, PARLEY_ACT_SAY };
  ParleyVerdict verdict = parley_session_decide (session, acts[sender]).verdict;

  if (sender == BY_COUNTDOWN && verdict == PARLEY_VERDICT_COUNTDOWN)
    return PARLEY_VERDICT_ALLOWED;
  if (verdict != PARLEY_VERDICT_ALLOWED)
    parley_session_journal (session, PARLEY_JOURNAL_REFUSED, parley_verdict_to_string (verdict),
                            NULL);
  return verdict;
}

/* Returns: whether nothing stands against it; else the user is told. */
static gboolean
may_send (ParleySession *session, Sender sender)
{
  ParleyVerdict verdict = find_refusal (session, sender);

  if (!parley_session_has_same_person (session))
    {
      parley_session_journal (session, PARLEY_JOURNAL_WITHHELD, "stale_route", NULL);
      tell (session, _ ("Somebody else may have this name now, so the draft is not sent."));
      return FALSE;
    }
  if (verdict != PARLEY_VERDICT_ALLOWED)
    tell (session, parley_verdict_explain (verdict));
  return verdict == PARLEY_VERDICT_ALLOWED;
}

static void
note_sent (ParleySession *session, const char *text, Sender sender)
{
  ParleyContext *context = session->context;

  if (sender == BY_COUNTDOWN)
    parley_meters_note_said (context->meters, session->key, text,
                             parley_channels_show_typing (context->channels, session->kind));
  parley_habits_note_answer (&session->habits, text, parley_session_now (session));
  parley_session_record (session, PARLEY_SPEAKER_PARLEY, text, parley_session_wall (session),
                         session->proposal.turn);
}

/* Returns: whether the person has the bubble. */
static gboolean
say (ParleySession *session, const ParleyProposed *bubble, Sender sender)
{
  static const ParleyJournalKind kinds[] = { PARLEY_JOURNAL_SENT, PARLEY_JOURNAL_SAID };
  g_autoptr (ParleyRoute) route
      = parley_route_new (session->key, session->identity, parley_chat_get_epoch (session->chat));
  ParleyDelivery delivery;

  parley_echoes_add (&session->echoes, bubble->text, parley_session_now (session));
  delivery = parley_host_say (session->context->host, route, bubble->text, bubble->markup);
  if (session->closed)
    return FALSE;
  parley_session_journal_bubble (session, kinds[sender],
                                 session->withheld == NULL ? bubble->text : NULL, delivery);
  if (delivery == PARLEY_DELIVERY_SENT)
    note_sent (session, bubble->text, sender);
  else
    parley_session_explain_delivery (session, delivery);
  return delivery == PARLEY_DELIVERY_SENT;
}

/* What one bubble sets off may close the session, or speak against the next. Returns: whether the
 * person has all. */
static gboolean
say_all (ParleySession *session, Sender sender)
{
  ParleyProposal *proposal = &session->proposal;
  guint n_left = proposal->bubbles->len;

  while (!session->closed && parley_proposal_is_open (proposal))
    {
      g_autoptr (ParleyProposed) bubble
          = g_queue_is_empty (&session->events.events) && may_send (session, sender)
                ? parley_proposal_take (proposal)
                : NULL;

      if (bubble != NULL && say (session, bubble, sender))
        n_left--;
      else
        parley_proposal_withdraw (proposal);
    }
  return n_left == 0;
}

/* What comes meanwhile waits until all is said. */
static void
send_all (ParleySession *session, Sender sender)
{
  ParleyMeters *meters = session->context->meters;
  gboolean running = session->running;
  g_autofree char *sent = parley_proposal_dup_text (&session->proposal);
  g_autofree char *drafted = parley_proposal_dup_original (&session->proposal);
  gboolean said;

  session->running = TRUE;
  parley_proposal_stop (&session->proposal);
  said = say_all (session, sender);
  session->running = running;
  if (session->closed)
    return;
  if (said)
    {
      session->outcome = PARLEY_OUTCOME_ANSWERED;
      parley_session_learn (session, drafted, sent);
    }
  if (sender == BY_USER)
    parley_meters_note_user (meters, session->key);
  else
    parley_meters_end_answer (meters, session->key);
  parley_session_tell_limits (session);
}

void
parley_session_send_proposal (ParleySession *session, guint number)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  ParleyProposal *proposal = &session->proposal;
  g_autofree char *line = NULL;

  switch (parley_proposal_judge (proposal, number, parley_session_now (session)))
    {
    case PARLEY_PROPOSAL_NONE:
      tell (session, _ ("There is no draft to send."));
      return;
    case PARLEY_PROPOSAL_OUTDATED:
      tell (session, _ ("That draft is out of date, so nothing was sent."));
      if (!session->closed && parley_proposal_is_open (proposal))
        show (session, session->shelved_why, get_objection (session));
      return;
    case PARLEY_PROPOSAL_UNREAD:
      line = g_strdup_printf (_ ("Draft %u came just now, so nothing was sent. To send it: /parley "
                                 "send %u"),
                              proposal->number, proposal->number);
      tell (session, line);
      return;
    case PARLEY_PROPOSAL_SEND:
      break;
    }
  if (may_send (session, BY_USER))
    send_all (session, BY_USER);
  parley_session_run (session);
}

void
parley_session_edit_proposal (ParleySession *session, const char *text)
{
  ParleyProposal *proposal = &session->proposal;

  if (!parley_proposal_is_open (proposal))
    {
      tell (session, _ ("There is no draft to change."));
      return;
    }
  parley_proposal_edit (proposal, text, parley_session_now (session));
  g_clear_pointer (&session->withheld, g_free);
  g_clear_pointer (&session->late, g_free);
  session->shelved_why = PARLEY_VERDICT_DRAFT;
  show (session, session->shelved_why, NULL);
}

void
parley_session_throw_away (ParleySession *session)
{
  g_autofree char *drafted = parley_proposal_dup_original (&session->proposal);

  parley_session_learn (session, drafted, NULL);
  parley_proposal_withdraw (&session->proposal);
  parley_session_journal (session, PARLEY_JOURNAL_DROPPED, "by_user", NULL);
}

void
parley_session_drop_proposal (ParleySession *session)
{
  if (!parley_proposal_is_open (&session->proposal))
    {
      tell (session, _ ("There is no draft to drop."));
      return;
    }
  parley_session_throw_away (session);
  tell (session, _ ("The draft is dropped."));
}

gboolean
parley_session_has_proposal (ParleySession *session)
{
  return parley_proposal_is_open (&session->proposal);
}

/* The countdown */

void
parley_session_stop_countdown (ParleySession *session)
{
  if (parley_proposal_stop (&session->proposal))
    tell (session, _ ("The countdown is stopped. To send the draft: /parley send"));
}

gint64
parley_session_get_countdown (ParleySession *session)
{
  return parley_proposal_get_deadline (&session->proposal, get_cap (session));
}

/* It may not be sent by itself any more. */
static void
hand_back (ParleySession *session, ParleyVerdict why)
{
  g_autofree char *heading = dup_heading (session, why, NULL);

  parley_proposal_stop (&session->proposal);
  tell (session, heading);
}

void
parley_session_check_countdown (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  ParleyVerdict refusal;

  if (!parley_proposal_is_due (&session->proposal, parley_session_now (session), get_cap (session)))
    return;
  refusal = find_refusal (session, BY_COUNTDOWN);
  if (parley_session_is_outdated_note (session) || refusal == PARLEY_VERDICT_DRAFT)
    parley_session_stop_countdown (session);
  else if (refusal == PARLEY_VERDICT_ALLOWED)
    send_all (session, BY_COUNTDOWN);
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
    case PARLEY_EVENT_EDIT:
    case PARLEY_EVENT_WITHDRAW:
      parley_proposal_withdraw (&session->proposal);
      break;
    case PARLEY_EVENT_TYPING:
      parley_proposal_note_typing (&session->proposal, event->typing != PARLEY_TYPING_NONE,
                                   parley_session_now (session));
      break;
    case PARLEY_EVENT_TAKEOVER:
      if (event->typed)
        parley_session_stop_countdown (session);
      else
        parley_proposal_withdraw (&session->proposal);
      break;
    case PARLEY_EVENT_OFFLINE:
      parley_session_stop_countdown (session);
      break;
    case PARLEY_EVENT_DEADLINE:
    case PARLEY_EVENT_PREDICTION:
    case PARLEY_EVENT_REPLY_BUBBLE:
    case PARLEY_EVENT_REPLY_END:
    case PARLEY_EVENT_SAID:
    case PARLEY_EVENT_RESUME:
    case PARLEY_EVENT_ONLINE:
    case PARLEY_EVENT_AGAIN:
    case PARLEY_N_EVENTS:
      break;
    }
}
