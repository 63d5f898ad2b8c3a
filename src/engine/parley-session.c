/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-session.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "brain/parley-answer.h"
#include "brain/parley-prompt.h"
#include "engine/parley-composer.h"
#include "engine/parley-echoes.h"
#include "engine/parley-event-queue.h"
#include "engine/parley-generation.h"
#include "engine/parley-trace.h"
#include "guard/parley-inbound.h"

/* How often the user is looked at for typing while something is going on. libpurple has no signal
 * for it and keeps the sign of it for 5 s. */
#define WATCH_USER_MS 500

/* What of a sitting goes into a prompt. A token is about four bytes, so this is within 6,000. */
#define HISTORY_ENTRIES 60
#define HISTORY_BYTES   24000

struct _ParleySession
{
  ParleyContext *context;
  ParleyChatKey *key;
  char *tag; /* stands for the chat in logs */
  const char *kind;
  ParleyLimits limits;

  ParleyChat *chat;
  ParleyHabits habits;
  ParleyTimer *timer;
  ParleyEventQueue events;
  gboolean running;
  gboolean closed;

  ParleyGeneration *generation;
  ParleyRoute *route; /* of the read that is being answered */
  ParleyHistory *history;
  ParleyEchoes echoes;

  gboolean is_note;              /* what is being answered gets an away note */
  ParleyAwayNoteGiven note_next; /* what the chat's note will be once it is delivered */
  char *why;                     /* the last window, for the user */
};

static void session_run (ParleySession *session);

static void
session_clear (gpointer data)
{
  ParleySession *session = data;

  parley_chat_free (session->chat);
  parley_event_queue_clear (&session->events);
  parley_echoes_clear (&session->echoes);
  g_clear_pointer (&session->route, parley_route_unref);
  parley_history_free (session->history);
  parley_chat_key_free (session->key);
  g_free (session->tag);
  g_free (session->why);
}

static void
session_unref (ParleySession *session)
{
  g_rc_box_release_full (session, session_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySession, session_unref)

static gint64
get_now (ParleySession *session)
{
  return parley_timers_now (session->context->timers);
}

/* Calls into the host may close the session. @line: (transfer full). */
static void
trace (ParleySession *session, char *line)
{
  if (!session->closed)
    parley_host_trace (session->context->host, line);
  g_free (line);
}

/* Events */

void
parley_session_post (ParleySession *session, const ParleyEvent *event)
{
  if (event->type == PARLEY_EVENT_TYPING)
    trace (session, parley_trace_typing (session->tag, get_now (session), event->typing));
  if (event->type == PARLEY_EVENT_BUBBLE)
    trace (session, parley_trace_bubble (session->tag, get_now (session)));
  parley_event_queue_push (&session->events, event);
  session_run (session);
}

/* The machine wants the result of a bubble before anything else. */
static void
post_said (ParleySession *session, guint64 epoch, gboolean delivered)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_SAID, .epoch = epoch, .delivered = delivered };

  parley_event_queue_push_first (&session->events, &event);
}

static void
post_simple (ParleySession *session, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  parley_session_post (session, &event);
}

static void
post_takeover (ParleySession *session, ParleySetting how_long)
{
  const ParleyEvent event = {
    .type = PARLEY_EVENT_TAKEOVER,
    .stand_down_ms = parley_settings_get_int (session->context->settings, how_long),
  };

  parley_session_post (session, &event);
}

static void
post_reply_end (ParleySession *session, guint64 epoch, ParleyReplyEnd how)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_REPLY_END, .epoch = epoch, .reply_end.how = how };

  parley_session_post (session, &event);
}

/* Thinking */

ParleyVerdict
parley_session_judge (ParleySession *session)
{
  ParleyFacts facts = { 0 };

  parley_context_get_facts (session->context, session->key, &facts);
  return parley_policy_judge (&facts);
}

/* The user hears of an outage once, and of each new kind of trouble in it. A server's words may
 * quote the chat, so they don't go into the trace. */
