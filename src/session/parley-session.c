/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-session-private.h"
#include "context/parley-trace.h"
#include "guard/parley-inbound.h"

/* How often the user is looked at for typing while something is going on. libpurple has no signal
 * for it and keeps the sign of it for 5 s. */
#define WATCH_USER_MS 500

static void
session_clear (gpointer data)
{
  ParleySession *session = data;

  parley_chat_free (session->chat);
  parley_event_queue_clear (&session->events);
  parley_echoes_clear (&session->outgoing.echoes);
  parley_recents_clear (&session->record.recents);
  parley_identity_free (session->identity);
  g_clear_pointer (&session->answering.route, parley_route_unref);
  g_ptr_array_unref (session->answering.markups);
  g_free (session->answering.urgent_line);
  g_ptr_array_unref (session->outgoing.declarations);
  g_free (session->review.undeclared);
  parley_recorder_free (session->record.recorder);
  parley_chat_key_free (session->key);
  g_free (session->tag);
  parley_proposal_clear (&session->review.proposal);
  g_ptr_array_unref (session->review.aside);
  g_free (session->review.withheld);
  g_free (session->review.doubt);
  g_free (session->review.late);
  parley_another_clear (&session->again.another);
  g_free (session->review.watched);
  g_free (session->answering.doing);
  parley_voice_clear (&session->voice);
  g_ptr_array_unref (session->answering.previews);
}

ParleySession *
parley_session_ref (ParleySession *session)
{
  return g_rc_box_acquire (session);
}

void
parley_session_unref (ParleySession *session)
{
  g_rc_box_release_full (session, session_clear);
}

void
parley_session_await (ParleySession *session, ParleyAwaits what, gboolean awaits)
{
  session->waiting.awaits
      = awaits ? session->waiting.awaits | what : session->waiting.awaits & ~what;
}

gboolean
parley_session_awaits (ParleySession *session, ParleyAwaits what)
{
  return (session->waiting.awaits & what) != 0;
}

gint64
parley_session_now (ParleySession *session)
{
  return parley_timers_now (session->context->timers);
}

gint64
parley_session_wall (ParleySession *session)
{
  return parley_timers_wall (session->context->timers);
}

/* What is known */

ParleyVisit *
parley_session_enter (ParleySession *session, const ParleyFacts *facts)
{
  ParleyWorld *world = &session->world;

  world->visits++;
  if (world->visits == 1 && facts != NULL)
    {
      world->facts = *facts;
      world->known = TRUE;
    }
  return parley_session_ref (session);
}

void
parley_visit_end (ParleyVisit *visit)
{
  ParleyWorld *world = &visit->world;

  world->visits--;
  if (world->visits == 0)
    world->known = FALSE;
  parley_session_unref (visit);
}

ParleyFacts
parley_session_ask_facts (ParleySession *session)
{
  session->world.known = FALSE;
  return parley_session_get_facts (session);
}

ParleyFacts
parley_session_get_facts (ParleySession *session)
{
  ParleyWorld *world = &session->world;
  ParleyFacts facts;

  if (!world->known)
    {
      world->facts = (ParleyFacts){ 0 };
      parley_context_get_facts (session->context, session->key, &world->facts);
      world->known = world->visits > 0;
    }
  facts = world->facts;
  facts.secrecy.exposed
      |= session->record.privacy == PARLEY_PRIVACY_ENCRYPTED && !facts.secrecy.encrypted;
  return facts;
}

void
parley_session_trace (ParleySession *session, char *line)
{
  if (!parley_session_is_closed (session))
    parley_host_trace (session->context->host, line);
  g_free (line);
}

/* Running */

/* Of two times, of which -1 is never. */
static gint64
sooner (gint64 a, gint64 b)
{
  return a < 0 || b < 0 ? MAX (a, b) : MIN (a, b);
}

static gboolean
is_busy (ParleySession *session)
{
  return parley_chat_get_state (session->chat) != PARLEY_STATE_IDLE
         || parley_session_get_countdown (session) >= 0;
}

static void
update_timer (ParleySession *session)
{
  gint64 deadline
      = sooner (parley_chat_get_deadline (session->chat), parley_session_get_countdown (session));

  deadline = sooner (deadline, parley_session_get_sending_deadline (session));
  deadline = sooner (deadline, parley_session_get_given_deadline (session));
  if (parley_session_awaits (session, PARLEY_AWAITS_HOUR))
    deadline
        = sooner (deadline, parley_session_now (session)
                                + MAX (parley_context_get_quiet_left (session->context), 0) * 1000);
  deadline = sooner (deadline, parley_session_get_room_deadline (session));
  if (is_busy (session))
    deadline = sooner (deadline, parley_session_now (session) + WATCH_USER_MS);
  if (deadline < 0)
    parley_timer_disarm (session->timer);
  else
    parley_timer_arm (session->timer, deadline);
}

