/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-chat-private.h"

#include <string.h>

#include "turn/parley-correction.h"

/* A message that repeats the one before is its correction if it came within this time. */
#define CORRECTION_MS 120000

/* A model that wants to read more first gets its way this often in a turn. */
#define MAX_WAITS 2

/* Reading */

static gboolean
may_absorb (const ParleyChat *chat, const ParleyBubble *bubble)
{
  const ParleyTurn *turn = chat->turn;

  if (turn == NULL || turn->bubbles->len == 0)
    return TRUE;
  return chat->base_ms > 0 && chat->policy->accumulation
         && turn->bubbles->len < chat->policy->max_bubbles
         && turn->bytes + strlen (bubble->text) <= chat->policy->max_bytes;
}

static gboolean
corrects_last (const ParleyChat *chat, const ParleyBubble *bubble)
{
  const ParleyBubble *last = parley_turn_get_last (chat->turn);

  return last != NULL && bubble->at - last->at <= CORRECTION_MS && bubble->media == NULL
         && parley_correction_is (last->text, bubble->text);
}

/* Opens the turn if there is none. */
static void
absorb (ParleyChat *chat, ParleyBubble *bubble, gint64 now)
{
  if (chat->turn == NULL)
    {
      chat->turn = parley_turn_new (++chat->n_turns);
      chat->reading.opened_at = now;
      parley_drafts_reset (&chat->drafts);
    }
  if (corrects_last (chat, bubble))
    parley_turn_correct_last (chat->turn, bubble);
  else
    parley_turn_absorb (chat->turn, bubble);
}

/* As much of what waits for its turn as the turn may hold. */
static void
absorb_later (ParleyChat *chat, gint64 now)
{
  while (!g_queue_is_empty (&chat->later) && may_absorb (chat, g_queue_peek_head (&chat->later)))
    absorb (chat, g_queue_pop_head (&chat->later), now);
}

/* A file waits for its caption, and a caption for its file. */
static gboolean
is_half_of_a_pair (const ParleyBubble *bubble, const ParleyShapeLook *look)
{
  return bubble->media != NULL || look->announces || parley_shape_is_link (bubble->text);
}

static void
add_window (ParleyChat *chat, gint64 now, GArray *effects)
{
  ParleyEffect *effect = parley_chat_add_effect (chat, PARLEY_EFFECT_WINDOW, now, effects);

  effect->window.found = chat->reading.window;
  effect->window.until = chat->reading.window_until;
}

void
parley_chat_open_window (ParleyChat *chat, gint64 now, GArray *effects)
{
  const ParleyBubble *last = parley_turn_get_last (chat->turn);
  const ParleyShapeLook look = parley_shape_look (last->text, chat->lexicon);
  const ParleyWindowInput input = {
    .text = last->text,
    .caption = is_half_of_a_pair (last, &look),
    .n = chat->turn->bubbles->len,
    .age_ms = (int) (now - chat->reading.opened_at),
    .now = now,
    .base_ms = chat->base_ms,
    .alone = !chat->policy->accumulation,
    .habits = chat->habits,
    .look = look,
  };

  chat->next_hint = (ParleyHint){ 0 };
  parley_reading_open_window (&chat->reading, chat->policy, &input, now);
  add_window (chat, now, effects);
  if (chat->reading.typing == PARLEY_TYPING_NONE)
    parley_drafts_plan (&chat->drafts, chat->policy, chat->habits, now);
}

/* A new read. What the user was to see of an older one is out of date. */
static void
collect (ParleyChat *chat, gint64 now, GArray *effects)
{
  g_ptr_array_set_size (chat->turn->shelved, 0);
  chat->epoch++;
  parley_chat_set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  parley_chat_open_window (chat, now, effects);
}