static void
fail (ParleySession *session, guint64 epoch, const GError *error)
{
  ParleyContext *context = session->context;

  trace (session,
         parley_trace_error (session->tag, get_now (session), parley_error_to_word (error)));
  if (!session->closed && g_strcmp0 (context->last_error, error->message) != 0)
    {
      g_autofree char *line = g_strdup_printf (_ ("No answer was sent: %s"), error->message);

      g_free (context->last_error);
      context->last_error = g_strdup (error->message);
      parley_host_tell_user (context->host, session->key, line);
    }
  post_reply_end (session, epoch, PARLEY_REPLY_FAILED);
}

static void
post_reply (ParleySession *session, guint64 epoch, const char *text)
{
  g_autoptr (GPtrArray) reply
      = parley_composer_compose (session->context, &session->limits, epoch, text);

  for (guint i = 0; i < reply->len; i++)
    {
      const ParleyComposed *bubble = g_ptr_array_index (reply, i);
      const ParleyEvent event = {
        .type = PARLEY_EVENT_REPLY_BUBBLE,
        .epoch = epoch,
        .reply_bubble = { .text = bubble->text, .pace_ms = bubble->pace_ms },
      };

      parley_session_post (session, &event);
    }
}

static void
stop_generation (ParleySession *session)
{
  g_clear_pointer (&session->generation, parley_generation_cancel);
  parley_slots_release (session->context->slots, session,
                        parley_context_get_max_requests (session->context));
}

static void
on_generation_started (gpointer owner, guint64 epoch)
{
  ParleySession *session = owner;

  trace (session, parley_trace_first_token (session->tag, get_now (session), epoch));
}

static void
on_generation_finished (gpointer owner,
                        guint64 epoch,
                        const ParleyCompletion *completion,
                        const GError *error)
{
  g_autoptr (ParleySession) session = g_rc_box_acquire (owner);
  g_autofree char *text = completion != NULL ? parley_answer_dup_text (completion->text) : NULL;

  stop_generation (session);
  if (completion == NULL)
    {
      fail (session, epoch, error);
      return;
    }
  g_clear_pointer (&session->context->last_error, g_free);
  if (text != NULL)
    post_reply (session, epoch, text);
  post_reply_end (session, epoch, text != NULL ? PARLEY_REPLY_COMPLETE : PARLEY_REPLY_SILENT);
}

static ParleyRequest *
build_request (ParleySession *session)
{
  ParleyContext *context = session->context;
  const ParleyPromptInput input = {
    .rules = context->rules,
    .persona = context->persona,
    .history = session->history,
    .turn = parley_chat_get_turn (session->chat),
    .wall = parley_timers_wall (context->timers),
    .max_tokens = parley_settings_get_int (context->settings, PARLEY_SETTING_BACKEND_MAX_TOKENS),
  };
  ParleyRequest *request = parley_prompt_build (&input);
  ParleyAwayStatus status = { 0 };
  gint64 now = get_now (session);

  request->away.status_text = parley_host_dup_status (context->host, session->key, &status);
  request->away.note_due
      = parley_away_note_is_due (&status, parley_context_get_note (context, session->key), now);
  session->note_next = (ParleyAwayNoteGiven){ TRUE, status.period, now };
  return request;
}

static void
give_up (ParleySession *session, ParleyVerdict verdict)
{
  stop_generation (session);
  trace (session,
         parley_trace_error (session->tag, get_now (session), parley_verdict_to_string (verdict)));
  post_simple (session, PARLEY_EVENT_WITHDRAW);
}

