/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "session/parley-session-private.h"

/* A draft goes out: each of its bubbles is declared, and then said if nothing speaks against it
 * any more. Whatever takes the draft back meanwhile stops it. */

/* Who wants it sent waits for the disk so long, and is told then. */
#define USER_WAIT_MS 2000

/* Nobody waits for one that sends itself: the user is told, and has it back in the end. */
#define LATE_MS    30000
#define GIVE_UP_MS 120000

/* So long it may take to find out whether they are there. */
#define SIGHT_MS 30000

struct _ParleySending
{
  ParleySender sender;
  guint number;  /* of the draft */
  char *sent;    /* all of it */
  char *drafted; /* as it was written */
  guint n_said;
  gint64 since;       /* of the declaration */
  gboolean late;      /* the user was told that it takes long */
  gboolean unheld;    /* likewise, that what they send can't be written down */
  gboolean unsighted; /* it has to be seen first that they are there */
  gboolean given;     /* the protocol has the bubble, and did not show it yet */
};

static void
sending_free (ParleySending *sending)
{
  g_free (sending->sent);
  g_free (sending->drafted);
  g_free (sending);
}

/* What permits it */

/* The text is the same for both, but not what permits it. What would be said without a countdown
 * may be said after one. */
ParleyVerdict
parley_session_find_refusal (ParleySession *session, ParleySender sender)
{
  static const ParleyAct acts[]
      = { [PARLEY_SENDER_USER] = PARLEY_ACT_SEND, [PARLEY_SENDER_COUNTDOWN] = PARLEY_ACT_SAY };
  ParleyVerdict verdict = parley_session_decide_anew (session, acts[sender]).verdict;

  if (sender == PARLEY_SENDER_COUNTDOWN && verdict == PARLEY_VERDICT_COUNTDOWN)
    return PARLEY_VERDICT_ALLOWED;
  if (verdict == PARLEY_VERDICT_ABSENT) /* they may be there by the next time */
    parley_host_seek (session->context->host, session->key);
  if (verdict != PARLEY_VERDICT_ALLOWED)
    parley_session_journal (session, PARLEY_JOURNAL_REFUSED, parley_verdict_to_string (verdict),
                            NULL);
  return verdict;
}

gboolean
parley_session_may_send (ParleySession *session, ParleySender sender)
{
  ParleyVerdict verdict = parley_session_find_refusal (session, sender);

  if (parley_session_is_forgotten (session))
    return FALSE;
  if (!parley_session_has_same_person (session))
    {
      parley_session_journal (session, PARLEY_JOURNAL_WITHHELD, "stale_route", NULL);
      parley_voice_say (&session->voice,
                        _ ("Somebody else may have this name now, so the draft is not sent."));
      return FALSE;
    }
  if (verdict != PARLEY_VERDICT_ALLOWED)
    parley_voice_say (&session->voice, parley_verdict_explain (verdict));
  return verdict == PARLEY_VERDICT_ALLOWED;
}

/* One bubble */

/* It was withdrawn, or another one is in its place. */
static gboolean
is_over (ParleySession *session)
{
  return !parley_proposal_is_open (&session->review.proposal)
         || session->review.proposal.number != session->review.sending->number;
}

static void
note_sent (ParleySession *session, const char *text, ParleyDelivery delivery)
{
  ParleyContext *context = session->context;
  g_autofree char *words
      = delivery == PARLEY_DELIVERY_UNKNOWN ? parley_session_dup_perhaps (text) : g_strdup (text);

  session->waiting.has_room = FALSE;
  parley_session_forget_aside (session);
  if (session->review.sending->sender == PARLEY_SENDER_COUNTDOWN)
    parley_meters_note_said (
        context->meters, session->key, text,
        parley_channels_show_typing (context->knowledge->channels, session->kind));
  parley_habits_note_answer (&session->habits, text, parley_session_now (session));
  parley_session_record (
      session, PARLEY_SPEAKER_PARLEY, words,
      parley_when_at (session->outgoing.declared != NULL
                          ? parley_declaration_get_wall (session->outgoing.declared)
                          : parley_session_wall (session)),
      session->review.proposal.turn);
  parley_session_keep_draft (session);
}

/* What comes meanwhile waits until it is said. Returns: what became of it. */
static ParleyDelivery
hand_out (ParleySession *session, const ParleyProposed *bubble)
{
  g_autoptr (ParleyRoute) route
      = parley_route_new (session->key, session->identity, parley_chat_get_epoch (session->chat));
  ParleyLife life = session->life;
  ParleyDelivery delivery;

  parley_echoes_add (&session->outgoing.echoes, bubble->text, parley_session_now (session));
  session->life = PARLEY_LIFE_RUNNING;
  session->outgoing.saying = TRUE;
  delivery = parley_host_say (session->context->host, route, bubble->text, bubble->markup);
  session->outgoing.saying = FALSE;
  if (!parley_session_is_closed (session))
    session->life = life;
  return delivery;
}

