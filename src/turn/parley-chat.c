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
  GQueue later; /* of ParleyBubble, for the next turn */
  ParleyReading reading;

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

/* Before the first bubble of a turn the gate is that of reading. Later ones wait for the grace at
 * most. */
static gint64
get_gate (const ParleyChat *chat)
{
  return chat->turn->said->len > 0 ? chat->speech.hold_until
                                   : parley_reading_get_gate (&chat->reading, chat->policy);
}

static gint64
get_speaking_deadline (const ParleyChat *chat)
{
  return parley_speech_is_empty (&chat->speech)
             ? -1
             : MAX (parley_speech_get_due (&chat->speech), get_gate (chat));
}

/* The end of a grace comes first: our typing may be shown again then. */
static gint64
get_next_of_speaking (const ParleyChat *chat)
{
  gint64 due = get_speaking_deadline (chat);

  return due >= 0 && chat->reading.in_grace ? MIN (due, chat->reading.window_until) : due;
}

gint64
parley_chat_get_deadline (const ParleyChat *chat)
{
  switch (chat->state)
    {
    case PARLEY_STATE_IDLE:
      return chat->stand_down_until;
    case PARLEY_STATE_COLLECTING:
      return parley_reading_get_deadline (&chat->reading, chat->policy);
    case PARLEY_STATE_SPEAKING:
      return get_next_of_speaking (chat);
    case PARLEY_STATE_THINKING:
    case PARLEY_N_STATES:
      break;
    }
  return -1;
}

static void
add_hold (ParleyChat *chat, gint64 until, gint64 now, GArray *effects)
{
  add_effect (chat, PARLEY_EFFECT_HOLD, now, effects)->until = until;
}

/* Holds to the cap, if they type. */
static void
hold_if_typing (ParleyChat *chat, gint64 now, GArray *effects)
{
  if (chat->reading.typing != PARLEY_TYPING_NONE)
    add_hold (chat, parley_reading_get_cap (&chat->reading, chat->policy), now, effects);
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
  const ParleyWindowInput input = {
    .text = parley_turn_get_last (chat->turn)->text,
    .n = chat->turn->bubbles->len,
    .age_ms = (int) (now - chat->reading.opened_at),
    .base_ms = chat->base_ms,
    .lexicon = chat->lexicon,
  };
  ParleyEffect *effect;

  parley_reading_open_window (&chat->reading, chat->policy, &input, now);
  effect = add_effect (chat, PARLEY_EFFECT_WINDOW, now, effects);
  effect->window.found = chat->reading.window;
  effect->window.until = chat->reading.window_until;
}

/* Opens the turn if there is none. */
static void
absorb (ParleyChat *chat, ParleyBubble *bubble, gint64 now)
{
  if (chat->turn == NULL)
    {
      chat->turn = parley_turn_new (++chat->n_turns);
      chat->reading.opened_at = now;
    }
  parley_turn_absorb (chat->turn, bubble);
}

static void
collect (ParleyChat *chat, ParleyBubble *bubble, gint64 now, GArray *effects)
{
  chat->epoch++;
  chat->reading.typing = PARLEY_TYPING_NONE;
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

/* Begins the next turn with what waits for it, as much as it may hold. */
static void
read_later (ParleyChat *chat, gint64 now, GArray *effects)
{
  if (g_queue_is_empty (&chat->later))
    return;
  while (!g_queue_is_empty (&chat->later) && may_absorb (chat, g_queue_peek_head (&chat->later)))
    absorb (chat, g_queue_pop_head (&chat->later), now);
  chat->epoch++;
  set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  open_window (chat, now, effects);
}

/* The turn was answered or can't be. What was queued meanwhile begins the next one. */
static void
finish (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects)
{
  abandon_reply (chat, now, effects);
  close_turn (chat, outcome, now, effects);
  chat->reading.typing_seen = chat->reading.typing != PARLEY_TYPING_NONE;
  set_state (chat, PARLEY_STATE_IDLE, now, effects);
  read_later (chat, now, effects);
}

/* Nothing of the turn was said: it is kept, and read again with the next bubble or connection. */
static void
put_off (ParleyChat *chat, gint64 now, GArray *effects)
{
  abandon_reply (chat, now, effects);
  chat->epoch++;
  set_state (chat, PARLEY_STATE_IDLE, now, effects);
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
  chat->reading.typing_seen = FALSE;
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
  chat->reading.typing = PARLEY_TYPING_NONE;
}

/* What was spoken is over. What was queued behind it waits for the connection, as an unspoken turn
 * does. */
static void
on_offline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->turn != NULL && chat->turn->said->len > 0)
    {
      abandon_reply (chat, now, effects);
      close_turn (chat, PARLEY_OUTCOME_CUT, now, effects);
    }
  chat->reading.typing = PARLEY_TYPING_NONE;
  put_off (chat, now, effects);
}

