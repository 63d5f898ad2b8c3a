/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-event.h"
#include "turn/parley-reading.h"
#include "turn/parley-turn.h"
#include "turn/parley-window.h"

G_BEGIN_DECLS

/* Where a chat is. */
typedef enum
{
  PARLEY_STATE_IDLE,       /* nothing pending */
  PARLEY_STATE_COLLECTING, /* a burst is being read */
  PARLEY_STATE_THINKING,   /* the model was asked */
  PARLEY_STATE_SPEAKING,   /* the reply is being said */
  PARLEY_N_STATES,
} ParleyState;

/* What a chat wants done, in this order, after its state is settled. */
typedef enum
{
  PARLEY_EFFECT_STATE,       /* the state changed */
  PARLEY_EFFECT_WINDOW,      /* a window was found */
  PARLEY_EFFECT_HOLD,        /* the typing gate holds */
  PARLEY_EFFECT_TURN,        /* the turn is over: it will be answered */
  PARLEY_EFFECT_PREDICT,     /* ask a small model whether the person is done */
  PARLEY_EFFECT_ASK,         /* ask the model about the current turn */
  PARLEY_EFFECT_ABORT,       /* cancel what was asked under the epoch */
  PARLEY_EFFECT_INTEND,      /* declare that a bubble is about to be said; INTENDED answers */
  PARLEY_EFFECT_LATE,        /* that takes long */
  PARLEY_EFFECT_RETRACT,     /* the bubble that was declared is not said now */
  PARLEY_EFFECT_SAY,         /* say a bubble; SAID must be the very next event */
  PARLEY_EFFECT_DROP,        /* bubbles that will never be said */
  PARLEY_EFFECT_SHOW_TYPING, /* show the person that we type, or stop it */
  PARLEY_EFFECT_DONE,        /* the turn is history */
  PARLEY_EFFECT_STAND_DOWN,  /* silent until a time */
  PARLEY_EFFECT_RESUME,      /* the stand-down is over */
} ParleyEffectType;

typedef struct
{
  guint n; /* bubbles */
  ParleyReason reason;
  gint64 duration; /* since the first bubble, ms */
  gint64 wait;     /* since the last bubble, ms */
  int suggested;   /* the window of the last bubble, before the clamp, ms */
  ParleyShape shape;
} ParleyTurnRecord;

typedef struct
{
  ParleyEffectType type;
  gint64 at;        /* when it was decided, monotonic ms */
  guint64 epoch;    /* of the read it belongs to */
  guint64 turn_id;  /* 0 outside a turn */
  char *text;       /* of INTEND and SAY; owned */
  ParleyTurn *turn; /* of DONE; owned */
  union
  {
    struct
    {
      ParleyState from;
      ParleyState to;
    } state;
    struct
    {
      ParleyWindow found;
      gint64 until;
    } window;
    gint64 until;            /* of HOLD and STAND_DOWN */
    ParleyTurnRecord record; /* of TURN */
    gboolean draft;          /* of ASK: the window is still open */
    struct
    {
      guint bubble;        /* from 1 */
      guint of;            /* known so far */
      guint intent;        /* its number; of SAY: 0: none stands, it is for the user to send */
    } say;                 /* of INTEND and SAY */
    guint intent;          /* of LATE and RETRACT: its number */
    guint dropped;         /* of DROP: bubbles */
    gboolean typing;       /* of SHOW_TYPING */
    ParleyOutcome outcome; /* of DONE */
  };
} ParleyEffect;

/* Returns: (transfer full): an array of ParleyEffect that owns them. */
GArray *parley_effects_new (void);

/* Returns: (transfer none): "ask" and so on. */
const char *parley_effect_type_to_string (ParleyEffectType type);

/* Returns: (transfer none): "idle" and so on. */
const char *parley_state_to_string (ParleyState state);

/* When to speak, for one chat: a pure machine.
 *
 * It reads no clock, owns no timer and calls nobody. Whoever drives it hands in each event with the
 * time it happened at, carries out the effects that come back, in order, and hands in a DEADLINE
 * event when the time of parley_chat_get_deadline() has come. The same events at the same times
 * give the same effects.
 *
 * The table of states and edges is in docs/architecture.md. */
typedef struct _ParleyChat ParleyChat;

/* @policy, @lexicon and @habits (nullable) are borrowed and must outlive the chat; policy and
 * habits may change between steps. Of the habits the chat itself changes the hint, which each turn
 * replaces, and when the last turn was answered. @base_ms: of the channel.
 * Returns: (transfer full): IDLE. */
ParleyChat *parley_chat_new (const ParleyTurnPolicy *policy,
                             ParleyLexicon *lexicon,
                             int base_ms,
                             ParleyHabits *habits);
void parley_chat_free (ParleyChat *chat);

/* From the next window on. */
void parley_chat_set_base_ms (ParleyChat *chat, int base_ms);

/* Whether answers are begun only when the window has closed, from the next one on. */
void parley_chat_set_thrifty (ParleyChat *chat, gboolean thrifty);

/* Takes one event. @now: monotonic ms, never less than in the step before. @effects: from
 * parley_effects_new(), appended to. */
void parley_chat_step (ParleyChat *chat, const ParleyEvent *event, gint64 now, GArray *effects);

/* Returns: when the machine wants a DEADLINE event, or -1. */
gint64 parley_chat_get_deadline (const ParleyChat *chat);

ParleyState parley_chat_get_state (const ParleyChat *chat);

/* Returns: the number of the current read. */
guint64 parley_chat_get_epoch (const ParleyChat *chat);

/* Returns: (transfer none) (nullable): the turn that is being read or answered. */
ParleyTurn *parley_chat_get_turn (const ParleyChat *chat);

/* Returns: until when the chat is silent because the user took over, or -1. */
gint64 parley_chat_get_stand_down (const ParleyChat *chat);

/* Returns: whether that is only because the user began to type. */
gboolean parley_chat_only_typed (const ParleyChat *chat);

/* Returns: how many bubbles were read or queued and are not yet part of a turn that is history. */
guint parley_chat_count_unread (const ParleyChat *chat);

/* Returns: whether the one with @id is among them, and nothing was said to it yet. */
gboolean parley_chat_has_unanswered (const ParleyChat *chat, const char *id);

/* Returns: (transfer none) (nullable): the last of them. */
const ParleyBubble *parley_chat_get_newest (const ParleyChat *chat);

/* Whether the turn waits for nothing but that they end their typing. */
gboolean parley_chat_is_held (const ParleyChat *chat, gint64 now);

/* Returns: which bubble of the reply is said next, from 1. @of: (out): how many it has; 0: not all
 * is written yet. */
guint parley_chat_get_next_bubble (const ParleyChat *chat, guint *of);

/* Returns: (transfer full): what of the reply is written, that bubble first. */
char **parley_chat_dup_unsaid (const ParleyChat *chat);

/* Returns: how many results came under an epoch that was over, and were discarded. */
guint parley_chat_get_n_stale (const ParleyChat *chat);

/* Whether a chat may go from one state straight to another: the declared edges. */
gboolean parley_chat_has_edge (ParleyState from, ParleyState to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChat, parley_chat_free)

G_END_DECLS
