/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-chat.h"
#include "turn/parley-drafts.h"
#include "turn/parley-speech.h"

G_BEGIN_DECLS

/* What the files of the machine share. Each state has a handler for every event, those before
 * a reply is said in parley-chat-reading.c; what more than one state does with a turn is in
 * parley-chat-turn.c. */

struct _ParleyChat
{
  const ParleyTurnPolicy *policy;
  ParleyLexicon *lexicon;
  ParleyHabits *habits;
  int base_ms;

  ParleyState state;
  guint64 epoch;
  guint n_stale;
  gint64 stand_down_until; /* -1: not stood down */
  gboolean only_typed;     /* stood down because the user began to type, no more */

  /* Reading. The turn is also kept through an offline time, in IDLE. */
  guint64 n_turns;
  ParleyTurn *turn;
  GQueue later; /* of ParleyBubble, for the next turn */
  ParleyReading reading;
  ParleyDrafts drafts;

  /* Speaking. */
  ParleySpeech speech;
  ParleyHint next_hint; /* of the answer under way, for the person's next turn */
  guint n_intents;
  guint64 awaiting; /* the epoch of what was given away last and not shown yet; 0: nothing */
  gboolean typing_shown;
};

typedef void (*ParleyChatHandler) (ParleyChat *chat,
                                   const ParleyEvent *event,
                                   gint64 now,
                                   GArray *effects);

/* One handler for every event. */
typedef ParleyChatHandler ParleyChatHandlers[PARLEY_N_EVENTS];

extern const ParleyChatHandlers parley_chat_idle_handlers;
extern const ParleyChatHandlers parley_chat_collecting_handlers;
extern const ParleyChatHandlers parley_chat_thinking_handlers;
extern const ParleyChatHandlers parley_chat_speaking_handlers;

/* SPEAKING while the next bubble is declared and not said yet. */
extern const ParleyChatHandlers parley_chat_declared_handlers;

/* When the next bubble of the reply goes out, or -1. */
gint64 parley_chat_get_due (const ParleyChat *chat);

/* Deadlines of the states that have one, or -1. */
gint64 parley_chat_collecting_get_deadline (const ParleyChat *chat);
gint64 parley_chat_speaking_get_deadline (const ParleyChat *chat);

/* Returns: (transfer none): valid until the next effect is added. */
ParleyEffect *
parley_chat_add_effect (ParleyChat *chat, ParleyEffectType type, gint64 now, GArray *effects);

void parley_chat_add_hold (ParleyChat *chat, gint64 until, gint64 now, GArray *effects);

/* Holds to the cap, if they type and it has not passed. */
void parley_chat_hold_if_typing (ParleyChat *chat, gint64 now, GArray *effects);

/* The only place where the state changes. */
void parley_chat_set_state (ParleyChat *chat, ParleyState to, gint64 now, GArray *effects);

/* The stand-down is over. */
void parley_chat_resume (ParleyChat *chat, gint64 now, GArray *effects);

/* The turn and the reply */

/* Finds the window of the turn's last bubble. */
void parley_chat_open_window (ParleyChat *chat, gint64 now, GArray *effects);

/* The turn goes on, or begins, with one more bubble, as long as nothing was said in it; if it is
 * full the bubble waits for the next one. @bubble: (transfer full). */
void
parley_chat_read_or_queue (ParleyChat *chat, ParleyBubble *bubble, gint64 now, GArray *effects);

/* Begins the next turn with what waits for it, as much as it may hold. */
void parley_chat_read_later (ParleyChat *chat, gint64 now, GArray *effects);

/* What was put off, or is queued, is read again. */
void parley_chat_read_again (ParleyChat *chat, gint64 now, GArray *effects);

/* What was declared is not said now. */
void parley_chat_retract (ParleyChat *chat, gint64 now, GArray *effects);

/* A model is asked about the turn. */
void parley_chat_ask (ParleyChat *chat, gboolean draft, gint64 now, GArray *effects);

/* Nothing of the reply will be said any more, and what still writes it is cancelled. */
void parley_chat_abandon_reply (ParleyChat *chat, gint64 now, GArray *effects);

void parley_chat_close_turn (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects);

/* The turn was answered or can't be. What was queued meanwhile begins the next one. */
void parley_chat_finish (ParleyChat *chat, ParleyOutcome outcome, gint64 now, GArray *effects);

/* Nothing of the turn was said: it is kept, and read again with the next bubble or connection. */
void parley_chat_put_off (ParleyChat *chat, gint64 now, GArray *effects);

/* The turn will not be answered, nor what was queued behind it: all of it was read, though. */
void parley_chat_withdraw (ParleyChat *chat, gint64 now, GArray *effects);

/* @event: a REPLY_END. Returns: whether it wants to read more first and may; the window is open
 * again then. */
gboolean
parley_chat_wait_more (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);

/* All of the reply is written: the turn is over if all of it is dealt with. */
void parley_chat_end_whole_reply (ParleyChat *chat, gint64 now, GArray *effects);

/* The reply is over. @event: a REPLY_END. */
void
parley_chat_end_reply (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);

/* @event: an EDIT. Returns: whether the bubble waits for the next turn, and was changed there. */
gboolean parley_chat_edit_queued (ParleyChat *chat, const ParleyEvent *event);

/* Handlers of more than one state */

void parley_chat_ignore (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void
parley_chat_on_arrived (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void
parley_chat_on_takeover (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void
parley_chat_on_withdraw (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void
parley_chat_on_resume (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void parley_chat_on_again (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void
parley_chat_on_offline (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);
void
parley_chat_on_typing (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);

/* A bubble, or an edit, while nothing was said: what is being written is out of date. */
void parley_chat_on_unspoken_bubble (ParleyChat *chat,
                                     const ParleyEvent *event,
                                     gint64 now,
                                     GArray *effects);
void parley_chat_on_unspoken_edit (ParleyChat *chat,
                                   const ParleyEvent *event,
                                   gint64 now,
                                   GArray *effects);

G_END_DECLS
