/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-event.h"
#include "turn/parley-turn.h"
#include "turn/parley-window.h"

G_BEGIN_DECLS

/* How far the person seems to be: the typing state, the window of the last bubble, and the times
 * that both are bounded by. Times are monotonic ms. */
typedef struct
{
  gint64 opened_at;   /* the ceiling counts from here */
  gint64 evidence_at; /* the last bubble or change of the typing state */
  ParleyTyping typing;
  int sign_ms;          /* while it lasts they typed within this time; 0: it may have got stuck */
  gboolean typing_seen; /* in this turn */
  ParleyWindow window;
  gint64 window_until;
  gboolean in_grace;  /* the window is what is owed after typing stopped */
  gint64 predict_at;  /* when a small model is asked whether they are done; -1: it is not */
  gboolean predicted; /* it said that they are */
} ParleyReading;

/* The window of @input begins now; what is left of a grace is kept. */
void parley_reading_open_window (ParleyReading *reading,
                                 const ParleyTurnPolicy *policy,
                                 const ParleyWindowInput *input,
                                 gint64 now);

/* They sent something: the typing, or the grace after it, came to that. */
void parley_reading_note_bubble (ParleyReading *reading);

/* @event: of TYPING. Returns: whether that is a change; only a change is evidence, because
 * libpurple swallows repeats, and so is what lasts where it ends unless it is repeated. */
gboolean parley_reading_note_typing (ParleyReading *reading,
                                     const ParleyTurnPolicy *policy,
                                     const ParleyEvent *event,
                                     gint64 now);

/* What a small model thinks: it may end the turn, or take the place of what is left of the window;
 * never while they type. */
void parley_reading_note_prediction (ParleyReading *reading,
                                     const ParleyTurnPolicy *policy,
                                     const ParleyPrediction *prediction,
                                     gint64 now);

/* The model wants to read more first, and waits @wait_ms for it. */
void parley_reading_wait_more (ParleyReading *reading, int wait_ms, gint64 now);

/* Returns: when to go on, whatever the signals say. */
gint64 parley_reading_get_cap (const ParleyReading *reading, const ParleyTurnPolicy *policy);

/* Returns: when the turn is over if nothing more happens. */
gint64 parley_reading_get_deadline (const ParleyReading *reading, const ParleyTurnPolicy *policy);

/* Returns: until when a reply's first bubble is held back, 0 if it is not. */
gint64 parley_reading_get_gate (const ParleyReading *reading, const ParleyTurnPolicy *policy);

/* Returns: why the turn is over, at its deadline. */
ParleyReason parley_reading_get_reason (const ParleyReading *reading,
                                        const ParleyTurnPolicy *policy);

G_END_DECLS