void
parley_chat_read_or_queue (ParleyChat *chat, ParleyBubble *bubble, gint64 now, GArray *effects)
{
  parley_reading_note_bubble (&chat->reading);
  g_queue_push_tail (&chat->later, bubble);
  if (chat->stand_down_until >= 0)
    {
      parley_chat_withdraw (chat, now, effects);
      return;
    }
  if (!may_absorb (chat, g_queue_peek_head (&chat->later)))
    return;
  parley_chat_abandon_reply (chat, now, effects);
  absorb_later (chat, now);
  collect (chat, now, effects);
}

void
parley_chat_read_later (ParleyChat *chat, gint64 now, GArray *effects)
{
  if (g_queue_is_empty (&chat->later))
    return;
  absorb_later (chat, now);
  collect (chat, now, effects);
}

/* Asking */

void
parley_chat_ask (ParleyChat *chat, gboolean draft, gint64 now, GArray *effects)
{
  parley_speech_begin (&chat->speech, now);
  parley_chat_add_effect (chat, PARLEY_EFFECT_ASK, now, effects)->draft = draft;
}

/* The turn that is open, or else one that was closed before, is asked about at once: the user does
 * not want to wait for anything. */
void
parley_chat_on_again (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->turn == NULL && event->turn == NULL)
    return;
  parley_chat_abandon_reply (chat, now, effects);
  if (chat->turn == NULL)
    {
      chat->turn = parley_turn_ref (event->turn);
      chat->turn->id = ++chat->n_turns;
      parley_drafts_reset (&chat->drafts);
    }
  g_ptr_array_set_size (chat->turn->shelved, 0);
  chat->reading.opened_at = now;
  chat->reading.in_grace = FALSE;
  chat->drafts.start_at = -1;
  chat->next_hint = (ParleyHint){ 0 };
  chat->epoch++;
  parley_chat_set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  parley_chat_set_state (chat, PARLEY_STATE_THINKING, now, effects);
  parley_chat_ask (chat, FALSE, now, effects);
}

/* Ending */

void
parley_chat_retract (ParleyChat *chat, gint64 now, GArray *effects)
{
  if (chat->speech.intent == 0)
    return;
  parley_chat_add_effect (chat, PARLEY_EFFECT_RETRACT, now, effects)->intent = chat->speech.intent;
  chat->speech.intent = 0;
}

void
parley_chat_abandon_reply (ParleyChat *chat, gint64 now, GArray *effects)
{
  gboolean writing = !chat->speech.ended;
  guint dropped;

  parley_chat_retract (chat, now, effects);
  dropped = parley_speech_clear (&chat->speech);
  parley_drafts_abort (&chat->drafts, now);
  if (writing)
    parley_chat_add_effect (chat, PARLEY_EFFECT_ABORT, now, effects);
  if (dropped > 0)
    parley_chat_add_effect (chat, PARLEY_EFFECT_DROP, now, effects)->dropped = dropped;
}

/* A hint holds for one turn: that of this turn's answer takes the place of the one before. Of what
 * nobody was told nothing is to be expected. */
static void
turn_the_page (ParleyChat *chat, ParleyOutcome outcome, gint64 now)
{
  if (chat->habits == NULL)
    return;
  chat->habits->hint = outcome == PARLEY_OUTCOME_ANSWERED || outcome == PARLEY_OUTCOME_SILENT
                           ? chat->next_hint
                           : (ParleyHint){ 0 };
  chat->next_hint = (ParleyHint){ 0 };
  if (outcome == PARLEY_OUTCOME_ANSWERED || outcome == PARLEY_OUTCOME_CUT)
    chat->habits->turn_at = now;
}

void
parley_chat_close_turn (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects)
{
  ParleyEffect *effect;

  if (chat->turn == NULL)
    return;
  turn_the_page (chat, outcome, now);
  effect = parley_chat_add_effect (chat, PARLEY_EFFECT_DONE, now, effects);
  effect->outcome = outcome;
  effect->turn = g_steal_pointer (&chat->turn);
}

void
parley_chat_finish (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects)
{
  parley_chat_abandon_reply (chat, now, effects);
  parley_chat_close_turn (chat, outcome, now, effects);
  chat->reading.typing_seen = chat->reading.typing != PARLEY_TYPING_NONE;
  parley_chat_set_state (chat, PARLEY_STATE_IDLE, now, effects);
  parley_chat_read_later (chat, now, effects);
}

