/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-host.h"
#include "guard/parley-important.h"
#include "turn/parley-turn.h"
#include "turn/parley-narrator.h"

G_BEGIN_DECLS

/* What the user was told already, and is not told again. */
typedef enum
{
  PARLEY_TOLD_NOTHING = 0,
  PARLEY_TOLD_FALLBACK = 1 << 0,  /* that a message could not be read */
  PARLEY_TOLD_UNSEEN = 1 << 1,    /* that the turn was left to them, since there were words */
  PARLEY_TOLD_URGENT = 1 << 2,    /* that the turn has something urgent in it */
  PARLEY_TOLD_ENCRYPTED = 1 << 3, /* that the model may not read the chat */
  PARLEY_TOLD_EXPOSED = 1 << 4,   /* that what is being read gets no answer in the open */
  PARLEY_TOLD_EXPIRY = 1 << 5,    /* that what is written is not kept */
} ParleyTold;

/* What the user is told of one chat, in lines that only they see, and what there is to tell. A call
 * that tells may have the chat closed, as all calls into the host. */
typedef struct
{
  ParleyHost *host;
  const ParleyChatKey *key;
  gboolean ended;
  ParleyTold told;
  GPtrArray *unheard; /* of char *: what they could not be told yet; NULL: nothing */
  gint64 important_after[PARLEY_N_IMPORTANT]; /* when they are told again, monotonic ms */

  ParleyNarrator narrator;
  char *why;            /* the last window, in words */
  gint64 hold_until;    /* the gate holds until then at most; -1: it does not */
  gboolean unseen;      /* the turn was left to them: it had no words */
  gboolean handed_over; /* by the model: the turn before is for them to answer */
  gboolean has_outcome; /* of the turn before */
  ParleyOutcome outcome;
} ParleyVoice;

/* @host, @key: borrowed, must outlive it. */
void parley_voice_init (ParleyVoice *voice, ParleyHost *host, const ParleyChatKey *key);
void parley_voice_clear (ParleyVoice *voice);

/* The chat is closed: nothing more is told in it. */
void parley_voice_end (ParleyVoice *voice);

/* Tells it now. Returns: FALSE if there is no place to show it. */
gboolean parley_voice_say (ParleyVoice *voice, const char *line);

/* The user must see it: if there is no conversation, when there is one. */
void parley_voice_tell (ParleyVoice *voice, const char *line);

/* There may be a conversation now. */
void parley_voice_catch_up (ParleyVoice *voice);

/* Tells it if it was not told, and was not made untold by parley_voice_forget (). */
void parley_voice_tell_once (ParleyVoice *voice, ParleyTold what, const char *line);
void parley_voice_forget (ParleyVoice *voice, ParleyTold what);

/* Returns: whether something that is for the user is to be told: of the same kind they hear once in
 * a minute. @now: monotonic ms. */
gboolean parley_voice_take_important (ParleyVoice *voice, ParleyImportant kind, gint64 now);

/* @text: (nullable): the words, or the name of a file. */
void parley_voice_tell_important (ParleyVoice *voice, ParleyImportant kind, const char *text);

/* How the turn before ended. */
void parley_voice_note_outcome (ParleyVoice *voice, ParleyOutcome outcome);

G_END_DECLS