/* What follows a bubble that may not have arrived stays a draft; behind one that could not be sent
 * there is nothing more to say. */
static void
say (ParleySession *session)
{
  static const ParleyJournalKind kinds[] = {
    [PARLEY_SENDER_USER] = PARLEY_JOURNAL_SENT, [PARLEY_SENDER_COUNTDOWN] = PARLEY_JOURNAL_SAID
  };
  ParleySending *sending = session->review.sending;
  g_autoptr (ParleyProposed) bubble = parley_proposal_take (&session->review.proposal);
  ParleyDelivery delivery = hand_out (session, bubble);

  if (parley_session_is_closed (session))
    return;
  if (delivery == PARLEY_DELIVERY_SHOWN || delivery == PARLEY_DELIVERY_GIVEN
      || delivery == PARLEY_DELIVERY_UNKNOWN)
    note_sent (session, bubble->text, delivery);
  if (delivery == PARLEY_DELIVERY_GIVEN)
    {
      sending->given = TRUE;
      sending->n_said++;
      parley_session_give_away (session, bubble->text, 0, kinds[sending->sender], TRUE);
      return;
    }
  parley_session_journal_bubble (session, kinds[sending->sender],
                                 session->review.withheld == NULL ? bubble->text : NULL, delivery);
  parley_session_note_outcome (session, delivery);
  if (delivery == PARLEY_DELIVERY_SHOWN)
    {
      sending->n_said++;
      return;
    }
  if (delivery != PARLEY_DELIVERY_UNKNOWN)
    parley_proposal_withdraw (&session->review.proposal);
  parley_session_explain_delivery (session, delivery);
}

/* All of it */

static void
stop (ParleySession *session)
{
  ParleySending *sending = g_steal_pointer (&session->review.sending);

  parley_session_take_back (session);
  parley_session_end_declarations (session);
  sending_free (sending);
}

static void
finish (ParleySession *session)
{
  ParleyMeters *meters = session->context->meters;
  g_autofree char *sent = g_steal_pointer (&session->review.sending->sent);
  g_autofree char *drafted = g_steal_pointer (&session->review.sending->drafted);
  gboolean by_user = session->review.sending->sender == PARLEY_SENDER_USER;
  gboolean whole
      = session->review.proposal.bubbles != NULL && session->review.proposal.bubbles->len == 0;

  stop (session);
  if (whole)
    {
      parley_proposal_withdraw (&session->review.proposal);
      session->voice.outcome = PARLEY_OUTCOME_ANSWERED;
      parley_session_learn (session, drafted, sent);
    }
  if (by_user)
    parley_meters_note_user (meters, session->key);
  else
    parley_meters_end_answer (meters, session->key);
  parley_session_tell_limits (session);
}

static void declare (ParleySession *session);

static void
take_next (ParleySession *session, gboolean said)
{
  if (said && !is_over (session) && session->review.proposal.bubbles->len > 0)
    declare (session);
  else
    finish (session);
}

static void
await_sight (ParleySession *session)
{
  session->review.sending->unsighted = TRUE;
  session->review.sending->since = parley_session_now (session);
}

/* Who began to type while the first bubble was written down is waited for, as long as before.
 * Returns: whether it counts down again. */
static gboolean
waits_for_typing (ParleySession *session)
{
  const ParleySending *sending = session->review.sending;

  if (sending->sender != PARLEY_SENDER_COUNTDOWN || sending->n_said > 0 || is_over (session))
    return FALSE;
  parley_session_count_down (session, 0);
  if (parley_session_get_countdown (session) > parley_session_now (session))
    {
      stop (session);
      return TRUE;
    }
  parley_proposal_stop (&session->review.proposal);
  return FALSE;
}

/* The disk has answered, or is not waited for any more: all is asked anew. */
static void
go_on (ParleySession *session)
{
  guint n_said = session->review.sending->n_said;
  gboolean unsighted = parley_session_must_look (session);
  gboolean may = !unsighted && parley_session_may_send (session, session->review.sending->sender);

  if (unsighted)
    {
      parley_session_take_back (session);
      await_sight (session);
      return;
    }
  if (may && !parley_session_is_closed (session) && waits_for_typing (session))
    return;
  if (may && !parley_session_is_closed (session))
    say (session);
  if (parley_session_is_closed (session) || session->review.sending->given)
    return;
  if (!may)
    parley_proposal_withdraw (&session->review.proposal);
  take_next (session, session->review.sending->n_said > n_said);
}

void
parley_session_go_on_sending (ParleySession *session, gboolean shown)
{
  if (session->review.sending == NULL || !session->review.sending->given)
    return;
  session->review.sending->given = FALSE;
  take_next (session, shown);
  parley_session_run (session);
}

