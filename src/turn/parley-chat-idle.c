/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

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
on_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
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
  [PARLEY_EVENT_DEADLINE] = on_deadline,
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
