/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat.h"

#include <string.h>

#include "turn/parley-speech.h"

/* Longer ahead of a bubble than this our typing is not shown: nobody types for a minute. */
#define SHOW_TYPING_AHEAD_MS 30000

struct _ParleyChat
{
  const ParleyTurnPolicy *policy;
  ParleyLexicon *lexicon;
  int base_ms;

  ParleyState state;
  guint64 epoch;
  guint n_stale;
  gint64 stand_down_until; /* -1: not stood down */

  /* Reading. The turn is also kept through an offline time, in IDLE. */
  guint64 n_turns;
  ParleyTurn *turn;
  GQueue later;     /* of ParleyBubble, for the next turn */
  gint64 opened_at; /* the ceiling counts from here */
  gint64 evidence_at;
  ParleyTyping typing;
  gboolean typing_seen; /* in this turn */
  ParleyWindow window;
  gint64 window_until;
  gboolean in_grace; /* the window is what is owed after typing stopped */

  /* Speaking. */
  ParleySpeech speech;
  gboolean typing_shown;
};

typedef void (*Handler) (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);

/* Effects and edges */

static const gboolean edges[PARLEY_N_STATES][PARLEY_N_STATES] = {
  [PARLEY_STATE_IDLE] = { [PARLEY_STATE_COLLECTING] = TRUE },
  [PARLEY_STATE_COLLECTING] = { [PARLEY_STATE_IDLE] = TRUE, [PARLEY_STATE_THINKING] = TRUE },
  [PARLEY_STATE_THINKING] = { [PARLEY_STATE_IDLE] = TRUE,
                              [PARLEY_STATE_COLLECTING] = TRUE,
                              [PARLEY_STATE_SPEAKING] = TRUE },
  [PARLEY_STATE_SPEAKING] = { [PARLEY_STATE_IDLE] = TRUE, [PARLEY_STATE_COLLECTING] = TRUE },
};

gboolean
parley_chat_has_edge (ParleyState from, ParleyState to)
{
  return edges[from][to];
}

/* Returns: (transfer none): valid until the next effect is added. */
static ParleyEffect *
add_effect (ParleyChat *chat, ParleyEffectType type, gint64 now, GArray *effects)
{
  ParleyEffect effect = {
    .type = type,
    .at = now,
    .epoch = chat->epoch,
    .turn_id = chat->turn != NULL ? chat->turn->id : 0,
  };

  g_array_append_val (effects, effect);
  return &g_array_index (effects, ParleyEffect, effects->len - 1);
}

/* The only place where the state changes. */
static void
set_state (ParleyChat *chat, ParleyState to, gint64 now, GArray *effects)
{
  ParleyEffect *effect;

  if (chat->state == to)
    return;
  g_return_if_fail (edges[chat->state][to]);

  effect = add_effect (chat, PARLEY_EFFECT_STATE, now, effects);
  effect->state.from = chat->state;
  effect->state.to = to;
  chat->state = to;
}

/* The times things are due at */

static gint64
get_cap (const ParleyChat *chat)
{
  const ParleyTurnPolicy *policy = chat->policy;
  const int caps[] = {
    [PARLEY_TYPING_NONE] = policy->cap_quiet,
    [PARLEY_TYPING_ACTIVE] = policy->cap_typing,
    [PARLEY_TYPING_PAUSED] = policy->cap_typed,
  };
  int ceiling = chat->typing_seen ? policy->ceiling_typing : policy->ceiling_quiet;

  return MIN (chat->evidence_at + caps[chat->typing], chat->opened_at + ceiling);
}

static gint64
get_collecting_deadline (const ParleyChat *chat)
{
  gint64 cap = get_cap (chat);

  return chat->typing == PARLEY_TYPING_NONE ? MIN (cap, chat->window_until) : cap;
}

/* Before the first bubble of a turn the gate is that of reading. Later ones wait for the grace at
 * most. */
static gint64
get_gate (const ParleyChat *chat)
{
  if (chat->turn->said->len > 0)
    return chat->speech.hold_until;
  if (chat->typing != PARLEY_TYPING_NONE)
    return get_cap (chat);
  return chat->in_grace ? chat->window_until : 0;
}

static gint64
get_speaking_deadline (const ParleyChat *chat)
{
  return parley_speech_is_empty (&chat->speech)
             ? -1
             : MAX (parley_speech_get_due (&chat->speech), get_gate (chat));
}

