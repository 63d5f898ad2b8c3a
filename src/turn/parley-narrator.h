/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When a user who looks at a chat is told what goes on in it: of what lasts, once in a turn, and
 * never the same twice without a message between. Pure; which words, and whether anybody looks, is
 * for others. Times are monotonic ms.
 *
 * What is over sooner than this nobody has begun to wonder about. */
#define PARLEY_NARRATOR_AFTER_MS 2000

typedef enum
{
  PARLEY_ACTIVITY_NONE,
  PARLEY_ACTIVITY_WAITING,       /* for them, because they type */
  PARLEY_ACTIVITY_THINKING,      /* the model was asked */
  PARLEY_ACTIVITY_SPEAKING,      /* the reply is being said */
  PARLEY_ACTIVITY_COUNTDOWN,     /* a draft is about to be sent */
  PARLEY_ACTIVITY_STANDING_DOWN, /* the user took over */
  PARLEY_N_ACTIVITIES,
} ParleyActivity;

/* All zero: nothing goes on, and nothing was told. */
typedef struct
{
  gint64 since; /* of @activity */
  guint8 activity;
  guint8 last; /* told, and nobody wrote since; NONE: somebody did */
  guint8 told; /* in this turn, a bit each */
} ParleyNarrator;

/* What goes on now. */
void parley_narrator_note (ParleyNarrator *narrator, ParleyActivity activity, gint64 now);

/* Returns: whether the user is to be told of it now. */
gboolean parley_narrator_is_due (const ParleyNarrator *narrator, gint64 now);

/* They are being told of it. */
void parley_narrator_note_told (ParleyNarrator *narrator);

/* The user took over. Returns: whether they are to be told, and notes that they are: once until it
 * goes on. */
gboolean parley_narrator_stand_down (ParleyNarrator *narrator);
void parley_narrator_resume (ParleyNarrator *narrator);

/* Somebody wrote. */
void parley_narrator_note_message (ParleyNarrator *narrator);

/* The turn is over. */
void parley_narrator_end_turn (ParleyNarrator *narrator);

G_END_DECLS