void
parley_session_step (ParleySession *session, ParleyEvent *event)
{
  g_autoptr (GArray) effects = parley_effects_new ();
  ParleyRevised revised = PARLEY_REVISED_MESSAGE;
  ParleyEvent edit;

  if (event->type == PARLEY_EVENT_BUBBLE && event->bubble.revision != PARLEY_REVISION_NONE)
    revised = parley_session_revise (session, event, &edit);
  if (revised == PARLEY_REVISED_NOTHING || parley_session_is_closed (session))
    return;
  if (revised == PARLEY_REVISED_EDIT)
    event = &edit;
  if (event->type == PARLEY_EVENT_BUBBLE && !parley_session_admit (session, event))
    return;
  if (event->type == PARLEY_EVENT_BUBBLE)
    parley_narrator_note_message (&session->voice.narrator);
  if (event->type == PARLEY_EVENT_TYPING && event->typing != PARLEY_TYPING_NONE)
    parley_habits_note_typing (&session->habits, parley_session_now (session));
  if (event->type == PARLEY_EVENT_TYPING && event->typing == PARLEY_TYPING_NONE)
    session->voice.hold_until = -1;
  parley_session_note_for_proposal (session, event);
  parley_session_note_for_sending (session);
  if (parley_session_is_closed (session))
    return;
  parley_chat_step (session->chat, event, parley_session_now (session), effects);
  for (guint i = 0; i < effects->len && !parley_session_is_closed (session); i++)
    parley_session_apply (session, &g_array_index (effects, ParleyEffect, i));
  parley_session_narrate (session);
}

static void
step_again (ParleySession *session)
{
  g_autoptr (ParleyTurn) turn = parley_session_begin_again (session);
  ParleyEvent event = { .type = PARLEY_EVENT_AGAIN, .turn = turn };

  if (turn != NULL && !parley_session_is_closed (session))
    parley_session_step (session, &event);
}

static void
take_events (ParleySession *session)
{
  ParleyEvent event;

  parley_context_refresh (session->context);
  while (!parley_session_is_closed (session) && parley_event_queue_take (&session->events, &event))
    {
      if (event.type == PARLEY_EVENT_BUBBLE)
        parley_session_shorten_stand_down (session);
      if (event.type == PARLEY_EVENT_AGAIN)
        step_again (session);
      else if (!parley_session_is_closed (session))
        parley_session_step (session, &event);
      parley_event_clear_text (&event);
    }
}

/* Effects run when the state is settled. What they bring about waits in the queue until then, and
 * the session lives until the last of them is done. */
void
parley_session_run (ParleySession *session)
{
  g_autoptr (ParleyVisit) visit = parley_session_enter (session, NULL);

  if (session->life != PARLEY_LIFE_RESTING)
    return;
  session->life = PARLEY_LIFE_RUNNING;
  take_events (session);
  if (parley_session_is_closed (session))
    return;
  session->life = PARLEY_LIFE_RESTING;
  parley_session_keep_draft (session);
  if (parley_chat_get_state (session->chat) == PARLEY_STATE_IDLE)
    g_clear_pointer (&session->answering.route, parley_route_unref);
  update_timer (session);
}

/* It may wait to be read until less is private. */
static void
note_arrival (ParleySession *session, ParleyEvent *bubble)
{
  const ParleyFacts facts = parley_session_get_facts (session);

  bubble->bubble.privacy = parley_facts_get_privacy (&facts);
  if (!bubble->bubble.only_read)
    parley_session_trace (session,
                          parley_trace_bubble (session->tag, parley_session_now (session)));
}

void
parley_session_post (ParleySession *session, const ParleyEvent *event)
{
  g_autoptr (ParleyVisit) visit = parley_session_enter (session, NULL);
  ParleyEvent posted = *event;

  if (parley_session_is_closed (session))
    return;
  if (event->type == PARLEY_EVENT_TYPING)
    parley_session_trace (
        session, parley_trace_typing (session->tag, parley_session_now (session), event->typing));
  if (event->type == PARLEY_EVENT_BUBBLE)
    note_arrival (session, &posted);
  parley_event_queue_push (&session->events, &posted);
  parley_session_run (session);
}

void
parley_session_post_simple (ParleySession *session, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  parley_session_post (session, &event);
}

/* Blocked, removed, switched off, encrypted or gone invisible in the middle of a turn: it is over
 * at once, not only when it would speak. A lost connection has an event of its own. */