gint64
parley_chat_get_deadline (const ParleyChat *chat)
{
  switch (chat->state)
    {
    case PARLEY_STATE_IDLE:
      return chat->stand_down_until;
    case PARLEY_STATE_COLLECTING:
      return get_collecting_deadline (chat);
    case PARLEY_STATE_SPEAKING:
      return get_speaking_deadline (chat);
    case PARLEY_STATE_THINKING:
    case PARLEY_N_STATES:
      break;
    }
  return -1;
}

/* Reading */

static gboolean
may_absorb (const ParleyChat *chat, const ParleyBubble *bubble)
{
  if (chat->turn == NULL || chat->turn->bubbles->len == 0)
    return TRUE;
  return chat->base_ms > 0 && chat->turn->bubbles->len < chat->policy->max_bubbles
         && chat->turn->bytes + strlen (bubble->text) <= chat->policy->max_bytes;
}

static void
open_window (ParleyChat *chat, gint64 now, GArray *effects)
{
  const ParleyBubble *last = parley_turn_get_last (chat->turn);
  const ParleyWindowInput input = {
    .text = last->text,
    .n = chat->turn->bubbles->len,
    .age_ms = (int) (now - chat->opened_at),
    .base_ms = chat->base_ms,
    .lexicon = chat->lexicon,
  };
  ParleyEffect *effect;

  parley_window_compute (&chat->policy->window, &input, &chat->window);
  chat->window_until = now + chat->window.wait;
  chat->in_grace = FALSE;
  chat->evidence_at = now;
  effect = add_effect (chat, PARLEY_EFFECT_WINDOW, now, effects);
  effect->window.found = chat->window;
  effect->window.until = chat->window_until;
}

/* Opens the turn if there is none. */
static void
absorb (ParleyChat *chat, ParleyBubble *bubble, gint64 now)
{
  if (chat->turn == NULL)
    {
      chat->turn = parley_turn_new (++chat->n_turns);
      chat->opened_at = now;
    }
  parley_turn_absorb (chat->turn, bubble);
}

static void
collect (ParleyChat *chat, ParleyBubble *bubble, gint64 now, GArray *effects)
{
  chat->epoch++;
  chat->typing = PARLEY_TYPING_NONE;
  absorb (chat, bubble, now);
  set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  open_window (chat, now, effects);
}

/* Ending */

/* Nothing of the reply will be said any more, and what still writes it is cancelled. */
static void
abandon_reply (ParleyChat *chat, gint64 now, GArray *effects)
{
  gboolean writing = !chat->speech.ended;
  guint dropped = parley_speech_clear (&chat->speech);

  if (writing)
    add_effect (chat, PARLEY_EFFECT_ABORT, now, effects);
  if (dropped > 0)
    add_effect (chat, PARLEY_EFFECT_DROP, now, effects)->dropped = dropped;
}

static void
close_turn (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects)
{
  ParleyEffect *effect;

  if (chat->turn == NULL)
    return;
  effect = add_effect (chat, PARLEY_EFFECT_DONE, now, effects);
  effect->outcome = outcome;
  effect->turn = g_steal_pointer (&chat->turn);
}

/* The turn was answered or can't be. What was queued meanwhile begins the next one. */
static void
finish (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects)
{
  abandon_reply (chat, now, effects);
  close_turn (chat, outcome, now, effects);
  chat->typing_seen = chat->typing != PARLEY_TYPING_NONE;
  set_state (chat, PARLEY_STATE_IDLE, now, effects);

  while (!g_queue_is_empty (&chat->later) && may_absorb (chat, g_queue_peek_head (&chat->later)))
    absorb (chat, g_queue_pop_head (&chat->later), now);
  if (chat->turn == NULL)
    return;
  chat->epoch++;
  set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  open_window (chat, now, effects);
}

/* The turn will not be answered, nor what was queued behind it: all of it was read, though. */
static void
withdraw (ParleyChat *chat, gint64 now, GArray *effects)
{
  abandon_reply (chat, now, effects);
  while (!g_queue_is_empty (&chat->later))
    absorb (chat, g_queue_pop_head (&chat->later), now);
  close_turn (chat, PARLEY_OUTCOME_WITHDRAWN, now, effects);
  chat->epoch++;
  chat->typing_seen = FALSE;
  set_state (chat, PARLEY_STATE_IDLE, now, effects);
}

