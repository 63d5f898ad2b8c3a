/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

/* Longer ahead of a bubble than this our typing is not shown: nobody types for a minute. */
#define SHOW_TYPING_AHEAD_MS 30000

static const gboolean edges[PARLEY_N_STATES][PARLEY_N_STATES] = {
  [PARLEY_STATE_IDLE] = { [PARLEY_STATE_COLLECTING] = TRUE },
  [PARLEY_STATE_COLLECTING] = { [PARLEY_STATE_IDLE] = TRUE, [PARLEY_STATE_THINKING] = TRUE },
  [PARLEY_STATE_THINKING] = { [PARLEY_STATE_IDLE] = TRUE,
                              [PARLEY_STATE_COLLECTING] = TRUE,
                              [PARLEY_STATE_SPEAKING] = TRUE },
  [PARLEY_STATE_SPEAKING] = { [PARLEY_STATE_IDLE] = TRUE, [PARLEY_STATE_COLLECTING] = TRUE },
};

/* Every event has a defined outcome in every state. */
static const ParleyChatHandlers *const handlers[PARLEY_N_STATES] = {
  [PARLEY_STATE_IDLE] = &parley_chat_idle_handlers,
  [PARLEY_STATE_COLLECTING] = &parley_chat_collecting_handlers,
  [PARLEY_STATE_THINKING] = &parley_chat_thinking_handlers,
  [PARLEY_STATE_SPEAKING] = &parley_chat_speaking_handlers,
};

gboolean
parley_chat_has_edge (ParleyState from, ParleyState to)
{
  return edges[from][to];
}

ParleyEffect *
parley_chat_add_effect (ParleyChat *chat, ParleyEffectType type, gint64 now, GArray *effects)
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

void
parley_chat_add_hold (ParleyChat *chat, gint64 until, gint64 now, GArray *effects)
{
  parley_chat_add_effect (chat, PARLEY_EFFECT_HOLD, now, effects)->until = until;
}

void
parley_chat_hold_if_typing (ParleyChat *chat, gint64 now, GArray *effects)
{
  gint64 cap = parley_reading_get_cap (&chat->reading, chat->policy);

  if (chat->reading.typing != PARLEY_TYPING_NONE && cap > now)
    parley_chat_add_hold (chat, cap, now, effects);
}

void
parley_chat_set_state (ParleyChat *chat, ParleyState to, gint64 now, GArray *effects)
{
  ParleyEffect *effect;

  if (chat->state == to)
    return;
  g_return_if_fail (edges[chat->state][to]);

  effect = parley_chat_add_effect (chat, PARLEY_EFFECT_STATE, now, effects);
  effect->state.from = chat->state;
  effect->state.to = to;
  chat->state = to;
}

gint64
parley_chat_get_deadline (const ParleyChat *chat)
{
  switch (chat->state)
    {
    case PARLEY_STATE_IDLE:
      return chat->stand_down_until;
    case PARLEY_STATE_COLLECTING:
      return parley_chat_collecting_get_deadline (chat);
    case PARLEY_STATE_SPEAKING:
      return parley_chat_speaking_get_deadline (chat);
    case PARLEY_STATE_THINKING:
    case PARLEY_N_STATES:
      break;
    }
  return -1;
}

/* Shown only from the first visible text on, and not while they type, nor just after: libpurple
 * tells of a stop right before each message. */
static void
update_typing_shown (ParleyChat *chat, gint64 now, GArray *effects)
{
  gboolean show = FALSE;

  if (chat->state == PARLEY_STATE_SPEAKING && chat->reading.typing == PARLEY_TYPING_NONE
      && !chat->reading.in_grace)
    {
      gint64 due = parley_chat_get_due (chat);

      show = (due > now && due - now <= SHOW_TYPING_AHEAD_MS)
             || (chat->speech.intent > 0 && !chat->speech.late && chat->typing_shown);
    }
  if (show == chat->typing_shown)
    return;
  chat->typing_shown = show;
  parley_chat_add_effect (chat, PARLEY_EFFECT_SHOW_TYPING, now, effects)->typing = show;
}

static gboolean
is_result (ParleyEventType type)
{
  return type == PARLEY_EVENT_PREDICTION || type == PARLEY_EVENT_REPLY_BUBBLE
         || type == PARLEY_EVENT_REPLY_END || type == PARLEY_EVENT_INTENDED
         || type == PARLEY_EVENT_SAID;
}

static const ParleyChatHandlers *
get_handlers (const ParleyChat *chat)
{
  return chat->speech.intent > 0 ? &parley_chat_declared_handlers : handlers[chat->state];
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
  (*get_handlers (chat))[event->type](chat, event, now, effects);
  update_typing_shown (chat, now, effects);
}