static gboolean
call_off_if_refused (ParleySession *session)
{
  g_autoptr (ParleyVisit) visit = parley_session_enter (session, NULL);
  ParleyState state = parley_chat_get_state (session->chat);
  gboolean written = state == PARLEY_STATE_SPEAKING || state == PARLEY_STATE_IDLE;
  ParleyDecision decision
      = parley_session_decide (session, written ? PARLEY_ACT_SAY : PARLEY_ACT_READ);

  if (decision.permit != PARLEY_PERMIT_NONE || parley_verdict_is_out_of_reach (decision.verdict)
      || decision.verdict == PARLEY_VERDICT_QUIET)
    return FALSE;
  parley_session_tell_refusal (session, decision.verdict);
  parley_session_journal (session, PARLEY_JOURNAL_REFUSED,
                          parley_verdict_to_string (decision.verdict), NULL);
  parley_session_post_simple (session, PARLEY_EVENT_WITHDRAW);
  return TRUE;
}

static void
pass_deadline (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  parley_session_check_countdown (session);
  parley_session_check_sending (session);
  parley_session_check_given (session);
  parley_session_post_simple (session, PARLEY_EVENT_DEADLINE);
  if (!parley_session_is_closed (session))
    parley_session_check_room (session);
  if (!parley_session_is_closed (session) && parley_session_awaits (session, PARLEY_AWAITS_HOUR)
      && parley_context_get_quiet_left (session->context) < 0)
    {
      session->waiting.awaits &= ~PARLEY_AWAITS_HOUR;
      parley_session_recovered (session);
    }
}

/* While more is waited for and nobody is asked, nothing has to be called off before the deadline.
 */
static gboolean
is_only_watched (ParleySession *session)
{
  return parley_chat_get_state (session->chat) == PARLEY_STATE_COLLECTING
         && session->answering.writer == NULL && session->answering.prediction == NULL
         && parley_session_now (session) < parley_chat_get_deadline (session->chat);
}

static void
on_timer (gpointer data)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (data, NULL);
  gboolean busy = is_busy (session);

  if (parley_context_notice_sleep (session->context))
    return;
  if (busy && parley_host_user_is_typing (session->context->host, session->key))
    parley_session_own_typing (session);
  else if (!busy || is_only_watched (session) || !call_off_if_refused (session))
    pass_deadline (session);
}

/* Limits and quiet hours may have changed: what waits at them has another deadline. */
void
parley_session_look_again (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  if (!parley_session_is_closed (session) && is_busy (session))
    call_off_if_refused (session);
  if (!parley_session_is_closed (session))
    parley_session_check_server (session);
  if (!parley_session_is_closed (session))
    parley_session_check_summary (session);
  if (!parley_session_is_closed (session))
    parley_session_check_catchup (session);
  if (!parley_session_is_closed (session))
    update_timer (session);
}

/* Life */

/* What an earlier run may have said is not answered again: that has to be known first. */
void
parley_session_begin (ParleySession *session)
{
  g_autoptr (ParleyVisit) visit = NULL;

  if (session->life != PARLEY_LIFE_LOADED
      || !parley_leftovers_are_known (session->context->observed.leftovers))
    return;
  visit = parley_session_enter (session, NULL);
  session->life = PARLEY_LIFE_RESTING;
  parley_session_restore (session, parley_keeper_get_record (session->record.keeper));
  parley_session_run (session);
  parley_session_start_previews (session);
  parley_session_start_catchup (session);
}

static void
on_history_loaded (gpointer owner)
{
  ParleySession *session = owner;

  if (session->life == PARLEY_LIFE_LOADING)
    session->life = PARLEY_LIFE_LOADED;
  parley_session_begin (session);
}

static void
on_record_loaded (gpointer owner, const ParleyChatRecord *record)
{
  ParleySession *session = owner;

  parley_recorder_load (session->record.recorder, on_history_loaded, session);
}