/* Events in any state */

static void
ignore (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
}

static void
on_takeover (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  withdraw (chat, now, effects);
  chat->stand_down_until = MAX (chat->stand_down_until, now + event->stand_down_ms);
  add_effect (chat, PARLEY_EFFECT_STAND_DOWN, now, effects)->until = chat->stand_down_until;
}

static void
on_withdraw (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  withdraw (chat, now, effects);
  chat->typing = PARLEY_TYPING_NONE;
}

/* A turn of which nothing was said is kept and read again when the connection is back. */
static void
on_offline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean spoke = chat->turn != NULL && chat->turn->said->len > 0;

  abandon_reply (chat, now, effects);
  if (spoke)
    close_turn (chat, PARLEY_OUTCOME_CUT, now, effects);
  chat->epoch++;
  chat->typing = PARLEY_TYPING_NONE;
  set_state (chat, PARLEY_STATE_IDLE, now, effects);
}

/* Only a change is evidence: libpurple swallows repeats. Returns: whether it is one. */
static gboolean
note_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now)
{
  if (chat->typing == event->typing)
    return FALSE;
  chat->typing = event->typing;
  chat->typing_seen |= event->typing != PARLEY_TYPING_NONE;
  chat->evidence_at = now;
  chat->in_grace = event->typing == PARLEY_TYPING_NONE;
  if (chat->in_grace)
    chat->window_until = now + chat->policy->grace;
  return TRUE;
}

static void
on_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  note_typing (chat, event, now);
}

/* IDLE */

static void
idle_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyBubble *bubble = parley_bubble_new (event->bubble.text, now, event->bubble.wall);

  if (chat->stand_down_until < 0)
    {
      chat->opened_at = now; /* also of a turn kept through an offline time */
      collect (chat, bubble, now, effects);
      return;
    }
  absorb (chat, bubble, now);
  close_turn (chat, PARLEY_OUTCOME_WITHDRAWN, now, effects);
}

static void
idle_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->stand_down_until < 0 || now < chat->stand_down_until)
    return;
  chat->stand_down_until = -1;
  add_effect (chat, PARLEY_EFFECT_RESUME, now, effects);
}

static void
idle_resume (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->stand_down_until < 0)
    return;
  chat->stand_down_until = -1;
  add_effect (chat, PARLEY_EFFECT_RESUME, now, effects);
}

static void
idle_online (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->turn == NULL)
    return;
  chat->epoch++;
  chat->opened_at = now;
  set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  open_window (chat, now, effects);
}

/* COLLECTING */

static void
collecting_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyBubble *bubble = parley_bubble_new (event->bubble.text, now, event->bubble.wall);

  if (may_absorb (chat, bubble))
    collect (chat, bubble, now, effects);
  else
    g_queue_push_tail (&chat->later, bubble);
}

static void
collecting_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (note_typing (chat, event, now) && chat->typing != PARLEY_TYPING_NONE)
    add_effect (chat, PARLEY_EFFECT_HOLD, now, effects)->until = get_cap (chat);
}

static ParleyReason
get_reason (const ParleyChat *chat)
{
  if (chat->typing != PARLEY_TYPING_NONE || get_cap (chat) < chat->window_until)
    return PARLEY_REASON_HARD_CAP;
  if (chat->in_grace)
    return PARLEY_REASON_TYPING_STOPPED;
  return chat->window.immediate ? PARLEY_REASON_EXPLICIT_SIGNAL : PARLEY_REASON_TIMEOUT;
}

static void
collecting_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyTurnRecord record = {
    .n = chat->turn->bubbles->len,
    .reason = get_reason (chat),
    .wait = now - parley_turn_get_last (chat->turn)->at,
    .suggested = chat->window.suggested,
    .shape = chat->window.shape,
  };

  if (now < get_collecting_deadline (chat))
    return;
  add_effect (chat, PARLEY_EFFECT_TURN, now, effects)->record = record;
  parley_speech_begin (&chat->speech, now);
  set_state (chat, PARLEY_STATE_THINKING, now, effects);
  add_effect (chat, PARLEY_EFFECT_ASK, now, effects);
}

/* THINKING */