static void
on_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  parley_reading_note_typing (&chat->reading, chat->policy, event->typing, now);
}

/* IDLE */

/* Also behind a turn that was put off. */
static void
idle_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  g_queue_push_tail (&chat->later, parley_bubble_new (event->bubble.text, now, event->bubble.wall));
  chat->reading.opened_at = now;
  chat->reading.typing = PARLEY_TYPING_NONE;
  if (chat->stand_down_until < 0)
    read_later (chat, now, effects);
  else
    withdraw (chat, now, effects);
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
  if (chat->turn == NULL && g_queue_is_empty (&chat->later))
    return;
  chat->reading.opened_at = now;
  if (chat->turn == NULL)
    {
      read_later (chat, now, effects);
      return;
    }
  chat->epoch++;
  set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  open_window (chat, now, effects);
}

/* COLLECTING, and later while nothing was said */

/* Nothing was said yet: what was asked is out of date, unless the bubble has to wait. */
static void
read_or_queue (ParleyChat *chat, ParleyBubble *bubble, gint64 now, GArray *effects)
{
  if (!may_absorb (chat, bubble))
    {
      g_queue_push_tail (&chat->later, bubble);
      return;
    }
  abandon_reply (chat, now, effects);
  collect (chat, bubble, now, effects);
}

static void
unspoken_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  read_or_queue (chat, parley_bubble_new (event->bubble.text, now, event->bubble.wall), now,
                 effects);
}

static void
collecting_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (parley_reading_note_typing (&chat->reading, chat->policy, event->typing, now))
    hold_if_typing (chat, now, effects);
}

static void
collecting_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyTurnRecord record = {
    .n = chat->turn->bubbles->len,
    .reason = parley_reading_get_reason (&chat->reading, chat->policy),
    .wait = now - parley_turn_get_last (chat->turn)->at,
    .suggested = chat->reading.window.suggested,
    .shape = chat->reading.window.shape,
  };

  if (now < parley_reading_get_deadline (&chat->reading, chat->policy))
    return;
  add_effect (chat, PARLEY_EFFECT_TURN, now, effects)->record = record;
  chat->reading.in_grace = FALSE;
  parley_speech_begin (&chat->speech, now);
  set_state (chat, PARLEY_STATE_THINKING, now, effects);
  add_effect (chat, PARLEY_EFFECT_ASK, now, effects);
}

/* THINKING */

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
  hold_if_typing (chat, now, effects);
}

static void
thinking_reply_end (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean failed = event->reply_end.how == PARLEY_REPLY_FAILED;

  chat->speech.ended = TRUE;
  finish (chat, failed ? PARLEY_OUTCOME_FAILED : PARLEY_OUTCOME_SILENT, now, effects);
}

/* SPEAKING */

/* What was said stands: they go on from there with a turn of its own. */
static void
speaking_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyBubble *bubble = parley_bubble_new (event->bubble.text, now, event->bubble.wall);

  if (chat->turn->said->len == 0)
    {
      read_or_queue (chat, bubble, now, effects);
      return;
    }
  abandon_reply (chat, now, effects);
  close_turn (chat, PARLEY_OUTCOME_CUT, now, effects);
  chat->reading.typing = PARLEY_TYPING_NONE;
  g_queue_push_tail (&chat->later, bubble);
  read_later (chat, now, effects);
  chat->turn->after_cut = TRUE;
}

