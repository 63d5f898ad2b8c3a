/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

/* A disk that takes longer than this for a line is worth a word; longer than that, and whoever
 * waits for the answer should have it from the user. */
#define LATE_MS    30000
#define GIVE_UP_MS 120000

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
  return chat->awaiting > 0 || parley_speech_is_empty (&chat->speech)
             ? -1
             : MAX (parley_speech_get_due (&chat->speech), get_gate (chat));
}

/* A later bubble that nothing holds yet, and that their typing is in the way of. */
static gboolean
is_to_be_held (const ParleyChat *chat)
{
  return chat->turn->said->len > 0 && chat->reading.typing != PARLEY_TYPING_NONE
         && chat->speech.hold_until == 0;
}

static gboolean
may_go_out (const ParleyChat *chat, gint64 now)
{
  return !is_to_be_held (chat) && now >= parley_chat_get_due (chat);
}

static gint64
get_patience (const ParleyChat *chat)
{
  return chat->speech.intended_at + (chat->speech.late ? GIVE_UP_MS : LATE_MS);
}

/* The end of a grace comes first: our typing may be shown again then. */
gint64
parley_chat_speaking_get_deadline (const ParleyChat *chat)
{
  gint64 due = chat->speech.intent > 0 ? get_patience (chat) : parley_chat_get_due (chat);

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
    .bubble = { .text = event->edit.text, .id = event->edit.id, .when = event->edit.when },
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

  if (parley_reading_note_typing (&chat->reading, chat->policy, event, now) && waiting)
    parley_chat_hold_if_typing (chat, now, effects);
}

static void
intend_next (ParleyChat *chat, gint64 now, GArray *effects)
{
  ParleyEffect *effect = parley_chat_add_effect (chat, PARLEY_EFFECT_INTEND, now, effects);

  chat->speech.intent = ++chat->n_intents;
  chat->speech.intended_at = now;
  effect->text = g_strdup (parley_speech_peek (&chat->speech));
  effect->say.bubble = chat->speech.n_handed + 1;
  effect->say.of = chat->speech.n_handed + chat->speech.unsaid.length;
  effect->say.intent = chat->speech.intent;
}

/* @intent: 0: none stands. */
static void
say_next (ParleyChat *chat, guint intent, gint64 now, GArray *effects)
{
  ParleyEffect *effect = parley_chat_add_effect (chat, PARLEY_EFFECT_SAY, now, effects);

  chat->speech.intent = 0;
  effect->text = g_strdup (parley_speech_take (&chat->speech));
  effect->say.bubble = chat->speech.n_handed;
  effect->say.of = chat->speech.n_handed + chat->speech.unsaid.length;
  effect->say.intent = intent;
  chat->typing_shown = FALSE; /* a message ends the typing that was shown */
}

static void
end_grace (ParleyChat *chat, gint64 now)
{
  if (chat->reading.in_grace && now >= chat->reading.window_until)
    chat->reading.in_grace = FALSE;
}

/* What stands behind a bubble that the user is to see first is not said, and needs no intent. */
static void
on_deadline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gint64 due;

  end_grace (chat, now);
  due = parley_chat_get_due (chat);
  if (due < 0 || now < due)
    return;
  if (is_to_be_held (chat))
    {
      chat->speech.hold_until = now + chat->policy->hold;
      parley_chat_add_hold (chat, chat->speech.hold_until, now, effects);
    }
  else if (parley_turn_is_shelving (chat->turn))
    say_next (chat, 0, now, effects);
  else
    intend_next (chat, now, effects);
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
  if (event->said == PARLEY_SAID_GIVEN)
    chat->awaiting = chat->epoch;
  chat->turn->unsure |= event->said == PARLEY_SAID_UNKNOWN;
  g_ptr_array_add (event->said == PARLEY_SAID_SHELVED ? chat->turn->shelved : chat->turn->said,
                   parley_speech_done (&chat->speech, now));
  if (chat->speech.ended)
    parley_chat_end_whole_reply (chat, now, effects);
}

/* The next bubble is typed from here on. */
static void
on_arrived (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  chat->awaiting = 0;
  if (event->epoch != chat->epoch)
    return;
  chat->turn->unsure |= event->said == PARLEY_SAID_UNKNOWN;
  chat->speech.paced_from = now;
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
  [PARLEY_EVENT_INTENDED] = parley_chat_ignore,
  [PARLEY_EVENT_SAID] = on_said,
  [PARLEY_EVENT_ARRIVED] = on_arrived,
  [PARLEY_EVENT_TAKEOVER] = parley_chat_on_takeover,
  [PARLEY_EVENT_RESUME] = parley_chat_on_resume,
  [PARLEY_EVENT_OFFLINE] = parley_chat_on_offline,
  [PARLEY_EVENT_ONLINE] = parley_chat_ignore,
  [PARLEY_EVENT_AGAIN] = parley_chat_ignore,
  [PARLEY_EVENT_WITHDRAW] = parley_chat_on_withdraw,
};

/* While the next bubble is declared. Whatever would have kept it from being declared takes it back;
 * what ends the reply does so, too. */

static void
on_typing_declared (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  on_typing (chat, event, now, effects);
  if (!may_go_out (chat, now))
    parley_chat_retract (chat, now, effects);
}

static void
on_patience_over (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  end_grace (chat, now);
  if (now < get_patience (chat))
    return;
  if (!chat->speech.late)
    {
      chat->speech.late = TRUE;
      parley_chat_add_effect (chat, PARLEY_EFFECT_LATE, now, effects)->intent = chat->speech.intent;
      return;
    }
  parley_chat_retract (chat, now, effects);
  say_next (chat, 0, now, effects);
}

/* One that was taken back may have come true meanwhile. */
static void
on_intended (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (event->intended.number != chat->speech.intent)
    {
      chat->n_stale++;
      return;
    }
  if (may_go_out (chat, now))
    say_next (chat, event->intended.held ? chat->speech.intent : 0, now, effects);
  else
    parley_chat_retract (chat, now, effects);
}

const ParleyChatHandlers parley_chat_declared_handlers = {
  [PARLEY_EVENT_BUBBLE] = on_bubble,
  [PARLEY_EVENT_EDIT] = on_edit,
  [PARLEY_EVENT_TYPING] = on_typing_declared,
  [PARLEY_EVENT_DEADLINE] = on_patience_over,
  [PARLEY_EVENT_PREDICTION] = parley_chat_ignore,
  [PARLEY_EVENT_REPLY_BUBBLE] = on_reply_bubble,
  [PARLEY_EVENT_REPLY_END] = parley_chat_end_reply,
  [PARLEY_EVENT_INTENDED] = on_intended,
  [PARLEY_EVENT_SAID] = parley_chat_ignore,
  [PARLEY_EVENT_ARRIVED] = parley_chat_on_arrived,
  [PARLEY_EVENT_TAKEOVER] = parley_chat_on_takeover,
  [PARLEY_EVENT_RESUME] = parley_chat_on_resume,
  [PARLEY_EVENT_OFFLINE] = parley_chat_on_offline,
  [PARLEY_EVENT_ONLINE] = parley_chat_ignore,
  [PARLEY_EVENT_AGAIN] = parley_chat_ignore,
  [PARLEY_EVENT_WITHDRAW] = parley_chat_on_withdraw,
};
