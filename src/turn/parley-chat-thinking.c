/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

static void
on_reply_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
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
  [PARLEY_EVENT_REPLY_BUBBLE] = on_reply_bubble,
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