static void
speaking_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean waiting = chat->turn->said->len == 0 && !parley_speech_is_empty (&chat->speech);

  if (parley_reading_note_typing (&chat->reading, chat->policy, event->typing, now) && waiting)
    hold_if_typing (chat, now, effects);
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

  if (chat->reading.in_grace && now >= chat->reading.window_until)
    chat->reading.in_grace = FALSE;
  if (parley_speech_is_empty (&chat->speech) || now < get_speaking_deadline (chat))
    return;
  if (!first && chat->reading.typing != PARLEY_TYPING_NONE && chat->speech.hold_until == 0)
    {
      chat->speech.hold_until = now + chat->policy->grace;
      add_hold (chat, chat->speech.hold_until, now, effects);
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
  if (event->reply_end.how == PARLEY_REPLY_FAILED)
    finish (chat, PARLEY_OUTCOME_FAILED, now, effects);
  else if (parley_speech_is_empty (&chat->speech))
    finish (chat, PARLEY_OUTCOME_ANSWERED, now, effects);
}

static void
speaking_said (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->speech.saying == NULL)
    return;
  if (!event->delivered && chat->turn->said->len == 0)
    {
      put_off (chat, now, effects);
      return;
    }
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
    [PARLEY_EVENT_EDIT] = ignore,
    [PARLEY_EVENT_TYPING] = on_typing,
    [PARLEY_EVENT_DEADLINE] = idle_deadline,
    [PARLEY_EVENT_PREDICTION] = ignore,
    [PARLEY_EVENT_REPLY_BUBBLE] = ignore,
    [PARLEY_EVENT_REPLY_END] = ignore,
    [PARLEY_EVENT_SAID] = ignore,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = idle_resume,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = idle_online,
    [PARLEY_EVENT_SLEPT] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
  [PARLEY_STATE_COLLECTING] = {
    [PARLEY_EVENT_BUBBLE] = unspoken_bubble,
    [PARLEY_EVENT_EDIT] = ignore,
    [PARLEY_EVENT_TYPING] = collecting_typing,
    [PARLEY_EVENT_DEADLINE] = collecting_deadline,
    [PARLEY_EVENT_PREDICTION] = ignore,
    [PARLEY_EVENT_REPLY_BUBBLE] = ignore,
    [PARLEY_EVENT_REPLY_END] = ignore,
    [PARLEY_EVENT_SAID] = ignore,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = ignore,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = ignore,
    [PARLEY_EVENT_SLEPT] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
  [PARLEY_STATE_THINKING] = {
    [PARLEY_EVENT_BUBBLE] = unspoken_bubble,
    [PARLEY_EVENT_EDIT] = ignore,
    [PARLEY_EVENT_TYPING] = on_typing,
    [PARLEY_EVENT_DEADLINE] = ignore,
    [PARLEY_EVENT_PREDICTION] = ignore,
    [PARLEY_EVENT_REPLY_BUBBLE] = thinking_reply_bubble,
    [PARLEY_EVENT_REPLY_END] = thinking_reply_end,
    [PARLEY_EVENT_SAID] = ignore,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = ignore,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = ignore,
    [PARLEY_EVENT_SLEPT] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
  [PARLEY_STATE_SPEAKING] = {
    [PARLEY_EVENT_BUBBLE] = speaking_bubble,
    [PARLEY_EVENT_EDIT] = ignore,
    [PARLEY_EVENT_TYPING] = speaking_typing,
    [PARLEY_EVENT_DEADLINE] = speaking_deadline,
    [PARLEY_EVENT_PREDICTION] = ignore,
    [PARLEY_EVENT_REPLY_BUBBLE] = speaking_reply_bubble,
    [PARLEY_EVENT_REPLY_END] = speaking_reply_end,
    [PARLEY_EVENT_SAID] = speaking_said,
    [PARLEY_EVENT_TAKEOVER] = on_takeover,
    [PARLEY_EVENT_RESUME] = ignore,
    [PARLEY_EVENT_OFFLINE] = on_offline,
    [PARLEY_EVENT_ONLINE] = ignore,
    [PARLEY_EVENT_SLEPT] = ignore,
    [PARLEY_EVENT_WITHDRAW] = on_withdraw,
  },
};

/* Shown only from the first visible text on, and not while they type, nor just after: libpurple
 * tells of a stop right before each message. */
static void
update_typing_shown (ParleyChat *chat, gint64 now, GArray *effects)
{
  gboolean show = FALSE;

  if (chat->state == PARLEY_STATE_SPEAKING && chat->reading.typing == PARLEY_TYPING_NONE
      && !chat->reading.in_grace)
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