/* Permission is asked at the last moment before chat text goes anywhere. */
void
parley_session_slot_granted (gpointer data)
{
  static const ParleyGenerationFuncs funcs = { on_generation_started, on_generation_finished };
  ParleySession *session = data;
  g_autoptr (ParleyRequest) request = NULL;
  g_autoptr (GError) error = NULL;
  guint64 epoch = parley_chat_get_epoch (session->chat);
  ParleyVerdict verdict = parley_session_judge (session);
  ParleyBackend *backend;

  if (verdict != PARLEY_VERDICT_ALLOWED)
    {
      give_up (session, verdict);
      return;
    }
  backend = parley_context_get_backend (session->context, &error);
  if (backend == NULL)
    {
      stop_generation (session);
      fail (session, epoch, error);
      return;
    }
  request = build_request (session);
  session->is_note = g_str_equal (parley_backend_get_name (backend), "builtin");
  session->generation = parley_generation_start (backend, request, epoch, &funcs, session);
}

/* Effects, in the order of their types */

typedef void (*EffectFunc) (ParleySession *session, const ParleyEffect *effect);

static void
do_nothing (ParleySession *session, const ParleyEffect *effect)
{
}

static void
do_window (ParleySession *session, const ParleyEffect *effect)
{
  g_free (session->why);
  session->why = parley_window_dup_reason (&effect->window.found);
}

static void
do_turn (ParleySession *session, const ParleyEffect *effect)
{
  trace (session, parley_trace_record (session->tag, session->kind, effect));
}

static void
do_ask (ParleySession *session, const ParleyEffect *effect)
{
  g_clear_pointer (&session->route, parley_route_unref);
  session->route = parley_route_new (session->key, effect->epoch);
  parley_slots_request (session->context->slots, session,
                        parley_context_get_max_requests (session->context));
}

static void
do_abort (ParleySession *session, const ParleyEffect *effect)
{
  stop_generation (session);
}

static void
explain_delivery (ParleySession *session, ParleyDelivery delivery)
{
  static const char *const sentences[] = {
    [PARLEY_DELIVERY_FAILED] = N_ ("The answer could not be sent."),
    [PARLEY_DELIVERY_VETOED] = N_ ("Another plugin took the answer out."),
    [PARLEY_DELIVERY_TAMPERED]
    = N_ ("Something else was sent together with the answer, so it stops here for a while."),
  };

  trace (session, parley_trace_error (session->tag, get_now (session), "not_delivered"));
  parley_host_tell_user (session->context->host, session->key, _ (sentences[delivery]));
}

/* The user came back while the note was typed: it is no longer true. */
static gboolean
is_outdated_note (ParleySession *session)
{
  ParleyAwayStatus status = { 0 };

  if (!session->is_note)
    return FALSE;
  g_free (parley_host_dup_status (session->context->host, session->key, &status));
  return !status.away;
}

/* The route was made when the turn closed. If it is not that of the current read, or permission is
 * gone, the bubble is not said. Returns: (nullable): why not, for the log. */
static const char *
find_objection (ParleySession *session, const ParleyEffect *effect)
{
  ParleyVerdict verdict = parley_session_judge (session);

  if (verdict != PARLEY_VERDICT_ALLOWED)
    return parley_verdict_to_string (verdict);
  if (session->route == NULL || session->route->epoch != effect->epoch
      || !parley_chat_key_equal (session->route->key, session->key))
    return "stale_route";
  return is_outdated_note (session) ? "user_is_back" : NULL;
}

static void
do_say (ParleySession *session, const ParleyEffect *effect)
{
  ParleyContext *context = session->context;
  const char *objection = find_objection (session, effect);
  ParleyDelivery delivery;

  if (objection != NULL)
    {
      trace (session, parley_trace_error (session->tag, effect->at, objection));
      post_said (session, effect->epoch, FALSE);
      return;
    }

  parley_echoes_add (&session->echoes, effect->text, effect->at);
  delivery = parley_host_say (context->host, session->route, effect->text);
  if (session->closed)
    return;
  post_said (session, effect->epoch, delivery == PARLEY_DELIVERY_SENT);
  if (delivery == PARLEY_DELIVERY_SENT && session->is_note)
    *parley_context_get_note (context, session->key) = session->note_next;
  if (delivery != PARLEY_DELIVERY_SENT)
    explain_delivery (session, delivery);
  if (delivery == PARLEY_DELIVERY_TAMPERED)
    post_takeover (session, PARLEY_SETTING_TURN_TAKEOVER_MS);
}

