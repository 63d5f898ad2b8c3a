/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

/* The states before a reply is said: IDLE, COLLECTING, THINKING. */

/* --- idle --- */

/* Also behind a turn that was put off. */
static void
on_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  g_queue_push_tail (&chat->later, parley_bubble_new (event, now));
  chat->reading.opened_at = now;
  parley_reading_note_bubble (&chat->reading);
  if (chat->stand_down_until < 0)
    parley_chat_read_later (chat, now, effects);
  else
    parley_chat_withdraw (chat, now, effects);
}

/* What was put off while they typed, they had their time to answer by hand. */
static void
on_stand_down_over (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->stand_down_until < 0 || now < chat->stand_down_until)
    return;
  if (chat->only_typed)
    parley_chat_withdraw (chat, now, effects);
  parley_chat_resume (chat, now, effects);
}

static void
on_online (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->stand_down_until < 0)
    parley_chat_read_again (chat, now, effects);
}

const ParleyChatHandlers parley_chat_idle_handlers = {
  [PARLEY_EVENT_BUBBLE] = on_bubble,
  [PARLEY_EVENT_EDIT] = parley_chat_on_unspoken_edit,
  [PARLEY_EVENT_TYPING] = parley_chat_on_typing,
  [PARLEY_EVENT_DEADLINE] = on_stand_down_over,
  [PARLEY_EVENT_PREDICTION] = parley_chat_ignore,
  [PARLEY_EVENT_REPLY_BUBBLE] = parley_chat_ignore,
  [PARLEY_EVENT_REPLY_END] = parley_chat_ignore,
  [PARLEY_EVENT_INTENDED] = parley_chat_ignore,
  [PARLEY_EVENT_SAID] = parley_chat_ignore,
  [PARLEY_EVENT_ARRIVED] = parley_chat_on_arrived,
  [PARLEY_EVENT_TAKEOVER] = parley_chat_on_takeover,
  [PARLEY_EVENT_RESUME] = parley_chat_on_resume,
  [PARLEY_EVENT_OFFLINE] = parley_chat_on_offline,
  [PARLEY_EVENT_ONLINE] = on_online,
  [PARLEY_EVENT_AGAIN] = parley_chat_on_again,
  [PARLEY_EVENT_WITHDRAW] = parley_chat_on_withdraw,
};

/* --- collecting --- */

static gint64
earlier (gint64 a, gint64 b)
{
  return a < 0 ? b : MIN (a, b);
}

gint64
parley_chat_collecting_get_deadline (const ParleyChat *chat)
{
  gint64 deadline = parley_reading_get_deadline (&chat->reading, chat->policy);

  deadline = earlier (chat->reading.predict_at, deadline);
  return earlier (chat->drafts.start_at, deadline);
}

static void
on_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (!parley_reading_note_typing (&chat->reading, chat->policy, event, now))
    return;
  parley_chat_hold_if_typing (chat, now, effects);
  if (event->typing == PARLEY_TYPING_NONE)
    parley_drafts_plan (&chat->drafts, chat->policy, chat->habits, now);
  else
    parley_drafts_hold (&chat->drafts);
}

/* The window closed on a draft: it is the reply, or what there is of it. */
static void
use_draft (ParleyChat *chat, gint64 now, GArray *effects)
{
  parley_drafts_use (&chat->drafts);
  chat->speech.paced_from = now;
  if (!parley_speech_is_empty (&chat->speech))
    {
      parley_chat_set_state (chat, PARLEY_STATE_SPEAKING, now, effects);
      parley_chat_hold_if_typing (chat, now, effects);
    }
  else if (chat->speech.ended)
    parley_chat_finish (chat, PARLEY_OUTCOME_SILENT, now, effects);
}

static void
close_window (ParleyChat *chat, gint64 now, GArray *effects)
{
  const ParleyTurnRecord record = {
    .n = chat->turn->bubbles->len,
    .reason = parley_reading_get_reason (&chat->reading, chat->policy),
    .duration = now - parley_turn_get_first (chat->turn)->at,
    .wait = now - parley_turn_get_last (chat->turn)->at,
    .suggested = chat->reading.window.suggested,
    .shape = chat->reading.window.shape,
  };

  parley_chat_add_effect (chat, PARLEY_EFFECT_TURN, now, effects)->record = record;
  chat->reading.in_grace = FALSE;
  chat->drafts.start_at = -1;
  parley_chat_set_state (chat, PARLEY_STATE_THINKING, now, effects);
  if (chat->drafts.active)
    use_draft (chat, now, effects);
  else
    parley_chat_ask (chat, FALSE, now, effects);
}

