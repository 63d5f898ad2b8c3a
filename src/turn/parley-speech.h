/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The reply that is being said: bubbles that wait, and the one on its way. Times in ms. */
typedef struct
{
  GQueue unsaid;  /* of ParleyUnsaid */
  char *saying;   /* handed out, its result is still to come */
  guint n_handed; /* bubbles handed out so far */
  guint intent;   /* the next bubble is declared, under this number; 0: it is not */
  gint64 intended_at;
  gboolean late;     /* that this takes long was told; once in a speech */
  gboolean ended;    /* no more bubbles will come */
  gint64 paced_from; /* the next bubble's typing time counts from here */
  gint64 hold_until; /* a later bubble waits for the person at most; 0: not held yet */
} ParleySpeech;

/* Begins an empty speech. @now: when the turn closed; the first bubble's typing time counts from
 * there. */
void parley_speech_begin (ParleySpeech *speech, gint64 now);

/* Drops all that is left. Returns: how many bubbles will never be said. */
guint parley_speech_clear (ParleySpeech *speech);

/* Adds a bubble behind the others. @pace_ms: how long a typist would take for it. */
void parley_speech_push (ParleySpeech *speech, const char *text, int pace_ms);

gboolean parley_speech_is_empty (const ParleySpeech *speech);

/* Returns: when the next bubble is typed, or -1 if there is none. */
gint64 parley_speech_get_due (const ParleySpeech *speech);

/* Returns: (transfer none): the next bubble. There must be one. */
const char *parley_speech_peek (const ParleySpeech *speech);

/* Returns: (transfer full): the next one, and what comes behind it; nothing if there is none. */
char **parley_speech_dup_unsaid (const ParleySpeech *speech);

/* Hands out the next bubble; its result must come before another one is taken.
 * Returns: (transfer none): until then. */
const char *parley_speech_take (ParleySpeech *speech);

/* The bubble handed out is dealt with. Returns: (transfer full): its text. */
char *parley_speech_done (ParleySpeech *speech, gint64 now);

G_END_DECLS
