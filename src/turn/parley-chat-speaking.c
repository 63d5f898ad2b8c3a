/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

/* Later bubbles wait while typing is shown, and for the grace behind it, but never past the hold
 * that began when the first of this was in a bubble's way. */
static gint64
get_later_gate (const ParleyChat *chat)
{
  gint64 hold_until = chat->speech.hold_until;

  if (chat->reading.typing != PARLEY_TYPING_NONE)
    return hold_until;
  if (!chat->reading.in_grace)
    return 0;
  return hold_until > 0 ? MIN (hold_until, chat->reading.window_until) : chat->reading.window_until;
}

/* Before the first bubble of a turn the gate is that of reading. */
static gint64
get_gate (const ParleyChat *chat)
{
  return chat->turn->said->len > 0 ? get_later_gate (chat)
                                   : parley_reading_get_gate (&chat->reading, chat->policy);
}

gint64
parley_chat_get_due (const ParleyChat *chat)
{
  return parley_speech_is_empty (&chat->speech)
             ? -1
             : MAX (parley_speech_get_due (&chat->speech), get_gate (chat));
}

/* The end of a grace comes first: our typing may be shown again then. */
gint64
parley_chat_speaking_get_deadline (const ParleyChat *chat)
{
  gint64 due = parley_chat_get_due (chat);

  return due >= 0 && chat->reading.in_grace ? MIN (due, chat->reading.window_until) : due;
}

/* What was said stands: they go on from there with a turn of its own. */
static void
on_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  ParleyBubble *bubble = parley_bubble_new (event, now);

  if (chat->turn->said->len == 0)
    {
      parley_chat_read_or_queue (chat, bubble, now, effects);
      return;
    }
  parley_chat_abandon_reply (chat, now, effects);
  parley_chat_close_turn (chat, PARLEY_OUTCOME_CUT, now, effects);
  parley_reading_note_bubble (&chat->reading);
  g_queue_push_tail (&chat->later, bubble);
  parley_chat_read_later (chat, now, effects);
  chat->turn->after_cut = TRUE;
}

/* What was answered already can't be taken back; what they put in its place is news. */
static void
on_edit (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  const ParleyEvent bubble = {
    .type = PARLEY_EVENT_BUBBLE,
    .bubble = { .text = event->edit.text, .id = event->edit.id, .wall = event->edit.wall },
  };

  if (chat->turn->said->len == 0)
    parley_chat_on_unspoken_edit (chat, event, now, effects);
  else if (!parley_chat_edit_queued (chat, event) && event->edit.text != NULL
           && parley_turn_has (chat->turn, event->edit.id))
    on_bubble (chat, &bubble, now, effects);
}

static void
on_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean waiting = chat->turn->said->len == 0 && !parley_speech_is_empty (&chat->speech);

  if (parley_reading_note_typing (&chat->reading, chat->policy, event->typing, now) && waiting)
    parley_chat_hold_if_typing (chat, now, effects);
}

static void
say_next (ParleyChat *chat, gint64 now, GArray *effects)
{
  ParleyEffect *effect = parley_chat_add_effect (chat, PARLEY_EFFECT_SAY, now, effects);

  effect->text = g_strdup (parley_speech_take (&chat->speech));
  effect->say.bubble = chat->speech.n_handed;
  effect->say.of = chat->speech.n_handed + chat->speech.unsaid.length;
  chat->typing_shown = FALSE; /* a message ends the typing that was shown */
}

static void
on_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean first = chat->turn->said->len == 0;

  if (chat->reading.in_grace && now >= chat->reading.window_until)
    chat->reading.in_grace = FALSE;
  if (parley_speech_is_empty (&chat->speech) || now < parley_chat_get_due (chat))
    return;
  if (!first && chat->reading.typing != PARLEY_TYPING_NONE && chat->speech.hold_until == 0)
    {
      chat->speech.hold_until = now + chat->policy->hold;
      parley_chat_add_hold (chat, chat->speech.hold_until, now, effects);
      return;
    }
  say_next (chat, now, effects);
}

static void
on_reply_bubble (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  parley_speech_push (&chat->speech, event->reply_bubble.text, event->reply_bubble.pace_ms);
}

static void
on_said (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->speech.saying == NULL)
    return;
  if (event->said == PARLEY_SAID_LOST && chat->turn->said->len == 0)
    {
      parley_chat_put_off (chat, now, effects);
      return;
    }
  if (event->said == PARLEY_SAID_LOST)
    {
      parley_chat_finish (chat, PARLEY_OUTCOME_FAILED, now, effects);
      return;
    }
  g_ptr_array_add (event->said == PARLEY_SAID_SHELVED ? chat->turn->shelved : chat->turn->said,
                   parley_speech_done (&chat->speech, now));
  if (chat->speech.ended)
    parley_chat_end_whole_reply (chat, now, effects);
}

const ParleyChatHandlers parley_chat_speaking_handlers = {
  [PARLEY_EVENT_BUBBLE] = on_bubble,
  [PARLEY_EVENT_EDIT] = on_edit,
  [PARLEY_EVENT_TYPING] = on_typing,
  [PARLEY_EVENT_DEADLINE] = on_deadline,
  [PARLEY_EVENT_PREDICTION] = parley_chat_ignore,
  [PARLEY_EVENT_REPLY_BUBBLE] = on_reply_bubble,
  [PARLEY_EVENT_REPLY_END] = parley_chat_end_reply,
  [PARLEY_EVENT_SAID] = on_said,
  [PARLEY_EVENT_TAKEOVER] = parley_chat_on_takeover,
  [PARLEY_EVENT_RESUME] = parley_chat_on_resume,
  [PARLEY_EVENT_OFFLINE] = parley_chat_on_offline,
  [PARLEY_EVENT_ONLINE] = parley_chat_ignore,
  [PARLEY_EVENT_AGAIN] = parley_chat_ignore,
  [PARLEY_EVENT_WITHDRAW] = parley_chat_on_withdraw,
};