static void
thinking_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyBubble *bubble = parley_bubble_new (event->bubble.text, now, event->bubble.wall);

  if (!may_absorb (chat, bubble))
    {
      g_queue_push_tail (&chat->later, bubble);
      return;
    }
  abandon_reply (chat, now, effects);
  collect (chat, bubble, now, effects);
}

static void
push_reply_bubble (ParleyChat *chat, const ParleyEvent *event)
{
  parley_speech_push (&chat->speech, event->reply_bubble.text, event->reply_bubble.pace_ms);
}

static void
thinking_reply_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  push_reply_bubble (chat, event);
  set_state (chat, PARLEY_STATE_SPEAKING, now, effects);
  if (chat->typing != PARLEY_TYPING_NONE)
    add_effect (chat, PARLEY_EFFECT_HOLD, now, effects)->until = get_cap (chat);
}

static void
thinking_reply_end (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean failed = event->reply_end == PARLEY_REPLY_FAILED;

  chat->speech.ended = TRUE;
  finish (chat, failed ? PARLEY_OUTCOME_FAILED : PARLEY_OUTCOME_SILENT, now, effects);
}

/* SPEAKING */

static void
speaking_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyBubble *bubble = parley_bubble_new (event->bubble.text, now, event->bubble.wall);
  gboolean spoke = chat->turn->said->len > 0;

  if (!spoke && !may_absorb (chat, bubble))
    {
      g_queue_push_tail (&chat->later, bubble);
      return;
    }
  abandon_reply (chat, now, effects);
  if (spoke)
    close_turn (chat, PARLEY_OUTCOME_CUT, now, effects);
  while (spoke && !g_queue_is_empty (&chat->later))
    absorb (chat, g_queue_pop_head (&chat->later), now);
  collect (chat, bubble, now, effects);
  chat->turn->after_cut |= spoke;
}

static void
speaking_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (note_typing (chat, event, now) && chat->typing != PARLEY_TYPING_NONE
      && chat->turn->said->len == 0 && !parley_speech_is_empty (&chat->speech))
    add_effect (chat, PARLEY_EFFECT_HOLD, now, effects)->until = get_cap (chat);
}

static void
say_next (ParleyChat *chat, gint64 now, GArray *effects)
{
  ParleyEffect *effect = add_effect (chat, PARLEY_EFFECT_SAY, now, effects);

  effect->text = g_strdup (parley_speech_take (&chat->speech));
  effect->say.bubble = chat->speech.n_handed;
  effect->say.of = chat->speech.n_handed + chat->speech.unsaid.length;
  chat->typing_shown = FALSE; /* a message ends the typing that was shown */
}

static void
speaking_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean first = chat->turn->said->len == 0;

  if (parley_speech_is_empty (&chat->speech) || now < get_speaking_deadline (chat))
    return;
  if (!first && chat->typing != PARLEY_TYPING_NONE && chat->speech.hold_until == 0)
    {
      chat->speech.hold_until = now + chat->policy->grace;
      add_effect (chat, PARLEY_EFFECT_HOLD, now, effects)->until = chat->speech.hold_until;
      return;
    }
  say_next (chat, now, effects);
}

static void
speaking_reply_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  push_reply_bubble (chat, event);
}

static void
speaking_reply_end (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  chat->speech.ended = TRUE;
  if (event->reply_end == PARLEY_REPLY_FAILED)
    finish (chat, PARLEY_OUTCOME_FAILED, now, effects);
  else if (parley_speech_is_empty (&chat->speech))
    finish (chat, PARLEY_OUTCOME_ANSWERED, now, effects);
}

static void
speaking_said (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->speech.saying == NULL)
    return;
  if (!event->delivered)
    {
      finish (chat, PARLEY_OUTCOME_FAILED, now, effects);
      return;
    }
  g_ptr_array_add (chat->turn->said, parley_speech_delivered (&chat->speech, now));
  if (chat->speech.ended && parley_speech_is_empty (&chat->speech))
    finish (chat, PARLEY_OUTCOME_ANSWERED, now, effects);
}