/* What was shown is taken back also from somebody who was just switched off. */
static void
do_show_typing (ParleySession *session, const ParleyEffect *effect)
{
  ParleyVerdict verdict = parley_session_judge (session);

  if (session->route == NULL)
    return;
  if (verdict == PARLEY_VERDICT_ALLOWED
      || (!effect->typing && verdict == PARLEY_VERDICT_NOT_CHOSEN))
    parley_host_show_typing (session->context->host, session->route, effect->typing);
}

static void
do_done (ParleySession *session, const ParleyEffect *effect)
{
  const ParleyTurn *turn = effect->turn;
  gint64 wall = parley_timers_wall (session->context->timers);

  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);

      parley_history_add (session->history, PARLEY_SPEAKER_PERSON, bubble->text, bubble->wall);
    }
  for (guint i = 0; i < turn->said->len; i++)
    parley_history_add (session->history, PARLEY_SPEAKER_PARLEY, g_ptr_array_index (turn->said, i),
                        wall);
}

static const EffectFunc effect_funcs[] = {
  [PARLEY_EFFECT_STATE] = do_nothing,   [PARLEY_EFFECT_WINDOW] = do_window,
  [PARLEY_EFFECT_HOLD] = do_nothing,    [PARLEY_EFFECT_TURN] = do_turn,
  [PARLEY_EFFECT_PREDICT] = do_nothing, [PARLEY_EFFECT_ASK] = do_ask,
  [PARLEY_EFFECT_ABORT] = do_abort,     [PARLEY_EFFECT_SAY] = do_say,
  [PARLEY_EFFECT_DROP] = do_nothing,    [PARLEY_EFFECT_SHOW_TYPING] = do_show_typing,
  [PARLEY_EFFECT_DONE] = do_done,       [PARLEY_EFFECT_STAND_DOWN] = do_nothing,
  [PARLEY_EFFECT_RESUME] = do_nothing,
};

/* Running */

static void
update_timer (ParleySession *session)
{
  gint64 deadline = parley_chat_get_deadline (session->chat);
  gboolean busy = parley_chat_get_state (session->chat) != PARLEY_STATE_IDLE;
  gint64 watch = get_now (session) + WATCH_USER_MS;

  if (busy)
    deadline = deadline < 0 ? watch : MIN (deadline, watch);
  if (deadline < 0)
    parley_timer_disarm (session->timer);
  else
    parley_timer_arm (session->timer, deadline);
}

static void
step (ParleySession *session, const ParleyEvent *event)
{
  g_autoptr (GArray) effects = parley_effects_new ();

  parley_chat_step (session->chat, event, get_now (session), effects);
  for (guint i = 0; i < effects->len && !session->closed; i++)
    {
      const ParleyEffect *effect = &g_array_index (effects, ParleyEffect, i);

      trace (session, parley_trace_effect (session->tag, effect));
      effect_funcs[effect->type](session, effect);
    }
}

/* Effects run when the state is settled. What they bring about waits in the queue until then, and
 * the session lives until the last of them is done. */
static void
session_run (ParleySession *session)
{
  g_autoptr (ParleySession) alive = g_rc_box_acquire (session);
  ParleyEvent event;

  if (session->running || session->closed)
    return;
  session->running = TRUE;
  parley_context_refresh (session->context);
  while (!session->closed && parley_event_queue_take (&session->events, &event))
    {
      step (session, &event);
      parley_event_clear_text (&event);
    }
  session->running = FALSE;
  if (!session->closed)
    update_timer (session);
}

/* Blocked, removed, switched off or gone invisible in the middle of a turn: it is over at once, not
 * only when it would speak. A lost connection has an event of its own. */
static gboolean
is_called_off (ParleySession *session)
{
  ParleyVerdict verdict = parley_session_judge (session);

  return verdict != PARLEY_VERDICT_ALLOWED && verdict != PARLEY_VERDICT_OFFLINE;
}