ParleyChat *
parley_chat_new (const ParleyTurnPolicy *policy,
                 ParleyLexicon *lexicon,
                 int base_ms,
                 ParleyHabits *habits)
{
  ParleyChat *chat = g_new0 (ParleyChat, 1);

  chat->policy = policy;
  chat->lexicon = lexicon;
  chat->base_ms = base_ms;
  chat->habits = habits;
  chat->stand_down_until = -1;
  chat->reading.predict_at = -1;
  g_queue_init (&chat->later);
  g_queue_init (&chat->speech.unsaid);
  chat->speech.ended = TRUE;
  parley_drafts_reset (&chat->drafts);
  return chat;
}

void
parley_chat_set_base_ms (ParleyChat *chat, int base_ms)
{
  chat->base_ms = base_ms;
}

void
parley_chat_set_thrifty (ParleyChat *chat, gboolean thrifty)
{
  chat->drafts.thrifty = thrifty;
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

gboolean
parley_chat_only_typed (const ParleyChat *chat)
{
  return chat->only_typed;
}

guint
parley_chat_count_unread (const ParleyChat *chat)
{
  guint n = chat->later.length;

  return chat->turn != NULL ? n + chat->turn->bubbles->len : n;
}

static int
compare_id (gconstpointer bubble, gconstpointer id)
{
  return g_strcmp0 (((const ParleyBubble *) bubble)->id, id);
}

gboolean
parley_chat_has_unanswered (const ParleyChat *chat, const char *id)
{
  const ParleyTurn *turn = chat->turn;

  if (g_queue_find_custom ((GQueue *) &chat->later, id, compare_id) != NULL)
    return TRUE;
  return turn != NULL && turn->said->len == 0 && turn->n_read == 0 && parley_turn_has (turn, id);
}

const ParleyBubble *
parley_chat_get_newest (const ParleyChat *chat)
{
  if (chat->later.tail != NULL)
    return chat->later.tail->data;
  return chat->turn != NULL ? parley_turn_get_last (chat->turn) : NULL;
}

gboolean
parley_chat_is_held (const ParleyChat *chat, gint64 now)
{
  gint64 due;

  if (chat->reading.typing == PARLEY_TYPING_NONE)
    return FALSE;
  if (chat->state == PARLEY_STATE_COLLECTING)
    return now >= chat->reading.window_until;
  due = chat->state == PARLEY_STATE_SPEAKING ? parley_speech_get_due (&chat->speech) : -1;
  return due >= 0 && now >= due && now < parley_chat_get_due (chat);
}

guint
parley_chat_get_next_bubble (const ParleyChat *chat, guint *of)
{
  guint n_said = chat->turn != NULL ? chat->turn->said->len : 0;

  *of = chat->speech.ended ? n_said + chat->speech.unsaid.length : 0;
  return n_said + 1;
}

char **
parley_chat_dup_unsaid (const ParleyChat *chat)
{
  return parley_speech_dup_unsaid (&chat->speech);
}

guint
parley_chat_get_n_stale (const ParleyChat *chat)
{
  return chat->n_stale;
}

static void
effect_clear (gpointer data)
{
  ParleyEffect *effect = data;

  g_clear_pointer (&effect->text, g_free);
  g_clear_pointer (&effect->turn, parley_turn_unref);
}

GArray *
parley_effects_new (void)
{
  GArray *effects = g_array_new (FALSE, TRUE, sizeof (ParleyEffect));

  g_array_set_clear_func (effects, effect_clear);
  return effects;
}

const char *
parley_effect_type_to_string (ParleyEffectType type)
{
  static const char *const names[] = {
    [PARLEY_EFFECT_STATE] = "state",     [PARLEY_EFFECT_WINDOW] = "window",
    [PARLEY_EFFECT_HOLD] = "hold",       [PARLEY_EFFECT_TURN] = "turn",
    [PARLEY_EFFECT_PREDICT] = "predict", [PARLEY_EFFECT_ASK] = "ask",
    [PARLEY_EFFECT_ABORT] = "abort",     [PARLEY_EFFECT_SAY] = "say",
    [PARLEY_EFFECT_DROP] = "drop",       [PARLEY_EFFECT_SHOW_TYPING] = "show_typing",
    [PARLEY_EFFECT_DONE] = "done",       [PARLEY_EFFECT_STAND_DOWN] = "standdown",
    [PARLEY_EFFECT_RESUME] = "resume",   [PARLEY_EFFECT_INTEND] = "intend",
    [PARLEY_EFFECT_LATE] = "late",       [PARLEY_EFFECT_RETRACT] = "retract",
  };

  return names[type];
}

const char *
parley_state_to_string (ParleyState state)
{
  static const char *const names[] = {
    [PARLEY_STATE_IDLE] = "idle",
    [PARLEY_STATE_COLLECTING] = "collecting",
    [PARLEY_STATE_THINKING] = "thinking",
    [PARLEY_STATE_SPEAKING] = "speaking",
  };

  return names[state];
}
