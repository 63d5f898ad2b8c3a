/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

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

G_END_DECLS