static void
on_timer (gpointer data)
{
  ParleySession *session = data;
  gboolean busy = parley_chat_get_state (session->chat) != PARLEY_STATE_IDLE;

  if (busy && parley_host_user_is_typing (session->context->host, session->key))
    parley_session_own_typing (session);
  else if (busy && is_called_off (session))
    post_simple (session, PARLEY_EVENT_WITHDRAW);
  else
    post_simple (session, PARLEY_EVENT_DEADLINE);
}

ParleySession *
parley_session_new (ParleyContext *context, const ParleyChatKey *key)
{
  ParleySession *session = g_rc_box_new0 (ParleySession);

  session->context = context;
  session->key = parley_chat_key_copy (key);
  session->tag = parley_chat_key_dup_tag (key);
  session->kind = parley_channels_get_kind (context->channels, key->protocol);
  session->limits = parley_channels_get_limits (context->channels, session->kind);
  session->chat = parley_chat_new (
      &context->policy, context->lexicon,
      parley_channels_get_base_ms (
          context->channels,
          parley_settings_get_string (context->settings, PARLEY_SETTING_TURN_WAITS), session->kind,
          key->account),
      &session->habits);
  parley_habits_init (&session->habits);
  session->timer = parley_timer_new (context->timers, on_timer, session);
  session->history = parley_history_new (HISTORY_ENTRIES, HISTORY_BYTES);
  parley_event_queue_init (&session->events);
  parley_echoes_init (&session->echoes);
  return session;
}

void
parley_session_close (ParleySession *session)
{
  if (!session->running)
    post_simple (session, PARLEY_EVENT_WITHDRAW);
  session->closed = TRUE;
  stop_generation (session);
  g_clear_pointer (&session->timer, parley_timer_free);
  session_unref (session);
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

void
parley_session_note (ParleySession *session, ParleySpeaker speaker, const char *text, gint64 wall)
{
  parley_history_add (session->history, speaker, text, wall);
}

void
parley_session_own_typing (ParleySession *session)
{
  post_takeover (session, PARLEY_SETTING_TURN_TAKEOVER_TYPING_MS);
}

void
parley_session_offline (ParleySession *session)
{
  post_simple (session, PARLEY_EVENT_OFFLINE);
}

/* What waited through a long offline time is read, but no longer answered. */
void
parley_session_online (ParleySession *session)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  gint64 wall = parley_timers_wall (session->context->timers);
  gboolean old
      = turn != NULL && wall - parley_turn_get_last (turn)->wall > PARLEY_INBOUND_MAX_AGE_S;

  post_simple (session, old ? PARLEY_EVENT_WITHDRAW : PARLEY_EVENT_ONLINE);
}

void
parley_session_own_words (ParleySession *session, const char *text, gint64 wall, gboolean echo)
{
  if (echo && parley_echoes_take (&session->echoes, text, get_now (session)))
    return;
  post_takeover (session, PARLEY_SETTING_TURN_TAKEOVER_MS);
  parley_history_add (session->history, PARLEY_SPEAKER_USER, text, wall);
}

char *
parley_session_dup_status (ParleySession *session)
{
  static const char *const texts[] = {
    [PARLEY_STATE_IDLE] = N_ ("Waiting for them to write."),
    [PARLEY_STATE_COLLECTING] = N_ ("Reading."),
    [PARLEY_STATE_THINKING] = N_ ("Thinking about an answer."),
    [PARLEY_STATE_SPEAKING] = N_ ("Answering."),
  };
  gint64 stand_down = parley_chat_get_stand_down (session->chat);

  if (stand_down >= 0)
    return g_strdup_printf (_ ("Silent for %d more minutes, because you wrote yourself."),
                            (int) ((stand_down - get_now (session)) / 60000) + 1);
  if (parley_session_get_state (session) == PARLEY_STATE_COLLECTING)
    return g_strjoin (" ", _ (texts[PARLEY_STATE_COLLECTING]), session->why, NULL);
  return g_strdup (_ (texts[parley_session_get_state (session)]));
}