/* Every event has a defined outcome in every state. */
static const Handler handlers[PARLEY_N_STATES][PARLEY_N_EVENTS] = {
  [PARLEY_STATE_IDLE] = {
    [PARLEY_EVENT_BUBBLE] = idle_bubble,
    [PARLEY_EVENT_TYPING] = on_typing,
    [PARLEY_EVENT_DEADLINE] = idle_deadline,
    [PARLEY_EVENT_REPLY_BUBBLE] = ignore,
    [PARLEY_EVENT_REPLY_END] = ignore,
    [PARLEY_EVENT_SAID] = ignore,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = idle_resume,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = idle_online,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
  [PARLEY_STATE_COLLECTING] = {
    [PARLEY_EVENT_BUBBLE] = collecting_bubble,
    [PARLEY_EVENT_TYPING] = collecting_typing,
    [PARLEY_EVENT_DEADLINE] = collecting_deadline,
    [PARLEY_EVENT_REPLY_BUBBLE] = ignore,
    [PARLEY_EVENT_REPLY_END] = ignore,
    [PARLEY_EVENT_SAID] = ignore,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = ignore,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
  [PARLEY_STATE_THINKING] = {
    [PARLEY_EVENT_BUBBLE] = thinking_bubble,
    [PARLEY_EVENT_TYPING] = on_typing,
    [PARLEY_EVENT_DEADLINE] = ignore,
    [PARLEY_EVENT_REPLY_BUBBLE] = thinking_reply_bubble,
    [PARLEY_EVENT_REPLY_END] = thinking_reply_end,
    [PARLEY_EVENT_SAID] = ignore,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = ignore,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
  [PARLEY_STATE_SPEAKING] = {
    [PARLEY_EVENT_BUBBLE] = speaking_bubble,
    [PARLEY_EVENT_TYPING] = speaking_typing,
    [PARLEY_EVENT_DEADLINE] = speaking_deadline,
    [PARLEY_EVENT_REPLY_BUBBLE] = speaking_reply_bubble,
    [PARLEY_EVENT_REPLY_END] = speaking_reply_end,
    [PARLEY_EVENT_SAID] = speaking_said,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = ignore,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
};

/* Shown only from the first visible text on, and not while they type: that is them speaking. */
static void
update_typing_shown (ParleyChat *chat, gint64 now, GArray *effects)
{
  gboolean show = FALSE;

  if (chat->state == PARLEY_STATE_SPEAKING && chat->typing == PARLEY_TYPING_NONE)
    {
      gint64 due = get_speaking_deadline (chat);

      show = due > now && due - now <= SHOW_TYPING_AHEAD_MS;
    }
  if (show == chat->typing_shown)
    return;
  chat->typing_shown = show;
  add_effect (chat, PARLEY_EFFECT_SHOW_TYPING, now, effects)->typing = show;
}

static gboolean
is_result (ParleyEventType type)
{
  return type == PARLEY_EVENT_REPLY_BUBBLE || type == PARLEY_EVENT_REPLY_END
         || type == PARLEY_EVENT_SAID;
}

void
parley_chat_step (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  g_return_if_fail (chat->speech.saying == NULL || event->type == PARLEY_EVENT_SAID);

  if (is_result (event->type) && event->epoch != chat->epoch)
    {
      chat->n_stale++;
      return;
    }
  handlers[chat->state][event->type](chat, event, now, effects);
  update_typing_shown (chat, now, effects);
}

ParleyChat *
parley_chat_new (const ParleyTurnPolicy *policy, ParleyLexicon *lexicon, int base_ms)
{
  ParleyChat *chat = g_new0 (ParleyChat, 1);

  chat->policy = policy;
  chat->lexicon = lexicon;
  chat->base_ms = base_ms;
  chat->stand_down_until = -1;
  g_queue_init (&chat->later);
  g_queue_init (&chat->speech.unsaid);
  chat->speech.ended = TRUE;
  return chat;
}

void
parley_chat_free (ParleyChat *chat)
{
  g_clear_pointer (&chat->turn, parley_turn_unref);
  g_queue_clear_full (&chat->later, (GDestroyNotify) parley_bubble_free);
  parley_speech_clear (&chat->speech);
  g_free (chat);
}

ParleyState
parley_chat_get_state (const ParleyChat *chat)
{
  return chat->state;
}

guint64
parley_chat_get_epoch (const ParleyChat *chat)
{
  return chat->epoch;
}

ParleyTurn *
parley_chat_get_turn (const ParleyChat *chat)
{
  return chat->turn;
}

gint64
parley_chat_get_stand_down (const ParleyChat *chat)
{
  return chat->stand_down_until;
}

guint
parley_chat_get_n_stale (const ParleyChat *chat)
{
  return chat->n_stale;
}