/* The user has their say in it, nobody else. @why: a fragment. */
static void
go_on_unheld (ParleySession *session, const char *why)
{
  ParleySending *sending = session->review.sending;
  g_autofree char *reason = parley_session_dup_reason (why);
  g_autofree char *line = NULL;
  gboolean told;

  parley_session_take_back (session);
  if (sending->sender == PARLEY_SENDER_USER)
    {
      line = g_strdup_printf (
          _ ("It is sent, but noted in memory only, because it can't be written down: %s."),
          reason);
      told = sending->unheld;
      sending->unheld = TRUE;
      if (!told)
        parley_voice_say (&session->voice, line);
      if (!parley_session_is_closed (session))
        go_on (session);
      return;
    }
  g_free (session->review.undeclared);
  session->review.undeclared = parley_session_dup_undeclared (why);
  finish (session);
  if (!parley_session_is_closed (session) && parley_proposal_is_open (&session->review.proposal))
    parley_session_show_proposal (session);
}

static void
on_declared (gpointer owner, const GError *error)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);

  if (error != NULL)
    go_on_unheld (session, error->message);
  else
    go_on (session);
  parley_session_run (session);
}

static void
declare (ParleySession *session)
{
  const ParleyProposal *proposal = &session->review.proposal;
  const ParleyProposed *bubble = g_ptr_array_index (proposal->bubbles, 0);
  g_autoptr (GStrvBuilder) rest = g_strv_builder_new ();
  g_autofree char *identity = parley_identity_to_string (session->identity);
  g_autoptr (ParleyIntent) intent = parley_intent_new (session->key, identity, proposal->turn,
                                                       session->review.sending->n_said + 1,
                                                       bubble->text, parley_session_wall (session));

  for (guint i = 1; i < proposal->bubbles->len; i++)
    g_strv_builder_add (rest,
                        ((const ParleyProposed *) g_ptr_array_index (proposal->bubbles, i))->text);
  intent->rest = g_strv_builder_end (rest);
  intent->mark = parley_session_get_next_mark (session);
  session->review.sending->since = parley_session_now (session);
  if (parley_session_must_look (session))
    {
      await_sight (session);
      return;
    }
  session->outgoing.declared = parley_session_new_declaration (session, intent, on_declared);
}

void
parley_session_send_all (ParleySession *session, ParleySender sender)
{
  ParleySending *sending = g_new0 (ParleySending, 1);

  sending->sender = sender;
  sending->number = session->review.proposal.number;
  sending->sent = parley_proposal_dup_text (&session->review.proposal);
  sending->drafted = parley_proposal_dup_original (&session->review.proposal);
  session->review.sending = sending;
  parley_proposal_stop (&session->review.proposal);
  declare (session);
}

/* The draft stays. @why: a sentence. */
static void
give_up_unsent (ParleySession *session, const char *why)
{
  parley_voice_say (&session->voice, why);
  if (!parley_session_is_closed (session))
    finish (session);
}

void
parley_session_note_sight_for_sending (ParleySession *session)
{
  ParleyVerdict verdict;

  if (session->review.sending == NULL || !session->review.sending->unsighted)
    return;
  verdict = parley_session_find_refusal (session, session->review.sending->sender);
  if (verdict != PARLEY_VERDICT_ALLOWED)
    give_up_unsent (session, parley_verdict_explain (verdict));
  else if (!parley_session_must_look (session))
    {
      session->review.sending->unsighted = FALSE;
      declare (session);
    }
}

void
parley_session_stop_sending (ParleySession *session)
{
  g_clear_pointer (&session->review.sending, sending_free);
}

void
parley_session_note_for_sending (ParleySession *session)
{
  if (session->review.sending != NULL && is_over (session))
    stop (session);
}

/* A disk that takes its time */

gint64
parley_session_get_sending_deadline (ParleySession *session)
{
  const ParleySending *sending = session->review.sending;

  if (sending == NULL || sending->given)
    return -1;
  if (sending->unsighted)
    return sending->since + SIGHT_MS;
  if (sending->sender == PARLEY_SENDER_USER)
    return sending->since + USER_WAIT_MS;
  return sending->since + (sending->late ? GIVE_UP_MS : LATE_MS);
}

void
parley_session_check_sending (ParleySession *session)
{
  ParleySending *sending = session->review.sending;

  if (sending == NULL || sending->given
      || parley_session_now (session) < parley_session_get_sending_deadline (session))
    return;
  if (sending->unsighted)
    {
      parley_session_journal (session, PARLEY_JOURNAL_WITHHELD, "not_seen", NULL);
      give_up_unsent (session, _ ("Not sent: the server did not say whether they still have this "
                                  "name. The draft is still there: /parley send"));
      return;
    }
  if (sending->sender == PARLEY_SENDER_COUNTDOWN && !sending->late)
    {
      sending->late = TRUE;
      parley_session_tell_late (session);
      return;
    }
  go_on_unheld (session, _ ("the disk is busy"));
}