ParleySession *
parley_session_new (ParleyContext *context, const ParleyChatKey *key, const ParleyFacts *facts)
{
  ParleySession *session = g_rc_box_new0 (ParleySession);
  g_autoptr (ParleyVisit) visit = parley_session_enter (session, facts);

  session->context = context;
  session->key = parley_chat_key_copy (key);
  session->identity = parley_context_dup_identity (context, key);
  session->tag = parley_chat_key_dup_tag (key);
  session->kind = parley_channels_get_kind (context->knowledge->channels, key->protocol);
  session->limits = parley_channels_get_limits (context->knowledge->channels, session->kind);
  parley_habits_init (&session->habits);
  session->chat = parley_chat_new (&context->in_force.policy, context->knowledge->lexicon,
                                   parley_context_get_base_ms (context, key), &session->habits);
  session->timer = parley_timer_new (context->timers, on_timer, session);
  parley_voice_init (&session->voice, context->host, session->key);
  parley_event_queue_init (&session->events);
  session->answering.previews
      = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_preview_free);
  parley_proposal_init (&session->review.proposal);
  session->review.aside = parley_session_new_aside ();
  parley_echoes_init (&session->outgoing.echoes);
  parley_recents_init (&session->record.recents);
  g_queue_init (&session->outgoing.given);
  session->outgoing.declarations = g_ptr_array_new ();
  session->answering.markups = g_ptr_array_new_with_free_func (g_free);
  session->record.keeper = parley_keeper_new (context->stores.kept, session->key);
  session->record.recorder = parley_recorder_new (context, session->key);
  parley_session_look (session);
  parley_keeper_load (session->record.keeper, on_record_loaded, session);
  return session;
}

static void
end (ParleySession *session)
{
  const ParleyEvent withdraw = { .type = PARLEY_EVENT_WITHDRAW };
  gboolean rests = session->life == PARLEY_LIFE_RESTING;

  session->life = PARLEY_LIFE_LEAVING;
  parley_event_queue_push (&session->events, &withdraw);
  if (rests)
    take_events (session);
  session->life = PARLEY_LIFE_CLOSED;
  parley_voice_end (&session->voice);
  g_ptr_array_set_size (session->answering.previews, 0);
  parley_session_stop (session);
  parley_session_stop_sending (session);
  parley_session_leave_declarations (session);
  parley_session_leave_given (session);
  g_clear_pointer (&session->timer, parley_timer_free);
  g_clear_pointer (&session->record.keeper, parley_keeper_free);
  parley_session_unref (session);
}

/* What came and was not even looked at. */
static void
write_down_queue (ParleySession *session)
{
  ParleyEvent event;

  while (parley_event_queue_take (&session->events, &event))
    {
      if (event.type == PARLEY_EVENT_BUBBLE)
        parley_session_admit (session, &event);
      parley_event_clear_text (&event);
    }
}

/* What is pending stays in the store for the next run. Ending on purpose is no crash. */
void
parley_session_close (ParleySession *session)
{
  write_down_queue (session);
  parley_session_keep_rest (session);
  parley_keeper_get_record (session->record.keeper)->attempts = session->record.restored_attempts;
  if (session->life > PARLEY_LIFE_LOADED)
    parley_session_keep (session);
  end (session);
}

void
parley_session_forget (ParleySession *session)
{
  if (session->life > PARLEY_LIFE_LOADED)
    parley_keeper_settle (session->record.keeper, 0, 0);
  parley_session_end_declarations (session);
  parley_session_leave_strays (session);
  parley_session_drop_given (session);
  end (session);
}

void
parley_session_abandon (ParleySession *session)
{
  parley_session_end_declarations (session);
  parley_session_drop_given (session);
  end (session);
}

gboolean
parley_session_is_forgotten (ParleySession *session)
{
  return parley_recorder_is_forgotten (session->record.recorder);
}

gboolean
parley_session_has_same_person (ParleySession *session)
{
  g_autoptr (ParleyIdentity) now = parley_context_dup_identity (session->context, session->key);

  return parley_identity_equal (now, session->identity);
}

gboolean
parley_session_is_closed (ParleySession *session)
{
  return session->life == PARLEY_LIFE_CLOSED;
}

const ParleyChatKey *
parley_session_get_key (ParleySession *session)
{
  return session->key;
}

ParleyState
parley_session_get_state (ParleySession *session)
{
  return parley_chat_get_state (session->chat);
}

ParleyDecision
parley_session_decide (ParleySession *session, ParleyAct act)
{
  ParleyFacts facts = parley_session_get_facts (session);

  if (act == PARLEY_ACT_SAY && facts.limit < PARLEY_LIMIT_RATE
      && parley_session_is_behind (session))
    facts.limit = PARLEY_LIMIT_RATE;
  return parley_policy_decide (&facts, act);
}

ParleyDecision
parley_session_decide_anew (ParleySession *session, ParleyAct act)
{
  session->world.known = FALSE;
  parley_session_look (session);
  return parley_session_decide (session, act);
}

void
parley_session_note (ParleySession *session,
                     ParleySpeaker speaker,
                     const char *text,
                     ParleyWhen when)
{
  parley_session_outdate (session);
  parley_session_keep_draft (session);
  if (speaker == PARLEY_SPEAKER_PERSON)
    session->voice.has_outcome = FALSE; /* it is of what came before */
  parley_session_record (session, speaker, text, when, 0);
}