void
parley_chat_read_again (ParleyChat *chat, gint64 now, GArray *effects)
{
  chat->reading.opened_at = now;
  if (chat->turn == NULL)
    {
      parley_chat_read_later (chat, now, effects);
      return;
    }
  chat->epoch++;
  parley_chat_set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  parley_chat_open_window (chat, now, effects);
}

void
parley_chat_put_off (ParleyChat *chat, gint64 now, GArray *effects)
{
  parley_chat_abandon_reply (chat, now, effects);
  if (chat->turn != NULL)
    g_ptr_array_set_size (chat->turn->shelved, 0);
  chat->epoch++;
  parley_chat_set_state (chat, PARLEY_STATE_IDLE, now, effects);
}

void
parley_chat_withdraw (ParleyChat *chat, gint64 now, GArray *effects)
{
  parley_chat_abandon_reply (chat, now, effects);
  while (!g_queue_is_empty (&chat->later))
    absorb (chat, g_queue_pop_head (&chat->later), now);
  parley_chat_close_turn (chat, PARLEY_OUTCOME_WITHDRAWN, now, effects);
  chat->epoch++;
  chat->reading.typing_seen = FALSE;
  parley_chat_set_state (chat, PARLEY_STATE_IDLE, now, effects);
}

static ParleyOutcome
get_outcome (const ParleyTurn *turn)
{
  if (turn->shelved->len > 0)
    return PARLEY_OUTCOME_DRAFTED;
  return turn->said->len > 0 ? PARLEY_OUTCOME_ANSWERED : PARLEY_OUTCOME_SILENT;
}

void
parley_chat_end_whole_reply (ParleyChat *chat, gint64 now, GArray *effects)
{
  if (parley_speech_is_empty (&chat->speech) && chat->awaiting != chat->epoch)
    parley_chat_finish (chat, get_outcome (chat->turn), now, effects);
}

gboolean
parley_chat_wait_more (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (event->reply_end.how != PARLEY_REPLY_WAIT || parley_turn_has_reply (chat->turn)
      || !parley_speech_is_empty (&chat->speech) || chat->turn->n_waits == MAX_WAITS)
    return FALSE;
  chat->turn->n_waits++;
  chat->next_hint = (ParleyHint){ 0 };
  parley_chat_abandon_reply (chat, now, effects);
  chat->epoch++;
  parley_chat_set_state (chat, PARLEY_STATE_COLLECTING, now, effects);
  parley_reading_wait_more (&chat->reading, event->reply_end.wait_ms, now);
  add_window (chat, now, effects);
  parley_chat_hold_if_typing (chat, now, effects);
  return TRUE;
}

void
parley_chat_end_reply (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  chat->speech.ended = TRUE;
  chat->next_hint = event->reply_end.hint;
  switch (event->reply_end.how)
    {
    case PARLEY_REPLY_COMPLETE:
    case PARLEY_REPLY_SILENT:
      parley_chat_end_whole_reply (chat, now, effects);
      break;
    case PARLEY_REPLY_WAIT:
      if (!parley_chat_wait_more (chat, event, now, effects))
        parley_chat_end_whole_reply (chat, now, effects);
      break;
    case PARLEY_REPLY_AWAY:
      if (chat->turn->said->len == 0)
        parley_chat_put_off (chat, now, effects);
      else
        parley_chat_finish (chat, PARLEY_OUTCOME_FAILED, now, effects);
      break;
    case PARLEY_REPLY_FAILED:
      parley_chat_finish (chat, PARLEY_OUTCOME_FAILED, now, effects);
      break;
    }
}

/* Handlers of more than one state */

void
parley_chat_ignore (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
}

void
parley_chat_on_arrived (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  chat->awaiting = 0;
}

/* Who only began to type may have a command in mind: the turn is kept until they write or the
 * stand-down is over. */