static void
on_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (now >= parley_reading_get_deadline (&chat->reading, chat->policy))
    {
      close_window (chat, now, effects);
      return;
    }
  if (chat->reading.predict_at >= 0 && now >= chat->reading.predict_at)
    {
      chat->reading.predict_at = -1;
      parley_chat_add_effect (chat, PARLEY_EFFECT_PREDICT, now, effects);
    }
  if (chat->drafts.start_at >= 0 && now >= chat->drafts.start_at)
    {
      parley_drafts_start (&chat->drafts);
      parley_chat_ask (chat, TRUE, now, effects);
    }
}

static void
on_prediction (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  parley_reading_note_prediction (&chat->reading, chat->policy, &event->prediction, now);
}

/* Of a draft: held back until the window closes. */
static void
on_reply_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->drafts.active)
    parley_speech_push (&chat->speech, event->reply_bubble.text, event->reply_bubble.pace_ms);
}

/* A draft that failed is as if there had been none: the turn asks when its window has closed. */
static void
on_reply_end (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (!chat->drafts.active)
    return;
  chat->speech.ended = TRUE;
  chat->next_hint = event->reply_end.hint;
  if (parley_chat_wait_more (chat, event, now, effects))
    return;
  if (event->reply_end.how == PARLEY_REPLY_FAILED || event->reply_end.how == PARLEY_REPLY_AWAY)
    parley_chat_abandon_reply (chat, now, effects);
}

const ParleyChatHandlers parley_chat_collecting_handlers = {
  [PARLEY_EVENT_BUBBLE] = parley_chat_on_unspoken_bubble,
  [PARLEY_EVENT_EDIT] = parley_chat_on_unspoken_edit,
  [PARLEY_EVENT_TYPING] = on_typing,
  [PARLEY_EVENT_DEADLINE] = on_deadline,
  [PARLEY_EVENT_PREDICTION] = on_prediction,
  [PARLEY_EVENT_REPLY_BUBBLE] = on_reply_bubble,
  [PARLEY_EVENT_REPLY_END] = on_reply_end,
  [PARLEY_EVENT_INTENDED] = parley_chat_ignore,
  [PARLEY_EVENT_SAID] = parley_chat_ignore,
  [PARLEY_EVENT_ARRIVED] = parley_chat_on_arrived,
  [PARLEY_EVENT_TAKEOVER] = parley_chat_on_takeover,
  [PARLEY_EVENT_RESUME] = parley_chat_on_resume,
  [PARLEY_EVENT_OFFLINE] = parley_chat_on_offline,
  [PARLEY_EVENT_ONLINE] = parley_chat_ignore,
  [PARLEY_EVENT_AGAIN] = parley_chat_on_again,
  [PARLEY_EVENT_WITHDRAW] = parley_chat_on_withdraw,
};

/* --- thinking --- */

static void
on_first_reply_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  parley_speech_push (&chat->speech, event->reply_bubble.text, event->reply_bubble.pace_ms);
  parley_chat_set_state (chat, PARLEY_STATE_SPEAKING, now, effects);
  parley_chat_hold_if_typing (chat, now, effects);
}

const ParleyChatHandlers parley_chat_thinking_handlers = {
  [PARLEY_EVENT_BUBBLE] = parley_chat_on_unspoken_bubble,
  [PARLEY_EVENT_EDIT] = parley_chat_on_unspoken_edit,
  [PARLEY_EVENT_TYPING] = parley_chat_on_typing,
  [PARLEY_EVENT_DEADLINE] = parley_chat_ignore,
  [PARLEY_EVENT_PREDICTION] = parley_chat_ignore,
  [PARLEY_EVENT_REPLY_BUBBLE] = on_first_reply_bubble,
  [PARLEY_EVENT_REPLY_END] = parley_chat_end_reply,
  [PARLEY_EVENT_INTENDED] = parley_chat_ignore,
  [PARLEY_EVENT_SAID] = parley_chat_ignore,
  [PARLEY_EVENT_ARRIVED] = parley_chat_on_arrived,
  [PARLEY_EVENT_TAKEOVER] = parley_chat_on_takeover,
  [PARLEY_EVENT_RESUME] = parley_chat_on_resume,
  [PARLEY_EVENT_OFFLINE] = parley_chat_on_offline,
  [PARLEY_EVENT_ONLINE] = parley_chat_ignore,
  [PARLEY_EVENT_AGAIN] = parley_chat_on_again,
  [PARLEY_EVENT_WITHDRAW] = parley_chat_on_withdraw,
};