void
parley_chat_on_takeover (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean spoken = chat->turn != NULL && chat->turn->said->len > 0;

  chat->only_typed = event->typed && (chat->stand_down_until < 0 || chat->only_typed);
  if (chat->only_typed && !spoken)
    parley_chat_put_off (chat, now, effects);
  else
    parley_chat_withdraw (chat, now, effects);
  chat->stand_down_until = MAX (chat->stand_down_until, now + event->stand_down_ms);
  parley_chat_add_effect (chat, PARLEY_EFFECT_STAND_DOWN, now, effects)->until
      = chat->stand_down_until;
}

void
parley_chat_resume (ParleyChat *chat, gint64 now, GArray *effects)
{
  chat->stand_down_until = -1;
  parley_chat_add_effect (chat, PARLEY_EFFECT_RESUME, now, effects);
}

/* While a chat is silent something is being answered only if the user asked for it. */
void
parley_chat_on_resume (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->stand_down_until < 0 || (event->typed && !chat->only_typed))
    return;
  parley_chat_resume (chat, now, effects);
  if (chat->state == PARLEY_STATE_IDLE)
    parley_chat_read_again (chat, now, effects);
}

void
parley_chat_on_withdraw (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  parley_chat_withdraw (chat, now, effects);
  chat->reading.typing = PARLEY_TYPING_NONE;
}

/* What was spoken is over. What was queued behind it waits for the connection, as an unspoken turn
 * does. */
void
parley_chat_on_offline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  if (chat->turn != NULL && chat->turn->said->len > 0)
    {
      parley_chat_abandon_reply (chat, now, effects);
      parley_chat_close_turn (chat, PARLEY_OUTCOME_CUT, now, effects);
    }
  if (!event->connected)
    chat->reading.typing = PARLEY_TYPING_NONE;
  parley_chat_put_off (chat, now, effects);
}

void
parley_chat_on_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects)
{
  parley_reading_note_typing (&chat->reading, chat->policy, event, now);
}

void
parley_chat_on_unspoken_bubble (ParleyChat *chat,
                                const ParleyEvent *event,
                                gint64 now,
                                GArray *effects)
{
  parley_chat_read_or_queue (chat, parley_bubble_new (event, now), now, effects);
}

gboolean
parley_chat_edit_queued (ParleyChat *chat, const ParleyEvent *event)
{
  for (GList *link = chat->later.head; link != NULL; link = link->next)
    {
      ParleyBubble *bubble = link->data;

      if (g_strcmp0 (bubble->id, event->edit.id) != 0)
        continue;
      g_free (bubble->text);
      bubble->text = g_strdup (event->edit.text);
      if (bubble->text != NULL)
        return TRUE;
      parley_bubble_free (bubble);
      g_queue_delete_link (&chat->later, link);
      return TRUE;
    }
  return FALSE;
}

/* A turn that they took back altogether ends without a word. Behind one that was put off, what was
 * queued is put off in its place. */
static void
end_empty (ParleyChat *chat, gint64 now, GArray *effects)
{
  if (chat->state != PARLEY_STATE_IDLE)
    {
      parley_chat_finish (chat, PARLEY_OUTCOME_SILENT, now, effects);
      return;
    }
  parley_chat_close_turn (chat, PARLEY_OUTCOME_SILENT, now, effects);
  absorb_later (chat, now);
}

void
parley_chat_on_unspoken_edit (ParleyChat *chat,
                              const ParleyEvent *event,
                              gint64 now,
                              GArray *effects)
{
  if (parley_chat_edit_queued (chat, event) || chat->turn == NULL
      || !parley_turn_edit (chat->turn, event->edit.id, event->edit.text))
    return;
  parley_reading_note_bubble (&chat->reading);
  if (chat->turn->bubbles->len == 0)
    {
      end_empty (chat, now, effects);
      return;
    }
  parley_chat_abandon_reply (chat, now, effects);
  absorb_later (chat, now);
  if (chat->state != PARLEY_STATE_IDLE)
    collect (chat, now, effects);
}
